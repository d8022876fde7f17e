// A request has an address, `#/queue/ID`: what a link in a message or a notification opens.

import assert from "node:assert/strict";
import { test } from "node:test";
import { open } from "./support/browser.js";
import { browser, go, hub, page, reads, ready, shows } from "./support/real.js";

const ask = async (command, more) => (await hub.call("bash", { command }, { wait: 0, ...more })).id;
const answer = (id, said) => hub.post(`/v1/requests/${id}/answer`, said, hub.approver);
const hash = () => new URL(page.url()).hash;
/** As a link in the page would. */
const follow = (id) => page.evaluate((address) => { location.hash = address; }, `#/queue/${id}`);

test("a page that is opened at a request opens that one, and no other is claimed in passing", async () => {
  await page.goto("about:blank");
  await ask("npm run first");
  const second = await ask("npm run second");
  const claims = [];
  page.on("request", (request) => { if (request.url().endsWith("/claim")) claims.push(request.url()); });
  await page.goto(`${hub.origin}/#/queue/${second}`);
  await shows("npm run second");
  await page.waitForFunction(() => document.querySelectorAll(".item:not(.past)").length === 2);
  await shows("npm run second");
  assert.ok(claims.length && claims.every((one) => one.includes(second)), JSON.stringify(claims));
  assert.equal(hash(), `#/queue/${second}`);
});

test("an address that changes under an open page opens the request, from any screen and on a phone", async () => {
  const first = await ask("npm run first");
  const second = await ask("npm run second");
  await shows("npm run first");
  await follow(second);
  await shows("npm run second");
  await follow(first);
  await shows("npm run first");
  await go("history");
  await follow(second);
  await shows("npm run second");
  await page.setViewportSize({ width: 360, height: 740 });
  await page.click(".back");
  assert.equal(await page.isVisible(".card"), false);
  assert.equal(hash(), "#/queue", "what is not open any more is not in the address");
  await follow(second);
  await page.waitForSelector(".card", { state: "visible" });
  await shows("npm run second");
});

test("on a phone a card is a step of its own: Back leads to the list, also after an answer, and a reload keeps the card", async () => {
  await page.setViewportSize({ width: 360, height: 740 });
  const first = await ask("npm run first");
  const second = await ask("npm run second");
  await ask("npm run third");
  const list = () => page.waitForFunction(() => !document.querySelector(".queue").classList.contains("opened") && location.hash === "#/queue");
  await page.click('.item:has-text("first")');
  await shows("npm run first");
  assert.equal(hash(), `#/queue/${first}`);
  await page.goBack();
  await list();
  await page.click('.item:has-text("first")');
  await shows("npm run first");
  await page.keyboard.press("d");
  await shows("npm run second");
  assert.equal(hash(), `#/queue/${second}`);
  await page.goBack();
  await list();
  await page.click('.item:has-text("second")');
  await shows("npm run second");
  await page.click(".back");
  await list();
  await page.click('.item:has-text("second")');
  await shows("npm run second");
  await page.reload();
  await shows("npm run second");
  await page.goBack();
  await list();
});

test("what is opened instead, or after an answer, takes the address with it", async () => {
  const first = await ask("npm run first");
  await ask("npm run second");
  await shows("npm run first");
  await follow(first);
  await page.waitForFunction(() => location.hash !== "#/queue");
  await page.click('.item:has-text("second")');
  await shows("npm run second");
  assert.equal(hash(), "#/queue");
  await follow(first);
  await shows("npm run first");
  await ready();
  await page.keyboard.press("d");
  await shows("npm run second");
  assert.equal(hash(), "#/queue");
});

