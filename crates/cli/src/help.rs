//! What `byleave --help` shows: the commands of every day in groups. `byleave help --all` shows all of them.

use std::fmt::Write as _;
use std::io::{StdoutLock, Write};

use anstyle::Style;
use clap::{Command, CommandFactory, FromArgMatches};

use crate::arguments::Arguments;
use crate::escape;
use crate::failure::Failure;
use crate::style::{self, Colour};

/// Commands that belong together.
struct Group {
    title: &'static str,
    /// Those of every day.
    first: &'static [&'static str],
    /// The others, in the list of all.
    more: &'static [&'static str],
}

/// All commands but those that only keep old names alive. At most twenty come first: nobody holds more in their head.
const GROUPS: [Group; 6] = [
    Group { title: "Start", first: &["init", "doctor", "demo"], more: &["uninstall"] },
    Group { title: "Every day", first: &["log", "why", "allow", "deny", "freeze"], more: &["ask", "thaw"] },
    Group {
        title: "Policy",
        first: &["check", "policy", "trust", "suggest"],
        more: &["unnamed", "replay", "show", "programs"],
    },
    Group { title: "Agents and servers", first: &["run", "mcp", "serve", "hub"], more: &["hook", "acp"] },
    Group { title: "Record", first: &["audit", "stats", "sessions", "grants"], more: &[] },
    Group { title: "More", first: &[], more: &["parse", "prompt", "sim", "bench", "completions", "man", "help"] },
];

const AFTER: &str = "\
byleave help --all     every command
byleave help COMMAND   more about one, with examples";

/// Columns of the name of a command.
const NAME: usize = 13;

/// The command line, with its help in groups.
pub fn command() -> Command {
    let command = Arguments::command();
    let template = template(&command, false);
    command.help_template(template)
}

/// The arguments of this process. Ends it where they are wrong, or only help is asked for.
pub fn parsed() -> Arguments {
    let matches = command().get_matches();
    Arguments::from_arg_matches(&matches).unwrap_or_else(|error| error.exit())
}

/// The help, as a template of clap's.
fn template(command: &Command, all: bool) -> String {
    let heading = Style::new().bold().underline();
    let name = Style::new().bold();
    let mut text = String::from("{about-with-newline}\n{usage-heading} {usage}\n");
    for group in &GROUPS {
        let more = if all { group.more } else { &[] };
        let names: Vec<&str> = group.first.iter().chain(more).copied().collect();
        if names.is_empty() {
            continue;
        }
        // Writing into a string cannot fail.
        let _ = writeln!(text, "\n{heading}{}{heading:#}", group.title);
        for one in names {
            let about = command.find_subcommand(one).and_then(Command::get_about).map(ToString::to_string);
            let _ = writeln!(text, "  {name}{one:<NAME$}{name:#}{}", about.unwrap_or_default());
        }
    }
    let _ = writeln!(text, "\n{heading}Options{heading:#}\n{{options}}\n");
    text.push_str(if all { "{after-help}" } else { AFTER });
    text
}

/// Shows every command, or what one of them does.
pub fn show(stdout: StdoutLock<'static>, words: &[String], all: bool, colour: Colour) -> Result<(), Failure> {
    let mut found = command();
    if all {
        let template = template(&found, true);
        found = found.help_template(template);
    }
    found.build();
    for word in words {
        let Some(next) = found.find_subcommand(word) else {
            let known = found.get_subcommands().filter(|one| !one.is_hide_set()).map(Command::get_name);
            let known = known.collect::<Vec<_>>().join(", ");
            return Err(Failure::UnknownCommand { given: escape::shown(word).into_owned(), known });
        };
        found = next.clone();
    }
    let mut out = style::stream(stdout, colour);
    write!(out, "{}", found.render_long_help().ansi())?;
    Ok(out.flush()?)
}

#[cfg(test)]
mod tests {
    use super::{GROUPS, command};

    #[test]
    fn every_command_stands_in_one_group_and_twenty_come_first() {
        let mut grouped: Vec<&str> =
            GROUPS.iter().flat_map(|group| group.first.iter().chain(group.more)).copied().collect();
        let mut command = command();
        command.build();
        let mut known: Vec<&str> =
            command.get_subcommands().filter(|one| !one.is_hide_set()).map(clap::Command::get_name).collect();
        grouped.sort_unstable();
        known.sort_unstable();
        assert_eq!(grouped, known);
        assert!(GROUPS.iter().map(|group| group.first.len()).sum::<usize>() <= 20);
        for one in command.get_subcommands() {
            let about = one.get_about().map(ToString::to_string).unwrap_or_default();
            assert!(about.chars().count() <= 84, "{}: a line each: {about}", one.get_name());
        }
    }
}
