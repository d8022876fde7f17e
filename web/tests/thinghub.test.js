// The thing itself on a card, with the real hub and the real engine.

import assert from "node:assert/strict";
import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { hub, page, ready, shows } from "./support/real.js";

const call = (tool, args, more = {}) => hub.call(tool, args, { wait: 0, cwd: "/w/app", project: "/w/app", home: "/home/mia", ...more });
const marks = () => page.$$eval(".mark", (all) => all.map((one) => [one.textContent, one.className]));
const tips = () => page.$$eval(".mark-list li", (all) => all.map((one) => one.textContent));

test("where the files of a command lie, with a secret before them that stands there otherwise", async () => {
  await call("bash", { command: "TOKEN=ghp_0123456789abcdefghijABCDEFGHIJ012345 make && rm -rf build/ ../é > ~/log" });
  await shows("rm -rf build/");
  const [first, ...rest] = await marks();
  assert.equal(first[1], "mark assignment");
  assert.doesNotMatch(first[0], /ghp_0123/);
  assert.deepEqual(rest, [["build/", "mark path inside"], ["../é", "mark path outside"], ["~/log", "mark redirect outside"]]);
  await page.click(".more summary");
  await page.waitForSelector(".more-in");
  assert.deepEqual((await tips()).slice(1), [
    "build/ Path, deleted or moved: inside the project /w/app/build", "../é Path, deleted or moved: outside the project /w/é", "~/log Redirect >, written: outside the project /home/mia/log",
  ]);
});

test("a link that leads out of the project is outside", async () => {
  const project = join(hub.folder, "app");
  await mkdir(project);
  await symlink("/etc", join(project, "link"));
  await call("bash", { command: "rm link/passwd" }, { cwd: project, project, home: hub.folder });
  await shows("rm link/passwd");
  assert.deepEqual(await marks(), [["link/passwd", "mark path outside"]]);
  await page.click(".more summary");
  await page.waitForSelector(".more-in");
  assert.match((await tips())[0], /outside the project \/etc\/passwd$/);
  assert.match(await page.textContent(".item-words"), /^Delete link\/passwd$/);
});

test("a host is met for the first time once", async () => {
  await call("WebFetch", { url: "https://first.example/a" });
  await shows("first.example/a");
  await page.waitForSelector(".first-time:not(:empty)");
  assert.match(await page.textContent(".first-time"), /first time: no record of this hub names this host/);
  await ready();
  await page.keyboard.press("d");
  await page.waitForSelector(".card.receipt");
  assert.equal(await page.$(".first-time:not(:empty)"), null, "what is over asks nothing");
  await call("bash", { command: "curl -X POST -d a=1 https://first.example/b" });
  await page.click(".item:not(.past)");
  await shows("first.example/b");
  await page.click(".more summary");
  await page.waitForSelector(".more-in");
  await page.waitForTimeout(300);
  assert.match(await page.textContent(".fetches"), /Hostfirst\.exampleMethodPOSTAddress.*Sendsa=1/);
  assert.equal(await page.$(".first-time:not(:empty)"), null);
});
