// Channels: the terminal, a hub, your own code.

"use strict";

const { native } = require("./native.js");
const { within } = require("./errors.js");
const { bridge, register } = require("./drive.js");
const json = require("./json.js");

// A box that is open when the process ends leaves the terminal as it was.
process.on("exit", () => native.restoreTerminal());

/** The approval box on this process's terminal. */
class Terminal {
  #channel;

  constructor(options) {
    const { style } = json.options(options, ["style"], "options");
    this.#channel = within(() => native.Channel.terminal(json.optionalString(style, "options.style")));
  }

  get _channel() {
    return this.#channel;
  }
}

/** Asks the people at a hub. */
class Hub {
  #channel;

  constructor(url, token, options) {
    const { patience, certificates, inTheClear } = json.options(options, ["patience", "certificates", "inTheClear"], "options");
    if (patience !== undefined && typeof patience !== "number") throw new TypeError("options.patience must be a number of seconds");
    if (inTheClear !== undefined && typeof inTheClear !== "boolean") throw new TypeError("options.inTheClear must be true or false");
    this.#channel = within(() =>
      native.Channel.hub(
        json.string(url instanceof URL ? url.href : url, "url"), json.string(token, "token"), patience,
        json.optionalString(certificates, "options.certificates"), inTheClear === true,
      ),
    );
  }

  get _channel() {
    return this.#channel;
  }
}

/** A call that waits for an answer: the frame of the wire protocol, with its main fields by short names. */
class Request {
  constructor(frame) {
    Object.assign(this, frame);
  }

  /** The text of a shell command; `null` for other tools. */
  get command() {
    const own = Object.hasOwn(this.arguments, "command") ? this.arguments.command : null;
    return typeof own === "string" ? own : null;
  }

  get session() {
    return this.session_id;
  }

  get reasons() {
    return [...(this.risk?.reasons ?? [])];
  }

  get remaining() {
    return [...(this.batch_remaining ?? [])];
  }
}

/** Your own code that answers. */
class Callback {
  #channel;
  #asker;

  constructor(answer, options) {
    if (typeof answer !== "function") throw new TypeError(`a callback is a function of one request, not ${json.kind(answer)}`);
    const { name, people } = json.options(options, ["name", "people"], "options");
    if (people !== undefined && typeof people !== "boolean") throw new TypeError("options.people must be true or false");
    this.#asker = {
      async ask(frame, signal, reply) {
        const said = await answer(new Request(frame), { signal });
        let text, person;
        try {
          [text, person] = readAnswer(said);
        } catch (error) {
          return reply.malformed(error.message);
        }
        reply.answer(text, person);
      },
    };
    const number = register(this.#asker);
    this.#channel = native.Channel.callback(bridge, number, json.optionalString(name, "options.name") ?? "callback", people === true);
  }

  get _channel() {
    return this.#channel;
  }
}

/** An answer as JSON; who answered stands beside it. A key with `undefined` says nothing, as `{ denyReason: undefined }` does. */
function readAnswer(said) {
  if (said === undefined) return [undefined, undefined];
  if (!json.isPlain(said)) return [json.text(said, "the answer"), undefined];
  const own = Object.create(null);
  let person;
  for (const key of Object.keys(said)) {
    const value = json.field(said, key, () => `the answer's ${key}`);
    if (value === undefined) continue;
    if (key === "person") person = json.string(value, "the answer's person");
    else own[key] = value;
  }
  return [json.text(own, "the answer"), person];
}

/** A channel; a bare function stands for a `Callback`. */
function asChannel(channel) {
  if (channel instanceof Terminal || channel instanceof Hub || channel instanceof Callback) return channel;
  if (typeof channel === "function") return new Callback(channel);
  throw new TypeError(`a channel is a Terminal, a Hub, a Callback or a function, not ${json.kind(channel)}`);
}

module.exports = { Terminal, Hub, Callback, Request, asChannel };
