//! Built-in floors on commands: what byleave never lets an agent do by itself.

use std::sync::LazyLock;

use crate::command::{Input, Simple, Usage};
use crate::paths::{Places, base_name, begins_alike};
use crate::programs::{ByName, Effect};
use crate::rules::{CommandPattern, denies};

/// Commands that are refused whatever anybody allows.
pub const BANNED: &[&str] =
    &["mkfs* /dev/*", "dd of=/dev/sd*", "dd of=/dev/nvme*", "dd of=/dev/disk*", "dd of=/dev/hd*", "wipefs /dev/*"];

/// Sub-commands of byleave that change what agents may do, or answer for a person.
pub const OWN: &[&str] = &[
    "byleave trust *",
    "byleave untrust *",
    "byleave grants revoke *",
    "byleave hub token *",
    "byleave hub key *",
    "byleave thaw *",
    "byleave init *",
    "byleave uninstall *",
    "byleave policy import *",
    "byleave programs add *",
    "byleave project level *",
    "byleave answer *",
    "byleave prompt *",
    "byleave serve *",
];

/// Commands that ask in every mode: what they destroy or send cannot be brought back.
pub const HIGH_RISK: &[&str] = &[
    "rm -r *",
    "rm -f *",
    "shred *",
    "truncate *",
    "dd *",
    "mkfs* *",
    "fdisk *",
    "parted *",
    "sfdisk *",
    "sgdisk *",
    "blkdiscard *",
    "lvremove *",
    "vgremove *",
    "zfs destroy *",
    "zpool destroy *",
    "pvremove *",
    "lvm lvremove *",
    "lvm vgremove *",
    "lvm pvremove *",
    "nvme format *",
    "nvme sanitize *",
    "mdadm --zero-superblock *",
    "badblocks -w *",
    "cryptsetup luksFormat *",
    "wipefs *",
    "mkswap *",
    "sudo *",
    "doas *",
    "su *",
    "pkexec *",
    "chmod -R *",
    "chown -R *",
    "find -delete *",
    "rsync --delete *",
    "rclone purge *",
    "rclone delete *",
    "rclone sync *",
    "git push --force *",
    "git push --force-with-lease *",
    "git push --delete *",
    "git push --mirror *",
    "git push --prune *",
    "git reset --hard *",
    "git clean -f *",
    "git branch -D *",
    "git filter-branch *",
    "git filter-repo *",
    "git update-ref -d *",
    "git reflog expire *",
    "git reflog delete *",
    "git gc --prune *",
    "git stash clear",
    "git stash drop *",
    "git config --global *",
    "git config --system *",
    "git checkout -f *",
    "git checkout HEAD *",
    "git switch -f *",
    "git switch --discard-changes *",
    "git reset --merge *",
    "git prune *",
    "git restore *",
    "git rm -r *",
    "git remote set-url *",
    "git worktree remove *",
    "docker system prune *",
    "docker volume rm *",
    "docker volume prune *",
    "docker image prune *",
    "docker container prune *",
    "docker compose down -v *",
    "docker rm -f *",
    "docker run --privileged *",
    "docker run --cap-add *",
    "docker run --pid *",
    "kubectl delete *",
    "kubectl drain *",
    "kubectl replace --force *",
    "helm uninstall *",
    "helm delete *",
    "terraform destroy *",
    "terraform apply *",
    "npm publish *",
    "npm unpublish *",
    "npm config set *",
    "npm token *",
    "yarn npm publish *",
    "poetry publish *",
    "uv publish *",
    "gem push *",
    "gem yank *",
    "cargo publish *",
    "cargo yank *",
    "twine upload *",
    "gh release delete *",
    "gh repo delete *",
    "gh auth token *",
    "gh secret delete *",
    "gh api --method DELETE *",
    "aws s3 rm *",
    "aws s3 rb *",
    "gcloud projects delete *",
    "gcloud auth print-access-token *",
    "aws iam create-access-key *",
    "aws configure export-credentials *",
    "kubectl config view --raw *",
    "aws * delete-*",
    "aws * terminate-*",
    "gcloud * delete *",
    "az * delete *",
    "fly apps destroy *",
    "heroku apps:destroy *",
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
    "systemctl enable *",
    "launchctl load *",
    "launchctl bootstrap *",
    "at *",
    "systemctl reboot *",
    "systemctl poweroff *",
    "systemctl kill *",
    "crontab *",
    "userdel *",
    "passwd *",
    "useradd *",
    "adduser *",
    "chpasswd *",
    "usermod *",
    "deluser *",
    "visudo *",
    "iptables *",
    "nft *",
    "ufw *",
    "dropdb *",
    "redis-cli flushall *",
    "redis-cli flushdb *",
    "mysqladmin drop *",
    "mount *",
    "umount *",
    "insmod *",
    "rmmod *",
    "modprobe *",
    "apt-get remove *",
    "apt-get purge *",
    "apt-get autoremove *",
    "dnf remove *",
    "pacman -R *",
    "brew uninstall *",
    "snap remove *",
    "eval *",
    "nc -e *",
    "gpg --export-secret-keys *",
    "security find-generic-password *",
    "security dump-keychain *",
    "security export *",
    "pass show *",
    "op read *",
    "pip config set *",
    "source *",
];

