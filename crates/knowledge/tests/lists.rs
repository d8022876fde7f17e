//! Every fact has one home: what stands in `lists` stands in no other crate, package or script again.

#![expect(clippy::expect_used, reason = "a test that cannot go on fails")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// So many words of one section on so many lines are a list.
const WORDS: usize = 6;
const LINES: usize = 8;

/// Words that everybody speaks with: they may stand beside each other for another reason.
const VOCABULARY: [&str; 4] = ["tools/TOOLS", "tools/ASIDE", "tools/SHELLS", "secrets/PLAIN"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The files below a directory, but those of tests.
fn files(directory: &Path, ending: &str, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(directory).into_iter().flatten() {
        let path = entry.expect("an entry").path();
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        if path.is_dir() {
            if !["tests", "target", "node_modules", "knowledge"].contains(&name.as_str()) {
                files(&path, ending, found);
            }
        } else if name.ends_with(ending) && !name.starts_with("tests.") && name != "knowledge.js" {
            found.push(path);
        }
    }
}

/// The words of each section.
fn sections() -> BTreeMap<String, BTreeSet<String>> {
    let mut all: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut lists = Vec::new();
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("lists"), ".list", &mut lists);
    for list in lists {
        let text = fs::read_to_string(&list).expect("a list");
        let stem = list.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let (mut section, mut rows) = (String::new(), false);
        for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with(['#', ' '])) {
            if let Some(head) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
                rows = head.contains(':');
                section = format!("{stem}/{}", head.split(':').next().unwrap_or("").trim_start_matches("pub "));
                continue;
            }
            let words = all.entry(section.clone()).or_default();
            if rows {
                words.extend(line.split("  ").next().map(str::to_owned));
            } else {
                words.extend(line.split_whitespace().map(str::to_owned));
            }
        }
    }
    all.retain(|section, _| !VOCABULARY.contains(&section.as_str()));
    all
}

/// What stands in quotes on a line.
fn quoted(line: &str) -> impl Iterator<Item = &str> {
    line.split(['"', '\'']).skip(1).step_by(2)
}

/// The sections of which a text holds a list, each with its words.
fn copies(text: &str, sections: &BTreeMap<String, BTreeSet<String>>) -> BTreeMap<String, BTreeSet<String>> {
    let code = text.split("#[cfg(test)]").next().unwrap_or("");
    let words = code.lines().enumerate().flat_map(|(line, text)| quoted(text).map(move |word| (line, word)));
    let words: Vec<(usize, &str)> =
        words.filter(|(_, word)| sections.values().any(|all| all.contains(*word))).collect();
    let mut found = BTreeMap::new();
    for (section, all) in sections {
        let held: Vec<&(usize, &str)> = words.iter().filter(|(_, word)| all.contains(*word)).collect();
        let list = held.iter().find_map(|(line, _)| {
            let near = held.iter().filter(|(other, _)| (*line..*line + LINES).contains(other));
            let near: BTreeSet<String> = near.map(|(_, word)| (*word).to_owned()).collect();
            (near.len() >= WORDS).then_some(near)
        });
        found.extend(list.map(|words| (section.clone(), words)));
    }
    found
}

#[test]
fn no_list_stands_anywhere_a_second_time() {
    let sections = sections();
    let words: usize = sections.values().map(BTreeSet::len).sum();
    assert!(sections.len() > 40 && words > 1_000, "{} sections, {words} words", sections.len());
    let mut all = Vec::new();
    for (folder, ending) in [("crates", ".rs"), ("packages", ".rs"), ("packages", ".py"), ("web", ".js")] {
        files(&root().join(folder), ending, &mut all);
    }
    assert!(all.len() > 300, "{} files", all.len());
    let mut wrong = Vec::new();
    for file in all {
        let text = fs::read_to_string(&file).expect("a text");
        let name = file.strip_prefix(root()).expect("below the root").to_string_lossy().into_owned();
        wrong.extend(
            copies(&text, &sections).into_iter().map(|(section, words)| format!("{name}: {section}: {words:?}")),
        );
    }
    assert!(wrong.is_empty(), "borrow these from `byleave_knowledge`:\n{}", wrong.join("\n"));
}

#[test]
fn a_second_list_is_found() {
    let copy = r#"const NAMES: [&str; 6] =
        ["file_path", "path", "filename", "target", "target_file",
         "filePath"];"#;
    assert!(copies(copy, &sections()).contains_key("arguments/FILES"));
    let use_of_some = "let (path, text) = (get(\"file_path\"), get(\"content\"));\n";
    assert!(copies(use_of_some, &sections()).is_empty());
}
