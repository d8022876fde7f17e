//! Files of a project that programs obey although they only read: whatever stands there may run.

/// What a program obeys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Obeys {
    /// Files and directories, seen from where it runs and from the directories above up to the project.
    pub files: &'static [&'static str],
    /// Projects of its kind mostly have them, so without a look at the disk they count as there.
    pub likely: bool,
}

const fn likely(files: &'static [&'static str]) -> Option<Obeys> {
    Some(Obeys { files, likely: true })
}

const fn seldom(files: &'static [&'static str]) -> Option<Obeys> {
    Some(Obeys { files, likely: false })
}

/// What a program obeys, by its first name in the tables and its sub-command.
#[must_use]
pub fn obeys(program: &str, sub: &str) -> Option<Obeys> {
    match (program, sub) {
        ("yarn", _) => likely(&[".yarnrc.yml", ".yarnrc", ".yarn", "package.json"]),
        ("pnpm", _) => likely(&[".pnpmfile.cjs", ".pnpmfile.mjs", "pnpm-workspace.yaml", ".npmrc", "package.json"]),
        ("bundle" | "bundler", _) => likely(&["Gemfile", "gems.rb", ".bundle"]),
        ("composer", _) => likely(&["composer.json", "vendor"]),
        ("uv", "pip" | "run" | "tree") => likely(&[".venv", "uv.toml", "pyproject.toml", ".python-version"]),
        ("poetry" | "pdm" | "pipenv" | "hatch" | "rye", _) => likely(&[".venv", "pyproject.toml", "poetry.toml", "Pipfile"]),
        ("mix" | "rebar3", _) => likely(&["mix.exs", "rebar.config"]),
        ("swift", _) => likely(&["Package.swift"]),
        ("bazel" | "buck2", _) => likely(&[".bazelrc", ".bazelversion", "tools/bazel", ".buckconfig"]),
        ("cargo" | "rustc" | "rustdoc" | "rustfmt" | "clippy-driver", _) => {
            seldom(&[".cargo/config.toml", ".cargo/config", "rust-toolchain.toml", "rust-toolchain"])
        }
        ("dotnet", _) => seldom(&["global.json"]),
        ("npm", _) => seldom(&[".npmrc"]),
        ("python", _) => seldom(&["json", "json.py", "argparse.py", "sysconfig.py", "site.py", "zipfile.py", "base64.py"]),
        _ => None,
    }
}
