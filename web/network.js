// Who is asked over the network, for what, and what is sent along.

import { fill, foreign, foreignLine, h } from "./dom.js";
import { hostOf } from "./facts.js";
import { readable } from "./idna.js";
import { ask } from "./link.js";
import { reach } from "./reach.js";

const METHODS = ["method", "http_method", "verb"];
const BODIES = ["body", "data", "payload", "json", "form"];
/** What an address without a scheme is read as. */
const WEB = "http:";
/** So many records that hold the name are looked at: it may stand in them as a part of another. */
const LOOKED = 50;

/** What a call of a fetching tool says of itself: `{url, method, sends, names}`; `names` are the arguments it is made of. */
export function fetchOf(args, url) {
  const method = METHODS.find((name) => typeof args[name] === "string");
  const body = BODIES.filter((name) => args[name] !== undefined && args[name] !== null);
  const text = (value) => (typeof value === "string" ? value : JSON.stringify(value, null, 1));
  return {
    url: url.text, method: method && args[method], sends: body.map((name) => text(args[name])),
    names: [url.name, ...(method ? [method] : []), ...body],
  };
}

/** The host of an address as programs take it: without a scheme it is one of the web all the same. */
function hostIn(url) {
  if (typeof url !== "string") return undefined;
  return /^[a-z][a-z\d+.-]*:\/\//i.test(url) ? hostOf(url) : hostOf(`${WEB}//${url}`);
}

/** Whether a text names a host, and not one that only ends or begins like it. */
export function names(text, host) {
  const plain = host.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`(^|[^\\p{L}\\p{N}.-])${plain}(?![\\p{L}\\p{N}-]|\\.[\\p{L}\\p{N}])`, "iu").test(text);
}

/** Whether the hub has met a host before, in words; nothing if it has. */
async function firstTime(host) {
  const name = host.replace(/:\d+$/, "");
  const looked = new Set([name, readable(name)]);
  // The hub stops somewhere in a long record, and says where.
  let stopped;
  for (const one of looked) {
    const { records, next } = await ask(`/v1/records?text=${encodeURIComponent(one)}&limit=${LOOKED}`);
    if (records.some(({ entry }) => names(JSON.stringify(entry?.arguments ?? {}), one))) return undefined;
    if (Number.isInteger(next)) stopped = Math.max(stopped ?? 0, next);
  }
  if (stopped === undefined) return "first time: no record of this hub names this host";
  const { records: [newest] } = await ask("/v1/records?limit=1");
  return Number.isInteger(newest?.number) ? `not in the last ${newest.number - stopped + 1} records` : "not in the newest records";
}

function hostRow(host, live) {
  if (!host) return h("span.warn", {}, "cannot be read before it runs");
  const bare = host.replace(/:\d+$/, "");
  const read = readable(bare);
  const kind = reach(host);
  const first = h("span.first-time", { role: "status" });
  if (live) {
    firstTime(host).then((words) => words && fill(first, " ● ", words), () => fill(first, h("span.faint", {}, " the page cannot check now whether the record names it")));
  }
  return [
    h("code", {}, foreignLine(host, "name")),
    read === bare ? null : [h("span.faint", {}, " which reads "), h("code", {}, foreignLine(read, "name"))],
    kind ? h("span.warn", {}, " ⚠ ", kind) : null, first,
  ];
}

/** One request over the network. */
export function request({ url, method, sends = [], detour }, live) {
  const host = hostIn(url);
  const row = (name, value) => [h("dt", {}, name), h("dd", {}, value)];
  return h("dl.facts-list.request", {},
    row("Method", typeof method === "string" ? h("code", {}, foreignLine(method, "name")) : "the call does not say"),
    row("Host", [hostRow(host, live), detour ? h("div.warn", {}, "⚠ an option redirects it: a proxy, another address or a configuration file") : null]),
    typeof url === "string" ? row("Address", h("code", {}, foreign(url))) : null,
    sends.length ? row("Sends", sends.map((one) => (typeof one === "string" ? h("pre.raw.sent", { tabindex: "0", "aria-label": "What is sent" }, foreign(one, "text", "code")) : h("p", {}, "something that is known only when it runs")))) : null);
}

/** What a command fetches. */
export function fetches(parsed, live) {
  const list = (Array.isArray(parsed?.fetches) ? parsed.fetches : []).filter((one) => one && typeof one === "object");
  if (!list.length) return null;
  return h("section.fetches", { "aria-label": "Over the network" }, h("h3", {}, "Over the network"),
    list.map((one) => request({ ...one, sends: Array.isArray(one.sends) ? one.sends : [] }, live)));
}
