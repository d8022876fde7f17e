// @ts-check
// The deed of a request and its target, in one line: from what was read, never from what an agent says of it.

import { foreignLine, h } from "../dom.js";
import * as deeds from "../text/deeds.js";
import { folder, shortPath } from "../text/paths.js";
import { fetchOf } from "./fetch.js";
import { files } from "./patch.js";
import { hostOf, isFloor, subject } from "./subject.js";

/** What weighs more stands in the title. */
const WEIGHTS = { delete: 9, send: 8, system: 7, run: 6, fetch: 4, code: 3, write: 3, state: 1, read: 0 };
/** Files that leave this machine. */
const SENDS = 12;
const UNKNOWN = 2;
const FLOOR = 40;
const DENIED = 100;
/** From here on, one command of several is what the call is about. */
const GRAVE = 9;
/** Longer names are cut here; the card has them whole below. */
const MOST = 48;

/** The marks of files in a stretch of the command that are used in one of these ways. */
function marksIn(frame, span, uses) {
  if (!Array.isArray(span)) return [];
  return (frame.parsed?.marks ?? []).filter((one) => Array.isArray(one?.span) && uses.includes(one.use) && one.span[0] >= span[0] && one.span[1] <= span[1]);
}

/** The same as the text has them. */
function targetsIn(frame, about, span, uses) {
  const marks = marksIn(frame, span, uses);
  if (!marks.length) return [];
  const bytes = new TextEncoder().encode(about.command);
  return marks.map((one) => new TextDecoder().decode(bytes.slice(...one.span)));
}

/** How much a command of a call weighs. Wrappers weigh as what they run. */
function weight(frame, one, inner) {
  if (inner || one.verdict === "allow") return 0;
  const floor = (one.findings ?? []).some((finding) => finding.verdict !== "allow" && isFloor(finding));
  const outside = marksIn(frame, one.span, ["write", "delete"]).some(({ lies }) => lies === "outside");
  return (one.verdict === "deny" ? DENIED : 0) + (floor ? FLOOR : 0) + (one.does?.verb === "send" ? SENDS : Object.hasOwn(WEIGHTS, one.effect ?? "") ? WEIGHTS[one.effect] : UNKNOWN) + (one.as_root ? 3 : 0) + (outside ? 5 : 0);
}

const cache = new WeakMap();

/** The command that a call is about most: `{one, weight}`; nothing if nothing was read. */
export function gravest(frame) {
  const kept = cache.get(frame);
  if (kept) return kept;
  const about = subject(frame);
  const commands = about.kind === "command" ? about.commands : [];
  const wrappers = new Set(commands.map((one) => one.inside).filter((at) => at !== undefined));
  let found;
  commands.forEach((one, at) => {
    const heavy = weight(frame, one, wrappers.has(at));
    if (!wrappers.has(at) && one.program && (!found || heavy > found.weight)) found = { one, at, weight: heavy };
  });
  if (found) cache.set(frame, found);
  return found;
}

/** The number of the command that is dangerous, if one is. */
export const danger = (frame) => (gravest(frame)?.weight >= GRAVE || frame.risk?.deeds?.length > 0 ? gravest(frame)?.at : undefined);

/** What one command does. */
function deedOf(frame, about, one) {
  const program = one.name ?? one.program;
  const targets = targetsIn(frame, about, one.span, [one.effect]);
  const words = (one.does && typeof one.does === "object" ? deeds.certain(one.does) : undefined) ?? deeds.likely({ program, effect: one.effect, targets });
  return one.as_root === true ? [...words, deeds.asRoot] : words;
}

