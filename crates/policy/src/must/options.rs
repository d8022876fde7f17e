//! Options under a rule: which of them a `*` covers.

use super::operands::{inspected, is_database};
use super::{Gap, Must, gap};
use crate::command::Used;
use crate::glob;
use crate::inspect::sql_danger;
use crate::programs::{self, Arg, Effect};
use crate::rules::CommandPattern;

impl Must<'_, '_> {
    pub(super) fn option(&self, pattern: &CommandPattern, used: &Used, spelt: &[bool]) -> Result<(), Gap> {
        let span = self.span_of(used.at);
        // `wget -qO- *` speaks for writing to standard output, not for another `-O` among the words of the star.
        let text = self.value(used);
        let same_value = |wanted: &Option<String>| {
            let Some(wanted) = wanted.as_deref().filter(|_| used.value.is_some()) else { return true };
            text.is_some_and(|text| glob::matches(wanted, text))
        };
        let named = spelt.get(used.at).copied().unwrap_or(false)
            || pattern.named.options.iter().any(|(key, value)| *key == *used.key && same_value(value));
        if !used.known {
            return if named { Ok(()) } else { Err(gap(format!("option `{}` is not known", used.key), span)) };
        }
        let Some(special) = used.special else { return Ok(()) };
        let plain_settings = matches!(pattern.named.path.first(), Some(&("kubectl" | "oc" | "make" | "sysctl")));
        if special.arg() == Arg::Setting && plain_settings && text.is_some_and(|text| !text.contains('=')) {
            return Ok(());
        }
        if text.is_some_and(|text| is_harmless(pattern.named.path.first().copied().unwrap_or(""), &used.key, text)) {
            return Ok(());
        }
        if special.effect() > Effect::Read && !named {
            return Err(gap(
                format!("`*` never stands for option `{}`, which {}", used.key, does(special.effect())),
                span,
            ));
        }
        if special.arg() == Arg::Read
            && !named
            && text.is_some_and(|text| text.contains("://") && !text.starts_with("file://"))
        {
            return Err(gap("contacts another machine", span));
        }
        let value_spelt = used.value.is_none_or(|given| spelt.get(given.at).copied().unwrap_or(false));
        match special.arg() {
            Arg::Code if !value_spelt && named && is_database(pattern.named.path.first()) => match text {
                Some(text) => sql_danger(text).map_or(Ok(()), |what| Err(gap(what, span))),
                None => Err(gap("SQL that is not literal", span)),
            },
            Arg::Shell | Arg::Code | Arg::Program | Arg::Setting
                if !value_spelt && special.takes() != programs::Takes::Command =>
            {
                Err(gap(format!("the value of `{}` is run, and the rule does not spell it out", used.key), span))
            }
            Arg::Sed | Arg::Awk if !value_spelt => match text {
                Some(text) => inspected(special.arg(), text, span),
                None => Err(gap("a program that is not literal", span)),
            },
            Arg::Text
            | Arg::Read
            | Arg::Write
            | Arg::Delete
            | Arg::Host
            | Arg::Shell
            | Arg::Code
            | Arg::Program
            | Arg::Sed
            | Arg::Awk
            | Arg::Setting => Ok(()),
        }
    }
}

/// Values that make an option plain which with others writes or runs something.
fn is_harmless(program: &str, key: &str, text: &str) -> bool {
    let within = || !text.is_empty() && !text.starts_with(['/', '~', '-']) && !text.split('/').any(|part| part == "..");
    match (program, key) {
        ("curl", "-w") => !text.starts_with('@') && !text.contains("%output"),
        ("cmake", "-D") => {
            ["CMAKE_BUILD_TYPE=", "BUILD_TESTING=", "BUILD_SHARED_LIBS=", "CMAKE_EXPORT_COMPILE_COMMANDS="]
                .iter()
                .any(|start| text.starts_with(start))
        }
        ("go", "-compiler" | "--compiler") => text == "gc",
        ("curl", "-o") => text == "/dev/null" || text == "-",
        ("wget", "-O") => text == "-" || text == "/dev/null",
        ("curl", "-H") => {
            let name = text.split_once(':').map_or("", |(name, _)| name).to_ascii_lowercase();
            matches!(name.as_str(), "accept" | "accept-language" | "accept-encoding" | "content-type" | "cache-control")
        }
        ("pytest" | "python" | "uv" | "poetry", "--cov-report") => {
            matches!(text, "term" | "term-missing" | "term-missing:skip-covered")
        }
        ("npx" | "eslint" | "npm" | "yarn" | "pnpm", "-f" | "--format") => {
            matches!(
                text,
                "stylish" | "json" | "compact" | "unix" | "checkstyle" | "html" | "junit" | "tap" | "visualstudio"
            )
        }
        ("npx" | "vitest" | "yarn" | "pnpm", "--reporter") => {
            matches!(
                text,
                "default"
                    | "basic"
                    | "verbose"
                    | "dot"
                    | "json"
                    | "tap"
                    | "tap-flat"
                    | "junit"
                    | "github-actions"
                    | "list"
                    | "line"
            )
        }
        ("bundle" | "rspec", "-f" | "--format") => {
            matches!(text, "documentation" | "d" | "progress" | "p" | "json" | "j" | "doc")
        }
        ("go", "--ldflags" | "-ldflags") => text.split_ascii_whitespace().all(|flag| matches!(flag, "-s" | "-w")),
        ("mvn" | "mvnw", "-D" | "--define") => {
            let name = text.split_once('=').map_or(text, |(name, _)| name);
            matches!(
                name,
                "test"
                    | "skipTests"
                    | "maven.test.skip"
                    | "it.test"
                    | "surefire.failIfNoSpecifiedTests"
                    | "skipITs"
                    | "failIfNoTests"
            )
        }
        (
            "tex" | "pdftex" | "pdflatex" | "latex" | "xelatex" | "xetex" | "lualatex" | "luatex" | "latexmk",
            "--output-directory" | "--aux-directory" | "--outdir" | "--auxdir",
        )
        | ("make" | "gmake" | "ninja", "-C" | "--directory")
        | ("cmake", "-B")
        | ("cargo", "--manifest-path")
        | ("docker" | "podman" | "nerdctl", "-f") => within(),
        ("kubectl" | "oc", "-o" | "--output") => {
            let kind = text.split_once('=').map_or(text, |(kind, _)| kind);
            matches!(kind, "jsonpath" | "jsonpath-as-json" | "custom-columns" | "go-template")
        }
        _ => false,
    }
}

pub(super) const fn does(effect: Effect) -> &'static str {
    match effect {
        Effect::Read => "reads",
        Effect::Write => "writes",
        Effect::Code => "runs code of the project",
        Effect::State => "shows or changes variables and settings of the shell",
        Effect::Fetch => "asks another machine",
        Effect::Send => "sends",
        Effect::Delete => "deletes or overwrites",
        Effect::System => "changes the system",
        Effect::Run => "runs something",
    }
}
