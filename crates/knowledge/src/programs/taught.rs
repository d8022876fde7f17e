//! Programs that users teach byleave, beside those it knows.
//!
//! A row of a trusted file replaces the built-in one. A row of an untrusted file can only make byleave more careful: it
//! adds to a known row what runs, writes, deletes, sends or obeys, and nothing else in it counts. byleave never takes
//! the values of options from it, because they could hide a word from a rule. Only a person's own row may prove (`proves:`): what a
//! project says of its programs is no audit, even if the project is trusted.

use std::cell::Cell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::{LazyLock, Mutex, PoisonError};

use super::BUILT_IN;
use super::floors::Floors;
use super::kinds::{Arg, Effect, Takes};
use super::list::Entries;
use super::pack::{Packed, pack};
use super::source::{Choice, Facts, Mistake, Row, read};
use super::table::{Entry, Table};

/// Longer tables are refused.
const LONGEST: usize = 1 << 20;
/// Tables are kept until the process ends, so that rows can be handed around freely: no more bytes than this.
const MOST_KEPT: usize = 32 << 20;

/// The rows of one file, as they are written.
#[derive(Clone, Debug, Default)]
pub struct TaughtFile {
    text: String,
}

/// Who wrote a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Teacher {
    /// The user, or whoever runs the machine.
    Person,
    /// A project that the user trusts.
    TrustedProject,
    /// A project.
    Project,
}

/// Programs that users have taught byleave.
#[derive(Clone, Copy, Debug, Default)]
pub struct Taught {
    table: Option<&'static Table>,
}

/// While it lives, this thread looks programs up in users' tables first.
#[derive(Debug)]
pub struct Scope {
    before: Taught,
}

thread_local! {
    static HERE: Cell<Taught> = const { Cell::new(Taught { table: None }) };
}

impl TaughtFile {
    /// Reads a table.
    ///
    /// # Errors
    ///
    /// All that is wrong with it.
    pub fn read(text: &str) -> Result<Self, Vec<Mistake>> {
        if text.len() > LONGEST {
            return Err(vec![whole(format!("a table has at most {LONGEST} bytes"))]);
        }
        let rows = read(text)?;
        let mistakes: Vec<Mistake> = rows.iter().filter_map(misnamed).map(|message| placed(text, message)).collect();
        if mistakes.is_empty() { Ok(Self { text: text.to_owned() }) } else { Err(mistakes) }
    }

    /// Whether it has no rows.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows().is_empty()
    }

    /// The names of its programs.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        self.rows().into_iter().flat_map(|row| row.names).collect()
    }

    fn rows(&self) -> Vec<Row> {
        read(&self.text).unwrap_or_default()
    }
}

/// What is wrong with the names of a row of a user, with the name.
fn misnamed(row: &Row) -> Option<(String, String)> {
    let first = row.names.first()?;
    if let Some(own) = row.names.iter().find(|name| *name == "byleave") {
        return Some((own.clone(), "byleave's own commands have no row".to_owned()));
    }
    let taken = row
        .names
        .iter()
        .skip(1)
        .find(|name| BUILT_IN.find(name).is_some_and(|entry| !entry.names().contains(first)))?;
    Some((taken.clone(), format!("`{taken}` is another program, so it cannot be a second name of `{first}`")))
}

/// A mistake at the first line that has this word as a name.
fn placed(text: &str, (name, message): (String, String)) -> Mistake {
    let mut start = 0_usize;
    for (index, line) in text.split('\n').enumerate() {
        let names = line.split("  ").next().unwrap_or("");
        if let Some(at) = line.find(&name).filter(|_| names.split([' ', ',']).any(|one| one == name)) {
            let from = start.saturating_add(at);
            return Mistake {
                line: index.saturating_add(1),
                column: line.get(..at).unwrap_or("").chars().count().saturating_add(1),
                bytes: from..from.saturating_add(name.len()),
                message,
                help: Some("give it a row by itself, or leave it out".to_owned()),
            };
        }
        start = start.saturating_add(line.len()).saturating_add(1);
    }
    whole(message)
}

fn whole(message: String) -> Mistake {
    Mistake { line: 1, column: 1, bytes: 0..0, message, help: None }
}

impl PartialEq for Taught {
    fn eq(&self, other: &Self) -> bool {
        // The same rows are kept once.
        match (self.table, other.table) {
            (Some(one), Some(other)) => std::ptr::eq(one, other),
            (None, None) => true,
            (Some(_), None) | (None, Some(_)) => false,
        }
    }
}

impl Eq for Taught {}

impl Taught {
    /// Makes one table of many files, the strongest first; each with who wrote it.
    ///
    /// # Errors
    ///
    /// If too many different tables were read since the process started.
    pub fn of(files: &[(TaughtFile, Teacher)]) -> Result<Self, String> {
        let mut rows: Vec<Row> = Vec::new();
        for (file, teacher) in files.iter().filter(|(_, teacher)| *teacher != Teacher::Project) {
            for mut row in file.rows() {
                if *teacher != Teacher::Person {
                    row.prove_nothing();
                }
                row.keep_roles();
                let taken = |name: &String| rows.iter().any(|known| known.names.contains(name));
                if !row.names.iter().any(taken) {
                    rows.push(row);
                }
            }
        }
        for (file, _) in files.iter().filter(|(_, teacher)| *teacher == Teacher::Project) {
            for added in file.rows() {
                let Some(name) = added.names.first() else { continue };
                match rows.iter_mut().find(|row| row.names.contains(name)) {
                    Some(row) => *row = stricter(row, &added),
                    None => rows.extend(BUILT_IN.find(name).map(|entry| stricter(&entry.unpacked(), &added))),
                }
            }
        }
        if rows.is_empty() {
            return Ok(Self::default());
        }
        kept(pack(&rows, &Floors::default(), &[])).map(|table| Self { table: Some(table) })
    }

