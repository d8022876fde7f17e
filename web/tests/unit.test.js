// What needs no browser: spelling, lines that changed, order.

import assert from "node:assert/strict";
import { test } from "node:test";
import { diff } from "../card/diff.js";
import { changed, hostOf, sorted, subject } from "../card/subject.js";
import { titleText, victim } from "../card/title.js";
import { escaped, rows } from "../card/raw-bytes.js";
import { readable } from "../text/idna.js";
import { names } from "../card/network.js";
import { files } from "../card/patch.js";
import { isQuiet } from "../hub/quiet-hours.js";
import { hostKind } from "../card/host-kind.js";
import { remote } from "../text/deeds.js";
import { shortCommand, shortPath } from "../text/paths.js";
import { ruleText } from "../text/rule.js";
import { misfits } from "../card/json-schema.js";
import { spell, spellLine, warnings } from "../text/spell.js";

test("every trick is spelt out, as in the terminal", () => {
  for (const [given, expected] of [
    ["ls -la src/", "ls -la src/"],
    ["a\x1b[2Jb\r\x07\x08\x7f", "a\\x1b[2Jb\\x0d\\x07\\x08\\x7f"],
    ["a\u009b31m\u0085", "a\\u{9b}31m\\u{85}"],
    ["\u202efdp\u2066", "\\u{202e}fdp\\u{2066}"],
    ["a\u200bb\u200dc\ufeff", "a\\u{200b}b\\u{200d}c\\u{feff}"],
    ["\u{e0041}\u{e007f}", "\\u{e0041}\\u{e007f}"],
    ["e\u0301\u0336", "e\\u{301}\\u{336}"],
    ["a\u00a0b\u3000c\u2800", "a\\u{a0}b\\u{3000}c\\u{2800}"],
    ["👍\u{1f3fd} \u{1f1e9}\u{1f1ea} ❤\ufe0f", "👍\\u{1f3fd} \\u{1f1e9}\\u{1f1ea} ❤\\u{fe0f}"],
    ["é 文件 🦀 العربية", "é 文件 🦀 العربية"],
    ["printf 'a\\n\\\\'", "printf 'a\\n\\\\'"],
    ["\\x1b \\u{202e} \\xzz", "\\x5cx1b \\x5cu{202e} \\xzz"],
    ["\\\x1b", "\\\\x1b"],
    ["a\nb", "a⏎b"],
    ["a\n\n\n\nb", "a⟨4×newline⟩b"],
    ["a\tb", "a⇥b"],
    ["a        b", "a        b"],
    ["a         b", "a⟨9×blank⟩b"],
    ["ls ", "ls⟨blank⟩"],
    ["⏎⇥␠⟨", "\\u{23ce}\\u{21e5}\\u{2420}\\u{27e8}"],
    ["\ud800", "\\u{d800}"],
  ]) assert.equal(spellLine(given), expected);
  assert.equal(spellLine("bash\nCommand: ls", "name"), "bash\\x0aCommand:\\x20ls");
  assert.equal(spellLine("            let x;         y", "file"), "            let x;⟨9×blank⟩y");
});

/** Numbers that look random and are the same in every run. */
function* numbers(seed) {
  for (let value = seed; ; ) yield (value = (value * 1103515245 + 12345) % 2147483648) / 2147483648;
}

test("two different texts never look alike", () => {
  const some = numbers(7);
  const pick = (list) => list[Math.floor(some.next().value * list.length)];
  const letters = ["a", " ", "\n", "\t", "\\", "x", "1", "b", "u", "{", "}", "⟨", "⟩", "⏎", "⇥", "␠", "\u202e", "\x1b", "2", "×", "blank", "9×blank"];
  const seen = new Map();
  for (let round = 0; round < 60000; round += 1) {
    const text = Array.from({ length: Math.floor(some.next().value * 7) }, () => pick(letters)).join("");
    const shown = spellLine(text);
    assert.ok(!seen.has(shown) || seen.get(shown) === text, JSON.stringify([text, seen.get(shown), shown]));
    seen.set(shown, text);
  }
});

test("pieces know where they begin", () => {
  const text = "ab\u202ecd\n  é\x1b ";
  for (const piece of spell(text).flat()) if (!piece.spelt) assert.equal(text.slice(piece.at, piece.at + piece.text.length), piece.text);
});

