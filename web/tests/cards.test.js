// The sixteen kinds of calls as the real hub shows them: what stands on the first screen, and where. `WRITE_CARDS=1` writes
// the texts of `cards.txt` anew; look at the pictures (`node pictures.js`) before you commit them.

import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { test } from "node:test";
import { ENGINE } from "./support/engine-words.js";
import { handIn, KINDS } from "./support/kinds.js";
import { hub, page } from "./support/real.js";

const TEXTS = new URL("./cards.txt", import.meta.url);
/** So many lines of the thing are on the first screen of a phone, if it has so many. */
const LINES = 6;

/** What can be seen of the open card without scrolling, and where. */
const seen = () => page.evaluate(() => {
  const card = document.querySelector(".card:not(.receipt)");
  const box = (one) => one.getBoundingClientRect();
  const bar = card.querySelector(".buttons");
  const bottom = Math.min(innerHeight, box(bar).top);
  const title = card.querySelector("h2");
  const lines = [...card.querySelectorAll(".row-of, .diff .line, .diff .gap, .tree dt, .tree dd, .request > *, .mail-head dd, .mail-body, .whole-path")];
  const shown = lines.filter((one) => box(one).top >= 0 && box(one).top < bottom - 8 && box(one).height > 0);
  const text = (one) => one.innerText.replace(/\s+/g, " ").trim();
  const inside = (one) => { const { top, bottom: end, left, right } = box(one); return top >= 0 && end <= innerHeight + 1 && left >= 0 && right <= innerWidth + 1; };
  const height = Number.parseFloat(getComputedStyle(title).lineHeight);
  return {
    title: text(title), titleLines: Math.round(box(title).height / height), cut: title.scrollHeight > title.clientHeight + 2,
    rows: shown.map((one) => `${one.className.replace(/^(row-of|line) ?/, "").replace(" plain-line", "") || one.tagName.toLowerCase()}: ${text(one)}`), all: lines.length,
    // Lines of the screen that the thing has, by its height.
    high: shown.reduce((sum, one) => sum + Math.min(box(one).bottom, bottom) - Math.max(0, box(one).top), 0) / 22,
    warnings: [...card.querySelectorAll(".warnings li, .reason-line, .jump")].map(text),
    allow: inside(card.querySelector(".main-buttons .allow")), deny: inside(card.querySelector(".buttons .deny")),
    red: card.querySelectorAll(".row-of.red").length, body: card.innerText, folded: card.querySelector("details.more").open,
  };
});

test("the first screen of each card on a phone: title, thing, reasons, buttons", async () => {
  await page.setViewportSize({ width: 360, height: 640 });
  const made = await handIn(hub);
  assert.equal(made.length, KINDS.length);
  const texts = [];
  for (const [name, id] of made) {
    await page.evaluate((address) => { location.hash = `#/queue/${address}`; }, id);
    await page.waitForSelector(`.card[data-id="${id}"]`);
    await page.waitForFunction(() => !/hub is reading/i.test(document.querySelector(".buttons").textContent));
    if (name === "fetch") await page.waitForSelector(".first-time:not(:empty)");
    const one = await seen();
    assert.ok(one.titleLines <= 2 && !one.cut, `${name}: the title has ${one.titleLines} lines: ${one.title}`);
    assert.ok(one.allow && one.deny, `${name}: both buttons are on the first screen`);
    assert.ok(one.rows.length >= Math.min(LINES, one.all) || one.high >= LINES, `${name}: only ${one.rows.length} of ${one.all} lines are on the first screen`);
    assert.ok(one.red <= 1, `${name}: one line is red`);
    assert.equal(one.folded, false, name);
    assert.doesNotMatch(one.body, ENGINE, name);
    texts.push(`## ${name}`, one.title, ...one.warnings.map((text) => `! ${text}`), ...one.rows.slice(0, 12), "");
  }
  const found = texts.join("\n").replaceAll(hub.folder, "HOME");
  if (process.env.WRITE_CARDS) await writeFile(TEXTS, found);
  assert.equal(found, await readFile(TEXTS, "utf8"));
});

for (const [width, height, scheme] of [[900, 700, "light"], [1440, 900, "dark"]]) {
  test(`each card at ${width} px: title in two lines, both buttons, nothing beside the screen`, async () => {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: scheme });
    for (const [name, id] of await handIn(hub)) {
      await page.evaluate((address) => { location.hash = `#/queue/${address}`; }, id);
      await page.waitForSelector(`.card[data-id="${id}"]`);
      const one = await seen();
      assert.ok(one.titleLines <= 2 && one.allow && one.deny && one.red <= 1, `${name}: ${JSON.stringify(one)}`);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), name);
    }
  });
}

test("a long script has a button that leads to its red line, and the keys alone come to it and to an answer", async () => {
  await page.setViewportSize({ width: 360, height: 640 });
  const id = (await handIn(hub)).find(([name]) => name === "long script")[1];
  await page.evaluate((address) => { location.hash = `#/queue/${address}`; }, id);
  await page.waitForSelector(`.card[data-id="${id}"] .jump`);
  await page.focus("#card-title");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const red = await page.$eval(".row-of.red", (one) => ({ text: one.textContent, top: one.getBoundingClientRect().top, focus: document.activeElement === one }));
  assert.match(red.text, /^curl -s -X POST --data-binary @src\/billing\.py/);
  assert.ok(red.focus && red.top > 0 && red.top < 640, JSON.stringify(red));
  // From the line on to the end of the card: every control is reached in turn, and none is hidden behind the bar.
  const names = [];
  for (let step = 0; step < 12; step += 1) {
    await page.keyboard.press("Tab");
    names.push(await page.evaluate(() => document.activeElement.textContent.trim().slice(0, 12) || document.activeElement.id || document.activeElement.tagName));
    if (names.at(-1) === "⋯") break;
  }
  assert.deepEqual(names.filter((one) => /Allow|Deny|⋯|Details/.test(one)).map((one) => one.slice(0, 4)), ["Deta", "Allo", "Deny", "⋯"]);
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  await page.waitForSelector(`.card.receipt[data-id="${id}"], .card:not([data-id="${id}"])`);
  assert.equal((await hub.collect(id)).approved, false);
});
