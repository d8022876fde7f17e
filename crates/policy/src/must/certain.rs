//! Whether the words of a command are certain: how many they are, which of them are options, and whose values.
//!
//! A word that is split, a pattern, an option of which it is not certain whether it takes the next word: each may make
//! something else of all that follows. A command is certain if it is harmless in every role that its words may have.

use std::cell::OnceCell;

use byleave_shell::Unknown;

use super::{Gap, Must, Sure, Word, gap};
use crate::command::{Count, Inner, Usage, Used};
use crate::paths;
use crate::programs::{self, Arg, Effect, Ends, Entry, Known, Missing, Quirk, Style, Wraps};

impl Must<'_, '_> {
    /// Whether nothing in its words may make it something else.
    pub(super) fn certain(&self, entry: Entry) -> Result<(), Gap> {
        if self.only_prints() {
            return Ok(());
        }
        self.options_are_certain(entry)?;
        self.places_are_certain()?;
        self.runs_something(entry)?;
        if self.simple.more_words {
            self.more_words()?;
        }
        self.words_are_harmless(entry)
    }

    /// Whether it is certain which words are options and which are their values.
    fn options_are_certain(&self, entry: Entry) -> Result<(), Gap> {
        let inherits = self.row().is_some_and(|row| row.inherits() == Known::Yes);
        for used in &self.usage.options {
            let span = self.span_of(used.at);
            if used.abbreviated {
                return Err(gap(format!("`{}` may be short for another option", used.key), span));
            }
            if used.inherited && !inherits {
                let what = self.called();
                return Err(gap(format!("`{}` may mean something else after `{what}`", used.key), span));
            }
            let Some(given) = used.value.filter(|given| given.at != used.at) else { continue };
            // `find -exec … {} +` ends at a word of its own.
            if used.special.is_some_and(|special| special.takes() == programs::Takes::Command) {
                continue;
            }
            let Some(word) = self.word(given.at) else {
                return Err(gap(format!("option `{}` lacks its value", used.key), span));
            };
            // Where all words are harmless text, it does not matter whose they are.
            let any = || !is_dangerous(entry, false) && kinds(self.usage, entry) == Kinds::Text;
            if !word.is_one() && !any() {
                return Err(gap(format!("the value of `{}` may be several words", used.key), word.span()));
            }
            // Many programs take no word with a dash for the value of a long option, whatever their help says.
            let long = self.word(used.at).and_then(Word::exact).is_some_and(|text| text.starts_with("--"));
            let number = |text: &str| text.bytes().skip(1).all(|byte| byte.is_ascii_digit());
            if long && is_dangerous(entry, false) && word.exact().is_some_and(|text| is_dashed(text) && !number(text)) {
                return Err(gap(format!("`{}` may not take the next word, which is an option then", used.key), span));
            }
            if !used.believed {
                continue;
            }
            // A letter takes the next word or nothing; of a long option the row may only believe it.
            let letter = used.key.len() == 2;
            let dashed = if letter { word.exact().is_some_and(is_dashed) } else { word.may_be_option() };
            if dashed {
                return Err(gap(format!("`{}` may not take the next word, which is an option then", used.key), span));
            }
            if !letter && used.special.is_none() && word.exact().is_some_and(leads_away) {
                return Err(gap(format!("`{}` may not take the next word, which is a file then", used.key), span));
            }
        }
        if entry.effect() == Effect::Read { self.dashes_end_options(entry.style()) } else { Ok(()) }
    }

    /// Whether what follows `--` are no options.
    fn dashes_end_options(&self, style: Style) -> Result<(), Gap> {
        if !matches!(style, Style::Single | Style::Find) {
            return Ok(());
        }
        let found = self.passed_on().find(|word| word.exact().is_some_and(is_dashed));
        found.map_or(Ok(()), |word| Err(gap("`--` may not end the options here", word.span())))
    }

    /// Whether every word before what the program runs, and before its sub-commands, is exactly one.
    fn places_are_certain(&self) -> Result<(), Gap> {
        let usage = self.usage;
        let named = usage.named_at.last().copied().unwrap_or(0);
        let runs = usage.inner.iter().filter_map(|inner| match inner {
            Inner::Words(at) | Inner::More(at) | Inner::Joined(at) | Inner::Text(at) => Some(*at),
            Inner::Between(from, _) => Some(*from),
            Inner::Attached(_) | Inner::Input => None,
        });
        let until = runs.max().map_or(named, |at| at.max(named));
        let open = self.words().take(until.saturating_add(1)).find(|word| !word.is_one());
        match open {
            Some(word) if until > 0 => Err(gap("may be several words, and what runs then is not known", word.span())),
            _ => Ok(()),
        }
    }

