// @ts-check
// Paths the way people say them.

/** A path the way people say it: below the project or the home directory. */
export function place(frame) {
  const { cwd, home } = frame;
  if (!cwd) return undefined;
  const inside = home && home !== "/" && (cwd === home || cwd.startsWith(`${home}/`));
  return inside ? `~${cwd.slice(home.length)}` : cwd;
}

/** So many letters of the directories before a name are shown in lists. */
const DIRECTORIES = 24;

/** The last name of where a call works: its project, as people call it. */
export const folder = ({ cwd, project }) => (project && project !== "/" ? project : cwd ?? "").replace(/\/+$/, "").split("/").at(-1) ?? "";

/**
 * A path for lists: below the project or the home directory, long directories left out, the name itself always whole.
 * @param {string} path @param {{project?: string, home?: string}} [at]
 */
export function shortPath(path, { project, home } = {}) {
  const below = (base, sign) => (base && base !== "/" && path.startsWith(`${base}/`) ? `${sign}${path.slice(base.length + 1)}` : undefined);
  const told = below(project, "") ?? below(home, "~/") ?? path;
  const cut = told.replace(/\/+$/, "").lastIndexOf("/") + 1;
  const directories = told.slice(0, cut);
  if (directories.length <= DIRECTORIES) return told;
  // Where it begins and where it ends tell most.
  const [start] = /^\/?[^/]*\//.exec(directories);
  const end = directories.slice(directories.slice(0, -1).lastIndexOf("/") + 1);
  const kept = (one) => (one.length <= DIRECTORIES / 2 ? one : "");
  return `${kept(start)}…/${end.length < directories.length - start.length ? kept(end) : ""}${told.slice(cut)}`;
}

/** A command for lists: long directories left out of its absolute paths, everything else as it is. */
export function shortCommand(text) {
  return text.replace(/(?<=^|[\s=:'"@(<>])\/(?!\/)[^\s'"`;|&<>()$*?{}[\]\\]+/g, (path) => shortPath(path));
}

