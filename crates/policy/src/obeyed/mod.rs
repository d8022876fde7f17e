//! Files of a project that programs obey: which of them name nothing that runs, by their text.
//!
//! Only what is known to be harmless counts: a key that is not listed, a form that is not expected, anything odd makes the
//! file one that may run something. Files that are code (`conftest.py`, `Gemfile`, `.pnpmfile.cjs`) are never harmless.

mod env;
mod git;
mod ini;
mod json;
mod toml;
mod yaml;

use crate::paths::base_name;

pub use git::{Repository, Told};

/// Whether the text of a file tells a program nothing that runs. `file` is its path as the program's row names it.
///
/// ```
/// use byleave_policy::obeyed::is_harmless;
/// assert!(is_harmless("npm", ".npmrc", "save-exact=true\n"));
/// assert!(!is_harmless("npm", ".npmrc", "script-shell=./evil\n"));
/// assert!(!is_harmless("pytest", "conftest.py", ""));
/// ```
#[must_use]
pub fn is_harmless(program: &str, file: &str, text: &str) -> bool {
    if has_odd_characters(text) {
        return false;
    }
    match base_name(file) {
        ".npmrc" => ini::npmrc(text),
        ".yarnrc" => ini::yarnrc(text),
        ".yarnrc.yml" => yaml::keys(text, &yaml::YARN),
        "pnpm-workspace.yaml" => yaml::keys(text, &yaml::PNPM),
        "package.json" => json::package(program, text),
        "compose.yaml"
        | "compose.yml"
        | "compose.override.yaml"
        | "compose.override.yml"
        | "docker-compose.yaml"
        | "docker-compose.yml"
        | "docker-compose.override.yaml"
        | "docker-compose.override.yml" => yaml::services(text),
        // Which files of services there are, and which machine they are for.
        ".env" => env::is_plain(text),
        "composer.json" => json::composer(text),
        "global.json" => json::dotnet(text),
        "rust-toolchain.toml" => toml::toolchain(text),
        "rust-toolchain" => toml::is_channel(text.trim()) || toml::toolchain(text),
        "config.toml" | "config" if file.contains(".cargo/") => toml::cargo(text),
        "uv.toml" => toml::uv(text),
        "pyproject.toml" => toml::pyproject(program, text),
        "poetry.toml" => toml::poetry(text),
        ".python-version" => text.lines().all(is_python_version),
        ".bazelversion" => is_version(text.trim()),
        ".tool-versions" => text.lines().all(is_tool_versions),
        "mise.toml" | ".mise.toml" | "mise.local.toml" | ".mise.local.toml" | ".rtx.toml" | ".rtx.local.toml" => {
            toml::mise(text)
        }
        "config.toml" | "config.local.toml" if file.contains("mise/") => toml::mise(text),
        ".prototools" => toml::proto(text),
        _ => false,
    }
}

/// Whether the text of a file by which a manager of versions chooses a program names versions and no places.
///
/// ```
/// use byleave_policy::obeyed::chooses_plainly;
/// assert!(chooses_plainly("node", ".nvmrc", "lts/iron\n"));
/// assert!(!chooses_plainly("node", ".nvmrc", "path:./evil\n"));
/// ```
#[must_use]
pub fn chooses_plainly(program: &str, file: &str, text: &str) -> bool {
    let one_word = file == ".nvmrc" || file.ends_with("-version");
    if one_word {
        !has_odd_characters(text) && text.lines().all(is_named_version)
    } else {
        is_harmless(program, file, text)
    }
}

/// Characters that one reader takes for the end of a line and another one does not.
fn has_odd_characters(text: &str) -> bool {
    let mut before = '\0';
    for one in text.chars() {
        let odd = match one {
            '\n' | '\t' => before == '\r' && one == '\t',
            '\r' => before == '\r',
            '\u{85}' | '\u{2028}' | '\u{2029}' | '\u{feff}' => true,
            _ => one.is_control() || before == '\r',
        };
        if odd {
            return true;
        }
        before = one;
    }
    before == '\r'
}

/// `1.2.3`, `7.4.1rc2`
fn is_version(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_digit())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'.' || byte == b'-')
}