for (const [said, stamp] of [
  [{ approved: true, scope: "once" }, /✓Allowed.*Byapprover/s],
  [{ approved: false, mode: "reject_soft", feedback: "not <b>now</b>" }, /✗Denied.*Byapprover.*Told the agentnot <b>now<\/b>/s],
  [{ approved: false, mode: "reject_hard" }, /■Denied, run stopped.*Byapprover/s],
]) {
  test(`a request that somebody has answered: ${JSON.stringify(said)}`, async () => {
    const id = await ask("npm run answered");
    await answer(id, said);
    await page.goto("about:blank");
    await page.goto(`${hub.origin}/#/queue/${id}`);
    await reads(".over", /Nothing is left to do here: approver answered this request/);
    assert.match(await page.textContent(".card.receipt"), stamp);
    assert.match(await page.textContent(".card.receipt"), /npm run answered/);
    assert.equal(await page.$(".buttons"), null);
    // Something new does not take the place of what is read.
    await ask("npm run new", { session: "sess_b" });
    await page.waitForSelector(".item:not(.past)");
    assert.match(await page.textContent(".detail"), /npm run answered/);
    await page.click("text=Its record in the history");
    await page.waitForSelector(".history-detail");
    assert.match(await page.textContent(".history-detail"), /npm run answered/);
  });
}

test("a request that nobody wants any more", async () => {
  const id = await ask("npm run gone");
  await hub.post(`/v1/calls/${id}/cancel`, {});
  await follow(id);
  await reads(".over", /ended without an answer/);
  await page.reload();
  await reads(".over", /ended without an answer/);
  assert.match(await page.textContent(".card.receipt"), /–Cancelled by the agent.*npm run gone/s);
});

test("a request that ends while it is open says so", async () => {
  const id = await ask("npm run gone");
  await follow(id);
  await shows("npm run gone");
  await hub.post(`/v1/calls/${id}/cancel`, {});
  await reads(".over", /Nothing is left to do here: this request ended without an answer/);
  assert.match(await page.textContent(".card.receipt"), /–Cancelled by the agent.*npm run gone/s);
});

for (const id of ["ap_nowhere", "%E0%A4%A", "<img src=x>", "..%2F..%2Fv1%2Fgrants"]) {
  test(`an address of nothing: ${id}`, async () => {
    await ask("npm run first");
    await shows("npm run first");
    await follow(id);
    await reads(".card.none h2", /There is no such request|not used that way|no such address/);
    await page.click("text=What waits now");
    await shows("npm run first");
  });
}

test("who has to log in first comes to the request afterwards", async () => {
  const id = await ask("npm run first");
  const other = await open(browser, `${hub.origin}/#/queue/${id}`);
  await ask("npm run second");
  await other.fill("#token", hub.viewer);
  await other.keyboard.press("Enter");
  await shows("npm run first", other);
  assert.deepEqual(other.wrong, []);
  await other.context().close();
});

for (const [quiet, told] of [[{}, true], [{ quietFrom: "00:00", quietTo: "23:59" }, false]]) test(`a notification opens its request${told ? "" : "; in quiet hours there is none"}`, async () => {
  await page.context().grantPermissions(["notifications"]);
  await page.addInitScript((hours) => {
    globalThis.Notification = class {
      static permission = "granted";
      static requestPermission = async () => "granted";
      constructor() { globalThis.note = this; }
      close() {}
    };
    localStorage.setItem("byleave.settings", JSON.stringify({ notify: true, grace: 0, ...hours }));
    Object.defineProperty(document, "hidden", { get: () => globalThis.away === true });
    // Noon, whenever this runs.
    Date.prototype.getHours = () => 12;
  }, quiet);
  await page.reload();
  await page.waitForSelector(".dot.open");
  await ask("npm run first");
  await shows("npm run first");
  await page.evaluate(() => { globalThis.away = true; });
  await ask("npm run second");
  if (!told) {
    await page.waitForFunction(() => document.querySelectorAll(".item:not(.past)").length === 2);
    await page.waitForTimeout(200);
    return assert.equal(await page.evaluate(() => globalThis.note), undefined);
  }
  await page.waitForFunction(() => globalThis.note);
  await page.evaluate(() => {
    globalThis.away = false;
    globalThis.note.onclick();
  });
  return shows("npm run second");
});
