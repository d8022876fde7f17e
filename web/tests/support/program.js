// The command line's program, as it was built last.

import { fileURLToPath } from "node:url";

export const PROGRAM = process.env.BYLEAVE ?? fileURLToPath(new URL("../../../target/debug/byleave", import.meta.url));
