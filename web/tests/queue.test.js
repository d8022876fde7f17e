// The queue when there is much of it, when names are long, when the line is cut, and after an answer.

import assert from "node:assert/strict";
import { test } from "node:test";
import { answered, at, card, hub, page, ready } from "./support/played.js";
import { frame } from "./support/standin.js";

const DEEP = "/home/mia/work/clients/acme-corporation/app/packages/billing-service/src/main/java/com/acme/billing";

test("thousands that wait are no burden: only rows near the screen are drawn, and the next one opens at once", async () => {
  const made = Date.now();
  for (let number = 0; number < 4375; number += 1) {
    const one = frame({ arguments: { command: `make target-${number}` }, call_hash: `sha256:${number}`, created_at: new Date(made + number).toISOString(), expires_at: null });
    hub.pending.set(one.id, one);
  }
  await at({ width: 1440 });
  await page.waitForFunction(() => /^4375 waiting$/.test(document.querySelector(".summary").textContent), undefined, { timeout: 60000 });
  await page.waitForSelector('.item:has-text("make target-3")');
  const elements = await page.evaluate(() => document.querySelectorAll("*").length);
  assert.ok(elements < 8000, `${elements} elements`);
  assert.equal(await page.$$eval(".items > li", (all) => all.length), 4375, "the list is as long as it is");
  await page.focus("#card-title");
  // Steps are counted, not timed: drawing is what took long.
  const redrawn = await page.evaluate(async () => {
    let changed = 0;
    const watch = new MutationObserver((all) => { changed += all.reduce((sum, one) => sum + one.addedNodes.length, 0); });
    watch.observe(document.querySelector(".items"), { childList: true, subtree: true });
    for (let step = 0; step < 10; step += 1) {
      document.dispatchEvent(new KeyboardEvent("keydown", { key: "j", bubbles: true }));
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    }
    watch.disconnect();
    return changed;
  });
  assert.ok(redrawn < 200, `${redrawn} nodes were added to the list by ten steps`);
  await page.waitForFunction(() => /target-10$/.test(document.querySelector(".card .command code")?.textContent));
  assert.equal(await page.getAttribute('.item[aria-current]', "data-id"), (await page.getAttribute(".card", "data-id")));
  // Far down, rows come as they are needed, and those above go.
  await page.evaluate(() => { document.querySelector(".list").scrollTop = 100000; });
  await page.waitForFunction(() => [...document.querySelectorAll(".item:not(.past)")].some((one) => Number(/target-(\d+)/.exec(one.textContent)[1]) > 1000));
  await page.waitForFunction(() => document.querySelectorAll("*").length < 8000);
  // A row that is far away can still be reached by its keys.
  await page.keyboard.press("k");
  await page.waitForFunction(() => /target-9$/.test(document.querySelector(".card .command code")?.textContent));
});

