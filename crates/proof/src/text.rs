//! The reader: bytes of a command → what it runs, or why that is not known.
//!
//! One pass from left to right, no second guess: whatever is not in this grammar is not plain. Plain text means the same in bash 3.2 and
//! 5.2, dash, busybox ash, mksh and zsh, started as `SHELL -c TEXT`; what each exclusion keeps out stands where it is made, with a text
//! that shows it.
//!
//! ```text
//! text      = list                                               UTF-8 without control characters but newline and tab
//! list      = chain { ( ";" | newline | "&" ) chain } [ ";" | newline | "&" ]
//!             newlines and comments may stand before and behind; `&` only before a blank, a newline, `)` or the end, and not
//!             behind a chain with a `cd` or a variable
//! chain     = pipeline { ( "&&" | "||" ) { newline } pipeline }
//! pipeline  = [ "time" ] part { "|" { newline } part }            several parts: no `cd` and no variable set in any of them, and
//!             no redirection of what goes through the pipe        but in "( … )"
//! part      = command | group
//! group     = ( "(" list ")" | "{" list "}" | branch | loop ) { output }
//! branch    = "if" list "then" list { "elif" list "then" list } [ "else" list ] "fi"
//! loop      = ( "while" | "until" ) list "do" list "done"         no `cd` and no variable set in it
//!           | "for" NAME "in" word { word } ( ";" | newline ) "do" list "done"       at most 32 words, read once for each
//! command   = { NAME=word } name { word | redirection }  |  NAME=word { NAME=word }
//! name      = letters, digits, _ . / + -, unquoted, none of the keywords and builtins of `names`;  "[" ;  ":"
//!             `command` only with -v or -V;  `export NAME=word`;  `set` of -e -u -x and `-o pipefail`;
//!             `exit`, `kill` and `wait` with numbers;  `test` and `printf` with numbers where they evaluate
//! word      = pieces:  A-Z a-z 0-9 _ - . / , : @ % +
//!             =        behind a letter, a digit or _ - . / % + @ , and behind such an `=`; or a word of nothing else
//!             \c       c printed ASCII                 '…'      not right behind another '…'
//!             ~ ~/     at the beginning                ~ ^      behind a letter, a digit, @ ^ ~      # behind a letter or digit
//!             {}       @{letters and digits}           ! ]      alone
//!             * ? [letters digits . _ -]               a pattern; not behind a `.` that begins a name
//!             $NAME ${NAME}  set before by the text, safe characters;  $HOME $PWD as the host says;  $?;  not before [ or :
//!             "…"      with \$ \` \" \\ and other \c, which stay;  $NAME ${NAME} $HOME $PWD $?;  `$` before
//!                      " blank | ) \ . / , ; : % ' ] } > newline
//!             "$(cat <<'X' newline … newline X newline )"        see `document`
//!             ${PIPESTATUS[0]} as a word of `echo`
//! redirection = output | "<" word | "<<" 'X' | "<<" "X"           a blank before; one for each stream; literal words
//! output    = [ "1" | "2" ] ( ">" | ">>" ) word | "2>&1" | "1>&2" | ">&2"
//! comment   = "#" behind a blank or newline, to the end of the line
//! ```
//!
//! A host that *types* into an interactive shell narrows it: no comment, no tab, `!` only before a blank or `=`, no line that begins with
//! `^`. A host whose user may have set options makes `~`, `^` and `#` behind a letter a pattern (`EXTENDED_GLOB`), and `@{…}` not plain.
//!
//! A variable is known if it is set once, outside loops and pipelines: as the first command of a chain for the rest of its list, behind
//! `&&` for the rest of its chain. A directory that a `cd` enters is known likewise, see [`Place`].

mod builtin;
mod bytes;
mod command;
mod document;
mod group;
mod list;
mod loops;
mod names;
mod quote;
mod redirection;
mod variable;
mod word;

use std::borrow::Cow;

use self::list::Chain;
use self::variable::Variables;
use crate::{Assignment, Command, Input, NotPlain, Obstacle, Place, PlaceId, Plain, Span};

