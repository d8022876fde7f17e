//! What leaves the process is written by types: no crate uses `json!` outside of its tests.

use std::fs;
use std::path::Path;

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

/// The lines below a folder that use `json!`.
fn uses(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let of_tests = of_tests(folder);
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        if path.file_stem().is_some_and(|name| of_tests.iter().any(|module| name == module.as_str())) {
            continue;
        }
        if path.is_dir() {
            found.extend(uses(&path));
        } else if path.extension().is_some_and(|end| end == "rs") {
            let text = fs::read_to_string(&path).expect("a source");
            let code = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
            let lines = code.lines().filter(|line| !line.trim_start().starts_with("//") && line.contains("json!"));
            found.extend(lines.map(|line| format!("{}: {}", path.display(), line.trim())));
        }
    }
    found
}

#[test]
fn no_crate_writes_json_by_hand() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let packages = ["python", "node"].map(|name| crates.join("../packages").join(name));
    let all = fs::read_dir(crates).expect("the crates").map(|entry| entry.expect("an entry").path());
    let found: Vec<String> = all.chain(packages).flat_map(|one| uses(&one.join("src"))).collect();
    assert!(found.is_empty(), "write a type with `Serialize` instead:\n{}", found.join("\n"));
}