    /// Whether a wrapper has something to run: without it some start a shell, and some take it from their input.
    fn runs_something(&self, entry: Entry) -> Result<(), Gap> {
        if entry.wraps() == Wraps::No || !self.usage.inner.is_empty() {
            return Ok(());
        }
        let alone = matches!(entry.missing(), Missing::Print | Missing::Echo) && !self.simple.more_words;
        if alone { Ok(()) } else { Err(gap(format!("`{}` without a command", self.program()), self.span())) }
    }

    /// Whether the words that `xargs` adds can do no harm: files of the project for a program without dangerous options.
    pub(super) fn more_words(&self) -> Result<(), Gap> {
        let span = self.span();
        let listed = self.simple.fed_by.is_some_and(|at| self.known.lists(at, 8));
        let Some(entry) = self.usage.entry.filter(|entry| !is_dangerous(*entry, listed)) else {
            return Err(gap("words from the input may be options", span));
        };
        if entry.wraps() != Wraps::No {
            // What it wraps is given them, if it wraps something.
            return if self.usage.inner.is_empty() { Err(gap("runs what the input names", span)) } else { Ok(()) };
        }
        if !entry.subs().is_empty() && self.usage.path.len() == 1 && self.usage.named_at.len() < 2 {
            return Err(gap("words from the input may be a sub-command", span));
        }
        match kinds(self.usage, entry) {
            Kinds::Text => Ok(()),
            Kinds::Files if listed => Ok(()),
            Kinds::Files => Err(gap("reads files that the input names", span)),
            Kinds::More => Err(gap("words from the input are more than files to read", span)),
        }
    }

    /// Whether every word that is not exact is in a place where it can do no harm.
    fn words_are_harmless(&self, entry: Entry) -> Result<(), Gap> {
        let mut ended = false;
        let roles = Roles { must: self, entry, at: OnceCell::new(), kinds: OnceCell::new() };
        for (at, word) in self.words().enumerate().skip(1) {
            let dashes = word.exact() == Some("--");
            match word.sure() {
                // `<(…)` becomes a path under /dev/fd, whatever the command inside prints.
                Sure::Exact(_) | Sure::Pipe => {}
                Sure::Fixed if word.is_one() => {}
                Sure::Fixed | Sure::Names(_) => self.pattern_is_harmless(&roles, at, word, ended)?,
                Sure::Printed { .. } | Sure::Open(_) => self.unknown_is_harmless(&roles, at, word, ended)?,
            }
            ended |= dashes && entry.ends() != Ends::Never && !matches!(entry.style(), Style::Single | Style::Find);
        }
        Ok(())
    }

    /// The names that a pattern matches may be options, and may be several where one is read and another written.
    fn pattern_is_harmless(&self, roles: &Roles<'_>, at: usize, word: Word<'_>, ended: bool) -> Result<(), Gap> {
        let (span, entry) = (word.span(), roles.entry);
        if roles.of(at).is == Role::Option {
            return Err(gap("an option with a pattern in it", span));
        }
        let fixed = ended
            || entry.style() == Style::Bare
            || self.is_after_options(entry, at)
            || word.is_one() && (self.is_compared(at) || self.is_tested(at));
        if word.may_be_option() && !fixed && is_dangerous(entry, true) {
            return Err(gap("a pattern may match a file whose name is an option", span));
        }
        // Where it writes anyway, what is written is judged file by file.
        if entry.effect() == Effect::Read && !word.is_one() && roles.kinds() == Kinds::More {
            return Err(gap("a pattern may match several files, of which the last is written or run", span));
        }
        Ok(())
    }

