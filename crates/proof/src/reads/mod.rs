//! Core rows: proves that a plain command only reads, and nothing that it may not.
//!
//! A row proves if it says so (`proves:`), and was run in walls as it stands. Only the options of its `proves-with:` may stand there; each
//! operand is what the row says by its place, and each file that is read is judged. What a row cannot say stands in a small allow list:
//! one file for each small language (`sed`, `awk`, `jq`, `find`, `test`), one for git, one for single words. What is not on a list is not
//! proven.

mod awk;
mod class;
mod file;
mod find;
mod git;
mod jq;
mod place;
mod quirks;
mod scene;
mod sed;
mod test;
mod xargs;

use byleave_knowledge::paths::{base_name, could_match_secret, is_device, sensitive};
use byleave_knowledge::programs::{Arg, Effect, Entry, Quirk, Role, Style, Wraps};
use byleave_knowledge::variables::{is_harmless_setting, is_harmless_variable};

use crate::fact::{Links, Tree};
use crate::reason::Reason;
use crate::usage::{Given, Known, Operand, OptionName, Usage, Used};
use crate::{At, Command, NotProven, Span, Value, Word};
pub(crate) use file::{Files, language};
use place::Named;
pub use scene::{Inner, Scene};

/// What the proof of a command rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reads {
    row: Entry,
    paths: Vec<String>,
}

impl Reads {
    /// The row, as `git log`.
    #[must_use]
    pub const fn row(&self) -> Entry {
        self.row
    }

    /// The files and directories that it reads or lists, absolute and normal; of a pattern the directory that it begins in.
    #[must_use]
    pub fn paths(&self) -> &[String] {
        &self.paths
    }
}

/// A command on the way to its proof.
struct Reader<'r> {
    scene: &'r Scene<'r>,
    command: &'r Command<'r>,
    usage: &'r Usage<'r>,
    row: Entry,
    paths: Vec<String>,
}

/// Proves that a command only reads.
///
/// # Errors
///
/// The first thing that stands in the way.
pub fn reads<'r>(scene: &'r Scene<'r>, command: &'r Command<'r>, usage: &'r Usage<'r>) -> Result<Reads, NotProven> {
    let row = core_row(command, usage)?;
    let mut reader = Reader { scene, command, usage, row, paths: Vec::new() };
    reader.surroundings()?;
    reader.redirections()?;
    // `--help` alone prints and does nothing else; git's opens a manual page.
    let [_, rest @ ..] = command.words.as_slice() else { return Err(reader.no(Reason::NoCommand)) };
    reader.assignments()?;
    if let [only] = rest
        && only.literal().is_some_and(|word| reader.row.prints(word))
    {
        return Ok(Reads { row, paths: reader.paths });
    }
    if reader.row.has(Quirk::Find) {
        reader.find()?;
    } else if reader.row.has(Quirk::Tests) {
        reader.test(rest)?;
    } else if reader.row.wraps() == Wraps::More {
        reader.xargs()?;
    } else {
        reader.options()?;
        reader.operands()?;
        reader.quirks()?;
        reader.trees()?;
    }
    Ok(Reads { row, paths: reader.paths })
}

/// What a wrapper does itself: its program, its variables and its redirections only read.
fn wrapper<'r>(scene: &'r Scene<'r>, command: &'r Command<'r>, usage: &'r Usage<'r>) -> Result<(), NotProven> {
    let row = usage.row.ok_or_else(|| NotProven::new(command.span, Reason::NotKnown))?;
    let mut reader = Reader { scene, command, usage, row, paths: Vec::new() };
    reader.surroundings()?;
    reader.assignments()?;
    reader.redirections()
}