/// Programs that do what another does, word for word: its rows are theirs too.
const KIN: &[(&str, &[&str])] = &[
    ("docker", &["podman", "nerdctl"]),
    ("kubectl", &["oc"]),
    ("terraform", &["tofu", "terragrunt"]),
    ("npm", &["pnpm", "yarn", "bun"]),
    ("apt-get", &["apt", "aptitude"]),
    ("dnf", &["yum"]),
    ("pacman", &["yay", "paru"]),
    ("fly", &["flyctl"]),
    ("nc", &["ncat", "netcat"]),
    ("redis-cli", &["valkey-cli", "keydb-cli"]),
];

fn compiled(texts: &[&str]) -> Vec<CommandPattern> {
    texts.iter().map(|text| CommandPattern::parse(text)).collect()
}

/// A row, and the same row for the kin of its program.
fn with_kin(row: &str) -> impl Iterator<Item = String> + '_ {
    let (program, rest) = row.split_once(' ').unwrap_or((row, ""));
    let kin = KIN.iter().find(|(first, _)| *first == program).map_or(&[][..], |(_, kin)| *kin);
    std::iter::once(row.to_owned()).chain(kin.iter().map(move |other| format!("{other} {rest}")))
}

static BANNED_PATTERNS: LazyLock<Vec<CommandPattern>> = LazyLock::new(|| compiled(BANNED));
static OWN_PATTERNS: LazyLock<Vec<CommandPattern>> = LazyLock::new(|| compiled(OWN));
static HIGH_RISK_ROWS: LazyLock<Rows> = LazyLock::new(|| {
    let mut rows = Rows::default();
    HIGH_RISK.iter().flat_map(|row| with_kin(row)).for_each(|row| rows.push(CommandPattern::parse(&row)));
    rows
});

#[derive(Default)]
struct Rows {
    /// By the first name of the program.
    by_program: ByName<String, OfProgram>,
    /// How long these names are, as a set for each first letter: no row is about most programs, and that is told sooner
    /// than their names are hashed.
    lengths: Vec<u64>,
    /// Those with a star in the command word.
    starred: Vec<CommandPattern>,
    /// Some of those begin with the star.
    any_program: bool,
}

impl Rows {
    fn push(&mut self, pattern: CommandPattern) {
        let first = pattern.tokens.first();
        let written = first.filter(|first| !first.star).map(|first| first.text.as_str());
        if let Some(program) = pattern.named.path.first().copied().or(written) {
            self.lengths.resize(128, 0);
            if let Some(lengths) = place_of(program).and_then(|place| self.lengths.get_mut(place)) {
                *lengths |= length_bit(program);
            }
            self.by_program.entry(program.to_owned()).or_default().push(pattern);
            return;
        }
        self.any_program |= first.is_none_or(|first| first.text.starts_with(['*', '?', '[']));
        self.starred.push(pattern);
    }

