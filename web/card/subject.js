// @ts-check
// What a request is about, from what was parsed. Never from the agent's own description.

import { FILES, NEW, OLD, WRITTEN } from "../knowledge.js";
import { words } from "../text/changes.js";

export const RISKS = ["low", "medium", "high", "critical"];

const WRITES = /^(write|write_file|writefile|create_file|save_file|write_to_file|create_new_file)$/i;
const EDITS = /^(edit|edit_file|str_replace|str_replace_editor|str_replace_based_edit_tool|replace|replace_in_file|search_replace|search_and_replace)$/i;
const MANY = /^(multi_edit|multiedit)$/i;
const DELETES = /^(delete|remove|delete_file|deletefile|remove_file)$/i;
const PATCHES = /^(apply_patch|applypatch|patch|apply_diff)$/i;

const MAILS = /mail|message/i;
const TO = ["to", "recipient", "recipients"];
const BODIES = ["body", "text", "message", "content", "html"];

function first(args, names) {
  const name = names.find((one) => typeof args[one] === "string");
  return name === undefined ? undefined : { name, text: args[name] };
}

/** One replacement, as the tools of different makers spell it. */
function replacement(args) {
  const [from, to] = [first(args, OLD), first(args, NEW)];
  return from && to ? { from: from.text, to: to.text, all: args.replace_all === true, names: [from.name, to.name, "replace_all"] } : undefined;
}

/** A mail, as far as its arguments tell. */
function mailOf(args) {
  const to = TO.find((name) => typeof args[name] === "string" || (Array.isArray(args[name]) && args[name].length && args[name].every((one) => typeof one === "string")));
  const subject_ = first(args, ["subject", "title"]);
  const body = first(args, BODIES);
  if (!to || !body) return undefined;
  return { to: [args[to]].flat(), subject: subject_, body, shown: [to, body.name, ...(subject_ ? [subject_.name] : [])] };
}

/**
 * What a call does to one file; `shown` are the arguments it is made of.
 * @param {any} frame @param {any} args @param {Argument | undefined} path @returns {Subject | undefined}
 */
function fileChange(frame, args, path) {
  const patch = PATCHES.test(frame.tool) ? first(args, ["patch", "input", "diff"]) : undefined;
  if (patch) return { kind: "patch", path, patch: patch.text, shown: [patch.name] };
  if (!path) return undefined;
  const content = first(args, WRITTEN);
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
      return { wrong: words.missing };
    } else if (count > 1 && !all) {
      return { wrong: words.several(count) };
    } else {
      // Not `replace`: a dollar in the new text means itself.
      text = all ? text.split(from).join(to) : text.slice(0, text.indexOf(from)) + to + text.slice(text.indexOf(from) + from.length);
    }
  }
  return { text };
}

/** @typedef {{name: string, text: string}} Argument */
/** @typedef {{kind: "command" | "write" | "edit" | "delete" | "patch" | "mail" | "mcp" | "network" | "path" | "other", name?: string, command?: string, commands?: any[], path?: Argument, content?: Argument, edits?: {from: string, to: string, all: boolean, names: string[]}[], patch?: string, shown?: string[], server?: string, tool?: string, to?: string[], subject?: Argument, body?: Argument, url?: Argument}} Subject */

/** The kind of thing a request is, and its pieces. @param {any} frame @returns {Subject} */
export function subject(frame) {
  const args = frame.arguments ?? {};
  const parsed = frame.parsed ?? {};
  if (parsed.argument && typeof args[parsed.argument] === "string") {
    return { kind: "command", name: parsed.argument, command: args[parsed.argument], commands: parsed.commands ?? [] };
  }
  if (frame.category === "command" && typeof args.command === "string") {
    return { kind: "command", name: "command", command: args.command, commands: [] };
  }
  const path = first(args, FILES);
  const change = fileChange(frame, args, path);
  if (change) return change;
  const [, server, tool] = /^mcp__(.+?)__(.+)$/s.exec(frame.tool) ?? [];
  const mail = MAILS.test(tool ?? frame.tool) ? mailOf(args) : undefined;
  if (mail) return { kind: "mail", server, tool: tool ?? frame.tool, ...mail };
  if (server) return { kind: "mcp", server, tool };
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

/** What people call the agent of a request or of a session. */
export const agentOf = (one) => one.agent_title ?? one.agent;

/** Which agent, and on which host, as far as it says. */
export function who(frame) {
  return frame.host ? `${agentOf(frame) ?? "agent"}@${frame.host}` : agentOf(frame);
}

/** One line that stands for the request where it is looked for or exported: the thing itself, whole. */
export function line(frame) {
  const about = subject(frame);
  switch (about.kind) {
    case "command":
      return about.command;
    case "write":
    case "edit":
    case "delete":
      return `${about.kind} ${about.path.text}`;
    case "network":
      return `${frame.tool} ${about.url.text}`;
    case "path":
      return `${frame.tool} ${about.path.text}`;
    default: {
      const text = JSON.stringify(inOrder(frame));
      return `${frame.tool} ${text.length > 200 ? `${text.slice(0, 200)}…` : text}`;
    }
  }
}

/** Whether a finding is of a kind that no rule lifts by itself: the stages are the hub's own names. */
export const isFloor = ({ stage }) => /floor/.test(stage ?? "");

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
