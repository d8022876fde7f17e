//! What byleave knows of programs stands in the tables. `names.txt` beside this file lists the sources of this crate and of
//! `config` that name programs all the same: how many literals, and why. More are refused.

#![expect(clippy::expect_used, reason = "sources that cannot be read fail the test")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use byleave_policy::programs;

/// So many words of any source may happen to be names.
const CHANCE: usize = 3;

const LISTED: &str = include_str!("names.txt");

/// All sources below a directory.
fn sources(directory: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(directory).expect("the sources are there") {
        let path = entry.expect("the sources are readable").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The literals of a source that are names of programs; its tests and comments do not count.
fn named<'s>(source: &'s str, names: &BTreeSet<&str>) -> Vec<&'s str> {
    let code = source.split("#[cfg(test)]\nmod tests").next().unwrap_or(source);
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    let literals = lines.flat_map(|line| line.split('"').skip(1).step_by(2));
    literals.filter(|literal| names.contains(literal)).collect()
}

#[test]
fn no_source_names_more_programs_than_it_has_reasons_for() {
    let names: BTreeSet<&str> = programs::all().flat_map(programs::Entry::names).collect();
    assert!(names.len() > 2000, "only {} names", names.len());
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    for one in ["policy", "config"] {
        sources(&crates.join(one).join("src"), &mut files);
    }
    let mut listed: BTreeMap<&str, usize> = BTreeMap::new();
    for line in LISTED.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let mut words = line.splitn(3, ' ');
        let (Some(count), Some(file), Some(reason)) = (words.next(), words.next(), words.next()) else {
            panic!("`{line}` is not `COUNT FILE REASON`");
        };
        assert!(reason.len() > 10, "`{line}` gives no reason");
        assert!(listed.insert(file, count.parse().expect("a count")).is_none(), "{file} is listed twice");
    }
    let mut complaints = Vec::new();
    for path in files {
        let file = path.strip_prefix(&crates).expect("below the crates").to_string_lossy();
        let file = file.strip_prefix("policy/src/").unwrap_or(&file);
        let source = fs::read_to_string(&path).expect("the sources are readable");
        let found = named(&source, &names);
        let allowed = listed.remove(file).unwrap_or(CHANCE);
        if found.len() > allowed {
            let (count, words) = (found.len(), found.join(" "));
            complaints
                .push(format!("{file}: {count} names instead of {allowed}; put them into rows of the tables: {words}"));
        }
    }
    complaints.extend(listed.keys().map(|file| format!("{file}: listed, but not there")));
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn a_name_is_found_and_a_comment_or_test_is_not() {
    let names = BTreeSet::from(["git", "rm"]);
    let source = "// \"git\"\nlet x = \"git\"; f(\"plain\", \"rm\")\n#[cfg(test)]\nmod tests { \"git\" }";
    assert_eq!(named(source, &names), ["git", "rm"]);
}
