//! `docs/architecture.md` names only what exists.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn page() -> String {
    fs::read_to_string(root().join("docs/architecture.md")).expect("there is this page")
}

/// What stands in backticks, in order, without the blocks.
fn quoted(page: &str) -> Vec<&str> {
    let text = page.split("```").step_by(2);
    text.flat_map(|text| text.split('`').skip(1).step_by(2)).collect()
}

#[test]
fn every_file_and_function_of_the_walks_exists() {
    let page = page();
    let mut source = None;
    let (mut files, mut functions) = (0, 0);
    for name in quoted(&page) {
        if name.starts_with("crates/") {
            let text = fs::read_to_string(root().join(name));
            source = Some((name, text.unwrap_or_else(|error| panic!("`{name}`: {error}"))));
            files += 1;
        } else if let Some(function) = name.strip_suffix("()") {
            let (file, text) = source.as_ref().expect("a function stands behind its file");
            let defined = [format!("fn {function}("), format!("fn {function}<")];
            assert!(defined.iter().any(|one| text.contains(one)), "`{name}` is not in {file}");
            functions += 1;
        }
    }
    assert!(files > 20 && functions > 20, "the page has its walks: {files} files, {functions} functions");
}

#[test]
fn every_arrow_of_the_tree_is_a_dependency_and_points_downward() {
    let page = page();
    let picture = page.split("```").nth(1).expect("the picture");
    // The columns of the picture are apart by two blanks or more.
    let rows: Vec<(&str, Vec<&str>)> = picture
        .lines()
        .filter_map(|line| {
            let name = line.split_whitespace().next()?;
            let uses = line.split_once('→').map_or("", |(_, rest)| rest.trim_start().split("  ").next().unwrap_or(""));
            Some((name, uses.split_whitespace().collect()))
        })
        .collect();
    assert!(rows.len() >= 10, "{rows:?}");
    for (at, (name, uses)) in rows.iter().enumerate() {
        let manifest = fs::read_to_string(root().join("crates").join(name).join("Cargo.toml")).expect("a crate");
        for one in uses {
            let dependency = format!("\nbyleave-{one}");
            assert!(manifest.contains(&dependency), "{name} does not use {one}");
            assert!(rows.iter().skip(at + 1).any(|(below, _)| below == one), "{name} → {one} points upward");
        }
    }
}

#[test]
fn every_room_of_gate_and_hub_stands_in_the_table_and_exists() {
    let page = page();
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `")?.split_once("/` |"));
    let listed: BTreeSet<&str> = rows.map(|(room, _)| room).collect();
    let mut found = BTreeSet::new();
    for folder in ["crates/gate/src", "crates/hub/src"] {
        for entry in fs::read_dir(root().join(folder)).expect("a crate") {
            let entry = entry.expect("an entry");
            let name = entry.file_name().into_string().expect("a name");
            if entry.path().is_dir() {
                found.insert(name);
            } else {
                assert!(
                    ["lib.rs", "hub.rs", "config.rs", "described.rs"].contains(&name.as_str()),
                    "{folder}/{name} is in no room"
                );
            }
        }
    }
    let found: BTreeSet<&str> = found.iter().map(String::as_str).collect();
    assert_eq!(listed, found);
}
