//! Which of many names are in a directory, by one look at all of it.

use std::fs;

use byleave_policy::paths::{Resolver, one_by_one};

/// A directory with more entries is asked for each name by itself, which then costs less.
const MOST: usize = 256;

/// Those of the names that may be in a directory. `None`: a list cannot tell, so each has to be looked for.
fn candidates(directory: &str, names: &[&'static str]) -> Option<Vec<&'static str>> {
    let mut candidates = Vec::new();
    for (count, entry) in fs::read_dir(directory).ok()?.enumerate() {
        let entry = entry.ok()?.file_name();
        // Some disks take `.Nvmrc` for `.nvmrc`, and letters outside ASCII for letters in it.
        let entry = entry.to_str().filter(|entry| entry.is_ascii() && count < MOST)?;
        let is = |name: &&&'static str| name.split('/').next().is_some_and(|first| first.eq_ignore_ascii_case(entry));
        candidates.extend(names.iter().filter(is));
    }
    // In the order that was asked for, and once.
    Some(names.iter().copied().filter(|name| candidates.contains(name)).collect())
}

/// As [`Resolver::among`], for a disk.
pub(super) fn among(disk: &impl Resolver, directory: &str, names: &[&'static str]) -> Option<Vec<&'static str>> {
    match candidates(directory, names) {
        Some(candidates) => one_by_one(disk, directory, &candidates),
        None => one_by_one(disk, directory, names),
    }
}

#[cfg(test)]
mod tests {
    use byleave_policy::paths::Resolver;

    use super::super::Disk;
    use super::{MOST, candidates};

    const NAMES: [&str; 5] = [".nvmrc", "mise.toml", ".config/mise.toml", "mise/config.toml", "conf.d"];

    #[test]
    fn a_list_and_single_looks_find_the_same() {
        let root = std::env::temp_dir().join(format!("byleave-listing-{}", std::process::id()));
        let is = |there: &[&str], certain: bool| {
            let _ = std::fs::remove_dir_all(&root);
            std::fs::create_dir_all(&root).expect("a folder");
            for name in there {
                let path = root.join(name);
                std::fs::create_dir_all(path.parent().expect("a folder above")).expect("a folder");
                std::fs::write(path, "x").expect("a file");
            }
            let directory = root.to_str().expect("text");
            let single: Vec<&str> = NAMES
                .into_iter()
                .filter(|name| Disk.exists(&format!("{directory}/{name}")).expect("it can be looked at"))
                .collect();
            assert_eq!(Disk.among(directory, &NAMES), Some(single), "{there:?}");
            assert_eq!(candidates(directory, &NAMES).is_some(), certain, "{there:?}");
        };
        is(&[], true);
        is(&[".nvmrc", "src/a.rs", "Cargo.toml"], true);
        is(&[".config/mise.toml", "mise/other"], true);
        is(&[".config"], true);
        is(&[".NVMRC", "MISE.toml"], true);
        is(&["mi\u{17f}e.toml", ".nvmrc"], false);
        let many: Vec<String> = (0..=MOST).map(|number| number.to_string()).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).chain(["mise.toml"]).collect();
        is(&many, false);
        let _ = std::fs::remove_dir_all(&root);
        assert_eq!(Disk.among(root.to_str().expect("text"), &NAMES), Some(Vec::new()), "no such directory");
    }
}
