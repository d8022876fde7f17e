//! The reader: bytes of a command → what it runs, or why that is not known.
//!
//! One pass from left to right, no second guess: whatever is not in the grammar at the top of this crate is not plain. What each exclusion
//! keeps out stands where it is made, with a text that shows it.

mod bytes;
mod command;
mod document;
mod group;
mod list;
mod names;
mod word;

pub(crate) use self::command::is_test;
use self::list::Chain;
pub use self::names::{Role, is_special, role};
use crate::{Command, NotPlain, Obstacle, Place, Plain, Span, Word};

/// The options that a shell starts with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Options {
    /// Its own.
    #[default]
    Default,
    /// Perhaps others, as after the start files of a user.
    Unknown,
}

/// What runs the text, as `SHELL -c TEXT`. A text that is typed into an interactive shell has no plain reading: history, completion and
/// comments are others there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Host<'h> {
    /// What its user may have set.
    pub options: Options,
    /// The value of `$HOME`, if it is known.
    pub home: Option<&'h str>,
    /// The value of `$PWD` where the text starts, if it is known.
    pub directory: Option<&'h str>,
}

/// More commands than this are not looked at. A loop counts once for each turn.
const COMMANDS: usize = 256;
/// Groups within groups. The reader calls itself for each, so this bounds the stack.
const DEPTH: usize = 16;
/// No more text than this is read or copied again, so that time and room stay linear in the length of the text.
const REPEATED: usize = 1 << 16;

/// Reads a text.
///
/// # Errors
///
/// When it is not plain: what is to blame, and why.
pub fn read<'t>(text: &'t [u8], host: &Host<'_>) -> Result<Plain<'t>, NotPlain> {
    let text = bytes::checked(text)?;
    let mut reader = Reader { text, bytes: text.as_bytes(), host: *host, ..Reader::default() };
    reader.list()?;
    if reader.at < text.len() {
        return reader.fails(reader.at, Obstacle::Unexpected);
    }
    Ok(Plain { commands: reader.commands, places: reader.places })
}

/// A variable with a value that is known.
#[derive(Clone, Debug)]
struct Variable<'t> {
    name: &'t str,
    value: Word<'t>,
    /// Where it was set: a pattern names the files of that place.
    place: usize,
}

/// How far the text is read, and what is known there.
#[derive(Default)]
struct Reader<'t, 'h> {
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
    host: Host<'h>,
    commands: Vec<Command<'t>>,
    places: Vec<Place<'t>>,
    /// Where the next command runs, and what it reads from.
    place: usize,
    input: Option<(usize, usize)>,
    /// Of the loops around.
    variables: Vec<Variable<'t>>,
    chain: Chain,
    /// Where the text goes on behind the here-document of this line.
    resume: Option<usize>,
    /// A quoted line break stands on this line.
    broken: bool,
    depth: usize,
    /// How often a `cd` has changed where later commands run.
    changes: usize,
    /// What was read or copied again, in bytes: turns of loops, values of variables.
    repeated: usize,
    /// `$(cat <<…)` so far.
    messages: usize,
    /// The command is `echo`.
    echoes: bool,
}

impl<'t> Reader<'t, '_> {
    /// The byte there, or NUL at the end; no text has a NUL.
    fn byte(&self, at: usize) -> u8 {
        self.bytes.get(at).copied().unwrap_or(0)
    }

    fn peek(&self) -> u8 {
        self.byte(self.at)
    }

    fn slice(&self, start: usize, end: usize) -> &'t str {
        self.text.get(start..end).unwrap_or("")
    }

    const fn span(&self, start: usize) -> Span {
        Span::new(start, self.at)
    }

    /// How many bytes from there on are of a kind.
    fn run(&self, from: usize, is: impl Fn(u8) -> bool) -> usize {
        let rest = self.bytes.get(from..).unwrap_or(&[]);
        rest.iter().position(|byte| !is(*byte)).unwrap_or(rest.len())
    }

    /// The unread text begins with this.
    fn sees(&self, what: &str) -> bool {
        self.bytes.get(self.at..).is_some_and(|rest| rest.starts_with(what.as_bytes()))
    }

    /// Not plain, from `start` up to the character that stands next.
    fn fails<T>(&self, start: usize, reason: Obstacle) -> Result<T, NotPlain> {
        let width = self.text.get(self.at..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
        Err(NotPlain { span: Span::new(start, self.at.saturating_add(width).max(start)), reason })
    }

    /// Not plain, if this holds.
    fn forbid(&self, holds: bool, start: usize, reason: Obstacle) -> Result<(), NotPlain> {
        if holds { self.fails(start, reason) } else { Ok(()) }
    }

    /// So many bytes are read or copied again.
    fn repeat(&mut self, start: usize, bytes: usize) -> Result<(), NotPlain> {
        self.repeated = self.repeated.saturating_add(bytes);
        self.forbid(self.repeated > REPEATED, start, Obstacle::TooMuch)
    }

    fn push(&mut self, command: Command<'t>) -> Result<(), NotPlain> {
        if self.commands.len() >= COMMANDS {
            return Err(NotPlain { span: command.span, reason: Obstacle::TooMuch });
        }
        self.commands.push(command);
        Ok(())
    }

    fn enter(&mut self, place: Place<'t>) -> usize {
        self.places.push(place);
        self.places.len()
    }
}
