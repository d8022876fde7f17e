//! Built-in floors on commands: what byleave never lets an agent do by itself.

use std::sync::{LazyLock, OnceLock};

use crate::Reason;
use crate::command::{Input, Item, Simple, Usage};
use crate::paths::{Places, base_name, begins_alike};
use crate::programs::{self, ByName, Effect, Quirk, Taught};
use crate::rules::{CommandPattern, denies};

/// Sub-commands of byleave that change what agents may do, or answer for a person.
pub const OWN: &[&str] = &[
    "byleave trust *",
    "byleave untrust *",
    "byleave allow *",
    "byleave deny *",
    "byleave ask *",
    "byleave unnamed *",
    "byleave suggest --write *",
    "byleave grants revoke *",
    "byleave hub token *",
    "byleave hub key *",
    "byleave thaw *",
    "byleave init *",
    "byleave mcp pins accept *",
    "byleave uninstall *",
    "byleave policy import *",
    "byleave policy export claude *",
    "byleave policy export codex *",
    "byleave programs add *",
    "byleave project level *",
    "byleave answer *",
    "byleave prompt *",
    "byleave serve *",
];

/// The list of floors as it is written, for tests and listings.
const LIST: &str = byleave_knowledge::programs::FLOORS;

/// Commands that byleave refuses even if a rule or a grant allows them.
pub fn banned_rows() -> impl Iterator<Item = String> {
    written("deny ")
}

/// Commands that ask in every mode: what they destroy or send cannot be brought back.
pub fn high_risk_rows() -> impl Iterator<Item = String> {
    written("ask ")
}

/// The rows of a kind, each for the first of its programs.
fn written(kind: &'static str) -> impl Iterator<Item = String> {
    LIST.lines().filter_map(move |line| line.strip_prefix(kind)).map(|row| {
        let (programs, rest) = row.split_once(' ').unwrap_or((row, ""));
        format!("{} {rest}", programs.split('|').next().unwrap_or(programs))
    })
}

/// A row of the list. Most are never looked at, and one costs as much to read as a command: each is read when it is needed.
struct Floor {
    text: &'static str,
    bans: bool,
    pattern: OnceLock<CommandPattern>,
}

impl Floor {
    fn of_line(line: &'static str) -> Option<Self> {
        let (verdict, text) = line.split_once(' ')?;
        Some(Self { text, bans: verdict != "ask", pattern: OnceLock::new() })
    }

    fn pattern(&self) -> &CommandPattern {
        self.pattern.get_or_init(|| {
            // Users' tables change nothing about what a floor means.
            let _built_in = Taught::default().enter();
            CommandPattern::parse(self.text)
        })
    }

    fn word(&self, at: usize) -> Option<&'static str> {
        self.text.split(' ').nth(at)
    }
}

/// The floors on one program. `git` alone has two dozen, and comparing a command with all of them was a tenth of the time a
/// decision on `git status` takes: most are about another sub-command.
struct OfProgram {
    rows: Vec<Floor>,
    /// The places of rows that do not name a sub-command, as a set.
    always: u128,
    /// Those of all others, by the sub-command and by the second word as it is spelt out.
    by_second: ByName<&'static str, u128>,
}

impl OfProgram {
    /// How many rows are found by their second words; those beyond are always looked at.
    const MOST: usize = 128;

    fn of(lines: &'static str) -> Self {
        let rows: Vec<Floor> = lines.lines().filter_map(Floor::of_line).collect();
        let entry = rows.first().and_then(|row| programs::built_in(row.word(0)?));
        let mut all = Self { rows, always: 0, by_second: ByName::default() };
        for (at, row) in all.rows.iter().enumerate() {
            let place = u32::try_from(at).ok().and_then(|at| 1_u128.checked_shl(at)).unwrap_or(0);
            let second = row.word(1).filter(|word| !word.contains('*'));
            match second.and_then(|second| Some((second, entry?.sub_command(second)?))) {
                Some((second, sub)) => {
                    for name in [second, sub.name()] {
                        *all.by_second.entry(name).or_default() |= place;
                    }
                }
                None => all.always |= place,
            }
        }
        all
    }

    /// The rows that may be about a command with this second word and this sub-command.
    fn about(&self, second: Option<&str>, sub: Option<&'static str>) -> impl Iterator<Item = &Floor> {
        let mut places = self.always;
        if !self.by_second.is_empty() {
            let named = |name: &str| self.by_second.get(name).copied().unwrap_or(0);
            places |= second.map_or(0, named) | sub.filter(|_| sub != second).map_or(0, named);
        }
        Places(places).filter_map(|place| self.rows.get(place)).chain(self.rows.iter().skip(Self::MOST))
    }
}

