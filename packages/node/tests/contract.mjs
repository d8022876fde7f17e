// One contract for all adapters: cases/adapters/contract.txt, and except.txt for what a framework cannot express.
//
// A driver is a function `drive(of, command, host, ran)`: it makes its framework, with a scripted model, call the tool `bash` once
// behind `of`, a gate or a policy. The tool pushes what it runs to `ran`; the driver returns what the model read. What the framework
// itself asks, the driver answers as the application would: by `host.said()`, or through `host.gate` where a byleave function does it.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Gate, Policy } from "byleave";

export const PEOPLE_PUSH = { "Bash(git push *)": { allowed: false, reason: "people push" } };

const lines = (file) =>
  readFileSync(new URL(`cases/adapters/${file}`, import.meta.url), "utf8").split("\n").filter((line) => line !== "" && !line.startsWith("#")).map((line) => line.split("\t"));

const CLAIMS = lines("contract.txt").map(([name, behind, command, answer, runs, told, asked]) => ({ name, behind, command, answer, runs, told, asked: Number(asked) }));
const DEVIATIONS = lines("except.txt").map(([adapter, claim, runs, told, why]) => ({ adapter, claim, runs, told, why }));

/** Who answers, and how often that was asked. */
class Host {
  asked = 0;
  /** Where the host puts the framework's questions, if it does so through byleave. */
  gate = null;
  #answer;
  #behind;

  constructor({ answer, behind }) {
    this.#answer = answer;
    this.#behind = behind;
    if (behind === "question") this.gate = this.#gateOf({ ...PEOPLE_PUSH, "Bash(npm test)": true });
  }

  /** What the adapter stands behind. */
  of() {
    return this.#behind === "gate" ? this.#gateOf(PEOPLE_PUSH) : new Policy({ permissions: PEOPLE_PUSH });
  }

  /** The options of a gate that asks this host. */
  get options() {
    return { channels: this.#answer === "nobody" ? [] : [() => this.#callback()], timeout: this.#answer === "silent" ? 0.05 : 30 };
  }

  #gateOf(permissions) {
    return new Gate(new Policy({ permissions }), this.options);
  }

  #callback() {
    this.asked += 1;
    if (this.#answer === "silent") return new Promise(() => {});
    if (this.#answer === "raises") throw new Error("broken");
    if (this.#answer === "nothing") return undefined;
    return this.#answer === "text" ? "yes" : this.#words();
  }

  #words() {
    const [, kind, words] = /^(\S+) ?(.*)$/.exec(this.#answer);
    if (kind === "edit") return { approved: true, params: { command: words } };
    return words === "" ? kind === "yes" : { approved: false, feedback: words };
  }

  /** The answer to the framework's own question: a boolean, an object as callbacks give it, or `null` for no answer. */
  said() {
    if (this.#behind !== "policy") throw new TypeError("this host puts the question to a gate");
    if (this.#answer === "nobody") return null;
    this.asked += 1;
    return this.#words();
  }
}

/** An answer for a framework that takes no edits. */
export function yesOrNo(said) {
  if (typeof said === "boolean") return { approved: said };
  if (said.approved) throw new TypeError("the framework takes no edits");
  return { approved: false, reason: said.feedback };
}

/** An answer for a framework that takes a yes or a no, and no words. */
export function plainly(said) {
  if (typeof said !== "boolean") throw new TypeError("the framework takes a yes or a no");
  return said;
}

export function contract(adapter, drive, { skip = false } = {}) {
  for (const claim of CLAIMS) {
    const other = DEVIATIONS.find((one) => one.adapter === `typescript/${adapter}` && [claim.name, claim.behind].includes(one.claim));
    const { runs, told: words } = other ?? claim;
    test(`${adapter}: ${claim.name}${other === undefined ? "" : `: ${other.why}`}`, { skip }, async () => {
      const host = new Host(claim);
      const ran = [];
      const command = JSON.parse(`"${claim.command}"`);
      if (runs === "cannot") {
        await assert.rejects(async () => drive(host.of(), command, host, ran), TypeError);
        assert.deepEqual(ran, []);
        return;
      }
      const told = await drive(host.of(), command, host, ran);
      assert.deepEqual(ran, runs === "-" ? [] : [runs], told);
      assert.equal(host.asked, claim.asked);
      assert.ok(words === "-" || told.includes(words), told);
    });
  }
}
