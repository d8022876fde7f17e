// byleave for OriCore: what its document on tool approval says, line by line. A gate for those who have an engine, and an engine
// for those who have none yet (`oricore-engine.js`).

"use strict";

const { randomUUID } = require("node:crypto");
const { same } = require("./adapting.js");
const { Callback } = require("./channels.js");
const { Rejected, Stopped } = require("./errors.js");
const { Gate } = require("./gate.js");
const { asPolicy } = require("./policy.js");
const json = require("./json.js");

const OWN = ["policy", "approvalMode", "approvalTools", "onToolApprove", "log"];
const OF_GATE = ["channels", "session", "agent", "store", "timeout", "tools", "onEvent", "cwd", "project", "home"];

/** Tools of OriCore that its document calls by another name. */
const THEIRS = [{ name: "todoWrite", category: "read" }];

/** A gate under profile `oricore`: its six steps, and the floors above them. */
class OriCoreGate extends Gate {
  #policy;
  #categories;
  #log;

  constructor(options) {
    const given = json.options(options, [...OWN, ...OF_GATE], "options");
    const policy = policyOf(given);
    const channels = given.channels === undefined ? [] : [given.channels].flat();
    const tools = [...THEIRS, ...(given.tools ?? []).map(described)];
    const log = given.log ?? ((...line) => console.error(...line));
    const asked = given.onToolApprove === undefined ? [] : [callback(given.onToolApprove, log)];
    const rest = Object.fromEntries(OF_GATE.filter((key) => given[key] !== undefined).map((key) => [key, given[key]]));
    super(policy, { ...rest, tools, channels: [...asked, ...channels] });
    this.#policy = policy;
    this.#categories = new Map(tools.map(({ name, category }) => [name, category]));
    this.#log = log;
  }

  /** For `engine.sendMessage({ onToolApprove: gate.onToolApprove })`: every call goes through the gate. */
  get onToolApprove() {
    return async (toolUse) => {
      const result = await this.approve(toolUse);
      // An engine of OriCore ends the turn if there is no reason, and only then. That is what a hard no means.
      return result.stop === true ? { approved: false } : without(result, "stop");
    };
  }

  /** What the gate says to a call: always an object, always with a reason if it is a no. */
  async approve(toolUse, { session = this, signal } = {}) {
    let name = "a call without a name";
    try {
      name = json.string(toolUse?.name, "toolUse.name");
      // Hopeless JSON of a model arrives as a text: an error like any other.
      const params = this.#withoutAnswers(name, toolUse.params);
      const id = toolUse.callId === undefined ? undefined : json.string(toolUse.callId, "toolUse.callId");
      const permit = await session.authorize(name, params, { id, signal });
      return approved(toolUse.params ?? {}, permit.take());
    } catch (error) {
      if (error instanceof Rejected) {
        return { approved: false, denyReason: denyReason(error), ...(error instanceof Stopped ? { stop: true } : {}) };
      }
      this.#log("Approval error:", error);
      const why = signal?.aborted ? "nobody answered in time" : "Approval system error";
      return { approved: false, denyReason: why };
    }
  }

