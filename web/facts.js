// What a request is about, from what was parsed. Never from the agent's own description.

export const RISKS = ["low", "medium", "high", "critical"];

const PATHS = ["file_path", "path", "filename", "filePath", "target_file", "notebook_path"];
const CONTENTS = ["content", "contents", "file_text", "text"];
const OLD = ["old_string", "old_str", "oldString", "search"];
const NEW = ["new_string", "new_str", "newString", "replace"];
const WRITES = /^(write|write_file|writefile|create_file|save_file|write_to_file|create_new_file)$/i;
const EDITS = /^(edit|edit_file|str_replace|str_replace_editor|str_replace_based_edit_tool|replace|replace_in_file|search_replace|search_and_replace)$/i;
const MANY = /^(multi_edit|multiedit)$/i;
const DELETES = /^(delete|remove|delete_file|deletefile|remove_file)$/i;
const PATCHES = /^(apply_patch|applypatch|patch|apply_diff)$/i;

function first(args, names) {
  const name = names.find((one) => typeof args[one] === "string");
  return name === undefined ? undefined : { name, text: args[name] };
}

function lineCount(text) {
  if (!text) return 0;
  return text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
}

/** One replacement, as the tools of different makers spell it. */
function replacement(args) {
  const [from, to] = [first(args, OLD), first(args, NEW)];
  return from && to ? { from: from.text, to: to.text, all: args.replace_all === true, names: [from.name, to.name, "replace_all"] } : undefined;
}

/** What a call does to one file: `{kind: "write" | "edit" | "delete" | "patch", path, …, shown}`; `shown` are the arguments it is made of. */
function fileChange(frame, args, path) {
  const patch = PATCHES.test(frame.tool) ? first(args, ["patch", "input", "diff"]) : undefined;
  if (patch) return { kind: "patch", path, patch: patch.text, shown: [patch.name] };
  if (!path) return undefined;
  const content = first(args, CONTENTS);
  if ((WRITES.test(frame.tool) || args.command === "create") && content) {
    return { kind: "write", path, content, shown: [path.name, content.name, ...(args.command === "create" ? ["command"] : [])] };
  }
  if (EDITS.test(frame.tool) && (args.command === undefined || args.command === "str_replace")) {
    const one = replacement(args);
    if (one) return { kind: "edit", path, edits: [one], shown: [path.name, ...one.names, ...(args.command ? ["command"] : [])] };
  }
  if (MANY.test(frame.tool) && Array.isArray(args.edits)) {
    const edits = args.edits.map((one) => (one && typeof one === "object" ? replacement(one) : undefined));
    // What is not understood whole is shown as it was sent.
    const known = args.edits.every((one) => one && typeof one === "object" && Object.keys(one).every((name) => [...OLD, ...NEW, "replace_all"].includes(name)));
    if (edits.length && known && edits.every(Boolean)) return { kind: "edit", path, edits, shown: [path.name, "edits"] };
  }
  if (DELETES.test(frame.tool)) return { kind: "delete", path, shown: [path.name] };
  return undefined;
}

/** What a file would hold after the change: `{text}` if that can be told, `{wrong}` in words if the tool could not do it. */
export function changed(about, before) {
  if (about.kind === "write") return { text: about.content.text };
  if (about.kind === "delete") return { text: "" };
  let text = before;
  for (const { from, to, all } of about.edits) {
    const count = from === "" ? 0 : text.split(from).length - 1;
    if (from === "" && text === "") {
      text = to;
    } else if (count === 0) {
      return { wrong: "The file does not contain the text to replace: the tool would fail, or change something else." };
    } else if (count > 1 && !all) {
      return { wrong: `The file contains the text to replace ${count} times, and the call does not say which one it means.` };
    } else {
      // Not `replace`: a dollar in the new text means itself.
      text = all ? text.split(from).join(to) : text.slice(0, text.indexOf(from)) + to + text.slice(text.indexOf(from) + from.length);
    }
  }
  return { text };
}

