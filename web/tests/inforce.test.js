// The policy that counts, and the files that do not: the page never shows one for the other.

import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { hub, page } from "./support/real.js";

const path = () => join(hub.folder, ".config/byleave/policy.yaml");

async function write(text) {
  await mkdir(dirname(path()), { recursive: true });
  await writeFile(path(), text);
}

test("every screen says that the policy on the disk is broken, and what is shown is what counts", async () => {
  await page.waitForSelector(".dot.open");
  assert.equal(await page.$("#files > *"), null);
  await write('permissions:\n  "Bash(make *)": { allowed: true }\n');
  await page.waitForFunction(async () => (await (await fetch("/readyz")).json()).policy === "loaded");
  await page.goto(`${page.url().split("#")[0]}#/policy`);
  const policy = async () => (await page.textContent("main")).replaceAll(" ", "").replaceAll("✓", "");
  for (let tries = 0; tries < 100 && !/allowBash/.test(await policy()); tries += 1) {
    await page.click("text=Show it", { timeout: 200 }).catch(() => {});
  }
  assert.match(await policy(), /allowBash\(make\*\)/);
  await write('permisions:\n  "Bash(make *)": { allowed: false }\n');
  await page.waitForSelector("#files .broken");
  assert.match(await page.textContent("#files"), /The policy on the hub's disk is broken.*stays in force.*permisions/);
  await page.waitForFunction(() => /broken, so this stays in force/.test(document.querySelector("main").textContent));
  await page.reload();
  await page.waitForSelector("#files .broken");
  await page.waitForFunction(() => /changed on disk/.test(document.querySelector("main").textContent));
  assert.match(await policy(), /allowBash\(make\*\)/, "not what lies on the disk");
  assert.equal((await hub.call("bash", { command: "make all" })).approved, true, "and it is what counts");
  await write('permissions:\n  "Bash(make *)": { allowed: false }\n');
  await page.waitForSelector("#files .broken", { state: "detached" });
  assert.equal((await hub.call("bash", { command: "make all" })).approved, false);
});
