//! What single programs do with single words that no row of the tables can say.

mod media;

use super::Gap;
use super::cover::gap;
use crate::command::{Input, Item, Simple, Usage};
use crate::programs::{Arg, Effect};

/// What a command does beyond what its row tells.
pub(super) fn oddities(usage: &Usage, simple: &Simple<'_>) -> Result<(), Gap> {
    let program = usage.path.first().copied().unwrap_or("");
    languages(program, usage, simple)?;
    media::media(program, usage, simple)?;
    network(program, usage, simple)?;
    builds(program, usage, simple)?;
    git(program, usage, simple)
}

/// The operands of a command, with what they are.
fn operands_of<'o>(usage: &'o Usage, simple: &'o Simple<'_>) -> impl Iterator<Item = (&'o Item<'o>, Arg)> {
    usage.operands.iter().filter_map(|(at, arg)| simple.items.get(*at).map(|item| (item, *arg)))
}

/// Programs of the system, and those with a language of their own.
fn languages(program: &str, usage: &Usage, simple: &Simple<'_>) -> Result<(), Gap> {
    let operands = || operands_of(usage, simple);
    match program {
        // The environment and other files are within reach of these languages.
        "jq" | "yq" | "jaq" | "gojq" => {
            let reaches =
                ["env", "strenv", "envsubst", "ENV", "import", "include", "load", "input_filename", "system", "exec"];
            let found = operands().find(|(item, _)| {
                let text = item.shown();
                // `.env` is a field, `env` and `$ENV` are the environment.
                let mut from = 0;
                text.split(|one: char| !one.is_ascii_alphanumeric() && one != '_').any(|word| {
                    let field = text.get(..from).is_some_and(|before| before.ends_with('.') && !before.ends_with(".."));
                    from = from.saturating_add(word.len()).saturating_add(1);
                    !field && (reaches.contains(&word) || word.starts_with("load_"))
                })
            });
            found.map_or(Ok(()), |(item, _)| Err(gap("its program reaches beyond its input", item.span)))
        }
        "date" => {
            let found = operands().find(|(item, _)| !item.shown().starts_with('+'));
            found.map_or(Ok(()), |(item, _)| Err(gap("sets the clock", item.span)))
        }
        // Who runs the file then runs it with its owner's rights.
        "chmod" => {
            let mode = operands().next().filter(|(item, _)| {
                let text = item.shown();
                let high = text.len() > 3 && text.bytes().all(|one| one.is_ascii_digit()) && !text.starts_with('0');
                let symbolic = text.split(',').any(|part| part.contains(['+', '=']) && part.contains('s'));
                high || symbolic
            });
            mode.map_or(Ok(()), |(item, _)| Err(gap("lends the rights of the owner", item.span)))
        }
        // `%n` puts a number into the variable that is named: `printf a%n PATH`.
        "printf" if usage.operands.len() > 1 => match operands().next() {
            Some((item, _)) if item.text().is_none_or(counts) => {
                Err(gap("a format that may set a variable", item.span))
            }
            _ => Ok(()),
        },
        "printenv" => {
            let found = operands().find(|(item, _)| is_secret_name(item.shown()));
            found.map_or(Ok(()), |(item, _)| Err(gap("prints a credential", item.span)))
        }
        "env" if usage.inner.is_empty() && !only_asks(simple) => Err(gap("prints the whole environment", simple.span)),
        "getent" => {
            let found = operands().find(|(item, _)| matches!(item.shown(), "shadow" | "gshadow"));
            found.map_or(Ok(()), |(item, _)| Err(gap("prints password hashes", item.span)))
        }
        // Without SQL on its command line a database shell takes it from its input.
        "sqlite3" | "psql" | "mysql" | "mariadb" | "duckdb" if simple.input != Input::Inherited => {
            Err(gap("takes SQL from its input", simple.span))
        }
        "ifconfig" if usage.own_effect == Effect::Read && usage.operands.len() > 1 => {
            Err(gap("configures an interface", simple.span))
        }
        // Without a script or a command these run their input.
        "python" | "node" | "perl" | "ruby" | "php" | "lua" | "deno" | "Rscript" | "julia" | "openssl"
            if usage.operands.is_empty() && usage.path.len() == 1 && simple.input != Input::Inherited =>
        {
            Err(gap("runs its input", simple.span))
        }
        "rustc" if usage.own_effect == Effect::Read => {
            const PRINTS: [&str; 17] = [
                "sysroot",
                "target-list",
                "target-libdir",
                "target-cpus",
                "target-features",
                "cfg",
                "check-cfg",
                "host-tuple",
                "crate-name",
                "file-names",
                "supported-crate-types",
                "relocation-models",
                "code-models",
                "tls-models",
                "calling-conventions",
                "split-debuginfo",
                "deployment-target",
            ];
            let prints = usage.options.iter().filter(|used| used.key == "--print");
            let values = prints.filter_map(|used| used.text(&simple.items));
            let other = values.into_iter().any(|value| !PRINTS.contains(&value));
            if other { Err(gap("prints what it must compile for, or to a file", simple.span)) } else { Ok(()) }
        }
        "ulimit" => match operands().next() {
            Some((item, _)) => Err(gap("sets a limit", item.span)),
            None => Ok(()),
        },
        "tar" | "cpio" | "mt" => {
            let remote = usage.options.iter().filter(|used| matches!(used.key.as_ref(), "-f" | "-F")).find(|used| {
                let value = used.text(&simple.items).unwrap_or("");
                value.split_once(':').is_some_and(|(host, _)| !host.is_empty() && !host.contains('/'))
            });
            remote.map_or(Ok(()), |_| Err(gap("the archive lies on another machine", simple.span)))
        }
        _ => Ok(()),
    }
}

