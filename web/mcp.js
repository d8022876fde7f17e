// A tool of an MCP server: whose it is, and what its maker claims of it. Claims are shown, never believed.

import { foreignLine, h } from "./dom.js";

const CLAIMS = [
  ["readOnlyHint", "claims to read only", "says that it changes things"],
  ["destructiveHint", "says that it may destroy", "claims to destroy nothing"],
  ["idempotentHint", "claims that running it twice changes nothing more", "says that running it twice does more than once"],
  ["openWorldHint", "says that it reaches other systems", "claims to stay within its own system"],
];

export function mcp(frame, { server, tool }) {
  const said = frame.annotations && typeof frame.annotations === "object" ? frame.annotations : {};
  const claims = CLAIMS.filter(([name]) => typeof said[name] === "boolean").map(([name, yes, no]) => (said[name] ? yes : no));
  const row = (name, value) => [h("dt", {}, name), h("dd", {}, value)];
  return h("dl.facts-list.mcp", {},
    row("Server", h("code", {}, foreignLine(server, "name"))),
    row("Tool", [h("code", {}, foreignLine(tool, "name")), typeof said.title === "string" ? [h("span.faint", {}, " calls itself "), "“", foreignLine(said.title), "”"] : null]),
    claims.length ? row("Its maker", [claims.join("; "), h("strong", {}, " – not checked")]) : null);
}
