// The pictures of the documentation, from the real hub: `node pictures.js FOLDER [before]`.

import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fromDisk, launch, open } from "./support/browser.js";
import { startHub } from "./support/hub.js";
import { handIn } from "./support/kinds.js";

const folder = process.argv[2] ?? "../../docs/pictures";
/** Of the page as it was: only the cards. */
const before = process.argv[3] === "before";
const browser = await launch();
const hub = await startHub();
await mkdir(folder, { recursive: true });

/** Many pictures as one, so many beside each other. */
async function sheet(files, path, across, width) {
  const page = await (await browser.newContext({ viewport: { width: across * (width + 12) + 12, height: 600 } })).newPage();
  const images = await Promise.all(files.map(async ([name, file]) => `<figure><figcaption>${name}</figcaption><img width=${width} src="data:image/png;base64,${(await readFile(file)).toString("base64")}"></figure>`));
  await page.setContent(`<style>body{margin:6px;background:#888;display:grid;grid-template-columns:repeat(${across},${width}px);gap:12px;font:13px sans-serif}figure{margin:6px 0}figcaption{color:#fff;padding:2px}</style>${images.join("")}`);
  await page.screenshot({ path, fullPage: true });
  await page.context().close();
}

/** Each of the sixteen kinds at one width. */
async function cards(page, made, name) {
  const files = [];
  for (const [kind, id] of made) {
    await page.evaluate((address) => { location.hash = `#/queue/${address}`; }, id);
    await page.waitForSelector(`.card[data-id="${id}"]`);
    await page.waitForTimeout(400);
    const path = join(folder, `.${name}-${files.length}.png`);
    await page.screenshot({ path });
    files.push([kind, path]);
  }
  return files;
}

const made = await handIn(hub);
const page = await open(browser, hub.page, { width: 1200, height: 860 });
await page.waitForFunction((size) => document.querySelectorAll(".item").length >= size, 12);
// Whoever looks at a picture has no name to give.
await page.click(".away button[aria-label=Close]");
await page.evaluate(() => document.activeElement.blur());
const state = await page.context().storageState();
const as = async (options) => {
  const context = await browser.newContext({ storageState: state, reducedMotion: "reduce", ...options });
  await fromDisk(context, hub.origin);
  const other = await context.newPage();
  await other.goto(`${hub.origin}/#/queue`);
  await other.waitForSelector(".item");
  return other;
};
const small = await as({ viewport: { width: 360, height: 640 } });
const phone = await cards(small, made, "phone");
await sheet(phone, join(folder, before ? "cards-before.png" : "cards.png"), 8, 216);
if (!before) {
  const open_ = async (on, kind) => {
    const [, id] = made.find(([name]) => name === kind);
    await on.evaluate((address) => { location.hash = `#/queue/${address}`; }, id);
    await on.waitForSelector(`.card[data-id="${id}"]`);
    await on.waitForTimeout(500);
  };
  await open_(page, "critical");
  await page.screenshot({ path: join(folder, "page.png") });
  const dark = await as({ viewport: { width: 390, height: 780 }, colorScheme: "dark" });
  await open_(dark, "edit");
  await dark.screenshot({ path: join(folder, "phone.png") });
  await page.evaluate(() => { location.hash = "#/policy"; });
  await page.waitForSelector("#draft");
  await page.fill("#draft", 'profile: byleave\n\npermissions:\n  "Bash(npm install *)": { allowed: true, reason: packages may be installed }\n  "Bash(npm test *)":    { allowed: true, reason: tests }\n  "Bash(bash *)":        { allowed: true }\n');
  await page.fill("#sim-what", "git status && npm install && rm -rf build");
  await page.selectOption("#sim-under", "draft");
  await page.click("form.stack button[type=submit]");
  await page.waitForSelector(".profiles");
  await page.waitForTimeout(700);
  await page.evaluate(() => scrollTo(0, 0));
  await page.screenshot({ path: join(folder, "policy.png") });
}
if (process.env.EACH) for (const [kind, file] of phone) await writeFile(join(process.env.EACH, `${kind.replaceAll(" ", "-")}.png`), await readFile(file));
for (const [, file] of phone) await (await import("node:fs/promises")).rm(file);
await browser.close();
await hub.close();
