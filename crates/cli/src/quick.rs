//! The ways that programs take, without the whole command line: building the parser of all commands takes longer than
//! judging a call.

use std::ffi::OsString;

use clap::Parser;

use crate::arguments::CheckTask;
use crate::style::Colour;

/// What is asked for.
#[derive(Debug)]
pub enum Quick {
    /// `byleave --version`.
    Version,
    /// `byleave check`.
    Check(Box<Check>),
}

/// `byleave check` by itself, with the same arguments as among all commands.
#[derive(Debug, Parser)]
pub struct Check {
    #[arg(long, value_enum, default_value_t)]
    pub color: Colour,

    #[command(flatten)]
    pub task: CheckTask,
}

/// What a command line asks for, if it is one of these and right: the parser of all commands knows what to say otherwise.
pub fn asked(mut words: impl Iterator<Item = OsString>) -> Option<Quick> {
    let words: Vec<OsString> = words.by_ref().skip(1).collect();
    match words.first()?.to_str()? {
        "--version" | "-V" if words.len() == 1 => Some(Quick::Version),
        "check" => Check::try_parse_from(words).ok().map(|check| Quick::Check(Box::new(check))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{Quick, asked};
    use crate::arguments::{Arguments, Task};
    use clap::Parser;

    /// Both readings of a command line, in words.
    fn both(line: &str) -> (Option<String>, Option<String>) {
        let words: Vec<String> = line.split(' ').map(|word| word.replace('_', " ")).collect();
        let short = match asked(words.iter().map(Into::into)) {
            Some(Quick::Check(check)) => Some(format!("{:?} {:?}", check.color, check.task)),
            Some(Quick::Version) => Some("version".to_owned()),
            None => None,
        };
        let whole = match Arguments::try_parse_from(&words) {
            Ok(Arguments { color, task: Task::Check(task) }) => Some(format!("{color:?} {task:?}")),
            Err(error) if error.kind() == clap::error::ErrorKind::DisplayVersion => Some("version".to_owned()),
            Ok(_) | Err(_) => None,
        };
        (short, whole)
    }

    #[test]
    fn the_short_way_reads_a_command_line_as_the_whole_one_does() {
        let lines = [
            "byleave --version",
            "byleave -V",
            "byleave check bash {}",
            "byleave check git_status",
            "byleave check bash",
            "byleave check bash {\"command\":\"ls_-l\"} --json --explain",
            "byleave check write {} -m autoEdit -p ollama -c policy.yaml",
            "byleave check --color always bash {}",
            "byleave check bash {} --color=never --now 2026-11-15T09:30:00Z",
            "byleave check --cwd /tmp --project /tmp bash {}",
            "byleave check -cx.yaml bash -- {}",
            "byleave check --batch",
        ];
        for line in lines {
            let (short, whole) = both(line);
            assert!(short.is_some(), "`{line}` takes the long way");
            assert_eq!(short, whole, "{line}");
        }
    }

    #[test]
    fn what_is_wrong_or_longer_is_for_the_whole_command_line() {
        let lines = [
            "byleave",
            "byleave check",
            "byleave check --help",
            "byleave check -h",
            "byleave check --batch bash {}",
            "byleave check bash {} --no-such",
            "byleave check bash {} --color purple",
            "byleave --version check",
            "byleave parse ls",
        ];
        for line in lines {
            assert!(asked(line.split(' ').map(Into::into)).is_none(), "{line}");
        }
    }
}
