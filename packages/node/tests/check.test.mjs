// What would happen to a call.

import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import * as byleave from "byleave";
import { Decision, Policy, PolicyError, check, explain } from "byleave";
import { folder, policy } from "./support.mjs";

test("import and require give the same objects", () => {
  const required = createRequire(import.meta.url)("byleave");
  for (const name of Object.keys(required)) assert.equal(byleave[name], required[name], name);
  assert.deepEqual(Object.keys(byleave).filter((name) => name !== "default").sort(), Object.keys(required).sort());
});

test("three verdicts", () => {
  const decided = (command) => policy().check("bash", { command });
  assert.equal(decided("git log --oneline | head -3").verdict, "allow");
  assert.equal(decided("npm install").verdict, "ask");
  assert.equal(decided("make && git push").verdict, "deny");
  assert.equal(decided("make && git push").rule, "Bash(git push *)");
  assert.equal(policy().allows("bash", { command: "npm install" }), false);
  assert.equal(policy().allows("bash", { command: "ls" }), true);
});

test("a decision says why, part by part, and does not change", () => {
  const decision = policy().check("bash", { command: "ls && npm install" });
  assert.ok(decision instanceof Decision);
  assert.deepEqual(decision.findings.map(({ verdict, part }) => [verdict, part]), [["allow", "ls"], ["ask", "npm install"]]);
  assert.throws(() => { decision.verdict = "allow"; }, TypeError);
  assert.match(String(decision), /^ask: no rule allows `npm install`/);
});

test("parts of a command are right where characters have several bytes", () => {
  const { findings } = policy().check("bash", { command: "echo 'é 汉字 😀' && npm install" });
  assert.equal(findings.at(-1).part, "npm install");
});

test("explain says what would allow it, tried out first", () => {
  assert.match(explain("bash", { command: "ls && npm install" }, { policy: policy() }), /"Bash\(npm install\)": \{ allowed: true \}/);
  assert.match(policy().explain("bash", { command: "ls \u202e" }), /\\u\{202e\}/);
});

test("check reads the files that count in a directory, and a file that is named", (t) => {
  const project = folder(t);
  mkdirSync(join(project, ".git"));
  const file = join(project, "own.yaml");
  writeFileSync(file, 'permissions:\n  "Bash(make *)": { allowed: true }\n');
  assert.equal(check("bash", { command: "make test" }, { cwd: project }).verdict, "ask");
  assert.equal(check("bash", { command: "make test" }, { cwd: project, policy: file }).verdict, "allow");
  const loaded = Policy.load(pathToFileURL(file), { cwd: project, only: true });
  assert.equal(loaded.check("bash", { command: "make test" }).verdict, "allow");
  assert.equal(loaded.project, project);
});

test("a broken policy starts nothing, and says where", (t) => {
  const file = join(folder(t), "broken.yaml");
  writeFileSync(file, "permissions:\n  'Bash(make *)': { allowd: true }\n");
  for (const broken of [() => Policy.load(file), () => new Policy("mode: fast\n"), () => new Policy({ permissions: { "Bash(": true } }), () => new Policy({ colour: "red" })]) {
    assert.throws(broken, PolicyError);
  }
  assert.throws(() => Policy.load(file), /broken\.yaml:2/);
});

test("rules in code, in the format of a file", () => {
  const made = new Policy({ permissions: { "Bash(make *)": true, "write(docs/**)": true, "Bash(ls *)": "ask" }, tools: { my_query: "read" } });
  assert.equal(made.check("bash", { command: "make test" }).verdict, "allow");
  assert.equal(made.check("bash", { command: "ls -la" }).verdict, "ask");
  assert.equal(made.check("write", { file_path: "docs/a.md", content: "x" }).verdict, "allow");
  assert.equal(made.category("my_query"), "read");
  assert.equal(made.category("unheard_of"), null);
});

test("more rules never lift a deny", () => {
  const more = policy().withPermissions({ "Bash(git *)": true });
  assert.equal(more.check("bash", { command: "git push" }).verdict, "deny");
  assert.equal(more.check("bash", { command: "git commit -m x" }).verdict, "allow");
});

test("profiles and modes", () => {
  const quick = policy().withProfile({ profile: "oricore", mode: "yolo" });
  assert.deepEqual([quick.profile, quick.mode], ["oricore", "yolo"]);
  assert.throws(() => policy().withProfile({ mode: "fast" }), /unknown mode "fast"; use one of: default, autoEdit, yolo/);
});

test("validate and require in code", () => {
  const made = new Policy({ auto_approve_tools: { bash: { commands: ["git status"], validate: (command) => command.startsWith("make "), blocked_patterns: ["--force"] } } });
  const verdict = (command) => made.check("bash", { command }).verdict;
  assert.equal(verdict("make test"), "allow");
  assert.equal(verdict("make test --force"), "ask");
  assert.equal(verdict("git status"), "allow");
  assert.equal(verdict("rm -rf build"), "ask");
  const bound = new Policy({ auto_approve_tools: { Shell: { patterns: ["^make "], require: (command) => !command.includes("prod") } } });
  assert.equal(bound.check("bash", { command: "make test" }).verdict, "allow");
  assert.equal(bound.check("bash", { command: "make prod" }).verdict, "ask");
});
