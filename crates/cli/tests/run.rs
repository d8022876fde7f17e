//! `byleave run` and `byleave demo`, without a terminal.
#![expect(clippy::unwrap_used, reason = "a test may fail")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("run-{name}"));
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

fn byleave(directory: &Path, arguments: &[&str]) -> Output {
    // A session of its own has no terminal, so nobody at the desk is asked.
    Command::new("setsid")
        .arg("-w")
        .arg(env!("CARGO_BIN_EXE_byleave"))
        .args(arguments)
        .current_dir(directory)
        .env("HOME", directory)
        .env("COLUMNS", "80")
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

#[test]
fn what_is_allowed_runs_with_its_own_exit_code_and_the_rest_is_126() {
    let folder = folder("codes");
    std::fs::write(folder.join("a b"), "hello\n").unwrap();
    let policy = "permissions:\n  \"Bash(false)\": { allowed: true }\n  \"Bash(sh -c 'exit 7')\": { allowed: true }\n  \"Bash(git push *)\": { allowed: false, reason: people push }\n";
    std::fs::write(folder.join("policy.yaml"), policy).unwrap();
    for (command, code, out) in [
        (&["echo", "hi"][..], 0, "hi\n"),
        (&["cat", "a b"], 0, "hello\n"),
        (&["cat 'a b' | wc -l"], 0, "1\n"),
        (&["false"], 1, ""),
        (&["cat", "not-there"], 1, ""),
        (&["touch", "x"], 126, ""),
        (&["git", "push", "origin"], 126, ""),
        (&["byleave", "trust"], 126, ""),
    ] {
        let output = byleave(&folder, &[&["run", "-c", "policy.yaml", "--"], command].concat());
        assert_eq!(output.status.code(), Some(code), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(String::from_utf8_lossy(&output.stdout), out, "{command:?}");
    }
    assert!(!folder.join("x").exists());
}

#[test]
fn a_command_runs_in_the_shell_it_was_judged_for() {
    let folder = folder("shells");
    for (shell, command, code, out) in [
        ("bash", "echo 'a b' | head -c 2", 0, Some("a ")),
        ("sh", "echo hi", 0, Some("hi\n")),
        ("sh", "ls &>/dev/null touch x", 126, None),
        ("bash", "ls &>/dev/null touch x", 126, None),
        ("nu", "ls", 2, None),
    ] {
        let output = byleave(&folder, &["run", "--shell", shell, command]);
        assert_eq!(output.status.code(), Some(code), "{shell} {command}: {}", String::from_utf8_lossy(&output.stderr));
        if let Some(out) = out {
            assert_eq!(String::from_utf8_lossy(&output.stdout), out, "{shell} {command}");
        }
    }
    assert!(!folder.join("x").exists());
}

#[test]
fn a_refusal_says_why_and_what_would_allow_it() {
    let folder = folder("why");
    let output = byleave(&folder, &["run", "touch", "x"]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("not run:"), "{said}");
    assert!(said.contains("to allow it without a question: byleave allow 'touch x'"), "{said}");
}

#[test]
fn what_cannot_be_recorded_does_not_run() {
    let folder = folder("unrecorded");
    // The state directory cannot be made where a file is in its way.
    std::fs::write(folder.join(".local"), "").unwrap();
    let output = byleave(&folder, &["run", "echo", "hi"]);
    assert_eq!(output.status.code(), Some(2), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stdout.is_empty());
}

#[test]
fn the_demo_runs_through_without_a_terminal() {
    let folder = folder("demo");
    let output = byleave(&folder, &["demo"]);
    // Where a line is longer than the terminal is wide, the terminal breaks it, in the middle of a word.
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        assert!(line.chars().count() <= 80, "{line}");
    }
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    for part in [
        "There is no terminal to ask at",
        "✗ denied people push",
        "byleave's policy",
        "no approval channel available",
        "✓ The record is intact: 12 rows",
    ] {
        assert!(told.contains(part), "{part}: {told}");
    }
    assert_eq!(told.matches("✓ runs").count(), 9, "{told}");
}

#[test]
fn nothing_in_the_surroundings_runs_or_changes_what_was_judged() {
    let folder = folder("surroundings");
    std::fs::create_dir_all(folder.join("other/sub")).unwrap();
    std::fs::create_dir_all(folder.join("sub")).unwrap();
    std::fs::write(folder.join("start"), "touch started\necho started\n").unwrap();
    std::fs::write(folder.join(".bashrc"), "touch started\n").unwrap();
    std::fs::write(folder.join(".hidden"), "").unwrap();
    let start = folder.join("start").to_string_lossy().into_owned();
    let other = folder.join("other").to_string_lossy().into_owned();
    let policy = "permissions:\n  \"Bash(cd sub && pwd)\": { allowed: true }\n  \"Bash(ls -d *)\": { allowed: true }\n  \"Bash(echo hi)\": { allowed: true }\n  \"Bash(cat a)\": { allowed: true }\n";
    std::fs::write(folder.join("policy.yaml"), policy).unwrap();
    let here = std::fs::canonicalize(folder.join("sub")).unwrap().to_string_lossy().into_owned() + "\n";
    for (shell, name, value, command, out) in [
        ("bash", "BASH_ENV", start.as_str(), "echo hi", "hi\n"),
        ("bash", "ENV", &start, "echo hi", "hi\n"),
        ("sh", "ENV", &start, "echo hi", "hi\n"),
        ("bash", "BASH_FUNC_cat%%", "() { touch started; }", "cat a", "a\n"),
        ("bash", "BASH_FUNC_echo%%", "() { touch started; }", "echo hi", "hi\n"),
        ("bash", "CDPATH", &other, "cd sub && pwd", &here),
        ("bash", "GLOBIGNORE", "nothing", "ls -d *", "a\nother\npolicy.yaml\nstart\nsub\n"),
    ] {
        std::fs::write(folder.join("a"), "a\n").unwrap();
        let output = Command::new("setsid")
            .args(["-w", env!("CARGO_BIN_EXE_byleave"), "run", "-c", "policy.yaml", "--shell", shell, "--", command])
            .current_dir(&folder)
            .env("HOME", &folder)
            .env(name, value)
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stdout);
        assert_eq!(said, out, "{name}: {}", String::from_utf8_lossy(&output.stderr));
        assert!(!folder.join("started").exists(), "{name}");
    }
    // And bash traces nothing, which would expand `PS4`.
    let output = Command::new("setsid")
        .args(["-w", env!("CARGO_BIN_EXE_byleave"), "run", "-c", "policy.yaml", "--", "echo hi"])
        .current_dir(&folder)
        .env("HOME", &folder)
        .envs([("SHELLOPTS", "xtrace"), ("PS4", "$(touch started)")])
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert_eq!((output.stdout.as_slice(), output.stderr.as_slice()), (&b"hi\n"[..], &b""[..]));
    assert!(!folder.join("started").exists());
}
