// The thing itself: what would run, be written or be sent. Whole: nothing is cut, long lines wrap.

import { commandText, parts } from "./command.js";
import { diff } from "./diff.js";
import { foreign, foreignLine, h, put } from "./dom.js";
import { hostOf, subject } from "./facts.js";

const AROUND = 3;

function value(one) {
  if (typeof one === "string") return h("div.text", {}, foreign(one));
  if (one === null || typeof one !== "object") return h("code", {}, JSON.stringify(one));
  const entries = Array.isArray(one) ? one.map((item, at) => [String(at), item]) : Object.entries(one);
  if (!entries.length) return h("code", {}, Array.isArray(one) ? "[]" : "{}");
  return tree(entries);
}

function tree(entries) {
  return h("dl.tree", {}, entries.map(([name, one]) => [
    h("dt", {}, foreignLine(name, "name")),
    h("dd", {}, value(one)),
  ]));
}

/** Arguments as a tree, without those that are shown otherwise. */
export function argumentsTree(args, shown = []) {
  const entries = Object.entries(args ?? {}).filter(([name]) => !shown.includes(name));
  return entries.length ? tree(entries) : null;
}

function lineRow(line) {
  const what = { "+": "added", "-": "removed", " ": "" }[line.change];
  const sign = { "+": "+", "-": "−", " ": " " }[line.change];
  const kind = { "+": "added", "-": "removed", " ": "same" }[line.change];
  return [
    h(`div.line.${kind}`, {},
      h("span.number", { "aria-hidden": "true" }, line.change === "+" ? line.to : line.from),
      h("span.sign", { "aria-hidden": "true" }, sign),
      what ? h("span.unseen", {}, `line ${line.to ?? line.from} ${what}: `) : null,
      foreignLine(line.text, "file")),
    line.ended ? null : h("div.line.same.faint", {}, h("span.number"), h("span.sign", {}, "\\"), "no line break at the end"),
  ];
}

function changes(before, after) {
  const lines = diff(before, after);
  const added = lines.filter((line) => line.change === "+").length;
  const removed = lines.filter((line) => line.change === "-").length;
  const near = lines.map(() => false);
  lines.forEach((line, at) => {
    if (line.change === " ") return;
    for (let one = Math.max(0, at - AROUND); one <= Math.min(lines.length - 1, at + AROUND); one += 1) near[one] = true;
  });
  const block = h("div.diff", { tabindex: "0", role: "group", "aria-label": `${added} lines added, ${removed} removed` });
  let left = 0;
  lines.forEach((line, at) => {
    if (near[at]) {
      if (left) put(block, h("div.gap", {}, `… ${left} unchanged`));
      left = 0;
      put(block, lineRow(line));
    } else {
      left += 1;
    }
  });
  if (left) put(block, h("div.gap", {}, added + removed ? `… ${left} unchanged` : "nothing changes"));
  return { block, added, removed };
}

function fileHead(word, path, counted) {
  return h("div.file", {}, h("span.faint", {}, `${word} `), h("code", {}, foreign(path)), " ",
    h("span.plus", {}, `+${counted.added}`), " ", h("span.minus", {}, `−${counted.removed}`));
}

/** What the request is about, as elements. */
export function thing(frame) {
  const about = subject(frame);
  const args = frame.arguments ?? {};
  switch (about.kind) {
    case "command":
      return [commandText(about.command, about.commands), parts(about.command, about.commands),
        argumentsTree(args, [about.name])];
    case "edit": {
      const counted = changes(about.from.text, about.to.text);
      return [fileHead("Change", about.path.text, counted), counted.block,
        h("p.faint", {}, "Lines are counted within what is replaced; the rest of the file is not shown here."),
        argumentsTree(args, [about.path.name, about.from.name, about.to.name])];
    }
    case "write": {
      const counted = changes("", about.content.text);
      return [fileHead("Write", about.path.text, counted), counted.block,
        h("p.faint", {}, "This becomes the whole content of the file, whatever it holds now."),
        argumentsTree(args, [about.path.name, about.content.name])];
    }
    case "network": {
      const host = hostOf(about.url.text);
      return [h("p", {}, h("code.big", {}, foreign(about.url.text))),
        h("p", {}, h("span.faint", {}, "Host: "), host ? h("code", {}, foreignLine(host, "name")) : "cannot be read"),
        argumentsTree(args, [about.url.name])];
    }
    default:
      return [argumentsTree(args) ?? h("p.faint", {}, "It has no arguments.")];
  }
}