function ofCommand(frame, about) {
  if (frame.parsed?.unread === true) return deeds.unread;
  const top = about.commands.filter((one) => one.inside === undefined).length;
  const found = gravest(frame);
  // What is certain of all of it was read when it was judged.
  const whole = frame.parsed?.does && typeof frame.parsed.does === "object" ? deeds.certain(frame.parsed.does) : undefined;
  if (top < 2) return whole ?? (found ? deedOf(frame, about, found.one) : deeds.someCommand);
  if (!found) return deeds.several(top, folder(frame));
  if (found.weight < GRAVE) return deeds.several(top, folder(frame));
  return [...deedOf(frame, about, found.one), { more: deeds.andMore(top - 1) }];
}

/** Words and `{code}` pieces; `file` is what the hub said of the file that changes. */
export function title(frame, file) {
  const about = subject(frame);
  switch (about.kind) {
    case "command":
      return ofCommand(frame, about);
    case "write":
    case "edit":
    case "delete":
      return deeds.changing(about.kind, about.path.text, file?.state);
    case "patch":
      return deeds.patching([...new Set(files(about.patch).map(({ name }) => name).filter(Boolean))]);
    case "mail":
      return deeds.mailing(about.to);
    case "mcp":
      return deeds.calling(about.tool, about.server);
    case "network": {
      const { sends, method } = fetchOf(frame.arguments, about.url);
      return deeds.reaching(hostOf(about.url.text), sends.length > 0, method);
    }
    case "path":
      return frame.category === "read" ? deeds.reading(about.path.text) : deeds.using(frame.tool, about.path.text);
    default:
      return deeds.using(frame.tool);
  }
}

/** In a row of a list even the directories of a short path may be too much. */
const BRIEF = 26;

/** What of a piece is shown where there is little room, and whether that is less than all of it. */
function short(piece, frame, brief) {
  const whole = piece.path ? shortPath(piece.code, frame) : piece.code;
  const slash = whole.replace(/\/+$/, "").lastIndexOf("/");
  const text = brief && piece.path && whole.length > BRIEF && slash > 0 ? `…${whole.slice(slash)}` : whole;
  const cut = text.length > MOST;
  // The end of a path is its name.
  return { text: !cut ? text : piece.path ? text.slice(-MOST) : text.slice(0, MOST), cut, path: piece.path };
}

/** A title as elements; `brief` where it is one row of many. @param {any} frame @param {any} [file] @param {boolean} [brief] */
export function titleLine(frame, file, brief = false) {
  return title(frame, file).map((piece) => {
    if (typeof piece === "string") return piece;
    if (piece.more) return [" ", h("span.and-more", {}, piece.more)];
    const { text, cut, path } = short(piece, frame, brief);
    return h("code", {}, cut && path ? "…" : null, foreignLine(text, piece.kind), cut && !path ? "…" : null);
  });
}

/** Whether the title names its file with all that is in its path. */
export const isWhole = (frame, file) => title(frame, file).every((piece) => typeof piece === "string" || piece.more || short(piece, frame, false).text === piece.code);

/** A title as text, for those who search and for windows without room. */
export const titleText = (frame) => title(frame).map((piece) => (typeof piece === "string" ? piece : piece.code ?? ` ${piece.more}`)).join("");

const TYPEABLE = /^[\w.+@-]{1,32}$/;
const last = (path) => path.replace(/[/*]+$/, "").split("/").at(-1);

/** What is lost if a critical call was a mistake: the word a person types to confirm it. Never the program that gives rights. */
export function victim(frame) {
  const found = gravest(frame)?.one;
  const about = subject(frame);
  const does = found?.does ?? {};
  const targets = found ? targetsIn(frame, about, found.span, ["delete", "write"]) : [];
  const named = [
    ...(texts(does.branches) ?? []), ...(texts(does.paths) ?? []).map(last), ...targets.map(last), ...(texts(does.hosts) ?? []),
    ...(about.path ? [last(about.path.text)] : []), found?.program?.split("/").at(-1), "allow",
  ];
  return named.find((one) => TYPEABLE.test(one ?? ""));
}

const texts = (list) => (Array.isArray(list) ? list.filter((one) => typeof one === "string") : undefined);
