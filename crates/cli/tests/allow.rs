//! `byleave allow`, `deny`, `ask`: a rule in one step, typed at a terminal.
#![cfg(unix)]
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a test that cannot go on has failed"
)]

mod world;

use std::fs;
use std::io::{Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Stdio};
use std::thread;

use portable_pty::{CommandBuilder, PtySize, native_pty_system};
use world::World;

/// What a person saw, and how it ended.
struct Typed {
    screen: String,
    code: u32,
}

impl World {
    fn read(&self, path: &str) -> String {
        fs::read_to_string(self.root.join(path)).unwrap_or_default()
    }

    /// The user's own policy.
    fn own(&self) -> String {
        self.read("home/.config/byleave/policy.yaml")
    }

    fn verdict(&self, command: &str) -> String {
        let out = self.command(&["check", "bash", &serde_json::json!({ "command": command }).to_string()]).output();
        let out = String::from_utf8(out.expect("it runs").stdout).expect("text");
        out.split(' ').next().unwrap_or_default().to_owned()
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_byleave"));
        command.args(arguments).current_dir(self.root.join("project")).env("HOME", self.root.join("home"));
        for name in ["XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "CLICOLOR_FORCE"] {
            command.env_remove(name);
        }
        command.env("NO_COLOR", "1").env("COLUMNS", "100").stdin(Stdio::null());
        command
    }

    /// Runs byleave at a terminal, where a person types this line at its first question.
    fn typed(&self, arguments: &[&str], line: &str) -> Typed {
        self.typed_in("project", &[], arguments, line)
    }

    fn typed_in(&self, directory: &str, variables: &[(&str, &str)], arguments: &[&str], line: &str) -> Typed {
        let size = PtySize { rows: 50, cols: 100, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).expect("there is a terminal");
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_byleave"));
        command.args(arguments);
        command.cwd(self.root.join(directory));
        command.env("HOME", self.root.join("home"));
        command.env("NO_COLOR", "1");
        command.env("TERM", "xterm");
        for name in ["XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME"] {
            command.env_remove(name);
        }
        for (name, value) in variables {
            command.env(name, value);
        }
        let mut child = pair.slave.spawn_command(command).expect("the command starts");
        drop(pair.slave);
        let mut reader = pair.master.try_clone_reader().unwrap();
        let mut keyboard = pair.master.take_writer().unwrap();
        let answer = format!("{line}\r");
        let reading = thread::spawn(move || {
            let mut seen = Vec::new();
            let mut chunk = [0; 4096];
            let mut answered = false;
            while let Ok(count @ 1..) = reader.read(&mut chunk) {
                seen.extend_from_slice(&chunk[..count]);
                if !answered && String::from_utf8_lossy(&seen).contains("[y/N]") {
                    answered = true;
                    keyboard.write_all(answer.as_bytes()).unwrap();
                }
            }
            String::from_utf8_lossy(&seen).replace('\r', "")
        });
        let code = child.wait().unwrap().exit_code();
        drop(pair.master);
        Typed { screen: reading.join().unwrap(), code }
    }
}

const LINE: &str = "  \"Bash(cargo test *)\": { allowed: true }\n";

#[test]
fn a_rule_is_shown_confirmed_written_and_counts() {
    let world = World::new();
    let no = world.typed(&["allow", "cargo test *"], "n");
    assert_eq!((no.code, world.own().as_str()), (2, ""), "{}", no.screen);
    let yes = world.typed(&["allow", "cargo test *"], "y");
    assert_eq!((yes.code, world.own()), (0, format!("permissions:\n{LINE}")), "{}", yes.screen);
    for part in [
        "In ~/.config/byleave/policy.yaml (new):",
        LINE.trim_end(),
        "It never covers",
        "what runs code that it is given: `--config`",
    ] {
        assert!(yes.screen.contains(part), "{part}: {}", yes.screen);
    }
    assert_eq!(world.verdict("cargo test --workspace"), "allow");
    assert_eq!(world.verdict("cargo test --config x=y"), "ask");
    let again = world.typed(&["allow", "cargo test *"], "y");
    assert!(again.code == 0 && again.screen.contains("stands there already"), "{}", again.screen);
    assert_eq!(world.own(), format!("permissions:\n{LINE}"));
}

#[test]
fn comments_and_order_stay() {
    let world = World::new();
    let before =
        "# mine\nmode: default\n\npermissions:\n  # tests\n  \"Bash(make *)\": { allowed: true } # why\n\n# the end\n";
    world.write("home/.config/byleave/policy.yaml", before);
    assert_eq!(world.typed(&["allow", "cargo test *", "--reason", "it's \"fine\""], "y").code, 0);
    let line = "  \"Bash(cargo test *)\": { allowed: true, reason: \"it's \\\"fine\\\"\" }\n";
    assert_eq!(world.own(), before.replace("# why\n", &format!("# why\n{line}")));
}

