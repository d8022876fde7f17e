// The policy as it stands, and what it would say to a call.

import { commandText, findingLine, sign } from "./command.js";
import { fill, foreign, foreignLine, h } from "./dom.js";
import { ask, post } from "./link.js";
import { Screen } from "./screen.js";

export class Policy extends Screen {
  constructor() {
    super("Policy");
  }

  async load() {
    const policy = await ask("/v1/policy");
    const text = typeof policy.policy === "string" ? policy.policy : JSON.stringify(policy.policy, null, 2);
    const tool = h("input", { id: "sim-tool", type: "text", value: "bash", autocomplete: "off" });
    const what = h("textarea", { id: "sim-what", rows: "4", spellcheck: "false", value: "git status && rm -rf build" });
    const cwd = h("input", { id: "sim-cwd", type: "text", autocomplete: "off", placeholder: "the hub's own" });
    const out = h("div.trace", { "aria-live": "polite" });
    const wrong = h("p.error", { role: "alert" });
    const run = async (event) => {
      event.preventDefault();
      wrong.textContent = "";
      try {
        const typed = what.value.trimStart().startsWith("{") ? JSON.parse(what.value) : { command: what.value };
        const call = { tool: tool.value, arguments: typed, ...(cwd.value ? { cwd: cwd.value, project: cwd.value } : {}) };
        const { decisions } = await post("/v1/simulate", { calls: [call] });
        fill(out, this.#trace(decisions[0], typed.command));
      } catch (error) {
        wrong.textContent = error.message;
      }
    };
    fill(this.content,
      h("div.halves", {},
        h("section", {}, h("h2", {}, "In force"),
          h("p.faint", {}, "profile ", h("code", {}, policy.profile ?? ""), ", mode ", h("code", {}, policy.mode ?? ""), ", version ", foreignLine(String(policy.version ?? ""))),
          h("pre.raw", { tabindex: "0" }, foreign(text, "text", "code"))),
        h("section", {}, h("h2", {}, "Try a call"),
          h("form.stack", { on: { submit: run } },
            h("label", { for: "sim-tool" }, "Tool"), tool,
            h("label", { for: "sim-what" }, "Command, or arguments as a JSON object"), what,
            h("label", { for: "sim-cwd" }, "Directory"), cwd,
            h("button.plain", { type: "submit" }, "What would happen?"), wrong),
          out)));
  }

  #trace(decision, command) {
    const commands = (decision.findings ?? []).filter((one) => one.span).map((one) => ({ span: one.span, verdict: one.verdict }));
    return [
      h("p.big", {}, sign(decision.verdict, true), " ", foreignLine(decision.reason)),
      typeof command === "string" ? commandText(command, commands) : null,
      h("ol.reasons", {}, (decision.findings ?? []).map((one) =>
        h("li", {}, sign(one.verdict), h("span.faint", {}, " ", foreignLine(`${one.stage} · ${one.source}`), ": "), findingLine(one)))),
    ];
  }
}