/// Programs that talk to other machines.
fn network(program: &str, usage: &Usage, simple: &Simple<'_>) -> Result<(), Gap> {
    let operands = || operands_of(usage, simple);
    match program {
        // A name that is looked up is data that leaves: no long labels, no server of one's own choosing.
        "ping" | "dig" | "nslookup" | "host" | "traceroute" | "tracepath" | "drill" | "whois" | "mtr" => {
            let found = operands().find(|(item, _)| carries_data(item.shown()));
            if let Some((item, _)) = found {
                return Err(gap("a name that may carry data", item.span));
            }
            let asked = matches!(program, "nslookup" | "host") && usage.operands.len() > 1;
            if asked { Err(gap("chooses the server that hears the question", simple.span)) } else { Ok(()) }
        }
        "curl" | "wget" => {
            let found = operands().find(|(item, _)| is_odd_address(item.shown()));
            found.map_or(Ok(()), |(item, _)| Err(gap("an address that is no ordinary page", item.span)))
        }
        // The file names images, mounts and commands; in the project it is the project's own.
        "docker" | "podman" | "nerdctl" | "docker-compose"
            if usage.own_effect > Effect::Read && usage.path.iter().any(|name| name.ends_with("compose")) =>
        {
            let files = usage.options.iter().filter(|used| matches!(used.key.as_ref(), "-f" | "--project-directory"));
            let mut values = files.map(|used| used.text(&simple.items));
            let within = |text: &str| !text.starts_with(['/', '~']) && !text.split('/').any(|part| part == "..");
            let leaves = values.any(|value| value.is_none_or(|value| !within(value)));
            if leaves { Err(gap("takes what it runs from outside the project", simple.span)) } else { Ok(()) }
        }
        // A whole address goes wherever it says, with the token.
        "gh" if usage.path.get(1) == Some(&"api") => {
            let elsewhere = |text: &str| text.contains("://") && !text.starts_with("https://api.github.com/");
            let found = operands().find(|(item, _)| elsewhere(item.shown()));
            found.map_or(Ok(()), |(item, _)| Err(gap("an address that is not that of GitHub", item.span)))
        }
        // `http POST host name=value`
        "http" | "https" | "xh" | "xhs" => {
            let sends = |text: &str| {
                matches!(text, "POST" | "PUT" | "PATCH" | "DELETE")
                    || !text.contains("://") && text.contains(['=', '@']) && !text.contains("==")
            };
            let found = operands().find(|(item, _)| sends(item.shown()));
            found.map_or(Ok(()), |(item, _)| Err(gap("sends something", item.span)))
        }
        "kubectl" | "oc" if matches!(usage.path.get(1), Some(&("get" | "describe"))) => {
            let secret = |text: &str| {
                text.split(',').any(|kind| {
                    let kind = kind.split_once(['/', '.']).map_or(kind, |(kind, _)| kind);
                    kind.eq_ignore_ascii_case("secret") || kind.eq_ignore_ascii_case("secrets")
                })
            };
            let found = operands().find(|(item, _)| secret(item.shown()));
            found.map_or(Ok(()), |(item, _)| Err(gap("prints secrets", item.span)))
        }
        _ => Ok(()),
    }
}