#[test]
fn a_rule_of_a_project_is_trusted_as_it_is_written() {
    let world = World::new();
    assert_eq!(world.typed(&["allow", "make all", "--project"], "y").code, 0);
    assert_eq!(world.verdict("make all"), "allow");
    // Another line of somebody else ends the trust, and what was allowed.
    let path = world.root.join("project/.byleave/policy.yaml");
    let mut text = world.read("project/.byleave/policy.yaml");
    text.push_str("  \"Bash(make *)\": { allowed: true }\n");
    fs::write(&path, &text).unwrap();
    assert_eq!(world.verdict("make all"), "ask");
    let refused = world.typed(&["allow", "npm test", "--project"], "y");
    assert!(refused.code == 2 && refused.screen.contains("is not trusted"), "{}", refused.screen);
    assert_eq!(world.read("project/.byleave/policy.yaml"), text);
    // A deny needs no trust, and gives none.
    assert_eq!(world.typed(&["deny", "npm *", "--project"], "y").code, 0);
    assert_eq!((world.verdict("npm test").as_str(), world.verdict("make all").as_str()), ("deny", "ask"));
}

#[test]
fn a_deny_turns_an_allow_of_the_same_pattern() {
    let world = World::new();
    world.write("home/.config/byleave/policy.yaml", "permissions:\n  \"Bash(make *)\": { allowed: true } # old\n");
    assert_eq!(world.typed(&["deny", "make *"], "y").code, 0);
    assert_eq!(world.own(), "permissions:\n  \"Bash(make *)\": { allowed: false } # old\n");
    let back = world.typed(&["allow", "make *"], "y");
    assert!(back.code == 2 && back.screen.contains("denies what it allows"), "{}", back.screen);
    assert_eq!(world.typed(&["ask", "cargo publish *"], "y").code, 0);
    assert_eq!(world.verdict("cargo publish"), "ask");
}

#[test]
fn what_speaks_against_a_rule_is_said_before_anything_changes() {
    let world = World::new();
    let policy = "permissions:\n  \"Bash(git push *)\": { allowed: false }\n";
    world.write("home/.config/byleave/policy.yaml", policy);
    for (arguments, says) in [
        (&["allow", "*"][..], "allows every command"),
        (&["allow", "Bash"], "allows every command"),
        (&["allow", "Bash(*)"], "allows every command"),
        (&["allow", "bash *"], "runs any program"),
        (&["allow", "sudo *"], "runs any program"),
        (&["allow", "env *"], "runs any program"),
        (&["allow", "git push *"], "denies what it allows"),
        (&["allow", "git push origin main"], "policy.yaml:2"),
        (&["allow", "Bsh(ls)"], "did you mean"),
        (&["allow", "a\u{202e}b"], "characters that nobody sees"),
        (&["allow", ""], "names no command"),
        (&["allow", "make", "--session"], "Nothing recorded"),
        (&["deny", "make", "--session=x"], "holds only what is allowed"),
        (&["allow", "--last"], "Nothing recorded"),
        (&["allow", "byleave trust"], "no rule lets"),
    ] {
        let typed = world.typed(arguments, "y");
        let flat = typed.screen.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(typed.code != 0 && flat.contains(says), "{arguments:?}: {}", typed.screen);
        assert!(!typed.screen.contains("[y/N]"), "{arguments:?}: {}", typed.screen);
        assert_eq!(world.own(), policy, "{arguments:?}");
    }
}

#[test]
fn a_file_that_cannot_be_edited_stays_as_it_is() {
    let world = World::new();
    for (text, says) in [
        ("permissions: [", "policy.yaml"),
        ("permissions:\n  \"Bash(x)\": { alowed: true }\n", "does not say whether it is `allowed`"),
    ] {
        world.write("home/.config/byleave/policy.yaml", text);
        let typed = world.typed(&["allow", "make"], "y");
        assert!(typed.code == 2 && typed.screen.contains(says), "{}", typed.screen);
        assert_eq!(world.own(), text);
    }
    let path = world.write("home/.config/byleave/policy.yaml", "permissions: {}\n");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).unwrap();
    let typed = world.typed(&["allow", "make"], "y");
    assert!(typed.code == 2 && typed.screen.contains("is read-only"), "{}", typed.screen);
    assert_eq!(world.own(), "permissions: {}\n");
    let home = world.typed_in("home", &[], &["allow", "make", "--project"], "y");
    assert!(home.code == 2 && home.screen.contains("is no project"), "{}", home.screen);
}

#[test]
fn a_rule_follows_a_link_and_the_directories_of_xdg() {
    let world = World::new();
    let real = world.write("dotfiles/policy.yaml", "permissions: {}\n");
    fs::create_dir_all(world.root.join("config/byleave")).unwrap();
    std::os::unix::fs::symlink(&real, world.root.join("config/byleave/policy.yaml")).unwrap();
    let config = world.root.join("config").to_string_lossy().into_owned();
    let typed = world.typed_in("project", &[("XDG_CONFIG_HOME", &config)], &["allow", "make"], "y");
    assert_eq!(typed.code, 0, "{}", typed.screen);
    assert_eq!(world.read("dotfiles/policy.yaml"), "permissions:\n  \"Bash(make)\": { allowed: true }\n");
    assert_eq!(world.own(), "");
}

