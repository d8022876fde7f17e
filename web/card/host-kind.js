// @ts-check
// What kind of place a host is, as far as its name tells. Only for people to read: what it means is decided by the hub.

import { PLACES } from "../knowledge.js";
import { words } from "../text/network.js";

const { kinds } = words;

/** An address, as the browser spells it, as a number and how many bits it has. @param {string} text */
function numberOf(text) {
  const four = text.split(".");
  if (four.length === 4 && four.every((part) => /^\d{1,3}$/.test(part))) {
    return { number: four.reduce((all, part) => all * 256n + BigInt(part), 0n), bits: 32 };
  }
  if (!text.includes(":")) return undefined;
  const [head, tail] = text.split("::").map((half) => half.split(":").filter(Boolean));
  const all = tail ? [...head, ...Array(8 - head.length - tail.length).fill("0"), ...tail] : head;
  return { number: all.reduce((sum, part) => sum * 65536n + BigInt(`0x${part}`), 0n), bits: 128 };
}

function isIn(address, network) {
  const [base, length] = network.split("/");
  const { number, bits } = numberOf(base);
  const others = BigInt(bits - Number(length));
  return bits === address.bits && address.number >> others === number >> others;
}

/** In words, for a host as the browser spells it; nothing for an ordinary name. */
export function hostKind(host) {
  const name = host.toLowerCase().replace(/:\d+$/, "").replace(/\.$/, "");
  const address = numberOf(name.replace(/^\[|\]$/g, ""));
  if (address) {
    // What `[::ffff:127.0.0.1]` stands for says more than that it stands for something.
    const inner = address.bits === 128 && address.number >> 32n === 0xffffn ? { number: address.number & 0xffffffffn, bits: 32 } : address;
    const place = (one) => PLACES.find(([network]) => network.includes("/") && isIn(one, network));
    const found = place(inner) ?? place(address);
    return found ? found[1] : kinds.bare;
  }
  if (!name.includes(".")) return name === "localhost" ? kinds.here : kinds.near;
  const found = PLACES.find(([ending]) => name === ending || name.endsWith(`.${ending}`));
  if (found) return found[1];
  if (name.split(".").some((label) => label.startsWith("xn--"))) return kinds.letters;
  return undefined;
}
