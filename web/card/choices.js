// @ts-check
// How far an approval reaches: how long it counts, and how wide.

import { fill, foreignLine, h } from "../dom.js";
import { words } from "../text/answers.js";
import { spellLine } from "../text/spell.js";
import { GrantReach } from "./grant-reach.js";
import { subject } from "./subject.js";

const LONG = ["session", "project", "always"];
const BREADTHS = ["exact", "prefix", "tool"];

/** The offers that are shown, by how long they count: `{session: {exact: {words, covers}}}`. */
function offersOf(frame) {
  const offers = {};
  for (const one of frame.options ?? []) {
    if (one?.kind !== "allow_always" || !LONG.includes(one.scope) || !BREADTHS.includes(one.breadth)) continue;
    (offers[one.scope] ??= {})[one.breadth] ??= { words: one.words ?? one.breadth, covers: [one.covers ?? []].flat() };
  }
  return offers;
}

export class Choices {
  /** `changed()` is called when a person chose something else. */
  constructor(frame, changed) {
    this.frame = frame;
    this.offers = offersOf(frame);
    this.changed = changed;
    this.reach = new GrantReach(frame);
    this.sentence = h("p.covers", { id: "covers" });
    const scopes = LONG.filter((scope) => this.offers[scope]);
    this.long = h("select", { id: "how-long", "aria-label": words.howLong, "aria-describedby": "covers", on: { change: () => this.#scope() } },
      ["once", ...scopes].map((scope) => h("option", { value: scope }, words.long[scope])));
    this.wide = h("select", { id: "how-wide", "aria-label": words.howWide, "aria-describedby": "covers", hidden: true, on: { change: () => this.#draw() } });
    this.element = h("div.choices", {}, this.long, this.wide, this.sentence, this.reach.element);
    this.element.hidden = !scopes.length;
    this.#scope();
  }

  #scope() {
    const offers = this.offers[this.long.value] ?? {};
    const before = this.wide.value;
    const some = BREADTHS.filter((breadth) => offers[breadth]);
    fill(this.wide, some.map((breadth) => h("option", { value: breadth }, this.#label(breadth, offers[breadth]))));
    if (some.includes(before)) this.wide.value = before;
    this.wide.hidden = !some.length;
    this.#draw();
  }

  #label(breadth, offer) {
    if (breadth === "exact") return words.exact(subject(this.frame).kind);
    if (breadth === "tool") return words.tool(spellLine(this.frame.tool ?? "", "name"));
    return spellLine(offer.words);
  }

  #draw() {
    const scope = this.long.value;
    const offer = this.offers[scope]?.[this.wide.value];
    fill(this.sentence, offer
      ? [words.covers(scope), this.wide.value === "exact" ? words.coversExact : offer.covers.map((one, at) => [at ? ", " : "", h("code", {}, foreignLine(one))]), "."]
      : words.once);
    this.element.classList.toggle("lasting", Boolean(offer));
    this.reach.show(offer ? { scope, breadth: this.wide.value } : undefined);
    this.changed();
  }

  /** What the answer says of it. */
  get reply() {
    const scope = this.long.value;
    return this.offers[scope]?.[this.wide.value] ? { scope, breadth: this.wide.value } : { scope: "once" };
  }

  /** On the button. */
  get label() {
    return words.allow[this.reply.scope];
  }

  focus() {
    this.long.focus();
  }
}
