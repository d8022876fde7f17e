// Takes the examples out of a page: `examples.mjs PAGE FOLDER` writes each ```ts block as example-N.mts.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const [page, folder] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
let count = 0;
for (const [, code] of readFileSync(page, "utf8").matchAll(/^```ts\n([\s\S]*?)^```$/gm)) {
  count += 1;
  writeFileSync(join(folder, `example-${count}.mts`), code);
}
const compilerOptions = {
  target: "es2022", lib: ["es2023"], module: "nodenext", strict: true, noUncheckedIndexedAccess: true, skipLibCheck: true, types: ["node"],
};
writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.mts"] }));
console.log(`${count} examples`);
