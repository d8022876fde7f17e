// Where sessions, grants and the record are kept.

"use strict";

const { native } = require("./native.js");
const { within } = require("./errors.js");
const { bridge, drive } = require("./drive.js");
const json = require("./json.js");
const { path } = require("./policy.js");

const MADE = Symbol("a store of the addon");

class Store {
  #native;

  constructor(made, store) {
    if (made !== MADE) throw new TypeError("make a store with Store.memory() or Store.sqlite(path)");
    this.#native = store;
  }

  static memory() {
    return new Store(MADE, native.Store.memory());
  }

  static sqlite(file) {
    const named = path(file, "path");
    return new Store(MADE, within(() => native.Store.sqlite(named)));
  }

  get path() {
    return this.#native.path ?? null;
  }

  async records(options) {
    const { limit = 100, session } = json.options(options, ["limit", "session"], "options");
    if (!Number.isInteger(limit) || limit < 0 || limit > 0xffffffff) throw new TypeError("options.limit must be a whole number");
    return drive(within(() => this.#native.records(bridge, limit, json.optionalString(session, "options.session"))));
  }

  get _native() {
    return this.#native;
  }
}

module.exports = { Store };
