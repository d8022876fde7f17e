// Example 5: approval in a web application. The page shows <byleave-approval>, whose title is "Approve NAME?" and whose answer has
// the value `approve` or `deny`; `showModal` brings the call there and the value back.

import { createServer } from "node:http";
import { createEngine } from "byleave/oricore";
import { scripted, tools } from "./model.js";

type Modal = { title: string; content: { tool: string; params: unknown }; actions: { label: string; value: string }[] };

let open: { modal: Modal; answer: (value: string) => void } | undefined;

/** The modal waits at GET / as JSON, and its answer is a POST with `approve` or `deny`. */
const server = createServer((request, response) => {
  if (request.method === "GET") return void response.end(JSON.stringify(open?.modal ?? null));
  let value = "";
  request.on("data", (more: Buffer) => (value += more.toString()));
  request.on("end", () => {
    open?.answer(value);
    open = undefined;
    response.end();
  });
}).listen(0, "127.0.0.1", () => console.log(JSON.stringify(server.address())));

const showModal = (modal: Modal) => new Promise<string>((answer) => (open = { modal, answer }));

const engine = createEngine({ productName: "MyApp", version: "1.0.0", policy: {}, tools });
await engine.initialize({ model: scripted({ name: "bash", params: { command: "npm install" } }), approvalMode: "default" });

const result = await engine.sendMessage({
  message: "Install what is missing",
  write: true,

  onToolApprove: async (toolUse) => {
    const result = await showModal({
      title: `Approve ${toolUse.name}?`,
      content: { tool: toolUse.name, params: toolUse.params },
      actions: [
        { label: "Approve", value: "approve" },
        { label: "Deny", value: "deny" },
      ],
    });

    return {
      approved: result === "approve",
    };
  },
});

server.close();
console.log(result.data.text);
