// @ts-check
// A text as the bytes it is made of, for readers who do not trust letters.

import { h, put } from "../dom.js";
import { words } from "../text/card.js";

const text_ = words.bytes;

/** So many bytes are shown at a time. */
const PAGE = 4096;
const ROW = 16;

const hex = (number, size = 2) => number.toString(16).padStart(size, "0");

/** The text with every character that is no plain ASCII letter, digit or sign written as its number. */
export function escaped(text) {
  let out = "";
  for (const character of text) {
    const code = character.codePointAt(0);
    if (code === 0x5c) out += "\\\\";
    else if (code === 0x0a) out += "\\n";
    else if (code === 0x09) out += "\\t";
    else if (code >= 0x20 && code < 0x7f) out += character;
    else out += code < 0x80 ? `\\x${hex(code)}` : `\\u{${hex(code, 1)}}`;
  }
  return out;
}

/** Rows of a dump: `{at, numbers, letters}`. */
export function rows(bytes, from, to) {
  const out = [];
  for (let at = from; at < Math.min(to, bytes.length); at += ROW) {
    const some = [...bytes.slice(at, Math.min(at + ROW, to))];
    out.push({
      at: hex(at, 6), numbers: some.map((one) => hex(one)).join(" ").padEnd(3 * ROW - 1),
      letters: some.map((one) => (one >= 0x20 && one < 0x7f ? String.fromCharCode(one) : ".")).join(""),
    });
  }
  return out;
}

/** A button that shows it, and what it shows. */
export function rawBytes(text) {
  const box = h("div.bytes", { id: "bytes", hidden: true });
  const button = h("button.small.bytes-button", { type: "button", "aria-expanded": "false", "aria-controls": "bytes" }, text_.show);
  const fillBox = () => {
    const bytes = new TextEncoder().encode(text);
    const dump = h("pre.raw.dump", { tabindex: "0", "aria-label": text_.dump });
    const more = h("button.small", { type: "button" });
    let shown = 0;
    const next = () => {
      const lines = rows(bytes, shown, shown + PAGE).map((row) => `${row.at}  ${row.numbers}  ${row.letters}`);
      put(dump, shown ? "\n" : "", lines.join("\n"));
      shown = Math.min(bytes.length, shown + PAGE);
      more.hidden = shown >= bytes.length;
      more.textContent = text_.next(bytes.length - shown);
    };
    more.addEventListener("click", next);
    next();
    put(box, h("p.faint", {}, text_.about(bytes.length, [...text].length)),
      h("pre.raw", { tabindex: "0", "aria-label": text_.escaped }, escaped(text)), dump, more);
  };
  button.addEventListener("click", () => {
    if (!box.childElementCount) fillBox();
    box.hidden = !box.hidden;
    button.setAttribute("aria-expanded", String(!box.hidden));
    button.textContent = box.hidden ? text_.show : text_.hide;
  });
  return [h("p.bytes-line", {}, button), box];
}
