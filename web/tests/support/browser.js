// A browser, and what is wrong with a page: errors, violations of its policy, requests to anybody else.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname } from "node:path";
import { chromium } from "playwright-core";

const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

const WHOLE = "/usr/bin/chromium";
/** The browser without a window of its own does the same in three fifths of the processor's time. */
const SMALL = "/usr/lib/chromium/chromium-headless-shell";

/** `whole` for what only the browser with a window has. */
export function launch({ whole = false } = {}) {
  const small = !whole && existsSync(SMALL);
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? (small ? SMALL : WHOLE), args: FLAGS });
}

const TYPES = { ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml", ".png": "image/png", ".webmanifest": "application/manifest+json" };

/** While one works at the page, `PAGE_FROM_DISK=1` shows the files as they are now instead of those in the hub's program. */
export async function fromDisk(context, origin) {
  if (!process.env.PAGE_FROM_DISK) return;
  await context.route((url) => url.origin === origin && url.pathname.startsWith("/page/"), async (route) => {
    const path = new URL(route.request().url()).pathname.replace(/^\/page\//, "");
    const content = await readFile(new URL(`../../${path}`, import.meta.url)).catch(() => undefined);
    await (content ? route.fulfill({ body: content, contentType: TYPES[extname(path)] }) : route.fulfill({ status: 404 }));
  });
}

/** A page at an address, with everything that went wrong on it in `page.wrong`. */
export async function open(browser, url, { width = 1280, height = 900, scheme = "light", next = "now" } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: scheme, reducedMotion: "reduce" });
  // The next card comes at once after an answer, but for tests of what stands there until it comes.
  await context.addInitScript((when) => {
    try {
      if (!localStorage.getItem("byleave.settings")) localStorage.setItem("byleave.settings", JSON.stringify({ next: when }));
    } catch {
      // No page yet.
    }
  }, next);
  await fromDisk(context, new URL(url).origin);
  const page = await context.newPage();
  watch(page, [new URL(url).origin]);
  await page.addInitScript(() => {
    globalThis.violations = [];
    document.addEventListener("securitypolicyviolation", (event) => globalThis.violations.push(`${event.violatedDirective} ${event.blockedURI}`));
  });
  await page.goto(url);
  return page;
}

/** Writes down in `page.wrong` what goes wrong, and every request to anywhere but `origins`. */
export function watch(page, origins) {
  page.wrong = [];
  page.on("pageerror", (error) => page.wrong.push(`error: ${error.message}`));
  page.on("console", (message) => {
    const text = message.text();
    // A socket that is cut and a refused request are part of the tests; the page tells people of them itself.
    if (message.type() === "error" && !/WebSocket connection|Failed to load resource/.test(text)) page.wrong.push(`console: ${text}`);
  });
  page.on("dialog", (dialog) => {
    page.wrong.push(`dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  page.on("request", (request) => {
    if (![...origins, "blob:"].some((origin) => request.url().startsWith(origin))) page.wrong.push(`request: ${request.url()}`);
  });
}

/** Closes a page on which nothing may have gone wrong. */
export async function leave(page) {
  assert.deepEqual(page.wrong, [], "nothing went wrong on the page, and nobody else was spoken to");
  assert.deepEqual(await page.evaluate(() => globalThis.violations), [], "nothing was stopped by the policy of the page");
  await page.context().close();
}

/** Approving counts only a moment after a card was drawn. */
export const ready = (page) => page.waitForTimeout(350);

/** Scrolls through the open card, as far at a time as leaves some lines that were there before, until an approval needs no more. */
export const readThrough = (page) => page.evaluate(async () => {
  const LINES = 72;
  const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const pane = document.querySelector(".detail");
  const scrolls = pane.scrollHeight > pane.clientHeight + 1 ? pane : document.scrollingElement;
  const from = Math.max(pane.getBoundingClientRect().top, document.getElementById("top").getBoundingClientRect().bottom, 0);
  const to = Math.min(document.querySelector(".card:not(.receipt) .buttons").getBoundingClientRect().top, innerHeight);
  scrolls.scrollTop = 0;
  for (let before = -1; before !== scrolls.scrollTop;) {
    await drawn();
    before = scrolls.scrollTop;
    scrolls.scrollBy(0, Math.max(LINES / 2, to - from - LINES));
  }
  await drawn();
});
