//! The lens for allowing: only what is certain.
//!
//! Rules, grants and proofs see a command through [`Must`]. A [`Word`] tells its value only if it is exact; of everything
//! else it tells what is certain of it: that it is one word, that it cannot be an option. The rough text that floors and
//! denies look at has no way in here: nothing makes a [`Word`] of it.
//!
//! ```compile_fail
//! use byleave_policy::must::Word;
//! // A text is no word of a command, however likely it is.
//! let word: Word<'_> = Word::from("probably this");
//! ```
//!
//! ```compile_fail
//! use byleave_policy::command::Item;
//! use byleave_policy::must::Proof;
//! // Only the layers say that a command may run.
//! let proof = Proof { _said: () };
//! ```

mod certain;
mod covers;
mod fetch;
mod listing;
mod operands;
mod options;
mod prints;
mod proof;
mod quirks;
mod reads;

use std::borrow::Cow;
use std::sync::Arc;

use byleave_shell::{NodeId, Span, Unknown};

pub use covers::covers;
pub use prints::only_prints;
pub use proof::Proof;
pub use reads::reads_only;

use crate::command::{Commands, Count, Item, Simple, Usage, Used, Value};
use crate::paths::plain_name;
use crate::programs::Arg;

/// Why something is not covered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gap {
    /// In words.
    pub reason: Cow<'static, str>,
    /// The part to blame.
    pub span: Span,
}

fn gap(reason: impl Into<Cow<'static, str>>, span: Span) -> Gap {
    Gap { reason: reason.into(), span }
}

/// Everything known of the commands of a call, one usage per command.
#[derive(Clone, Copy, Debug)]
pub struct Known<'c, 'a> {
    /// The commands.
    pub commands: &'c Commands<'a>,
    /// How each uses its program, in the same order.
    pub usages: &'c [Arc<Usage>],
}

/// One command of a call, seen for allowing.
#[derive(Clone, Copy, Debug)]
pub struct Must<'m, 'a> {
    known: &'m Known<'m, 'a>,
    simple: &'m Simple<'a>,
    usage: &'m Usage,
    name: &'m str,
}

impl<'m, 'a> Must<'m, 'a> {
    /// The command at a place of the list.
    ///
    /// # Errors
    ///
    /// If its command word is not exact: nothing is certain then.
    pub fn of(known: &'m Known<'m, 'a>, index: usize) -> Result<Self, Gap> {
        let (Some(simple), Some(usage)) = (known.commands.simples.get(index), known.usages.get(index)) else {
            return Err(gap("no command", Span::default()));
        };
        let name = simple.name().ok_or_else(|| gap("the command word is not literal", simple.span))?;
        Ok(Self { known, simple, usage, name })
    }

    /// Where it stands.
    #[must_use]
    pub const fn span(&self) -> Span {
        self.simple.span
    }

    /// What its command word counts as: a name, or a path if it lies in no directory of the system's programs.
    #[must_use]
    pub fn program(&self) -> &'m str {
        plain_name(self.name)
    }

    /// The row of its program.
    fn row(&self) -> Option<crate::programs::Entry> {
        crate::programs::find(self.program())
    }

    /// A sub-command, counted from the program.
    fn sub(&self, depth: usize) -> &'static str {
        self.usage.path.get(depth).copied().unwrap_or("")
    }

    /// Its program and sub-commands as they are written, and what it does. Put together in one go: a script of a build has a
    /// dozen of these.
    fn described(&self, does: &str) -> String {
        let mut text = String::with_capacity(64);
        text.push('`');
        self.push_called(&mut text);
        text.push_str("` ");
        text.push_str(does);
        text
    }

    /// Its program and sub-commands as they are written.
    fn called(&self) -> String {
        let mut text = String::new();
        self.push_called(&mut text);
        text
    }

    fn push_called(&self, text: &mut String) {
        for (depth, name) in self.usage.path.iter().enumerate() {
            let written = || self.usage.named_at.get(depth).and_then(|at| self.word(*at)).and_then(Word::exact);
            if depth == 0 {
                text.push_str(crate::paths::base_name(self.name));
            } else {
                text.push(' ');
                text.push_str(written().unwrap_or(name));
            }
        }
    }

    /// An option as it is written, without its value.
    fn written(&self, used: &Used) -> Cow<'m, str> {
        let text = self.word(used.at).and_then(Word::exact).unwrap_or("");
        let name = text.split_once('=').map_or(text, |(name, _)| name);
        if name.starts_with("--") && used.key.len() > 1 {
            Cow::Borrowed(name)
        } else {
            Cow::Owned(used.key.to_string())
        }
    }

    /// How many words it has, as far as the text tells.
    #[must_use]
    pub fn len(&self) -> usize {
        self.simple.items.len()
    }

    /// Whether it has no words.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.simple.items.is_empty()
    }

    /// One of its words.
    #[must_use]
    pub fn word(&self, at: usize) -> Option<Word<'m>> {
        self.simple.items.get(at).map(Word)
    }

    /// All its words.
    pub fn words(&self) -> impl Iterator<Item = Word<'m>> + use<'m> {
        self.simple.items.iter().map(Word)
    }

    /// Its operands, with what they are.
    fn operands(&self) -> impl Iterator<Item = (Word<'m>, Arg)> + use<'m, 'a> {
        let simple = self.simple;
        self.usage.operands.iter().filter_map(move |(at, arg)| simple.items.get(*at).map(|item| (Word(item), *arg)))
    }

    /// Where one of its words stands.
    fn span_of(&self, at: usize) -> Span {
        self.simple.items.get(at).map_or(self.simple.span, |item| item.span)
    }

    /// The exact value of an option.
    fn value(&self, used: &Used) -> Option<&'m str> {
        let given = used.value?;
        self.word(given.at)?.exact()?.get(given.from?..)
    }

    /// Whether one of these options is given.
    fn gives(&self, names: &[&str]) -> bool {
        self.usage.options.iter().any(|used| names.contains(&used.key.as_ref()))
    }

    /// The first operand that is not known, or is what it must not be.
    fn operand_that(&self, is: impl Fn(&str) -> bool) -> Option<Word<'m>> {
        self.operands().map(|(word, _)| word).find(|word| word.exact().is_none_or(&is))
    }

    /// As [`Self::operand_that`], but files that a pattern matches may be among them.
    fn text_that(&self, is: impl Fn(&str) -> bool) -> Option<Word<'m>> {
        let found = self.operands().find(|(word, arg)| word.exact().map_or(*arg != Arg::Read, &is));
        found.map(|(word, _)| word)
    }

    /// Whether a word stands right after another.
    fn follows(&self, first: &str, second: &str) -> bool {
        self.simple.items.windows(2).any(|pair| match pair {
            [one, two] => one.text() == Some(first) && two.text() == Some(second),
            _ => false,
        })
    }

    /// The words after the first `--`.
    fn passed_on(&self) -> impl Iterator<Item = Word<'m>> + use<'m, 'a> {
        self.words().skip_while(|word| word.exact() != Some("--")).skip(1)
    }
}

