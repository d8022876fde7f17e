//! What `init` would change, as a table, and what the person says to it.

use std::io::{self, BufRead, Write};

use super::{Change, relative, servers, show};
use crate::escape;
use crate::failure::Failure;

/// How a line of the table ends.
pub struct Told {
    /// Whose file it is.
    pub whose: String,
    /// Where it is.
    pub place: String,
    /// What changes.
    pub what: String,
}

/// Prints the table, with numbers by which a line can be left out.
pub fn print(out: &mut dyn Write, lines: &[(Told, bool)]) -> io::Result<()> {
    let width = |of: &dyn Fn(&Told) -> usize| lines.iter().map(|(told, _)| of(told)).max().unwrap_or_default();
    let (whose, place) = (width(&|told| told.whose.chars().count()), width(&|told| told.place.chars().count()));
    for (number, (told, meant)) in (1_usize..).zip(lines) {
        let Told { whose: name, place: file, what } = told;
        let left_out = if *meant { "" } else { " (left out)" };
        let line = format!("{number:>3}  {name:<whose$}  {file:<place$}  {what}{left_out}");
        writeln!(out, "{}", escape::shown(line.trim_end()))?;
    }
    Ok(())
}

/// One line of the table.
pub fn line(change: &Change, home: &std::path::Path, told: &[servers::Told]) -> Told {
    let whose = match change.agent {
        Some(agent) => agent.title().to_owned(),
        None => "policy".to_owned(),
    };
    let hooks = change.after.matches(" hook --agent ").count();
    let servers = told.iter().find(|one| one.path == change.path).map_or(0, |one| one.servers.len());
    let mut what = vec![if change.now.is_some() { "changed" } else { "new" }.to_owned()];
    let counted = |count: usize, one: &str, many: &str| match count {
        0 => None,
        1 => Some(format!("1 {one}")),
        more => Some(format!("{more} {many}")),
    };
    what.extend(counted(hooks, "hook", "hooks"));
    what.extend(counted(servers, "MCP server", "MCP servers"));
    if change.agent.is_none() {
        what.extend(counted(change.after.matches("allowed: ").count(), "rule", "rules"));
    }
    Told { whose, place: relative(&change.path, home), what: what.join(", ") }
}

/// Asks which of the changes are meant, and shows their differences if that is wanted.
pub fn choose(
    out: &mut dyn Write,
    changes: Vec<Change>,
    lines: Vec<Told>,
    told: &[servers::Told],
    yes: bool,
) -> Result<Vec<Change>, Failure> {
    let mut lines: Vec<(Told, bool)> = lines.into_iter().map(|told| (told, true)).collect();
    let agrees = yes
        || loop {
            write!(out, "Write these files? [y]es, [n]o, [d]ifferences, or a number to leave a line out: ")?;
            out.flush()?;
            let mut answer = String::new();
            let read = io::stdin().lock().read_line(&mut answer).map_err(Failure::Input)?;
            match answer.trim() {
                "y" | "Y" | "yes" => break true,
                "d" | "D" | "diff" => {
                    for (change, _) in changes.iter().zip(&lines).filter(|(_, (_, meant))| *meant) {
                        show(out, &change.path, change.now.as_deref(), Some(change.after.as_bytes()))?;
                    }
                }
                number if read > 0 => {
                    let index = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
                    let Some((_, meant)) = index.and_then(|index| lines.get_mut(index)) else { break false };
                    *meant = !*meant;
                    print(out, &lines)?;
                }
                _ => break false,
            }
        };
    // Each file that belongs to the project is a question of its own.
    let is_left = |change: &Change, meant: bool| meant && (agrees || servers::is_shared(&change.path, told));
    let left = changes.into_iter().zip(lines).filter(|(change, (_, meant))| is_left(change, *meant));
    Ok(left.map(|(change, _)| change).collect())
}
