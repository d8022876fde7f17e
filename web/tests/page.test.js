// What the page shows and sends, against a hub that only plays.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { readThrough } from "./support/browser.js";
import { answered, at, card, hub, page, ready } from "./support/played.js";
import { command, frame } from "./support/standin.js";

test("the secret of the address is taken out of the address at once", async () => {
  await at();
  assert.equal(new URL(page.url()).hash, "#/queue");
  assert.match(await page.textContent(".calm"), /Nothing waits/);
});

test("keys alone: allow, deny, stop, explain, next and previous", async () => {
  const frames = [1, 2, 3, 4].map((number) => frame({ arguments: { command: `make step${number}` }, call_hash: `sha256:${number}`, created_at: new Date(Date.now() + number * 1000).toISOString(), expires_at: null }));
  hub.put(...frames);
  await at();
  await card(frames[0].id);
  await page.keyboard.press("j");
  await card(frames[1].id);
  await page.keyboard.press("k");
  await card(frames[0].id);
  await ready();
  await page.keyboard.press("a");
  assert.deepEqual(await answered(1), { id: frames[0].id, call_hash: "sha256:1", approved: true, scope: "once" });
  await card(frames[1].id);
  await page.keyboard.press("d");
  assert.deepEqual(await answered(2), { id: frames[1].id, call_hash: "sha256:2", approved: false, mode: "reject_soft" });
  await card(frames[2].id);
  await page.keyboard.press("x");
  assert.equal((await answered(3)).mode, "reject_explain");
  await card(frames[3].id);
  await page.keyboard.press("Shift+D");
  await page.keyboard.type("a d s");
  await page.keyboard.press("Enter");
  assert.deepEqual(await answered(4), { id: frames[3].id, call_hash: "sha256:4", approved: false, mode: "reject_soft", feedback: "a d s" });
  await page.waitForSelector(".card.receipt");
  assert.match(await page.textContent(".stamp"), /Denied/);
});

test("an approving key counts for nothing right after a card was drawn, nor when it repeats", async () => {
  const [one, two] = [frame({ call_hash: "sha256:a" }), frame({ call_hash: "sha256:b" })];
  hub.put(one, two);
  await at();
  await card(one.id);
  await ready();
  await page.evaluate(() => {
    for (const repeat of [true, false]) document.dispatchEvent(new KeyboardEvent("keydown", { key: "a", repeat, bubbles: true }));
  });
  await card(two.id);
  await page.evaluate(() => document.dispatchEvent(new KeyboardEvent("keydown", { key: "a", bubbles: true })));
  await page.waitForTimeout(200);
  assert.equal(hub.answers.length, 1);
});

test("the key is not enough for what is grave; the button is, and what is critical asks for the name of what is lost", async () => {
  const high = command([["rm -rf build", "ask", "deletes"]], " && ", { risk: { level: "high", reasons: ["deletes"] } });
  hub.put(high);
  await at();
  await card(high.id);
  await ready();
  await page.keyboard.press("a");
  await page.waitForTimeout(150);
  assert.equal(hub.answers.length, 0);
  await page.keyboard.press("Enter");
  assert.equal((await answered(1)).approved, true);
  const critical = frame({
    arguments: { command: "sudo rm -rf /srv/backups" }, risk: { level: "critical", reasons: [] },
    parsed: { argument: "command", findings: [], commands: [
      { span: [0, 24], program: "sudo", effect: "system", verdict: "ask", findings: [] },
      { span: [5, 24], program: "rm", effect: "delete", inside: 0, verdict: "ask", as_root: true, does: { verb: "delete", paths: ["/srv/backups"], recursive: true }, findings: [{ verdict: "ask", stage: "ask floor (named)", source: "floor", reason: "high-risk command" }] },
    ] },
  });
  hub.put(critical);
  await page.click(".item:not(.past)");
  await card(critical.id);
  await ready();
  assert.equal(await page.textContent("#card-title"), "Delete /srv/backups and all in it, as root");
  const [allow, ground] = await page.$eval(".main-buttons .allow", (one) => [getComputedStyle(one).backgroundColor, getComputedStyle(one.closest(".buttons")).backgroundColor]);
  assert.equal(allow, ground, "it is not green");
  await page.click(".main-buttons .allow");
  const typed = await page.waitForSelector("#proof");
  assert.equal(await page.textContent("dialog h2"), "Delete /srv/backups and all in it, as root");
  assert.equal(await page.textContent("dialog .asked"), "sudo rm -rf /srv/backups", "the dialog shows the command");
  for (const wrong of ["allow", "sudo", "rm"]) {
    await typed.fill(wrong);
    await page.keyboard.press("Enter");
  }
  await page.waitForTimeout(100);
  assert.equal(hub.answers.length, 1, "the wrong words");
  await typed.fill("backups");
  await page.keyboard.press("Enter");
  assert.equal((await answered(2)).approved, true);
});

