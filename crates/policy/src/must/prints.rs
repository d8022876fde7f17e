//! `--version` and `--help`: which programs only print then, whatever lies in the project and whatever they read.

use super::{Known, Must};

/// Whether the command at a place of the list only asks its program about itself.
#[must_use]
pub fn only_prints(known: &Known<'_, '_>, index: usize) -> bool {
    Must::of(known, index).is_ok_and(|must| must.only_prints())
}

/// Programs that look for their own code, settings or plug-ins in the project before they print.
const OBEY: [&str; 60] = [
    "ant", "ava", "ansible", "ansible-playbook", "astro", "babel", "bazel", "buck2", "bun", "bundle", "bunx", "clippy-driver",
    "composer", "cypress", "electron", "ember", "eslint", "expo", "fab", "gatsby", "gradle", "gradlew", "grunt", "gulp", "hatch", "invoke", "jest", "lein", "lerna", "mix", "mocha", "mvn", "mvnw", "next", "ng", "nox", "npx", "nuxt", "nx", "nyc", "parcel",
    "pdm", "pipenv", "pnpm", "pnpx", "playwright", "prettier", "pylint", "pytest", "rails", "rake", "rspec", "rubocop", "sbt", "scons",
    "tox", "turbo", "vite", "vitest", "yarn",
];

/// Programs whose `-V` prints their version.
const CAPITAL: [&str; 12] =
    ["python", "pip", "ssh", "cargo", "rustc", "rg", "fd", "bat", "uv", "ruff", "jq", "tmux"];

/// Programs whose `-v` prints their version and does nothing else.
const SMALL: [&str; 5] = ["node", "npm", "brew", "php", "nginx"];

/// Programs whose `-h` prints help and does nothing else.
const HELP: [&str; 32] = [
    "cargo", "rustup", "rustc", "uv", "ruff", "rg", "fd", "bat", "gh", "glab", "kubectl", "oc", "helm", "docker", "podman", "git",
    "go", "npm", "node", "python", "pip", "brew", "unzip", "zip", "terraform", "tofu", "jq", "yq", "black", "mypy", "just", "tokei",
];

/// Programs that print the help of a sub-command and do nothing else.
const SUB_HELP: [&str; 24] = [
    "cargo", "git", "docker", "podman", "kubectl", "helm", "npm", "pip", "gh", "rustup", "systemctl", "terraform", "uv", "ruff", "glab",
    "oc", "tofu", "brew", "go", "aws", "gcloud", "az", "poetry", "just",
];

/// Programs whose `help` is a sub-command that prints, of all or of one other sub-command.
const HELP_WORD: [&str; 14] =
    ["cargo", "git", "uv", "go", "brew", "gh", "docker", "helm", "kubectl", "pip", "rustup", "terraform", "ruff", "poetry"];

impl Must<'_, '_> {
    /// Whether it asks its program about itself, and that only prints then.
    pub(super) fn only_prints(&self) -> bool {
        let family = self.family();
        if family.is_empty() || self.program().contains('/') || OBEY.contains(&family) || self.simple.more_words {
            return false;
        }
        let exact: Option<Vec<&str>> = self.words().skip(1).map(super::Word::exact).collect();
        let Some(words) = exact else { return false };
        match words.as_slice() {
            ["--version" | "--help"] => !self.reads_commands(),
            ["-version"] => matches!(family, "java" | "javac" | "scala" | "scalac" | "kotlin") || self.lists("version"),
            ["-V"] => CAPITAL.contains(&family),
            ["-v"] => SMALL.contains(&family),
            ["-h"] => HELP.contains(&family),
            ["help"] | ["help", _] => {
                HELP_WORD.contains(&family) && words.iter().all(|word| !word.starts_with('-') && !word.contains('/'))
            }
            [_, .., "--help"] => SUB_HELP.contains(&family) && self.asks_about_sub(),
            [_, .., "-h"] => family != "docker" && SUB_HELP.contains(&family) && self.asks_about_sub(),
            _ => false,
        }
    }

    /// `cargo build --help`: nothing but the names of sub-commands before it.
    fn asks_about_sub(&self) -> bool {
        let named = self.usage.path.len();
        named > 1 && self.len() == named.saturating_add(1)
    }

    /// Shells that run their input whatever they are asked, if they do not know the option.
    fn reads_commands(&self) -> bool {
        matches!(self.program(), "sh" | "ash" | "dash" | "csh" | "tcsh" | "ksh" | "mksh" | "busybox" | "toybox" | "rc" | "es")
    }

    /// Whether the row of the program lists a long option.
    fn lists(&self, name: &str) -> bool {
        let row = crate::programs::find(self.program());
        row.is_some_and(|row| row.long.split_ascii_whitespace().any(|one| one == name))
    }
}
