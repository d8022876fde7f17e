// @ts-check
// How far a grant would reach, by what happened: the hub counts, with the code that will match it later.

import { fill, foreignLine, h } from "../dom.js";
import { post } from "../hub/connection.js";
import { words } from "../text/answers.js";
import { line } from "./subject.js";

const text = words.reach;

function row(one) {
  const [kind, sign, word] = one.approved ? ["allow", "✓", text.verdicts.allowed] : one.person ? ["deny", "✗", text.verdicts.rejected] : ["deny", "✗", text.verdicts.refused];
  return h("li", {},
    h(`span.verdict.${kind}`, {}, `${sign} ${word}`), " ",
    // Rows of the record have no parsed part: a command is known by its argument.
    h("code", {}, foreignLine(line({ ...one, category: typeof one.arguments?.command === "string" ? "command" : undefined }))),
    one.person ? h("span.faint", {}, " · ", foreignLine(one.person)) : null);
}

export class GrantReach {
  #wanted;
  #known = new Map();

  constructor(frame) {
    this.frame = frame;
    this.element = h("div.radius", { "aria-live": "polite" });
  }

  /** Shows it for a choice; nothing for one that leaves no grant. */
  async show(reply) {
    this.#wanted = reply;
    fill(this.element);
    if (!reply) return;
    const key = `${reply.scope} ${reply.breadth}`;
    try {
      if (!this.#known.has(key)) this.#known.set(key, post(`/v1/requests/${encodeURIComponent(this.frame.id)}/radius`, reply));
      const told = await this.#known.get(key);
      if (this.#wanted === reply) this.#draw(told);
    } catch {
      this.#known.delete(key);
      if (this.#wanted === reply) fill(this.element, h("p.faint", {}, text.unknown));
    }
  }

  #draw({ looked, covered, rejected, calls: listed = [] }) {
    if (!covered) {
      fill(this.element, h("p.faint", {}, looked ? text.none : text.nothing));
      return;
    }
    const list = listed.slice(0, 50);
    fill(this.element, h("details", {}, h("summary", {}, text.some(covered, looked), rejected ? ["; ", h("strong.warn", {}, text.rejected(rejected))] : null, "."),
      h("ul.radius-list", { tabindex: "0", "aria-label": text.list }, list.map(row), covered > list.length ? h("li.faint", {}, text.more(covered - list.length)) : null)));
  }
}
