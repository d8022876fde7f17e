// A request in a line of words, for lists: only where what was read gives one with certainty. Never from what an agent says.

import { foreignLine, h } from "./dom.js";
import { action, subject } from "./facts.js";

const name = (text) => ({ code: String(text), kind: "name" });
const texts = (list) => (Array.isArray(list) && list.length && list.every((one) => typeof one === "string" && one !== "") ? list : undefined);

/** `a`, `b` and 3 more. */
function listed(items, most = 3) {
  const shown = items.slice(0, most).flatMap((one, at) => [at ? (at === items.length - 1 ? " and " : ", ") : "", name(one)]);
  return items.length > most ? [...shown, ` and ${items.length - most} more`] : shown;
}

/** A remote as people say it: host and path, without who logs in and how. */
export function remote(text) {
  const url = /^(?:https?|ssh|git):\/\/(?:[^/@]*@)?([^/:@]+)(?::\d+)?\/([\w./-]+?)(?:\.git)?\/?$/.exec(text);
  const short = /^(?:[\w.-]+@)([\w.-]+):([\w./-]+?)(?:\.git)?\/?$/.exec(text);
  const [, host, path] = url ?? short ?? [];
  return host && /^[\w.-]+$/.test(host) ? `${host}/${path}` : text;
}

/** What a command certainly does. */
function certain({ verb, paths, recursive, to, branches, force }) {
  const named = texts(paths);
  switch (verb) {
    case "delete":
      return named && ["Delete ", ...listed(named), ...(recursive === true ? [" and all in ", named.length > 1 ? "them" : "it"] : [])];
    case "make":
      return named && [`Make the ${named.length > 1 ? "directories" : "directory"} `, ...listed(named)];
    case "move":
    case "copy":
      return named && typeof to === "string" ? [verb === "move" ? "Move " : "Copy ", ...listed(named), " to ", name(to)] : undefined;
    case "push":
      return texts(branches) && typeof to === "string"
        ? [force === true ? "Force-push " : "Push ", ...listed(branches), " to ", name(remote(to))] : undefined;
    default:
      return undefined;
  }
}

/** Words and `{code}` pieces, or nothing where only the thing itself says it all. */
export function summary(frame) {
  const about = subject(frame);
  switch (about.kind) {
    case "command":
      return frame.parsed?.does && typeof frame.parsed.does === "object" ? certain(frame.parsed.does) : undefined;
    case "write":
    case "edit":
    case "delete":
    case "mcp": {
      const [first, ...rest] = action(frame);
      const words = typeof first === "string" ? [first.charAt(0).toUpperCase() + first.slice(1), ...rest] : undefined;
      return words?.map((one) => (one.code === undefined ? one : name(one.code)));
    }
    default:
      return undefined;
  }
}

/** A list shows a beginning; the card shows everything. */
const MOST = 120;

export function summaryLine(frame) {
  const words = summary(frame);
  return words && words.map((one) => (typeof one === "string" ? one : h("code", {}, foreignLine(one.code.slice(0, MOST), one.kind), one.code.length > MOST ? "…" : null)));
}