/// Programs that build and test.
fn builds(program: &str, usage: &Usage, simple: &Simple<'_>) -> Result<(), Gap> {
    let operands = || operands_of(usage, simple);
    match program {
        // What a package script is given after `--` reaches a program nobody named.
        "npm" | "pnpm" | "yarn" | "bun" => {
            let passed = simple.items.iter().skip_while(|item| item.text() != Some("--")).skip(1);
            let changes = [
                "--fix",
                "--write",
                "-w",
                "-u",
                "--update",
                "--updateSnapshot",
                "--config",
                "-c",
                "--plugin",
                "--output",
                "-o",
                "--out",
                "--eval",
                "-e",
                "--require",
                "-r",
                "--exec",
                "--rulesdir",
                "--resolve-plugins-relative-to",
                "--parser",
                "--output-file",
                "--cache-location",
                "--import",
                "--loader",
                "--in-place",
                "-i",
                "--init",
                "--setupFiles",
                "--globalSetup",
                "--rootDir",
                "--root",
            ];
            let found = passed.into_iter().find(|item| {
                let text = item.shown();
                changes.contains(&text.split_once('=').map_or(text, |(name, _)| name))
            });
            found.map_or(Ok(()), |item| Err(gap("passes on an option that may write or run something", item.span)))
        }
        "gradle" | "gradlew" | "mvn" | "mvnw" => {
            // A plug-in by its full name is fetched from wherever and run.
            let foreign = |goal: &str| !program.starts_with("gradle") && goal.matches(':').count() > 1;
            let found = operands().find(|(item, _)| sends_away(item.shown()) || foreign(item.shown()));
            found.map_or(Ok(()), |(item, _)| Err(gap("may send the build to another machine", item.span)))
        }
        "cmake"
            if ["install", "uninstall", "publish", "deploy"]
                .iter()
                .any(|goal| follows(simple, "--target", goal) || follows(simple, "-t", goal)) =>
        {
            Err(gap("installs or sends what it builds", simple.span))
        }
        "cmake" => passed_on(simple, is_plain_for_make),
        "cargo" => match usage.path.get(1) {
            Some(&("build" | "check" | "test" | "bench" | "nextest")) => passed_on(simple, is_plain_for_tests),
            Some(&"clippy") => passed_on(simple, is_plain_for_clippy),
            Some(&"fmt") => passed_on(simple, is_plain_for_rustfmt),
            _ => Ok(()),
        },
        // `/logger:x.dll` is an option too, and templates are packages.
        "dotnet" => {
            let installs = usage.path.get(1) == Some(&"new")
                && operands()
                    .next()
                    .is_some_and(|(item, _)| matches!(item.shown(), "install" | "uninstall" | "update"));
            let marked = |text: &str| text.starts_with('/') && text.contains(':');
            let found = operands().find(|(item, _)| marked(item.shown()) || item.shown().starts_with('@'));
            match found {
                Some((item, _)) => Err(gap("an option of the build that may name code", item.span)),
                None if installs => Err(gap("installs templates", simple.span)),
                None => Ok(()),
            }
        }
        "npx" | "tsc" if follows(simple, "--noEmit", "false") => Err(gap("writes what it compiles", simple.span)),
        "pytest" | "tsc" | "mypy" | "javac" | "gcc" | "clang" | "rustc" => {
            let found = operands().find(|(item, _)| item.shown().starts_with('@') && item.shown().len() > 1);
            found.map_or(Ok(()), |(item, _)| Err(gap("takes options from a file", item.span)))
        }
        _ => Ok(()),
    }
}

