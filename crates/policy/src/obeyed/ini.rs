//! `.npmrc` and the old `.yarnrc`: a key and a value on each line.

/// Keys of npm and pnpm that say how packages are fetched and laid out, and start nothing.
const NPM: [&str; 45] = [
    "always-auth",
    "audit",
    "audit-level",
    "auto-install-peers",
    "color",
    "dedupe-peer-dependents",
    "engine-strict",
    "fetch-retries",
    "fetch-retry-factor",
    "fetch-retry-maxtimeout",
    "fetch-retry-mintimeout",
    "fetch-timeout",
    "foreground-scripts",
    "fund",
    "hoist",
    "hoist-pattern",
    "ignore-scripts",
    "inject-workspace-packages",
    "install-links",
    "legacy-peer-deps",
    "link-workspace-packages",
    "lockfile",
    "loglevel",
    "maxsockets",
    "min-release-age",
    "network-timeout",
    "node-linker",
    "omit",
    "optional",
    "package-lock",
    "prefer-offline",
    "prefer-workspace-packages",
    "production",
    "progress",
    "public-hoist-pattern",
    "resolution-mode",
    "save",
    "save-exact",
    "save-prefix",
    "save-workspace-protocol",
    "shamefully-hoist",
    "shared-workspace-lockfile",
    "strict-peer-dependencies",
    "tag-version-prefix",
    "update-notifier",
];

/// What may follow `//host/:`.
const OF_HOST: [&str; 5] = ["_authToken", "_auth", "username", "_password", "email"];

pub(super) fn npmrc(text: &str) -> bool {
    text.lines().map(str::trim).filter(|line| !is_comment(line)).all(|line| {
        let Some((key, value)) = line.split_once('=') else { return false };
        let (key, value) = (key.trim(), value.trim());
        let list = key.strip_suffix("[]").unwrap_or(key);
        if let Some(host) = key.strip_prefix("//") {
            return host.rsplit_once(':').is_some_and(|(host, what)| is_plain(host) && OF_HOST.contains(&what));
        }
        if let Some(scope) = key.strip_prefix('@') {
            return scope.split_once(':').is_some_and(|(scope, what)| is_plain(scope) && what == "registry");
        }
        // It asks that host for a newer version of itself, whatever else it does, and sends what `//host/:_authToken=${NAME}`
        // takes from the environment.
        if key == "registry" {
            return value.trim_end_matches('/') == "https://registry.npmjs.org";
        }
        NPM.contains(&key) || list.ends_with("hoist-pattern") && NPM.contains(&list)
    })
}

pub(super) fn yarnrc(text: &str) -> bool {
    const YARN: [&str; 8] = [
        "registry",
        "lastUpdateCheck",
        "disable-self-update-check",
        "network-timeout",
        "network-concurrency",
        "save-prefix",
        "strict-ssl",
        "ignore-engines",
    ];
    // What follows a key in quotes may go on in the next line.
    let closed = |value: &str| !value.contains(['"', '\'']) || is_quoted(value);
    text.lines().map(str::trim).filter(|line| !is_comment(line)).all(|line| {
        line.split_once([' ', '\t']).is_some_and(|(key, value)| YARN.contains(&key) && closed(value.trim()))
    })
}

fn is_quoted(value: &str) -> bool {
    let inside = value.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    inside.is_some_and(|inside| !inside.contains(['"', '\\', '\'']))
}

fn is_comment(line: &str) -> bool {
    line.is_empty() || line.starts_with(['#', ';'])
}

fn is_plain(name: &str) -> bool {
    name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._-~/:@%".contains(&byte))
}
