//! What "always" would cover, in words and as a pattern, before a person chooses it.
//!
//! A grant never covers more than the prompt shows: for twelve commands that read, Ollama's prefixes; else a program
//! with its sub-command if the tables know it; else the exact command. byleave never stores a grant for a wrapper, a
//! shell or an interpreter: "always" on `bash -lc 'ls'` stores `ls`.

mod session;

use byleave_shell::quoted;
use std::collections::HashSet;
use std::fmt;

pub use session::{Coverage, Grant, SessionGrants};

use crate::budget::limit;
use crate::command::{Commands, Simple, Usage, collect};
use crate::programs::{Arg, Effect};

byleave_knowledge::named! {
    /// How wide a grant is.
    pub enum Breadth {
        /// This very call.
        Exact = "exact",
        /// Calls like it: a program in a directory, or a program with its sub-command.
        Prefix = "prefix",
        /// Every call of the tool.
        Tool = "tool",
    }
}

/// A program that reads, and the directory it reads in: `cat:src/`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prefix {
    /// The program.
    pub program: String,
    /// The directory, with a slash at its end.
    pub directory: String,
}

impl fmt::Display for Prefix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.program, self.directory)
    }
}

/// The twelve commands that "always" covers by directory.
const BY_DIRECTORY: [&str; 12] =
    ["cat", "ls", "head", "tail", "less", "more", "file", "wc", "grep", "find", "tree", "stat"];

/// What one command of a call would be stored as.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GrantPart {
    /// A program that reads, below a directory.
    Directory(Prefix),
    /// A program with its sub-command: the pattern `git log *`.
    SubCommand(String),
    /// The very command.
    Exact(String),
}

impl GrantPart {
    /// As a pattern or prefix.
    #[must_use]
    pub fn pattern(&self) -> String {
        match self {
            Self::Directory(prefix) => prefix.to_string(),
            Self::SubCommand(text) | Self::Exact(text) => format!("Bash({text})"),
        }
    }

    /// In words.
    #[must_use]
    pub fn words(&self) -> String {
        match self {
            Self::Directory(prefix) => format!("`{}` on files in {}", prefix.program, prefix.directory),
            Self::SubCommand(text) => format!("`{}` with any plain options and words", text.trim_end_matches(" *")),
            Self::Exact(text) => format!("exactly `{text}`"),
        }
    }
}

/// What "always" with prefix breadth would store for a command, one entry for each command that would run; `None` if
/// something in it cannot be stored at all (words that are not known, text that cannot be read), or it is too much.
#[must_use]
pub fn covered(command: &str) -> Option<Vec<GrantPart>> {
    covered_by(&collect(&byleave_shell::read(command)))
}

/// The same for a command that was read before.
#[must_use]
pub fn covered_by(commands: &Commands<'_>) -> Option<Vec<GrantPart>> {
    if !commands.script.opaque().is_empty() {
        return None;
    }
    let wrappers: HashSet<usize> = commands.simples.iter().filter_map(|simple| simple.inside).collect();
    let mut found = Vec::new();
    for (index, (simple, usage)) in commands.simples.iter().zip(&commands.usages).enumerate() {
        // A wrapper is not stored; what it wraps is, if it adds nothing.
        if wrappers.contains(&index) {
            if usage.is_transparent() {
                continue;
            }
            return None;
        }
        if simple.items.is_empty() || runs_code(usage) {
            return None;
        }
        let one = stored(simple, usage)?;
        if !found.contains(&one) {
            found.push(one);
        }
        if found.len() > limit::GRANTED_PARTS {
            return None;
        }
    }
    (!found.is_empty()).then_some(found)
}

/// The prefix of a single command, as Ollama computes it.
#[must_use]
pub fn prefix(command: &str) -> Option<Prefix> {
    match covered(command)?.as_slice() {
        [GrantPart::Directory(prefix)] => Some(prefix.clone()),
        _ => None,
    }
}

/// Interpreters and shells: what they were given is not what they will be given.
fn runs_code(usage: &Usage) -> bool {
    usage.effect == Some(Effect::Run) || !usage.inner.is_empty()
}

