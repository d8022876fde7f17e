// @ts-check
// A tool of an MCP server: whose it is, and what its maker claims of it. Claims are shown, never believed.

import { foreignLine, h } from "../dom.js";
import { words } from "../text/mcp.js";

/** @param {any} frame @param {import("./subject.js").Subject} about */
export function mcp(frame, { server, tool }) {
  const said = frame.annotations && typeof frame.annotations === "object" ? frame.annotations : {};
  const claims = words.claims.filter(([name]) => typeof said[name] === "boolean").map(([name, yes, no]) => (said[name] ? yes : no));
  const row = (name, value) => [h("dt", {}, name), h("dd", {}, value)];
  return h("dl.facts-list.mcp", {},
    row(words.server, h("code", {}, foreignLine(server, "name"))),
    row(words.tool, [h("code", {}, foreignLine(tool, "name")), typeof said.title === "string" ? [h("span.faint", {}, words.calls), "“", foreignLine(said.title), "”"] : null]),
    claims.length ? row(words.maker, [claims.join("; "), h("strong", {}, words.unchecked)]) : null);
}
