// For tests of the way to the page: the program is started by hand, and a desktop opens what it is given. `folder`, `child`
// and `page` are those of the test that runs.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, beforeEach } from "node:test";
import { pathToFileURL } from "node:url";
import { launch, watch } from "./browser.js";
import { PROGRAM } from "./program.js";

let browser;
export let folder;
export let child;
export let page;

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
export function start(...words) {
  let text = "";
  const env = { ...process.env, HOME: folder, TMPDIR: folder, PATH: `${folder}:${process.env.PATH}`, NO_COLOR: "1" };
  delete env.BROWSER;
  delete env.XDG_STATE_HOME;
  child = spawn(PROGRAM, words, { env, cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => { text += chunk; });
  const ended = new Promise((done) => child.once("exit", (code) => done(code)));
  return { ended, said: () => text };
}

export const until = async (claim, what) => {
  for (let tries = 0; tries < 400; tries += 1) {
    const found = await Promise.resolve().then(what).catch(() => undefined);
    if (found) return found;
    await new Promise((again) => setTimeout(again, 50));
  }
  throw new Error(`never: ${claim}`);
};

/** What the browser was given is opened, as the desktop would. */
export async function enter(said) {
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