test("letters that deceive are named", () => {
  for (const [text, expected] of [["cat notes.txt", 0], ["git commit -m 'Привет мир'", 0], ["g\u0456t push", 1], ["echo שלום", 1], ["c\u0430t שלום", 2], ["echo a\u202eb", 1], ["echo \x1b[2J", 1], ["a\u200bb", 1], ["two\nlines\tand a tab", 0]]) {
    assert.equal(warnings([text]).length, expected, text);
  }
});

test("a diff holds both texts, whole", () => {
  const some = numbers(3);
  const text = () => Array.from({ length: Math.floor(some.next().value * 9) }, () => "abc"[Math.floor(some.next().value * 3)]).join("\n") + (some.next().value < 0.5 ? "\n" : "");
  for (let round = 0; round < 5000; round += 1) {
    const [before, after] = [text(), text()];
    const lines = diff(before, after);
    const joined = (but) => lines.filter((line) => line.change !== but).map((line) => line.text + (line.ended ? "\n" : "")).join("");
    assert.deepEqual([joined("+"), joined("-")], [before, after]);
  }
  const long = Array.from({ length: 5000 }, (_, at) => `a${at}`).join("\n");
  assert.equal(diff(long, long.replaceAll("a", "b")).length, 10000, "too different to compare is all gone and all new");
});

test("the gravest first, then what ends soonest, then the oldest", () => {
  const frame = (id, level, expires_at, created_at) => ({ id, risk: { level }, expires_at, created_at });
  const [a, b] = ["2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z"];
  const frames = [frame("5", "low", null, b), frame("4", "low", null, a), frame("3", "low", b, b), frame("2", "critical", null, b), frame("1", "nobody knows", null, a)];
  assert.deepEqual(sorted(frames).map((one) => one.id), ["2", "1", "3", "4", "5"]);
});

test("the title is made of what was read, not of what is said", () => {
  for (const [frame, expected] of [
    [{ tool: "bash", description: "list files", arguments: { command: "rm x && ls" }, parsed: { argument: "command", commands: [{ program: "rm", effect: "delete", verdict: "ask", span: [0, 4] }, { program: "ls", effect: "read", verdict: "allow", span: [8, 10] }] } }, "Delete with rm (+1 command)"],
    [{ tool: "write", arguments: { path: "a", content: "x\ny\n" } }, "Write a"],
    [{ tool: "edit", arguments: { path: "a", old_string: "x", new_string: "y" } }, "Edit a"],
    [{ tool: "mcp__git__push", arguments: {} }, "Use push of git"],
    [{ tool: "mcp__post__send_mail", arguments: { to: ["a@b.example", "c@d.example"], body: "x" } }, "Send a mail to a@b.example and 1 more"],
    [{ tool: "WebFetch", category: "network", arguments: { url: "https://user@gооgle.com@evil.example/" } }, "Fetch from evil.example"],
    [{ tool: "WebFetch", category: "network", arguments: { url: "https://evil.example/", body: "x" } }, "Send data to evil.example"],
    [{ tool: "WebFetch", category: "network", arguments: { url: "no address" } }, "Reach an address that cannot be read"],
    [{ tool: "x", arguments: { a: 1 } }, "Use x"],
  ]) assert.equal(titleText(frame), expected);
  assert.equal(hostOf("https://gооgle.com/"), "xn--ggle-55da.com");
  assert.equal(hostOf("not one"), undefined);
});