    /// The first row that is the one, of those that a command has to be compared with.
    fn find(
        &'static self,
        simple: &Simple<'_>,
        usage: &Usage,
        mut is_it: impl FnMut(&'static CommandPattern) -> bool,
    ) -> Option<&'static CommandPattern> {
        let program = program_of(simple);
        let known = usage.path.first().copied().filter(|known| *known != program);
        let named = |program: &&str| {
            let lengths = place_of(program).and_then(|place| self.lengths.get(place));
            lengths.is_some_and(|lengths| lengths & length_bit(program) != 0)
        };
        let programs = [Some(program), known].into_iter().flatten().filter(named);
        for rows in programs.filter_map(|program| self.by_program.get(program)) {
            let found = rows.find(
                simple.items.get(1).map(|item| item.shown().likely()),
                usage.path.get(1).copied(),
                &mut is_it,
            );
            if found.is_some() {
                return found;
            }
        }
        if self.may_be_starred(program) { self.starred.iter().find(|row| is_it(row)) } else { None }
    }

    /// Whether a program begins as one of the rows with a star does: hardly any does.
    fn may_be_starred(&self, program: &str) -> bool {
        let program = program.trim_start_matches('\\');
        let begins = |row: &CommandPattern| row.tokens.first().is_some_and(|first| begins_alike(&first.text, program));
        self.any_program || self.starred.iter().any(begins)
    }
}

/// The place of a name in a list by first letters. Letters beyond ASCII share places with others.
fn place_of(name: &str) -> Option<usize> {
    name.bytes().next().map(|first| usize::from(first & 127))
}

/// The length of a name as a set; the longest ones share a place.
fn length_bit(name: &str) -> u64 {
    1 << name.len().min(63)
}

/// The rows on one program. `git` alone has two dozen, and comparing a command with all of them was a tenth of the time a
/// decision on `git status` takes: most are about another sub-command.
#[derive(Default)]
struct OfProgram {
    rows: Vec<CommandPattern>,
    /// The places of rows that do not name a sub-command, as a set.
    always: u128,
    /// Those of all others, by the sub-command and by the second word as it is spelt out.
    by_second: ByName<String, u128>,
}

impl OfProgram {
    /// How many rows are found by their second words; those beyond are always looked at.
    const MOST: usize = 128;

    fn push(&mut self, pattern: CommandPattern) {
        let place = u32::try_from(self.rows.len()).ok().and_then(|place| 1_u128.checked_shl(place)).unwrap_or(0);
        let second = pattern.tokens.get(1).filter(|token| !token.star).map(|token| token.text.as_str());
        match (second, pattern.named.path.get(1).copied()) {
            (Some(second), Some(sub)) => {
                for name in [second, sub] {
                    *self.by_second.entry(name.to_owned()).or_default() |= place;
                }
            }
            _ => self.always |= place,
        }
        self.rows.push(pattern);
    }

    /// The first row that is the one, of those that may be about a command with this second word and this sub-command.
    fn find(
        &'static self,
        second: Option<&str>,
        sub: Option<&'static str>,
        is_it: &mut impl FnMut(&'static CommandPattern) -> bool,
    ) -> Option<&'static CommandPattern> {
        let mut places = self.always;
        if !self.by_second.is_empty() {
            let named = |name: &str| self.by_second.get(name).copied().unwrap_or(0);
            places |= second.map_or(0, named) | sub.filter(|_| sub != second).map_or(0, named);
        }
        let mut rows = Places(places).filter_map(|place| self.rows.get(place)).chain(self.rows.iter().skip(Self::MOST));
        rows.find(|row| is_it(row))
    }
}

/// The base name of a command word.
fn program_of<'s>(simple: &'s Simple<'_>) -> &'s str {
    simple.likely_name().map_or("", base_name)
}

