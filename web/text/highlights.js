// @ts-check
// What stands out in a command, in words.

export const words = {
  list: "Files, and what is put in when it runs",
  kinds: { path: "Path", redirect: "Redirect", substitution: "Substitution", assignment: "Setting" },
  places: { inside: "inside the project", outside: "outside the project", unknown: "where it leads is known only when it runs", device: "a device that holds nothing" },
  uses: { read: "read", write: "written", delete: "deleted or moved", run: "run" },
  about: { substitution: "this runs first, and what it prints is put in its place", assignment: "a variable is set for what runs" },
  leftOut: (count) => `and ${count} more that are not marked`,
};
