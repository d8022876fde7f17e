//! What agents run all day: which commands the default policy allows by itself, and which leave the project.
//!
//! `cases/policy/everyday.txt`: claim, verdict, command. `cases/policy/outside.txt`: claim, `outside` or `inside`, the
//! directory the call starts in or `-` for the project, command.

mod support {
    pub mod rows;
}

use byleave_policy::paths::Lexical;
use byleave_policy::{CallFacts, Decision, Policy, decide};
use support::rows::{Row, rows};

const PROJECT: &str = "/home/dev/project";

fn judged(command: &str, cwd: &str) -> Decision {
    let call = CallFacts { cwd: cwd.to_owned(), ..CallFacts::bash(command, PROJECT, "/home/dev") };
    decide(&call, &Policy::default(), &Lexical)
}

/// Fails with every line that does not hold.
fn settle(table: &str, least: usize, check: impl Fn(&Row) -> Result<(), String>) {
    let rows = rows(table);
    let failures: Vec<String> = rows
        .iter()
        .filter_map(|row| {
            let complaint = check(row).err()?;
            Some(format!("{}: {}: {complaint}", row.place(table), row.field(0)))
        })
        .collect();
    assert!(failures.is_empty(), "{table}: {} of {} cases fail\n{}", failures.len(), rows.len(), failures.join("\n"));
    assert!(rows.len() >= least, "only {} cases: some got lost", rows.len());
}

#[test]
fn everyday_commands_are_allowed_if_they_only_read() {
    settle("everyday.txt", 300, |row| {
        let (wanted, command) = (row.field(1), row.field(2));
        let decision = judged(command, PROJECT);
        // Where a person is to be asked, a refusal is as good.
        let holds = match wanted {
            "allow" => decision.verdict.name() == "allow",
            "ask" => decision.verdict.name() != "allow",
            _ => return Err(format!("`{wanted}` is no verdict")),
        };
        if holds { Ok(()) } else { Err(format!("`{command}` wants {wanted}: {}", decision.reason)) }
    });
}

#[test]
fn paths_outside_the_project_are_seen() {
    settle("outside.txt", 300, |row| {
        let outside = match row.field(1) {
            "outside" => true,
            "inside" => false,
            other => return Err(format!("`{other}` is no place")),
        };
        let cwd = if row.field(2) == "-" { PROJECT } else { row.field(2) };
        let command = row.field(3);
        let found = judged(command, cwd).outside;
        if found == outside { Ok(()) } else { Err(format!("`{command}` in {cwd} should be {}", row.field(1))) }
    });
}
