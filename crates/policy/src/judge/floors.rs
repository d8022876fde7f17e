//! Built-in floors on commands: what byleave never lets an agent do by itself.

use std::sync::LazyLock;

use crate::command::{Item, Simple, Usage};
use crate::paths::base_name;
use crate::programs::{ByName, Effect};
use crate::rules::{CommandPattern, denies};

/// Commands that are refused whatever anybody allows.
const BANNED: &[&str] =
    &["mkfs* /dev/*", "dd of=/dev/sd*", "dd of=/dev/nvme*", "dd of=/dev/disk*", "dd of=/dev/hd*", "wipefs /dev/*"];

/// Sub-commands of byleave that change what agents may do, or answer for a person.
const OWN: &[&str] = &[
    "byleave trust *",
    "byleave untrust *",
    "byleave grants revoke *",
    "byleave hub token *",
    "byleave hub key *",
    "byleave init *",
    "byleave uninstall *",
    "byleave policy import *",
    "byleave project level *",
    "byleave answer *",
    "byleave prompt *",
];

/// Commands that ask in every mode: what they destroy or send cannot be brought back.
const HIGH_RISK: &[&str] = &[
    "rm -r *",
    "rm -f *",
    "shred *",
    "truncate *",
    "dd *",
    "mkfs* *",
    "fdisk *",
    "parted *",
    "wipefs *",
    "mkswap *",
    "sudo *",
    "doas *",
    "su *",
    "pkexec *",
    "chmod -R *",
    "chown -R *",
    "find -delete *",
    "git push --force *",
    "git push --force-with-lease *",
    "git push --delete *",
    "git push --mirror *",
    "git reset --hard *",
    "git clean -f *",
    "git branch -D *",
    "git filter-branch *",
    "git update-ref -d *",
    "git reflog expire *",
    "git reflog delete *",
    "git gc --prune *",
    "git stash clear",
    "git stash drop *",
    "git config --global *",
    "git config --system *",
    "git checkout -f *",
    "git worktree remove *",
    "docker system prune *",
    "docker volume rm *",
    "docker volume prune *",
    "docker rm -f *",
    "docker run --privileged *",
    "kubectl delete *",
    "kubectl drain *",
    "helm uninstall *",
    "helm delete *",
    "terraform destroy *",
    "terraform apply *",
    "npm publish *",
    "npm unpublish *",
    "cargo publish *",
    "cargo yank *",
    "twine upload *",
    "gh release delete *",
    "gh repo delete *",
    "aws s3 rm *",
    "aws s3 rb *",
    "gcloud projects delete *",
    "kill -9 *",
    "killall *",
    "pkill *",
    "shutdown *",
    "reboot *",
    "halt *",
    "poweroff *",
    "systemctl stop *",
    "systemctl disable *",
    "systemctl mask *",
    "crontab -r *",
    "userdel *",
    "passwd *",
    "iptables *",
    "nft *",
    "ufw *",
    "dropdb *",
    "redis-cli flushall *",
    "redis-cli flushdb *",
    "mount *",
    "umount *",
    "insmod *",
    "rmmod *",
    "modprobe *",
    "apt-get remove *",
    "apt-get purge *",
    "eval *",
    "source *",
];

fn compiled(texts: &[&str]) -> Vec<CommandPattern> {
    texts.iter().map(|text| CommandPattern::parse(text)).collect()
}

static BANNED_PATTERNS: LazyLock<Vec<CommandPattern>> = LazyLock::new(|| compiled(BANNED));
static OWN_PATTERNS: LazyLock<Vec<CommandPattern>> = LazyLock::new(|| compiled(OWN));
static HIGH_RISK_ROWS: LazyLock<Rows> = LazyLock::new(|| {
    let mut rows = Rows::default();
    for pattern in compiled(HIGH_RISK) {
        match pattern.tokens.first().filter(|first| !first.star) {
            Some(first) => rows.by_program.entry(first.text.clone()).or_default().push(Row::new(pattern)),
            None => rows.starred.push(pattern),
        }
    }
    rows
});

#[derive(Default)]
struct Rows {
    by_program: ByName<String, Vec<Row>>,
    /// Those with a star in the command word.
    starred: Vec<CommandPattern>,
}

/// A row with what rules it out at a glance: most rows on a program are about another of its sub-commands.
struct Row {
    pattern: CommandPattern,
    /// The second word, if it is spelt out.
    second: Option<String>,
    /// The sub-command, if it names one.
    sub: Option<&'static str>,
}

impl Row {
    fn new(pattern: CommandPattern) -> Self {
        let second = pattern.tokens.get(1).filter(|token| !token.star).map(|token| token.text.clone());
        let sub = pattern.named.path.get(1).copied();
        Self { pattern, second, sub }
    }

    fn may_deny(&self, second: Option<&str>, sub: Option<&'static str>) -> bool {
        self.second.as_deref().is_none_or(|own| Some(own) == second) || self.sub.is_none_or(|own| Some(own) == sub)
    }
}

/// The row that refuses a command outright, if one does.
pub(super) fn banned(simple: &Simple<'_>, usage: &Usage) -> Option<String> {
    let hit = |list: &'static [CommandPattern]| list.iter().find(|pattern| denies(pattern, simple, usage));
    let program = simple.likely_name().map_or("", base_name);
    match program {
        // Which sub-command it will be must be plain to see.
        "byleave" if usage.entry.is_none() || usage.open => {
            Some("`byleave` with a sub-command that is not known".to_owned())
        }
        "byleave" => hit(&OWN_PATTERNS).map(|row| format!("`{}` is for people, not for agents", row.text)),
        "dd" | "wipefs" => hit(&BANNED_PATTERNS).map(|row| format!("banned: `{}`", row.text)),
        _ if program.starts_with("mkfs") => hit(&BANNED_PATTERNS).map(|row| format!("banned: `{}`", row.text)),
        _ => None,
    }
}

/// The row that makes a command ask in every mode, if one does.
pub(super) fn high_risk(simple: &Simple<'_>, usage: &Usage) -> Option<&'static str> {
    // Asking for a setting or for what is mounted changes neither.
    let looks = usage.effect == Some(Effect::Read) && !usage.open;
    if looks && matches!(usage.path.as_slice(), ["git", "config", ..] | ["mount"]) {
        return None;
    }
    let program = base_name(simple.likely_name()?);
    let (second, sub) = (simple.items.get(1).map(Item::shown), usage.path.get(1).copied());
    let rows = HIGH_RISK_ROWS.by_program.get(program).map_or(&[][..], Vec::as_slice);
    let own = rows.iter().filter(|row| row.may_deny(second, sub)).map(|row| &row.pattern);
    let found = own.chain(&HIGH_RISK_ROWS.starred).find(|pattern| denies(pattern, simple, usage));
    found.map(|pattern| pattern.text.as_str())
}
