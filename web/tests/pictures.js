// The pictures of the documentation, from the real hub: `node pictures.js FOLDER`.

import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { launch, open } from "./support/browser.js";
import { startHub } from "./support/hub.js";

const folder = process.argv[2] ?? "../../docs/pictures";
const browser = await launch();
const hub = await startHub();
const project = join(hub.folder, "app");
await mkdir(join(project, "src"), { recursive: true });
await writeFile(join(project, "src/server.js"), "import { app } from \"./app.js\";\n\n// Where people find it.\nconst port = 8080;\napp.listen(port);\n\nexport default app;\n");
const calls = [
  ["bash", { command: "git status && npm install && bash -c 'rm -rf build' > /tmp/build.log" }, { description: "Install the packages and start from a clean build", batch_remaining: [{ tool: "bash", arguments: { command: "npm run build" } }, { tool: "write", arguments: { path: "notes.md", content: "done\n" } }] }],
  ["edit", { file_path: "src/server.js", old_string: "const port = 8080;\napp.listen(port);\n", new_string: "const port = Number(process.env.PORT ?? 8080);\napp.listen(port, \"127.0.0.1\");\n" }, {}],
  ["WebFetch", { url: "https://docs.rs/axum/latest/axum/" }, { session: "sess_docs", agent: "codex" }],
  ["bash", { command: "npm test" }, {}],
];
for (const [tool, args, more] of calls) await hub.call(tool, args, { session: "sess_app", wait: 0, cwd: project, project, home: hub.folder, ...more });
const page = await open(browser, hub.page, { width: 1200, height: 860 });
await page.waitForFunction(() => document.querySelectorAll(".item").length === 4);
// Whoever looks at a picture has no name to give.
await page.click(".away button[aria-label=Close]");
await page.click('.item:has-text("git status")');
await page.evaluate(() => document.activeElement.blur());
await page.waitForTimeout(500);
await page.screenshot({ path: join(folder, "page.png") });
const state = await page.context().storageState();
await page.evaluate(() => { location.hash = "#/policy"; });
await page.waitForSelector("#draft");
await page.fill("#draft", 'profile: byleave\n\npermissions:\n  "Bash(npm install *)": { allowed: true, reason: packages may be installed }\n  "Bash(npm test *)":    { allowed: true, reason: tests }\n  "Bash(bash *)":        { allowed: true }\n');
await page.fill("#sim-what", "git status && npm install && rm -rf build");
await page.selectOption("#sim-under", "draft");
await page.click("text=What would happen?");
await page.waitForSelector(".profiles");
await page.waitForTimeout(700);
await page.evaluate(() => scrollTo(0, 0));
await page.screenshot({ path: join(folder, "policy.png") });
const phone = await browser.newContext({ viewport: { width: 390, height: 780 }, colorScheme: "dark", storageState: state });
const small = await phone.newPage();
await small.goto(`${hub.origin}/#/queue`);
await small.waitForSelector(".item");
await small.click('.item:has-text("Replace")');
await small.waitForTimeout(500);
await small.screenshot({ path: join(folder, "phone.png") });
await browser.close();
await hub.close();