    /// A word that may be anything.
    fn unknown_is_harmless(&self, roles: &Roles<'_>, at: usize, word: Word<'_>, ended: bool) -> Result<(), Gap> {
        let (span, entry) = (word.span(), roles.entry);
        if word.is_one() && (self.compares(at) || self.is_compared(at) || self.is_tested(at)) {
            return Ok(());
        }
        if matches!(word.sure(), Sure::Open(Unknown::BraceExpansion)) {
            return Err(gap("a brace expansion with too many results", span));
        }
        let (listed, token) = match word.sure() {
            Sure::Printed { nodes, led, dashed } => {
                let listed = !led && nodes.iter().all(|node| self.known.lists_inside(*node));
                (listed, !dashed && nodes.iter().all(|node| self.known.prints_token(*node)))
            }
            Sure::Exact(_) | Sure::Fixed | Sure::Names(_) | Sure::Pipe | Sure::Open(_) => (false, false),
        };
        let Place { is: role, value } = roles.of(at);
        if token && (role == Role::Is(Arg::Text) || self.usage.has(Quirk::Git) && role == Role::Is(Arg::Read)) {
            return Ok(());
        }
        let fixed =
            word.is_one() && (value || ended || entry.style() == Style::Bare || self.is_after_options(entry, at));
        if !fixed && entry.style() != Style::Bare && is_dangerous(entry, listed) {
            return Err(gap("a word that may be anything, options included", span));
        }
        // Where it may be several words, it stands for all kinds of operands that may follow.
        let role = match role {
            Role::Is(Arg::Text) if !word.is_one() => match roles.kinds() {
                Kinds::Text => Role::Is(Arg::Text),
                Kinds::Files => Role::Is(Arg::Read),
                Kinds::More => Role::Option,
            },
            Role::Is(Arg::Read) if !word.is_one() && roles.kinds() == Kinds::More => Role::Option,
            role @ (Role::Is(_) | Role::Option) => role,
        };
        match role {
            Role::Is(Arg::Text) => Ok(()),
            Role::Is(Arg::Read) if listed => Ok(()),
            Role::Is(Arg::Read) => Err(gap("reads a file that is not known beforehand", span)),
            Role::Is(_) | Role::Option => Err(gap("a word that may be anything", span)),
        }
    }

    /// Whether options are over before an item: programs whose first operand ends them.
    fn is_after_options(&self, entry: Entry, at: usize) -> bool {
        let first = self.usage.operands.first();
        entry.ends() == Ends::Operand
            && first.is_some_and(|(first, _)| *first < at && self.word(*first).is_some_and(Word::is_one))
    }

    /// `[ "$x" = y ]`: with three operands, the middle one an operator, the shell compares the outer ones, no matter
    /// what they are.
    fn is_compared(&self, at: usize) -> bool {
        let items = &self.simple.items;
        // `[ ! a = b ]` is the longest of them.
        let short = self.usage.has(Quirk::Tests) && items.len() <= 6;
        if !short || !items.iter().all(|item| item.count == Count::One) {
            return false;
        }
        let words = match items.get(1..).unwrap_or(&[]) {
            [words @ .., last] if last.text() == Some("]") => words,
            words => words,
        };
        let (words, skipped) = match words {
            [not, rest @ ..] if words.len() == 4 && not.text() == Some("!") => (rest, 2_usize),
            _ => (words, 1),
        };
        let [_, operator, _] = words else { return false };
        let compares = operator.text().is_some_and(|text| {
            matches!(text, "=" | "==" | "!=" | "<" | ">" | "-eq" | "-ne" | "-lt" | "-le" | "-gt" | "-ge")
        });
        compares && (at == skipped || at == skipped.saturating_add(2))
    }

    /// `[ -s "$f" ]`: after an operator that takes one operand, any word is that operand.
    fn is_tested(&self, at: usize) -> bool {
        let items = &self.simple.items;
        let words = match items.as_slice() {
            [_, words @ .., last] if last.text() == Some("]") => words,
            [_, words @ ..] => words,
            [] => &[],
        };
        let words = match words {
            [not, rest @ ..] if not.text() == Some("!") => rest,
            words => words,
        };
        let [operator, operand] = words else { return false };
        let looks = operator.text().is_some_and(
            |text| matches!(text.as_bytes(), [b'-', letter] if b"abcdefghkprstuwxzGLNOSn".contains(letter)),
        );
        let here = items.get(at).is_some_and(|item| std::ptr::eq(item, operand));
        self.usage.has(Quirk::Tests) && looks && here && operand.count == Count::One
    }

    /// Whether a word is one side of `[ a = b ]`, which only compares texts.
    fn compares(&self, at: usize) -> bool {
        let operator = match self.simple.items.as_slice() {
            [_, _, operator, _, close] if matches!(close.text(), Some("]" | "]]")) => operator,
            [_, _, operator, _] => operator,
            _ => return false,
        };
        self.usage.has(Quirk::Tests) && matches!(operator.text(), Some("=" | "==" | "!=")) && (at == 1 || at == 3)
    }
}

