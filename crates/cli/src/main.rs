//! The `byleave` command.

mod arguments;
mod check;
mod demo;
mod escape;
mod failure;
mod generate;
mod input;
mod parse;
mod style;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;

use crate::arguments::{Arguments, Task};
use crate::failure::Failure;

fn main() -> ExitCode {
    match run(Arguments::parse()) {
        Ok(code) => code,
        Err(failure) => failure.report(),
    }
}

fn run(arguments: Arguments) -> Result<ExitCode, Failure> {
    if let Task::Check(task) = &arguments.task {
        return check::run(task, arguments.color);
    }
    let stdout = io::stdout().lock();
    match arguments.task {
        Task::Parse(task) if task.json => {
            let bytes = input::read(task.command)?;
            let mut out = io::BufWriter::new(stdout);
            parse::json(&mut out, &byleave_shell::read(&bytes))?;
            out.flush()?;
        }
        Task::Parse(task) => {
            let bytes = input::read(task.command)?;
            let mut out = style::stream(stdout, arguments.color);
            parse::tree(&mut *out, &byleave_shell::read(&bytes), &bytes, style::width())?;
            out.flush()?;
        }
        Task::Check(_) => {}
        Task::Demo => {
            let mut out = style::stream(stdout, arguments.color);
            demo::show(&mut *out, style::width())?;
            out.flush()?;
        }
        Task::Completions { shell } => generate::completions(stdout, shell)?,
        Task::Man { command } => generate::man(stdout, command.as_deref())?,
    }
    Ok(ExitCode::SUCCESS)
}