for (const [width, height] of [[360, 640], [900, 700], [1440, 900]]) {
  test(`the name of a file can be read in the queue at ${width} px, however long its path is`, async () => {
    const long = `${"a-very-long-name-of-a-file-".repeat(4)}.java`;
    const fields = { category: "write", risk: { level: "low", reasons: [] }, cwd: "/home/mia/work", project: "/home/mia/work", expires_at: null };
    hub.put(
      frame({ ...fields, tool: "write", arguments: { path: `${DEEP}/Invoice.java`, content: "x\n" } }),
      frame({ ...fields, tool: "edit", arguments: { file_path: `${DEEP}/${long}`, old_string: "a", new_string: "b" } }),
      frame({ ...fields, tool: "delete_file", arguments: { path: "/opt/elsewhere/with/many/more/directories/in/it/gone.txt" } }),
      frame({ category: "command", arguments: { command: `sed -i s/a/b/ ${DEEP}/Ledger.java` } }),
      frame({ arguments: { command: `rm ${DEEP}/Old.java` }, parsed: { argument: "command", commands: [], findings: [], does: { verb: "delete", paths: [`${DEEP}/Old.java`], recursive: false } } }),
    );
    await at({ width, height });
    await page.waitForFunction(() => document.querySelectorAll(".item .level").length === 5);
    const shown = await page.$$eval(".item .item-line", (all) => all.map((one) => ({ text: one.textContent, high: one.getBoundingClientRect().height })));
    assert.ok(shown.every(({ high }) => high < 30), "a row is one line");
    for (const name of ["Invoice.java", "gone.txt", "Old.java"]) {
      const seen = await page.$$eval(".item .item-words", (all, wanted) => {
        const one = all.find((each) => each.textContent.includes(wanted));
        const code = [...(one?.querySelectorAll("code") ?? [])].find((each) => each.textContent.includes(wanted));
        return code && code.getBoundingClientRect().right <= one.parentElement.getBoundingClientRect().right + 1;
      }, name);
      assert.equal(seen, true, `${name} in ${JSON.stringify(shown)}`);
    }
    assert.ok(shown.some(({ text }) => text.includes("/opt/…/it/gone.txt")), JSON.stringify(shown));
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.ok(wide <= 0, `${wide} px too wide`);
  });
}

test("cut off, the page does not say that all is well", async () => {
  await at();
  await page.waitForSelector(".calm-mark");
  assert.equal(await page.textContent(".calm-mark"), "✓");
  hub.cut(true);
  await page.waitForSelector(".calm-mark.cut");
  assert.doesNotMatch(await page.textContent(".list"), /✓|Nothing waits/);
  assert.match(await page.textContent(".empty"), /Not connected: the page does not know what is pending now/);
  hub.cut(false);
  await page.waitForSelector(".dot.open", { timeout: 20000 });
  await page.waitForFunction(() => document.querySelector(".calm-mark").textContent === "✓");
});

test("taking back is offered only once it is known to work, and the key says why it does not", async () => {
  const [waited, polled] = [frame(), frame({ arguments: { command: "npm test" }, created_at: new Date(Date.now() + 1000).toISOString(), expires_at: null })];
  // The first agent waits for its answer and has it at once.
  hub.taken.add(waited.id);
  hub.put(waited);
  await at();
  await card(waited.id);
  await page.focus("#card-title");
  await page.keyboard.press("u");
  await page.waitForFunction(() => /no answer of yours here to take back/.test(document.querySelector(".said").textContent));
  await ready();
  await page.keyboard.press("a");
  await answered(1);
  await page.waitForFunction(() => /the agent has collected the answer/.test(document.querySelector(".card.receipt")?.textContent));
  assert.equal(await page.$(".undo"), null, "never offered");
  await page.keyboard.press("u");
  await page.waitForFunction(() => /Too late: the agent has the answer/.test(document.querySelector(".said").textContent));
  assert.equal(await page.isVisible(".said"), true);
  assert.equal(hub.answers.length, 1);
  hub.put(polled);
  await page.click(".item:not(.past)");
  await card(polled.id);
  await ready();
  await page.keyboard.press("a");
  await answered(2);
  await page.waitForSelector(".stamp .undo");
  assert.match(await page.textContent(".card.receipt"), /has not collected the answer yet/);
  // It is collected: the offer goes.
  hub.taken.add(polled.id);
  await page.waitForFunction(() => !document.querySelector(".undo") && /the agent has collected the answer/.test(document.querySelector(".card.receipt").textContent));
});

test("the menu is whole at 360 px, and what waits stands right below one line", async () => {
  hub.put(frame());
  await at({ width: 360, height: 640 });
  await page.waitForSelector(".item .level");
  const top = await page.$eval(".item", (one) => one.getBoundingClientRect().top);
  assert.ok(top < 110, `the first row begins at ${top}`);
  await page.click(".menu-toggle");
  const cut = await page.$$eval("nav a", (all) => all.filter((one) => {
    const box = one.getBoundingClientRect();
    return box.left < 0 || box.right > innerWidth || one.scrollWidth > one.clientWidth + 1;
  }).map((one) => one.textContent));
  assert.deepEqual(cut, []);
  assert.equal(await page.$$eval("nav a", (all) => all.length), 7);
});

