// @ts-check
// The only way elements are made here. Text becomes text nodes; there is no way to hand in markup.

import { spell } from "./text/spell.js";

const SVG = "http://www.w3.org/2000/svg";
const SVG_TAGS = new Set(["svg", "g", "path", "rect", "circle", "line", "text", "polyline", "title"]);

/** An element: `h("button.primary", {type: "button", on: {click}}, "Allow")`. */
export function h(name, attributes = {}, ...children) {
  const [tag, ...classes] = name.split(".");
  const element = SVG_TAGS.has(tag) ? document.createElementNS(SVG, tag) : document.createElement(tag);
  if (classes.length) element.setAttribute("class", classes.join(" "));
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (key === "on") {
      for (const [event, handler] of Object.entries(value)) element.addEventListener(event, handler);
    } else if (key === "value" || key === "checked" || key === "selected") {
      element[key] = value;
    } else {
      element.setAttribute(key, value === true ? "" : String(value));
    }
  }
  put(element, ...children);
  return element;
}

/** Adds children: elements, texts, lists of them; nothing is fine. */
export function put(parent, ...children) {
  for (const child of children.flat(Infinity)) {
    if (child === undefined || child === null || child === false) continue;
    parent.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
  return parent;
}

/** Replaces what is in an element. */
export function fill(parent, ...children) {
  parent.replaceChildren();
  return put(parent, ...children);
}

function piece(one) {
  if (!one.spelt) return document.createTextNode(one.text);
  return h(one.quiet ? "span.chip.quiet" : "span.chip", { title: one.title }, one.text);
}

/** Foreign text in a line or several, with everything that cannot be seen as chips. */
export function foreign(text, kind = "text", tag = "span") {
  const lines = spell(String(text), kind);
  const element = h(`${tag}.foreign`, { dir: "ltr" });
  lines.forEach((line, number) => {
    if (number) element.append(document.createElement("br"));
    put(element, line.map(piece));
  });
  return element;
}

/** Foreign text on one line: line breaks stay chips. */
export function foreignLine(text, kind = "text") {
  const element = h("span.foreign", { dir: "ltr" });
  return put(element, spell(String(text), kind).flat().map(piece));
}

export const by = (id) => document.getElementById(id);

/** Says something to those who listen instead of looking. */
export function announce(text) {
  const live = by("live");
  if (live) live.textContent = text;
}
