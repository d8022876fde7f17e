// What a request is about, from what was parsed. Never from the agent's own description.

export const RISKS = ["low", "medium", "high", "critical"];

const PATHS = ["file_path", "path", "filename", "filePath", "target_file", "notebook_path"];
const CONTENTS = ["content", "contents", "file_text", "text"];
const OLD = ["old_string", "old_str", "oldString"];
const NEW = ["new_string", "new_str", "newString"];
const WRITES = /^(write|write_file|writefile|create_file|save_file|write_to_file)$/i;
const EDITS = /^(edit|edit_file|str_replace|str_replace_editor|replace|search_replace)$/i;

function first(args, names) {
  const name = names.find((one) => typeof args[one] === "string");
  return name === undefined ? undefined : { name, text: args[name] };
}

function lineCount(text) {
  if (!text) return 0;
  return text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
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
  if (path && EDITS.test(frame.tool)) {
    const [from, to] = [first(args, OLD), first(args, NEW)];
    if (from && to) return { kind: "edit", path, from, to };
  }
  if (path && WRITES.test(frame.tool)) {
    const content = first(args, CONTENTS);
    if (content) return { kind: "write", path, content };
  }
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

function programs(commands) {
  const names = [];
  for (const one of commands) if (one.program && !names.includes(one.program)) names.push(one.program);
  return names;
}

function listed(items) {
  const shown = items.slice(0, 6).flatMap((item, at) => (at ? [", ", code(item)] : [code(item)]));
  return items.length > 6 ? [...shown, ` and ${items.length - 6} more`] : shown;
}

const number = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

/** What it would do, as words and `{code}` pieces. */
export function action(frame) {
  const about = subject(frame);
  switch (about.kind) {
    case "command": {
      const count = about.commands.length;
      const names = programs(about.commands);
      if (!names.length) return ["run ", count > 1 ? number(count, "command") : "a command"];
      return ["run ", ...(count > 1 ? [`${number(count, "command")}: `] : []), ...listed(names)];
    }
    case "write":
      return [`write ${number(lineCount(about.content.text), "line")} to `, code(about.path.text)];
    case "edit": {
      const [from, to] = [lineCount(about.from.text), lineCount(about.to.text)];
      const all = frame.arguments.replace_all === true ? "every occurrence of " : "";
      return [`replace ${all}${number(from, "line")} by ${number(to, "line")} in `, code(about.path.text)];
    }
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

/** One line that stands for the request in lists: the thing itself, not a story about it. */
export function line(frame) {
  const about = subject(frame);
  switch (about.kind) {
    case "command":
      return about.command;
    case "write":
      return `write ${about.path.text}`;
    case "edit":
      return `edit ${about.path.text}`;
    case "network":
      return `${frame.tool} ${about.url.text}`;
    case "path":
      return `${frame.tool} ${about.path.text}`;
    default: {
      const text = JSON.stringify(frame.arguments ?? {});
      return `${frame.tool} ${text.length > 200 ? `${text.slice(0, 200)}…` : text}`;
    }
  }
}

export const risk = (frame) => (RISKS.includes(frame.risk?.level) ? frame.risk.level : "high");

/** Gravest first, then what ends soonest, then the oldest. */
export function compare(one, other) {
  const grave = RISKS.indexOf(risk(other)) - RISKS.indexOf(risk(one));
  if (grave) return grave;
  const end = (frame) => (frame.expires_at ? Date.parse(frame.expires_at) : Infinity);
  const sooner = end(one) - end(other);
  if (sooner && !Number.isNaN(sooner)) return sooner;
  const older = Date.parse(one.created_at) - Date.parse(other.created_at);
  if (older && !Number.isNaN(older)) return older;
  return one.id < other.id ? -1 : 1;
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