/// `3.12`, `cpython-3.12.1`, a comment; never a path.
fn is_python_version(line: &str) -> bool {
    let line = line.trim();
    let name = line.trim_start_matches(|one: char| one.is_ascii_alphabetic()).trim_start_matches(['@', '-']);
    line.is_empty() || line.starts_with('#') || is_version(name)
}

/// `nodejs 20.1.0 system`, a comment; never `path:./bin`.
fn is_tool_versions(line: &str) -> bool {
    let told = line.split('#').next().unwrap_or("");
    told.split_ascii_whitespace().all(is_plain_name)
}

/// `lts/*`, `ruby-3.2.1@app`, `>=1.5`, a name of an environment; never a path.
fn is_named_version(line: &str) -> bool {
    let told = line.split('#').next().unwrap_or("").trim();
    let name = told.strip_prefix("lts/").unwrap_or(told);
    let mut words = name.split_ascii_whitespace().map(|word| word.trim_start_matches(['>', '<', '=', '~', '^']));
    words.all(|word| {
        matches!(word, "*" | "-" | "") || word.split('@').all(|part| part.is_empty() || is_plain_name(part))
    })
}

/// A name or a version without any place in it: `temurin-21.0.2`.
fn is_plain_name(word: &str) -> bool {
    word.starts_with(|first: char| first.is_ascii_alphanumeric())
        && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_' | b'+'))
        && !word.contains("..")
}

#[cfg(test)]
mod tests {
    use super::{chooses_plainly, is_harmless};

    #[test]
    fn files_of_versions_name_versions_and_no_places() {
        for (file, text, plain) in [
            (".nvmrc", "20\n", true),
            (".nvmrc", "lts/*\n", true),
            (".nvmrc", "v20.1.0 # ours\n", true),
            (".nvmrc", "path:./evil\n", false),
            (".nvmrc", "../../evil\n", false),
            (".nvmrc", "lts/../../evil\n", false),
            (".ruby-version", "ruby-3.2.1@app\n", true),
            (".ruby-version", "/project/evil\n", false),
            (".python-version", "3.12\nour-env\n", true),
            (".python-version", "3.12/envs/../../evil\n", false),
            (".java-version", "temurin-21.0.2+13\n", true),
            (".terraform-version", ">= 1.5\n", true),
            (".node-version", "ref:evil\n", false),
            (".node-version", "20\r/evil\n", false),
            (".config/mise/mise.toml", "[tools]\nnode = \"path:./evil\"\n", false),
            (".rtx.toml", "[tools]\nnode = \"22\"\n", true),
        ] {
            assert_eq!(chooses_plainly("node", file, text), plain, "{file} {text:?}");
        }
    }

