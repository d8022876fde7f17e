// @ts-check
// Times and counts in words.

import { h } from "../dom.js";

/** How long, in words. */
export function span(milliseconds) {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 172800) return `${Math.floor(seconds / 3600)} h`;
  return `${Math.floor(seconds / 86400)} d`;
}

/** Whole numbers as this browser writes them. */
export const amount = (count) => count.toLocaleString();

/** `3 calls`, `1 call`. */
export const number = (count, one, many = `${one}s`) => `${amount(count)} ${count === 1 ? one : many}`;

/** A moment: of today only the time, unless its date is wanted, too. @param {string | Date} text @param {boolean} [dated] */
export function time(text, dated = false) {
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) return h("span", {}, "–");
  const today = !dated && at.toDateString() === new Date().toDateString();
  const clock = at.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", ...(today ? { second: "2-digit" } : {}) });
  const day = at.toLocaleDateString([], { day: "numeric", month: "short", ...(at.getFullYear() === new Date().getFullYear() ? {} : { year: "numeric" }) });
  return h("time", { datetime: at.toISOString(), title: at.toISOString() }, today ? clock : `${day}, ${clock}`);
}
