// What the Claude Agent SDK starts, played by a script: it makes one call, reads what the SDK answers, and says how the tool would end.

import { createInterface } from "node:readline";

const say = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);
// As JSON: an environment holds no half of a surrogate pair.
const input = JSON.parse(process.env.SCRIPTED_INPUT);
const session_id = "00000000-0000-4000-8000-000000000000";
const uuid = "00000000-0000-4000-8000-000000000001";

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.type === "control_request") {
    say({ type: "control_response", response: { subtype: "success", request_id: message.request_id, response: { commands: [], models: [], account: {} } } });
  } else if (message.type === "user") {
    say({ type: "control_request", request_id: "ask-1", request: { subtype: "can_use_tool", tool_name: "Bash", input, tool_use_id: "toolu_1", permission_suggestions: [] } });
  } else if (message.type === "control_response" && message.response.request_id === "ask-1") {
    say({ type: "result", subtype: "success", is_error: false, duration_ms: 1, duration_api_ms: 1, num_turns: 1, result: JSON.stringify(message.response), session_id, total_cost_usd: 0, usage: {}, permission_denials: [], uuid });
    process.exit(0);
  }
}
