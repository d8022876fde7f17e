//! The user's files lie where the variables of the XDG base directories say, and are guarded there.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test may fail")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const DENIES: &str = "permissions:\n  \"Bash(make *)\": { allowed: false }\n";

fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("xdg-{name}"));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(path.join("home")).unwrap();
    fs::create_dir_all(path.join("app/.git")).unwrap();
    path
}

fn byleave(folder: &Path, variables: &[(&str, &str)], arguments: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_byleave"));
    command.args(arguments).current_dir(folder.join("app")).env("HOME", folder.join("home"));
    for name in ["XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME"] {
        command.env_remove(name);
    }
    let output = command.envs(variables.iter().copied()).output().unwrap();
    (
        output.status.code(),
        format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr)),
    )
}

fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// The verdict on a command.
fn verdict(folder: &Path, variables: &[(&str, &str)], command: &str) -> &'static str {
    let (_, told) = byleave(folder, variables, &["check", &format!("{command} ")]);
    ["deny", "ask", "allow"].into_iter().find(|one| told.contains(one)).unwrap_or_else(|| panic!("{told}"))
}

#[test]
fn the_policy_is_read_where_the_variable_says_if_that_is_an_absolute_path() {
    let folder = folder("policy");
    let moved = folder.join("config").display().to_string();
    write(&folder.join("config/byleave/policy.yaml"), DENIES);
    assert_eq!(verdict(&folder, &[("XDG_CONFIG_HOME", &moved)], "make deploy"), "deny");
    for ignored in ["", "../config", "config"] {
        assert_eq!(verdict(&folder, &[("XDG_CONFIG_HOME", ignored)], "make deploy"), "ask", "{ignored:?}");
    }
}

#[test]
fn a_policy_from_before_the_variable_is_not_lost() {
    let folder = folder("before");
    let moved = folder.join("config").display().to_string();
    write(&folder.join("home/.config/byleave/policy.yaml"), DENIES);
    assert_eq!(verdict(&folder, &[("XDG_CONFIG_HOME", &moved)], "make deploy"), "deny");
    // What lies where the variable says comes first.
    write(&folder.join("config/byleave/policy.yaml"), "permissions: {}\n");
    assert_eq!(verdict(&folder, &[("XDG_CONFIG_HOME", &moved)], "make deploy"), "ask");
}

#[test]
fn the_record_lies_where_the_variable_says() {
    let folder = folder("state");
    let moved = folder.join("state").display().to_string();
    let there = folder.join("state/byleave/record.db");
    let usual = folder.join("home/.local/state/byleave/record.db");
    assert_eq!(byleave(&folder, &[("XDG_STATE_HOME", &moved)], &["run", "--", "pwd"]).0, Some(0));
    assert!(there.exists() && !usual.exists());
    fs::remove_dir_all(folder.join("state")).unwrap();
    assert_eq!(byleave(&folder, &[("XDG_STATE_HOME", "state")], &["run", "--", "pwd"]).0, Some(0));
    assert!(usual.exists());
    // One from before stays in use.
    assert_eq!(byleave(&folder, &[("XDG_STATE_HOME", &moved)], &["run", "--", "pwd"]).0, Some(0));
    assert!(!there.exists());
}

#[test]
fn an_agent_writes_nothing_where_a_variable_moved_byleaves_files() {
    let folder = folder("guard");
    let at = |name: &str| folder.join(name).display().to_string();
    let (config, state, data) = (at("app/config"), at("state"), at("data"));
    let variables =
        [("XDG_CONFIG_HOME", config.as_str()), ("XDG_STATE_HOME", state.as_str()), ("XDG_DATA_HOME", data.as_str())];
    write(&folder.join("home/.config/byleave/policy.yaml"), "mode: yolo\nceiling: yolo\n");
    write(&folder.join("config/byleave/policy.yaml"), "mode: yolo\nceiling: yolo\n");
    for place in [&config, &state, &data] {
        for command in [
            format!("echo x > {place}/byleave/policy.yaml"),
            format!("mkdir -p {place}/byleave && cp a {place}/byleave/record.db"),
            format!("rm -rf {place}/byleave"),
        ] {
            assert_eq!(verdict(&folder, &variables, &command), "deny", "{command}");
        }
    }
    assert_eq!(verdict(&folder, &variables, &format!("echo x > {config}/other/policy.yaml")), "allow");
    // The usual places stay guarded.
    for usual in [".config", ".local/state", ".local/share"] {
        assert_eq!(verdict(&folder, &variables, &format!("echo x > ~/{usual}/byleave/x")), "deny", "{usual}");
    }
}

#[test]
fn one_directory_may_serve_all_three_variables() {
    let folder = folder("same");
    let same = folder.join("same").display().to_string();
    let variables = ["XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME"].map(|name| (name, same.as_str()));
    assert_eq!(verdict(&folder, &variables, "pwd"), "allow");
    assert_eq!(verdict(&folder, &variables, &format!("echo x > {same}/byleave/policy.yaml")), "deny");
}
