// Example 4: a mode and a callback of your own. The callback is called only for what the mode does not approve.

import { createEngine } from "byleave/oricore";
import { scripted, tools } from "./model.js";

const engine = createEngine({ productName: "MyApp", version: "1.0.0", policy: {}, tools });

await engine.initialize({
  model: scripted({ name: "read", params: { file_path: "a.txt" } }, { name: "bash", params: { command: "npm run clean" } }),
  approvalMode: "default",
});

const result = await engine.sendMessage({
  message: "Clean up temporary files",
  write: true,

  onToolApprove: async (toolUse) => {
    console.log(`[Approval] Tool: ${toolUse.name}`);
    console.log(`[Params]`, JSON.stringify(toolUse.params, null, 2));

    process.stdout.write(`\nApprove ${toolUse.name}? (y/n): `);

    const answer = await new Promise<string>((resolve) => {
      if (process.stdin.isTTY) process.stdin.setRawMode(true); // one key suffices
      process.stdin.resume();
      process.stdin.once("data", (data) => {
        if (process.stdin.isTTY) process.stdin.setRawMode(false);
        process.stdin.pause();
        resolve(data.toString().trim().toLowerCase());
      });
    });

    const approved = answer === "y";
    console.log(approved ? "✅ Approved" : "❌ Denied");

    return {
      approved,
      denyReason: approved ? undefined : "User denied",
    };
  },
});

console.log(result.data.text);
