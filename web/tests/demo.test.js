// `byleave demo --web` and `byleave serve --open` with a real browser: the way a newcomer comes to the page.

import assert from "node:assert/strict";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { child, enter, folder, page, start, until } from "./support/newcomer.js";

test("the demo on the web: from the first card to the end, and nothing is left behind", { timeout: 60000 }, async () => {
  const { ended, said } = start("demo", "--web");
  await enter(said);
  const card = (text) => page.waitForFunction((wanted) => document.querySelector(".card:not(.receipt)")?.textContent.includes(wanted), text);
  await card("weather.py");
  await until("it says where the card is", () => /3\. make the forecast better[\s\S]*the card is on the page/.test(said()));
  await page.waitForTimeout(400);
  await page.keyboard.press("a");
  await card("./check src/weather.py");
  await page.waitForTimeout(400);
  await page.selectOption("#how-long", "session");
  await page.click(".main-buttons .allow");
  await card("rm -rf build");
  await page.keyboard.press("d");
  assert.equal(await ended, 0);
  assert.match(said(), /✓ runs you approved\s+│ edited/);
  assert.match(said(), /6\. check it again[^?]*✓ runs/, "what was granted for the session is not asked again");
  assert.match(said(), /✗ not run/);
  assert.match(said(), /✗ denied people push/);
  assert.match(said(), /The record is intact/);
  assert.deepEqual((await readdir(folder)).sort(), ["given", "words", "xdg-open"], "nothing is left behind");
  assert.deepEqual(page.wrong, []);
});

test("the demo on the web ends at Ctrl-C while a card waits, and nothing is left behind", { timeout: 60000 }, async () => {
  const { ended, said } = start("demo", "--web");
  await enter(said);
  await page.waitForSelector(".card:not(.receipt)");
  child.kill("SIGINT");
  assert.equal(await ended, 0);
  assert.deepEqual((await readdir(folder)).sort(), ["given", "words", "xdg-open"]);
});

test("serve --open opens the page", { timeout: 60000 }, async () => {
  const { ended, said } = start("serve", "--open", "--listen", "127.0.0.1:0", "--store", "hub/record.db");
  await enter(said);
  child.kill("SIGTERM");
  assert.equal(await ended, 0);
});

test("without a browser the address is there to be opened by hand", { timeout: 60000 }, async () => {
  await rm(join(folder, "xdg-open"));
  const path = process.env.PATH;
  process.env.PATH = "/nowhere";
  const { ended, said } = start("demo", "--web");
  process.env.PATH = path;
  await until("it says so", () => /There is no browser to open it with.*open it yourself/.test(said()));
  assert.match(said(), /http:\/\/127\.0\.0\.1:\d+\/#token=byleave_/);
  child.kill("SIGINT");
  assert.equal(await ended, 0);
  assert.deepEqual(await readdir(folder), []);
});