/// The row that refuses a command outright, if one does.
pub(super) fn banned(simple: &Simple<'_>, usage: &Usage) -> Option<String> {
    let hit = |list: &'static [CommandPattern]| list.iter().find(|pattern| denies(pattern, simple, usage));
    let program = program_of(simple);
    match program {
        // Which sub-command it will be must be plain to see.
        "byleave" if usage.entry.is_none() || usage.open => {
            Some("`byleave` with a sub-command that is not known".to_owned())
        }
        "byleave" => hit(&OWN_PATTERNS).map(|row| format!("`{}` is for people, not for agents", row.text)),
        "dd" | "wipefs" => hit(&BANNED_PATTERNS).map(|row| format!("banned: `{}`", row.text)),
        _ if program.starts_with("mkfs") => hit(&BANNED_PATTERNS).map(|row| format!("banned: `{}`", row.text)),
        "alias" | "unalias" | "export" | "declare" | "typeset" | "local" | "readonly" | "setenv" | "unset"
        | "unsetenv" | "hash" | "enable" | "read" | "env" | "mapfile" | "readarray" => {
            let own = simple.items.iter().skip(1).find(|item| is_own_name(item.shown().likely()));
            own.map(|item| format!("`{program} {}` changes what byleave is", item.shown().likely()))
        }
        _ => None,
    }
}

/// Whether a name, or what begins `name=value`, is that of byleave or of one of its variables.
pub(super) fn is_own_name(text: &str) -> bool {
    if !text.starts_with("byleave") && !text.starts_with("BYLEAVE_") {
        return false;
    }
    let name = text.split(['=', '[', '+']).next().unwrap_or(text);
    name == "byleave" || name.starts_with("BYLEAVE_")
}

/// Whether a command takes a directory away with everything in it, or changes all of it.
pub(super) fn takes_all(usage: &Usage) -> bool {
    let mut names = usage.options.iter().map(|used| used.key.trim_start_matches('-'));
    match usage.path.first() {
        Some(&"rm") => names.any(|name| name == "r"),
        Some(&"mv") => true,
        // Without a condition it finds everything.
        Some(&"find") => {
            let names: Vec<&str> = names.collect();
            let plain = ["delete", "depth", "xdev", "mount", "print", "mindepth"];
            names.contains(&"delete") && names.iter().all(|name| plain.contains(name))
        }
        _ => false,
    }
}

/// Whether `find` has no condition, so that what it finds begins with the directory it looks through.
pub(super) fn finds_all(usage: &Usage) -> bool {
    let plain = ["prune", "print", "print0", "depth", "xdev", "mount", "maxdepth", "exec", "execdir"];
    let mut names = usage.options.iter().map(|used| used.key.trim_start_matches('-'));
    usage.path.first() == Some(&"find") && names.all(|name| plain.contains(&name))
}

/// `.venv/bin/activate`
fn is_activation(path: &str) -> bool {
    path.ends_with("/bin/activate") && !path.starts_with(['/', '~']) && !path.split('/').any(|part| part == "..")
}

/// Whether a rule spells out what a row is about: program, sub-commands and options without `*`.
pub(super) fn spells_out(rule: &CommandPattern, row: &CommandPattern) -> bool {
    let words = |pattern: &CommandPattern| pattern.tokens.first().map(|first| first.text.clone());
    let program =
        rule.named.path.starts_with(&row.named.path) && (!row.named.path.is_empty() || words(rule) == words(row));
    let options = row.named.options.iter().all(|(wanted, _)| rule.named.options.iter().any(|(key, _)| key == wanted));
    rule.is_exact() || program && options
}

/// The row that makes a command ask in every mode, but for those that `spelt` says a rule spells out.
pub(super) fn high_risk(
    simple: &Simple<'_>,
    usage: &Usage,
    spelt: impl Fn(&CommandPattern) -> bool,
) -> Option<&'static CommandPattern> {
    if simple.items.is_empty() {
        return None;
    }
    let found = HIGH_RISK_ROWS.find(simple, usage, |row| denies(row, simple, usage) && !spelt(row));
    found.filter(|_| !changes_nothing(simple, usage))
}

