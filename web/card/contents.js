// @ts-check
// The thing itself: what would run, be written or be sent. Whole: nothing is cut, long lines wrap.

import { foreign, foreignLine, h } from "../dom.js";
import { words } from "../text/card.js";
import { commandText } from "./command.js";
import { FileChange } from "./file-change.js";
import { fetchOf } from "./fetch.js";
import { fetches, isOdd, request } from "./network.js";
import { inOrder, subject } from "./subject.js";
import { danger, isWhole } from "./title.js";

/** So many lines are on the first screen of a phone. */
const FIRST = 6;
/** Names that say what a thing is stand first, where nobody said another order. */
const LEADING = ["title", "name", "to", "subject", "summary"];

function value(one) {
  if (typeof one === "string") return h("div.text", {}, foreign(one));
  if (one === null || typeof one !== "object") return h("code", {}, JSON.stringify(one));
  const list = Array.isArray(one);
  const entries = list ? one.map((item) => ["•", item]) : Object.entries(one);
  if (!entries.length) return h("code", {}, list ? "[]" : "{}");
  return tree(entries);
}

function tree(entries) {
  return h("dl.tree", {}, entries.map(([name, one]) => [h("dt", {}, foreignLine(name, "name")), h("dd", {}, value(one))]));
}

/** Arguments as a tree, without those that are shown otherwise. */
export function argumentsTree(args, shown = []) {
  const entries = Object.entries(args ?? {}).filter(([name]) => !shown.includes(name));
  return entries.length ? tree(entries) : null;
}

/** The arguments in the order of the tool's schema, or of what the agent sent; else what names the thing comes first. */
function ordered(frame) {
  const args = inOrder(frame);
  if (Array.isArray(frame.arguments_order)) return args;
  const schema = frame.args_schema?.properties && typeof frame.args_schema.properties === "object" ? Object.keys(frame.args_schema.properties) : [];
  const order = (schema.some((name, at) => at && name < schema[at - 1]) ? schema : LEADING).filter((name) => Object.hasOwn(args, name));
  return Object.fromEntries([...order, ...Object.keys(args)].map((name) => [name, args[name]]));
}

/** A button that leads to the line that weighs most, where that is not in sight from the start. */
function jump({ element, line, does }) {
  element.tabIndex = -1;
  const go = () => {
    element.scrollIntoView({ block: "center" });
    element.focus({ preventScroll: true });
  };
  return h("button.jump", { type: "button", on: { click: go } }, "↓ ", words.jump(line, does));
}

/** @param {import("./subject.js").Subject} about */
function mail({ to, subject: title, body }) {
  const row = (name, one) => [h("dt", {}, name), h("dd", {}, one)];
  return h("div.mail", {},
    h("dl.mail-head", {}, row(words.mailTo, to.map((one, at) => [at ? ", " : "", h("code", {}, foreignLine(one, "name"))])), title ? row(words.mailSubject, h("strong", {}, foreignLine(title.text))) : null),
    h("div.mail-body", {}, foreign(body.text)));
}

/** The path of a file, where the title has not all of it. */
const whole = (about, frame) => (isWhole(frame) ? null : h("p.whole-path", {}, h("code", {}, foreign(about.path.text))));

/** What the request is about, as elements. `change` shows a file that changes, and goes on looking at it; `live` says that
 * an approver has yet to answer. */
export function thing(frame, change, live = false) {
  const about = subject(frame);
  const args = inOrder(frame);
  switch (about.kind) {
    case "command": {
      const { block, line, lines } = commandText(about.command, about.commands, { parsed: frame.parsed, gravest: danger(frame) });
      return [line && lines > FIRST && line.line > FIRST - 1 ? jump(line) : null, block, isOdd(frame.parsed) ? fetches(frame.parsed, live) : null, argumentsTree(args, [about.name])];
    }
    case "edit":
    case "write":
    case "delete":
    case "patch":
      return [about.path ? whole(about, frame) : null, (change ?? new FileChange(frame)).element, argumentsTree(args, about.shown)];
    case "network": {
      const one = fetchOf(args, about.url);
      return [request(one, live), argumentsTree(args, one.names)];
    }
    case "mail":
      return [mail(about), argumentsTree(args, about.shown)];
    case "path":
      return [whole(about, frame), argumentsTree(args) ?? h("p.faint", {}, words.noArguments)];
    default:
      return [argumentsTree(ordered(frame)) ?? h("p.faint", {}, words.noArguments)];
  }
}
