// The policy: what counts now, a draft that only this page knows, what either says to a call, and what the draft would
// have said to what is on record.

import { commandText, findingLine, sign } from "./command.js";
import { fill, foreign, foreignLine, h } from "./dom.js";
import { line, subject } from "./facts.js";
import { ask, post } from "./link.js";
import { download, Screen, table, time } from "./screen.js";
import { state } from "./state.js";

const KEPT = "byleave.draft";
const WAIT = 500;
const STAGES = [
  ["read", "read", "what the call is: tool, commands, paths"],
  ["deny floor", "deny floor", "what nothing lifts"],
  ["ask floor (hard)", "ask floor, hard", "what is never automatic"],
  ["ask floor (named)", "ask floor, named", "what only a rule that spells it out may allow"],
  ["layers", "layers", "rules, grants, mode: any one suffices for each part"],
];
const RECORD = ["record", "written before the call takes effect; a dry run writes none"];
const AFTER = {
  allow: [["ask", "no one: it runs at once"], ["answer", "none is needed"], ["permit", "for one run of exactly this call"], RECORD],
  ask: [["ask", "a person, on every channel at once; no answer is a deny"], ["answer", "counts for this digest only"], ["permit", "after a yes, for one run of exactly this call"], RECORD],
  deny: [["ask", "no one: nothing lifts a deny"], ["answer", "none can change it"], ["permit", "none"], RECORD],
};
const SPANS = [["1", "the last day"], ["7", "the last 7 days"], ["30", "the last 30 days"], ["", "everything"]];
const PROFILES = ["byleave", "connectonion", "oricore", "ollama"];
const VERDICTS = ["allow", "ask", "deny"];

function kept() {
  try {
    return sessionStorage.getItem(KEPT) ?? undefined;
  } catch {
    return undefined;
  }
}

function keep(text) {
  try {
    sessionStorage.setItem(KEPT, text);
  } catch {
    // Then it is gone with the screen.
  }
}

/** The rules that count now, as one file: where a draft can start. */
export function startingDraft(policy) {
  const rules = policy?.rules ?? [];
  const said = (rule) => (rule.allowed === "ask" ? "ask" : String(rule.allowed));
  const lines = rules.map((rule) => `  ${JSON.stringify(rule.pattern)}: { allowed: ${said(rule)}${rule.reason ? `, reason: ${JSON.stringify(rule.reason)}` : ""} }`);
  return [
    `profile: ${policy?.profile ?? "byleave"}`, `mode: ${policy?.mode ?? "default"}`, "",
    "permissions:", ...(lines.length ? lines : ['  "Bash(git status)": { allowed: true }']), "",
  ].join("\n");
}

/** A case as `byleave policy test` reads it. JSON is YAML, so nothing needs other quotes. */
export function caseText(call, decision) {
  const command = call.arguments?.command;
  const plain = typeof command === "string" && Object.keys(call.arguments).length === 1 && /^(bash|shell)$/i.test(call.tool);
  const fields = [["name", plain ? command : `${call.tool} ${line(call)}`.slice(0, 80)]];
  if (plain) fields.push(["command", command]);
  else fields.push(["tool", call.tool], ["args", call.arguments ?? {}]);
  fields.push(["expect", decision.verdict]);
  if (decision.rule) fields.push(["rule", decision.rule]);
  return `- { ${fields.map(([key, value]) => `${key}: ${JSON.stringify(value)}`).join(", ")} }\n`;
}

function where(one) {
  if (one.line) return `line ${one.line}`;
  return /:(\d+)(?::\d+)?$/.exec(one.location ?? "")?.[1]?.replace(/^/, "line ");
}

