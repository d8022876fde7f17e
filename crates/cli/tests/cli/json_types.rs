//! What leaves the process is written by types. `json!` outside of tests may only become rarer.

use std::fs;
use std::path::Path;

/// So many uses of `json!` each crate still has.
const LEFT: [(&str, usize); 11] = [
    // The hooks that `init` writes into the settings of agents.
    ("agents", 10),
    ("byleave", 0),
    ("cli", 0),
    ("client", 0),
    ("gate", 0),
    ("hub", 0),
    ("mcp", 10),
    ("net", 0),
    ("policy", 0),
    ("store", 0),
    ("view", 0),
];

/// The modules of a folder that only tests have.
fn of_tests(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for name in ["lib.rs", "main.rs", "mod.rs"] {
        let text = fs::read_to_string(folder.join(name)).unwrap_or_default();
        for (_, next) in text.lines().zip(text.lines().skip(1)).filter(|(line, _)| *line == "#[cfg(test)]") {
            let module = next.strip_prefix("pub ").unwrap_or(next);
            found.extend(module.strip_prefix("mod ").and_then(|name| name.strip_suffix(';')).map(str::to_owned));
        }
    }
    found
}

fn count(folder: &Path) -> usize {
    let mut found = 0;
    let of_tests = of_tests(folder);
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        if path.file_stem().is_some_and(|name| of_tests.iter().any(|module| name == module.as_str())) {
            continue;
        }
        if path.is_dir() {
            found += count(&path);
        } else if path.extension().is_some_and(|end| end == "rs") {
            let text = fs::read_to_string(&path).expect("a source");
            let code = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
            let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
            found += lines.map(|line| line.matches("json!").count()).sum::<usize>();
        }
    }
    found
}

#[test]
fn json_by_hand_becomes_rarer() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for (name, left) in LEFT {
        let now = count(&crates.join(name).join("src"));
        assert!(now <= left, "{name} has {now} uses of `json!`, {left} before: write a type with `Serialize` instead");
        assert!(now >= left, "{name} has only {now} uses of `json!` left: lower its number here");
    }
}
