// Example 6: conditions in a callback. `startsWith` is not enough for real use: `lsof` begins with `ls`, and `git push` with `git`.
// A rule such as `Bash(git diff *)` says it better, and counts for every command of a chain.

import { createEngine } from "byleave/oricore";
import { scripted, tools, type Call } from "./model.js";

const calls: Call[] = [
  { name: "read", params: { file_path: "schema.sql" } },
  { name: "bash", params: { command: "rm -rf build" } },
  { name: "bash", params: { command: "echo x > /dev/sda" } },
  { name: "bash", params: { command: "git commit -m x" } },
  { name: "bash", params: { command: "psql -c 'ANALYZE'" } },
];

async function showConfirmDialog({ message, details }: { message: string; details: unknown }): Promise<boolean> {
  console.log(message, JSON.stringify(details));
  return process.env.CONFIRM === "yes";
}

const engine = createEngine({ productName: "MyApp", version: "1.0.0", policy: {}, tools });
await engine.initialize({ model: scripted(...calls), approvalMode: "default" });

const result = await engine.sendMessage({
  message: "Optimize the database queries",
  write: true,

  onToolApprove: async (toolUse) => {
    if (toolUse.name === "read" || toolUse.name === "grep") {
      return { approved: true };
    }

    if (toolUse.name === "bash") {
      const command = toolUse.params.command as string;

      if (command.includes("rm -rf") || command.includes("> /dev")) {
        return {
          approved: false,
          denyReason: "Dangerous command detected",
        };
      }

      if (command.startsWith("git") || command.startsWith("ls")) {
        return { approved: true };
      }
    }

    const confirmed = await showConfirmDialog({
      message: `Allow ${toolUse.name}?`,
      details: toolUse.params,
    });

    return { approved: confirmed };
  },
});

console.log(result.data.text);