/// What hands the text to a shell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// It is started as `SHELL -c TEXT`.
    Script,
    /// The text is typed into an interactive shell.
    Typed,
}

/// The options that a shell starts with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Options {
    /// Its own.
    Default,
    /// Perhaps others, as after the start files of a user.
    Unknown,
}

/// What may run the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Host<'h> {
    /// How the text gets to the shell.
    pub entry: Entry,
    /// What its user may have set.
    pub options: Options,
    /// The value of `$HOME`, if it is known.
    pub home: Option<&'h str>,
    /// The value of `$PWD` where the text starts, if it is known.
    pub directory: Option<&'h str>,
}

impl Host<'_> {
    /// A shell with its own options that is started for this text, in a directory that is not known.
    #[must_use]
    pub const fn script() -> Self {
        Self { entry: Entry::Script, options: Options::Default, home: None, directory: None }
    }
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
    let text = bytes::checked(text, host.entry)?;
    let mut reader = Reader::new(text, host);
    reader.list()?;
    if reader.at < text.len() {
        return reader.fails(reader.at, Obstacle::Unexpected);
    }
    Ok(Plain { text: Cow::Borrowed(text), commands: reader.commands, places: reader.places })
}

/// How far the text is read, and what is known there.
struct Reader<'t, 'h> {
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
    host: &'h Host<'h>,
    commands: Vec<Command<'t>>,
    places: Vec<Place<'t>>,
    /// Where the next command runs, and what it reads from.
    place: PlaceId,
    input: Input,
    variables: Variables<'t>,
    exported: Vec<Assignment<'t>>,
    chain: Chain,
    /// Where the text goes on behind the here-document of this line.
    resume: Option<usize>,
    /// A quoted line break stands on this line.
    broken: bool,
    depth: usize,
    /// Loops around, of which those that are read only once for all turns, up to the next subshell; and loops around at all.
    repeats: usize,
    loops: usize,
    /// How often a `cd` or a variable has changed what later commands of the same shell see.
    changes: usize,
    /// What was read or copied again, in bytes: turns of loops, values of variables.
    repeated: usize,
    /// `$(cat <<…)` so far.
    messages: usize,
    /// The command is `echo`.
    echoes: bool,
}

impl<'t, 'h> Reader<'t, 'h> {
    fn new(text: &'t str, host: &'h Host<'h>) -> Self {
        Self {
            text,
            bytes: text.as_bytes(),
            at: 0,
            host,
            commands: Vec::new(),
            places: vec![Place::Start],
            place: PlaceId(0),
            input: Input::Inherited,
            variables: Variables::default(),
            exported: Vec::new(),
            chain: Chain::default(),
            resume: None,
            broken: false,
            depth: 0,
            repeats: 0,
            loops: 0,
            changes: 0,
            repeated: 0,
            messages: 0,
            echoes: false,
        }
    }

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

    /// The unread text begins with this.
    fn sees(&self, what: &str) -> bool {
        self.bytes.get(self.at..).is_some_and(|rest| rest.starts_with(what.as_bytes()))
    }

    /// Not plain, from `start` up to the character that stands next.
    fn fails<T>(&self, start: usize, reason: Obstacle) -> Result<T, NotPlain> {
        let width = self.text.get(self.at..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
        Err(NotPlain { span: Span::new(start, self.at.saturating_add(width).max(start)), reason })
    }

    /// So many bytes are read or copied again.
    fn repeat(&mut self, start: usize, bytes: usize) -> Result<(), NotPlain> {
        self.repeated = self.repeated.saturating_add(bytes);
        if self.repeated > REPEATED { self.fails(start, Obstacle::TooMuch) } else { Ok(()) }
    }

    fn push(&mut self, command: Command<'t>) -> Result<(), NotPlain> {
        if self.commands.len() >= COMMANDS {
            return Err(NotPlain { span: command.span, reason: Obstacle::TooMuch });
        }
        self.commands.push(command);
        Ok(())
    }

    fn enter(&mut self, place: Place<'t>) -> PlaceId {
        self.places.push(place);
        PlaceId(self.places.len() - 1)
    }
}
