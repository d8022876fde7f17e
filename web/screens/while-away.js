// @ts-check
// What happened while the approver was away, on one line above the queue. The hub counts it; one that cannot is not asked again.

import { foreignLine, h } from "../dom.js";
import { ask } from "../hub/connection.js";
import { words } from "../text/history.js";
import { words as queueWords } from "../text/queue.js";
import { span } from "../text/time.js";

const SEEN = "byleave.seen";
/** Shorter is no absence. */
const AWAY = 5 * 60000;
const BEAT = 30000;

function read() {
  try {
    return Number(localStorage.getItem(SEEN)) || undefined;
  } catch {
    return undefined;
  }
}

function write() {
  if (document.hidden) return;
  try {
    localStorage.setItem(SEEN, String(Date.now()));
  } catch {
    // A browser that keeps nothing was never away.
  }
}

const total = (one) => (typeof one === "object" && one !== null ? one.total : one);

/** The digest in words; `undefined` if there is nothing to say. */
export function digestWords(digest) {
  if (typeof digest !== "object" || digest === null) return undefined;
  const said = Object.entries(words.away).map(([name, say]) => {
    const count = total(digest[name]);
    return Number.isFinite(count) && count > 0 ? say(count) : undefined;
  }).filter(Boolean);
  return said.length ? said.join(", ") : undefined;
}

let line;

/** Asks for the digest once, if the approver was away. */
export async function lookBack() {
  const since = read();
  write();
  setInterval(write, BEAT);
  document.addEventListener("visibilitychange", write);
  if (!since || Date.now() - since < AWAY) return;
  try {
    const said = digestWords(await ask(`/v1/digest?since=${encodeURIComponent(new Date(since).toISOString())}`));
    if (said) line = { said, since };
  } catch {
    // An older hub has no digest.
  }
}

/** The line, until it is closed. */
export function awayLine() {
  if (!line) return undefined;
  const { said, since } = line;
  const element = h("p.away", { role: "note" }, h("span", {}, queueWords.away.line(span(Date.now() - since)), foreignLine(said), ". ", h("a", { href: "#/history" }, queueWords.history)),
    h("button.small", { type: "button", "aria-label": queueWords.away.close, on: { click: () => { line = undefined; element.remove(); } } }, "✕"));
  return element;
}
