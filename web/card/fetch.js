// @ts-check
// What a call of a tool that fetches says of itself.

import { METHODS, SENT } from "../knowledge.js";

/**
 * `{url, method, sends, names}`; `names` are the arguments it is made of.
 * @param {Record<string, any>} args @param {{name: string, text: string}} url
 */
export function fetchOf(args, url) {
  const method = METHODS.find((name) => typeof args[name] === "string");
  const body = SENT.filter((name) => args[name] !== undefined && args[name] !== null);
  const text = (value) => (typeof value === "string" ? value : JSON.stringify(value, null, 1));
  return {
    url: url.text, method: /** @type {string | undefined} */ (method && args[method]), sends: body.map((name) => text(args[name])),
    names: [url.name, ...(method ? [method] : []), ...body], detour: false,
  };
}
