//! What projects are built and tested with: `kits.list`, as it is read.

/// The list.
const LIST: &str = include_str!("kits.list");

/// What shows that a kit is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A file of this name.
    File(&'static str),
    /// A file whose name ends so.
    Ending(&'static str),
    /// A file whose name begins so.
    Beginning(&'static str),
    /// A file at this path, from the root of the project.
    Path(&'static str),
    /// A file of this name with this text in it.
    Text(&'static str, &'static str),
    /// The project has a remote there.
    GitHub,
    /// Every project has it.
    Always,
}

/// A kit: its name, its marks, and its rules.
pub struct Kit {
    pub name: &'static str,
    pub marks: Vec<Mark>,
    pub rules: Vec<&'static str>,
}

/// All kits. Several may be there at once.
pub fn kits() -> Vec<Kit> {
    let mut kits: Vec<Kit> = Vec::new();
    for line in LIST.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        if let Some(name) = line.strip_prefix("== ") {
            kits.push(Kit { name, marks: Vec::new(), rules: Vec::new() });
        } else if let Some(kit) = kits.last_mut() {
            match line.strip_prefix("  ") {
                Some(rule) => kit.rules.push(rule),
                None => kit.marks.extend(mark(line)),
            }
        }
    }
    kits
}

fn mark(line: &'static str) -> Option<Mark> {
    let (kind, rest) = line.split_once(' ').unwrap_or((line, ""));
    Some(match kind {
        "file" => Mark::File(rest),
        "ending" => Mark::Ending(rest),
        "beginning" => Mark::Beginning(rest),
        "path" => Mark::Path(rest),
        "text" => rest.split_once(' ').map(|(name, text)| Mark::Text(name, text))?,
        "github" => Mark::GitHub,
        "always" => Mark::Always,
        _ => return None,
    })
}

/// Whether a script, target or recipe only builds and tests, by its name: `test`, `build:web`, `lint-fix`, and not `build:publish`.
pub fn is_script(name: &str) -> bool {
    const SENDS: [&str; 6] = ["deploy", "publish", "release", "push", "upload", "ship"];
    let usual = LIST.lines().find_map(|line| line.strip_prefix("scripts ")).unwrap_or("");
    let mut words = name.split([':', '-', '_', '.']);
    let plain = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b":-_.".contains(&byte));
    plain
        && words.clone().next().is_some_and(|first| usual.split(' ').any(|one| one == first))
        && !words.any(|word| SENDS.contains(&word))
}

/// A file that names the commands of a project.
pub enum Names {
    /// Keys of the mapping `scripts`.
    Package,
    /// Lines that begin with the name and a colon.
    Targets,
}

/// Files that name commands, and what runs one of them.
pub const RUNNERS: &[(&str, &str, Names)] = &[
    ("Makefile", "make", Names::Targets),
    ("makefile", "make", Names::Targets),
    ("GNUmakefile", "make", Names::Targets),
    ("justfile", "just", Names::Targets),
    ("Justfile", "just", Names::Targets),
    ("package.json", "npm", Names::Package),
];

/// What runs the scripts of a package, by the file that it locks its dependencies in.
pub const PACKAGE_MANAGERS: &[(&str, &str)] = &[
    ("pnpm-lock.yaml", "pnpm"),
    ("yarn.lock", "yarn"),
    ("bun.lock", "bun"),
    ("bun.lockb", "bun"),
    ("package-lock.json", "npm"),
];

/// Folders that hold what others wrote, or what a build made. Hidden folders are passed over, too.
pub const PASSED_OVER: &[&str] = &[
    "node_modules",
    "target",
    "vendor",
    "dist",
    "build",
    "out",
    "venv",
    "env",
    "__pycache__",
    "bower_components",
    "Pods",
    "site-packages",
    "third_party",
    "bin",
    "obj",
    "coverage",
];

#[cfg(test)]
mod tests {
    use super::{LIST, is_script, kits, mark};

    #[test]
    fn each_line_of_the_list_is_read() {
        let kits = kits();
        let heads = LIST.lines().filter(|line| line.starts_with("== ")).count();
        assert_eq!(kits.len(), heads);
        for kit in &kits {
            assert!(!kit.rules.is_empty() && !kit.marks.is_empty(), "{}", kit.name);
        }
        for line in LIST.lines().filter(|line| !line.starts_with(['#', '=', ' ']) && !line.is_empty()) {
            assert!(mark(line).is_some() || line.starts_with("scripts "), "{line}");
        }
    }

    #[test]
    fn scripts_that_send_are_not_offered() {
        for (name, offered) in [
            ("test", true),
            ("test:unit", true),
            ("lint-fix", true),
            ("build:publish", false),
            ("deploy", false),
            ("test;x", false),
            ("", false),
        ] {
            assert_eq!(is_script(name), offered, "{name}");
        }
    }
}