/// What stands after `--` goes to another program, whose options are only known in part.
fn passed_on(simple: &Simple<'_>, plain: fn(&str) -> bool) -> Result<(), Gap> {
    let passed = simple.items.iter().skip_while(|item| item.text() != Some("--")).skip(1);
    let found = passed.into_iter().find(|item| item.text().is_none_or(|text| !plain(text)));
    found.map_or(Ok(()), |item| Err(gap("passes on an option that may write or run something", item.span)))
}

/// Options of the build tool behind `cmake --build … --`.
fn is_plain_for_make(text: &str) -> bool {
    let letters =
        |rest: &str| rest.chars().all(|one| one.is_ascii_digit() || matches!(one, 'j' | 'k' | 'v' | 's' | 'n'));
    match text.strip_prefix('-') {
        Some(rest) => letters(rest) || matches!(rest, "-keep-going" | "-silent" | "-quiet" | "-verbose"),
        None => !text.contains('=') || matches!(text, "VERBOSE=1" | "V=1"),
    }
}

/// Options of Rust's own test harness.
fn is_plain_for_tests(text: &str) -> bool {
    const PLAIN: [&str; 22] = [
        "--nocapture",
        "--no-capture",
        "--test-threads",
        "--exact",
        "--ignored",
        "--include-ignored",
        "--skip",
        "--show-output",
        "--quiet",
        "-q",
        "--list",
        "--format",
        "--color",
        "--report-time",
        "--ensure-time",
        "--shuffle",
        "--shuffle-seed",
        "--test",
        "--bench",
        "--help",
        "-Z",
        "--exclude-should-panic",
    ];
    !text.starts_with('-') || PLAIN.contains(&text.split_once('=').map_or(text, |(name, _)| name))
}

/// Levels of lints, for the compiler behind `cargo clippy --`.
fn is_plain_for_clippy(text: &str) -> bool {
    let name = text.split_once('=').map_or(text, |(name, _)| name);
    let level = matches!(name, "--deny" | "--warn" | "--allow" | "--forbid" | "--cap-lints" | "--no-deps");
    let short = text.strip_prefix('-').is_some_and(|rest| rest.starts_with(['D', 'W', 'A', 'F']));
    let lint = |text: &str| text.chars().all(|one| one.is_ascii_alphanumeric() || matches!(one, '_' | ':' | '-'));
    level || short || !text.starts_with('-') && lint(text)
}

/// Options of rustfmt that only choose what is looked at.
fn is_plain_for_rustfmt(text: &str) -> bool {
    let name = text.split_once('=').map_or(text, |(name, _)| name);
    let plain = matches!(
        name,
        "--check" | "-l" | "--files-with-diff" | "--edition" | "--color" | "-q" | "-v" | "--quiet" | "--verbose"
    );
    plain || !text.starts_with('-')
}

/// git.
fn git(program: &str, usage: &Usage, simple: &Simple<'_>) -> Result<(), Gap> {
    let operands = || operands_of(usage, simple);
    match program {
        // Who signed a commit is asked of the configured gpg.
        "git"
            if usage.options.iter().any(|used| {
                matches!(used.key.as_ref(), "--format" | "--pretty")
                    && used.text(&simple.items).is_some_and(|text| text.contains("%G"))
            }) =>
        {
            Err(gap("runs the configured program that checks signatures", simple.span))
        }
        "git" if usage.path.get(1) == Some(&"config") => {
            let secret = operands().find(|(item, _)| {
                let key = item.shown().to_ascii_lowercase();
                ["extraheader", "pass", "token", "secret"].iter().any(|word| key.contains(word))
            });
            secret.map_or(Ok(()), |(item, _)| Err(gap("prints a credential", item.span)))
        }
        "git" if usage.path.get(1) == Some(&"checkout") => {
            let dashes = simple.items.iter().position(|item| item.text() == Some("--"));
            let after = dashes.is_some_and(|at| at.saturating_add(1) < simple.items.len());
            let all = operands().any(|(item, _)| matches!(item.shown(), "." | ":/" | "*"));
            if after || all { Err(gap("throws changes away", simple.span)) } else { Ok(()) }
        }
        "git" if usage.path.get(1) == Some(&"fetch") => {
            let found =
                operands().skip(1).find(|(item, _)| item.shown().contains(':') || item.shown().starts_with('+'));
            found.map_or(Ok(()), |(item, _)| Err(gap("overwrites a branch of its own", item.span)))
        }
        _ => Ok(()),
    }
}

