//! Shell completions and manual pages, generated from the command line definition.

use std::io::Write;

use clap::CommandFactory;
use clap_complete::Shell;
use clap_mangen::Man;

use crate::arguments::Arguments;
use crate::failure::Failure;

/// Writes the completions for one shell.
pub fn completions(mut out: impl Write, shell: Shell) -> Result<(), Failure> {
    // The generator panics if it cannot write, so it gets a buffer.
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "byleave", &mut text);
    out.write_all(&text)?;
    Ok(out.flush()?)
}

/// Writes a manual page in roff: of the whole, or of one command.
pub fn man(mut out: impl Write, command: Option<&str>) -> Result<(), Failure> {
    let mut all = Arguments::command();
    all.build();
    let page = match command {
        None => all,
        Some(given) => match all.find_subcommand(given) {
            Some(found) => found.clone(),
            None => return Err(unknown(given, &all)),
        },
    };
    Man::new(page).render(&mut out)?;
    Ok(out.flush()?)
}

fn unknown(given: &str, all: &clap::Command) -> Failure {
    let known: Vec<_> = all.get_subcommands().map(clap::Command::get_name).filter(|name| *name != "help").collect();
    Failure::UnknownCommand { given: crate::escape::shown(given).into_owned(), known: known.join(", ") }
}
