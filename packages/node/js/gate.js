// The gate: takes the calls of an agent, returns permits, throws `Rejected`.

"use strict";

const { native } = require("./native.js");
const { broke, refused, within } = require("./errors.js");
const { bridge, drive, register } = require("./drive.js");
const json = require("./json.js");
const { asChannel } = require("./channels.js");
const { asPolicy, decided, path, shellText, flag, some, Policy, PLACE } = require("./policy.js");
const { Store } = require("./store.js");
const { permit } = require("./permit.js");

const MADE = Symbol("a session of the addon");
const CALL = ["id", "description", "cwd", "shell", "ask", "remaining", "signal"];
const GATE = [...PLACE, "channels", "session", "agent", "store", "profile", "mode", "timeout", "tools", "onEvent"];
const TOOL = ["name", "category", "description", "needsApproval"];

/** A gate in one session. Grants, a stop and the turn belong to the session. */
class Session {
  #native;
  #policy;
  /** What the addon calls by number: it lives as long as this does. */
  #kept;

  constructor(made, session, policy, kept) {
    if (made !== MADE) throw new TypeError("make a Gate; its method session() makes others");
    this.#native = session;
    this.#policy = policy;
    this.#kept = kept;
  }

  get id() {
    return this.#native.id;
  }

  get project() {
    return this.#native.project;
  }

  get profile() {
    return this.#native.profile;
  }

