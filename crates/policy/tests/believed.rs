//! What is only believed of a program never lets it run unasked where it would run code of the project.
//!
//! Many a program loads what the project tells it to before it looks at its own words, `--version` included. So of a
//! program that runs code, `prints:` names only what is certain.

use std::fs;
use std::path::Path;

use byleave_policy::programs::{Effect, find};

#[test]
fn no_program_that_runs_code_is_only_believed_to_print() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../knowledge/programs");
    let mut rows = 0;
    let mut wrong = Vec::new();
    for file in fs::read_dir(folder).expect("the tables").filter_map(Result::ok) {
        let text = fs::read_to_string(file.path()).expect("a table");
        let mut head = "";
        for line in text.lines() {
            if line.starts_with(|first: char| first != ' ' && first != '#') {
                head = line;
            }
            if !line.starts_with("  prints:") {
                continue;
            }
            rows += 1;
            let mut names = head.split("  ").next().unwrap_or("").split([' ', ',']);
            let runs =
                |name: &str| find(name).is_some_and(|entry| matches!(entry.effect(), Effect::Run | Effect::Code));
            if line.contains('~') && names.any(runs) {
                wrong.push(format!("{}: {head}", file.file_name().display()));
            }
        }
    }
    assert!(rows > 500, "{rows} rows");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
