// Notifications of the browser: the shell without a window has none, so this takes the whole one.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, leave, open } from "./support/browser.js";
import { frame, start } from "./support/standin.js";

let browser;
let hub;
let page;

before(async () => {
  browser = await launch({ whole: true });
  hub = await start();
  page = await open(browser, `${hub.url}#secret`);
});
after(async () => {
  await leave(page);
  await hub.close();
  await browser.close();
});

test("a notification says how grave it is and nothing of the call, and is withdrawn when all is answered", async () => {
  await page.waitForSelector(".dot.open");
  await page.context().grantPermissions(["notifications"], { origin: new URL(hub.url).origin });
  await page.evaluate(() => {
    globalThis.notes = [];
    const Real = globalThis.Notification;
    // The real one is shown as well; this only counts what is shown and withdrawn.
    globalThis.Notification = class extends Real {
      constructor(title, options) {
        super(title, options);
        globalThis.notes.push([title, options.body]);
      }

      close() {
        super.close();
        globalThis.notes.push("withdrawn");
      }
    };
    Object.defineProperty(document, "hidden", { configurable: true, get: () => globalThis.away });
    globalThis.away = false;
  });
  await page.evaluate(async () => {
    // However long somebody at the keyboard is given before they are called.
    const { set } = await import("/page/hub/preferences.js");
    set("grace", 0);
  });
  await page.click("text=Notify: off");
  await page.waitForSelector("text=Notify: on");
  await page.evaluate(() => { globalThis.away = true; });
  const secret = frame({ arguments: { command: "echo very-secret-words" }, agent: "secret-agent", risk: { level: "high", reasons: [] } });
  hub.put(secret);
  await page.waitForFunction(() => globalThis.notes.length === 1);
  assert.deepEqual(await page.evaluate(() => globalThis.notes[0]), ["byleave: a request waits", "high risk, 1 waiting"]);
  // Another one still waits: the notification goes on to it only because this one was answered elsewhere.
  const other = frame({ call_hash: "sha256:other", risk: { level: "low", reasons: [] } });
  hub.put(other);
  await page.waitForFunction(() => document.querySelectorAll(".items > li").length === 2 || /^\(2\)/.test(document.title));
  hub.pending.delete(secret.id);
  hub.tell({ type: "approval_resolved", id: secret.id, by: "bo", approved: false, reason: "" });
  await page.waitForFunction(() => globalThis.notes.includes("withdrawn"));
  await page.waitForFunction(() => globalThis.notes.at(-1)[1] === "low risk, 1 waiting");
  hub.pending.delete(other.id);
  hub.tell({ type: "approval_resolved", id: other.id, by: "bo", approved: false, reason: "" });
  await page.waitForFunction(() => globalThis.notes.at(-1) === "withdrawn");
});
