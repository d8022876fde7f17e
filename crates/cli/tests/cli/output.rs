//! Colour, pipes that close, usage errors, completions and manual pages.

use std::io::Read;
use std::process::Stdio;

use crate::common::{byleave, finish, run};

const LINE: &str = "rm -rf build && echo $x \"";

#[test]
fn no_colour_where_no_terminal_is() {
    assert!(!run(["parse", LINE]).out.contains('\x1b'));
    assert!(!run(["demo"]).out.contains('\x1b'));
}

#[test]
fn colour_can_be_forced_and_forbidden() {
    let coloured = |arguments: &[&str], environment: &[(&str, &str)]| {
        let ran = finish(byleave().args(arguments).envs(environment.iter().copied()), b"");
        assert_eq!(ran.code, Some(0));
        ran.out.contains('\x1b')
    };
    assert!(coloured(&["parse", LINE, "--color", "always"], &[]));
    assert!(coloured(&["--color=always", "parse", LINE], &[("NO_COLOR", "1")]));
    assert!(coloured(&["parse", LINE], &[("CLICOLOR_FORCE", "1")]));
    assert!(!coloured(&["parse", LINE], &[("CLICOLOR_FORCE", "0")]));
    assert!(!coloured(&["parse", LINE], &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]));
    assert!(!coloured(&["parse", LINE, "--color", "never"], &[("CLICOLOR_FORCE", "1")]));
    assert!(!coloured(&["parse", LINE, "--json", "--color", "always"], &[]), "JSON has no colour");
}

#[test]
fn colour_changes_nothing_but_colour() {
    let coloured = run(["parse", LINE, "--color", "always"]).out;
    assert_eq!(anstream::adapter::strip_str(&coloured).to_string(), run(["parse", LINE]).out);
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    for arguments in [&["parse"][..], &["parse", "--json"]] {
        let mut child = byleave()
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command starts");
        drop(child.stdout.take());
        let mut stdin = child.stdin.take().expect("standard input is piped");
        std::io::Write::write_all(&mut stdin, "echo a b c\n".repeat(20_000).as_bytes()).expect("the input is taken");
        drop(stdin);
        let mut errors = String::new();
        child.stderr.take().expect("errors are piped").read_to_string(&mut errors).expect("errors are text");
        assert_eq!((child.wait().expect("the command ends").code(), errors.as_str()), (Some(0), ""));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told() {
    let full = std::fs::File::options().write(true).open("/dev/full").expect("there is a /dev/full");
    let output = byleave().args(["parse", "ls"]).stdout(full).output().expect("the command runs");
    assert_eq!(output.status.code(), Some(1));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.starts_with("byleave: cannot write the output: "), "{errors}");
}

#[test]
fn usage_errors_exit_with_2_and_say_what_to_do() {
    for (arguments, hint) in [
        (&["parse", "--jsn", "ls"][..], "--json"),
        (&["prase", "ls"], "parse"),
        (&["parse", "-l"], "-- -l"),
        (&["parse", "ls", "foo"], "Usage"),
        (&["completions", "tcl"], "bash"),
        (&["completions"], "Usage"),
        (&["man", "nothing"], "try one of: parse, check, prompt, allow"),
        (&["--color", "pink", "demo"], "auto"),
        (&[], "Usage"),
    ] {
        let ran = run(arguments);
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(ran.err.contains(hint), "{arguments:?}: {}", ran.err);
    }
}

#[test]
fn help_and_version() {
    let version = run(["--version"]);
    assert_eq!((version.code, version.out), (Some(0), format!("byleave {}\n", env!("CARGO_PKG_VERSION"))));
    insta::assert_snapshot!("help", run(["--help"]).out);
    insta::assert_snapshot!("help_parse", run(["parse", "--help"]).out);
}

#[test]
fn completions_for_every_shell() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let ran = run(["completions", shell]);
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
        for word in ["byleave", "parse", "demo", "json"] {
            assert!(ran.out.contains(word), "{shell} knows {word}");
        }
    }
}

#[test]
fn manual_pages() {
    let whole = run(["man"]);
    assert!(whole.out.contains(".TH byleave 1"), "{}", whole.out);
    let parse = run(["man", "parse"]);
    assert!(parse.out.contains(".TH byleave-parse 1"), "{}", parse.out);
    assert!(parse.out.contains("\\-\\-json"), "{}", parse.out);
}

#[test]
fn the_demo_as_it_is_seen() {
    let ran = run(["demo", "reader"]);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    insta::assert_snapshot!("demo", ran.out);
}
