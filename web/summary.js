// A request in a line of words, for lists: only where what was read gives one with certainty. Never from what an agent says.

import { foreignLine, h } from "./dom.js";
import { action, shortPath, subject } from "./facts.js";

const name = (text) => ({ code: String(text), kind: "name" });
const file = (text) => ({ code: String(text), kind: "name", path: true });
const texts = (list) => (Array.isArray(list) && list.length && list.every((one) => typeof one === "string" && one !== "") ? list : undefined);

/** `a`, `b` and 3 more. */
function listed(items, most = 3, kind = file) {
  const shown = items.slice(0, most).flatMap((one, at) => [at ? (at === items.length - 1 ? " and " : ", ") : "", kind(one)]);
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
      return named && typeof to === "string" ? [verb === "move" ? "Move " : "Copy ", ...listed(named), " to ", file(to)] : undefined;
    case "push":
      return texts(branches) && typeof to === "string"
        ? [force === true ? "Force-push " : "Push ", ...listed(branches, 3, name), " to ", name(remote(to))] : undefined;
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
      return words?.map((one) => (one.code === undefined ? one : about.kind === "mcp" ? name(one.code) : file(one.code)));
    }
    default:
      return undefined;
  }
}

/** A list shows a beginning; the card shows everything. Names of files are never cut: the directories before them are. */
const MOST = 120;

export function summaryLine(frame) {
  const words = summary(frame);
  const shown = ({ code, kind, path }) => {
    const text = path ? shortPath(code, frame) : code;
    const cut = !path && text.length > MOST;
    return h("code", {}, foreignLine(cut ? text.slice(0, MOST) : text, kind), cut ? "…" : null);
  };
  return words && words.map((one) => (typeof one === "string" ? one : shown(one)));
}