test("after an answer the card is its receipt for two seconds, then the next one comes; whoever moves on is not moved again", async () => {
  const frames = [1, 2, 3].map((number) => frame({ arguments: { command: `make step${number}` }, call_hash: `sha256:${number}`, created_at: new Date(Date.now() + number * 1000).toISOString(), expires_at: null }));
  hub.put(...frames);
  await at({ next: "soon" });
  await card(frames[0].id);
  await ready();
  await page.keyboard.press("a");
  await page.waitForSelector(`.card.receipt[data-id="${frames[0].id}"]`);
  const since = Date.now();
  await page.waitForSelector(".stamp .undo");
  await card(frames[1].id);
  const stood = Date.now() - since;
  assert.ok(stood > 1200, `${stood} ms`);
  await page.keyboard.press("d");
  await page.waitForSelector(`.card.receipt[data-id="${frames[1].id}"] .undo`);
  await page.keyboard.press("u");
  await card(frames[1].id);
  await page.waitForTimeout(2200);
  await card(frames[1].id);
});

test("explaining is denying, and says so", async () => {
  hub.put(frame());
  await at();
  await page.waitForSelector(".card");
  await page.click(".menu-button");
  assert.deepEqual(await page.$$eval(".menu button", (all) => all.map((one) => one.firstChild.textContent)), ["Edit, then allow…", "Deny and ask why", "Deny with a reason…", "Stop the run"]);
  await page.click("text=Deny and ask why");
  assert.equal((await answered(1)).mode, "reject_explain");
});

test("what is grave cannot be allowed before its end was on the screen", async () => {
  const long = frame({ arguments: { command: `rm -rf ${"very/long/path/".repeat(900)}` }, risk: { level: "high", reasons: ["deletes"] } });
  hub.put(long);
  await at();
  await card(long.id);
  await ready();
  assert.match(await page.textContent(".armed"), /Read it to the end/);
  await page.dispatchEvent(".main-buttons .allow", "click");
  await page.waitForTimeout(100);
  assert.equal(hub.answers.length, 0);
  await readThrough(page);
  await page.waitForSelector('.main-buttons .allow[aria-disabled="false"]');
  await page.click(".main-buttons .allow");
  assert.equal((await answered(1)).approved, true);
});

test("reach, edit and the parts of a command", async () => {
  const one = command([["git status", "allow", "safe", "Bash(git status)"], ["npm ü", "ask", "no rule covers it"], ["pwd", "deny", "not here"]]);
  const two = frame({ arguments: { command: "echo a" }, call_hash: "sha256:edit", created_at: new Date(Date.now() + 5000).toISOString(), expires_at: null });
  hub.put(one, two);
  await at();
  await card(one.id);
  // A line for each, with what is said of it at its side; what weighs most is red.
  assert.deepEqual(await page.$$eval(".row-of", (rows) => rows.map((row) => `${row.className}: ${row.innerText.replace(/\s+/g, " ").trim()}`)), [
    "row-of allow: git status &&", "row-of ask: npm ü && unknown program · no rule yet", "row-of red: pwd unknown program · always refused",
  ]);
  assert.deepEqual(await page.$$eval(".command .part", (parts) => parts.map((part) => `${part.className} ${part.textContent}`)), [
    "part allow git status", "part ask npm ü", "part deny pwd",
  ]);
  await page.click(".more summary");
  await page.waitForSelector(".parts li");
  assert.deepEqual(await page.$$eval(".parts li", (rows) => rows.map((row) => row.innerText.replace(/\s+/g, " "))), [
    "✓ allowed git status ↳ safe — Bash(git status) (policy.yaml:7)", "? asks npm ü ↳ no rule covers it", "✗ denied pwd ↳ not here",
  ]);
  await page.click(".more summary");
  await ready();
  assert.equal(await page.isVisible("#how-wide"), false, "once is only this");
  await page.selectOption("#how-long", "session");
  await page.selectOption("#how-wide", { label: "`npm install` with anything" });
  assert.equal(await page.textContent("#covers"), "In this session nobody is asked again about Bash(npm install *).");
  assert.match(await page.textContent(".main-buttons .allow"), /^Allow for session/);
  await page.click(".main-buttons .allow");
  const { scope, breadth } = await answered(1);
  assert.deepEqual([scope, breadth], ["session", "prefix"]);
  await card(two.id);
  await ready();
  await page.keyboard.press("e");
  await page.fill("#edit", "echo \u202eb");
  assert.match(await page.textContent(".edited"), /\\u\{202e\}/);
  await page.click("text=Allow as edited");
  assert.deepEqual((await answered(2)).arguments, { command: "echo \u202eb" });
  await page.click(".item.past >> nth=1");
  assert.match(await page.textContent(".receipt"), /for the session, this program.*created a grant/s);
});