test("what a file would hold after a call, or why nobody can tell", () => {
  const after = (tool, args, before) => changed(subject({ tool, arguments: args }), before);
  for (const [tool, args, before, expected] of [
    ["write", { path: "a", content: "x" }, "old", { text: "x" }],
    ["delete_file", { path: "a" }, "old", { text: "" }],
    ["Edit", { file_path: "a", old_string: "b", new_string: "$&" }, "abc", { text: "a$&c" }],
    ["edit", { file_path: "a", old_string: "b", new_string: "x", replace_all: true }, "abab", { text: "axax" }],
    ["edit", { file_path: "a", old_string: "", new_string: "x" }, "", { text: "x" }],
    ["str_replace_based_edit_tool", { command: "str_replace", path: "a", old_str: "b", new_str: "x" }, "ab", { text: "ax" }],
    ["str_replace_based_edit_tool", { command: "create", path: "a", file_text: "x" }, "ab", { text: "x" }],
    ["MultiEdit", { file_path: "a", edits: [{ old_string: "a", new_string: "b" }, { old_string: "bb", new_string: "c" }] }, "ab", { text: "c" }],
  ]) assert.deepEqual(after(tool, args, before), expected, tool);
  for (const [args, before] of [
    [{ file_path: "a", old_string: "q", new_string: "x" }, "ab"],
    [{ file_path: "a", old_string: "a", new_string: "x" }, "aa"],
    [{ file_path: "a", old_string: "", new_string: "x" }, "a"],
  ]) assert.ok(after("edit", args, before).wrong);
  // What is not understood whole is shown as it was sent.
  for (const [tool, args] of [
    ["MultiEdit", { file_path: "a", edits: [{ old_string: "a", new_string: "b", regex: true }] }],
    ["MultiEdit", { file_path: "a", edits: [] }],
    ["MultiEdit", { file_path: "a", edits: ["x"] }],
    ["str_replace_based_edit_tool", { command: "insert", path: "a", insert_line: 1, new_str: "x", old_str: "y" }],
    ["edit", { file_path: "a", old_string: 1, new_string: "x" }],
  ]) assert.equal(subject({ tool, arguments: args }).kind, "path", JSON.stringify(args));
});

test("the title names what weighs most, with what runs it, and the word to type is what is lost", () => {
  const frame = (commands, more = {}) => ({ tool: "bash", cwd: "/w/shop", arguments: { command: "x" }, parsed: { argument: "command", commands: commands.map((one, at) => ({ verdict: "ask", span: [at, at], ...one })), ...more } });
  const root = { program: "rm", effect: "delete", inside: 0, as_root: true, does: { verb: "delete", paths: ["/srv/data/backups"], recursive: true } };
  const floor = { findings: [{ verdict: "ask", stage: "ask floor (named)" }] };
  for (const [commands, title, lost] of [
    [[{ program: "sudo", effect: "system" }, root], "Delete /srv/data/backups and all in it, as root", "backups"],
    [[{ program: "git", name: "git push", effect: "delete", does: { verb: "push", branches: ["main"], to: "git@github.com:acme/app.git", force: true } }], "Force-push main to github.com/acme/app", "main"],
    [[{ program: "ls", effect: "read" }, { program: "cat", effect: "read" }], "2 commands · shop", "ls"],
    [[{ program: "npm", name: "npm test", effect: "code" }, { program: "reboot", effect: "system", ...floor }], "Change this machine with reboot (+1 command)", "reboot"],
    [[{ program: "npm", name: "npm install", effect: "send" }], "Install packages with npm install", "npm"],
    [[{ program: "curl", effect: "send", does: { verb: "send", paths: ["src/a"], to: "p.example" } }, { program: "ls" }, { program: "ls" }], "Send src/a to p.example (+2 commands)", "a"],
    [[{ program: "a", effect: "constructor" }, { program: null }], "2 commands · shop", "a"],
    [[{ program: "rm", effect: "delete", does: { verb: "delete", paths: ["/srv/a b"], recursive: false } }], "Delete /srv/a b", "rm"],
    // A circle, or a wrapper that is not there, ends.
    [[{ program: "a", inside: 0 }], "Run a command", "allow"],
    [[{ program: "a", inside: 7 }], "Run a", "a"],
  ]) {
    assert.equal(titleText(frame(commands)), title);
    assert.equal(victim(frame(commands)), lost, title);
  }
  assert.equal(titleText(frame([{ program: "echo", name: "echo", effect: "read" }], { unread: true })), "Run a command that cannot be read whole");
});