/// A list of floors on a program.
fn on(list: u16) -> Option<&'static OfProgram> {
    static LISTS: [OnceLock<OfProgram>; programs::MOST_LISTS] = [const { OnceLock::new() }; programs::MOST_LISTS];
    let list = if list > 0 { list } else { return None };
    Some(LISTS.get(usize::from(list))?.get_or_init(|| OfProgram::of(programs::floors(list))))
}

/// The floors on programs that are only named by a pattern.
static STARRED: LazyLock<Vec<Floor>> =
    LazyLock::new(|| programs::floors(0).lines().filter_map(Floor::of_line).collect());

/// The first floor that is the one, of those that a command has to be compared with.
fn find(
    simple: &Simple<'_>,
    usage: &Usage,
    mut is_it: impl FnMut(&'static Floor) -> bool,
) -> Option<&'static CommandPattern> {
    if let Some(rows) = on(usage.floors) {
        let (second, sub) = (simple.items.get(1).map(Item::shown), usage.path.get(1).copied());
        if let Some(found) = rows.about(second, sub).find(|row| is_it(row)) {
            return Some(found.pattern());
        }
    }
    // Hardly any program begins as one of these does.
    let program = program_of(simple).trim_start_matches('\\');
    let begins = |row: &&Floor| row.word(0).is_some_and(|first| begins_alike(first, program));
    STARRED.iter().filter(begins).find(|row| is_it(row)).map(Floor::pattern)
}

fn compiled(texts: &[&str]) -> Vec<CommandPattern> {
    texts.iter().map(|text| CommandPattern::parse(text)).collect()
}

static OWN_PATTERNS: LazyLock<Vec<CommandPattern>> = LazyLock::new(|| compiled(OWN));

/// The base name of a command word.
fn program_of<'s>(simple: &'s Simple<'_>) -> &'s str {
    simple.likely_name().map_or("", base_name)
}

/// The row that refuses a command outright, if one does.
pub(crate) fn banned(simple: &Simple<'_>, usage: &Usage) -> Option<Reason> {
    let hit = |list: &'static [CommandPattern]| list.iter().find(|pattern| denies(pattern, simple, usage));
    if let Some(row) = find(simple, usage, |row| row.bans && denies(row.pattern(), simple, usage)) {
        return Some(Reason::Banned(row.text.clone()));
    }
    let program = program_of(simple);
    match program {
        // Which sub-command it will be must be plain to see.
        "byleave" if usage.entry.is_none() || usage.open => Some(Reason::OwnUnknown),
        "byleave" => hit(&OWN_PATTERNS).map(|row| Reason::ForPeople(row.text.clone())),
        _ if usage.has(Quirk::Names) => {
            let own = simple.items.iter().skip(1).find(|item| is_own_name(item.shown()));
            own.map(|item| Reason::ChangesByleave(format!("{program} {}", item.shown())))
        }
        _ => None,
    }
}

/// Whether a name, or what begins `name=value`, is that of byleave or of one of its variables.
pub(crate) fn is_own_name(text: &str) -> bool {
    if !text.starts_with("byleave") && !text.starts_with("BYLEAVE_") {
        return false;
    }
    let name = text.split(['=', '[', '+']).next().unwrap_or(text);
    name == "byleave" || name.starts_with("BYLEAVE_")
}

/// Whether a command takes a directory away with everything in it, or changes all of it.
pub(crate) fn takes_all(usage: &Usage) -> bool {
    let mut names = usage.options.iter().map(|used| used.key.trim_start_matches('-'));
    if usage.has(Quirk::Find) {
        // Without a condition it finds everything.
        let names: Vec<&str> = names.collect();
        let plain = ["delete", "depth", "xdev", "mount", "print", "mindepth"];
        return names.contains(&"delete") && names.iter().all(|name| plain.contains(name));
    }
    usage.has(Quirk::Moves) || usage.has(Quirk::RemovesTrees) && names.any(|name| name == "r")
}

/// Whether `find` has no condition, so that what it finds begins with the directory it looks through.
pub(crate) fn finds_all(usage: &Usage) -> bool {
    let plain = ["prune", "print", "print0", "depth", "xdev", "mount", "maxdepth", "exec", "execdir"];
    let mut names = usage.options.iter().map(|used| used.key.trim_start_matches('-'));
    usage.path.first() == Some(&"find") && names.all(|name| plain.contains(&name))
}

/// `.venv/bin/activate`
fn is_activation(path: &str) -> bool {
    path.ends_with("/bin/activate") && !path.starts_with(['/', '~']) && !path.split('/').any(|part| part == "..")
}

