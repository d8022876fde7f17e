// Who wants to do what, where: from parsed facts.

import { foreignLine, h } from "./dom.js";
import { action, place } from "./facts.js";

const piece = (one) => (typeof one === "string" ? one : h("code", {}, foreignLine(one.code, one.kind)));

export function sentence(frame) {
  const where = place(frame);
  return [
    frame.agent ? h("strong", {}, foreignLine(frame.agent, "name")) : "An agent",
    " wants to ",
    action(frame).map(piece),
    where ? [" in ", h("code", {}, foreignLine(where))] : null,
  ];
}
