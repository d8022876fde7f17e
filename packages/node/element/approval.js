// <byleave-approval>: shows a request as byleave's page does, and answers it. No dependencies, no build step, no inline style: it
// works in plain pages, in React and in Vue, under a strict Content-Security-Policy.
//
//   const card = document.createElement("byleave-approval");
//   const answer = await card.ask(request);           // { approved, … }; or listen to the event `byleave-answer`
//
// The files in `page` are those of byleave's page; `scripts/build-node` puts them there. Text of the model becomes text nodes, with everything hidden spelt out.

import { commandText, findingLine, parts } from "./page/card/command.js";
import { inOrder, risk } from "./page/card/subject.js";
import { danger, titleLine } from "./page/card/title.js";
import { fill, foreign, foreignLine, h } from "./page/dom.js";
import { SHEET } from "./style.js";

/** Approving counts so long after the card was drawn, denying at once: a click meant for something else is no yes. */
const SETTLES = 300;
const ICONS = { low: "○", medium: "◐", high: "▲", critical: "⬣" };

export class ByleaveApproval extends HTMLElement {
  #request = null;
  #drawn = 0;
  #settle = null;
  #reason = null;

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [SHEET];
  }

  /** The request that is shown: the frame of byleave, or OriCore's `{ name, params }`. */
  get request() {
    return this.#request;
  }

  set request(request) {
    this.#end({ approved: false, value: "deny", denyReason: "another question came" }, false);
    this.#request = request === null || request === undefined ? null : framed(request);
    this.#draw();
  }

  /** Shows a request and waits for the answer. Taking the element away, or a signal that aborts, is a no. */
  ask(request, { signal } = {}) {
    this.request = request;
    return new Promise((resolve) => {
      this.#settle = resolve;
      const withdraw = () => this.#end({ approved: false, value: "deny", denyReason: "the question was withdrawn" });
      if (signal?.aborted) withdraw();
      else signal?.addEventListener("abort", withdraw, { once: true });
    });
  }

  connectedCallback() {
    this.#draw();
  }

  disconnectedCallback() {
    // Being moved within a page is no answer.
    queueMicrotask(() => {
      if (!this.isConnected) this.#end({ approved: false, value: "deny", denyReason: "nobody could answer" });
    });
  }

  /** Gives an answer, once. */
  #end(answer, clear = true) {
    const settle = this.#settle;
    const open = this.#request !== null;
    this.#settle = null;
    if (!open) return;
    const { id } = this.#request;
    if (clear) this.#request = null;
    if (clear) this.#draw();
    this.dispatchEvent(new CustomEvent("byleave-answer", { bubbles: true, composed: true, detail: id === undefined ? answer : { id, ...answer } }));
    settle?.(answer);
  }

  #approve(scope) {
    if (performance.now() - this.#drawn < SETTLES || document.visibilityState !== "visible") return;
    this.#end({ approved: true, value: "approve", ...scope });
  }

  #deny(mode) {
    const feedback = this.#reason?.value.trim() ?? "";
    this.#end({ approved: false, value: "deny", mode, ...(feedback === "" ? { denyReason: "User denied" } : { feedback }) });
  }

  #draw() {
    const frame = this.#request;
    if (frame === null) return void fill(this.shadowRoot);
    this.#drawn = performance.now();
    const title = h("h2", { id: "title" }, this.getAttribute("verb") === "execute" ? "Execute " : "Approve ", foreignLine(frame.tool, "name"), "?");
    fill(this.shadowRoot, h("section.card", { role: "group", "aria-labelledby": "title", on: { keydown: (event) => this.#key(event) } },
      title, badge(frame), h("p.who", {}, titleLine(frame)), h("p.tool", {}, "Tool: ", h("code", {}, foreignLine(frame.tool, "name"))),
      facts(frame), says(frame), thing(frame), why(frame), next(frame), this.#answers(frame)));
  }

  #answers(frame) {
    const { session, wider } = offers(frame);
    this.#reason = h("input", { type: "text", "aria-label": "Why not, for the agent", placeholder: "Why not? (the agent reads this)" });
    const button = (kind, text, click) => h(`button.${kind}`, { type: "button", part: kind, on: { click } }, text);
    return h("div.answer", {},
      button("approve", "Approve", () => this.#approve({ scope: "once" })),
      [...session, ...wider].map((option) =>
        button("always", ["Allow ", foreignLine(option.words ?? option.id)], () => this.#approve({ scope: option.scope, breadth: option.breadth }))),
      button("deny", "Deny", () => this.#deny("reject_soft")),
      button("stop", "Deny and stop", () => this.#deny("reject_hard")),
      this.#reason);
  }

  #key(event) {
    if (event.key === "Escape") this.#deny("reject_soft");
  }
}

/** Whatever else a page gives it is shown as the arguments of a call without a name. */
function framed(request) {
  if (typeof request !== "object") return { tool: "unknown", arguments: {} };
  if (typeof request.tool === "string") return { ...request, arguments: request.arguments ?? {} };
  return {
    tool: String(request.name ?? "unknown"), arguments: request.params ?? {}, tool_call_id: request.callId, session_id: request.sessionId,
    tool_description: request.description, risk: request.risk,
  };
}

function badge(frame) {
  if (frame.risk === undefined) return null;
  const level = risk(typeof frame.risk === "string" ? { risk: { level: frame.risk } } : frame);
  return h(`p.risk.${level}`, {}, h("span", { "aria-hidden": "true" }, `${ICONS[level]} `), `Risk: ${level}`);
}

function facts(frame) {
  const row = (name, text, kind) => (text ? [h("dt", {}, name), h("dd", {}, foreignLine(text, kind))] : null);
  return h("dl", {}, row("Session", frame.session_id, "name"), row("About the tool", frame.tool_description), row("Directory", frame.cwd));
}

const says = (frame) => (frame.description ? h("blockquote", {}, "The agent says: “", foreign(frame.description), "”") : null);

function thing(frame) {
  const command = typeof frame.arguments.command === "string" ? frame.arguments.command : null;
  const commands = Array.isArray(frame.parsed?.commands) ? frame.parsed.commands : [];
  return h("section", { "aria-label": "What would happen" },
    command === null ? null : commandText(command, commands, { parsed: frame.parsed, gravest: danger(frame) }).block,
    command === null || commands.length === 0 ? null : parts(command, commands),
    h("pre.params", { tabindex: "0", "aria-label": "Its parameters" }, h("code", {}, lines(inOrder(frame)))));
}

/** JSON over several lines. Those breaks are ours: a break of the model's is spelt out in its text. */
function lines(value) {
  return JSON.stringify(value, null, 2).split("\n").flatMap((line, at) => [at === 0 ? null : "\n", foreignLine(line, "file")]);
}

function why(frame) {
  const found = (frame.parsed?.findings ?? []).filter((one) => one.verdict !== "allow");
  const items = found.length ? found.map((one) => h("li", {}, findingLine(one))) : (frame.risk?.reasons ?? []).map((reason) => h("li", {}, foreignLine(reason)));
  return items.length ? h("section", {}, h("h3", {}, "Why it asks"), h("ul", {}, items)) : null;
}

function next(frame) {
  const rest = frame.batch_remaining ?? [];
  return rest.length ? h("section", {}, h("h3", {}, `What comes next (${rest.length})`), h("ol", {}, rest.map((one) => h("li", {}, foreignLine(one.tool, "name"), " ", foreignLine(String(one.arguments)))))) : null;
}

/** What `always` would cover, as the request offers it. */
function offers(frame) {
  const offered = (Array.isArray(frame.options) ? frame.options : []).filter((one) => one.kind === "allow_always");
  return { session: offered.filter((one) => one.scope === "session"), wider: offered.filter((one) => one.scope !== "session") };
}

if (!customElements.get("byleave-approval")) customElements.define("byleave-approval", ByleaveApproval);
