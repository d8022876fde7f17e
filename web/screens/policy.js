// @ts-check
// The policy: what counts now, a draft that only this page knows, what either says to a call, and what the draft would
// have said to what is on record.

import { commandText, findingLine, sign, SIGNS } from "../card/command.js";
import { fill, foreign, foreignLine, h } from "../dom.js";
import { line, subject } from "../card/subject.js";
import { ask, post } from "../hub/connection.js";
import { words } from "../text/policy.js";
import { words as login } from "../text/login.js";
import { time } from "../text/time.js";
import { download, Screen, table } from "./screen.js";
import { state } from "../hub/state.js";

const KEPT = "byleave.draft";
const WAIT = 500;
const PROFILES = ["byleave", "connectonion", "oricore", "ollama"];
const VERDICTS = ["allow", "ask", "deny"];
/** The hub's names of its stages, in the order of their words. */
const STAGES = ["read", "deny floor", "ask floor (hard)", "ask floor (named)", "layers"];
const LAST = STAGES.at(-1);

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
  return one.line ? Number(one.line) : Number(/:(\d+)(?::\d+)?$/.exec(one.location ?? "")?.[1] ?? 0);
}

/** Problems and lints as one list, each at its line. */
function marks(told) {
  const all = [
    ...(told.problems ?? []).map((one) => ({ kind: one.severity === "error" ? "deny" : "ask", at: where(one), text: one.message, help: one.help })),
    ...(told.lints ?? []).map((one) => ({ kind: "ask", at: where(one), text: `${one.rule}: ${one.message}` })),
  ];
  return all.sort((one, other) => one.at - other.at);
}

const took = (micro, more = "") => (typeof micro === "number" ? h("span.took", {}, `${words.took(micro)}${more}`) : null);

function trace(told, call) {
  const decision = told.decision;
  const findings = decision.findings ?? [];
  const command = subject({ ...call, category: "command" }).command;
  const commands = findings.filter((one) => one.span).map((one) => ({ span: one.span, verdict: one.verdict }));
  const item = (one) => h("li", {}, sign(one.verdict), " ", findingLine(one));
  const known = new Set(STAGES);
  const stages = STAGES.map((name, at) => {
    const [title, about] = words.steps[at];
    const found = findings.filter((one) => one.stage === name || (name === LAST && !known.has(one.stage)));
    return h("li", {}, h("strong", {}, title), h("span.faint", {}, ` ${about}`), name === "read" ? took(told.timings?.read_us) : name === LAST ? took(told.timings?.judge_us, words.all) : null,
      found.length ? h("ul.reasons", {}, found.map(item)) : h("p.faint.none", {}, name === "read" ? words.readWhole : words.nothing));
  });
  const after = (words.after[decision.verdict] ?? []).map(([title, about]) => h("li", {}, h("strong", {}, title), h("span.faint", {}, ` ${about}`)));
  return [
    h("p.big", {}, sign(decision.verdict, true), " ", foreignLine(decision.reason)),
    typeof command === "string" ? commandText(command, commands, { quiet: true }).block : null,
    h("ol.stages", {}, stages, after),
    told.remedy?.allow ? h("p", {}, words.remedy, told.remedy.allow.map((rule, at) => [at ? ", " : "", h("code", {}, foreignLine(rule))])) : null,
    told.remedy?.person ? h("p.faint", {}, words.person) : null,
    h("p.faint", {}, words.decided(told.timings ? (told.timings.read_us + told.timings.judge_us).toFixed(1) : told.decided_us), foreignLine((told.digest ?? "").slice(0, 23)), "…"),
  ];
}

function profiles(told) {
  const cell = ([name, decision]) => h(`div.profile${name === told.profile ? ".current" : ""}`, {},
    h("h4", {}, name, name === told.profile ? h("span.faint", {}, words.inUse) : null),
    h("p", {}, sign(decision.verdict, true)), h("p.reason", {}, foreignLine(decision.reason)));
  return h("section", { "aria-label": words.profiles }, h("h3", {}, words.profiles),
    h("div.profiles", {}, PROFILES.filter((name) => told.profiles?.[name]).map((name) => cell([name, told.profiles[name]]))));
}

/** What is different on the hub's disk, and does not count. */
function apart(policy) {
  const changed = policy.changed_on_disk ?? [];
  if (policy.problem) return h("p.error", { role: "status" }, words.broken, foreignLine(policy.problem));
  if (!changed.length) return null;
  return h("p.notice", { role: "status" }, words.changedOn, changed.map((one, at) => [at ? ", " : "", h("code", {}, foreignLine(one))]));
}

