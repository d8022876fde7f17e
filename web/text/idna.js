// @ts-check
// Host names as people read them: what stands behind `xn--`. Only to be shown beside what is really asked for.

const [BASE, LEAST, MOST, SKEW, DAMP] = [36, 1, 26, 38, 700];

function adapt(delta, points, first) {
  let left = first ? Math.floor(delta / DAMP) : delta >> 1;
  left += Math.floor(left / points);
  let k = 0;
  for (; left > ((BASE - LEAST) * MOST) >> 1; k += BASE) left = Math.floor(left / (BASE - LEAST));
  return k + Math.floor(((BASE - LEAST + 1) * left) / (left + SKEW));
}

const digit = (letter) => {
  const code = letter.charCodeAt(0);
  if (code >= 0x30 && code < 0x3a) return code - 0x30 + 26;
  return code >= 0x61 && code < 0x7b ? code - 0x61 : BASE;
};

/** One label without its `xn--`; nothing if it is not well-formed. */
function decode(text) {
  const border = text.lastIndexOf("-");
  const points = border > 0 ? [...text.slice(0, border)].map((one) => one.codePointAt(0)) : [];
  let [n, at, bias] = [128, 0, 72];
  for (let place = border > 0 ? border + 1 : 0; place < text.length; ) {
    const before = at;
    for (let [weight, k] = [1, BASE]; ; k += BASE) {
      if (place >= text.length) return undefined;
      const value = digit(text[place]);
      place += 1;
      if (value >= BASE) return undefined;
      at += value * weight;
      if (at > 0x7fffffff) return undefined;
      const low = k <= bias ? LEAST : k >= bias + MOST ? MOST : k - bias;
      if (value < low) break;
      weight *= BASE - low;
    }
    bias = adapt(at - before, points.length + 1, before === 0);
    n += Math.floor(at / (points.length + 1));
    at %= points.length + 1;
    if (n > 0x10ffff) return undefined;
    points.splice(at, 0, n);
    at += 1;
  }
  return String.fromCodePoint(...points);
}

/** A host name as it reads; the same text if no label of it is encoded. */
export function readable(host) {
  return host.split(".").map((label) => (/^xn--/i.test(label) ? decode(label.slice(4).toLowerCase()) ?? label : label)).join(".");
}
