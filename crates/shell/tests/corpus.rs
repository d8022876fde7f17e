//! The corpus of scripts that is shared between projects, when it is there.

mod support {
    pub mod names;
}

use std::path::PathBuf;

use byleave_shell::read;
use serde_json::Value;
use support::names::names;

/// The folder lies beside the repository, not in it.
fn corpus() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus/shell.jsonl")
}

fn strings(row: &Value, key: &str) -> Vec<String> {
    let list = row.get(key).and_then(Value::as_array);
    list.into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
}

#[test]
fn every_planted_command_is_found() {
    let path = corpus();
    let Ok(content) = std::fs::read_to_string(&path) else {
        eprintln!("SKIPPED: no corpus at {}; nothing was checked", path.display());
        println!("SKIPPED: no corpus at {}; nothing was checked", path.display());
        return;
    };
    let mut failures = Vec::new();
    let mut opaque = Vec::new();
    let mut checked = 0_usize;
    for line in content.lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        let text = row["text"].as_str().unwrap();
        let id = row["id"].as_str().unwrap();
        let script = read(text);
        let found = names(&script);
        for name in strings(&row, "forbid") {
            if found.contains(&name) {
                failures.push(format!("{id}: decoy `{name}` reported as a command: {text:?}"));
            }
        }
        if row["bash"] != Value::Bool(true) && row["bash_ext"] != Value::Bool(true) {
            continue;
        }
        checked += 1;
        let missing: Vec<String> = strings(&row, "expect").into_iter().filter(|name| !found.contains(name)).collect();
        if script.opaque().is_empty() && !missing.is_empty() {
            failures.push(format!("{id}: {missing:?} hidden, nothing opaque: {text:?}, found {found:?}"));
        }
        if let Some(first) = script.opaque().first() {
            opaque.push(format!("{id}: {} at {}, missing {missing:?}: {text:?}", first.reason, first.span.start));
        }
    }
    println!("corpus: {checked} valid scripts, {} opaque, {} failures", opaque.len(), failures.len());
    println!("{}", opaque.join("\n"));
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
    assert!(opaque.len() * 200 <= checked, "more than 0.5 % opaque\n{}", opaque.join("\n"));
}