/** So many rules are listed. */
const SHOWN = 500;

/** What a rule says, as a sign and a word. */
function says(rule) {
  const verdict = rule.allowed === "ask" ? "ask" : rule.allowed === true ? "allow" : "deny";
  return h(`span.verdict.${verdict}`, {}, SIGNS[verdict], " ", words.says[String(rule.allowed)] ?? verdict);
}

export class Policy extends Screen {
  constructor() {
    super(words.title);
  }

  async load() {
    const [policy, { files }] = await Promise.all([ask("/v1/policy"), ask("/v1/policy/files").catch(() => ({ files: /** @type {any[]} */ ([]) }))]);
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
    fill(this.apart, h("p.notice", { role: "status" }, words.another, h("button.small", { type: "button", on: { click: () => this.refresh() } }, words.show)));
  }

  /** The call the address names: a request that waits or waited, or a row of the record. */
  async #given() {
    const query = new URLSearchParams(location.hash.split("?")[1] ?? "");
    const of = ({ tool, arguments: args, cwd, project, home }) => ({ tool, arguments: args ?? {}, cwd, project, home });
    const id = query.get("request") ?? query.get("call");
    try {
      if (id) {
        const frame = state.pending.get(id) ?? (await ask(`/v1/requests/${encodeURIComponent(id)}`));
        return of("request" in frame ? frame.request : frame);
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
      ? h("details.layer", {}, h("summary", {}, words.files), files.map((one) => h("div", {}, h("h4", {}, foreignLine(one.path), h("span.faint", {}, ` · ${one.layer}${one.trusted ? "" : words.untrusted}`), one.changed_on_disk ? h("strong", {}, words.changed) : null),
          h("pre.raw", { tabindex: "0" }, foreign(one.text ?? words.unreadable, "text", "code")))))
      : null;
    this.draft = h("textarea", { id: "draft", rows: "14", spellcheck: "false", value: kept() ?? startingDraft(policy.policy), on: { input: () => this.#edited() } });
    this.marks = h("ul.marks", { "aria-live": "polite", "aria-label": words.marks });
    this.draft.setAttribute("aria-describedby", "draft-about");
    const again = () => {
      this.draft.value = startingDraft(policy.policy);
      this.#edited();
    };
    queueMicrotask(() => this.#lint());
    return [
      h("h2", {}, words.inForce),
      h("p.faint", {}, words.loaded(policy.profile ?? "", Object.hasOwn(login.mode.names, policy.mode ?? "") ? login.mode.names[policy.mode] : policy.mode ?? ""), policy.loaded_at ? [words.loadedAt, time(policy.loaded_at)] : null, " · ", words.version, foreignLine(String(policy.version ?? "").slice(0, 12))),
      this.apart,
      rules.length
        ? table(words.rules(rules.length), words.rulesHeads, rules.slice(0, SHOWN).map((rule) => [says(rule), h("code", {}, foreignLine(rule.pattern)), foreignLine(rule.reason ?? ""), foreignLine(rule.location ?? "")]))
        : h("p.calm.small-calm", {}, words.noRules),
      h("p.faint", {}, words.change, h("code", {}, "byleave allow 'cargo test *'"), words.changeOr, h("code", {}, "byleave deny …"), words.changeEnd),
      inForce,
      h("h2", {}, h("label", { for: "draft" }, words.draft)),
      h("p.faint", { id: "draft-about" }, words.draftAbout),
      this.draft, this.marks,
      h("div.row", {},
        h("button.small", { type: "button", on: { click: () => download("policy.yaml", "application/yaml", this.draft.value) } }, words.download),
        h("button.small", { type: "button", on: { click: again } }, words.again)),
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
        ? all.map((one) => h(`li.${one.kind}`, {}, h("strong", {}, one.kind === "deny" ? "✗ " : "⚠ ", one.at ? h("button.small.line-link", { type: "button", on: { click: () => this.#show(one.at) } }, words.line(one.at)) : null), " ", foreignLine(one.text), one.help ? h("span.faint", {}, " ", foreignLine(one.help)) : null))
        : h("li.allow", {}, words.noMarks));
    } catch (error) {
      fill(this.marks, h("li.deny", {}, error.message));
    }
  }

  #show(number) {
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
    this.cwd = h("input", { id: "sim-cwd", type: "text", autocomplete: "off", placeholder: words.own, value: call?.cwd ?? "" });
    this.place = call ? { project: call.project, home: call.home } : {};
    this.under = h("select", { id: "sim-under" }, h("option", { value: "force" }, words.underForce), h("option", { value: "draft" }, words.underDraft));
    this.wrong = h("p.error", { role: "alert" }, this.missing ? words.missing : "");
    this.out = h("div.trace", { "aria-live": "polite" });
    const submit = (event) => {
      event.preventDefault();
      this.run();
    };
    return [
      h("h2", {}, words.try),
      h("form.stack", { on: { submit } },
        h("label", { for: "sim-tool" }, words.tool), this.tool,
        h("label", { for: "sim-what" }, words.what), this.what,
        h("label", { for: "sim-cwd" }, words.directory), this.cwd,
        h("label", { for: "sim-under" }, words.under), this.under,
        h("button.plain", { type: "submit" }, words.go), this.wrong),
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
      if (!told.usable) throw new Error(words.invalid);
      fill(this.out, trace(told, call), profiles(told), this.#case(call, told));
    } catch (error) {
      fill(this.out);
      this.wrong.textContent = error.message;
    }
  }

  #case(call, told) {
    const count = h("span.faint", {}, this.cases.length ? words.kept(this.cases.length) : "");
    const add = h("button.small", { type: "button", on: { click: () => {
      this.cases.push(caseText(call, told.decision));
      count.textContent = words.kept(this.cases.length);
      download("cases.yaml", "application/yaml", this.cases.join(""));
    } } }, words.keep);
    return h("p", {}, add, count, h("span.faint", {}, words.keptFor, h("code", {}, "byleave policy test cases.yaml")));
  }

  #replay() {
    const days = h("select", { id: "replay-days" }, words.spans.map(([value, text]) => h("option", { value, selected: value === "7" }, text)));
    const out = h("div", { "aria-live": "polite" });
    const wrong = h("p.error", { role: "alert" });
    const button = h("button.plain", { type: "submit", disabled: !state.mayAnswer }, words.replay.go);
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
    return h("section.replay", {}, h("h2", {}, words.replay.title),
      h("p.faint", {}, words.replay.about),
      h("form.filters", { on: { submit } }, h("label", { for: "replay-days" }, words.replay.of), days, button),
      state.mayAnswer ? null : h("p.faint", {}, words.replay.role), wrong, out);
  }

  #outcome(told) {
    const cell = (was, now) => {
      const count = told.matrix[was][now];
      const kind = was === now || !count ? "same" : VERDICTS.indexOf(now) < VERDICTS.indexOf(was) ? "looser" : "tighter";
      return h(`span.cell.${kind}`, {}, count ? count.toLocaleString() : "·", kind === "same" ? null : h("span.faint", {}, words.replay.kinds[kind]));
    };
    const looser = (one) => VERDICTS.indexOf(one.now) < VERDICTS.indexOf(one.was);
    const sorted = [...told.calls].sort((one, other) => Number(looser(other)) - Number(looser(one)));
    if (!told.counted) return h("p.big", {}, words.replay.none);
    return [
      h("p.big", {}, words.replay.done(told.counted, told.changed)),
      told.more ? h("p.faint", {}, words.replay.more) : null,
      told.lost_grants ? h("p.faint", {}, words.replay.lost(told.lost_grants)) : null,
      table(words.replay.matrix, [words.replay.was, ...VERDICTS.map(words.replay.now)], VERDICTS.map((was) => [h("strong", {}, was), ...VERDICTS.map((now) => cell(was, now))])),
      told.calls.length
        ? [h("h3", {}, words.replay.differ),
            h("ul.history.changed", {}, sorted.map((one) => h("li", {},
              sign(one.was, true), " → ", sign(one.now, true), " ", h("code", {}, foreignLine(line(one).slice(0, 300))),
              h("span.item-sub", {}, time(one.timestamp), " · ", foreignLine(one.reason ?? ""), one.rule ? [" · ", h("code", {}, foreignLine(one.rule))] : null, " · ",
                h("a", { href: `#/history/${one.number}` }, words.replay.record), " · ", h("a", { href: `#/policy?record=${one.number}` }, words.replay.try))))),
            told.changed > told.calls.length ? h("p.faint", {}, words.replay.unlisted(told.changed - told.calls.length)) : null]
        : null,
    ];
  }

  close() {
    clearTimeout(this.lintTimer);
  }
}