/// Whether a format holds `%n`, with or without flags and width.
fn counts(format: &str) -> bool {
    let mut rest = format;
    while let Some((_, after)) = rest.split_once('%') {
        let plain = |one: char| {
            one.is_ascii_digit() || matches!(one, '-' | '+' | ' ' | '#' | '.' | '*' | '\'' | '$' | 'h' | 'l')
        };
        let end = after.find(|one| !plain(one)).unwrap_or(after.len());
        let kind = after.get(end..).and_then(|from| from.chars().next());
        if kind == Some('n') {
            return true;
        }
        let length = kind.map_or(0, char::len_utf8);
        rest = after.get(end.saturating_add(length)..).unwrap_or("");
    }
    false
}

/// Whether a word stands right after another.
fn follows(simple: &Simple<'_>, first: &str, second: &str) -> bool {
    simple.items.windows(2).any(|pair| match pair {
        [one, two] => one.text() == Some(first) && two.text() == Some(second),
        _ => false,
    })
}

/// `--help` or `--version`.
fn only_asks(simple: &Simple<'_>) -> bool {
    simple.items.iter().skip(1).any(|item| matches!(item.text(), Some("--help" | "--version")))
}

/// Whether a host name has a label that looks like data rather than a name.
fn carries_data(name: &str) -> bool {
    name.split('.').any(|label| {
        let digits = label.bytes().filter(u8::is_ascii_digit).count();
        let mixed =
            label.bytes().any(|byte| byte.is_ascii_uppercase()) && label.bytes().any(|byte| byte.is_ascii_lowercase());
        label.len() > 40 || label.len() > 20 && (digits > 5 || mixed)
    })
}

/// Addresses of local files, of other protocols, and of the machine's own cloud.
fn is_odd_address(text: &str) -> bool {
    let (scheme, rest) = text.split_once("://").unwrap_or(("http", text));
    let ordinary = ["http", "https", "ftp", "ftps"].iter().any(|one| scheme.eq_ignore_ascii_case(one));
    let host = rest.split(['/', '?', '#']).next().unwrap_or("");
    let host = host.rsplit_once('@').map_or(host, |(_, host)| host);
    let host = host.split_once(':').map_or(host, |(host, _)| host);
    let metadata = host.starts_with("169.254.") || host.eq_ignore_ascii_case("metadata.google.internal");
    !ordinary || metadata || host == "metadata"
}

/// Whether a variable's name says that its value is a secret.
fn is_secret_name(name: &str) -> bool {
    let name = name.to_ascii_uppercase();
    ["KEY", "TOKEN", "SECRET", "PASSW", "CREDENTIAL", "PRIVATE", "AUTH"].iter().any(|word| name.contains(word))
}

/// Goals of a build that leave the machine.
fn sends_away(goal: &str) -> bool {
    const BEGIN: [&str; 6] = ["release:", "exec:", "antrun:", "archetype:", "dependency:get", "dependency:copy"];
    if BEGIN.iter().any(|begin| goal.starts_with(begin)) {
        return true;
    }
    let goal = goal.rsplit_once(':').map_or(goal, |(_, goal)| goal).to_ascii_lowercase();
    goal.starts_with("publish") && !goal.contains("local")
        || goal.starts_with("deploy")
        || goal.starts_with("release")
        || goal == "upload"
        || goal == "uploadarchives"
}
