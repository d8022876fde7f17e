// The house of the page: types, rules, texts in one place, weight.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { ESLint } from "eslint";
import { ENGINE } from "./support/engine-words.js";
import { make, TYPES } from "./types.js";

const WEB = new URL("../", import.meta.url);
const ROOMS = ["", "card/", "hub/", "screens/", "text/"];

async function files(ending) {
  const all = await Promise.all(ROOMS.map(async (room) => (await readdir(new URL(room || ".", WEB), { withFileTypes: true })).filter((one) => one.isFile()).map((one) => `${room}${one.name}`)));
  return all.flat().filter((name) => name.endsWith(ending));
}
const read = (name) => readFile(new URL(name, WEB), "utf8");

test("types: every file is checked, with types made from the hub's description", async () => {
  assert.equal(await readFile(TYPES, "utf8"), await make(), "hub/schema.d.ts is old: node types.js");
  for (const name of await files(".js")) assert.match(await read(name), /^\/\/ @ts-check\n/, name);
  const tsc = fileURLToPath(new URL("./node_modules/typescript/bin/tsc", import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [tsc, "-p", fileURLToPath(new URL("./tsconfig.json", import.meta.url))]).catch((error) => error);
  assert.equal(stdout, "");
});

test("rules: no warnings, and texts for people only in text/", async () => {
  const eslint = new ESLint({ cwd: fileURLToPath(WEB), overrideConfigFile: fileURLToPath(new URL("./eslint.config.js", import.meta.url)) });
  const results = await eslint.lintFiles((await files(".js")).map((name) => fileURLToPath(new URL(name, WEB))));
  assert.ok(results.length > 50);
  assert.deepEqual(results.flatMap(({ filePath, messages }) => messages.map((one) => `${filePath.replace(fileURLToPath(WEB), "")}:${one.line} ${one.ruleId} ${one.message}`)), []);
});


test("texts: no word that only the engine knows", async () => {
  const { default: ts } = await import("typescript");
  let count = 0;
  for (const name of (await files(".js")).filter((one) => one.startsWith("text/"))) {
    const tree = ts.createSourceFile(name, await read(name), ts.ScriptTarget.Latest);
    const look = (node) => {
      if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node)) {
        count += 1;
        assert.doesNotMatch(node.text, ENGINE, name);
      }
      ts.forEachChild(node, look);
    };
    look(tree);
  }
  assert.ok(count > 500, `${count} texts`);
});

test("the page weighs less than 150 KB compressed", async () => {
  const all = (await Promise.all(ROOMS.map(async (room) => (await readdir(new URL(room || ".", WEB), { withFileTypes: true })).filter((one) => one.isFile() && !one.name.endsWith(".d.ts")).map((one) => new URL(room + one.name, WEB))))).flat();
  const packed = (await Promise.all(all.map(async (one) => gzipSync(await readFile(one), { level: 9 }).length))).reduce((sum, one) => sum + one, 0);
  assert.ok(packed < 150 * 1024, `${packed} bytes`);
});
