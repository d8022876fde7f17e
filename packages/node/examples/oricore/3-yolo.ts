// Example 3: mode `yolo` for automation. Everything is automatic but questions to the user, and high-risk commands.

import { createEngine } from "byleave/oricore";
import { scripted, tools } from "./model.js";

const engine = createEngine({ productName: "MyApp", version: "1.0.0", policy: {}, tools });

await engine.initialize({
  model: scripted(
    { name: "bash", params: { command: "npm test" } },
    { name: "fetch", params: { url: "https://example.com" } },
    { name: "askUserQuestion", params: { question: "Which style?" } },
    { name: "bash", params: { command: "rm -rf /" } },
  ),
  approvalMode: "yolo",
});

const result = await engine.sendMessage({
  message: "Analyze codebase and create documentation",
  write: true,
});

console.log(result.data.text);
