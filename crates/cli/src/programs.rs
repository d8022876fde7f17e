//! `byleave programs`: shows, checks and adds rows about programs.

use std::fs;
use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use byleave_gate::files;
use byleave_policy::programs::{self, TaughtFile};
use clap::Subcommand;

use crate::escape;
use crate::failure::Failure;
use crate::policy::{self, arguments::Named};
use crate::style::{self, Colour};

pub const ADD_EXAMPLES: &str = "\
Example of rows:
  deploy            send
    -e= --region=
    status          fetch
    --prune         delete

The rows are checked, shown, and after your yes added to ~/.config/byleave/programs.txt.";

/// What to do with tables of programs.
#[derive(Debug, Subcommand)]
pub enum ProgramsTask {
    /// Print the row of a program, and which file it is from
    Show {
        /// The program, then sub-commands
        #[arg(required = true, value_name = "NAME")]
        names: Vec<String>,

        #[command(flatten)]
        named: Named,
    },
    /// Read tables and show what is wrong or odd in them
    Lint {
        /// The tables
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
    /// Teach byleave programs: add rows to your own table
    #[command(after_help = ADD_EXAMPLES)]
    Add {
        /// The file of rows to add
        file: PathBuf,
    },
}

/// Runs a command on tables. The exit code is 1 if a program has no row or something is odd, 2 if a table is broken.
pub fn run(task: &ProgramsTask, colour: Colour) -> Result<ExitCode, Failure> {
    let mut out = style::stream(io::stdout().lock(), colour);
    let fine = match task {
        ProgramsTask::Show { names, named } => show(&mut *out, names, named.config.as_deref())?,
        ProgramsTask::Lint { files } => lint(&mut *out, files)?,
        ProgramsTask::Add { file } => {
            add(&mut *out, file)?;
            true
        }
    };
    out.flush()?;
    Ok(if fine { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn show(out: &mut dyn Write, names: &[String], config: Option<&Path>) -> Result<bool, Failure> {
    let loaded = policy::load(&policy::project_of(&policy::here()), config)?;
    policy::warn(&loaded)?;
    let taught = loaded.policy.programs;
    let Some((program, subs)) = names.split_first() else { return Ok(false) };
    let Some(mut row) = taught.find(program) else {
        writeln!(out, "{} has no row: byleave asks about every command of it", escape::shown(program))?;
        return Ok(false);
    };
    for name in subs {
        let Some(sub) = row.sub_command(name) else {
            writeln!(out, "`{}` has no sub-command `{}` that is known", row.name(), escape::shown(name))?;
            return Ok(false);
        };
        row = sub;
    }
    let own = taught.rows().is_some_and(|mut rows| rows.any(|one| one.names().contains(program)));
    writeln!(out, "# {}", if own { "taught by a table of yours" } else { "built in" })?;
    lines(out, &row.to_table())?;
    Ok(true)
}

fn lint(out: &mut dyn Write, paths: &[PathBuf]) -> Result<bool, Failure> {
    let mut odd = 0_usize;
    for path in paths {
        let file = files::read_file(path)?;
        let name = path.to_string_lossy();
        let names = file.programs.names();
        for program in names.iter().filter(|name| programs::find(name).is_some()) {
            odd = odd.saturating_add(1);
            writeln!(
                out,
                "{}: `{}` replaces the built-in row; compare `byleave programs show {}`",
                escape::shown(&name),
                escape::shown(program),
                escape::shown(program)
            )?;
        }
        writeln!(out, "{}: {} programs", escape::shown(&name), names.len())?;
    }
    Ok(odd == 0)
}

fn add(out: &mut dyn Write, file: &Path) -> Result<(), Failure> {
    policy::at_terminal("byleave programs add", "name the table under `programs` in a policy instead")?;
    let failed = |path: &Path, error: &io::Error| Failure::Usage(format!("{}: {error}", path.to_string_lossy()));
    let bytes = files::content(file).map_err(|error| failed(file, &error))?;
    let rows = String::from_utf8_lossy(&bytes);
    checked(&file.to_string_lossy(), &rows)?;
    let own = files::config_directory();
    let own = own.ok_or_else(|| Failure::Usage("there is no home directory to keep it in".to_owned()))?;
    let path = own.join("programs.txt");
    let before = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(failed(&path, &error)),
    };
    let gap = if before.is_empty() || before.ends_with("\n\n") { "" } else { "\n" };
    let all = format!("{before}{gap}{}\n", rows.trim_matches('\n'));
    let table = checked(&path.to_string_lossy(), &all)?;
    let name = path.to_string_lossy();
    let name = escape::shown(&name);
    lines(out, rows.trim_matches('\n'))?;
    write!(out, "Add these rows to {name}? [y/N] ")?;
    out.flush()?;
    let mut answer = String::new();
    io::stdin().lock().read_line(&mut answer).map_err(Failure::Input)?;
    if !matches!(answer.trim(), "y" | "Y" | "yes") {
        return Err(Failure::Usage(format!("{name} stays as it is")));
    }
    let written = path.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::write(&path, &all));
    written.map_err(|error| failed(&path, &error))?;
    writeln!(out, "{name} now teaches {} programs", table.names().len())?;
    Ok(())
}

/// Text of several lines, with invisible characters made visible.
fn lines(out: &mut dyn Write, text: &str) -> io::Result<()> {
    text.lines().try_for_each(|line| writeln!(out, "{}", escape::shown(line)))
}

fn checked(name: &str, text: &str) -> Result<TaughtFile, Failure> {
    let read = byleave_config::read_programs(name, text);
    let broken = |problems| files::LoadError::Broken { problems, text: text.to_owned() };
    Ok(read.map_err(broken)?.programs)
}
