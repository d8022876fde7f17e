// @ts-check
// What the page knows: requests that wait, receipts of those that ended, and who wants to hear of changes.

import { likeness, line, risk, sorted } from "../card/subject.js";
import { titleText } from "../card/title.js";
import { words } from "../text/queue.js";

const MOST_RECEIPTS = 100;

/** @typedef {import("./schema.d.ts").Request} Frame */
/** @typedef {{frame: Frame, approved?: boolean, by?: string, reason?: string, at: Date, answer?: any, mine?: boolean, phase?: string, granted?: boolean, grant?: string, stop?: boolean, until?: number, record?: string, revoked?: boolean}} Receipt */

export const state = {
  /** By id, frames of requests that wait. @type {Map<string, Frame>} */
  pending: new Map(),
  /** Newest first. @type {Receipt[]} */
  receipts: [],
  /** The request whose card is open. @type {string | undefined} */
  selected: undefined,
  /** By id, who else is looking. */
  claims: new Map(),
  /** By id, answers of this page that are on their way: the socket may tell of them before the hub's own reply. */
  sent: new Map(),
  /** Calls, by their likeness, that have been on the screen whole. */
  read: new Set(),
  /** Whether this person may answer; viewers only watch. */
  mayAnswer: true,
  /** Who froze automatic approvals, since when and why; null while they are not frozen, undefined while that is not known. */
  /** @type {any} */
  frozen: undefined,
  /** The same for single hosts: `[{host, since, by, reason}]`. */
  /** @type {any[]} */
  frozenHosts: [],
  mayFreeze: false,
  line: "connecting",
  search: "",
};

const listeners = new Set();
let planned = false;

/** Calls back after changes, once a frame however many there were. */
export function onChange(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function changed() {
  if (planned) return;
  planned = true;
  const run = () => {
    planned = false;
    for (const listener of listeners) listener();
  };
  // A hidden page draws no frames, and its title must still count.
  if (document.hidden) setTimeout(run, 50);
  else requestAnimationFrame(run);
}

/** A request waits. True if it is new. */
export function add(frame) {
  if (typeof frame.id !== "string") return false;
  const isNew = !state.pending.has(frame.id);
  // A frame that is there stays as it is: what a person has read must not change under them. How long it waits may, and
  // who has approved.
  if (isNew) state.pending.set(frame.id, frame);
  else Object.assign(state.pending.get(frame.id), { expires_at: frame.expires_at, approvals: frame.approvals });
  // An answer was taken back: it waits again.
  if (isNew) state.receipts = state.receipts.filter((one) => one.frame.id !== frame.id);
  changed();
  return isNew;
}

/** A request ended. */
export function end(id, how) {
  const frame = state.pending.get(id);
  state.pending.delete(id);
  state.claims.delete(id);
  const known = state.receipts.find((one) => one.frame.id === id);
  if (known) {
    for (const [key, value] of Object.entries(how)) if (value !== undefined && key !== "at") known[key] = value;
  } else if (frame) {
    const answer = state.sent.get(id);
    state.receipts.unshift({ frame, at: new Date(), ...(answer ? { answer, mine: true } : {}), ...how });
    state.receipts.length = Math.min(state.receipts.length, MOST_RECEIPTS);
  }
  changed();
}

/** A request waits longer. */
export function extend(id, until) {
  const frame = state.pending.get(id);
  if (!frame || typeof until !== "string") return;
  frame.expires_at = until;
  changed();
}

/** What waits now is exactly this: after a connection was lost. */
export function replaceAll(frames) {
  const there = new Set(frames.map((frame) => frame.id));
  for (const id of [...state.pending.keys()]) {
    if (!there.has(id)) end(id, { approved: undefined, reason: words.endedAway });
  }
  for (const frame of frames) add(frame);
}

export const receipt = (id) => state.receipts.find((one) => one.frame.id === id);

/** What is looked through and compared is made once for each request: thousands may wait, and people type fast. */
const texts = new WeakMap();
const keys = new WeakMap();

function once(kept, frame, make) {
  let found = kept.get(frame);
  if (found === undefined) kept.set(frame, found = make(frame));
  return found;
}

const textOf = (frame) => [titleText(frame), line(frame), frame.tool, frame.agent, frame.agent_title, frame.host, frame.session_id, frame.cwd, risk(frame)].join("\n").toLowerCase();

/** What waits, in order, identical calls together: `[{key, frames}]`. */
export function groups() {
  const wanted = state.search.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = sorted([...state.pending.values()].filter((frame) => !wanted.length || wanted.every((word) => once(texts, frame, textOf).includes(word))));
  const byKey = new Map();
  for (const frame of shown) {
    const key = once(keys, frame, likeness);
    const group = byKey.get(key);
    if (group) group.frames.push(frame);
    else byKey.set(key, { key, frames: [frame] });
  }
  return [...byKey.values()];
}

export function counts() {
  const counted = { low: 0, medium: 0, high: 0, critical: 0 };
  for (const frame of state.pending.values()) counted[risk(frame)] += 1;
  return counted;
}
