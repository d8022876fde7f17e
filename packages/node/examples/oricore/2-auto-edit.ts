// Example 2: mode `autoEdit` for development. Edits are automatic, commands still ask.

import { createEngine } from "byleave/oricore";
import { scripted, tools } from "./model.js";

const engine = createEngine({ productName: "MyApp", version: "1.0.0", policy: {}, tools });

await engine.initialize({
  model: scripted(
    { name: "edit", params: { file_path: "a.ts", old_string: "let a", new_string: "const a" } },
    { name: "bash", params: { command: "npm test" } },
  ),
  provider: { anthropic: { apiKey: process.env.ANTHROPIC_API_KEY } },
  approvalMode: "autoEdit",
});

const result = await engine.sendMessage({
  message: "Refactor all TypeScript files to use const",
  write: true,
});

console.log(result.data.text);