/// Whether a rule spells out what a row is about: program, sub-commands and options without `*`.
pub(crate) fn spells_out(rule: &CommandPattern, row: &CommandPattern) -> bool {
    let words = |pattern: &CommandPattern| pattern.tokens.first().map(|first| first.text.clone());
    let program =
        rule.named.path.starts_with(&row.named.path) && (!row.named.path.is_empty() || words(rule) == words(row));
    let options = row.named.options.iter().all(|(wanted, _)| rule.named.options.iter().any(|(key, _)| key == wanted));
    rule.is_exact() || program && options
}

/// The row that makes a command ask in every mode, but for those that `spelt` says a rule spells out.
pub(crate) fn high_risk(
    simple: &Simple<'_>,
    usage: &Usage,
    spelt: impl Fn(&CommandPattern) -> bool,
) -> Option<&'static CommandPattern> {
    if simple.items.is_empty() {
        return None;
    }
    let found = find(simple, usage, |row| !row.bans && denies(row.pattern(), simple, usage) && !spelt(row.pattern()));
    found.filter(|_| !changes_nothing(simple, usage))
}

/// Whether a command of a program with rows on the whole of it is one of those that do no harm.
fn changes_nothing(simple: &Simple<'_>, usage: &Usage) -> bool {
    let given = |keys: [&str; 2]| usage.options.iter().any(|used| keys.contains(&used.key.as_ref()));
    let sub = usage.program.zip(usage.path.get(1)).and_then(|(program, sub)| program.sub_command(sub));
    let has = |quirk: Quirk| usage.has(quirk) || sub.is_some_and(|sub| sub.has(quirk));
    // Asking for a setting, for what is mounted or planned.
    let asks = || has(Quirk::Asked) && usage.effect == Some(Effect::Read) && !usage.open;
    // Taking out of the index.
    let staged = || has(Quirk::Staged) && given(["-S", "--staged"]) && !given(["-W", "--worktree"]);
    // The one script that is usually sourced, and only from the project.
    let activates = || matches!(simple.items.as_slice(), [_, file] if file.text().is_some_and(is_activation));
    asks() || staged() || has(Quirk::Sources) && activates()
}

/// What a command does to a database that cannot be brought back, if its text tells.
pub(crate) fn destroys_data(simple: &Simple<'_>, usage: &Usage) -> Option<&'static str> {
    let sql = usage.has(Quirk::SqlText);
    if !sql && !usage.has(Quirk::MongoText) {
        return None;
    }
    let input = match &simple.input {
        Input::Text(text) => Some(text.as_ref()),
        Input::Inherited | Input::Unknown => None,
    };
    let texts = simple.items.iter().skip(1).map(Item::shown).filter(|text| text.contains([' ', '(', '.']));
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

    use super::{Floor, LIST, denies, find, programs};
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
    fn hidden(text: &str, all: &[Floor]) -> (usize, Vec<String>) {
        let script = byleave_shell::read(text);
        let commands = collect(&script);
        let mut hidden = Vec::new();
        for (simple, usage) in commands.simples.iter().zip(&commands.usages) {
            let mut looked: BTreeSet<&str> = BTreeSet::new();
            find(simple, usage, |row| {
                looked.insert(row.text);
                false
            });
            let missed = all.iter().filter(|row| !looked.contains(row.text));
            let missed = missed.filter(|row| denies(row.pattern(), simple, usage));
            hidden.extend(missed.map(|row| format!("`{text}` hides `{}`", row.text)));
        }
        (commands.simples.len(), hidden)
    }

    #[test]
    fn a_glance_never_hides_a_row() {
        let lists = programs::all().map(|entry| programs::floors_on(entry, entry.name())).filter(|list| *list > 0);
        let lines = lists.chain([0]).flat_map(|list| programs::floors(list).lines());
        let all: Vec<Floor> = lines.filter_map(Floor::of_line).collect();
        let written = LIST.lines().filter(|line| line.starts_with("ask ") || line.starts_with("deny "));
        let programs = written.map(|line| line.split(' ').nth(1).map_or(0, |names| names.split('|').count()));
        assert_eq!(all.len(), programs.sum::<usize>());
        let rows = all.iter().map(|row| row.text.to_owned());
        let cases = CASES.iter().flat_map(|table| table.lines()).filter(|line| !line.starts_with('#'));
        let cases = cases.filter_map(|line| line.rsplit('\t').next()).map(|text| text.replace('␤', "\n"));
        let (mut seen, mut failures) = (0usize, Vec::new());
        for text in rows.chain(cases) {
            let (commands, hidden) = self::hidden(&text, &all);
            seen = seen.saturating_add(commands);
            failures.extend(hidden);
        }
        assert!(seen > 5000, "only {seen} commands were compared");
        assert!(failures.is_empty(), "{}", failures.join("\n"));
    }
}
