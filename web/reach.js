// What kind of place a host is, as far as its name tells. Only for people to read: what it means is decided by the hub.

const IPV4 = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/;

function ofNumbers(first, second) {
  if (first === 127 || first === 0) return "this machine itself";
  if (first === 10 || (first === 172 && second >= 16 && second < 32) || (first === 192 && second === 168)) return "an address of a private network";
  if (first === 169 && second === 254) return "a link-local address: clouds give out credentials there";
  if (first === 100 && second >= 64 && second < 128) return "an address shared by a provider or a VPN";
  return first >= 224 ? "an address of no single machine" : "a bare address without a name";
}

function ofIpv6(text) {
  const [, high, low] = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/.exec(text) ?? [];
  if (low) return ofNumbers(Number.parseInt(high, 16) >> 8, Number.parseInt(high, 16) & 255);
  if (text === "::1" || text === "::") return "this machine itself";
  if (/^f[cd]/.test(text)) return "an address of a private network";
  if (/^fe[89ab]/.test(text)) return "a link-local address: clouds give out credentials there";
  return text.startsWith("ff") ? "an address of no single machine" : "a bare address without a name";
}

/** In words, for a host as the browser spells it; nothing for an ordinary name. */
export function reach(host) {
  const name = host.toLowerCase().replace(/:\d+$/, "").replace(/\.$/, "");
  const numbers = IPV4.exec(name);
  if (numbers) return ofNumbers(Number(numbers[1]), Number(numbers[2]));
  if (name.startsWith("[")) return ofIpv6(name.slice(1, -1));
  if (name === "localhost" || name.endsWith(".localhost")) return "this machine itself";
  if (/\.(local|internal|lan|home\.arpa|corp)$/.test(name)) return "a name of a private network";
  if (!name.includes(".")) return "a name without a domain: a machine nearby";
  if (name.split(".").some((label) => label.startsWith("xn--"))) return "a name in other letters, spelt as the request sends it";
  return undefined;
}
