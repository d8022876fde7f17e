//! Asks the person at the terminal: may this call run?
//!
//! ```no_run
//! use byleave_terminal::{Options, Question, Reply, Subject, Terminal};
//!
//! let question = Question {
//!     tool: "bash".to_owned(),
//!     subject: Subject::Command("git push".to_owned()),
//!     ..Question::default()
//! };
//! match Terminal::new(Options::default()).ask(&question, None)? {
//!     Reply::Once => println!("it may run"),
//!     reply => println!("it may not: {}", reply.reason().unwrap_or("denied")),
//! }
//! # Ok::<(), byleave_terminal::Error>(())
//! ```
//!
//! There are three styles: [`Style::Byleave`] is Ollama's box with the risk, what matters about the call and
//! what "always" would cover; [`Style::Ollama`] is Ollama's box to the byte; [`Style::Plain`] is OriCore's
//! `Approve NAME? (y/n)`. If the terminal cannot show a box, byleave asks line by line.
//!
//! All styles follow these rules:
//!
//! * byleave spells out hidden and control characters, so nothing in a call can control the terminal, and two different
//!   calls never look alike ([`spelling`], [`wrap`]).
//! * byleave shows the whole call. A call longer than the screen has pages, and no key approves before the last page
//!   was on the screen.
//! * A key counts only if it was pressed after the box appeared, and approves only a moment later.
//! * Every failure is a denial, and the terminal is restored after each of them.

#[cfg(unix)]
mod ask;
#[cfg(not(unix))]
mod ask_by_line;
mod body;
mod border;
mod change;
mod channel;
mod closer;
#[cfg(unix)]
mod device;
mod diff;
pub mod escape;
mod frame;
mod keys;
mod lines;
mod lookalike;
pub mod ollama;
mod options;
mod paint;
mod put;
mod question;
mod screen;
#[cfg(unix)]
mod signals;
pub mod spelling;
mod state;
pub mod wrap;

#[cfg(not(unix))]
pub use ask_by_line::restore;
pub use byleave_gate::Risk;
pub use channel::TerminalChannel;
pub use closer::Closer;
#[cfg(unix)]
pub use device::restore;
pub use diff::{Change, Diff, DiffLine, Hunk};
pub use frame::{Frame, Size, fits, frame};
pub use keys::{Decoder, Key};
pub use lines::{numbered, plain};
pub use options::{Error, Options, Process, Terminal, Without};
pub use paint::{Colour, Line, Paint, Span, bytes};
pub use put::{question, style_of};
pub use question::{Choice, Part, Question, Reply, Scope, Style, Subject};
pub use screen::Screen;
pub use state::{Note, Pages, Pick, State, Step};
