// A model and tools for the examples, so that they run by themselves: the model makes the calls it is given, one reply each.

import type { Model, Tool } from "byleave/oricore";

export type Call = { name: string; params: Record<string, unknown> };

/** A model that makes these calls and then says what came of them. */
export function scripted(...calls: Call[]): Model {
  let at = 0;
  return {
    async generate({ messages }) {
      const call = calls[at];
      at += 1;
      if (call !== undefined) return { toolCalls: [call] };
      const results = messages.flatMap((message) => (message.role === "tool" ? [`${message.name}: ${message.isError ? "did not run" : "ran"}`] : []));
      return { text: results.join(", ") };
    },
  };
}

const tool = (name: string): Tool => ({ name, description: `A tool that only says that it ran`, execute: (params) => `${name} ${JSON.stringify(params)}` });

export const tools: Tool[] = ["read", "grep", "write", "edit", "bash", "fetch", "askUserQuestion"].map(tool);