/// What a word is to a program.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// An operand, or the value of an option, of this kind.
    Is(Arg),
    /// An option, or unknown.
    Option,
}

/// Where a word of a command stands.
#[derive(Clone, Copy)]
struct Place {
    is: Role,
    /// It is the value of an option, and a word of its own.
    value: bool,
}

/// What each word of a command is to its program. Worked out once, and only if a word is not exact: a command may have ten
/// thousand of these.
struct Roles<'r> {
    must: &'r Must<'r, 'r>,
    entry: Entry,
    at: OnceCell<Vec<Place>>,
    kinds: OnceCell<Kinds>,
}

impl Roles<'_> {
    fn of(&self, at: usize) -> Place {
        let all = self.at.get_or_init(|| places(self.must.usage, self.must.len()));
        all.get(at).copied().unwrap_or(Place { is: Role::Option, value: false })
    }

    fn kinds(&self) -> Kinds {
        *self.kinds.get_or_init(|| kinds(self.must.usage, self.entry))
    }
}

/// The places of this many words of a command. The value of an option is not an operand, and of several options the
/// first counts.
fn places(usage: &Usage, count: usize) -> Vec<Place> {
    let mut all = vec![Place { is: Role::Option, value: false }; count];
    for (at, arg) in usage.operands.iter().rev() {
        if let Some(place) = all.get_mut(*at) {
            place.is = Role::Is(*arg);
        }
    }
    for used in &usage.options {
        if let Some(place) = all.get_mut(used.at) {
            place.is = Role::Option;
        }
    }
    for used in usage.options.iter().rev() {
        let Some(given) = used.value else { continue };
        if let Some(place) = all.get_mut(given.at) {
            place.is = Role::Is(used.special.map_or(Arg::Text, crate::programs::Special::arg));
            place.value |= used.at != given.at;
        }
    }
    all
}

/// What the operands of a command may be, taken together: where it is not certain how many words there are, each may be
/// any of them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kinds {
    Text,
    /// Files that are read, and text.
    Files,
    /// Something that is written, run or contacted.
    More,
}

fn kinds(usage: &Usage, entry: Entry) -> Kinds {
    let turned = usage.options.iter().rev().find_map(|used| used.special.and_then(crate::programs::Special::operands));
    let operands = entry.operands();
    // The first is settled once an operand stands there that is exactly one word.
    let first = operands.first.filter(|_| usage.operands.len() < 2);
    let rest = turned.unwrap_or(operands.rest);
    let all = [first, Some(rest), operands.last].into_iter().flatten();
    all.map(|arg| match arg {
        Arg::Text => Kinds::Text,
        Arg::Read => Kinds::Files,
        Arg::Write
        | Arg::Delete
        | Arg::Host
        | Arg::Shell
        | Arg::Code
        | Arg::Program
        | Arg::Sed
        | Arg::Awk
        | Arg::Setting => Kinds::More,
    })
    .fold(Kinds::Text, |most, one| match (most, one) {
        (Kinds::More, _) | (_, Kinds::More) => Kinds::More,
        (Kinds::Files, _) | (_, Kinds::Files) => Kinds::Files,
        (Kinds::Text, Kinds::Text) => Kinds::Text,
    })
}

/// Whether some option of a program does more than read. The name of a file cannot be the value of an option that runs
/// project code, which a rule on the program speaks for.
fn is_dangerous(entry: Entry, names: bool) -> bool {
    let spared = |effect: Effect| names && matches!(effect, Effect::Code | Effect::State);
    entry.special().any(|special| special.effect() > Effect::Read && !spared(special.effect()))
}

fn is_dashed(text: &str) -> bool {
    text.starts_with('-') && text.len() > 1
}

/// Whether a text, if it were a file, leads out of the project or to a secret.
fn leads_away(text: &str) -> bool {
    text.starts_with(['/', '~'])
        || text.split('/').any(|part| part == "..")
        || paths::sensitive(&["/x/", text].concat(), "", "/home").is_some()
}

impl Used {
    /// Whether it is an option that hands a command over to be judged by itself.
    pub(super) fn hands_over(&self) -> bool {
        self.special.is_some_and(|special| special.takes() == programs::Takes::Command || special.arg() == Arg::Shell)
    }
}
