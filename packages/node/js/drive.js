// Works on what the gate has to do, on this thread: the addon says when there is more, a promise says when it is done.

"use strict";

const { native } = require("./native.js");
const { translated } = require("./errors.js");

/** What the addon asks and tells, by number. Weak: who lets go of a gate lets go of its functions. */
const askers = new Map();
const gone = new FinalizationRegistry((number) => askers.delete(number));
/** The work on its way. */
const working = new Map();
/** What is asked in JavaScript now: how to end it. */
const asked = new Map();

const bridge = new native.Bridge(() => {
  for (const message of JSON.parse(bridge.messages())) deliver(message);
});

/** Something that is asked or told: `{ ask, needs, event }`. Keep it as long as it shall be. Returns its number. */
function register(asker) {
  const number = bridge.number();
  askers.set(number, new WeakRef(asker));
  gone.register(asker, number);
  return number;
}

function deliver(message) {
  switch (message.message) {
    case "wake":
      working.get(message.work)?.();
      break;
    case "ask":
      question(message.question, askers.get(message.channel)?.deref()?.ask, message.request);
      break;
    case "needs":
      question(message.question, askers.get(message.tool)?.deref()?.needs, message.context);
      break;
    case "withdraw":
      asked.get(message.question)?.abort();
      asked.delete(message.question);
      break;
    case "event":
      // What a listener throws is its own: it goes where errors of timers go.
      queueMicrotask(() => askers.get(message.watcher)?.deref()?.event(message.event));
      break;
  }
}

/** Puts a question to a function. Whatever it does, the question is settled once. */
async function question(number, ask, about) {
  if (ask === undefined) return bridge.fail(number, "the function that would answer is gone");
  const withdrawn = new AbortController();
  asked.set(number, withdrawn);
  try {
    await ask(about, withdrawn.signal, {
      answer: (text, person) => bridge.answer(number, text, person),
      malformed: (why) => bridge.malformed(number, why),
    });
  } catch (error) {
    bridge.fail(number, `the callback threw ${shown(error)}`);
  } finally {
    asked.delete(number);
  }
}

/** An error on one line, whatever was thrown. */
function shown(error) {
  let words;
  try {
    words = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  } catch {
    words = "something that has no text";
  }
  words = words.toWellFormed().split(/\s+/).join(" ").trim();
  return words.length > 200 ? `${words.slice(0, 200)}…` : words;
}

/** Keeps the process alive while somebody waits: the addon by itself does not. */
let waiting = 0;
let alive;
function wait(by) {
  waiting += by;
  if (waiting > 0 && alive === undefined) alive = setInterval(() => {}, 0x7fffffff);
  if (waiting === 0 && alive !== undefined) alive = clearInterval(alive);
}

/** What comes of some work: a permit of the addon, or a value. An abort ends the work, and the gate withdraws its question. */
function drive(pending, signal) {
  return new Promise((resolve, reject) => {
    const number = pending.number;
    let settled = false;
    const end = (settle, value) => {
      if (settled) return;
      settled = true;
      if (working.delete(number)) wait(-1);
      signal?.removeEventListener("abort", abort);
      settle(value);
    };
    const abort = () => {
      if (settled) return;
      pending.cancel();
      end(reject, signal.reason);
    };
    const step = () => {
      try {
        if (!pending.poll()) return false;
        const result = pending.result();
        end(resolve, typeof result === "string" ? JSON.parse(result) : result);
      } catch (error) {
        end(reject, translated(error));
      }
      return true;
    };
    if (signal?.aborted) return abort();
    if (step()) return;
    working.set(number, step);
    wait(1);
    signal?.addEventListener("abort", abort, { once: true });
    // Whoever was called by this step may have aborted meanwhile.
    if (signal?.aborted) abort();
  });
}

module.exports = { bridge, drive, register, shown };