/// A word of a command, seen for allowing.
#[derive(Clone, Copy, Debug)]
pub struct Word<'m>(&'m Item<'m>);

/// What is certain of a word.
#[derive(Clone, Copy, Debug)]
enum Sure<'m> {
    /// Its value.
    Exact(&'m str),
    /// A path below a home directory, or a text with a number of the shell in it.
    Fixed,
    /// The names of files that a pattern matches.
    Names(&'m str),
    /// The name of a pipe: `<(…)`.
    Pipe,
    /// What the commands in these nodes print, and nothing else that is not known. `led`: text around it may lead it
    /// elsewhere, `dashed`: or make an option of it.
    Printed { nodes: &'m [NodeId], led: bool, dashed: bool },
    /// Nothing.
    Open(Unknown),
}

impl<'m> Word<'m> {
    /// Its value, if that is exact.
    #[must_use]
    pub fn exact(self) -> Option<&'m str> {
        self.0.text()
    }

    /// Its value, or what a pattern or a path below the home directory is written as: what comes of it fits wherever all
    /// that this text matches fits.
    pub(crate) fn exact_or_pattern(self) -> Option<&'m str> {
        match &self.0.value {
            Value::Literal(text) | Value::Bounded { text, .. } => Some(text),
            Value::Unknown { .. } => None,
        }
    }

    /// Where it stands.
    #[must_use]
    pub const fn span(self) -> Span {
        self.0.span
    }

    /// Whether it is exactly one word.
    #[must_use]
    pub fn is_one(self) -> bool {
        self.0.count == Count::One
    }

    fn sure(self) -> Sure<'m> {
        match &self.0.value {
            Value::Literal(text) => Sure::Exact(text),
            Value::Bounded { text, glob: true, .. } => Sure::Names(text),
            Value::Bounded { .. } => Sure::Fixed,
            Value::Unknown { cause: Unknown::ProcessSubstitution, nodes, other: false, .. } if nodes.len() == 1 => {
                Sure::Pipe
            }
            Value::Unknown { nodes, other: false, led, shown, .. } if !nodes.is_empty() => {
                Sure::Printed { nodes, led: *led, dashed: shown.shown().likely().starts_with('-') }
            }
            Value::Unknown { cause, .. } => Sure::Open(*cause),
        }
    }

    /// Whether it may be, or hold, a word that begins with a dash.
    fn may_be_option(self) -> bool {
        match (self.sure(), self.0.count) {
            (Sure::Exact(text), _) => text.starts_with('-') && text.len() > 1,
            (Sure::Fixed | Sure::Pipe, _) => false,
            // What a pattern matches begins as the pattern does, unless it is cut into words afterwards.
            (Sure::Names(text), Count::One | Count::Names) => {
                text.starts_with(['*', '?', '[', '(', '-', '+', '@', '!'])
            }
            (Sure::Names(_), Count::Open) | (Sure::Printed { .. } | Sure::Open(_), _) => true,
        }
    }
}
