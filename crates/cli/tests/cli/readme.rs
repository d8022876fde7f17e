//! The README and the guides show real output.

use std::fs;
use std::path::Path;

use crate::common::run;

/// The `$ byleave …` lines of all `console` blocks, each with the output shown below it.
fn shown(readme: &str) -> Vec<(String, String)> {
    let mut examples: Vec<(String, String)> = Vec::new();
    let mut inside = false;
    for line in readme.lines() {
        if line.starts_with("```") {
            inside = line == "```console";
        } else if let Some(command) = line.strip_prefix("$ ").filter(|_| inside) {
            examples.push((command.to_owned(), String::new()));
        } else if let Some((_, output)) = examples.last_mut().filter(|_| inside) {
            output.push_str(line);
            output.push('\n');
        }
    }
    examples
}

/// A digest depends on the directory the example is run in.
fn without_digests(text: &str) -> String {
    let line = |line: &str| match line.split_once("sha256:") {
        Some((before, _)) => format!("{before}sha256:…\n"),
        None => format!("{line}\n"),
    };
    text.lines().map(line).collect()
}

/// The pages whose `console` blocks are run.
const PAGES: [&str; 4] = ["README.md", "docs/reading.md", "docs/en/approval.md", "docs/zh-CN/approval.md"];

#[test]
fn every_example_is_what_the_command_prints() {
    let examples: Vec<(String, String)> = PAGES
        .iter()
        .flat_map(|page| {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(page);
            let examples = shown(&fs::read_to_string(path).expect("there is this page"));
            assert!(!examples.is_empty(), "{page} has examples");
            examples
        })
        .collect();
    for (line, output) in examples {
        // Our own reader takes the line apart, so the README is one more test of it.
        let script = byleave_shell::read(&line);
        let command = script.commands().first().expect("an example is a command");
        let words: Vec<_> =
            script.words(command.words).iter().map(|word| script.literal(word).expect("a literal word")).collect();
        let (name, arguments) = words.split_first().expect("a command has a name");
        assert_eq!(*name, "byleave");
        let ran = run(arguments);
        // `check` answers by its exit code too.
        assert!(matches!(ran.code, Some(0 | 3 | 4)), "{line}: {}", ran.err);
        assert_eq!(without_digests(&ran.out).trim_end(), without_digests(&output).trim_end(), "{line}");
    }
}

/// The Rust of docs/reading.md is the part of this function between the two marks.
#[test]
fn the_rust_example_runs_as_it_is_shown() {
    // The example begins.
    let script = byleave_shell::read("pwd && echo ${x:-$(ls)}");
    let names: Vec<_> = script.commands().iter().map(|command| script.name(command)).collect();
    assert_eq!(names, [Some("pwd"), Some("echo"), Some("ls")]);
    assert!(script.opaque().is_empty());
    // The example ends.

    let source = include_str!("readme.rs");
    let marks = ["    // The example begins.\n", "    // The example ends.\n"];
    let [begin, end] = marks.map(|mark| source.find(mark).expect("a mark"));
    let example = source.get(begin.saturating_add(marks[0].len())..end).expect("the example");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reading.md");
    let page = fs::read_to_string(path).expect("there is this page");
    let shown: Vec<&str> = page.split("```rust\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    let plain: String = example.lines().flat_map(|line| [line.trim_start(), "\n"]).collect();
    assert_eq!(shown, [plain], "every Rust block of the page runs here");
}