  check(tool, args, options) {
    const name = json.string(tool, "tool");
    const text = json.objectText(args, "arguments");
    const given = json.options(options, ["cwd", "shell"], "options");
    const [cwd, shell] = [path(given.cwd, "options.cwd"), shellText(given.shell)];
    return decided(name, () => this.#for(name, text).check(name, text, cwd, shell));
  }

  async wouldRun(tool, args, options) {
    const name = json.string(tool, "tool");
    const text = json.objectText(args, "arguments");
    const given = json.options(options, ["cwd", "shell"], "options");
    const [cwd, shell] = [path(given.cwd, "options.cwd"), shellText(given.shell)];
    return (await drive(within(() => this.#for(name, text).wouldRun(name, text, cwd, shell)))) === true;
  }

  async authorize(tool, args, options) {
    const name = json.string(tool, "tool");
    const text = json.objectText(args, "arguments");
    const given = json.options(options, CALL, "options");
    const call = callText(name, text, given);
    const signal = signalOf(given.signal);
    let result;
    try {
      result = await drive(within(() => this.#for(name, text).authorize(call)), signal);
    } catch (error) {
      // An abort is the caller's own word, and a mistake the caller's own to mend. All else is a deny.
      if (signal?.aborted || error instanceof TypeError) throw error;
      throw broke(name, given.id ?? "", error);
    }
    if (result instanceof native.Permit) return permit(result);
    throw refused(result);
  }

  async run(tool, args, execute, options) {
    if (typeof execute !== "function") throw new TypeError("run takes the function that runs the call");
    const leave = await this.authorize(tool, args, options);
    return execute(leave.take());
  }

  /** The gate for one call, because functions in the policy decide each call separately. */
  #for(tool, text) {
    if (this.#policy === null || !this.#policy._hasFunctions) return this.#native;
    const own = this.#policy._for(tool, text);
    return own === this.#policy ? this.#native : this.#native.withPolicy(own._native);
  }

  async beginTurn(skills = []) {
    if (!Array.isArray(skills)) throw new TypeError(`skills must be a list of names, not ${json.kind(skills)}`);
    return this.#work((session) => session.beginTurn(skills.map((skill) => json.string(skill, "a skill"))));
  }

  async endTurn() {
    await this.#work((session) => session.endTurn());
  }

  async turn(during, skills) {
    const number = await this.beginTurn(skills);
    try {
      return await during(number);
    } finally {
      await this.endTurn();
    }
  }

  async end() {
    await this.#work((session) => session.end());
  }

  async stop(reason) {
    await this.#work((session) => session.stop(json.string(reason, "reason")));
  }

  async stopSignal() {
    return this.#work((session) => session.stopSignal());
  }

  async setMode(mode) {
    await this.#work((session) => session.setMode(json.optionalString(mode, "mode")));
  }

  async grants() {
    return this.#work((session) => session.grants());
  }

  async revoke(grant) {
    await this.#work((session) => session.revoke(json.string(grant, "grant")));
  }

  async permissions() {
    return this.#work((session) => session.permissions());
  }

  session(id) {
    return this.#other((session) => session.forSession(json.string(id, "session")));
  }

  subAgent(name) {
    return this.#other((session) => session.subAgent(json.string(name, "name")));
  }

  below(session, agent) {
    return this.#other((own) => own.below(json.string(session, "session"), json.string(agent, "agent")));
  }

  #other(make) {
    return new Session(MADE, within(() => make(this.#native)), this.#policy, this.#kept);
  }

  #work(begin) {
    return drive(within(() => begin(this.#native)));
  }

  get _native() {
    return this.#native;
  }

  toString() {
    return `${this.constructor.name} ${this.id} of ${this.project}`;
  }
}

/** What an agent holds. */
class Gate extends Session {
  constructor(policy, options) {
    const given = json.options(options, GATE, "options");
    const place = some({ cwd: given.cwd, project: given.project, home: given.home });
    const byFile = policy === undefined || policy === null || typeof policy === "string" || policy instanceof URL;
    const made = byFile ? null : asPolicy(policy, place);
    const file = byFile ? path(policy, "policy") : undefined;
    const kept = [];
    const session = within(() => build(given, made, file, kept));
    super(MADE, session, made, kept);
  }

  reload() {
    within(() => this._native.reload());
  }
}

function build(given, policy, file, kept) {
  const { timeout, onEvent } = given;
  if (timeout !== undefined && !(Number.isFinite(timeout) && timeout > 0)) {
    throw new TypeError("options.timeout must be a number of seconds above 0");
  }
  const choices = { file, timeout };
  for (const key of PLACE) choices[key] = path(given[key], `options.${key}`);
  for (const key of ["session", "agent", "profile", "mode"]) choices[key] = json.optionalString(given[key], `options.${key}`);
  if (onEvent !== undefined) {
    if (typeof onEvent !== "function") throw new TypeError(`options.onEvent must be a function, not ${json.kind(onEvent)}`);
    const watcher = { event: (event) => void onEvent(event) };
    kept.push(watcher);
    choices.watcher = register(watcher);
  }
  const parts = new native.Parts(bridge, json.text(some(choices), "options"));
  if (policy !== null) parts.policy(policy._native);
  const store = storeOf(given.store);
  if (store !== null) parts.store(store._native);
  for (const channel of channelsOf(given.channels)) {
    kept.push(channel);
    parts.channel(channel._channel);
  }
  for (const tool of given.tools ?? []) describe(parts, tool, kept);
  return parts.build();
}

/** A tool that describes itself. It may have more keys than these: tools of frameworks do. */
function describe(parts, tool, kept) {
  if (typeof tool !== "object" || tool === null) throw new TypeError(`a tool is an object with a name, not ${json.kind(tool)}`);
  const [name, category, description, needsApproval] = TOOL.map((key) => tool[key]);
  let number;
  if (typeof needsApproval === "function") {
    const asker = {
      async needs(context, _signal, reply) {
        const said = await needsApproval.call(tool, context);
        reply.answer(said === undefined ? undefined : json.text(said, "what needsApproval returned"));
      },
    };
    kept.push(asker);
    number = register(asker);
  } else if (needsApproval !== undefined) {
    throw new TypeError(`needsApproval of ${name} must be a function, not ${json.kind(needsApproval)}`);
  }
  parts.tool(json.string(name, "the tool's name"), json.optionalString(category, "category"), json.optionalString(description, "description"), number);
}

function storeOf(store) {
  if (store === undefined || store === null) return null;
  if (store instanceof Store) return store;
  if (typeof store === "string" || store instanceof URL) return Store.sqlite(store);
  throw new TypeError(`a store is a Store or a path, not ${json.kind(store)}`);
}

function channelsOf(channels) {
  if (channels === undefined || channels === null) return [];
  return (Array.isArray(channels) ? channels : [channels]).map(asChannel);
}

/** A call as the addon reads it. `args` is JSON text already. */
function callText(tool, args, given) {
  const call = Object.assign(Object.create(null), { tool, ask: flag(given.ask, "options.ask") });
  const id = json.optionalString(given.id, "options.id");
  const description = json.optionalString(given.description, "options.description");
  const cwd = path(given.cwd, "options.cwd");
  Object.assign(call, some({ id, description, cwd }));
  const shell = shellText(given.shell);
  const rest = (given.remaining ?? []).map(remaining);
  const more = [`"arguments":${args}`, `"remaining":[${rest.join(",")}]`, ...(shell === undefined ? [] : [`"shell":${shell}`])];
  return `{${JSON.stringify(call).slice(1, -1)},${more.join(",")}}`;
}

function remaining(call) {
  const { tool, arguments: args } = json.options(call, ["tool", "arguments"], "a remaining call");
  return `{"tool":${JSON.stringify(json.string(tool, "the tool of a remaining call"))},"arguments":${json.objectText(args, "the arguments of a remaining call")}}`;
}

function signalOf(signal) {
  if (signal === undefined || signal === null) return undefined;
  if (typeof signal.aborted === "boolean" && typeof signal.addEventListener === "function") return signal;
  throw new TypeError(`options.signal must be an AbortSignal, not ${json.kind(signal)}`);
}

module.exports = { Gate, Session, Policy };
