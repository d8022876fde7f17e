//! Each row that says that it proves was run in walls as it stands, but for a few that cannot be run.

use std::collections::BTreeMap;
use std::path::Path;

use byleave_knowledge::programs::claims_in;

/// A shell that refuses what the others do, and a sub-command that the installed git does not have: they prove nothing.
const NOT_RUN: [&str; 2] = ["git refs list", "rbash"];

#[test]
fn each_row_that_proves_was_run_as_it_stands() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs");
    let list = std::fs::read_to_string(folder.join("evidence.list")).unwrap();
    let lines = list.lines().filter(|line| !line.starts_with('#'));
    let proven: BTreeMap<&str, &str> = lines
        .filter_map(|line| {
            let mut fields = line.split('\t');
            Some((fields.next()?, fields.next()?))
        })
        .collect();
    assert!(proven.len() > 150, "only {} rows", proven.len());
    let mut without = Vec::new();
    for file in std::fs::read_dir(&folder).unwrap().map(|file| file.unwrap().path()) {
        if file.extension().is_some_and(|end| end == "txt") {
            let claims = claims_in(&std::fs::read_to_string(&file).unwrap()).unwrap();
            let other =
                claims.into_iter().filter(|claim| proven.get(claim.path.as_str()) != Some(&claim.hash.as_str()));
            without.extend(other.map(|claim| claim.path).filter(|path| !NOT_RUN.contains(&path.as_str())));
        }
    }
    assert!(without.is_empty(), "changed since they were run; run `scripts/prove --core`: {without:?}");
}
