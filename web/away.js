// What happened while the approver was away, on one line above the queue. The hub counts it; one that cannot is not asked again.

import { foreignLine, h } from "./dom.js";
import { span } from "./facts.js";
import { ask } from "./link.js";

const SEEN = "byleave.seen";
/** Shorter is no absence. */
const AWAY = 5 * 60000;
const BEAT = 30000;

/** What the hub may count, and what it is called here. */
const WORDS = [
  [["ran_by_itself", "automatic", "auto_approved", "ran", "allowed"], (count) => `${count} ${count === "1" ? "was" : "were"} allowed without a question`],
  [["approved", "answered_yes"], (count) => `${count} ${count === "1" ? "was" : "were"} allowed by a person`],
  [["rejected", "denied_by_people", "answered_no"], (count) => `${count} ${count === "1" ? "was" : "were"} denied by a person`],
  [["refused", "denied"], (count) => `${count} ${count === "1" ? "was" : "were"} refused`],
  [["expired", "timed_out"], (count) => `${count} expired`],
  [["settled_by_grants"], (count) => `${count} ${count === "1" ? "was" : "were"} allowed by a new grant`],
  [["stopped", "not_run"], (count) => `${count} did not run`],
  [["refused_attempts"], (count) => `${count} ${count === "1" ? "attempt was" : "attempts were"} made with a token that is not for it`],
];

function read() {
  try {
    return Number(localStorage.getItem(SEEN)) || undefined;
  } catch {
    return undefined;
  }
}

function write() {
  if (document.hidden) return;
  try {
    localStorage.setItem(SEEN, String(Date.now()));
  } catch {
    // A browser that keeps nothing was never away.
  }
}

/** The digest in words, whatever the hub calls its numbers; `undefined` if it says nothing. */
export function words(digest) {
  if (typeof digest !== "object" || digest === null) return undefined;
  const text = [digest.text, digest.summary, digest.words].find((one) => typeof one === "string" && one);
  const counts = { ...digest, ...(typeof digest.counts === "object" ? digest.counts : {}) };
  const count = (name) => (typeof counts[name] === "object" && counts[name] !== null ? counts[name].total : counts[name]);
  const said = WORDS.map(([names, say]) => {
    const name = names.find((one) => Number.isFinite(count(one)) && count(one) > 0);
    return name ? say(count(name).toLocaleString()) : undefined;
  }).filter(Boolean);
  return said.length ? said.join(", ") : text;
}

let line;

/** Asks for the digest once, if the approver was away. */
export async function lookBack() {
  const since = read();
  write();
  setInterval(write, BEAT);
  document.addEventListener("visibilitychange", write);
  if (!since || Date.now() - since < AWAY) return;
  try {
    const said = words(await ask(`/v1/digest?since=${encodeURIComponent(new Date(since).toISOString())}`));
    if (said) line = { said, since };
  } catch {
    // An older hub has no digest.
  }
}

/** The line, until it is closed. */
export function awayLine() {
  if (!line) return undefined;
  const { said, since } = line;
  const element = h("p.away", { role: "note" }, h("span", {}, `While you were away (${span(Date.now() - since)}): `, foreignLine(said), ". ", h("a", { href: "#/history" }, "History")),
    h("button.small", { type: "button", "aria-label": "Close", on: { click: () => { line = undefined; element.remove(); } } }, "✕"));
  return element;
}
