// How far a grant would reach, by what happened: the hub counts, with the code that will match it later.

import { fill, foreignLine, h } from "./dom.js";
import { line } from "./facts.js";
import { post } from "./link.js";

const WHERE = { turn: "in this session", session: "in this session", project: "in this project", always: "everywhere" };
const calls = (count) => `${count} ${count === 1 ? "call" : "calls"}`;

function row(one) {
  const verdict = one.approved ? ["allow", "✓", "allowed"] : one.person ? ["deny", "✗", "rejected"] : ["deny", "✗", "refused"];
  return h("li", {},
    h(`span.verdict.${verdict[0]}`, {}, `${verdict[1]} ${verdict[2]}`), " ",
    // Rows of the record have no parsed part: a command is known by its argument.
    h("code", {}, foreignLine(line({ ...one, category: typeof one.arguments?.command === "string" ? "command" : undefined }))),
    one.person ? h("span.faint", {}, " · ", foreignLine(one.person)) : null);
}

export class Radius {
  #wanted;
  #known = new Map();

  constructor(frame) {
    this.frame = frame;
    this.element = h("div.radius", { "aria-live": "polite" });
  }

  /** Shows it for a choice of the scope line; nothing for one that leaves no grant. */
  async show(reply) {
    this.#wanted = reply;
    if (!reply) {
      fill(this.element);
      return;
    }
    const scope = reply.scope ?? "session";
    const key = `${scope} ${reply.breadth}`;
    try {
      if (!this.#known.has(key)) {
        this.#known.set(key, post(`/v1/requests/${encodeURIComponent(this.frame.id)}/radius`, { scope, breadth: reply.breadth }));
      }
      const told = await this.#known.get(key);
      if (this.#wanted === reply) this.#draw(told, scope);
    } catch {
      this.#known.delete(key);
      if (this.#wanted === reply) fill(this.element, h("p.faint", {}, "The page cannot show now what this grant would have covered."));
    }
  }

  #draw({ looked, covered, rejected, in_reach: here, calls: listed = [] }, scope) {
    if (!covered) {
      fill(this.element, h("p.faint", {}, looked ? `Of the last ${calls(looked)} it would have let no other run.` : "There is no history to compare it with yet."));
      return;
    }
    const near = scope === "always" ? "" : ` (${here} ${WHERE[scope] ?? "in this session"})`;
    const words = [
      `Would also have let run ${covered} of the last ${calls(looked)}${near}`,
      rejected ? ["; ", h("strong.warn", {}, `${rejected} of them a person had rejected`)] : null, ".",
    ];
    const list = listed.slice(0, 50);
    fill(this.element, h("details", {}, h("summary", {}, words),
      h("ul.radius-list", { tabindex: "0", "aria-label": "Calls it would have let run" }, list.map(row),
        covered > list.length ? h("li.faint", {}, `and ${covered - list.length} more`) : null)));
  }
}