fn stored(simple: &Simple<'_>, usage: &Usage) -> Option<GrantPart> {
    let words: Option<Vec<&str>> = simple.items.iter().map(|item| item.text()).collect();
    let words = words?;
    let quoted = |words: &[&str]| words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ");
    let exact = || GrantPart::Exact(quoted(&words));
    if !simple.redirections.iter().all(|redirect| !redirect.writes()) || simple.more_words {
        return Some(exact());
    }
    if let Some(prefix) = by_directory(simple, usage) {
        return Some(GrantPart::Directory(prefix));
    }
    let [program, sub, ..] = usage.path.as_slice() else { return Some(exact()) };
    let plain = usage.options.iter().all(|used| used.special.is_none_or(|special| special.effect() == Effect::Read));
    let known = usage.effect.is_some_and(|effect| effect <= Effect::State);
    // The program as it was called, so that the pattern is one a person would write.
    let spelt = matches!(words.as_slice(), [first, second, ..] if first == program && second == sub);
    Some(if plain && known && spelt { GrantPart::SubCommand(format!("{program} {sub} *")) } else { exact() })
}

/// The directory of the first file that one of the twelve commands reads, if nothing it does is more than reading.
fn by_directory(simple: &Simple<'_>, usage: &Usage) -> Option<Prefix> {
    let program = simple.name().filter(|name| BY_DIRECTORY.contains(name))?;
    if usage.effect != Some(Effect::Read) {
        return None;
    }
    let mut paths = usage.operands.iter().filter(|(_, arg)| *arg == Arg::Read);
    let path = paths.next().and_then(|(at, _)| simple.items.get(*at)).and_then(|item| item.text())?;
    let directory = match path.rsplit_once('/') {
        Some((directory, _)) => format!("{directory}/"),
        None => "./".to_owned(),
    };
    let leaves = directory.split('/').any(|part| part == "..");
    (!leaves).then(|| Prefix { program: program.to_owned(), directory })
}

#[cfg(test)]
mod tests {
    use super::{covered, prefix};

    #[test]
    fn r292_to_r308_prefixes_of_the_twelve() {
        for (command, expected) in [
            ("cat src/main.go", "cat:src/"),
            ("ls -la tools/", "ls:tools/"),
            ("head -n 100 README.md", "head:./"),
            ("grep -r \"pattern\" api/", "grep:api/"),
        ] {
            assert_eq!(prefix(command).map(|prefix| prefix.to_string()).as_deref(), Some(expected), "{command}");
        }
        for program in super::BY_DIRECTORY {
            let command = if program == "grep" { "grep x src/a".to_owned() } else { format!("{program} src/a") };
            let expected = format!("{program}:src/");
            assert_eq!(prefix(&command).map(|prefix| prefix.to_string()), Some(expected), "{command}");
        }
    }

    #[test]
    fn r309_others_are_exact_and_wrappers_are_never_stored() {
        for (command, expected) in [
            ("rm a", &["Bash(rm a)"][..]),
            ("git log -5", &["Bash(git log *)"]),
            ("git push origin main", &["Bash(git push origin main)"]),
            ("bash -lc 'ls src/a'", &["ls:src/"]),
            ("timeout 5 cat src/a | head", &["Bash(head)", "cat:src/"]),
            ("ls -la", &["Bash(ls -la)"]),
            ("cat a > b", &["Bash(cat a)"]),
            ("cat ../x", &["Bash(cat ../x)"]),
            ("find src -delete", &["Bash(find src -delete)"]),
        ] {
            let found: Vec<String> =
                covered(command).unwrap_or_default().iter().map(super::GrantPart::pattern).collect();
            assert_eq!(found, expected, "{command}");
        }
        for command in ["python3 -c 'print(1)'", "cat $x", "$x", "echo \"open", "eval ls", "FOO=1"] {
            assert_eq!(covered(command), None, "{command}");
        }
    }

    #[test]
    fn more_commands_than_a_person_reads_are_not_stored() {
        let command = |count: usize| (0..count).fold(String::new(), |text, number| text + &format!("rm file{number};"));
        for (count, stored) in [(1, Some(1)), (64, Some(64)), (65, None), (5000, None)] {
            assert_eq!(covered(&command(count)).map(|parts| parts.len()), stored, "{count}");
        }
        assert_eq!(covered(&"rm a;".repeat(5000)).map(|parts| parts.len()), Some(1), "the same one over and over");
    }
}
