//! The reader: one pass, recursive descent over bytes.
//!
//! One module for each part of the grammar. They share three conventions. Positions are byte offsets into the current
//! text, converted into [`Span`]s of the original when a node is made. Anything that cannot be read raises a [`Stop`],
//! which becomes [`Opaque`] at the innermost place where bash itself would continue. A list that grows while something
//! else is being read (the words of a command with a substitution among them) grows on a scratch stack and is moved
//! when it is complete.

mod ansi;
mod arithmetic;
mod array;
mod backticks;
mod brace;
mod builder;
mod class;
mod command;
mod compound;
mod conditional;
mod cursor;
mod dollar;
mod function;
mod here_document;
mod list;
mod older;
mod parameter;
mod quotes;
mod redirection;
mod region;
mod room;
mod substitution;
mod word;

use builder::Builder;
pub use room::Room;

use crate::hidden::readable;
use crate::script::{Kind, Place, Script};
use crate::{Limits, Opaque, Reason, Span};

/// Why reading could not continue, and from where.
#[derive(Clone, Copy, Debug)]
struct Stop {
    start: u32,
    reason: Reason,
}

type Read<T> = Result<T, Stop>;

/// Reads texts within [`Limits`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Reader {
    limits: Limits,
}

/// Reads a text within the default limits. Never fails: what it cannot read is [`Script::opaque`].
///
/// ```
/// let script = byleave_shell::read("echo ${x:-$(id)}");
/// let names: Vec<_> = script.commands().iter().map(|command| script.name(command)).collect();
/// assert_eq!(names, [Some("echo"), Some("id")]);
/// ```
pub fn read<T: AsRef<[u8]> + ?Sized>(text: &T) -> Script<'_> {
    Reader::default().read(text.as_ref())
}

impl Reader {
    /// A reader with your own limits.
    #[must_use]
    pub const fn with_limits(limits: Limits) -> Self {
        Self { limits }
    }

    /// Reads a text.
    #[must_use]
    pub fn read<'a>(&self, bytes: &'a [u8]) -> Script<'a> {
        self.read_with(bytes, |length| Builder::new(self.limits, length), |_| {})
    }

    /// Reads a text, reusing the lists of an earlier one.
    #[must_use]
    pub fn read_in<'a>(&self, bytes: &'a [u8], room: &mut Room) -> Script<'a> {
        let kept = std::mem::take(room);
        self.read_with(
            bytes,
            |length| Builder::new_in(self.limits, length, kept),
            |builder| {
                room.open_words = std::mem::take(&mut builder.open_words);
                room.open_parts = std::mem::take(&mut builder.open_parts);
            },
        )
    }

    fn read_with<'a>(
        &self,
        bytes: &'a [u8],
        begin: impl FnOnce(usize) -> Builder,
        end: impl FnOnce(&mut Builder),
    ) -> Script<'a> {
        #[cfg(debug_assertions)]
        crate::counted::note(bytes);
        let most = self.limits.bytes as usize;
        let looked_at = bytes.get(..most).unwrap_or(bytes);
        let (source, hidden) = readable(looked_at);
        let mut builder = begin(source.len());
        let stop = Parser::new(&source, &mut builder).whole_text();
        let length = u32::try_from(looked_at.len()).unwrap_or(u32::MAX);
        if let Err(stop) = stop {
            builder.opaque.push(Opaque { span: Span::new(stop.start.min(length), length), reason: stop.reason });
        }
        if bytes.len() > looked_at.len() {
            let end = u32::try_from(bytes.len()).unwrap_or(u32::MAX);
            builder.opaque.push(Opaque { span: Span::new(length, end), reason: Reason::TooLong });
        }
        end(&mut builder);
        builder.finish(source, hidden, length)
    }
}

