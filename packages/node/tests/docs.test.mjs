// Every example of docs/typescript.md runs. It is typed by types.test.mjs.

import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";
import { inNode } from "./support.mjs";

const folder = new URL("guide/", import.meta.url);
const examples = readdirSync(folder).filter((file) => file.endsWith(".mjs"));

test("the guide has examples", () => assert.ok(examples.length >= 5));
for (const file of examples) {
  test(`example of the guide: ${file}`, async () => assert.equal((await inNode(new URL(file, folder))).code, 0));
}
