// `byleave demo --web` and `byleave serve --open` with a real browser: the way a newcomer comes to the page.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, beforeEach, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { launch, watch } from "./support/browser.js";

const PROGRAM = process.env.BYLEAVE ?? fileURLToPath(new URL("../../target/debug/byleave", import.meta.url));
let browser;
let folder;
let child;
let page;

before(async () => { browser = await launch(); });
after(() => browser.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "byleave-way-"));
  // What a desktop would start: it writes down what it was given, as anybody who looks at the processes would see it.
  const opener = join(folder, "xdg-open");
  await writeFile(opener, `#!/bin/sh\ntr '\\0' ' ' < /proc/$$/cmdline > ${folder}/words\nprintf '%s' "$1" > ${folder}/given.part\nmv ${folder}/given.part ${folder}/given\n`);
  await chmod(opener, 0o755);
});
afterEach(async () => {
  await page?.context().close();
  page = undefined;
  if (child.exitCode === null && child.signalCode === null) {
    child.kill("SIGKILL");
    await new Promise((done) => child.once("exit", done));
  }
  await rm(folder, { recursive: true, force: true });
});

/** Starts the program; `said()` is what it wrote. */
function start(...words) {
  let text = "";
  const env = { ...process.env, HOME: folder, TMPDIR: folder, PATH: `${folder}:${process.env.PATH}`, NO_COLOR: "1" };
  delete env.BROWSER;
  delete env.XDG_STATE_HOME;
  child = spawn(PROGRAM, words, { env, cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => { text += chunk; });
  const ended = new Promise((done) => child.once("exit", (code) => done(code)));
  return { ended, said: () => text };
}

const until = async (claim, what) => {
  for (let tries = 0; tries < 400; tries += 1) {
    const found = await Promise.resolve().then(what).catch(() => undefined);
    if (found) return found;
    await new Promise((again) => setTimeout(again, 50));
  }
  throw new Error(`never: ${claim}`);
};

/** What the browser was given is opened, as the desktop would. */
async function enter(said) {
  const given = await until("a file is opened", () => readFile(join(folder, "given"), "utf8"));
  const secret = await until("an address is printed", () => /#token=(\S+)/.exec(said())?.[1]);
  const words = await readFile(join(folder, "words"), "utf8");
  assert.ok(given.endsWith(".html") && !given.includes(secret) && !words.includes(secret), "the secret is in no command");
  assert.equal((await stat(given)).mode & 0o777, 0o600, "nobody else can read it");
  assert.ok((await readFile(given, "utf8")).includes(secret));
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  page = await context.newPage();
  watch(page, [pathToFileURL(given).href, /http:\/\/127\.0\.0\.1:\d+/.exec(said())[0]]);
  await page.goto(pathToFileURL(given).href);
  await page.waitForSelector(".dot.open");
  assert.ok(!page.url().includes(secret), "the address is taken out of the address bar");
  await until("the file is gone once the page is open", async () => !(await stat(given).catch(() => undefined)));
}

test("the demo on the web: from the first card to the end, and nothing is left behind", { timeout: 60000 }, async () => {
  const { ended, said } = start("demo", "--web");
  await enter(said);
  const card = (text) => page.waitForFunction((wanted) => document.querySelector(".card:not(.receipt)")?.textContent.includes(wanted), text);
  await card("weather.py");
  assert.match(said(), /3\. make the forecast better[\s\S]*the card is on the page/);
  await page.waitForTimeout(400);
  await page.keyboard.press("a");
  await card("./check src/weather.py");
  await page.waitForTimeout(400);
  const offer = await page.$eval("#scope", (select) => [...select.options].find((one) => one.label.startsWith("For this session")).label);
  await page.selectOption("#scope", { label: offer });
  await page.click(".buttons .allow");
  await card("rm -rf build");
  await page.keyboard.press("d");
  assert.equal(await ended, 0);
  assert.match(said(), /✓ runs you approved\s+│ edited/);
  assert.match(said(), /6\. check it again[^?]*✓ runs/, "what was granted for the session is not asked again");
  assert.match(said(), /✗ not run/);
  assert.match(said(), /✗ denied people push/);
  assert.match(said(), /The record holds/);
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