/** Problems and lints as one list, each at its line. */
function marks(told) {
  const all = [
    ...(told.problems ?? []).map((one) => ({ kind: one.severity === "error" ? "deny" : "ask", at: where(one), text: one.message, help: one.help })),
    ...(told.lints ?? []).map((one) => ({ kind: "ask", at: where(one), text: `${one.rule}: ${one.message}` })),
  ];
  const number = (one) => Number(one.at?.slice(5) ?? 0);
  return all.sort((one, other) => number(one) - number(other));
}

const took = (time, words = "") => (typeof time === "number" ? h("span.took", {}, ` ${time < 0.1 ? "under 0.1" : time} µs${words}`) : null);

function trace(told, call) {
  const decision = told.decision;
  const findings = decision.findings ?? [];
  const command = subject({ ...call, category: "command" }).command;
  const commands = findings.filter((one) => one.span).map((one) => ({ span: one.span, verdict: one.verdict }));
  const item = (one) => h("li", {}, sign(one.verdict), " ", findingLine(one), one.source && one.source !== "none" ? h("span.faint", {}, " · ", foreignLine(one.source)) : null);
  const known = new Set(STAGES.map(([name]) => name));
  const stages = STAGES.map(([name, title, about]) => {
    const found = findings.filter((one) => one.stage === name || (name === "layers" && !known.has(one.stage)));
    return h("li", {}, h("strong", {}, title), h("span.faint", {}, ` ${about}`), name === "read" ? took(told.timings?.read_us) : name === "layers" ? took(told.timings?.judge_us, " with the floors: one walk through all parts") : null,
      found.length ? h("ul.reasons", {}, found.map(item)) : h("p.faint.none", {}, name === "read" ? "read to its end" : "nothing"));
  });
  const after = (AFTER[decision.verdict] ?? []).map(([title, words]) => h("li", {}, h("strong", {}, title), h("span.faint", {}, ` ${words}`)));
  return [
    h("p.big", {}, sign(decision.verdict, true), " ", foreignLine(decision.reason)),
    typeof command === "string" ? commandText(command, commands) : null,
    h("ol.stages", {}, stages, after),
    told.remedy?.allow ? h("p", {}, "Rules that would allow exactly this: ", told.remedy.allow.map((rule, at) => [at ? ", " : "", h("code", {}, foreignLine(rule))])) : null,
    told.remedy?.person ? h("p.faint", {}, "No rule can allow it; a person may, each time.") : null,
    h("p.faint", {}, told.timings ? `Decided in ${(told.timings.read_us + told.timings.judge_us).toFixed(1)} µs, the first time in ${told.decided_us} µs · ` : `Decided in ${told.decided_us} µs · `, foreignLine((told.digest ?? "").slice(0, 23)), "…"),
  ];
}

function profiles(told) {
  const cell = ([name, decision]) => h(`div.profile${name === told.profile ? ".current" : ""}`, {},
    h("h4", {}, name, name === told.profile ? h("span.faint", {}, " in use") : null),
    h("p", {}, sign(decision.verdict, true)), h("p.reason", {}, foreignLine(decision.reason)));
  return h("section", { "aria-label": "Under each profile" }, h("h3", {}, "Under each profile"),
    h("div.profiles", {}, PROFILES.filter((name) => told.profiles?.[name]).map((name) => cell([name, told.profiles[name]]))));
}

/** What is different on the hub's disk, and does not count. */
function apart(policy) {
  const changed = policy.changed_on_disk ?? [];
  if (policy.problem) return h("p.error", { role: "status" }, "The files on the disk are broken, so this stays in force: ", foreignLine(policy.problem));
  if (!changed.length) return null;
  return h("p.notice", { role: "status" }, "Changed on disk, and not in force yet: ", changed.map((one, at) => [at ? ", " : "", h("code", {}, foreignLine(one))]));
}

export class Policy extends Screen {
  constructor() {
    super("Policy");
  }

