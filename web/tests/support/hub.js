// The real hub, as a process of its own.

import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const PROGRAM = process.env.BYLEAVE_PAGE_HUB ?? fileURLToPath(new URL("../../../target/debug/examples/page", import.meta.url));

async function run(folder, address) {
  const child = spawn(PROGRAM, [folder, ...(address ? [address] : [])], { stdio: ["pipe", "pipe", "inherit"], env: { ...process.env, HOME: folder } });
  const [first] = await Promise.race([
    (async () => {
      for await (const line of createInterface({ input: child.stdout })) return [line];
      throw new Error("the hub ended before it said where it is");
    })(),
    new Promise((_, failed) => child.once("error", failed)),
  ]);
  return { child, ...JSON.parse(first) };
}

export async function startHub() {
  const folder = await mkdtemp(join(tmpdir(), "byleave-page-"));
  let { child, page, agent, approver, viewer } = await run(folder);
  const origin = new URL(page).origin;
  const ended = () => new Promise((done) => (child.exitCode === null && child.signalCode === null ? child.once("exit", done) : done()));
  const post = async (path, body, token = agent) => {
    const response = await fetch(`${origin}${path}`, {
      method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    });
    return response.json();
  };
  return {
    page, origin, folder, post, approver, viewer,
    /** Comes for an answer. */
    async collect(id) {
      const response = await fetch(`${origin}/v1/calls/${id}?wait=0`, { headers: { authorization: `Bearer ${agent}` } });
      return { status: response.status, ...(await response.json()) };
    },
    async get(path, token = approver) {
      return (await fetch(`${origin}${path}`, { headers: { authorization: `Bearer ${token}` } })).json();
    },
    /** Hands a call in and waits for what becomes of it. */
    call: (tool, args, more = {}) => post("/v1/calls", { tool, arguments: args, session: "sess_a", agent: "claude-code", cwd: "/w/app", wait: 30, ...more }),
    async kill() {
      child.kill("SIGKILL");
      await ended();
    },
    async again() {
      ({ child, agent } = await run(folder, new URL(page).host));
    },
    async close() {
      child.kill("SIGKILL");
      await ended();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
