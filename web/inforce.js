// The policy and the certificate that the hub works by. While what is on its disk is broken, every screen says so: what
// counts is what was loaded before.

import { by, fill, foreignLine, h } from "./dom.js";
import { ask } from "./link.js";
import { time } from "./screen.js";

/** What the hub said: `{policy, certificate}`, each with `loaded_at` and `problem`. */
export function heardFiles(files) {
  const broken = ["policy", "certificate"].filter((one) => files?.[one]?.problem);
  fill(by("files"), broken.map((one) => h("p.broken", { role: "alert" },
    h("strong", {}, `The ${one} on the hub's disk is broken`), ". The one loaded ", time(files[one].loaded_at), " stays in force. ", foreignLine(files[one].problem))));
}

export async function lookFiles() {
  heardFiles((await ask("/v1/setup")).files);
}
