// A hub that only plays: it serves the page and speaks the protocol, so that what the page shows can be tested with
// requests no engine would make. What the real hub does is tested against the real hub.

import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { WebSocketServer } from "ws";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const TYPES = { ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml", ".png": "image/png", ".webmanifest": "application/manifest+json" };
export const CSP =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; " +
  "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

const ASKS = { verdict: "ask", source: "none", rule: null, reason: "no rule covers `rm`", outside: false, high_risk: false, findings: [{ verdict: "ask", stage: "layers", source: "none", rule: null, location: null, span: [14, 26], reason: "no rule covers `rm`" }] };

let number = 0;

/** A request as the gate would frame it. */
export function frame(fields = {}) {
  number += 1;
  const args = fields.arguments ?? { command: "npm install" };
  return {
    type: "approval_needed", id: `ap_${String(number).padStart(6, "0")}`, tool: "bash", arguments: args,
    tool_call_id: `call_${number}`, session_id: "sess_a", parent_session_id: null, agent: "claude-code",
    cwd: "/home/mia/app", project: "/home/mia/app", home: "/home/mia", category: "command", description: null,
    tool_description: null, risk: { level: "medium", reasons: ["no rule covers it"] }, outside_project: false,
    options: [
      { id: "once", kind: "allow_once" }, { id: "soft", kind: "reject_once" }, { id: "hard", kind: "reject_once" },
      { id: "session-exact", kind: "allow_always", scope: "session", breadth: "exact", covers: ["sha256:12"], words: "exactly this call" },
      { id: "session-prefix", kind: "allow_always", scope: "session", breadth: "prefix", covers: ["Bash(npm install *)"], words: "`npm install` with anything" },
    ],
    editable: true, call_hash: `sha256:${createHash("sha256").update(JSON.stringify(args)).digest("hex")}`,
    created_at: new Date().toISOString(), expires_at: new Date(Date.now() + 600000).toISOString(),
    ...fields,
  };
}

/** A command with its parts: `[text, verdict, reason, rule]`. */
export function command(parts, joint = " && ", fields = {}) {
  let at = 0;
  const commands = parts.map(([text, verdict, reason, rule]) => {
    const span = [at, at + Buffer.byteLength(text)];
    at = span[1] + Buffer.byteLength(joint);
    return { span, program: text.split(" ")[0], verdict, findings: [{ verdict, stage: "layers", source: "config", rule: rule ?? null, location: rule ? "policy.yaml:7" : null, reason }] };
  });
  return frame({ arguments: { command: parts.map(([text]) => text).join(joint) }, parsed: { argument: "command", commands, findings: [], outside_project: false }, ...fields });
}

export async function start() {
  const pending = new Map();
  const answers = [];
  const sockets = new Set();
  /** By the id of a request, the file as the hub would show it, and how far a grant would reach. */
  const files = {};
  /** By the id of a request that ended, what the hub keeps of it. */
  const past = {};
  const taken = new Set();
  const gone = new Map();
  let slow;
  let together;
  let radius = { looked: 0, covered: 0, rejected: 0, in_reach: 0, calls: [] };
  const records = [];
  let stopped = null;
  let grants = [];
  /** What other tests than those of its own want: sessions, rules. */
  let sessions;
  let rules;
  let me = "page";
  let digest;
  const body = async (request) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    return text ? JSON.parse(text) : {};
  };
  const tell = (told) => {
    for (const socket of sockets) socket.send(JSON.stringify(told));
  };
  const routes = {
    "POST /v1/login": () => ({ key: "k", role: "admin" }),
    "GET /v1/whoami": () => ({ id: "tok_1", name: me, role: "admin" }),
    "POST /v1/name": ({ name }) => {
      me = `page: ${name}`;
      return { key: "k2", name: me };
    },
    "GET /v1/tokens": () => ({ tokens: [
      { id: "tok_1", name: me, role: "admin", session: null, created_at: new Date().toISOString(), expires_at: null, live: true },
      { id: "tok_2", name: "builder", role: "agent", session: null, created_at: new Date().toISOString(), expires_at: null, live: true },
    ] }),
    "GET /v1/policy/files": () => ({ files: [{ path: "/home/mia/.config/byleave/policy.yaml", layer: "user", trusted: true, text: "permissions:\n  \"Bash(git status)\": {allowed: true}\n" }] }),
    "POST /v1/try": ({ tool }) => ({
      usable: true, problems: [], lints: [{ code: "wide", rule: "Bash(bash *)", location: "draft.yaml:4", message: "it runs whatever it is given" }],
      ...(tool ? { profile: "byleave", decision: ASKS, decided_us: 3, digest: "sha256:0", remedy: { allow: ["Bash(rm x)"] }, profiles: { byleave: ASKS, connectonion: ASKS, oricore: ASKS, ollama: ASKS } } : {}),
    }),
    "POST /v1/replay": () => ({
      matrix: { allow: { allow: 5, ask: 0, deny: 1 }, ask: { allow: 2, ask: 1, deny: 0 }, deny: { allow: 0, ask: 0, deny: 3 } }, counted: 12, changed: 3, lost_grants: 0, more: false, problems: [],
      calls: [{ number: 4, tool: "bash", category: "command", arguments: { command: "npm \u202etest" }, was: "ask", now: "allow", reason: "a rule", rule: "Bash(npm *)", timestamp: new Date().toISOString() }],
    }),
    "GET /v1/requests": () => ({ requests: [...pending.values()], next: null, pending: pending.size }),
    "GET /v1/records": (_, query) => {
      const most = Number(query.get("limit") ?? 100);
      const before = Number(query.get("before") ?? Infinity);
      const rows = records.map(({ state, ...entry }, at) => ({ number: records.length - at, hash: "", entry, ...(state ? { state } : {}) })).filter((row) => row.number < before);
      return { records: rows.slice(0, most), next: stopped ?? (rows.length > most ? rows[most - 1].number : null) };
    },
    "GET /v1/grants": () => ({ grants }),
    "GET /v1/freeze": () => ({ frozen: null, hosts: [] }),
    "GET /v1/sessions": () => ({ sessions: sessions ?? [
      { id: "sess_a", parent: null, agent: "claude-code", owner: "tok_2", owner_name: "laptop", project: "/home/mia/app", started_at: new Date().toISOString(), seen_at: new Date().toISOString(), turn: 3, stop_signal: null, mode: null },
      { id: "sess_a_sub", parent: "sess_a", agent: "claude-code", owner: "tok_2", owner_name: "laptop", project: "/home/mia/app", started_at: new Date().toISOString(), seen_at: new Date().toISOString(), turn: 1, stop_signal: "stopped by mia", mode: "autoEdit" },
    ] }),
    "GET /v1/stats": () => ({ pending: pending.size, records: records.length, counted: records.length, median_answer_ms: 4200, counts: {} }),
    "GET /v1/policy": () => ({ version: "1", profile: "byleave", mode: "default", loaded_at: new Date().toISOString(), changed_on_disk: [], problem: null, policy: { profile: "byleave", mode: "default", rules: rules ?? [{ pattern: "Bash(git status)", allowed: true, location: "policy.yaml:2" }] } }),
  };
  const server = createServer(async (request, response) => {
    const { pathname: path, searchParams } = new URL(request.url, "http://x");
    const json = (status, value) => {
      response.writeHead(status, { "content-type": "application/json", "content-security-policy": "default-src 'none'" });
      response.end(JSON.stringify(value));
    };
    const known = routes[`${request.method} ${path}`] ?? (path === "/v1/digest" && digest !== undefined ? () => digest : undefined);
    if (known) return json(200, known(await body(request), searchParams));
    const asked = /^\/v1\/requests\/([^/]+)\/(file|radius|undo|extend)$/.exec(path);
    if (asked) {
      const id = decodeURIComponent(asked[1]);
      await body(request);
      if (asked[2] === "file") await slow;
      if (asked[2] === "file") return json(200, files[id] ?? { id, state: "unseen", reason: "it is played" });
      if (asked[2] === "radius") return json(200, radius);
      if (asked[2] === "extend") {
        const end = new Date(Date.parse(pending.get(id).expires_at) + 600000).toISOString();
        pending.get(id).expires_at = end;
        json(200, { id, expires_at: end });
        return tell({ type: "approval_extended", id, expires_at: end, by: "page" });
      }
      if (taken.has(id)) return json(409, { error: "too_late", message: "it is released already" });
      const back = gone.get(id);
      gone.delete(id);
      pending.set(id, back);
      answers.push({ undo: id });
      json(200, { id, state: "pending" });
      return tell(back);
    }
    const shown = /^\/v1\/requests\/([^/]+)$/.exec(path);
    if (shown && request.method === "GET") {
      const id = decodeURIComponent(shown[1]);
      if (pending.has(id)) return json(200, { request: pending.get(id), state: "pending", answer: null, by: null, channel: null, changed_at: pending.get(id).created_at });
      if (gone.has(id) && !past[id]) return json(200, { request: gone.get(id), state: taken.has(id) ? "released" : "decided", answer: null, by: "page", channel: "page", changed_at: gone.get(id).created_at });
      return past[id] ? json(200, past[id]) : json(404, { error: "not_found", message: "there is no such request" });
    }
    const answered = /^\/v1\/requests\/([^/]+)\/(answer|claim)$/.exec(path);
    if (answered && request.method === "POST") {
      const said = await body(request);
      const id = decodeURIComponent(answered[1]);
      if (answered[2] === "claim") return json(200, {});
      if (!pending.has(id)) return json(409, { error: "already_decided", message: "somebody answered before", by: "bo", approved: false });
      if (said.call_hash !== pending.get(id).call_hash) return json(409, { error: "call_changed", message: "another call" });
      if (together && said.approved) return json(202, { id, ...together });
      gone.set(id, pending.get(id));
      pending.delete(id);
      answers.push(said);
      const approved = said.approved;
      json(200, { id, approved, by: "page", reason: "", granted: approved && said.scope !== "once", grant: approved && said.scope !== "once" ? "g1" : null, stop: said.mode === "reject_hard" });
      return tell({ type: "approval_resolved", id, by: "page", approved, decision: approved ? "approved" : "rejected", reason: "" });
    }
    const revoked = /^\/v1\/grants\/([^/]+)\/revoke$/.exec(path);
    if (revoked && request.method === "POST") {
      grants = grants.filter((one) => one.id !== decodeURIComponent(revoked[1]));
      return json(200, { ok: true });
    }
    const file = path === "/" ? "index.html" : /^\/page\/([\w./-]+)$/.exec(path)?.[1];
    try {
      const content = await readFile(join(ROOT, file ?? "none"));
      response.writeHead(200, { "content-type": TYPES[extname(file)], "content-security-policy": CSP, "x-content-type-options": "nosniff" });
      response.end(content);
    } catch {
      json(404, { error: "not_found", message: "there is no such address" });
    }
  });
  const ws = new WebSocketServer({ noServer: true, handleProtocols: (offered) => [...offered][0] });
  let refusing = false;
  server.on("upgrade", (request, socket, head) => {
    if (refusing) return socket.destroy();
    return ws.handleUpgrade(request, socket, head, (open) => {
      sockets.add(open);
      open.on("close", () => sockets.delete(open));
      for (const one of pending.values()) open.send(JSON.stringify(one));
    });
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    answers, records, pending, tell,
    set digest(told) { digest = told; },
    /** As if the hub had looked no further than to this record. */
    set stopped(number) { stopped = number; },
    set grants(some) { grants = some; },
    set sessions(some) { sessions = some; },
    set rules(some) { rules = some; },
    get grants() { return grants; },
    files, past, taken,
    set together(told) { together = told; },
    set slow(until) { slow = until; },
    set radius(told) { radius = told; },
    put(...frames) {
      for (const one of frames) {
        pending.set(one.id, one);
        tell(one);
      }
    },
    /** Cuts the line; `refuse` keeps it cut. */
    cut(refuse = false) {
      refusing = refuse;
      for (const socket of sockets) socket.terminate();
    },
    close() {
      for (const socket of sockets) socket.terminate();
      server.closeAllConnections();
      return new Promise((closed) => server.close(closed));
    },
  };
}
