//! Paths that hold secrets: keys, tokens, passwords.

use crate::glob;

/// File names that hold secrets wherever they lie.
const NAMES: [(&str, &str); 34] = [
    (".env", "environment file with secrets"),
    (".env.*", "environment file with secrets"),
    ("*.env", "environment file with secrets"),
    (".netrc", "stored passwords"),
    ("_netrc", "stored passwords"),
    (".git-credentials", "stored passwords"),
    (".pgpass", "stored passwords"),
    (".my.cnf", "stored passwords"),
    (".pypirc", "registry token"),
    (".npmrc", "registry token"),
    (".yarnrc.yml", "registry token"),
    (".vault-token", "vault token"),
    (".htpasswd", "password hashes"),
    ("id_rsa", "private key"),
    ("id_dsa", "private key"),
    ("id_ecdsa", "private key"),
    ("id_ed25519", "private key"),
    ("*.key", "private key"),
    ("*.p12", "private key"),
    ("*.pfx", "private key"),
    ("*.jks", "key store"),
    ("*.keystore", "key store"),
    ("*.kdbx", "password safe"),
    ("*_rsa", "private key"),
    ("credentials", "credentials"),
    ("credentials.json", "credentials"),
    ("credentials.toml", "credentials"),
    ("service-account*.json", "credentials"),
    ("application_default_credentials.json", "credentials"),
    ("secrets.y*ml", "secrets"),
    ("secrets.json", "secrets"),
    ("secrets.toml", "secrets"),
    ("terraform.tfstate*", "secrets of the infrastructure"),
    ("*.tfvars", "secrets of the infrastructure"),
];

/// Names that look like secrets and are made to be shared.
const SHARED: [&str; 8] = [
    ".env.example",
    ".env.sample",
    ".env.template",
    ".env.dist",
    ".env.defaults",
    ".env.test.example",
    "example.env",
    "sample.env",
];

/// Directories below a home directory that hold secrets.
const IN_HOME: [(&str, &str); 24] = [
    (".ssh", "keys and hosts of ssh"),
    (".gnupg", "keys of gpg"),
    (".aws", "cloud credentials"),
    (".azure", "cloud credentials"),
    (".config/gcloud", "cloud credentials"),
    (".config/gh", "token of gh"),
    (".config/glab-cli", "token of glab"),
    (".config/hub", "token of hub"),
    (".kube", "cluster credentials"),
    (".docker/config.json", "registry credentials"),
    (".config/containers/auth.json", "registry credentials"),
    (".cargo/credentials", "registry token"),
    (".cargo/credentials.toml", "registry token"),
    (".gem/credentials", "registry token"),
    (".password-store", "password store"),
    (".local/share/keyrings", "key ring"),
    ("library/keychains", "key chain"),
    (".mozilla", "browser profile"),
    (".config/google-chrome", "browser profile"),
    (".config/chromium", "browser profile"),
    (".bash_history", "shell history"),
    (".zsh_history", "shell history"),
    (".psql_history", "shell history"),
    (".config/byleave/tokens", "tokens of byleave"),
];

/// Absolute paths that hold secrets.
const ABSOLUTE: [(&str, &str); 7] = [
    ("/etc/shadow", "password hashes"),
    ("/etc/gshadow", "password hashes"),
    ("/etc/sudoers", "rights of users"),
    ("/etc/ssh", "keys of the host"),
    ("/root/.ssh", "keys and hosts of ssh"),
    ("/var/run/secrets", "secrets of the container"),
    ("/run/secrets", "secrets of the container"),
];

/// What secret an absolute, normal path holds or leads to, if any. `pattern` is what follows the path and may match more.
/// Case is folded: some file systems do.
#[must_use]
pub fn sensitive(path: &str, pattern: &str, home: &str) -> Option<&'static str> {
    let folded = super::folded(path);
    let home = super::folded(home);
    let name = super::base_name(&folded);
    if !pattern.is_empty() {
        let last = pattern.rsplit_once('/').map_or(pattern, |(_, last)| last).to_lowercase();
        // Only a pattern that spells the beginning of a secret's name counts: `*` alone does not match hidden files.
        let begins = last.split(['*', '?', '[', '(']).next().unwrap_or("");
        let found = NAMES.iter().find(|(secret, _)| {
            (begins == "." || begins.len() > 1) && !secret.contains('*') && glob::matches(&last, secret)
        });
        if let Some((_, what)) = found {
            return Some(what);
        }
    } else if !SHARED.contains(&name) {
        let found = NAMES.iter().find(|(secret, _)| has_ends(secret, name) && glob::matches(secret, name));
        if let Some((_, what)) = found {
            return Some(what);
        }
    }
    if folded.starts_with("/proc/") && (folded.ends_with("/environ") || folded.ends_with("/mem")) {
        return Some("environment of a process");
    }
    // Most paths lie in no secret place: looking at what follows the home directory is enough.
    let in_home = folded.strip_prefix(home.as_ref()).and_then(|rest| rest.strip_prefix('/'));
    let found = in_home
        .and_then(|rest| {
            IN_HOME.iter().find(|(secret, _)| super::begins_alike(secret, rest) && super::is_below(rest, secret))
        })
        .or_else(|| ABSOLUTE.iter().find(|(secret, _)| super::is_below(&folded, secret)));
    found.map(|(_, what)| *what)
}

/// Whether a name begins and ends as a pattern does: a quick look, since every path is compared with every pattern.
fn has_ends(pattern: &str, name: &str) -> bool {
    let fits = |one: Option<&u8>, other: Option<&u8>| one == other || one == Some(&b'*');
    let (pattern, name) = (pattern.as_bytes(), name.as_bytes());
    fits(pattern.first(), name.first()) && fits(pattern.last(), name.last())
}
