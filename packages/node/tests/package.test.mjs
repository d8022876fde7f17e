// What is packed, what it does on a machine without an addon, and what comes of a panic.

import assert from "node:assert/strict";
import { cpSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { version } from "byleave";
import { byleave, folder, inNode } from "./support.mjs";

const MODULES = join(process.cwd(), "node_modules");
const { TARGETS, here } = createRequire(import.meta.url)(join(MODULES, "byleave/js/targets.js"));
const manifest = (name) => JSON.parse(readFileSync(join(MODULES, name, "package.json"), "utf8"));
const PACKAGES = ["byleave", "@byleave/cli", `@byleave/addon-${here()}`, `@byleave/cli-${here()}`];

test("no package runs anything at installation, and all have one version", () => {
  for (const name of PACKAGES) {
    const { scripts, version: own, dependencies, license } = manifest(name);
    assert.deepEqual([scripts, dependencies, own, license], [undefined, undefined, version, "MIT OR Apache-2.0"], name);
    for (const licence of ["LICENSE-APACHE", "LICENSE-MIT"]) assert.ok(readFileSync(join(MODULES, name, licence), "utf8").length > 500, name);
  }
});

test("a package for each platform, chosen by npm", () => {
  assert.deepEqual(Object.keys(manifest("byleave").optionalDependencies), TARGETS.map(({ name }) => `@byleave/addon-${name}`));
  assert.deepEqual(Object.keys(manifest("@byleave/cli").optionalDependencies), TARGETS.map(({ name }) => `@byleave/cli-${name}`));
  const { os, cpu, libc } = manifest(`@byleave/addon-${here()}`);
  const own = TARGETS.find(({ name }) => name === here());
  assert.deepEqual([os, cpu, libc], [[own.os], [own.cpu], own.libc === undefined ? undefined : [own.libc]]);
});

test("the commands run, and pass on how they end", () => {
  assert.match(byleave("--version").stdout, new RegExp(version.replaceAll(".", "\\.")));
  assert.equal(byleave("check", "-m", "plan", "git push --force").status, 2);
  assert.equal(JSON.parse(byleave("check", "--json", "ls").stdout).verdict, "allow");
});

/** A project that has `byleave` without its addon, or with another one. */
function without(t, addon) {
  const project = folder(t);
  const modules = join(project, "node_modules");
  mkdirSync(join(modules, "@byleave"), { recursive: true });
  cpSync(join(MODULES, "byleave"), join(modules, "byleave"), { recursive: true });
  if (addon !== undefined) {
    cpSync(join(MODULES, `@byleave/addon-${here()}`), join(modules, `@byleave/addon-${here()}`), { recursive: true });
    cpSync(addon, join(modules, `@byleave/addon-${here()}`, "byleave.node"));
  }
  return (code) => inNode(`module.paths.unshift(${JSON.stringify(modules)}); ${code}`, { alone: true });
}

const MESSAGE = 'try { require("byleave"); } catch (error) { console.log(error.message); }';

test("without an addon: an error that says so and names ways round", async (t) => {
  const { text } = await without(t)(MESSAGE);
  for (const part of [`@byleave/addon-${here()} is not installed`, "omit=optional", "byleave serve", "POST /v1/calls", "byleave hook"]) assert.ok(text.includes(part), part);
});

test("on a platform without packages: an error that says so and names ways round", async (t) => {
  const { text } = await without(t)(`Object.defineProperty(process, "platform", { value: "sunos" }); ${MESSAGE}`);
  for (const part of ["no addon for sunos-", "linux-x64-musl", "byleave hook"]) assert.ok(text.includes(part), part);
});

test("an addon that cannot be loaded is said to be so", async (t) => {
  const broken = join(folder(t), "broken.node");
  writeFileSync(broken, "no library");
  assert.match((await without(t, broken)(MESSAGE)).text, /cannot be loaded: .*byleave hook/s);
});

test("an addon of another version is refused", async (t) => {
  const run = without(t, join(MODULES, `@byleave/addon-${here()}`, "byleave.node"));
  const { text } = await run(`
    const file = require.resolve("byleave/package.json"); const fs = require("node:fs");
    fs.writeFileSync(file, JSON.stringify({ ...JSON.parse(fs.readFileSync(file)), version: "9.9.9" }));
    ${MESSAGE}`);
  assert.match(text, /byleave 9\.9\.9 has found the addon of/);
});

const panics = process.env.BYLEAVE_PANIC_ADDON;
test("a panic in the addon is a deny, and the process lives", { skip: panics === undefined && "needs the addon with a planted panic" }, async (t) => {
  const { text, code } = await without(t, panics)(`
    const { Gate, Policy } = require("byleave");
    const { toolApproval } = require("byleave/ai");
    const policy = new Policy({ mode: "yolo", unknown_tools: "allow" });
    const gate = new Gate(policy, { channels: [() => true] });
    (async () => {
      const said = [policy.check("planted panic").verdict, gate.check("planted panic").verdict];
      for (const ask of [() => gate.authorize("planted panic"), () => gate.run("planted panic", {}, () => said.push("ran"))]) {
        await ask().then(() => said.push("allowed"), (error) => said.push(error.cause));
      }
      said.push((await toolApproval(gate)({ toolCall: { toolName: "planted panic", input: {} } })).type);
      said.push((await toolApproval(policy)({ toolCall: { toolName: "planted panic", input: {} } })).type);
      said.push((await gate.authorize("my_tool")).tool);
      console.log(JSON.stringify(said));
    })();
  `);
  assert.equal(code, 0);
  assert.deepEqual(JSON.parse(text), ["deny", "deny", "system", "system", "denied", "denied", "my_tool"]);
});

test("every exported function of the addon catches panics", () => {
  const sources = new URL("src/", import.meta.url);
  let exported = 0;
  for (const file of readdirSync(sources)) {
    for (const [attribute, item] of readFileSync(new URL(file, sources), "utf8").matchAll(/#\[napi(?:\([^)]*\))?\]\s*(?:#\[[^\]]*\]\s*)*(pub [a-z]+(?: [a-z]+)?|impl)/g)) {
      if (!item.includes("fn")) continue;
      exported += 1;
      assert.match(attribute, /catch_unwind/, `${file}: ${attribute}`);
    }
  }
  assert.ok(exported > 40, String(exported));
});

test("types.d.ts name what the package exports, and nothing else", async () => {
  for (const [entry, file] of [["byleave", "index"], ["byleave/oricore", "oricore"], ["byleave/ai", "ai"], ["byleave/openai-agents", "openai-agents"], ["byleave/claude-agent-sdk", "claude-agent-sdk"]]) {
    const types = readFileSync(join(MODULES, `byleave/js/${file}.d.ts`), "utf8");
    const typed = [...types.matchAll(/^export (?:class|function|const) (\w+)/gm)].map(([, name]) => name);
    const exported = Object.keys(await import(entry)).filter((name) => name !== "default");
    assert.deepEqual([...new Set(typed)].sort(), exported.filter((name) => name !== "Decision" || typed.includes(name)).sort(), entry);
  }
});