/// The substitution that a text stands in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Around {
    /// None, or one that is closed by something else than a parenthesis.
    Nothing,
    /// `$(…)` or `<(…)`: the delimiter of a here-document may be followed by the `)`.
    Parentheses,
    /// The same, after a here-document has begun in it. bash writes such a text anew before it runs it, and loses a `;` that
    /// comes later: `cat <<E | sort; rm x` becomes `cat <<E | sort rm x`.
    Rewritten,
}

/// Reads one text: the whole input, or the unescaped copy of the text between backticks.
struct Parser<'s, 'b> {
    text: &'s str,
    /// The bytes of `text` up to where this stretch of reading ends.
    bytes: &'s [u8],
    at: usize,
    builder: &'b mut Builder,
    /// How positions in `text` map to the original, if it is a copy.
    copied: Option<&'s backticks::Copied<'s>>,
    /// Redirections whose here-document begins after the next line break, by their place in the builder's list.
    pending: Vec<u32>,
    /// The substitution around it.
    around: Around,
    /// Inside text that bash first took for arithmetic.
    read_twice: bool,
    /// Whether the text mentions `extglob`, once that was checked.
    extglob: Option<bool>,
    /// The current word is an element of an array.
    in_array: bool,
}

impl<'s, 'b> Parser<'s, 'b> {
    fn new(text: &'s str, builder: &'b mut Builder) -> Self {
        Self {
            text,
            bytes: text.as_bytes(),
            at: 0,
            builder,
            copied: None,
            pending: Vec::new(),
            around: Around::Nothing,
            read_twice: false,
            extglob: None,
            in_array: false,
        }
    }

    fn whole_text(&mut self) -> Read<()> {
        let root = self.push_node(Kind::Script(Place::Top), 0);
        self.list(list::Until::END, None)?;
        self.close(root, self.at);
        Ok(())
    }

    /// Reads something one level deeper, within the depth limit.
    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        self.builder.depth = self.builder.depth.saturating_add(1);
        let result = if self.builder.depth > self.builder.limits.depth {
            Err(self.stop(self.at, Reason::TooDeep))
        } else {
            let outer = std::mem::replace(&mut self.in_array, false);
            let result = read(self);
            self.in_array = outer;
            result
        };
        self.builder.depth = self.builder.depth.saturating_sub(1);
        result
    }

    /// Reads something that must not go beyond `end`.
    fn within<T>(&mut self, end: usize, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        let whole = self.bytes;
        self.bytes = whole.get(..end).unwrap_or(whole);
        let result = read(self);
        self.bytes = whole;
        result
    }

    /// Counts bytes that were read in vain. Constructs whose end is searched to the end of the text may nest a hundred
    /// deep; this bound keeps the total linear.
    fn in_vain(&mut self, bytes: usize) -> Read<()> {
        self.builder.vain = self.builder.vain.saturating_add(bytes);
        if self.builder.vain > self.text.len().saturating_mul(4).saturating_add(1 << 14) {
            return Err(self.stop(self.at, Reason::TooManyNodes));
        }
        Ok(())
    }

    /// Tries a reading and undoes everything if it fails; limits are final.
    fn attempt<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<Result<T, Stop>> {
        let at = self.at;
        let pending = self.pending.len();
        let checkpoint = self.builder.checkpoint();
        match read(self) {
            Ok(value) => Ok(Ok(value)),
            Err(stop) if is_final(stop.reason) => Err(stop),
            Err(stop) => {
                self.in_vain(self.at.saturating_sub(at))?;
                self.at = at;
                self.pending.truncate(pending);
                self.builder.roll_back(&checkpoint);
                Ok(Err(stop))
            }
        }
    }
}

/// Whether a reading that failed for this reason must not be tried in another way: limits, and text that bash itself
/// reads in two ways.
const fn is_final(reason: Reason) -> bool {
    is_limit(reason) || matches!(reason, Reason::QuoteReadTwice)
}

const fn is_limit(reason: Reason) -> bool {
    matches!(reason, Reason::TooDeep | Reason::TooManyNodes)
}