test("raw bytes stay within their card, also on a receipt", async () => {
  const one = frame();
  hub.put(one);
  await at({ width: 360, height: 640 });
  await page.click(".item");
  await card(one.id);
  await ready();
  await page.click(".buttons .deny");
  await answered(1);
  await page.waitForSelector(".card.receipt");
  await page.click(".more summary");
  await page.waitForSelector(".card.receipt .bytes-button");
  const within = async (what) => {
    const [card_, inner] = await page.evaluate((selector) => [".card", selector].map((each) => document.querySelector(each).getBoundingClientRect().toJSON()), what);
    assert.ok(inner.bottom <= card_.bottom && inner.right <= card_.right, `${what}: ${JSON.stringify([card_, inner])}`);
  };
  await within(".bytes-button");
  await page.click(".bytes-button");
  await within(".bytes");
});

test("a token that is typed in is kept for this tab alone", async () => {
  await at();
  const secret = "bl_typed_in_by_a_person";
  const places = await page.evaluate(async (token) => {
    localStorage.setItem("byleave.token", "left by an earlier version");
    const { login } = await import("/page/hub/connection.js?again");
    // As a hub does that does not know it as its own address's secret.
    const real = globalThis.fetch;
    globalThis.fetch = (path, options) => (path === "/v1/login" ? Promise.resolve(new Response("{}", { status: 401 })) : real(path, options));
    await login(token);
    globalThis.fetch = real;
    return { local: JSON.stringify(localStorage), session: JSON.stringify(sessionStorage) };
  }, secret);
  assert.doesNotMatch(places.local, /bl_typed|earlier version/);
  assert.match(places.session, /bl_typed_in_by_a_person/);
  await page.evaluate(() => sessionStorage.clear());
});

test("the history tells apart what was allowed, collected, done, denied, refused, taken back, cancelled and what ran out of time", async () => {
  const entry = (command, more) => ({ timestamp: new Date().toISOString(), tool: "bash", arguments: { command }, reason: "r", session: "s", source: "none", verdict: "ask", approved: true, person: "mia", digest: "d", request: "ap", ...more });
  hub.records.push(
    entry("1", { state: "decided" }), entry("2", { state: "released" }), entry("3", { state: "done" }), entry("4", { state: "expired" }),
    entry("5", { request: undefined, person: null, verdict: "allow" }), entry("6", { state: "taken_back" }), entry("7", { approved: false, answer: { undo: true } }), entry("8", { approved: false, state: "decided", cause: "rejected", person: "mia" }),
    entry("9", { approved: false, cause: "timeout", state: "expired" }), entry("10", { approved: false, cause: "closed", state: "cancelled" }), entry("11", { approved: false, cause: "policy", verdict: "deny", request: undefined }), entry("12", { approved: false, cause: "system" }),
  );
  await at();
  await page.evaluate(() => { location.hash = "#/history"; });
  await page.waitForSelector(".history summary");
  const words = await page.$$eval(".history summary .verdict", (all) => all.map((one) => one.textContent.trim().replace(/\s+/g, " ")));
  assert.deepEqual(words, ["✓ allowed", "✓ collected", "✓ done", "✓ allowed", "✓ let through", "↶ taken back", "↶ taken back", "✗ denied", "– ran out of time", "– cancelled", "✗ refused", "✗ did not run"]);
  await page.click(".history summary >> nth=0");
  assert.match(await page.textContent(".stamp"), /allowed.*the agent has not collected the answer/);
  assert.doesNotMatch(await page.textContent("main"), /\bran\b(?! out of time)/, "whether a call ran is not known here");
});
