// Numbers, not claims: `node bench.js` prints how long it takes from handing a call in, and from the frame that
// tells of it, to its card on the screen, how long a thousand requests take, and what the page weighs.

import { launch, open } from "./support/browser.js";
import { startHub } from "./support/hub.js";

const TIMES = 30;
const MANY = 1000;
const browser = await launch();
const hub = await startHub();
const page = await open(browser, hub.page);
await page.waitForSelector(".dot.open");
const weight = await page.evaluate(() => {
  const files = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource").filter((one) => one.name.includes("/page/"))];
  const sum = (field) => files.reduce((all, one) => all + one[field], 0);
  return { files: files.length, packed: sum("encodedBodySize"), plain: sum("decodedBodySize") };
});
// When the browser had the frame in its hands.
const heard = new Map();
page.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => {
  const frame = JSON.parse(payload);
  if (frame.type === "approval_needed") heard.set(frame.arguments.command, Date.now());
}));
await page.reload();
await page.waitForSelector(".dot.open");

await page.evaluate(() => {
  globalThis.drawn = new Map();
  new MutationObserver(() => {
    const id = document.querySelector(".card:not(.receipt) .command code")?.textContent;
    if (id && !globalThis.drawn.has(id)) requestAnimationFrame(() => setTimeout(() => globalThis.drawn.set(id, Date.now())));
  }).observe(document.getElementById("main"), { childList: true, subtree: true });
});
const times = [];
const drawing = [];
for (let number = 0; number < TIMES; number += 1) {
  const command = `npm run step${number}`;
  const from = Date.now();
  const call = hub.call("bash", { command });
  const at = await page.waitForFunction((text) => globalThis.drawn.get(text), command, { polling: 5 });
  times.push((await at.jsonValue()) - from);
  drawing.push((await at.jsonValue()) - heard.get(command));
  await page.keyboard.press("d");
  await call;
}
for (const list of [times, drawing]) list.sort((one, other) => one - other);
console.log(`from approval_needed to its card: median ${drawing[TIMES >> 1]} ms, worst ${drawing.at(-1)} ms (${TIMES} calls)`);
console.log(`from the call to its card: median ${times[TIMES >> 1]} ms, worst ${times.at(-1)} ms (${TIMES} calls)`);

const start = Date.now();
// A token has so many calls under judgement at once, and no more.
for (let at = 0; at < MANY; at += 50) await Promise.all(Array.from({ length: 50 }, (_, number) => hub.call("bash", { command: `npm run many${at + number}` }, { wait: 0 })));
await page.waitForFunction((many) => document.querySelectorAll(".items > li[aria-posinset]").length >= many, MANY - 10, { timeout: 120000, polling: 50 });
console.log(`${MANY} requests handed in and listed: ${Date.now() - start} ms`);
const rows = await page.$$eval(".items > li[aria-posinset]", (all) => all.length);
const step = await page.evaluate(async () => {
  const from = performance.now();
  for (let number = 0; number < 20; number += 1) {
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "j", bubbles: true }));
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  }
  return (performance.now() - from) / 20;
});
console.log(`with ${rows} rows, the next card by key: ${step.toFixed(1)} ms`);
console.log(`the page: ${weight.files} files, ${(weight.packed / 1024).toFixed(1)} KiB over the wire, ${(weight.plain / 1024).toFixed(1)} KiB unpacked`);
await browser.close();
await hub.close();
