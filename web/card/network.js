// @ts-check
// Who is asked over the network, for what, and what is sent along.

import { fill, foreign, foreignLine, h } from "../dom.js";
import { hostOf } from "./subject.js";
import { readable } from "../text/idna.js";
import { ask } from "../hub/connection.js";
import { words } from "../text/network.js";
import { hostKind } from "./host-kind.js";

/** What an address without a scheme is read as. */
const WEB = "http:";
/** So many records that hold the name are looked at: it may stand in them as a part of another. */
const LOOKED = 50;

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
  if (stopped === undefined) return words.first;
  const { records: [newest] } = await ask("/v1/records?limit=1");
  return Number.isInteger(newest?.number) ? words.notLately(newest.number - stopped + 1) : words.notNewest;
}

/** What there is to say of a host beside its name; asks the record only while an answer is wanted. */
function about(host, live) {
  const bare = host.replace(/:\d+$/, "");
  const read = readable(bare);
  const kind = hostKind(host);
  const first = h("span.first-time", { role: "status" });
  if (live) {
    firstTime(host).then((said) => said && fill(first, " ● ", said), () => fill(first, h("span.faint", {}, words.unchecked)));
  }
  return [read === bare ? null : [h("span.faint", {}, words.reads), h("code", {}, foreignLine(read, "name"))], kind ? h("span.warn", {}, " ⚠ ", kind) : null, first];
}

const sent = (some) => some.map((one) => (typeof one === "string" ? h("pre.raw.sent", { tabindex: "0", "aria-label": words.sent }, foreign(one, "text", "code")) : h("p", {}, words.later)));

/** The request of a tool that fetches: its method, its address whole with the host in it, what is sent. */
export function request({ url, method, sends }, live) {
  const host = hostIn(url);
  const at = host ? url.indexOf(host.replace(/:\d+$/, "")) : -1;
  const bare = host?.replace(/:\d+$/, "") ?? "";
  const address = at < 0 ? foreign(url) : [foreign(url.slice(0, at)), h("strong", {}, foreign(bare)), foreign(url.slice(at + bare.length))];
  return h("div.request", {},
    h("p.address", {}, method ? [h("code", {}, foreignLine(method, "name")), " "] : null, h("code", {}, address)),
    h("p.host", {}, host ? [at < 0 ? h("code", {}, foreignLine(host, "name")) : null, about(host, live)] : h("span.warn", {}, words.unread)),
    sends.length ? [h("h3", {}, words.sends), sent(sends)] : null);
}

/** What a command fetches, as facts. */
export function fetches(parsed, live) {
  const list = (Array.isArray(parsed?.fetches) ? parsed.fetches : []).filter((one) => one && typeof one === "object");
  if (!list.length) return null;
  const row = (name, value) => [h("dt", {}, name), h("dd", {}, value)];
  return h("section.fetches", { "aria-label": words.title }, h("h3", {}, words.title), list.map(({ url, method, sends, detour }) => {
    const host = hostIn(url);
    return h("dl.facts-list.fetched", {},
      row(words.host, [host ? [h("code", {}, foreignLine(host, "name")), about(host, live)] : h("span.warn", {}, words.unread), detour ? h("div.warn", {}, "⚠ ", words.detour) : null]),
      typeof method === "string" ? row(words.method, h("code", {}, foreignLine(method, "name"))) : null,
      typeof url === "string" ? row(words.address, h("code", {}, foreign(url))) : null,
      Array.isArray(sends) && sends.length ? row(words.sends, sent(sends)) : null);
  }));
}

/** Whether what a command fetches is worth more than a line under *Details*: it is led elsewhere, or to no ordinary place. */
export const isOdd = (parsed) => (Array.isArray(parsed?.fetches) ? parsed.fetches : []).some((one) => one?.detour === true || (typeof one?.url === "string" && hostKind(hostIn(one.url) ?? "x.example") !== undefined));
