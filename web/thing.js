// The thing itself: what would run, be written or be sent. Whole: nothing is cut, long lines wrap.

import { rawBytes } from "./bytes.js";
import { Change } from "./change.js";
import { commandText, parts } from "./command.js";
import { foreign, foreignLine, h } from "./dom.js";
import { inOrder, subject } from "./facts.js";
import { mcp } from "./mcp.js";
import { fetches, fetchOf, request } from "./network.js";

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

/** What the request is about, as elements. `change` shows a file that changes, and goes on looking at it; `live` says that
 * an approver has yet to answer. */
export function thing(frame, change, live = false) {
  const about = subject(frame);
  const args = inOrder(frame);
  switch (about.kind) {
    case "command": {
      const [text, marks] = commandText(about.command, about.commands, frame.parsed);
      const [button, bytes] = rawBytes(about.command);
      return [text, button, marks, bytes, parts(about.command, about.commands), fetches(frame.parsed, live), argumentsTree(args, [about.name])];
    }
    case "edit":
    case "write":
    case "delete":
    case "patch":
      return [(change ?? new Change(frame)).element, argumentsTree(args, about.shown)];
    case "network": {
      const one = fetchOf(args, about.url);
      return [request(one, live), argumentsTree(args, one.names)];
    }
    case "mcp":
      return [mcp(frame, about), argumentsTree(args) ?? h("p.faint", {}, "It has no arguments.")];
    default:
      return [argumentsTree(args) ?? h("p.faint", {}, "It has no arguments.")];
  }
}