/** The kind of thing a request is, and its pieces. */
export function subject(frame) {
  const args = frame.arguments ?? {};
  const parsed = frame.parsed ?? {};
  if (parsed.argument && typeof args[parsed.argument] === "string") {
    return { kind: "command", name: parsed.argument, command: args[parsed.argument], commands: parsed.commands ?? [] };
  }
  if (frame.category === "command" && typeof args.command === "string") {
    return { kind: "command", name: "command", command: args.command, commands: [] };
  }
  const path = first(args, PATHS);
  const change = fileChange(frame, args, path);
  if (change) return change;
  const mcp = /^mcp__(.+?)__(.+)$/s.exec(frame.tool);
  if (mcp) return { kind: "mcp", server: mcp[1], tool: mcp[2] };
  const url = first(args, ["url", "uri"]);
  if (url && frame.category !== "command") return { kind: "network", url };
  if (path) return { kind: "path", path };
  return { kind: "other" };
}

/** Where a URL leads, as a browser would read it; punycode is what is really asked. */
export function hostOf(text) {
  try {
    return new URL(text).host;
  } catch {
    return undefined;
  }
}

const code = (text, kind = "text") => ({ code: text, kind });

const EFFECTS = {
  write: "changes files", code: "runs code of the project", fetch: "asks another machine",
  send: "reaches other machines", delete: "deletes", system: "changes the system", run: "runs what it is given",
};

/** The commands that do something themselves, each with those that run it: `[{name, through, effect}]`, each once. */
function doers(commands) {
  const wrappers = new Set(commands.map((one) => one.inside).filter((at) => at !== undefined));
  const found = new Map();
  commands.forEach((one, at) => {
    const name = one.name ?? one.program;
    if (!name || wrappers.has(at)) return;
    const through = [];
    for (let up = commands[one.inside]; up && through.length < 8; up = commands[up.inside]) through.unshift(up.name ?? up.program ?? "?");
    const key = JSON.stringify([name, through]);
    if (!found.has(key)) found.set(key, { name, through, effect: Object.hasOwn(EFFECTS, one.effect ?? "") ? EFFECTS[one.effect] : undefined });
  });
  return [...found.values()];
}

function listed(items) {
  const shown = items.slice(0, 6).flatMap(({ name, through, effect }, at) => [
    at ? ", " : "",
    code(name),
    ...through.flatMap((one, place) => [place ? ", " : " through ", code(one)]),
    effect ? ` (${effect})` : "",
  ]);
  return items.length > 6 ? [...shown, ` and ${items.length - 6} more`] : shown;
}

const number = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

/** What it would do, as words and `{code}` pieces. */
export function action(frame) {
  const about = subject(frame);
  switch (about.kind) {
    case "command": {
      const all = doers(about.commands);
      const count = about.commands.filter((one) => one.inside === undefined).length;
      // Naming only what was read would hide what was not.
      if (frame.parsed?.unread === true) return ["run a command that cannot be read whole", ...(all.length ? ["; what was read of it runs ", ...listed(all)] : [])];
      if (!all.length) return ["run ", count > 1 ? number(count, "command") : "a command"];
      const many = Math.max(count, all.length);
      return ["run ", ...(many > 1 ? [`${number(many, "command")}: `] : []), ...listed(all)];
    }
    case "write":
      return [`write ${number(lineCount(about.content.text), "line")} to `, code(about.path.text)];
    case "edit": {
      if (about.edits.length > 1) return [`make ${about.edits.length} replacements in `, code(about.path.text)];
      const [only] = about.edits;
      const all = only.all ? "every occurrence of " : "";
      return [`replace ${all}${number(lineCount(only.from), "line")} by ${number(lineCount(only.to), "line")} in `, code(about.path.text)];
    }
    case "delete":
      return ["delete ", code(about.path.text)];
    case "patch":
      return [`apply a patch of ${number(lineCount(about.patch), "line")}`, ...(about.path ? [" to ", code(about.path.text)] : [])];
    case "mcp":
      return ["call ", code(about.tool, "name"), " of the MCP server ", code(about.server, "name")];
    case "network": {
      const host = hostOf(about.url.text);
      return host ? ["reach ", code(host, "name"), " over the network"] : ["reach an address that cannot be read"];
    }
    case "path":
      return ["use ", code(frame.tool, "name"), " on ", code(about.path.text)];
    default: {
      const count = Object.keys(frame.arguments ?? {}).length;
      return ["use the tool ", code(frame.tool, "name"), ` with ${number(count, "argument")}`];
    }
  }
}

