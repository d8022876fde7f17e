// What the tests share.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Gate, Policy, Rejected } from "byleave";

export const NPM = { command: "npm install" };
/** A policy without files, with one rule that denies. */
export const policy = (more = {}) => new Policy({ permissions: { "Bash(git push *)": { allowed: false, reason: "people push" } }, ...more });
export const newerThan = (major) => Number(process.versions.node.split(".")[0]) >= major;

/** A directory that is gone after the test. */
export function folder(t) {
  const made = mkdtempSync(join(tmpdir(), "byleave-"));
  t.after(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

/** The refusal of a call that must not run. */
export async function refusal(promise) {
  try {
    await promise;
  } catch (error) {
    assert.ok(error instanceof Rejected, `not a refusal: ${error?.stack ?? error}`);
    return error;
  }
  throw new assert.AssertionError({ message: "the call was allowed" });
}

/** One of `count` calls that wait at the same time. */
export function gateOf(answer, options = {}) {
  return new Gate(policy(), { channels: answer === undefined ? [] : [answer], ...options });
}

export const later = (time, value) => new Promise((resolve) => setTimeout(resolve, time, value));

const MODULES = join(process.cwd(), "node_modules");

/** Runs a program, or code, in a Node.js of its own: what it printed and how it ended. `talk` gets its first line. */
export async function inNode(program, { input = "", env = {}, talk, alone = false } = {}) {
  const file = program instanceof URL ? fileURLToPath(program) : undefined;
  const code = alone ? `module.paths.length = 0; ${program}` : `module.paths.unshift(${JSON.stringify(MODULES)});\n${program}`;
  const child = spawn(process.execPath, file === undefined ? ["-e", code] : [file], {
    stdio: ["pipe", "pipe", "inherit"], env: { ...process.env, ...env },
  });
  child.stdin.on("error", () => {}).end(input);
  let text = "";
  let talking;
  for await (const more of child.stdout.setEncoding("utf8")) {
    text += more;
    if (talk !== undefined && talking === undefined && text.includes("\n")) talking = talk(text.slice(0, text.indexOf("\n")));
  }
  await talking;
  const code_ = child.exitCode ?? (await once(child, "exit"))[0];
  return { text, code: code_ };
}

/** The `byleave` command of the packages. */
export function byleave(...args) {
  const program = join(MODULES, "@byleave/cli/byleave.js");
  return spawnSync(process.execPath, [program, ...args], { encoding: "utf8" });
}
