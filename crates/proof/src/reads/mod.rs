//! Core rows: proves that a plain command only reads, and nothing that it may not.
//!
//! A row proves if it says so (`proves:`), and was run in walls as it stands. Only the options of its `proves-with:` may stand there; each
//! operand is what the row says by its place, and each file that is read is judged. What a row cannot say stands in a small allow list:
//! one file for sed and awk, one for find, one for git. What is not on a list is not proven.

mod changed;
mod find;
mod git;
mod language;
mod path;
mod scene;
mod wrapper;

use byleave_knowledge::paths::base_name;
use byleave_knowledge::programs::{Arg, Effect, Entry, Quirk, Role, Special, Style, Wraps};
use byleave_knowledge::variables::{is_harmless_setting, is_harmless_variable};

use crate::fact::Question;
use crate::reason::{Reason, refuse};
use crate::text::is_test;
use crate::usage::{Given, Known, Operand, Usage, Used};
use crate::{Command, Form, NotProven, Proof, Span, Word};
pub(crate) use language::language;
pub use scene::{Inner, Scene};
pub use wrapper::{Started, started};

/// A command whose words are looked at one by one.
pub(crate) struct Reader<'r> {
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
pub fn reads<'r>(scene: &'r Scene<'r>, command: &'r Command<'r>, usage: &'r Usage<'r>) -> Result<Proof, NotProven> {
    // The redirections behind a group, a branch or a loop.
    if command.words.is_empty() {
        return Ok(Proof { rows: None, paths: scene.redirections(command)?, starts: false });
    }
    let row = core_row(command, usage)?;
    let rows = Some([usage.program.unwrap_or(row), row]);
    let mut reader = Reader::new(scene, command, usage, row);
    reader.surroundings()?;
    // `--help` alone prints and does nothing else; git's opens a manual page.
    if matches!(command.words.as_slice(), [_, only] if only.literal().is_some_and(|word| row.prints(word))) {
        return Ok(Proof { rows, paths: reader.paths, starts: false });
    }
    if row.has(Quirk::Find) {
        reader.find()?;
    } else if row.has(Quirk::Tests) {
        reader.test()?;
    } else if row.wraps() == Wraps::More {
        reader.xargs()?;
    } else {
        reader.options()?;
        reader.operands()?;
        usage.program.map_or(Ok(()), |program| program.quirks().try_for_each(|quirk| reader.quirk(quirk)))?;
        reader.trees()?;
    }
    let starts = row.wraps() != Wraps::No || usage.options.iter().any(|used| matches!(used.given, Given::Words(..)));
    Ok(Proof { rows, paths: reader.paths, starts })
}

/// The row of a core program.
fn core_row(command: &Command<'_>, usage: &Usage<'_>) -> Result<Entry, NotProven> {
    let called = || usage.called(command);
    let reason = match usage.row {
        None => Reason::NotKnown(called()),
        Some(row) if row.effect() != Effect::Read => Reason::Does(called(), row.does()),
        // What starts another command is a core wrapper or nothing: `xargs -n1 timeout 5` starts what its input names.
        Some(row) if !matches!(row.wraps(), Wraps::No | Wraps::More) => Reason::Starts(called()),
        Some(row) if row.proves().is_none() => Reason::NotCore(called()),
        Some(row) => return Ok(row),
    };
    Err(NotProven::new(command.span, reason))
}

impl<'r> Reader<'r> {
    pub(crate) const fn new(scene: &'r Scene<'r>, command: &'r Command<'r>, usage: &'r Usage<'r>, row: Entry) -> Self {
        Self { scene, command, usage, row, paths: Vec::new() }
    }

    fn no(&self, reason: Reason) -> NotProven {
        NotProven::new(self.command.span, reason)
    }

    fn word(&self, at: usize) -> Result<&'r Word<'r>, NotProven> {
        self.command.words.get(at).ok_or_else(|| self.no(Reason::NoCommand))
    }

    /// What a list of its row says: `always`, or with which options.
    fn says(&self, fact: &str) -> bool {
        let list = self.row.rare(fact).unwrap_or("");
        match list.strip_prefix("unless ") {
            Some(unless) => !self.usage.has_any(unless),
            None => list == "always" || self.usage.has_any(list),
        }
    }

    /// What a row does not say: a project's program of the same name, variables that change what the program does, redirections.
    pub(crate) fn surroundings(&mut self) -> Result<(), NotProven> {
        let first = self.word(0)?;
        let name = first.literal().unwrap_or("");
        self.scene.ask(first.span, Question::Program(name))?;
        for file in self.row.obeys() {
            self.scene.ask(first.span, Question::Obeyed { directory: self.here()?, file })?;
        }
        if self.row.plays(Role::LooksHere) {
            self.here()?;
        }
        self.scene.ask(first.span, Question::Environment(base_name(name)))?;
        // What comes from a file is read like an operand.
        self.paths.extend(self.scene.redirections(self.command)?);
        // `LC_ALL=C sort`: a few names that change nothing but looks, and a few settings that only keep programs from being started.
        for one in &self.command.assignments {
            let value = one.value.literal();
            let setting = || value.is_some_and(|value| is_harmless_setting(&format!("{}={value}", one.name)));
            if value.is_none() || !is_harmless_variable(one.name) && !setting() {
                return Err(NotProven::new(one.span, Reason::Assigns(one.name.to_owned())));
            }
        }
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
        // The effect of an option that proves is of a table of the project that nobody trusts, and that says so of one that only reads.
        if used.effect() != Effect::Read {
            return Err(NotProven::new(word.span, Reason::OptionDoes(used.name.to_string(), used.effect().words())));
        }
        if used.known == Known::Unknown || !proven {
            return Err(NotProven::new(word.span, Reason::Option(used.name.to_string())));
        }
        let kind = used.special().map_or(Arg::Text, Special::arg);
        let words = match used.given {
            Given::Nothing => return Ok(()),
            Given::Attached(text) => return self.value(text, kind, word.span),
            // `--include=*.rs`: only names what is taken. `--format=*` could be any format.
            Given::Pattern(_) if self.narrows(used) => return self.may_be_option(word),
            Given::Pattern(_) | Given::Words(..) => return Err(NotProven::new(word.span, Reason::Pattern)),
            Given::Next(at, count) => at..at + count,
        };
        for at in words {
            let word = self.word(at)?;
            match word.literal() {
                Some(text) => self.value(text, kind, word.span)?,
                // `-f ~/x`
                None if kind == Arg::Read => self.read(word, false)?,
                None => return Err(NotProven::new(word.span, Reason::Pattern)),
            }
            // Behind an operand it is an operand to `getopt` of BSD: `ls a -w .env`. The expression of find always stands there.
            if used.behind_operand && !self.row.has(Quirk::Find) {
                self.read(word, false)?;
            }
        }
        Ok(())
    }