test("what others answer closes here, and what ended while the line was cut is closed after it", async () => {
  const [one, two, three] = ["a", "b", "c"].map((name) => frame({ call_hash: `sha256:${name}` }));
  hub.put(one, two);
  await at();
  await card(one.id);
  assert.match(await page.title(), /^\(2\) /);
  hub.pending.delete(one.id);
  hub.tell({ type: "approval_resolved", id: one.id, by: "bo", approved: false, decision: "rejected", reason: "no" });
  await page.waitForSelector(".card.receipt");
  assert.match(await page.textContent(".receipt"), /bo/);
  hub.cut(true);
  await page.waitForSelector(".dot.closed, .dot.connecting");
  assert.match(await page.title(), /^⚠/);
  hub.pending.delete(two.id);
  hub.put(three);
  hub.cut(false);
  await page.waitForSelector(".dot.open", { timeout: 20000 });
  await page.waitForFunction(() => document.querySelectorAll(".items .item:not(.past)").length === 1);
  await page.click(".item:not(.past)");
  await card(three.id);
  hub.pending.delete(three.id);
  await ready();
  await page.keyboard.press("a");
  await page.waitForSelector(".card.receipt");
  assert.match(await page.textContent(".receipt"), /somebody answered before/);
  assert.equal(hub.answers.length, 0);
});

const TRICKS = [
  "<img src=x onerror=alert(1)>", "<script>alert(1)</script>", "\"><svg onload=alert(1)>", "](javascript:alert(1))", "javascript:alert(1)",
  "https://evil.example/", "&lt;b&gt;", "a\u202egnp.exe", "\x1b[2J\x1b[31mred", "x\u200by", "{{7*7}}", "${alert(1)}", "\u0000", "e\u0301", "\u2066x\u2069",
  "\r", "a\nAllow: yes", "ls\u00a0", "⏎⟨9×blank⟩", "\\u{202e}", "__proto__", "constructor",
];

test("tricks in every field are shown as text", async () => {
  const names = ["agent", "host", "session_id", "parent_session_id", "cwd", "project", "description", "tool_description", "tool", "tool_call_id", "category"];
  const frames = TRICKS.map((trick) => frame({
    ...Object.fromEntries(names.map((name) => [name, trick])),
    arguments: { [trick]: trick, command: trick, nested: { [trick]: [trick] } },
    risk: { level: "low", reasons: [trick] },
    parsed: { argument: "command", commands: [{ span: [0, 1], program: trick, verdict: "ask", findings: [{ verdict: "ask", stage: trick, source: trick, rule: trick, location: trick, reason: trick }] }], findings: [{ verdict: "ask", stage: "layers", reason: trick, rule: trick }] },
    batch_remaining: [{ tool: trick, arguments: JSON.stringify({ [trick]: trick }) }, { tool: "x", arguments: trick }],
    options: [{ id: trick, kind: "allow_always", scope: "session", breadth: "prefix", covers: [trick], words: trick }],
  }));
  hub.put(...frames);
  hub.records.push(...TRICKS.map((trick) => ({ timestamp: new Date().toISOString(), tool: trick, arguments: { [trick]: trick }, reason: trick, rule: trick, person: trick, session: trick, source: trick, verdict: "ask", approved: false, digest: trick, waited_ms: 5, decided_us: 2, findings: [{ verdict: "ask", stage: "layers", reason: trick, rule: trick }] })));
  hub.grants = TRICKS.map((trick, number) => ({ id: `g${number}`, grant: { coverage: { breadth: "tool", tool: trick }, expires: { type: "never" } }, owner: { kind: "session", id: trick }, by: trick, given_at: new Date().toISOString(), live: true }));
  await at();
  const seen = new Map();
  for (const [number, one] of frames.entries()) {
    await page.evaluate((id) => {
      [...document.querySelectorAll(".item:not(.past)")].at(0)?.focus();
      return id;
    }, one.id);
    if (number) await page.keyboard.press("j");
    const shown = await page.waitForSelector(".card");
    const text = await page.$$eval(".command code", (all) => all.map((each) => each.textContent).join("\n"));
    await page.$eval(".card .more", (each) => { each.open = true; });
    await page.waitForSelector(".card .more-in");
    assert.ok(!seen.has(text), `two different commands look alike: ${JSON.stringify(text)}`);
    seen.set(text, one.id);
    assert.equal(await shown.$("img, script, svg, iframe, b"), null, "no markup came of it");
    const id = await shown.getAttribute("data-id");
    assert.deepEqual(await shown.$$eval("a", (all) => all.map((link) => link.getAttribute("href"))), [`#/queue/${id}`, `#/policy?request=${id}`], "no links but the page's own");
    const raw = await shown.evaluate((element) => element.textContent);
    assert.doesNotMatch(raw, /[\u0000-\u0008\u000b-\u001f\u007f\u200b\u202e\u2066\u2069\u00a0\u0301]/u);
  }
  assert.equal(seen.size, TRICKS.length);
  for (const screen of ["history", "grants", "stats", "sessions", "policy", "settings"]) {
    await page.evaluate((name) => { location.hash = `#/${name}`; }, screen);
    await page.waitForSelector(".content > *");
    await page.waitForTimeout(100);
    if (screen === "history") await page.$$eval("details", (all) => all.forEach((one) => { one.open = true; }));
    assert.equal(await page.$("main img, main script, main iframe, main b"), null, screen);
    assert.doesNotMatch(await page.textContent("main"), /[\u0000-\u0008\u000b-\u001f\u007f\u200b\u202e\u2066\u2069]/u);
  }
});

