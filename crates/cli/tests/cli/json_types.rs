//! What leaves the process is written by types. `json!` outside of tests may only become rarer.

use std::fs;
use std::path::Path;

/// So many uses of `json!` each crate still has.
const LEFT: [(&str, usize); 10] = [
    ("agents", 51),
    ("byleave", 0),
    ("cli", 48),
    ("client", 0),
    ("gate", 0),
    ("hub", 0),
    ("mcp", 10),
    ("net", 0),
    ("policy", 24),
    ("store", 4),
];

fn count(folder: &Path) -> usize {
    let mut found = 0;
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found += count(&path);
        // Modules that only tests have: those, and the ones that compare types with their description.
        } else if path.extension().is_some_and(|end| end == "rs")
            && !path.ends_with("tests.rs")
            && !path.ends_with("described.rs")
        {
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
