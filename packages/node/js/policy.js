// Policies and their verdicts.

"use strict";

const { native } = require("./native.js");
const { PolicyError, within } = require("./errors.js");
const json = require("./json.js");
const { Granular } = require("./granular.js");
const { Decision, failed } = require("./decision.js");
const { explained } = require("./explain.js");

const PLACE = ["cwd", "project", "home"];
const MAKE = Symbol("a policy of the addon");

/** A directory as text; a `file:` URL counts too. */
function path(value, name) {
  if (value instanceof URL) return require("node:url").fileURLToPath(value);
  return json.optionalString(value, name);
}

function placeText(given) {
  const place = Object.create(null);
  for (const key of PLACE) {
    const own = path(given[key], `options.${key}`);
    if (own !== undefined) place[key] = own;
  }
  return JSON.stringify(place);
}

function shellText(shell) {
  return shell === undefined || shell === null ? undefined : json.text(shell, "options.shell");
}

/** A policy, ready to decide with. */
class Policy {
  #native;
  #granular;
  #facts;

  constructor(document, options) {
    if (document === MAKE) {
      [this.#native, this.#granular] = options;
      return;
    }
    const given = json.options(options, PLACE, "options");
    const [text, granular] = typeof document === "string" ? [json.string(document, "policy"), new Granular(null)] : parts(document);
    this.#native = within(() => native.Policy.parse(text, "policy", placeText(given)));
    this.#granular = granular;
  }

  static load(file, options) {
    const given = json.options(options, [...PLACE, "only", "profile", "mode"], "options");
    const named = path(file, "file");
    const { profile, mode } = given;
    const only = flag(given.only, "options.only");
    if (only && named === undefined) throw new TypeError("options.only needs a file");
    const made = within(() => {
      const loaded = native.Policy.load(named, only, placeText(given));
      if (profile === undefined && mode === undefined) return loaded;
      return loaded.withChoices(json.optionalString(profile, "options.profile"), json.optionalString(mode, "options.mode"));
    });
    return new Policy(MAKE, [made, new Granular(null)]);
  }

  withPermissions(permissions, autoApproveTools) {
    const [text, granular, any] = rules(permissions, autoApproveTools);
    const made = any ? within(() => this.#native.withRules(text, "permissions")) : this.#native;
    return new Policy(MAKE, [made, this.#granular.andAlso(granular)]);
  }

  withProfile(options) {
    const { profile, mode } = json.options(options, ["profile", "mode"], "options");
    const made = within(() =>
      this.#native.withChoices(json.optionalString(profile, "options.profile"), json.optionalString(mode, "options.mode")),
    );
    return new Policy(MAKE, [made, this.#granular]);
  }

  get #known() {
    return (this.#facts ??= JSON.parse(this.#native.facts()));
  }

  get profile() {
    return this.#known.profile;
  }

  get mode() {
    return this.#known.mode;
  }

  get ceiling() {
    return this.#known.ceiling;
  }

  get project() {
    return this.#known.project;
  }

  get home() {
    return this.#known.home;
  }

  get warnings() {
    return [...this.#known.warnings];
  }

  get files() {
    return this.#known.files.map(([file, trusted]) => ({ path: file, trusted }));
  }

  permissions() {
    return JSON.parse(this.#native.permissions());
  }

  category(tool) {
    return this.#native.category(json.string(tool, "tool")) ?? null;
  }

  check(tool, args, options) {
    return this.#decide(tool, args, options, false);
  }

  allows(tool, args, options) {
    return this.check(tool, args, options).allowed;
  }

  explain(tool, args, options) {
    return explained(this.#decide(tool, args, options, true));
  }

  #decide(tool, args, options, remedy) {
    const name = json.string(tool, "tool");
    const text = json.objectText(args, "arguments");
    let cwd, shell;
    if (options !== undefined) {
      const given = json.options(options, ["cwd", "shell"], "options");
      cwd = path(given.cwd, "options.cwd");
      shell = shellText(given.shell);
    }
    const policy = this.#granular.hasFunctions ? this._for(name, text) : this;
    return decided(name, () => policy.#native.check(name, text, cwd, shell, remedy));
  }

  /** The policy for one call: what the user's functions say about the call is a rule for this call only. */
  _for(tool, text) {
    const made = this.#granular.rulesFor(tool, JSON.parse(text));
    if (made === null) return this;
    return new Policy(MAKE, [within(() => this.#native.withRules(json.text(made, "what the functions say"), "auto_approve_tools")), new Granular(null)]);
  }

  get _native() {
    return this.#native;
  }

  get _hasFunctions() {
    return this.#granular.hasFunctions;
  }

  get [Symbol.toStringTag]() {
    return "Policy";
  }

  toString() {
    return `Policy ${this.profile} ${this.mode}: ${this.#known.rules} rules`;
  }
}

/** A decision of the addon. Whatever breaks in there is a deny; only the caller's mistakes are errors. */
function decided(tool, check) {
  try {
    return new Decision(JSON.parse(check()));
  } catch (error) {
    if (error?.code === "BYLEAVE_ARGUMENT") throw new TypeError(error.message);
    return failed(tool, error);
  }
}

function flag(value, name) {
  if (value === undefined) return false;
  if (typeof value !== "boolean") throw new TypeError(`${name} must be true or false, not ${json.kind(value)}`);
  return value;
}

/** The keys of a policy file, with functions where files cannot have them. */
function parts(document) {
  if (document === undefined || document === null) return ["{}", new Granular(null)];
  if (!json.isPlain(document)) {
    throw new TypeError(`a policy is a text or a plain object such as { permissions: {…} }, not ${json.kind(document)}`);
  }
  const given = Object.create(null);
  for (const key of Object.keys(document)) {
    const value = json.field(document, key, () => `policy.${key}`);
    if (value !== undefined) given[key] = value;
  }
  const granular = new Granular(given.auto_approve_tools);
  if (granular.plain === undefined || granular.plain === null) delete given.auto_approve_tools;
  else given.auto_approve_tools = granular.plain;
  if (given.permissions !== undefined) given.permissions = entries(given.permissions);
  return [json.text(given, "policy"), granular];
}

function rules(permissions, autoApproveTools) {
  const document = {};
  if (permissions !== undefined && permissions !== null) document.permissions = permissions;
  if (autoApproveTools !== undefined && autoApproveTools !== null) document.auto_approve_tools = autoApproveTools;
  const [text, granular] = parts(document);
  return [text, granular, text !== "{}"];
}

/** A bare `true`, `false` or `"ask"` stands for an entry. */
function entries(permissions) {
  if (!json.isPlain(permissions)) throw new TypeError(`permissions must be a plain object, not ${json.kind(permissions)}`);
  const whole = Object.create(null);
  for (const key of Object.keys(permissions)) {
    const entry = json.field(permissions, key, () => `permissions[${JSON.stringify(key)}]`);
    whole[key] = typeof entry === "boolean" || typeof entry === "string" ? { allowed: entry } : entry;
  }
  return whole;
}

/** A `Policy`, a path, the parts of one, or nothing for the files that count here. */
function asPolicy(policy, place) {
  if (policy instanceof Policy) return policy;
  if (policy === undefined || policy === null || typeof policy === "string" || policy instanceof URL) return Policy.load(policy, place);
  if (json.isPlain(policy)) return new Policy(policy, place);
  throw new TypeError(`a policy is a Policy, a path or a plain object, not ${json.kind(policy)}`);
}

function check(tool, args, options) {
  const { policy, cwd, shell } = json.options(options, ["policy", "cwd", "shell"], "options");
  return asPolicy(policy, cwd === undefined ? undefined : { cwd }).check(tool, args, some({ cwd, shell }));
}

function explain(tool, args, options) {
  const { policy, cwd, shell } = json.options(options, ["policy", "cwd", "shell"], "options");
  return asPolicy(policy, cwd === undefined ? undefined : { cwd }).explain(tool, args, some({ cwd, shell }));
}

const some = (values) => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

module.exports = { Policy, PolicyError, asPolicy, check, explain, path, shellText, flag, decided, some, PLACE };