test("the policy of the page stops what would not be text, and it is counted", async () => {
  await at();
  const stopped = await page.evaluate(() => {
    try {
      document.body["inner" + "HTML"] = "<img src=x onerror=alert(1)>";
    } catch (error) {
      return error.name;
    }
    return "ran";
  });
  assert.equal(stopped, "TypeError");
  assert.equal(await page.evaluate(() => globalThis.violations.splice(0).length), 1);
  page.wrong = page.wrong.filter((text) => !/TrustedHTML/.test(text));
});

test("a thousand that wait stay usable", async () => {
  const many = Array.from({ length: 1000 }, (_, number) => frame({ arguments: { command: `make target${number}` }, call_hash: `sha256:${number}`, expires_at: null, created_at: new Date(1e12 + number).toISOString() }));
  hub.put(...many);
  await at();
  await page.waitForFunction(() => document.querySelectorAll(".items > li").length === 1000);
  assert.match(await page.title(), /^\(1000\) /);
  await page.waitForSelector(".card");
  for (let number = 1; number <= 3; number += 1) {
    await ready();
    await page.keyboard.press("a");
    await answered(number);
    await card(many[number].id);
  }
  await page.keyboard.press("/");
  await page.keyboard.type("target99");
  await page.waitForFunction(() => document.querySelectorAll(".items > li > .item:not(.past)").length === 11);
});

test("the diff of an edit, the content of a write", async () => {
  const edit = frame({ tool: "edit", category: "write", arguments: { file_path: "a.txt", old_string: "one\ntwo\nthree\n", new_string: "one\n2\nthree\n" } });
  hub.put(edit);
  await at();
  await card(edit.id);
  assert.deepEqual(await page.$$eval(".line", (lines) => lines.map((line) => line.textContent)), [
    "1 one", "2−line 2 removed: two", "2+line 2 added: 2", "3 three",
  ]);
  assert.match(await page.textContent("#card-title"), /^Edit a\.txt \+1 −1$/);
});

test("grants are shown and can be taken back", async () => {
  hub.grants = [{ id: "g1", grant: { coverage: { breadth: "prefix", parts: [{ pattern: "npm install *" }] }, expires: { type: "session_end" } }, owner: { kind: "session", id: "sess_a" }, by: "mia", given_at: new Date().toISOString(), live: true }];
  await at();
  await page.keyboard.press("g");
  await page.keyboard.press("g");
  await page.click('button:text-is("Revoke")');
  await page.waitForSelector(".calm");
  assert.equal(hub.grants.length, 0);
});

