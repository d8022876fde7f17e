//! `byleave programs`: showing, checking and refusing tables.

#![expect(clippy::expect_used, reason = "a test that cannot prepare its folder fails")]

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// A home and a project of its own.
fn byleave(home: &Path, arguments: &[&str]) -> Output {
    let project = home.join("project");
    fs::create_dir_all(project.join(".git")).expect("a project");
    Command::new(env!("CARGO_BIN_EXE_byleave"))
        .args(arguments)
        .current_dir(&project)
        .env_clear()
        .env("HOME", home)
        .env("PATH", "/usr/bin:/bin")
        .stdin(Stdio::null())
        .output()
        .expect("byleave runs")
}

fn home(name: &str) -> std::path::PathBuf {
    let home = std::env::temp_dir().join(format!("byleave-programs-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&home);
    fs::create_dir_all(home.join(".config/byleave")).expect("a home");
    home
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

const ROWS: &str = "deploy                          send
  proves-with: -v
  -v
  -e=
  -o,--output=                  write output
  status,st                     read
    proves: it asks our own service
    proves-with: --json
    operands: text
    --json
";

#[test]
fn a_table_beside_the_policy_teaches() {
    let home = home("teaches");
    fs::write(home.join(".config/byleave/programs.txt"), ROWS).expect("a table");
    let shown = byleave(&home, &["programs", "show", "deploy"]);
    let said = text(&shown.stdout);
    assert!(shown.status.success() && said.starts_with("# taught by a table of yours\ndeploy "), "{said}");
    assert!(said.contains("-o,--output=                  write output"), "{said}");
    let status = byleave(&home, &["programs", "show", "deploy", "st"]);
    assert!(text(&status.stdout).contains("status,st"), "{}", text(&status.stdout));
    let checked = byleave(&home, &["check", "bash", r#"{"command":"deploy -v status --json"}"#]);
    assert!(text(&checked.stdout).contains("allow"), "{}{}", text(&checked.stdout), text(&checked.stderr));
    let checked = byleave(&home, &["check", "bash", r#"{"command":"deploy status --other"}"#]);
    assert!(text(&checked.stdout).contains("ask"), "{}", text(&checked.stdout));
}

#[test]
fn what_is_shown_can_be_taught_again() {
    let home = home("again");
    for program in ["git", "grep", "tar", "find", "dd", "env", "kubectl", "npm", "java", "less"] {
        let shown = byleave(&home, &["programs", "show", program]);
        let table = home.join("shown.txt");
        fs::write(&table, &shown.stdout).expect("a table");
        let read = byleave(&home, &["programs", "lint", &table.to_string_lossy()]);
        let (said, wrong) = (text(&read.stdout), text(&read.stderr));
        assert!(said.contains("replaces the built-in row"), "{program}: {said}{wrong}");
        fs::write(home.join(".config/byleave/programs.txt"), &shown.stdout).expect("a table");
        let again = byleave(&home, &["programs", "show", program]);
        let rows = |output: &Output| text(&output.stdout).lines().skip(1).map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(rows(&again), rows(&shown), "{program}");
        fs::remove_file(home.join(".config/byleave/programs.txt")).expect("removed");
    }
}

#[test]
fn nothing_starts_on_a_broken_table() {
    let home = home("broken");
    fs::write(home.join(".config/byleave/programs.txt"), "deploy  sned\n").expect("a table");
    for arguments in [&["check", "bash", r#"{"command":"ls"}"#][..], &["programs", "show", "ls"], &["policy", "dump"]] {
        let refused = byleave(&home, arguments);
        let said = text(&refused.stderr);
        assert_eq!(refused.status.code(), Some(2), "{arguments:?}: {said}");
        for part in ["unknown effect `sned`", "programs.txt:1:9", "^^^^", "did you mean `send`?"] {
            assert!(said.contains(part), "{arguments:?}: no {part} in {said}");
        }
    }
}

#[test]
fn only_a_person_adds() {
    let home = home("person");
    fs::write(home.join("rows.txt"), ROWS).expect("rows");
    let refused = byleave(&home, &["programs", "add", "../rows.txt"]);
    assert!(!refused.status.success());
    assert!(text(&refused.stderr).contains("needs a person at a terminal"), "{}", text(&refused.stderr));
    assert!(!home.join(".config/byleave/programs.txt").exists());
}

#[test]
fn a_program_without_a_row_is_said_to_have_none() {
    let home = home("none");
    let shown = byleave(&home, &["programs", "show", "unheard-of"]);
    assert_eq!(shown.status.code(), Some(1));
    assert!(text(&shown.stdout).contains("has no row"), "{}", text(&shown.stdout));
}