test("what kind of place an address leads to, however it is written", () => {
  for (const [url, expected] of [
    ["https://docs.rs/axum", undefined],
    ["https://docs.rs:8443/", undefined],
    ["http://localhost:3000/", "this machine itself"],
    ["http://a.localhost./", "this machine itself"],
    ["http://2130706433/", "this machine itself"],
    ["http://0x7f.1/", "this machine itself"],
    ["http://[::1]:80/", "this machine itself"],
    ["http://[::ffff:127.0.0.1]/", "this machine itself"],
    ["http://0.0.0.0/", "this machine itself"],
    ["http://10.1.2.3/", "an address of a private network"],
    ["http://172.31.0.1/", "an address of a private network"],
    ["http://172.32.0.1/", "a bare address without a name"],
    ["http://[fd00::1]/", "an address of a private network"],
    ["http://169.254.169.254/latest/meta-data/", "a link-local address: clouds give out credentials there"],
    ["http://[fe80::1]/", "a link-local address: clouds give out credentials there"],
    ["http://[::ffff:a9fe:a9fe]/", "a link-local address: clouds give out credentials there"],
    ["http://100.64.0.1/", "an address shared by a provider or a VPN"],
    ["http://8.8.8.8/", "a bare address without a name"],
    ["http://[2001:db8::1]/", "a bare address without a name"],
    ["http://224.0.0.1/", "an address of no single machine"],
    ["http://[ff02::1]/", "an address of no single machine"],
    ["http://metadata.google.internal/", "a name of a private network"],
    ["http://db/", "a name without a domain: a machine nearby"],
    ["http://gоogle.com/", "a name in other letters, spelt as the request sends it"],
  ]) assert.equal(hostKind(hostOf(url)), expected, url);
});

test("quiet hours go over midnight, and half of them are none", () => {
  const at = (text) => new Date(`2026-11-15T${text}:00`);
  for (const [quietFrom, quietTo, time, expected] of [
    ["22:00", "07:00", "23:30", true],
    ["22:00", "07:00", "06:59", true],
    ["22:00", "07:00", "07:00", false],
    ["22:00", "07:00", "21:59", false],
    ["12:00", "13:00", "12:30", true],
    ["12:00", "13:00", "13:00", false],
    ["12:00", "12:00", "12:00", false],
    ["22:00", "", "23:00", false],
    [undefined, "07:00", "06:00", false],
    ["x", "07:00", "06:00", false],
  ]) assert.equal(isQuiet({ quietFrom, quietTo }, at(time)), expected, `${quietFrom} ${quietTo} ${time}`);
});

test("a rule to copy holds nothing that cannot be seen, and no quote ends it early", () => {
  for (const [pattern, expected] of [
    ["Bash(npm test *)", '"Bash(npm test *)"'],
    ['Bash(echo "a\\b")', '"Bash(echo \\"a\\\\b\\")"'],
    ["a\n  b: { allowed: true }", '"a\\U0000000a  b: { allowed: true }"'],
    ["x\u202ey\u200bz\u00a0\u2800e\u0301", '"x\\U0000202ey\\U0000200bz\\U000000a0\\U00002800e\\U00000301"'],
    ["\u{e0041}", '"\\U000e0041"'],
  ]) assert.equal(ruleText(pattern), `  ${expected}: { allowed: true }`);
  assert.equal(ruleText("a", 'by "k"'), '  "a": { allowed: true, reason: "by \\"k\\"" }');
});

test("a host as it reads is what the browser made its name of", () => {
  for (const name of ["bücher.example", "gооgle.com", "例え.jp", "münchen.öl.example", "☃.net", "faß.de", "мир.рф"]) {
    const host = hostOf(`https://${name}/`);
    assert.notEqual(host, name);
    assert.equal(readable(host), name);
  }
  for (const host of ["docs.rs", "127.0.0.1", "[::1]", "xn--", "xn--a!", "xn--99999999999", "a.xn--\u0080"]) assert.equal(readable(host), host === "xn--" ? "" : host);
});

test("a host is named by a text that names it, and by none that names another", () => {
  for (const [text, expected] of [
    ["curl https://a.example/x", true], ["a.example", true], ["git@A.example:x", true], ["a.example.", true], ["http://a.example:80", true],
    ["https://ba.example/", false], ["https://b.a.example/", false], ["https://b-a.example", false], ["https://a.example.evil", false], ["https://a.examples", false], ["axexample", false],
  ]) assert.equal(names(text, "a.example"), expected, text);
});

test("which lines of a patch belong to which file, whatever they look like", () => {
  const shape = (text) => files(text).map(({ name, word, lines }) => [name, word, lines.filter((one) => !one.head).length]);
  for (const [text, expected] of [
    ["*** Begin Patch\n*** Update File: a\n@@\n--- b\n+++ b\n*** Add File: c\n+diff --git x y\n*** End Patch", [[undefined, undefined, 0], ["a", "Change", 2], ["c", "New file", 1]]],
    ["diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n same\n--- not a head\n+++ nor this\ndiff --git a/y b/y\ndeleted file mode 100644", [["a/x b/x", "Change", 3], ["a/y b/y", "Delete file", 1]]],
    ["--- a\n+++ b\n@@ -1 +1 @@\n-x\n+y\n--- c\n+++ d\n@@ -1 +1 @@\n-x\n+y", [["b", "Change", 2], ["d", "Change", 2]]],
    ["what is this", [[undefined, undefined, 1]]],
    ["", [[undefined, undefined, 1]]],
  ]) assert.deepEqual(shape(text), expected, text);
});

