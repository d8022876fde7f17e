// An engine for people who have none yet: the loop of an agent around a model and tools that they pass in, with a gate in it.

"use strict";

const { Gate, newId } = require("./oricore.js");
const { Rejected, Stopped } = require("./errors.js");
const { Store } = require("./store.js");
const json = require("./json.js");

/** What a model may do to one message. */
const MOST_STEPS = 100;
/** What tools do that a message without `write` may use. */
const LOOKS = ["read", "ask"];
const OF_GATE = ["policy", "approvalMode", "approvalTools", "channels", "session", "agent", "store", "timeout", "onEvent", "log", "cwd", "project", "home"];

function createEngine(options) {
  if (!json.isPlain(options)) throw new TypeError("createEngine takes an object such as { productName, version }");
  json.string(options.productName, "productName");
  json.string(options.version, "version");
  return new Engine(options);
}

class Engine {
  #options;
  #ready = null;

  constructor(options) {
    this.#options = { ...options };
  }

  /** Keys that belong to the host (`provider` and so on) are its own affair. */
  async initialize(options) {
    if (options !== undefined && !json.isPlain(options)) throw new TypeError("initialize takes an object such as { approvalMode: \"default\" }");
    const all = { ...this.#options, ...options };
    const model = [options?.model, this.#options.model].find((one) => typeof one?.generate === "function");
    const tools = new Map((all.tools ?? []).map((tool) => [json.string(tool?.name, "the tool's name"), tool]));
    const choices = Object.fromEntries(OF_GATE.filter((key) => all[key] !== undefined).map((key) => [key, all[key]]));
    // One session on one record, whatever callback a message brings.
    const same = { session: all.session ?? `sess_${newId()}`, store: all.store ?? Store.memory() };
    const make = (onToolApprove) =>
      new Gate({ agent: all.productName, ...choices, ...same, tools: [...tools.values()], ...(onToolApprove === undefined ? {} : { onToolApprove }) });
    this.#ready = { model, modelName: typeof all.model === "string" ? all.model : undefined, tools, make, gate: make(all.onToolApprove), messages: [] };
  }

  /** The gate that its calls go through. */
  get gate() {
    return this.#initialized().gate;
  }

  #initialized() {
    if (this.#ready === null) throw new Error("call engine.initialize({ approvalMode }) first");
    return this.#ready;
  }

  /** One message of the user, and what the model does about it. */
  async sendMessage(options) {
    const ready = this.#initialized();
    const { message, write, onToolApprove, signal } = Object(options);
    json.string(message, "message");
    if (ready.model === undefined) {
      throw new Error("this engine has no model: pass an object with generate({ messages, tools }) as `model`, to createEngine or initialize");
    }
    // A callback of this message has a gate of its own, in the same session and on the same record.
    const gate = onToolApprove === undefined ? ready.gate : ready.make(onToolApprove);
    return gate.turn(() => this.#turn(ready, gate, { message, write: write === true, signal }));
  }

  async #turn(ready, gate, { message, write, signal }) {
    const { messages, model, modelName } = ready;
    messages.push({ role: "user", content: message });
    const offered = [...ready.tools.values()].filter((tool) => write || LOOKS.includes(gate.category(tool.name)));
    const tools = offered.map(({ name, description, parameters }) => ({ name, description, parameters }));
    for (let step = 0; step < MOST_STEPS; step += 1) {
      signal?.throwIfAborted();
      const { text = "", toolCalls = [] } = await model.generate({ model: modelName, messages: [...messages], tools, signal });
      const calls = toolCalls.map(({ name, params, callId }) => ({ name, params, callId: callId ?? `call_${newId()}` }));
      messages.push({ role: "assistant", content: text, toolCalls: calls });
      if (calls.length === 0) return { success: true, data: { text } };
      const denied = await this.#calls(offered, gate, calls, messages, signal);
      if (denied !== null) return { success: false, error: { type: "tool_denied", message: denied }, data: { text } };
    }
    return { success: false, error: { type: "too_many_steps", message: `the model did not finish in ${MOST_STEPS} steps` }, data: { text: "" } };
  }

  /** The calls of one reply, one after another. Returns why the turn ends, or `null`. */
  async #calls(offered, gate, calls, messages, signal) {
    for (const [at, call] of calls.entries()) {
      const answer = (content, isError) => messages.push({ role: "tool", name: call.name, callId: call.callId, content, isError });
      const tool = offered.find(({ name }) => name === call.name);
      if (tool === undefined) {
        answer(`there is no tool \`${call.name}\` here`, true);
        continue;
      }
      const rest = calls.slice(at + 1).map(({ name, params }) => ({ tool: name, arguments: json.isPlain(params) ? params : {} }));
      let args;
      try {
        args = (await gate.authorize(call.name, call.params, { id: call.callId, remaining: rest, signal })).take();
      } catch (error) {
        if (signal?.aborted) throw error;
        answer(error instanceof Rejected ? error.toModelText() : `\`${call.name}\` did not run: ${error.message}`, true);
        if (error instanceof Stopped) return error.message;
        continue;
      }
      try {
        const result = await tool.execute(args);
        answer(typeof result === "string" ? result : (JSON.stringify(result) ?? ""), false);
      } catch (error) {
        answer(`\`${call.name}\` failed: ${error?.message ?? error}`, true);
      }
    }
    return null;
  }
}

module.exports = { createEngine, Engine };
