// @ts-check
// The policy and the certificate that the hub works by. While what is on its disk is broken, every screen says so: what
// counts is what was loaded before.

import { by, fill, foreignLine, h } from "../dom.js";
import { ask } from "../hub/connection.js";
import { words } from "../text/login.js";
import { time } from "../text/time.js";

const text = words.files;

/** What the hub said: `{policy, certificate}`, each with `loaded_at` and `problem`. */
export function heardFiles(files) {
  const broken = ["policy", "certificate"].filter((one) => files?.[one]?.problem);
  fill(by("files"), broken.map((one) => h("p.broken", { role: "alert" },
    h("strong", {}, text.broken(text.names[one])), text.stays[0], time(files[one].loaded_at), text.stays[1], foreignLine(files[one].problem))));
}

export async function lookFiles() {
  heardFiles((await ask("/v1/setup")).files);
}
