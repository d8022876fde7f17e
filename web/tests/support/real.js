// For tests with the real hub: each has one of its own, as a process, and a page that is logged in at it. `browser`, `hub`
// and `page` are those of the test that runs.

import { after, afterEach, before, beforeEach } from "node:test";
import { launch, leave, open, ready as waited } from "./browser.js";
import { startHub } from "./hub.js";

export let browser;
export let hub;
export let page;

before(async () => { browser = await launch(); });
after(() => browser.close());
beforeEach(async () => {
  hub = await startHub();
  page = await open(browser, hub.page);
  await page.waitForSelector(".dot.open");
});
afterEach(async () => {
  await leave(page);
  await hub.close();
});

/** Until the card that is open is about something. */
export const shows = (text, on = page) => on.waitForFunction((wanted) => document.querySelector(".card:not(.receipt) .thing")?.textContent.includes(wanted), text);

export const ready = () => waited(page);

/** Another screen. */
export async function go(screen) {
  await page.evaluate((name) => { location.hash = `#/${name}`; }, screen);
  await page.waitForSelector(".content > *");
}

/** Until somewhere stands something. */
export const reads = (selector, pattern) => page.waitForFunction(([where, source]) => new RegExp(source, "s").test(document.querySelector(where)?.textContent ?? ""), [selector, pattern.source]);
