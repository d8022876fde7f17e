//! A policy to begin with, for the project at hand.

use std::fmt::Write as _;
use std::path::Path;

use serde_json::Value;

use super::arguments::Purpose;

/// What shows what a project is built with, and the commands that build and test it.
const KINDS: [(&str, &str, &[&str]); 6] = [
    ("Cargo.toml", "Rust", &["cargo build *", "cargo check *", "cargo test *", "cargo clippy *", "cargo fmt *"]),
    ("go.mod", "Go", &["go build *", "go test *", "go vet *"]),
    ("pyproject.toml", "Python", &["pytest *", "python -m pytest *", "uv run pytest *", "ruff check *"]),
    ("pom.xml", "Java", &["mvn -q test", "mvn test"]),
    ("build.gradle", "Java", &["./gradlew test", "./gradlew build"]),
    ("build.gradle.kts", "Java", &["./gradlew test", "./gradlew build"]),
];

/// The scripts of a package that only build and test.
const SCRIPTS: [&str; 6] = ["test", "build", "lint", "check", "typecheck", "format"];

/// The text of a policy.
pub fn policy(project: &Path, purpose: Purpose) -> String {
    let mut text = String::from(
        "# What agents may do in this project. Read it, then run `byleave trust`: its rules allow nothing before.\n\
         # What only reads runs without a rule; what no rule names asks.\npermissions:\n",
    );
    let mut rule = |pattern: &str, allowed: &str, reason: &str| {
        let key = Value::from(format!("Bash({pattern})"));
        // Writing into a string cannot fail.
        let _ = writeln!(text, "  {key}: {{ allowed: {allowed}, reason: {} }}", Value::from(reason));
    };
    if purpose == Purpose::Dev {
        for (file, kind, commands) in KINDS.iter().filter(|(file, ..)| project.join(file).is_file()) {
            for command in *commands {
                rule(command, "true", &format!("{kind}: {file} is here"));
            }
        }
        for script in scripts(project) {
            rule(&format!("npm run {script}"), "true", "a script of package.json");
            if script == "test" {
                rule("npm test", "true", "a script of package.json");
            }
        }
        for target in targets(project) {
            rule(&format!("make {target}"), "true", "a target of the Makefile");
        }
        rule("git add *", "true", "nothing leaves the machine");
        rule("git commit *", "true", "nothing leaves the machine");
    }
    rule("git push *", "ask", "it leaves the machine");
    if purpose == Purpose::Prod {
        for command in ["terraform apply *", "terraform destroy *", "kubectl delete *", "helm uninstall *"] {
            rule(command, "false", "a person does that");
        }
    }
    text
}

fn scripts(project: &Path) -> Vec<&'static str> {
    let text = std::fs::read_to_string(project.join("package.json")).unwrap_or_default();
    let package: Value = serde_json::from_str(&text).unwrap_or_default();
    SCRIPTS.into_iter().filter(|name| package.get("scripts").and_then(|scripts| scripts.get(name)).is_some()).collect()
}

fn targets(project: &Path) -> Vec<&'static str> {
    let text = std::fs::read_to_string(project.join("Makefile")).unwrap_or_default();
    SCRIPTS.into_iter().filter(|name| text.lines().any(|line| line.starts_with(&format!("{name}:")))).collect()
}