    /// A value that is known.
    pub(crate) fn value(&mut self, text: &str, kind: Arg, span: Span) -> Result<(), NotProven> {
        if kind == Arg::Read {
            return self.file(path::from_text(text, self.here()?).map_err(NotProven::at(span))?, span);
        }
        if kind == Arg::Text { Ok(()) } else { language(kind, text).map_err(NotProven::at(span)) }
    }

    /// Whether an option's value only says which names are taken.
    fn narrows(&self, used: &Used<'_>) -> bool {
        let facts = ["only", "reads-only", "without", "without-files"];
        facts.iter().any(|fact| used.name.stands_in(self.row.rare(fact).unwrap_or("")))
    }

    /// The operands, each as what it is by its place.
    fn operands(&mut self) -> Result<(), NotProven> {
        // A sub-command that no row knows is an operand of its program.
        if self.row.subs().any(|sub| sub.names().first().is_some_and(|name| !name.is_empty() && !name.starts_with('-')))
            && let Some(operand) = self.usage.operands.first()
        {
            let word = self.word(operand.word)?;
            let unknown = [base_name(self.row.name()), " ", word.literal().unwrap_or("…")].concat();
            return Err(NotProven::new(word.span, Reason::NotKnown(unknown)));
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
            let placed = kinds.first.is_some() && operand.kind != kinds.rest || kinds.last.is_some();
            refuse(placed && word.form != Form::Literal, || NotProven::new(word.span, Reason::Pattern))?;
            if operand.may_be_option {
                self.may_be_option(word)?;
            }
            self.operand(*operand, word)?;
        }
        Ok(())
    }

    fn operand(&mut self, operand: Operand, word: &'r Word<'r>) -> Result<(), NotProven> {
        match (operand.kind, word.form) {
            (Arg::Text, Form::Literal) => Ok(()),
            // `echo "exit: $?"`. Where a program without words does something else, nothing is too much.
            (Arg::Text, Form::Open) if self.row.style() == Style::Bare => Ok(()),
            // `echo src/*` tells which names there are.
            (Arg::Text, Form::Pattern(_)) => self.look(word),
            (Arg::Read, Form::Literal | Form::Pattern(_)) => self.read(word, operand.may_be_option),
            (Arg::Sed | Arg::Awk, Form::Literal) if !word.tilde => self.value(&word.text, operand.kind, word.span),
            (Arg::Text | Arg::Read | Arg::Sed | Arg::Awk, _) => Err(NotProven::new(word.span, Reason::Pattern)),
            (Arg::Write | Arg::Delete | Arg::Host | Arg::Shell | Arg::Code | Arg::Program | Arg::Setting, _) => {
                Err(NotProven::new(word.span, Reason::Operand))
            }
        }
    }

    /// `test -f FILE`: that a file is there is looked at, whatever is in it.
    fn test(&self) -> Result<(), NotProven> {
        refuse(!is_test(&self.command.words), || self.no(Reason::Language("test")))?;
        let pairs = self.command.words.iter().zip(self.command.words.iter().skip(1));
        let mut files = pairs.filter(|(test, _)| test.text.starts_with('-') && !matches!(&*test.text, "-n" | "-z"));
        files.try_for_each(|(_, file)| self.look(file))
    }

    /// What single programs do with single words. An allow list: a quirk that stands on none of these lines is there for a reason, and
    /// nothing here says when it does no harm.
    fn quirk(&mut self, quirk: Quirk) -> Result<(), NotProven> {
        const HARMLESS: [Quirk; 4] = [Quirk::PlainEnvironment, Quirk::BuiltIn, Quirk::AnswersAlone, Quirk::LenientSubs];
        if HARMLESS.contains(&quirk) {
            return Ok(());
        }
        // What does not begin with a plus sets the clock; `@file` holds options.
        let fits = match () {
            () if quirk == Quirk::Git => return self.git(),
            () if quirk == Quirk::Clock => |text: &str| text.starts_with('+'),
            () if quirk == Quirk::AtFiles => |text: &str| !text.starts_with('@'),
            () => return Err(self.no(Reason::NotCore(self.usage.called(self.command)))),
        };
        for operand in &self.usage.operands {
            let word = self.word(operand.word)?;
            refuse(!word.literal().is_some_and(fits), || NotProven::new(word.span, Reason::Operand))?;
        }
        Ok(())
    }
}
