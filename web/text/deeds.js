// @ts-check
// What a call does, in plain words: the title of its card and its row in the queue. Words and `{code}` pieces; what is in a
// piece comes from the call, everything else from here.

const name = (text) => ({ code: String(text), kind: "name" });
const file = (text) => ({ code: String(text), kind: "name", path: true });

/** `a`, `b` and 3 more. */
function listed(items, kind, most = 2) {
  const shown = items.slice(0, most).flatMap((one, at) => [at ? (at === items.length - 1 ? " and " : ", ") : "", kind(one)]);
  return items.length > most ? [...shown, ` and ${items.length - most} more`] : shown;
}

/** A remote as people say it: host and path, without who logs in and how. */
export function remote(text) {
  const url = /^(?:https?|ssh|git):\/\/(?:[^/@]*@)?([^/:@]+)(?::\d+)?\/([\w./-]+?)(?:\.git)?\/?$/.exec(text);
  const short = /^(?:[\w.-]+@)([\w.-]+):([\w./-]+?)(?:\.git)?\/?$/.exec(text);
  const [, host, path] = url ?? short ?? [];
  return host && /^[\w.-]+$/.test(host) ? `${host}/${path}` : text;
}

const texts = (list) => (Array.isArray(list) && list.length && list.every((one) => typeof one === "string" && one !== "") ? list : undefined);

/** What a command certainly does; nothing for a verb that is none. */
export function certain({ verb, paths, recursive, to, branches, force, piped, hosts }) {
  const named = texts(paths);
  switch (verb) {
    case "delete":
      return named && ["Delete ", ...listed(named, file), ...(recursive === true ? [` and all in ${named.length > 1 ? "them" : "it"}`] : [])];
    case "make":
      return named && [`Make the ${named.length > 1 ? "directories" : "directory"} `, ...listed(named, file)];
    case "move":
    case "copy":
      return named && typeof to === "string" ? [verb === "move" ? "Move " : "Copy ", ...listed(named, file), " to ", file(to)] : undefined;
    case "push":
      return texts(branches) && typeof to === "string" ? [force === true ? "Force-push " : "Push ", ...listed(branches, name), " to ", name(remote(to))] : undefined;
    case "send":
      return named || piped === true
        ? ["Send ", ...(named ? listed(named, file) : ["what another command prints"]), " to ", ...(typeof to === "string" ? [name(to)] : ["a host known only when it runs"])] : undefined;
    case "fetch":
      return texts(hosts) && ["Fetch from ", ...listed(hosts, name)];
    default:
      return undefined;
  }
}

/** Programs whose work has a better name than what it does to the machine. */
const KNOWN = {
  "Install packages with": ["npm install", "npm ci", "npm add", "pnpm install", "pnpm add", "yarn install", "yarn add", "bun install", "pip install", "pip3 install", "uv pip", "uv add", "poetry install", "poetry add", "cargo install", "cargo add", "gem install", "bundle install", "go install", "go get", "apt install", "apt-get install", "brew install", "apk add", "dnf install"],
  "Publish with": ["npm publish", "cargo publish", "twine upload", "docker push", "gem push"],
  "Push with": ["git push"],
  "Change a cluster with": ["kubectl apply", "kubectl delete", "helm install", "helm upgrade"],
  "Change infrastructure with": ["terraform apply", "terraform destroy", "pulumi up"],
};
const WORK = new Map(Object.entries(KNOWN).flatMap(([words, names]) => names.map((one) => [one, words])));

/** What a program does, for one whose words do not say it with certainty: `targets` are the files it changes or deletes. */
export function likely({ program, effect, targets }) {
  const means = { code: String(program), kind: "text" };
  const known = WORK.get(program);
  if (known) return [`${known} `, means];
  switch (effect) {
    case "delete":
      return targets.length ? ["Delete ", ...listed(targets, file)] : ["Delete with ", means];
    case "write":
      return targets.length ? ["Change ", ...listed(targets, file), " with ", means] : ["Change files with ", means];
    case "send":
      return ["Reach other machines with ", means];
    case "fetch":
      return ["Fetch with ", means];
    case "system":
      return ["Change this machine with ", means];
    case "run":
      return ["Run what ", means, " is given"];
    default:
      return ["Run ", means];
  }
}

export const asRoot = ", as root";
export const andMore = (count) => `(+${count} ${count === 1 ? "command" : "commands"})`;
export const several = (count, folder) => [`${count} commands`, ...(folder ? [" · ", name(folder)] : [])];
export const unread = ["Run a command that cannot be read whole"];
export const someCommand = ["Run a command"];

/** What happens to a file; `state` is what the hub said of it, nothing as long as it said nothing. */
export function changing(kind, path, state) {
  const where = file(path);
  switch (kind) {
    case "write":
      return [state === "present" ? "Overwrite " : state === "absent" ? "Create " : "Write ", where];
    case "delete":
      return ["Delete ", where];
    default:
      return ["Edit ", where];
  }
}

export const patching = (paths) => (paths.length ? ["Change ", ...listed(paths, file)] : ["Apply a patch"]);
export const mailing = (to) => ["Send a mail to ", ...listed(to, name, 1)];
export const calling = (tool, server) => ["Use ", name(tool), " of ", name(server)];
export const using = (tool, path) => ["Use ", name(tool), ...(path === undefined ? [] : [" on ", file(path)])];
export const reading = (path) => ["Read ", file(path)];
/** A request of a tool that fetches; without a host its address cannot be read. */
export function reaching(host, sends, method) {
  if (!host) return ["Reach an address that cannot be read"];
  return sends ? ["Send data to ", name(host)] : /^(get|head)$/i.test(method ?? "get") ? ["Fetch from ", name(host)] : ["Send ", name(method), " to ", name(host)];
}
