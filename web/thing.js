// The thing itself: what would run, be written or be sent. Whole: nothing is cut, long lines wrap.

import { Change } from "./change.js";
import { commandText, parts } from "./command.js";
import { foreign, foreignLine, h } from "./dom.js";
import { hostOf, subject } from "./facts.js";
import { reach } from "./reach.js";

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

/** What the request is about, as elements. `change` shows a file that changes, and goes on looking at it. */
export function thing(frame, change) {
  const about = subject(frame);
  const args = frame.arguments ?? {};
  switch (about.kind) {
    case "command":
      return [commandText(about.command, about.commands), parts(about.command, about.commands),
        argumentsTree(args, [about.name])];
    case "edit":
    case "write":
    case "delete":
    case "patch":
      return [(change ?? new Change(frame)).element, argumentsTree(args, about.shown)];
    case "network": {
      const host = hostOf(about.url.text);
      const kind = host && reach(host);
      return [h("p", {}, h("code.big", {}, foreign(about.url.text))),
        h("p", {}, h("span.faint", {}, "Host: "), host ? h("code", {}, foreignLine(host, "name")) : "cannot be read",
          kind ? h("span.warn", {}, " ⚠ ", kind) : null),
        argumentsTree(args, [about.url.name])];
    }
    default:
      return [argumentsTree(args) ?? h("p.faint", {}, "It has no arguments.")];
  }
}