/** A path the way people say it: below the project or the home directory. */
export function place(frame) {
  const { cwd, project, home } = frame;
  if (!cwd) return undefined;
  const inside = (base) => base && base !== "/" && (cwd === base || cwd.startsWith(`${base}/`));
  if (inside(home)) return `~${cwd.slice(home.length)}`;
  if (inside(project)) return cwd;
  return cwd;
}

/** So many letters of the directories before a name are shown in lists. */
const DIRECTORIES = 24;

/** A path for lists: below the project or the home directory, long directories left out, the name itself always whole. */
export function shortPath(path, { project, home } = {}) {
  const below = (base, sign) => (base && base !== "/" && path.startsWith(`${base}/`) ? `${sign}${path.slice(base.length + 1)}` : undefined);
  const told = below(project, "") ?? below(home, "~/") ?? path;
  const cut = told.replace(/\/+$/, "").lastIndexOf("/") + 1;
  const directories = told.slice(0, cut);
  if (directories.length <= DIRECTORIES) return told;
  // Where it begins and where it ends tell most.
  const [start] = /^\/?[^/]*\//.exec(directories);
  const end = directories.slice(directories.slice(0, -1).lastIndexOf("/") + 1);
  const kept = (one) => (one.length <= DIRECTORIES / 2 ? one : "");
  return `${kept(start)}…/${end.length < directories.length - start.length ? kept(end) : ""}${told.slice(cut)}`;
}

/** A command for lists: long directories left out of its absolute paths, everything else as it is. */
export function shortCommand(text) {
  return text.replace(/(?<=^|[\s=:'"@(<>])\/(?!\/)[^\s'"`;|&<>()$*?{}[\]\\]+/g, (path) => shortPath(path));
}

/** Which agent, and on which host, as far as it says. */
export function who(frame) {
  return frame.host ? `${frame.agent ?? "agent"}@${frame.host}` : frame.agent;
}

/** One line that stands for the request in lists: the thing itself, not a story about it. */
export function line(frame) {
  return lineOf(frame, (path) => path);
}

/** The same for rows with little room: names of files are whole, the directories before them need not be. */
export function shortLine(frame) {
  const about = subject(frame);
  return about.kind === "command" ? shortCommand(about.command) : lineOf(frame, (path) => shortPath(path, frame));
}

function lineOf(frame, shown) {
  const about = subject(frame);
  switch (about.kind) {
    case "command":
      return about.command;
    case "write":
      return `write ${shown(about.path.text)}`;
    case "edit":
      return `edit ${shown(about.path.text)}`;
    case "delete":
      return `delete ${shown(about.path.text)}`;
    case "network":
      return `${frame.tool} ${about.url.text}`;
    case "path":
      return `${frame.tool} ${shown(about.path.text)}`;
    default: {
      const text = JSON.stringify(inOrder(frame));
      return `${frame.tool} ${text.length > 200 ? `${text.slice(0, 200)}…` : text}`;
    }
  }
}

export const risk = (frame) => (RISKS.includes(frame.risk?.level) ? frame.risk.level : "high");

const time = (text) => (text ? Date.parse(text) : Infinity);

/** Gravest first, then what ends soonest, then the oldest. */
export function sorted(frames) {
  // Times are read once for each, not once for each comparison.
  const keyed = frames.map((frame) => ({ frame, grave: RISKS.indexOf(risk(frame)), end: time(frame.expires_at), made: Date.parse(frame.created_at) }));
  const order = (one, other) => (one === other || Number.isNaN(one - other) ? 0 : one - other);
  keyed.sort((one, other) => other.grave - one.grave || order(one.end, other.end) || order(one.made, other.made) || (one.frame.id < other.frame.id ? -1 : 1));
  return keyed.map(({ frame }) => frame);
}

/** The arguments of a call as the agent ordered them; whatever the order says, each is there once. */
export function inOrder({ arguments: args, arguments_order: order }) {
  const names = (Array.isArray(order) ? order : []).filter((name) => Object.hasOwn(args ?? {}, name));
  return { ...Object.fromEntries(names.map((name) => [name, args[name]])), ...args };
}

/** The same call of the same session, so that "all of them" means what it says. */
export function likeness(frame) {
  return JSON.stringify([frame.session_id, frame.call_hash ?? [frame.tool, frame.arguments, frame.cwd]]);
}

/** How long, in words. */
export function span(milliseconds) {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 172800) return `${Math.floor(seconds / 3600)} h`;
  return `${Math.floor(seconds / 86400)} d`;
}
