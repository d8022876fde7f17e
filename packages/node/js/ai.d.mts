export * from "./ai.js";
