export * from "./claude-agent-sdk.js";