/// Whether a command of a program with rows on the whole of it is one of those that do no harm.
fn changes_nothing(simple: &Simple<'_>, usage: &Usage) -> bool {
    let given = |keys: [&str; 2]| usage.options.iter().any(|used| keys.contains(&used.key.as_ref()));
    match usage.path.as_slice() {
        // Asking for a setting, for what is mounted or planned.
        ["git", "config", ..] | ["mount" | "crontab" | "at"] => usage.effect == Some(Effect::Read) && !usage.open,
        // Taking out of the index.
        ["git", "restore"] => given(["-S", "--staged"]) && !given(["-W", "--worktree"]),
        // The one script everybody sources, and only from the project.
        ["source"] => matches!(simple.items.as_slice(), [_, file] if file.text().is_some_and(is_activation)),
        _ => false,
    }
}

/// What a command does to a database that cannot be brought back, if its text tells.
pub(super) fn destroys_data(simple: &Simple<'_>, usage: &Usage) -> Option<&'static str> {
    let sql = match usage.path.first() {
        Some(&("psql" | "mysql" | "mariadb" | "sqlite3" | "duckdb" | "sqlcmd" | "cockroach" | "clickhouse-client")) => {
            true
        }
        Some(&("mongosh" | "mongo")) => false,
        _ => return None,
    };
    let input = match &simple.input {
        Input::Text(text) => Some(text.as_ref()),
        Input::Inherited | Input::Unknown => None,
    };
    let texts =
        simple.items.iter().skip(1).map(|item| item.shown().likely()).filter(|text| text.contains([' ', '(', '.']));
    for text in texts.chain(input) {
        let text = text.to_lowercase();
        let mut words = text.split(|one: char| !one.is_ascii_alphanumeric() && one != '_');
        let destroys = |word: &str| {
            if sql {
                matches!(word, "drop" | "truncate" | "delete")
            } else {
                matches!(word, "dropdatabase" | "drop" | "deletemany" | "deleteone" | "remove" | "dropindexes")
            }
        };
        if words.any(destroys) {
            return Some("deletes data");
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{HIGH_RISK, HIGH_RISK_ROWS, denies, with_kin};
    use crate::command::collect;

    const CASES: [&str; 6] = [
        include_str!("../../../../cases/policy/allow.txt"),
        include_str!("../../../../cases/policy/ask.txt"),
        include_str!("../../../../cases/policy/deny.txt"),
        include_str!("../../../../cases/policy/everyday.txt"),
        include_str!("../../../../cases/policy/high_risk.txt"),
        include_str!("../../../../cases/policy/loosen.txt"),
    ];

    /// How many commands a text may run, and which rows a glance hides that are about one of them.
    fn hidden(text: &str) -> (usize, Vec<String>) {
        let script = byleave_shell::read(text);
        let commands = collect(&script);
        let mut hidden = Vec::new();
        for (simple, usage) in commands.simples.iter().zip(&commands.usages) {
            let rows = &*HIGH_RISK_ROWS;
            let all = rows.by_program.values().flat_map(|of| &of.rows).chain(&rows.starred);
            let about = |row: &&crate::rules::CommandPattern| denies(row, simple, usage);
            let mut looked: BTreeSet<&str> = BTreeSet::new();
            rows.find(simple, usage, |row| {
                looked.insert(&row.text);
                false
            });
            let missed = all.filter(about).filter(|row| !looked.contains(row.text.as_str()));
            hidden.extend(missed.map(|row| format!("`{text}` hides `{}`", row.text)));
        }
        (commands.simples.len(), hidden)
    }

    #[test]
    fn a_glance_never_hides_a_row() {
        let rows = HIGH_RISK.iter().flat_map(|row| with_kin(row));
        let cases = CASES.iter().flat_map(|table| table.lines()).filter(|line| !line.starts_with('#'));
        let cases = cases.filter_map(|line| line.rsplit('\t').next()).map(|text| text.replace('␤', "\n"));
        let (mut seen, mut failures) = (0usize, Vec::new());
        for text in rows.chain(cases) {
            let (commands, hidden) = self::hidden(&text);
            seen = seen.saturating_add(commands);
            failures.extend(hidden);
        }
        assert!(seen > 5000, "only {seen} commands were compared");
        assert!(failures.is_empty(), "{}", failures.join("\n"));
    }
}