test("what does not fit a schema is told, and a schema that is none fits everything", () => {
  const told = (schema, value) => misfits(schema, value).map(({ at, words }) => `${at.join(".")}: ${words}`);
  const object = { type: "object", required: ["a"], additionalProperties: false, properties: { a: { type: ["string", "null"] }, b: { type: "array", items: { enum: [1, 2] }, maxItems: 2 } } };
  for (const [schema, value, expected] of [
    [object, { a: "x", b: [1] }, []],
    [object, { a: null }, []],
    [object, {}, ["a: is missing"]],
    [object, { a: 1, c: 2 }, ["a: is number, and should be string or null", "c: is not known to the tool"]],
    [object, { a: "", b: [1, 3, 2] }, ["b: has more than 2 items", "b.1: is not one of the allowed values"]],
    [{ type: "integer", minimum: 2 }, 1.5, [": is number, and should be integer"]],
    [{ type: "integer", minimum: 2 }, 1, [": is less than 2"]],
    [{ maxLength: 1 }, "👍", []],
    [{ required: ["toString"] }, {}, ["toString: is missing"]],
    [{ properties: { x: { pattern: "(a+)+$" } } }, { x: "a".repeat(50) + "b" }, []],
    [null, 1, []], ["x", 1, []], [[], 1, []], [{ type: 7, enum: "x", required: "y", properties: [] }, { a: 1 }, []],
  ]) assert.deepEqual(told(schema, value), expected, JSON.stringify([schema, value]));
});

test("a remote is said by its host and path, and one that is not understood as it stands", () => {
  for (const [given, expected] of [
    ["origin", "origin"],
    ["https://github.com/acme/app.git", "github.com/acme/app"],
    ["https://user:secret@github.com/acme/app", "github.com/acme/app"],
    ["git@github.com:acme/app.git", "github.com/acme/app"],
    ["ssh://git@git.example:22/a/b", "git.example/a/b"],
    ["https://github.com@evil.example/acme/app", "evil.example/acme/app"],
    ["https://gооgle.com/a", "https://gооgle.com/a"],
    ["../other", "../other"],
    ["https://github.com/a?b", "https://github.com/a?b"],
  ]) assert.equal(remote(given), expected);
});

test("bytes are written as they are", () => {
  assert.equal(escaped("a\\\n\t\x1bé\u{1f980}"), "a\\\\\\n\\t\\x1b\\u{e9}\\u{1f980}");
  assert.deepEqual(rows(new Uint8Array([0x41, 0x0a]), 0, 99), [{ at: "000000", numbers: "41 0a".padEnd(47), letters: "A." }]);
});

test("a path is short in a list, and its name whole", () => {
  const frame = { project: "/home/mia/app", home: "/home/mia" };
  for (const [path, shown] of [
    ["/home/mia/app/src/a.ts", "src/a.ts"], ["/home/mia/notes/a.md", "~/notes/a.md"], ["/etc/hosts", "/etc/hosts"], ["a.ts", "a.ts"],
    ["/home/mia/app/packages/billing/src/main/a.ts", "packages/…/main/a.ts"],
    ["/opt/one/two/three/four/five/six/", "/opt/…/five/six/"],
    ["/home/mia/apple/x", "~/apple/x"], [`/${"d".repeat(90)}/${"n".repeat(200)}`, `…/${"n".repeat(200)}`], ["/", "/"], ["", ""],
  ]) {
    assert.equal(shortPath(path, frame), shown, path);
  }
  assert.equal(shortCommand("cat /home/mia/work/very/deep/inside/file.txt > /tmp/x"), "cat /home/…/inside/file.txt > /tmp/x");
  assert.equal(shortCommand("curl https://example.com/a/very/long/path/of/an/address/x"), "curl https://example.com/a/very/long/path/of/an/address/x");
});
