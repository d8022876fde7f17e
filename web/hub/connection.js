// @ts-check
// The line to the hub: HTTP for what is asked, one WebSocket for what happens. Nothing else is ever spoken to.

import { words } from "../text/login.js";

/** @typedef {import("./schema.d.ts").Request} Frame */
/** @typedef {import("./schema.d.ts").Session} Session */

/** What the hub refused, with its own words. */
export class Refused extends Error {
  constructor(status, body) {
    super(body?.message ?? words.status(status));
    this.status = status;
    this.body = body ?? {};
  }
}

// The cookie is one half of what the hub knows this page by; the other half is kept here, where only pages of this very
// address can read it. A token that was typed in is whole by itself, so it is kept for this tab alone and only until the
// tab is closed.
const KEY = "byleave.key";
const TOKEN = "byleave.token";
const PLACES = { [KEY]: () => localStorage, [TOKEN]: () => sessionStorage };

function kept(name) {
  try {
    return PLACES[name]().getItem(name) ?? undefined;
  } catch {
    return undefined;
  }
}

function keep(name, value) {
  try {
    if (value) PLACES[name]().setItem(name, value);
    else PLACES[name]().removeItem(name);
  } catch {
    // A browser that keeps nothing asks again next time.
  }
  held[name] = value;
}

try {
  // Where earlier versions left it.
  localStorage.removeItem(TOKEN);
} catch {
  // Then there is none.
}

const held = { [KEY]: kept(KEY), [TOKEN]: kept(TOKEN) };

/** Another window of this browser may have a newer one. */
const key = () => kept(KEY) ?? held[KEY];

/** @param {string} path @param {{method?: string, body?: any}} [how] @returns {Promise<any>} */
async function send(path, { method = "GET", body } = {}) {
  /** @type {RequestInit & {headers: Record<string, string>}} */
  const options = { method, credentials: "same-origin", cache: "no-store", redirect: "error", headers: {} };
  if (held[TOKEN]) options.headers.authorization = `Bearer ${held[TOKEN]}`;
  else if (key()) options.headers["x-byleave-key"] = key();
  if (body !== undefined || method !== "GET") {
    options.headers["content-type"] = "application/json";
    options.body = JSON.stringify(body ?? {});
  }
  const response = await fetch(path, options);
  const answer = await response.json().catch(() => undefined);
  if (!response.ok) throw new Refused(response.status, answer);
  return answer;
}

/**
 * What the hub says at an address.
 * @template {string} P @param {P} path @returns {Promise<import("./schema.d.ts").GetReply<P>>}
 */
export const ask = (path) => send(path);

/**
 * Tells the hub something.
 * @template {string} P @param {P} path @param {any} [body] @returns {Promise<import("./schema.d.ts").PostReply<P>>}
 */
export const post = (path, body) => send(path, { method: "POST", body });

/**
 * Gives the secret of the address for a cookie and a key; a token of its own is kept as it is.
 * @param {string} token @param {string} [name]
 */
export async function login(token, name) {
  keep(TOKEN, undefined);
  try {
    const answer = await post("/v1/login", { token, ...(name ? { name } : {}) });
    keep(KEY, answer.key);
  } catch (error) {
    if (!(error instanceof Refused) || error.status !== 401) throw error;
    keep(TOKEN, token);
    try {
      await ask("/v1/whoami");
    } catch {
      keep(TOKEN, undefined);
      throw error;
    }
  }
}

export const whoami = () => ask("/v1/whoami");

/** Says who uses this browser. The hub gives it a new cookie and a new key under that name. */
export async function rename(name) {
  const answer = await post("/v1/name", { name });
  keep(KEY, answer.key);
}

/** The token in the address, which is taken out of the address at once: it must not stay in the history. */
export function takeToken() {
  const text = location.hash.slice(1);
  if (!text || text.startsWith("/")) return undefined;
  history.replaceState(null, "", `${location.pathname}#/queue`);
  return decodeURIComponent(text.replace(/^token=/, ""));
}

function protocols() {
  if (held[TOKEN]) return ["bearer", held[TOKEN]];
  return key() ? ["key", key()] : [];
}

const LONGEST_PAUSE = 15000;

/**
 * Keeps a socket open. `heard(frame)` for each frame, `changed(state)` for "connecting", "open", "closed" and "refused".
 */
export class Connection {
  /** @type {WebSocket | undefined} */
  #socket;
  #pause = 500;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #over = false;

  constructor(heard, changed) {
    this.heard = heard;
    this.changed = changed;
    addEventListener("online", () => this.#again(0));
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden && this.#socket?.readyState === WebSocket.CLOSED) this.#again(0);
    });
  }

  open() {
    clearTimeout(this.#timer);
    if (this.#over) return;
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    this.changed("connecting");
    const socket = new WebSocket(`${scheme}//${location.host}/ws`, protocols());
    this.#socket = socket;
    socket.addEventListener("open", () => {
      this.#pause = 500;
      this.changed("open");
    });
    socket.addEventListener("message", (event) => {
      let frame;
      try {
        frame = JSON.parse(event.data);
      } catch {
        return;
      }
      if (frame && typeof frame === "object") this.heard(frame);
    });
    socket.addEventListener("close", () => {
      if (socket !== this.#socket) return;
      this.changed("closed");
      this.#again(this.#pause);
      this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE);
    });
  }

  #again(pause) {
    clearTimeout(this.#timer);
    if (this.#over || this.#socket?.readyState === WebSocket.OPEN) return;
    this.#timer = setTimeout(() => this.open(), pause);
  }

  end() {
    this.#over = true;
    clearTimeout(this.#timer);
    this.#socket?.close();
  }
}