#[test]
fn a_rule_of_a_project_follows_no_link_out_of_it() {
    let world = World::new();
    fs::create_dir_all(world.root.join("project/.byleave")).unwrap();
    let link = world.root.join("project/.byleave/policy.yaml");
    let absolute = world.root.join("elsewhere.yaml").to_string_lossy().into_owned();
    for target in [absolute.as_str(), "../../elsewhere.yaml"] {
        std::os::unix::fs::symlink(target, &link).unwrap();
        let typed = world.typed(&["allow", "make", "--project"], "y");
        assert!(typed.code == 2 && typed.screen.contains("link out of the project"), "{target}: {}", typed.screen);
        assert!(!world.root.join("elsewhere.yaml").exists(), "{target}");
        fs::remove_file(&link).unwrap();
    }
}

#[test]
fn without_a_terminal_nothing_changes() {
    let world = World::new();
    for word in ["allow", "deny", "ask"] {
        let ran = world.command(&[word, "make"]).output().unwrap();
        let said = String::from_utf8(ran.stderr).unwrap();
        assert!(ran.status.code() == Some(2) && said.contains("needs a person at a terminal"), "{word}: {said}");
    }
    assert_eq!(world.own(), "");
    // And no agent starts them, in whatever it wraps them.
    for command in ["byleave allow make", "sh -c 'byleave deny ls'", "env byleave ask ls", "byleave unnamed leave"] {
        assert_eq!(world.verdict(command), "deny", "{command}");
    }
}

#[test]
fn what_it_would_have_covered_is_counted_on_record() {
    let world = World::new();
    for command in ["cargo test", "cargo test", "cargo test --workspace", "make"] {
        let ran = world.command(&["run", command]).output().unwrap();
        assert_eq!(ran.status.code(), Some(126), "nobody is there to ask");
    }
    let typed = world.typed(&["allow", "cargo test *"], "n");
    for part in ["3 calls would have run unasked", "2 × cargo test", "1 × cargo test --workspace"] {
        assert!(typed.screen.contains(part), "{part}: {}", typed.screen);
    }
    // The narrowest rule for what asked last.
    let last = world.typed(&["allow", "--last"], "y");
    assert_eq!(
        (last.code, world.own().as_str()),
        (0, "permissions:\n  \"Bash(make)\": { allowed: true }\n"),
        "{}",
        last.screen
    );
}

#[test]
fn a_rule_for_one_session_is_a_grant() {
    let world = World::new();
    let run =
        |session: &str| world.command(&["run", "--session", session, "touch here"]).output().unwrap().status.code();
    assert_eq!(run("one"), Some(126));
    assert_eq!(run("two"), Some(126));
    let typed = world.typed(&["allow", "touch *", "--session=one"], "y");
    assert_eq!((typed.code, world.own().as_str()), (0, ""), "{}", typed.screen);
    assert_eq!((run("one"), run("two")), (Some(0), Some(126)));
    let nobody = world.typed(&["allow", "touch *", "--session=three"], "y");
    assert!(nobody.code == 2 && nobody.screen.contains("no session `three`"), "{}", nobody.screen);
}

#[test]
fn what_people_keep_approving_is_offered_and_written_on_a_yes() {
    let world = World::new();
    // The box has its own keys; the agent's own prompt is seen by what ran.
    for event in ["PreToolUse", "PostToolUse"].repeat(3) {
        let said = serde_json::json!({ "session_id": "s", "cwd": world.root.join("project"), "hook_event_name": event,
            "tool_name": "Bash", "tool_input": { "command": "cargo test --lib" }, "tool_use_id": "c", "permission_mode": "default" });
        let mut hook = world.command(&["hook", "--agent", "claude"]);
        let mut child = hook.stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(said.to_string().as_bytes()).unwrap();
        child.wait().unwrap();
    }
    let log = world.typed(&["log"], "");
    assert!(
        log.screen.contains("3 yes to calls of one kind, and no no: byleave allow 'cargo test *'"),
        "{}",
        log.screen
    );
    let no = world.typed(&["suggest", "--write"], "n");
    assert_eq!((no.code, world.own().as_str()), (0, ""), "{}", no.screen);
    let yes = world.typed(&["suggest", "--write"], "y");
    let line = "  \"Bash(cargo test *)\": { allowed: true, reason: \"approved 3 times\" }\n";
    assert_eq!((yes.code, world.own()), (0, format!("permissions:\n{line}")), "{}", yes.screen);
    assert!(!world.typed(&["log"], "").screen.contains("byleave allow"));
    // An agent cannot, and neither can a program without a terminal.
    let ran = world.command(&["suggest", "--write"]).output().unwrap();
    assert_eq!(ran.status.code(), Some(2));
}