  /** A model that answers its own question to the user is no user. */
  #withoutAnswers(name, params) {
    return this.category(name) === "ask" && json.isPlain(params) && Object.hasOwn(params, "answers")
      ? without(params, "answers")
      : params;
  }

  /**
   * Answers the calls of sub-agents on a message bus. OriCore lets a call run if its handler throws, returns nothing or never
   * answers; this one always answers, with booleans, with a reason, in time. The category is byleave's own, never the sender's word.
   */
  registerBus(bus, options) {
    if (typeof bus?.registerHandler !== "function") throw new TypeError("registerBus takes a message bus with registerHandler(name, handler)");
    const { timeout = 600, log } = json.options(options, ["timeout", "log"], "options");
    if (!(Number.isFinite(timeout) && timeout > 0)) throw new TypeError("options.timeout must be a number of seconds above 0");
    bus.registerHandler("toolApproval", async (request) => {
      try {
        const { toolUse, sessionId } = Object(request);
        const session = typeof sessionId === "string" && sessionId !== this.id ? this.session(sessionId) : this;
        log?.(`Session ${session.id} requesting approval for ${toolUse?.name}`);
        const result = await this.approve(toolUse, { session, signal: AbortSignal.timeout(Math.min(timeout * 1000, 0x7fffffff)) });
        return without(result, "stop");
      } catch (error) {
        this.#log("Approval error:", error);
        return { approved: false, denyReason: "Approval system error" };
      }
    });
  }

  /** `approval` for a tool of the host: its category, and whether a call of it needs approval, by the policy and the current mode. */
  approval(tool) {
    const policy = this.#policy;
    return {
      category: this.category(tool) ?? undefined,
      needsApproval: async ({ params, approvalMode } = {}) => {
        try {
          const current = approvalMode === undefined ? policy : policy.withProfile({ mode: approvalMode });
          return !current.check(tool, params).allowed;
        } catch {
          return true;
        }
      },
    };
  }

  /** The category of a tool; those that byleave knows have their own, whatever is said of them. */
  category(tool) {
    return this.#policy.category(tool) ?? this.#categories.get(tool) ?? null;
  }
}

/** The files that count here, or a policy in code, under OriCore's profile and the mode that was chosen. */
function policyOf({ policy, approvalMode, approvalTools, cwd, project, home }) {
  const place = Object.fromEntries(Object.entries({ cwd, project, home }).filter(([, value]) => value !== undefined));
  const base = asPolicy(policy, place).withProfile({ profile: "oricore", ...(approvalMode === undefined ? {} : { mode: approvalMode }) });
  if (approvalTools === undefined) return base;
  if (!Array.isArray(approvalTools)) throw new TypeError(`approvalTools must be a list of tools, not ${json.kind(approvalTools)}`);
  return base.withPermissions(Object.fromEntries(approvalTools.map((tool) => [json.string(tool, "approvalTools"), true])));
}

/** A tool of OriCore: what it says of approval stands in `approval`. */
function described(tool) {
  const { name, description, approval } = Object(tool);
  const own = approval?.needsApproval;
  return {
    name,
    description,
    category: approval?.category,
    ...(typeof own === "function" ? { needsApproval: (context) => own.call(approval, context) } : {}),
  };
}

/** Step 6: the host's own callback. What breaks in it is a no, and is told. */
function callback(onToolApprove, log) {
  if (typeof onToolApprove !== "function") throw new TypeError(`onToolApprove must be a function, not ${json.kind(onToolApprove)}`);
  return new Callback(async (request) => {
    try {
      const toolUse = { name: request.tool, params: request.arguments, callId: request.tool_call_id };
      return await onToolApprove(toolUse, { category: request.category ?? undefined, sessionId: request.session });
    } catch (error) {
      log("Approval error:", error);
      return { approved: false, denyReason: "Approval system error" };
    }
  }, { name: "onToolApprove" });
}

/** A yes, with the arguments if they are others. OriCore lays them over those of the model, so a key that went is said to be gone. */
function approved(before, after) {
  if (same(before, after)) return { approved: true };
  const gone = Object.keys(before).filter((key) => !Object.hasOwn(after, key));
  return { approved: true, params: { ...after, ...Object.fromEntries(gone.map((key) => [key, undefined])) } };
}

/** Never an empty text: OriCore takes that for no reason. */
function denyReason(refusal) {
  return refusal.feedback || refusal.reason || refusal.message || "User denied";
}

function without(object, key) {
  const { [key]: _, ...rest } = object;
  return rest;
}

const newId = () => randomUUID();

module.exports = { Gate: OriCoreGate, newId };
Object.defineProperty(module.exports, "createEngine", { enumerable: true, get: () => require("./oricore-engine.js").createEngine });
