export * from "./oricore.js";
