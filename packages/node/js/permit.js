// Leave to run one call, once.

"use strict";

const { translated } = require("./errors.js");

const MADE = Symbol("a permit of the addon");

/** Leave to run one call. It owns the approved arguments and gives them out once. */
class Permit {
  #native;
  #facts;

  constructor(made, permit) {
    if (made !== MADE) throw new TypeError("only a gate makes permits");
    this.#native = permit;
    this.#facts = JSON.parse(permit.facts);
  }

  get tool() {
    return this.#facts.tool;
  }

  get id() {
    return this.#facts.id;
  }

  get record() {
    return this.#facts.record;
  }

  get scope() {
    return this.#facts.scope;
  }

  get waited() {
    return this.#facts.waited;
  }

  get reason() {
    return this.#facts.reason;
  }

  get source() {
    return this.#facts.source;
  }

  get arguments() {
    return structuredClone(this.#facts.arguments);
  }

  get used() {
    return this.#native.used;
  }

  take() {
    try {
      return JSON.parse(this.#native.take());
    } catch (error) {
      throw translated(error);
    }
  }

  run(tool) {
    if (typeof tool !== "function") throw new TypeError("permit.run takes the function that runs the call");
    return tool(this.take());
  }

  toJSON() {
    return { ...this.#facts, used: this.used };
  }
}

const permit = (made) => new Permit(MADE, made);

module.exports = { Permit, permit };