  async load() {
    const [policy, { files }] = await Promise.all([ask("/v1/policy"), ask("/v1/policy/files").catch(() => ({ files: [] }))]);
    this.policy = policy.policy ?? {};
    const call = await this.#given();
    this.cases = [];
    this.version = policy.version;
    fill(this.content, h("div.halves", {}, h("section", {}, this.#text(policy, files)), h("section", {}, this.#try(call))), this.#replay());
    if (call) this.run();
  }

  /** The policy was loaded again, or could not be. Nothing that is being written here is thrown away: it says so above. */
  async heardChange() {
    const policy = await ask("/v1/policy").catch(() => undefined);
    if (!policy) return;
    if (policy.version === this.version) return fill(this.apart, apart(policy));
    fill(this.apart, h("p.notice", { role: "status" }, "Another policy is in force now. ", h("button.small", { type: "button", on: { click: () => this.refresh() } }, "Show it")));
  }

  /** The call the address names: a request that waits or waited, or a row of the record. */
  async #given() {
    const query = new URLSearchParams(location.hash.split("?")[1] ?? "");
    const of = ({ tool, arguments: args, cwd, project, home }) => ({ tool, arguments: args ?? {}, cwd, project, home });
    const id = query.get("request") ?? query.get("call");
    try {
      if (id) {
        const frame = state.pending.get(id) ?? (await ask(`/v1/requests/${encodeURIComponent(id)}`));
        return of(frame.frame ?? frame.request ?? frame);
      }
      if (query.has("record")) {
        const number = Number(query.get("record"));
        const { records } = await ask(`/v1/records?after=${number - 1}&oldest_first=true&limit=1`);
        if (records[0]?.number === number) return of(records[0].entry);
      }
    } catch {
      // The screen is of use without it, and says so below.
    }
    this.missing = query.has("request") || query.has("call") || query.has("record");
    return undefined;
  }

  #text(policy, files) {
    const rules = policy.policy?.rules ?? [];
    this.apart = h("div", {}, apart(policy));
    const inForce = files.length
      ? files.map((one) => h("details.layer", { open: files.length === 1 }, h("summary", {}, foreignLine(one.path), h("span.faint", {}, ` · ${one.layer}${one.trusted ? "" : ", not trusted: it can only tighten"}`), one.changed_on_disk ? h("strong", {}, " · changed on disk") : null),
          h("pre.raw", { tabindex: "0" }, foreign(one.text ?? "it cannot be read", "text", "code"))))
      : h("p.faint", {}, rules.length ? "It was made in code, not from files." : "There is no policy file: only what is built in counts.");
    this.draft = h("textarea", { id: "draft", rows: "14", spellcheck: "false", value: kept() ?? startingDraft(policy.policy), on: { input: () => this.#edited() } });
    this.marks = h("ul.marks", { "aria-live": "polite", "aria-label": "Warnings about the draft" });
    this.draft.setAttribute("aria-describedby", "draft-about");
    const again = () => {
      this.draft.value = startingDraft(policy.policy);
      this.#edited();
    };
    queueMicrotask(() => this.#lint());
    return [
      h("h2", {}, "In force"),
      h("p.faint", {}, "profile ", h("code", {}, policy.profile ?? ""), ", mode ", h("code", {}, policy.mode ?? ""), ", version ", foreignLine(String(policy.version ?? "")), policy.loaded_at ? [", loaded ", time(policy.loaded_at)] : null),
      this.apart, inForce,
      h("details.layer", {}, h("summary", {}, `Everything together: ${rules.length} ${rules.length === 1 ? "rule" : "rules"}`),
        h("pre.raw", { tabindex: "0" }, foreign(JSON.stringify(policy.policy, null, 2), "text", "code"))),
      h("h2", {}, h("label", { for: "draft" }, "Draft")),
      h("p.faint", { id: "draft-about" }, "Only this window has the draft, and the hub decides nothing by it. The draft is complete by itself: the hub adds no files to it."),
      this.draft, this.marks,
      h("div.row", {},
        h("button.small", { type: "button", on: { click: () => download("policy.yaml", "application/yaml", this.draft.value) } }, "Download"),
        h("button.small", { type: "button", on: { click: again } }, "Start again from what is in force")),
    ];
  }

  #edited() {
    keep(this.draft.value);
    clearTimeout(this.lintTimer);
    this.lintTimer = setTimeout(() => this.#lint(), WAIT);
  }

  async #lint() {
    try {
      const told = await post("/v1/try", { policy: this.draft.value });
      const all = marks(told);
      fill(this.marks, all.length
        ? all.map((one) => h(`li.${one.kind}`, {}, h("strong", {}, one.kind === "deny" ? "✗ " : "⚠ ", one.at ? h("button.small.line-link", { type: "button", on: { click: () => this.#show(one.at) } }, one.at) : null), " ", foreignLine(one.text), one.help ? h("span.faint", {}, " ", foreignLine(one.help)) : null))
        : h("li.allow", {}, "✓ no warnings"));
    } catch (error) {
      fill(this.marks, h("li.deny", {}, error.message));
    }
  }

  #show(at) {
    const number = Number(at.slice(5));
    const lines = this.draft.value.split("\n");
    const start = lines.slice(0, number - 1).reduce((sum, one) => sum + one.length + 1, 0);
    this.draft.focus();
    this.draft.setSelectionRange(start, start + (lines[number - 1]?.length ?? 0));
  }

  #try(call) {
    const plain = call && typeof call.arguments.command === "string" && Object.keys(call.arguments).length === 1;
    this.tool = h("input", { id: "sim-tool", type: "text", value: call?.tool ?? "bash", autocomplete: "off" });
    this.what = h("textarea", {
      id: "sim-what", rows: "4", spellcheck: "false",
      value: call ? (plain ? call.arguments.command : JSON.stringify(call.arguments, null, 2)) : "git status && rm -rf build",
    });
    this.cwd = h("input", { id: "sim-cwd", type: "text", autocomplete: "off", placeholder: "the hub's own", value: call?.cwd ?? "" });
    this.place = call ? { project: call.project, home: call.home } : {};
    this.under = h("select", { id: "sim-under" }, h("option", { value: "force" }, "the policy in force"), h("option", { value: "draft" }, "the draft"));
    this.wrong = h("p.error", { role: "alert" }, this.missing ? "The hub no longer has that call." : "");
    this.out = h("div.trace", { "aria-live": "polite" });
    const submit = (event) => {
      event.preventDefault();
      this.run();
    };
    return [
      h("h2", {}, "Try a call"),
      h("form.stack", { on: { submit } },
        h("label", { for: "sim-tool" }, "Tool"), this.tool,
        h("label", { for: "sim-what" }, "Command, or arguments as a JSON object"), this.what,
        h("label", { for: "sim-cwd" }, "Directory"), this.cwd,
        h("label", { for: "sim-under" }, "Under"), this.under,
        h("button.plain", { type: "submit" }, "What would happen?"), this.wrong),
      this.out,
    ];
  }

  async run() {
    this.wrong.textContent = "";
    try {
      const typed = this.what.value.trimStart().startsWith("{") ? JSON.parse(this.what.value) : { command: this.what.value };
      const place = Object.fromEntries(Object.entries({ cwd: this.cwd.value.trim(), ...this.place }).filter(([, value]) => value));
      const call = { tool: this.tool.value.trim(), arguments: typed, ...place };
      const draft = this.under.value === "draft" ? { policy: this.draft.value } : {};
      const told = await post("/v1/try", { ...call, ...draft });
      if (!told.usable) throw new Error("The draft is not valid: see the marks below it.");
      fill(this.out, trace(told, call), profiles(told), this.#case(call, told));
    } catch (error) {
      fill(this.out);
      this.wrong.textContent = error.message;
    }
  }

  #case(call, told) {
    const count = h("span.faint", {}, this.cases.length ? ` ${this.cases.length} kept` : "");
    const add = h("button.small", { type: "button", on: { click: () => {
      this.cases.push(caseText(call, told.decision));
      count.textContent = ` ${this.cases.length} kept`;
      download("cases.yaml", "application/yaml", this.cases.join(""));
    } } }, "Save as test case");
    return h("p", {}, add, count, h("span.faint", {}, " for ", h("code", {}, "byleave policy test cases.yaml")));
  }

  #replay() {
    const days = h("select", { id: "replay-days" }, SPANS.map(([value, text]) => h("option", { value, selected: value === "7" }, text)));
    const out = h("div", { "aria-live": "polite" });
    const wrong = h("p.error", { role: "alert" });
    const button = h("button.plain", { type: "submit", disabled: !state.mayAnswer }, "Replay under the draft");
    const submit = async (event) => {
      event.preventDefault();
      wrong.textContent = "";
      button.disabled = true;
      const since = days.value ? new Date(Date.now() - Number(days.value) * 86400000).toISOString() : undefined;
      try {
        fill(out, this.#outcome(await post("/v1/replay", { policy: this.draft.value, since, limit: 10000 })));
      } catch (error) {
        fill(out);
        wrong.textContent = error.message;
      }
      button.disabled = false;
    };
    return h("section.replay", {}, h("h2", {}, "Replay"),
      h("p.faint", {}, "The calls on record, decided again under the draft. Nothing runs and nothing changes."),
      h("form.filters", { on: { submit } }, h("label", { for: "replay-days" }, "Of "), days, button),
      state.mayAnswer ? null : h("p.faint", {}, "Only a role that may answer can replay."), wrong, out);
  }

  #outcome(told) {
    const cell = (was, now) => {
      const count = told.matrix[was][now];
      const kind = was === now || !count ? "same" : VERDICTS.indexOf(now) < VERDICTS.indexOf(was) ? "looser" : "tighter";
      return h(`span.cell.${kind}`, {}, count ? count.toLocaleString() : "·", kind === "same" ? null : h("span.faint", {}, ` ${kind}`));
    };
    const looser = (one) => VERDICTS.indexOf(one.now) < VERDICTS.indexOf(one.was);
    const sorted = [...told.calls].sort((one, other) => Number(looser(other)) - Number(looser(one)));
    if (!told.counted) return h("p.big", {}, "The record has no entries since then.");
    return [
      h("p.big", {}, `${told.counted.toLocaleString()} calls decided again, ${told.changed.toLocaleString()} differently.`),
      told.more ? h("p.faint", {}, "The record has more entries; the hub decided only the newest again.") : null,
      told.lost_grants ? h("p.faint", {}, `${told.lost_grants} calls had grants that no longer exist; they count as calls without a grant.`) : null,
      table("Was, and is now", ["was", ...VERDICTS.map((now) => `now ${now}`)], VERDICTS.map((was) => [h("strong", {}, was), ...VERDICTS.map((now) => cell(was, now))])),
      told.calls.length
        ? [h("h3", {}, "Calls that the draft decides differently"),
            h("ul.history.changed", {}, sorted.map((one) => h("li", {},
              sign(one.was, true), " → ", sign(one.now, true), " ", h("code", {}, foreignLine(line(one).slice(0, 300))),
              h("span.item-sub", {}, time(one.timestamp), " · ", foreignLine(one.reason ?? ""), one.rule ? [" · ", h("code", {}, foreignLine(one.rule))] : null, " · ",
                h("a", { href: `#/history/${one.number}` }, "record"), " · ", h("a", { href: `#/policy?record=${one.number}` }, "try it"))))),
            told.changed > told.calls.length ? h("p.faint", {}, `${told.changed - told.calls.length} more are not listed.`) : null]
        : null,
    ];
  }

  close() {
    clearTimeout(this.lintTimer);
  }
}