    #[test]
    fn only_what_names_nothing_that_runs_is_harmless() {
        let cases: [(&str, &str, &str, bool); 94] = [
            ("npm", ".npmrc", "", true),
            ("npm", ".npmrc", "registry = https://registry.npmjs.org/\n@own:registry = https://x\n; a comment\n", true),
            ("npm", ".npmrc", "registry=https://npm.example/\n", false),
            ("npm", ".npmrc", "registry=https://npm.example/\n//npm.example/:_authToken=${TOKEN}\n", false),
            ("npm", ".npmrc", "registry=https://registry.npmjs.org.example/\n", false),
            ("npm", ".npmrc", "//npm.example/:_authToken=${TOKEN}\nsave-exact=true\r\n", true),
            ("npm", ".npmrc", "script-shell=./evil\n", false),
            ("npm", ".npmrc", "registry=x\nscript-shell=./evil\n", false),
            ("npm", ".npmrc", "registry=x\rscript-shell=./evil\n", false),
            ("npm", ".npmrc", "[section]\nregistry=x\n", false),
            ("npm", ".npmrc", "globalconfig=./other\n", false),
            ("npm", ".npmrc", "node-options=--require ./evil.js\n", false),
            ("npm", ".npmrc", "registry[]=x\n", false),
            ("npm", ".npmrc", "\"script-shell\"=x\n", false),
            ("pnpm", ".npmrc", "use-node-version=20.0.0\n", false),
            ("pnpm", ".npmrc", "pnpmfile=evil.cjs\n", false),
            ("node", ".tool-versions", "nodejs 20.1.0 system # ours\n\npython 3.12.1\n", true),
            ("node", ".tool-versions", "nodejs path:./evil\n", false),
            ("node", ".tool-versions", "nodejs ../../evil\n", false),
            ("node", ".tool-versions", "nodejs ref:main\n", false),
            ("node", "mise.toml", "[tools]\nnode = \"22\"\njava = \"temurin-21.0.2\"\n", true),
            ("node", ".prototools", "node = \"22.1\"\nbun = \"1\"\n", true),
            ("node", ".prototools", "[plugins]\nnode = \"file://./evil.wasm\"\n", false),
            ("node", ".prototools", "plugins.node = \"file://./evil.wasm\"\n", false),
            ("node", ".prototools", "plugins = { node = \"file://./evil.wasm\" }\n", false),
            ("node", ".mise.toml", "[tools]\nnode = \"path:./evil\"\n", false),
            ("node", "mise.toml", "[tools]\nnode = [\"22\", \"path:./evil\"]\n", false),
            ("node", "mise.toml", "[env]\n_.source = \"./evil.sh\"\n", false),
            ("node", "mise.toml", "[hooks]\nenter = \"./evil\"\n", false),
            ("yarn", ".yarnrc", "registry \"https://x\"\n# c\nlastUpdateCheck 12\n", true),
            ("yarn", ".yarnrc", "yarn-path \"./evil.js\"\n", false),
            ("yarn", ".yarnrc", "\"yarn-path\" ./evil.js\n", false),
            ("yarn", ".yarnrc.yml", "nodeLinker: node-modules\nenableTelemetry: false\n", true),
            ("yarn", ".yarnrc.yml", "npmScopes:\n  own:\n    npmRegistryServer: https://x\n", true),
            ("yarn", ".yarnrc.yml", "yarnPath: .yarn/releases/evil.cjs\n", false),
            ("yarn", ".yarnrc.yml", "  yarnPath: x\n", false),
            ("yarn", ".yarnrc.yml", "nodeLinker: x\n\"yarnPath\": x\n", false),
            ("yarn", ".yarnrc.yml", "nodeLinker: x\n? yarnPath\n: x\n", false),
            ("yarn", ".yarnrc.yml", "{nodeLinker: x, yarnPath: y}\n", false),
            ("yarn", ".yarnrc.yml", "nodeLinker: x\nplugins:\n  - path: y\n", false),
            ("yarn", ".yarnrc.yml", "nodeLinker: x\n<<: *y\n", false),
            ("yarn", ".yarnrc.yml", "nodeLinker: x\n---\nyarnPath: y\n", false),
            ("pnpm", "pnpm-workspace.yaml", "packages:\n  - 'packages/*'\n", true),
            ("pnpm", "pnpm-workspace.yaml", "packages:\n- packages/*\n", true),
            ("pnpm", "pnpm-workspace.yaml", "packages: []\nconfigDependencies:\n  x: 1\n", false),
            ("pnpm", "pnpm-workspace.yaml", "scriptShell: ./evil\n", false),
            ("pnpm", ".pnpmfile.cjs", "module.exports = {}", false),
            ("yarn", "package.json", r#"{"name": "x", "scripts": {"a": "b"}}"#, true),
            ("yarn", "package.json", r#"{"packageManager": "yarn@4.1.0"}"#, true),
            ("yarn", "package.json", r#"{"packageManager": "yarn@https://evil/x.js"}"#, false),
            ("yarn", "package.json", r#"{"packageManager": 4}"#, false),
            ("pnpm", "package.json", r#"{"packageManager": "pnpm@9.0.0"}"#, false),
            ("pnpm", "package.json", r#"{"pnpm": {"configDependencies": {}}}"#, false),
            ("pnpm", "package.json", r#"{"devEngines": {}}"#, false),
            ("pnpm", "package.json", "[]", false),
            ("pnpm", "package.json", "{", false),
            ("composer", "composer.json", r#"{"require": {}, "autoload": {}}"#, true),
            ("composer", "composer.json", r#"{"scripts": {"command": "evil"}}"#, false),
            (
                "docker",
                "compose.yaml",
                "name: x\nx-common: &c\n  a: b\nservices:\n  web:\n    <<: *c\n    image: x\n",
                true,
            ),
            ("docker", "compose.yaml", "include:\n  - oci://x.example/y\nservices: {}\n", false),
            ("docker", "compose.yaml", "services: {}\n\"include\": [https://x.example/y.git]\n", false),
            ("docker", "compose.yaml", "services:\n  a:\n    extends:\n      file: https://x.example/y.git\n", false),
            ("docker", "compose.yaml", "services:\n  a:\n    \"e\\u0078tends\": {file: 'oci://x'}\n", false),
            ("docker", ".env", "PORT=8080\nCOMPOSE_PROJECT_NAME=x\nDOCKER_IMAGE=y\n", true),
            ("docker", ".env", "export DOCKER_HOST=tcp://x.example\n", false),
            ("docker", ".env", "COMPOSE_FILE=https://x.example/y.git\n", false),
            ("dotnet", "global.json", r#"{"sdk": {"version": "8.0.100", "rollForward": "latestMinor"}}"#, true),
            ("dotnet", "global.json", r#"{"sdk": {"version": "8.0.100", "paths": ["./evil"]}}"#, false),
            ("dotnet", "global.json", r#"{"msbuild-sdks": {}}"#, false),
            (
                "cargo",
                "rust-toolchain.toml",
                "[toolchain]\nchannel = \"1.90.0\"\ncomponents = [\"clippy\",\n \"rustfmt\"]\n",
                true,
            ),
            ("cargo", "rust-toolchain.toml", "[toolchain]\nchannel = \"nightly-2026-01-02\"\n", true),
            ("cargo", "rust-toolchain.toml", "[toolchain]\npath = \"./evil\"\n", false),
            ("cargo", "rust-toolchain.toml", "toolchain = { path = \"./evil\" }\n", false),
            ("cargo", "rust-toolchain.toml", "toolchain.path = \"./evil\"\n", false),
            ("cargo", "rust-toolchain.toml", "[toolchain]\nchannel = \"./evil\"\n", false),
            ("cargo", "rust-toolchain.toml", "[\"toolchain\"]\npath = \"x\"\n", false),
            ("cargo", "rust-toolchain", "stable\n", true),
            ("cargo", "rust-toolchain", "./evil\n", false),
            ("cargo", ".cargo/config.toml", "[net]\nretry = 3\n[term]\ncolor = \"auto\"\n[build]\njobs = 2\n", true),
            ("cargo", ".cargo/config.toml", "[source.crates-io]\nreplace-with = \"vendored-sources\"\n", true),
            ("cargo", ".cargo/config.toml", "[registries]\nx = { credential-provider = [\"./evil\"] }\n", false),
            ("cargo", ".cargo/config.toml", "[build]\nrustc-wrapper = \"./evil\"\n", false),
            ("cargo", ".cargo/config.toml", "build.rustc = \"./evil\"\n", false),
            ("cargo", ".cargo/config.toml", "[alias]\naudit = \"run\"\n", false),
            ("cargo", ".cargo/config.toml", "[alias]\nxtask = \"run -p xtask --\"\n", true),
            ("cargo", ".cargo/config.toml", "[target.x]\nrunner = \"./evil\"\n", false),
            ("cargo", ".cargo/config.toml", "[net]\nretry = \"\"\"\n[build]\nrustc = 'x'\n\"\"\"\n", false),
            ("uv", "uv.toml", "index-url = \"https://x\"\n", true),
            ("uv", "uv.toml", "python-downloads-json-url = \"x\"\n", false),
            (
                "uv",
                "pyproject.toml",
                "[project]\nname = \"x\"\n[tool.uv]\ndev-dependencies = [\"a\"]\n[tool.ruff]\nline-length = 1\n",
                true,
            ),
            (
                "poetry",
                "pyproject.toml",
                "[tool.poetry]\nname = \"x\"\n[tool.poetry.requires-plugins]\nevil = \"1\"\n",
                false,
            ),
            ("poetry", "poetry.toml", "[virtualenvs]\nin-project = true\n", true),
            ("poetry", "poetry.toml", "[virtualenvs]\npath = \"./evil\"\n", false),
            ("pytest", "conftest.py", "", false),
        ];
        let wrong = |(program, file, text, expected): &(&str, &str, &str, bool)| {
            (is_harmless(program, file, text) != *expected).then(|| format!("{program} {file} {text:?}"))
        };
        let failures: Vec<String> = cases.iter().filter_map(wrong).collect();
        assert!(failures.is_empty(), "{failures:#?}");
    }
}
