// Example 1: mode `default`. Reading runs, the rest asks; here at this terminal, and without one nothing runs that asks.

import { Terminal } from "byleave";
import { createEngine } from "byleave/oricore";
import { scripted, tools } from "./model.js";

const engine = createEngine({
  productName: "MyApp",
  version: "1.0.0",
  policy: {},
  model: scripted({ name: "read", params: { file_path: "package.json" } }, { name: "write", params: { file_path: "add.ts", content: "export {};" } }),
  tools,
});

await engine.initialize({
  model: "openai/gpt-4o",
  provider: { openai: { apiKey: process.env.OPENAI_API_KEY } },
  approvalMode: "default", // manual approval for most operations
  channels: process.stdin.isTTY ? [new Terminal({ style: "plain" })] : [],
});

const result = await engine.sendMessage({
  message: "Create a TypeScript function",
  write: true,
});

console.log(result.data.text);