/// The row of a core program.
fn core_row(command: &Command<'_>, usage: &Usage<'_>) -> Result<Entry, NotProven> {
    let Some(first) = command.words.first() else { return Err(NotProven::new(command.span, Reason::NoCommand)) };
    let Some(row) = usage.row else {
        return Err(NotProven::new(first.span, Reason::NotKnown));
    };
    // What starts another command is a core wrapper or nothing: `xargs -n1 timeout 5` starts what its input names.
    let starts = !matches!(row.wraps(), Wraps::No | Wraps::More);
    if row.proves().is_none() || row.effect() != Effect::Read || starts {
        return Err(NotProven::new(first.span, Reason::NotCore));
    }
    Ok(row)
}

impl<'r> Reader<'r> {
    fn no(&self, reason: Reason) -> NotProven {
        NotProven::new(self.command.span, reason)
    }

    fn word(&self, at: usize) -> Result<&'r Word<'r>, NotProven> {
        self.command.words.get(at).ok_or_else(|| self.no(Reason::NoCommand))
    }

    /// Where it runs. Asked for only where that matters: `false && cd a; echo b` prints the same everywhere.
    fn here(&self) -> Result<&'r str, NotProven> {
        let place = self.scene.place(self.command)?;
        self.scene.ground.may_look(place).map_err(|reason| self.no(reason))?;
        Ok(place)
    }

    /// Words of another row: a project's program of the same name, variables that change what the program does.
    fn surroundings(&self) -> Result<(), NotProven> {
        let first = self.word(0)?;
        let name = first.literal().unwrap_or("");
        let world = self.scene.world;
        world.program(&self.scene.ground, name).map_err(|reason| NotProven::new(first.span, reason))?;
        for file in self.row.obeys() {
            let absent = world.obeyed(&self.scene.ground, self.here()?, file);
            absent.map_err(|reason| NotProven::new(first.span, reason))?;
        }
        if self.row.plays(Role::LooksHere) {
            self.here()?;
        }
        world.environment(&self.scene.ground, base_name(name)).map_err(|reason| NotProven::new(first.span, reason))
    }

    /// `LC_ALL=C sort`: a few names that change nothing but looks, and a few settings that only keep programs from being started.
    fn assignments(&self) -> Result<(), NotProven> {
        let mut assignments = self.command.assignments.iter();
        let odd = assignments.find(|one| {
            let value = one.value.literal();
            let setting = || value.is_some_and(|value| is_harmless_setting(&format!("{}={value}", one.name)));
            value.is_none() || !is_harmless_variable(one.name) && !setting()
        });
        odd.map_or(Ok(()), |one| Err(NotProven::new(one.span, Reason::Assigns(one.name.to_owned()))))
    }

    /// What goes to a file is a write, whatever the program does. What comes from one is read like an operand.
    fn redirections(&mut self) -> Result<(), NotProven> {
        self.paths.extend(self.scene.redirections(self.command)?);
        Ok(())
    }

    /// Each option has to stand in the row that takes it, and its value is judged as what it is.
    fn options(&mut self) -> Result<(), NotProven> {
        self.usage.options.iter().try_for_each(|used| self.option(used))
    }

    fn option(&mut self, used: &Used<'r>) -> Result<(), NotProven> {
        let row = if used.depth == self.usage.subs.len() { Some(self.row) } else { self.usage.program };
        let proven = row.is_some_and(|row| used.name.stands_in(row.proves_with()));
        let word = self.word(used.word)?;
        if used.known == Known::Unknown || !proven {
            return Err(NotProven::new(word.span, Reason::Option(used.name.to_string())));
        }
        let kind = match used.known {
            // An untrusted table of the project may have said so of an option that only reads.
            Known::Special(special) if special.effect() != Effect::Read => {
                return Err(NotProven::new(word.span, Reason::Option(used.name.to_string())));
            }
            Known::Special(special) => special.arg(),
            Known::Plain | Known::Unknown => Arg::Text,
        };
        self.values(used, kind)
    }

    /// The values of an option.
    fn values(&mut self, used: &Used<'r>, kind: Arg) -> Result<(), NotProven> {
        let span = self.word(used.word)?.span;
        let words = match used.given {
            Given::Nothing => return Ok(()),
            // `--include=*.rs`: only names what is taken. `--format=*` could be any format.
            Given::Pattern(_) if self.narrows(used) => {
                let option = self.word(used.word)?;
                return self.may_be_option(option);
            }
            Given::Pattern(_) | Given::Words(..) => return Err(NotProven::new(span, Reason::Pattern)),
            Given::Attached(text) => return self.value(text, kind, span),
            Given::Next(at) => [Some(at), None],
            Given::Two(first, second) => [Some(first), Some(second)],
        };
        for at in words.into_iter().flatten() {
            let word = self.word(at)?;
            match word.literal() {
                Some(text) => self.value(text, kind, word.span)?,
                // `-f ~/x`
                None if kind == Arg::Read => self.read(word, false)?,
                None => return Err(NotProven::new(word.span, Reason::Pattern)),
            }
            // Behind an operand it is an operand to `getopt` of BSD: `ls a -w .env`.
            if used.behind_operand {
                self.read(word, false)?;
            }
        }
        Ok(())
    }

    /// A value that is known.
    fn value(&mut self, text: &str, kind: Arg, span: Span) -> Result<(), NotProven> {
        match kind {
            Arg::Text => Ok(()),
            Arg::Read => {
                let path = place::from_text(text, self.here()?).map_err(|reason| NotProven::new(span, reason))?;
                self.file(path, span)
            }
            Arg::Sed => sed::check(text).map_err(|reason| NotProven::new(span, reason)),
            Arg::Awk => awk::check(text).map_err(|reason| NotProven::new(span, reason)),
            Arg::Write | Arg::Delete | Arg::Host | Arg::Shell | Arg::Code | Arg::Program | Arg::Setting => {
                Err(NotProven::new(span, Reason::Operand))
            }
        }
    }

    /// Whether an option's value only says which names are taken.
    fn narrows(&self, used: &Used<'_>) -> bool {
        ["only", "reads-only", "without", "without-files"].iter().any(|fact| {
            let options = self.row.rare(fact).unwrap_or("");
            options.split(' ').any(|option| used.name.is_spelt(option))
        })
    }

    /// The operands, each as what it is by its place.
    fn operands(&mut self) -> Result<(), NotProven> {
        // A sub-command that no row knows is an operand of its program.
        if self.row.subs().any(|sub| sub.names().first().is_some_and(|name| !name.is_empty() && !name.starts_with('-')))
            && let Some(operand) = self.usage.operands.first()
        {
            return Err(NotProven::new(self.word(operand.word)?.span, Reason::NotKnown));
        }
        let kinds = self.row.operands();
        // `uniq a -c` writes a file `-c` where options end at the first operand: on BSD, and with `POSIXLY_CORRECT`.
        if kinds.last == Some(Arg::Write)
            && let Some(used) = self.usage.options.iter().find(|used| used.behind_operand)
        {
            return Err(NotProven::new(self.word(used.word)?.span, Reason::Operand));
        }
        for operand in &self.usage.operands {
            let word = self.word(operand.word)?;
            // Where the place of an operand says what it is, each must be one word: `uniq a*` writes the second file that matches.
            let first_is_other = kinds.first.is_some() && operand.kind != kinds.rest;
            let placed = first_is_other || kinds.last.is_some();
            if placed && !matches!(word.value, Value::Literal { .. }) {
                return Err(NotProven::new(word.span, Reason::Pattern));
            }
            if operand.may_be_option {
                self.may_be_option(word)?;
            }
            self.operand(*operand, word)?;
        }
        Ok(())
    }

    fn operand(&mut self, operand: Operand, word: &'r Word<'r>) -> Result<(), NotProven> {
        match (operand.kind, &word.value) {
            (Arg::Text, Value::Literal { .. }) => Ok(()),
            // Digits or nothing: `echo $?`. Where a program without words does something else, nothing is too much.
            (Arg::Text, Value::Number | Value::Beginning(_)) if self.row.style() == Style::Bare => Ok(()),
            // `echo src/*` tells which names there are.
            (Arg::Text, Value::Pattern { .. }) => self.look(word),
            (Arg::Read, Value::Literal { .. } | Value::Pattern { .. }) => self.read(word, operand.may_be_option),
            (Arg::Sed | Arg::Awk, Value::Literal { text, tilde: false }) => self.value(text, operand.kind, word.span),
            (Arg::Text | Arg::Read | Arg::Sed | Arg::Awk, _) => Err(NotProven::new(word.span, Reason::Pattern)),
            (Arg::Write | Arg::Delete | Arg::Host | Arg::Shell | Arg::Code | Arg::Program | Arg::Setting, _) => {
                Err(NotProven::new(word.span, Reason::Operand))
            }
        }
    }

    /// Whether the program tells about files and opens none.
    fn only_names(&self) -> bool {
        self.row.plays(Role::OnlyNames)
    }

    /// A file that is read, or looked at by a program that opens none.
    fn read(&mut self, word: &Word<'_>, may_be_option: bool) -> Result<(), NotProven> {
        let at = |reason: Reason| NotProven::new(word.span, reason);
        match place::of_word(word, self.here()?, self.scene.ground.home).map_err(at)? {
            Named::Path(path) => self.file(path, word.span),
            Named::Pattern { directory, pattern } => {
                let ground = &self.scene.ground;
                if self.only_names() {
                    ground.may_look(&directory).map_err(at)?;
                } else {
                    ground.may_read(&directory).map_err(at)?;
                    // In both directions: `.e?v` is matched by a secret's name, `id_rsa*` begins as one.
                    let secret = sensitive(&directory, &pattern, ground.home).or_else(|| could_match_secret(&pattern));
                    if let Some(what) = secret {
                        return Err(at(Reason::Secret { path: pattern, what }));
                    }
                    self.scene.world.matched(ground, &directory, &pattern, may_be_option).map_err(at)?;
                }
                self.paths.push(directory);
                Ok(())
            }
        }
    }

    /// A word whose pattern only tells names.
    fn look(&mut self, word: &Word<'_>) -> Result<(), NotProven> {
        let at = |reason: Reason| NotProven::new(word.span, reason);
        match place::of_word(word, self.here()?, self.scene.ground.home).map_err(at)? {
            Named::Path(path) | Named::Pattern { directory: path, .. } => self.scene.ground.may_look(&path).map_err(at),
        }
    }

    /// A path that is read.
    fn file(&mut self, path: String, span: Span) -> Result<(), NotProven> {
        let at = |reason: Reason| NotProven::new(span, reason);
        let ground = &self.scene.ground;
        if self.only_names() {
            // `ls up/` lists what a link leads to.
            ground.may_look(&path).map_err(at)?;
            self.scene.world.operand(ground, &path).map_err(at)?;
        } else if !is_device(&path) {
            ground.may_read(&path).map_err(at)?;
            // A program that takes two directories prints what lies in them.
            let found = self.scene.world.operand(ground, &path).map_err(at)?;
            if found == Some(At::Directory) && self.row.rare("directories").is_some() {
                let tree = Tree { root: &path, deep: false, links: Links::Followed, only: None, words: false };
                self.scene.world.tree(ground, tree).map_err(at)?;
            }
        }
        self.paths.push(path);
        Ok(())
    }

    /// No file has a name that the pattern matches and that the program would take for an option.
    fn may_be_option(&self, word: &Word<'_>) -> Result<(), NotProven> {
        let Value::Pattern { text, .. } = &word.value else { return Ok(()) };
        let ground = &self.scene.ground;
        let found = self.scene.world.matched(ground, self.here()?, text, true);
        found.map_err(|reason| NotProven::new(word.span, reason))
    }

    /// What is read with all that lies below it.
    fn trees(&mut self) -> Result<(), NotProven> {
        let given =
            |option: &str| option == "always" || self.usage.options.iter().any(|used| used.name.is_spelt(option));
        let whole = self.row.whole().any(given);
        if !whole || self.only_names() {
            return Ok(());
        }
        // Names alone: `rg --files`.
        if self.row.rare("names").unwrap_or("").split_ascii_whitespace().any(given) {
            return Ok(());
        }
        let follows = match self.row.rare("follows").unwrap_or("").strip_prefix("unless ") {
            Some(unless) => !unless.split(' ').any(given),
            None => self.row.rare("follows").unwrap_or("").split_ascii_whitespace().any(given),
        };
        let links = if follows { Links::Followed } else { Links::Left };
        let operands = self.usage.operands.iter().filter(|operand| operand.kind == Arg::Read);
        let mut roots = Vec::new();
        for operand in operands {
            roots.push(self.word(operand.word)?);
        }
        // Without an operand it looks at its input, if there is one, or at the directory where it runs.
        let reads_input = self.row.plays(Role::LooksAtInput) && self.command.input != crate::Input::Inherited;
        if roots.is_empty() && !reads_input {
            self.tree(self.here()?.to_owned(), links, self.command.span)?;
        }
        for word in roots {
            let named = place::of_word(word, self.here()?, self.scene.ground.home);
            let (Named::Path(root) | Named::Pattern { directory: root, .. }) =
                named.map_err(|reason| NotProven::new(word.span, reason))?;
            self.tree(root, links, word.span)?;
        }
        Ok(())
    }

    /// A name that is looked for below a directory, as a pattern or as it is, is not that of a secret.
    fn no_secret_named(&self, name: &str, span: Span) -> Result<(), NotProven> {
        let home = self.scene.ground.home;
        // `-g '!.env'` leaves it out.
        let secret = match name.strip_prefix('!') {
            Some(_) => None,
            None if name.contains(['*', '?', '[']) => sensitive("/", name, home).or_else(|| could_match_secret(name)),
            None => sensitive(&format!("/{}", name.trim_start_matches('/')), "", home),
        };
        secret.map_or(Ok(()), |what| Err(NotProven::new(span, Reason::Secret { path: name.to_owned(), what })))
    }

    /// No secret lies below a directory, among the names that the command takes.
    fn tree(&mut self, root: String, links: Links, span: Span) -> Result<(), NotProven> {
        let mut names = Vec::new();
        for used in &self.usage.options {
            let is_in =
                |fact: &str| self.row.rare(fact).unwrap_or("").split(' ').any(|option| used.name.is_spelt(option));
            let name = match used.given {
                Given::Attached(text) | Given::Pattern(text) => Some(text),
                Given::Next(at) => self.word(at)?.literal(),
                Given::Nothing | Given::Two(..) | Given::Words(..) => None,
            };
            let Some(name) = name.filter(|_| is_in("only") || is_in("reads-only")) else { continue };
            self.no_secret_named(name, span)?;
            if is_in("only") {
                names.push(name);
            }
        }
        // `-g '!x'` leaves out, and takes all else; `a/*.rs` is about paths.
        let exact = !names.is_empty() && names.iter().all(|name| !name.contains(['!', '/', '{', '\\']));
        let only = exact.then_some(names.as_slice());
        let ground = &self.scene.ground;
        let at = |reason: Reason| NotProven::new(span, reason);
        ground.may_read(&root).map_err(at)?;
        self.scene.world.tree(ground, Tree { root: &root, deep: true, links, only, words: false }).map_err(at)?;
        self.paths.push(root);
        Ok(())
    }
}

/// Whether a list of words with blanks between them has this one.
fn is_in(list: &str, word: &str) -> bool {
    list.split(' ').any(|one| one == word)
}

/// Whether an option is one of these.
fn is_any(used: &Used<'_>, options: &[&str]) -> bool {
    options.iter().any(|option| used.name.is_spelt(option)) && used.name != OptionName::Unclear
}
