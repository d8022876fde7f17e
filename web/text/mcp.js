// @ts-check
// What the maker of an MCP tool claims of it.

export const words = {
  server: "Server",
  tool: "Tool",
  calls: " calls itself ",
  maker: "Its maker",
  unchecked: " – not checked",
  claims: [
    ["readOnlyHint", "claims to read only", "says that it changes things"],
    ["destructiveHint", "says that it may destroy", "claims to destroy nothing"],
    ["idempotentHint", "claims that running it twice changes nothing more", "says that running it twice does more than once"],
    ["openWorldHint", "says that it reaches other systems", "claims to stay within its own system"],
  ],
};