    /// Whether nothing was taught.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.table.is_none()
    }

    /// The row of a program: the user's, or the built-in one.
    #[must_use]
    pub fn find(self, name: &str) -> Option<Entry> {
        self.table.and_then(|table| table.find(name)).or_else(|| BUILT_IN.find(name))
    }

    /// The rows that were taught.
    #[must_use]
    pub fn rows(self) -> Option<Entries> {
        self.table.map(Table::all)
    }

    /// From now on and until the scope ends, this thread knows what was taught.
    #[must_use]
    pub fn enter(self) -> Scope {
        Scope { before: HERE.replace(self) }
    }

    /// What this thread knows.
    #[must_use]
    pub fn here() -> Self {
        HERE.get()
    }
}

impl Drop for Scope {
    fn drop(&mut self) {
        HERE.set(self.before);
    }
}

/// A table that stays until the process ends. The same rows stay once.
fn kept(packed: Packed) -> Result<&'static Table, String> {
    type Kept = (HashMap<(Vec<u8>, String), &'static Table>, usize);
    static KEPT: LazyLock<Mutex<Kept>> = LazyLock::new(Mutex::default);
    let Packed { numbers, text, programs, floors } = packed;
    let numbers: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    let key = (numbers, text);
    if let Some(table) = kept.0.get(&key) {
        return Ok(table);
    }
    // Once in the map and once for good.
    let size = key.0.len().saturating_add(key.1.len()).saturating_mul(2);
    let all = kept.1.saturating_add(size);
    if all > MOST_KEPT {
        return Err("too many different tables of programs were read since the start; start byleave again".to_owned());
    }
    kept.1 = all;
    let (numbers, text) = key.clone();
    let table = Box::leak(Box::new(Table { numbers: numbers.leak(), text: text.leak(), programs, floors }));
    kept.0.insert(key, table);
    Ok(table)
}

impl Row {
    /// What a program is to the commands around it stays known: a user's row says what the program does.
    fn keep_roles(&mut self) {
        let Some(known) = self.names.first().and_then(|name| BUILT_IN.find(name)) else { return };
        let facts = Rc::make_mut(&mut self.facts);
        for role in known.roles().filter(|role| !facts.roles.contains(role)).collect::<Vec<_>>() {
            facts.roles.push(role);
        }
        for line in known.rare_lines() {
            let key = line.split(' ').next().unwrap_or("");
            // The built-in row was run as it stands, this one was not.
            if !matches!(key, "proves" | "proves-with")
                && !facts.rare.iter().any(|own| own.split(' ').next() == Some(key))
            {
                facts.rare.push(line.to_owned());
            }
        }
    }
}

impl Row {
    /// Takes the claim from the row and from all below it.
    fn prove_nothing(&mut self) {
        let facts = Rc::make_mut(&mut self.facts);
        facts.rare.retain(|line| !line.starts_with("proves ") && !line.starts_with("proves-with "));
        facts.subs.iter_mut().for_each(Self::prove_nothing);
    }
}

/// A row with what an untrusted row adds to it.
fn stricter(base: &Row, added: &Row) -> Row {
    let mut facts = (*base.facts).clone();
    for choice in added.facts.special.iter().filter(|choice| choice.effect > Effect::Read) {
        facts.mark(choice);
    }
    for file in &added.facts.obeys {
        if !facts.obeys.contains(file) {
            facts.obeys.push(file.clone());
        }
    }
    facts.usual |= added.facts.usual;
    for sub in &mut facts.subs {
        if sub.is_conditional() {
            // What holds for the program holds in each of its uses.
            let use_of = Row {
                effect: added.effect,
                facts: Rc::new(Facts { subs: Vec::new(), ..(*added.facts).clone() }),
                ..sub.clone()
            };
            *sub = stricter(sub, &use_of);
        } else if let Some(more) =
            added.facts.subs.iter().find(|more| more.names.iter().any(|name| sub.names.contains(name)))
        {
            *sub = stricter(sub, more);
        }
    }
    Row { names: base.names.clone(), effect: base.effect.max(added.effect), facts: Rc::new(facts) }
}

impl Facts {
    /// Marks an option as one that does more. What follows it stays as it is.
    fn mark(&mut self, choice: &Choice) {
        for name in &choice.names {
            let known = self.special.iter_mut().find(|known| known.names.contains(name));
            if let Some(known) = known {
                known.effect = known.effect.max(choice.effect);
                continue;
            }
            let letter = name.chars().next().filter(|letter| name.len() == letter.len_utf8());
            let long = self.long.iter().position(|long| long.name == *name).map(|at| self.long.remove(at));
            let valued = letter.is_some_and(|letter| self.values.contains(letter));
            let believed = letter.is_some_and(|letter| self.believed.contains(letter));
            let (takes, believed) = match long {
                Some(long) => (long.takes, long.believed),
                None if valued => (Takes::Value, believed),
                None => (Takes::Nothing, false),
            };
            if let Some(letter) = letter {
                self.flags.retain(|one| one != letter);
                self.values.retain(|one| one != letter);
                self.believed.retain(|one| one != letter);
            }
            let (names, effect) = (vec![name.clone()], choice.effect);
            self.special.push(Choice { names, takes, believed, effect, arg: Arg::Text, operands: None });
        }
    }
}