test("the small dialog: a title, the tool, its parameters, two actions", async () => {
  await at();
  const ask = (then) => page.evaluate(async (fields) => {
    const { approve } = await import("/page/dialog.js");
    return approve(fields);
  }, { tool: "deploy", params: { to: "prod", x: "\u202e" }, sessionId: "sess_9" }).then(then);
  for (const [press, expected] of [["Approve", true], ["Deny", false], ["Escape", false]]) {
    const result = ask((value) => value);
    await page.waitForSelector(".byleave-dialog");
    assert.equal(await page.textContent("#byleave-title"), "Approve deploy?");
    const text = await page.textContent(".byleave-dialog");
    assert.match(text, /Tool: deploy/);
    assert.match(text, /sess_9/);
    assert.match(text, /"to": "prod"/);
    await page.waitForTimeout(350);
    if (press === "Escape") await page.keyboard.press("Escape");
    else await page.click(`.byleave-dialog button:text-is("${press}")`);
    assert.deepEqual(await result, { approved: expected });
  }
});

for (const [width, scheme] of [[360, "light"], [360, "dark"], [1280, "light"], [1280, "dark"]]) {
  test(`nothing serious is found by axe at ${width} px, ${scheme}, and nothing sticks out sideways`, async () => {
    const axe = await readFile(new URL("./node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
    const one = command([["git status", "allow", "safe", "Bash(git status)"], ["npm \u202eü", "ask", "no rule covers it"], ["rm x", "deny", "no"]], " && ", { description: "look", batch_remaining: [{ tool: "bash", arguments: '{"command":"ls"}' }], risk: { level: "high", reasons: ["x"] } });
    hub.put(one, frame({ tool: "edit", category: "write", risk: { level: "low", reasons: [] }, arguments: { file_path: "a", old_string: "x\n", new_string: "y\n" } }));
    hub.records.push({ timestamp: new Date().toISOString(), tool: "bash", arguments: { command: "ls" }, reason: "safe", rule: "Bash(ls)", session: "s", source: "config", verdict: "allow", approved: true, digest: "d", waited_ms: 0, decided_us: 2 });
    hub.grants = [{ id: "g1", grant: { coverage: { breadth: "tool", tool: "x" }, expires: { type: "never" } }, owner: { kind: "everyone" }, by: "mia", given_at: new Date().toISOString(), live: true }];
    await at({ width, scheme });
    const scan = async (name) => {
      // The scanner is code from elsewhere, which the policy of the page rightly does not run: it comes by the debugger.
      await page.evaluate(axe);
      const found = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"], rules: { region: { enabled: false } } }));
      const grave = found.violations.filter((one) => ["serious", "critical"].includes(one.impact)).map((one) => `${name}: ${one.id} ${one.nodes.map((node) => `${node.target} ${node.failureSummary}`).slice(0, 3).join(" | ")}`);
      assert.deepEqual(grave, []);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.ok(wide <= 0, `${name} is ${wide} px too wide`);
    };
    await scan("queue");
    await page.click(".item");
    await card(one.id);
    await ready();
    await scan("card");
    for (const screen of ["history", "grants", "stats", "sessions", "policy"]) {
      await page.evaluate((name) => { location.hash = `#/${name}`; }, screen);
      await page.waitForSelector(".content > *");
      await page.waitForTimeout(150);
      await scan(screen);
    }
  });
}

for (const [told, said] of [
  [{ allowed: { total: 212 }, expired: { total: 3 } }, /While you were away \(2 h\): 212 were allowed without a question, 3 questions ran out of time\./],
  [{ allowed: { total: 7, by_source: { safe: 7 } }, denied: 1, approved: { total: 2 }, rejected: 0, expired: { total: 1, ids: ["x"] }, waiting: 4 }, /: 7 were allowed without a question, 2 were allowed by a person, 1 was refused by the policy, 1 question ran out of time\./],
  [{ summary: "quiet \u202e" }, undefined],
  [{}, undefined],
  [null, undefined],
]) {
  test(`after an absence: ${JSON.stringify(told)}`, async () => {
    hub.digest = told;
    await at();
    assert.equal(await page.$("p.away"), null, "nobody was away yet");
    await page.evaluate(() => {
      document.dispatchEvent(new Event("visibilitychange"));
      localStorage.setItem("byleave.seen", String(Date.now() - 2 * 3600000));
    });
    await page.reload();
    await page.waitForSelector(".dot.open");
    const line = await page.$("p.away");
    if (!said) return assert.equal(line, null);
    assert.match(await line.textContent(), said);
    await page.click("p.away button");
    return assert.equal(await page.$("p.away"), null);
  });
}
