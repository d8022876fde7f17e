// Nothing is approved before all of the command or the change has been on the screen, at any width and for any risk.

import assert from "node:assert/strict";
import { test } from "node:test";
import { joined, readable } from "../card/read-to-end.js";
import { readThrough } from "./support/browser.js";
import { answered, at, card, hub, page, ready } from "./support/played.js";
import { frame } from "./support/standin.js";

const LEVELS = ["low", "medium", "high", "critical"];
const WIDTHS = [[360, 640], [900, 700], [1440, 900]];
const lines = (count) => Array.from({ length: count }, (_, at) => `echo line ${at}`).join("\n");
const KINDS = {
  "a long command": (risk) => frame({ risk, arguments: { command: lines(120) } }),
  "a long change": (risk) => frame({ risk, tool: "write", category: "write", arguments: { path: "a", content: `${lines(110)}\n` } }),
  "long arguments": (risk) => frame({ risk, tool: "mcp__db__query", category: null, arguments: { query: lines(120) } }),
  "one very long line": (risk) => frame({ risk, arguments: { command: `rm ${"very/long/path/".repeat(900)}` } }),
};
const disabled = () => page.getAttribute(".main-buttons .allow", "aria-disabled");
const open = async (one) => {
  await page.evaluate((id) => { location.hash = `#/queue/${id}`; }, one.id);
  await card(one.id);
  await page.waitForFunction(() => !/not read the file yet/.test(document.querySelector(".change")?.textContent ?? ""));
  await ready();
};
const jump = (end) => page.evaluate((down) => {
  for (const one of [document.querySelector(".detail"), document.scrollingElement]) one.scrollTop = down ? one.scrollHeight : 0;
}, end);

for (const [width, height] of WIDTHS) {
  for (const [name, make] of Object.entries(KINDS)) {
    test(`${name} must be scrolled through at ${width} px, whatever its risk`, async () => {
      await at({ width, height });
      for (const level of LEVELS) {
        const one = make({ level, reasons: [level] });
        hub.put(one);
        await open(one);
        assert.equal(await disabled(), "true", level);
        assert.match(await page.textContent(".main-buttons .allow .why-not"), /Read it to the end first/, "the button says why");
        // Neither the key, nor the button, nor a jump to the end and back.
        await page.keyboard.press("a");
        await page.dispatchEvent(".main-buttons .allow", "click");
        for (const end of [true, false, true]) {
          await jump(end);
          await page.waitForTimeout(80);
        }
        await page.dispatchEvent(".main-buttons .allow", "click");
        await page.waitForTimeout(80);
        assert.equal(hub.answers.length, 0, level);
        assert.equal(await disabled(), "true", `${level}: the middle was not on the screen`);
        await readThrough(page);
        await page.waitForSelector('.main-buttons .allow[aria-disabled="false"]');
        assert.equal(await page.textContent(".main-buttons .allow .why-not"), "");
        hub.pending.delete(one.id);
        hub.tell({ type: "approval_resolved", id: one.id, by: "bo", approved: false, reason: "" });
      }
    });
  }

  test(`what fits on the screen needs no extra step at ${width} px`, async () => {
    await at({ width, height });
    for (const level of ["low", "medium"]) {
      const one = frame({ risk: { level, reasons: [] }, arguments: { command: `npm run ${level}` } });
      hub.put(one);
      await open(one);
      await page.waitForSelector('.main-buttons .allow[aria-disabled="false"]');
      const before = hub.answers.length;
      await page.keyboard.press("a");
      assert.equal((await answered(before + 1)).approved, true);
    }
  });
}

test("what was read of lines that break elsewhere now was not read", async () => {
  const one = frame({ arguments: { command: lines(120) } });
  hub.put(one);
  await at({ width: 900, height: 700 });
  await open(one);
  await page.evaluate(async () => {
    const pane = document.querySelector(".detail");
    for (let at = 0; at < pane.scrollHeight / 2; at += 100) {
      pane.scrollTop = at;
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    }
  });
  await page.setViewportSize({ width: 360, height: 640 });
  await page.waitForTimeout(100);
  await jump(true);
  await page.waitForTimeout(100);
  assert.equal(await disabled(), "true");
  await readThrough(page);
  await page.waitForSelector('.main-buttons .allow[aria-disabled="false"]');
});

test("with large letters on a small screen everything can still be read and allowed", async () => {
  const one = frame({ arguments: { command: lines(30) }, risk: { level: "low", reasons: [] } });
  hub.put(one);
  await at({ width: 320, height: 256 });
  await open(one);
  assert.equal(await disabled(), "true");
  await readThrough(page);
  await page.waitForSelector('.main-buttons .allow[aria-disabled="false"]');
  await page.click(".main-buttons .allow");
  assert.equal((await answered(1)).approved, true);
});

test("a change that is marked as viewed before it was on the screen is not read", async () => {
  const one = frame({ tool: "write", category: "write", risk: { level: "low", reasons: [] }, arguments: { path: "a", content: `${lines(110)}\n` } });
  hub.put(one);
  await at({ width: 360, height: 640 });
  await open(one);
  await page.keyboard.press("v");
  await page.waitForTimeout(100);
  assert.equal(await disabled(), "true");
});

test("all of the same are allowed at once only where the row shows the whole call, or its card did", async () => {
  const same = (command, hash) => [1, 2].map(() => frame({ risk: { level: "low", reasons: [] }, call_hash: hash, arguments: { command } }));
  const short = same("npm test", "sha256:short");
  const long = same(`npm test ${"--one-more-option ".repeat(20)}`, "sha256:long");
  hub.put(...short, ...long);
  await at({ width: 1440 });
  await card(short[0].id);
  const all = (id) => page.locator(`li:has(.item[data-id="${id}"]) .all`);
  await ready();
  assert.equal(await all(long[0].id).textContent(), "Read, then allow all 2");
  await all(long[0].id).click();
  await card(long[0].id);
  assert.equal(hub.answers.length, 0, "it opens the card");
  await readThrough(page);
  await page.waitForFunction((id) => document.querySelector(`li:has(.item[data-id="${id}"]) .all`).textContent === "Allow all 2", long[0].id);
  await ready();
  await all(long[0].id).click();
  await answered(2);
  assert.equal(await all(short[0].id).textContent(), "Allow all 2");
  await ready();
  await all(short[0].id).click();
  await answered(4);
});

test("stretches: what is between two that were seen was not seen", () => {
  assert.deepEqual(joined([], [0, 10]), [[0, 10]]);
  assert.deepEqual(joined([[0, 10]], [50, 60]), [[0, 10], [50, 60]]);
  assert.deepEqual(joined([[0, 10], [50, 60]], [9, 51]), [[0, 60]]);
});

test("a line that the edge cuts does not count", () => {
  const edges = { top: 0, bottom: 100 };
  assert.deepEqual(readable({ top: 10, bottom: 90 }, edges, 20), [0, 80]);
  assert.deepEqual(readable({ top: 10, bottom: 300 }, edges, 20), [0, 70]);
  assert.deepEqual(readable({ top: -100, bottom: 90 }, edges, 20), [120, 190]);
  assert.equal(readable({ top: 90, bottom: 300 }, edges, 20), undefined);
  assert.equal(readable({ top: 200, bottom: 300 }, edges, 20), undefined);
});
