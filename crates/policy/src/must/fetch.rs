//! Questions to a service under a rule that only names the program: `gh pr view` under `Bash(gh *)`.
//!
//! The rule speaks for the service that the program is set up for. A word that leads to another one, or that picks other
//! credentials, is for a rule that names the sub-command.

use super::{Gap, Must, gap};
use crate::command::{Usage, Used};
use crate::programs::{Arg, Quirk, Role};
use crate::rules::CommandPattern;

/// Options that choose whom to talk to, or as whom.
const ELSEWHERE: [&str; 14] = [
    "--context",
    "--kube-context",
    "--cluster",
    "--user",
    "--profile",
    "--endpoint",
    "--endpoint-url",
    "--host",
    "--hostname",
    "--tls-server-name",
    "--registry",
    "--proxy",
    "--https-proxy",
    "--account",
];

/// Parts of the names of sub-commands that print what is kept secret, or settings that often hold secrets.
const TELLS_SECRETS: [&str; 9] = [
    "secret",
    "vault",
    "credential",
    "token",
    "password",
    "appsettings",
    "connection-string",
    "parameter",
    "get-function",
];

impl Must<'_, '_> {
    /// Whether a rule that names no more than the program covers a question to its service.
    pub(super) fn asks_its_service(&self, pattern: &CommandPattern) -> Result<(), Gap> {
        let usage = self.usage;
        let what = self.called();
        if pattern.tokens.first().is_none_or(|program| program.star) {
            return Err(gap(format!("`{what}` talks to another machine, and the rule does not name it"), self.span()));
        }
        if usage.path.iter().skip(1).any(|name| TELLS_SECRETS.iter().any(|part| name.contains(part))) {
            return Err(gap(format!("`{what}` may print secrets, and the rule does not name it"), self.span()));
        }
        let host = |used: &Used| used.special.is_some_and(|special| special.arg() == Arg::Host);
        let chooses = |used: &&Used| host(used) || ELSEWHERE.iter().any(|option| is_option(used, option));
        if let Some(used) = usage.options.iter().find(chooses) {
            return Err(gap(
                format!("`{}` chooses whom `{what}` talks to, and the rule does not name it", used.key),
                self.span_of(used.at),
            ));
        }
        let elsewhere = || format!("`{what}` may ask another service, and the rule does not name it");
        for (word, arg) in self.operands() {
            if word.exact().is_none_or(|text| leads_elsewhere(usage, arg, text)) {
                return Err(gap(elsewhere(), word.span()));
            }
        }
        for used in usage.options.iter().filter(|used| used.value.is_some()) {
            if self.value(used).is_none_or(|text| leads_elsewhere(usage, Arg::Text, text)) {
                return Err(gap(elsewhere(), self.span_of(used.at)));
            }
        }
        Ok(())
    }
}

fn is_option(used: &Used, option: &str) -> bool {
    used.key == option || used.key.len() > 3 && used.key.starts_with("--") && option.starts_with(used.key.as_ref())
}

/// Whether a word may name another machine, or a file whose text is sent.
fn leads_elsewhere(usage: &Usage, arg: Arg, text: &str) -> bool {
    let address = text.contains("://") && !text.starts_with("s3://") && !text.starts_with("gs://");
    // `@scope/name` is a package.
    let scope = usage.plays(Role::Scopes);
    let file = text.starts_with('@') && !scope || text.starts_with("file:");
    // A remote by its name; anything else is an address or a path, and `ext::` runs a program.
    let remote = |text: &str| text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
    address
        || file
        || usage.has(Quirk::Git) && arg == Arg::Host && !remote(text)
        // `HOST/OWNER/REPO`
        || usage.plays(Role::HostSlashes) && !text.contains(' ') && text.matches('/').count() > 1
        // `git@host:x`, `npm:other`, `github:x/y`, `./dir`
        || usage.plays(Role::PackagePlaces) && (text.contains(':') || text.starts_with(['.', '/']))
}
