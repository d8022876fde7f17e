//! Colours, and the width of the screen.
//!
//! All output contains styles; [`stream`] removes them where they are not wanted. So one place decides, and no printing
//! code can forget it.

use std::env;
use std::io::{BufWriter, IsTerminal, StdoutLock, Write};

use anstream::AutoStream;
use anstyle::{AnsiColor, Style};
use clap::ValueEnum;

/// The program that is run.
pub const NAME: Style = Style::new().bold();
/// What joins two commands.
pub const JOIN: Style = AnsiColor::Cyan.on_default().bold();
/// Explanations, and everything else that is not part of the text itself.
pub const LABEL: Style = Style::new().dimmed();
/// Words that may change at run time.
pub const CHANGING: Style = AnsiColor::Yellow.on_default();
/// Unreadable parts, and hidden characters.
pub const DANGER: Style = AnsiColor::Red.on_default().bold();
/// Headings.
pub const HEADING: Style = AnsiColor::Green.on_default().bold();

/// The width if nothing says how wide the screen is.
const USUAL_WIDTH: usize = 100;
/// On a narrower screen nothing would be readable.
const LEAST_WIDTH: usize = 30;

/// When to use colour. The values have no help texts: they would lengthen every help page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Colour {
    #[default]
    Auto,
    Always,
    Never,
}

/// What the environment says about colour.
#[derive(Clone, Copy, Debug)]
struct Surroundings {
    no_color: bool,
    forced: bool,
    /// Whether it is a terminal with colours.
    terminal: bool,
}

impl Surroundings {
    fn of(stdout: &StdoutLock<'_>) -> Self {
        let set = |name| env::var_os(name).is_some_and(|value| !value.is_empty());
        Self {
            no_color: set("NO_COLOR"),
            forced: env::var_os("CLICOLOR_FORCE").is_some_and(|value| !value.is_empty() && value != "0"),
            terminal: stdout.is_terminal() && env::var_os("TERM").is_none_or(|value| value != "dumb"),
        }
    }
}

/// Standard output, with or without colour, buffered.
pub fn stream(stdout: StdoutLock<'static>, colour: Colour) -> Box<dyn Write> {
    if wanted(colour, Surroundings::of(&stdout)) {
        Box::new(BufWriter::new(AutoStream::always(stdout)))
    } else {
        // Removing styles makes many small writes, so the buffer comes after it.
        Box::new(AutoStream::never(Box::new(BufWriter::new(stdout)) as Box<dyn Write>))
    }
}

/// Whether to use colour on the terminal itself, wherever standard output goes.
pub fn is_wanted_on_terminal(colour: Colour) -> bool {
    let no_color = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    wanted(colour, Surroundings { no_color, forced: false, terminal: true })
}

/// The option decides; then `NO_COLOR`, because it is set on purpose; then `CLICOLOR_FORCE`.
const fn wanted(colour: Colour, found: Surroundings) -> bool {
    match colour {
        Colour::Always => true,
        Colour::Never => false,
        Colour::Auto => !found.no_color && (found.forced || found.terminal),
    }
}

/// The columns: `COLUMNS` if set, else those of the terminal, else a default.
pub fn width() -> usize {
    let given = env::var("COLUMNS").ok().and_then(|value| value.trim().parse().ok());
    let terminal = || terminal_size::terminal_size().map(|(columns, _)| usize::from(columns.0));
    given.or_else(terminal).unwrap_or(USUAL_WIDTH).max(LEAST_WIDTH)
}

#[cfg(test)]
mod tests {
    use super::{Colour, Surroundings, wanted};

    const PLAIN: Surroundings = Surroundings { no_color: false, forced: false, terminal: false };

    #[test]
    fn colour_only_on_a_terminal_unless_told_otherwise() {
        let terminal = Surroundings { terminal: true, ..PLAIN };
        let cases = [
            (Colour::Auto, PLAIN, false),
            (Colour::Auto, terminal, true),
            (Colour::Auto, Surroundings { no_color: true, ..terminal }, false),
            (Colour::Auto, Surroundings { forced: true, ..PLAIN }, true),
            (Colour::Auto, Surroundings { forced: true, no_color: true, ..terminal }, false),
            (Colour::Always, Surroundings { no_color: true, ..PLAIN }, true),
            (Colour::Never, Surroundings { forced: true, ..terminal }, false),
        ];
        for (colour, found, expected) in cases {
            assert_eq!(wanted(colour, found), expected, "{colour:?} {found:?}");
        }
    }
}
