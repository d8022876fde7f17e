//! What single programs do with single words that no row of the tables can say.

mod media;
mod names;

use super::{Gap, Must, Word, gap};
use crate::command::Input;
use crate::programs::{Effect, Quirk};

impl Must<'_, '_> {
    /// What a command does beyond what its row tells.
    pub(super) fn quirks(&self) -> Result<(), Gap> {
        let Some(program) = self.usage.program else { return Ok(()) };
        program.quirks().try_for_each(|quirk| self.quirk(quirk))
    }

    #[expect(clippy::too_many_lines, reason = "one arm for each quirk")]
    fn quirk(&self, quirk: Quirk) -> Result<(), Gap> {
        match quirk {
            Quirk::Jq => at(self.text_that(reaches_beyond), "its program reaches beyond its input"),
            Quirk::Clock => at(self.operand_that(|text| !text.starts_with('+')), "sets the clock"),
            Quirk::Mode => {
                let mode = self.operands().next().map(|(word, _)| word);
                at(mode.filter(|word| word.exact().is_none_or(lends_rights)), "lends the rights of the owner")
            }
            Quirk::Format => format(self),
            Quirk::Variables => at(self.operand_that(is_secret_name), "prints a credential"),
            Quirk::Environment if self.usage.inner.is_empty() => Err(gap("prints the whole environment", self.span())),
            Quirk::Databases => getent(self),
            // Without SQL on its command line a database shell takes it from its input.
            Quirk::Sql if self.simple.input != Input::Inherited => Err(gap("takes SQL from its input", self.span())),
            Quirk::Configures if self.usage.own_effect == Effect::Read && self.usage.operands.len() > 1 => {
                Err(gap("configures an interface", self.span()))
            }
            Quirk::RunsInput => runs_input(self),
            Quirk::Prints => prints(self),
            Quirk::Unpacks => {
                at(self.operand_that(|text| !is_source(text)), "may be an archive, which other programs unpack")
            }
            Quirk::Limits => at(self.operands().next().map(|(word, _)| word), "sets a limit"),
            Quirk::RemoteArchive => remote_archive(self),
            // Schemas, certificates and catalogues are fetched from addresses.
            Quirk::Addresses => {
                let address = |text: &str| text.contains("://") && !text.starts_with("file://");
                let found = self.words().skip(1).find(|word| word.exact().is_some_and(address));
                at(found, "contacts another machine")
            }
            // `org.openssl.engine:/path/library:key` loads the library.
            Quirk::Engines => {
                let loads = |text: &str| text.to_ascii_lowercase().contains("engine:");
                let found = self.words().skip(1).find(|word| word.exact().is_some_and(loads));
                at(found, "loads a library for a key")
            }
            // A name that is looked up is data that leaves: no long labels, no server of one's own choosing.
            Quirk::LooksUp => at(self.operand_that(carries_data), "a name that may carry data"),
            Quirk::ChoosesServer if self.usage.operands.len() > 1 => {
                Err(gap("chooses the server that hears the question", self.span()))
            }
            // A word that is no filter is a name, which is looked up.
            Quirk::Sockets => at(self.operand_that(|text| !is_socket_filter(text)), "a name that is looked up"),
            // `-i @name` looks the name up.
            Quirk::AtLooksUp => {
                let looks_up = |word: &Word<'_>| word.exact().is_none_or(|text| text.contains('@'));
                at(self.words().skip(1).find(looks_up), "a name that is looked up")
            }
            Quirk::Chains => {
                let chains = |word: &Word<'_>| word.exact().is_none_or(|text| text.contains(';'));
                at(self.words().skip(1).find(chains), "a `;` may begin another command")
            }
            Quirk::ShellNames => names::shell_names(self),
            Quirk::TestsCode => names::tests_code(self),
            Quirk::Documents => names::documents(self),
            Quirk::Pages => at(self.operand_that(is_odd_address), "an address that is no ordinary page"),
            Quirk::Compose => compose(self),
            Quirk::Forge => forge(self),
            Quirk::Requests => requests(self),
            Quirk::Cluster => cluster(self),
            Quirk::Scripts => passed_on(self, is_plain_for_scripts),
            Quirk::Goals => at(self.operand_that(sends_away), "may send the build to another machine"),
            // A plug-in by its full name is fetched from wherever and run.
            Quirk::PlugIns => {
                let foreign = |goal: &str| goal.matches(':').count() > 1;
                at(self.operand_that(foreign), "may send the build to another machine")
            }
            Quirk::Targets => targets(self),
            Quirk::ToolChain => tool_chain(self),
            Quirk::Cargo => cargo(self),
            Quirk::SlashOptions => slash_options(self),
            Quirk::Emits if self.follows("--noEmit", "false") => Err(gap("writes what it compiles", self.span())),
            Quirk::AtFiles => {
                let listed = |text: &str| text.starts_with('@') && text.len() > 1;
                at(self.text_that(listed), "takes options from a file")
            }
            Quirk::Git => git(self),
            Quirk::Formats => media::formats(self),
            Quirk::Pictures => media::pictures(self),
            Quirk::Protocols => media::protocols(self),
            Quirk::Pipes => media::pipes(self),
            Quirk::Tex => media::tex(self),
            Quirk::Lua => media::lua(self),
            Quirk::Tags => media::tags(self),
            // Judged where they matter, or not in the way of an allow here.
            Quirk::Environment
            | Quirk::Sql
            | Quirk::Configures
            | Quirk::ChoosesServer
            | Quirk::Emits
            | Quirk::Readonly
            | Quirk::Devices
            | Quirk::DashPrints
            | Quirk::SetsNames
            | Quirk::Exports
            | Quirk::Tests
            | Quirk::ManyThings
            | Quirk::Asks
            | Quirk::LooksToo
            | Quirk::NeverLooks
            | Quirk::Elsewhere
            | Quirk::ShortNames
            | Quirk::AnyCase
            | Quirk::LenientSubs
            | Quirk::BareSettings
            | Quirk::Names
            | Quirk::RemovesTrees
            | Quirk::Moves
            | Quirk::Find
            | Quirk::Asked
            | Quirk::Staged
            | Quirk::Sources
            | Quirk::SqlText
            | Quirk::MongoText
            | Quirk::PlainEnvironment
            | Quirk::BuiltIn
            | Quirk::ModulesHere
            | Quirk::AnswersAlone => Ok(()),
        }
    }
}

/// A gap at a word that was found, and none if none was.
fn at(found: Option<Word<'_>>, reason: &'static str) -> Result<(), Gap> {
    found.map_or(Ok(()), |word| Err(gap(reason, word.span())))
}

/// `%n` puts a number into the variable that is named: `printf a%n PATH`. `printf -v a[…]` sets one too.
fn format(must: &Must<'_, '_>) -> Result<(), Gap> {
    let format = must.operands().next().map(|(word, _)| word);
    let several = must.usage.operands.len() > 1 || must.words().skip(1).any(|word| !word.is_one());
    at(format.filter(|word| several && word.exact().is_none_or(counts)), "a format that may set a variable")
}

/// Without a script or a command these run their input.
fn runs_input(must: &Must<'_, '_>) -> Result<(), Gap> {
    let alone = must.usage.operands.is_empty() && must.usage.path.len() == 1;
    if alone && must.simple.input != Input::Inherited { Err(gap("runs its input", must.span())) } else { Ok(()) }
}

fn prints(must: &Must<'_, '_>) -> Result<(), Gap> {
    let mut prints = must.usage.options.iter().filter(|used| used.key == "--print");
    let other = prints.any(|used| must.value(used).is_none_or(|value| !is_told_at_once(value)));
    let read = must.usage.own_effect == Effect::Read;
    if read && other { Err(gap("prints what it must compile for, or to a file", must.span())) } else { Ok(()) }
}

fn remote_archive(must: &Must<'_, '_>) -> Result<(), Gap> {
    let remote = |value: &str| value.split_once(':').is_some_and(|(host, _)| !host.is_empty() && !host.contains('/'));
    let mut archives = must.usage.options.iter().filter(|used| matches!(used.key.as_ref(), "-f" | "-F"));
    let found = archives.any(|used| used.value.is_some() && must.value(used).is_none_or(remote));
    if found { Err(gap("the archive may lie on another machine", must.span())) } else { Ok(()) }
}

/// Whether a path ends as files of code do, or names a directory.
fn is_source(path: &str) -> bool {
    const ENDS: [&str; 16] =
        ["rs", "py", "js", "ts", "tsx", "jsx", "go", "java", "c", "h", "cpp", "rb", "php", "sh", "md", "css"];
    let name = crate::paths::base_name(path);
    name.strip_prefix('.').unwrap_or(name).rsplit_once('.').is_none_or(|(_, end)| ENDS.contains(&end))
}

/// Whether a program of jq or yq names the environment or other files.
fn reaches_beyond(text: &str) -> bool {
    const REACHES: [&str; 10] =
        ["env", "strenv", "envsubst", "ENV", "import", "include", "load", "input_filename", "system", "exec"];
    // `.env` is a field, `env` and `$ENV` are the environment.
    let mut from = 0;
    text.split(|one: char| !one.is_ascii_alphanumeric() && one != '_').any(|word| {
        let field = text.get(..from).is_some_and(|before| before.ends_with('.') && !before.ends_with(".."));
        from = from.saturating_add(word.len()).saturating_add(1);
        !field && (REACHES.contains(&word) || word.starts_with("load_"))
    })
}

/// Whether a mode lends the rights of the owner.
fn lends_rights(mode: &str) -> bool {
    let high = mode.len() > 3 && mode.bytes().all(|one| one.is_ascii_digit()) && !mode.starts_with('0');
    high || mode.split(',').any(|part| part.contains(['+', '=']) && part.contains('s'))
}

/// What the compiler tells without compiling.
fn is_told_at_once(what: &str) -> bool {
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
    PRINTS.contains(&what)
}

/// Databases of the machine: hashes of passwords are secrets, and the names of hosts are asked of a server.
fn getent(must: &Must<'_, '_>) -> Result<(), Gap> {
    let plain = |text: &str| matches!(text, "passwd" | "group" | "services" | "protocols" | "rpc" | "shells");
    let database = must.operands().next().map(|(word, _)| word);
    let local = |word: Word<'_>| word.exact().is_some_and(|text| text == "localhost" || text.starts_with("127."));
    match database {
        Some(word) if word.exact().is_some_and(plain) => Ok(()),
        Some(word) if word.exact() == Some("hosts") && must.operands().skip(1).all(|(word, _)| local(word)) => Ok(()),
        Some(word) => Err(gap("asks a database that is not on this machine, or that holds secrets", word.span())),
        None => Ok(()),
    }
}

/// The file names images, mounts and commands; in the project it is the project's own.
fn compose(must: &Must<'_, '_>) -> Result<(), Gap> {
    let usage = must.usage;
    if usage.own_effect == Effect::Read || !usage.path.iter().any(|name| name.ends_with("compose")) {
        return Ok(());
    }
    let leads = |text: &str| text == "-" || text.starts_with(['/', '~']) || text.contains("://") || climbs(text);
    let mut files = usage.options.iter().filter(|used| matches!(used.key.as_ref(), "-f" | "--project-directory"));
    let leaves = files.any(|used| must.value(used).is_none_or(leads));
    if leaves { Err(gap("takes what it runs from outside the project", must.span())) } else { Ok(()) }
}

/// A whole address goes wherever it says, with the token.
fn forge(must: &Must<'_, '_>) -> Result<(), Gap> {
    if must.sub(1) != "api" {
        return Ok(());
    }
    let elsewhere = |text: &str| text.contains("://") && !text.starts_with("https://api.github.com/");
    at(must.operand_that(elsewhere), "an address that is not that of GitHub")
}

/// `http POST host name=value`
fn requests(must: &Must<'_, '_>) -> Result<(), Gap> {
    let sends = |text: &str| {
        matches!(text, "POST" | "PUT" | "PATCH" | "DELETE")
            || !text.contains("://") && text.contains(['=', '@']) && !text.contains("==")
    };
    at(must.operand_that(sends), "sends something")
}

fn cluster(must: &Must<'_, '_>) -> Result<(), Gap> {
    if !matches!(must.sub(1), "get" | "describe") {
        return Ok(());
    }
    let secret = |text: &str| {
        text.split(',').any(|kind| {
            let kind = kind.split_once(['/', '.']).map_or(kind, |(kind, _)| kind);
            kind.eq_ignore_ascii_case("secret") || kind.eq_ignore_ascii_case("secrets")
        })
    };
    at(must.operand_that(secret), "prints secrets")?;
    // A kustomization is fetched from wherever it says, and may run what it names.
    let mut kustomized = must.usage.options.iter().filter(|used| matches!(used.key.as_ref(), "-k" | "--kustomize"));
    let found = kustomized.next().map(|used| must.span_of(used.at));
    found.map_or(Ok(()), |span| Err(gap("builds a kustomization", span)))
}

/// Whether a word belongs to a filter of `ss` and names no host.
fn is_socket_filter(text: &str) -> bool {
    const WORDS: [&str; 32] = [
        "state",
        "exclude",
        "dst",
        "src",
        "dport",
        "sport",
        "and",
        "or",
        "not",
        "eq",
        "ne",
        "ge",
        "le",
        "gt",
        "lt",
        "all",
        "connected",
        "synchronized",
        "bucket",
        "big",
        "established",
        "syn-sent",
        "syn-recv",
        "fin-wait-1",
        "fin-wait-2",
        "time-wait",
        "closed",
        "close-wait",
        "last-ack",
        "listening",
        "closing",
        "autobound",
    ];
    let plain = |byte: u8| byte.is_ascii_digit() || b".:/[]()!=<>&|*".contains(&byte);
    let port = |port: &str| port.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    // A filter may be one word in quotes: `'sport = :8080'`.
    text.split_ascii_whitespace()
        .all(|word| WORDS.contains(&word) || word.bytes().all(plain) || word.strip_prefix(':').is_some_and(port))
}

/// Whether a path leads upwards.
fn climbs(path: &str) -> bool {
    path.split('/').any(|part| part == "..")
}

fn targets(must: &Must<'_, '_>) -> Result<(), Gap> {
    let sends = ["install", "uninstall", "publish", "deploy"];
    if sends.iter().any(|goal| must.follows("--target", goal) || must.follows("-t", goal)) {
        return Err(gap("installs or sends what it builds", must.span()));
    }
    passed_on(must, is_plain_for_make)
}

/// A tool chain by its path is a program of its own.
fn tool_chain(must: &Must<'_, '_>) -> Result<(), Gap> {
    let path = must.word(1).and_then(Word::exact).is_some_and(|text| text.starts_with('+') && text.contains('/'));
    if path { Err(gap("runs a tool chain by its path", must.span())) } else { Ok(()) }
}

fn cargo(must: &Must<'_, '_>) -> Result<(), Gap> {
    match must.sub(1) {
        "build" | "check" | "test" | "bench" | "nextest" => passed_on(must, is_plain_for_tests),
        "clippy" => passed_on(must, is_plain_for_clippy),
        "fmt" => passed_on(must, is_plain_for_rustfmt),
        _ => Ok(()),
    }
}

/// `/logger:x.dll` is an option too, and templates are packages.
fn slash_options(must: &Must<'_, '_>) -> Result<(), Gap> {
    let installs = must.sub(1) == "new"
        && must.operands().next().is_some_and(|(word, _)| {
            word.exact().is_none_or(|text| matches!(text, "install" | "uninstall" | "update"))
        });
    let marked = |text: &str| text.starts_with('/') && text.contains(':') || text.starts_with('@');
    at(must.operand_that(marked), "an option of the build that may name code")?;
    if installs { Err(gap("installs templates", must.span())) } else { Ok(()) }
}

/// What stands after `--` goes to another program, whose options are only known in part.
fn passed_on(must: &Must<'_, '_>, plain: fn(&str) -> bool) -> Result<(), Gap> {
    let found = must.passed_on().find(|word| word.exact().is_none_or(|text| !plain(text)));
    at(found, "passes on an option that may write or run something")
}

/// Words for a package script: no option but a few that test runners and linters share and that only choose what is
/// looked at or shown.
fn is_plain_for_scripts(text: &str) -> bool {
    const PLAIN: [&str; 26] = [
        "--watch",
        "--watchAll",
        "--coverage",
        "--verbose",
        "--silent",
        "--bail",
        "--run",
        "--ci",
        "--runInBand",
        "-i",
        "--testNamePattern",
        "-t",
        "--testPathPattern",
        "--grep",
        "-g",
        "--maxWorkers",
        "--no-coverage",
        "--passWithNoTests",
        "--quiet",
        "--no-color",
        "--color",
        "--check",
        "--list",
        "--help",
        "--version",
        "--port",
    ];
    let name = text.split_once('=').map_or(text, |(name, _)| name);
    let within = |text: &str| !text.starts_with(['/', '~']) && !climbs(text) && !text.contains("://");
    if text.starts_with('-') { PLAIN.contains(&name) } else { within(text) }
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

fn git(must: &Must<'_, '_>) -> Result<(), Gap> {
    let usage = must.usage;
    // The configured gpg tells who signed a commit.
    let mut formats =
        usage.options.iter().filter(|used| matches!(used.key.as_ref(), "--format" | "--pretty" | "--show-signature"));
    if formats.any(|used| {
        used.value.is_none() && used.key == "--show-signature"
            || used.value.is_some()
                && must.value(used).is_none_or(|text| text.contains("%G") || text.contains("%(signature"))
    }) {
        return Err(gap("runs the configured program that checks signatures", must.span()));
    }
    match must.sub(1) {
        "config" => {
            let secret = |text: &str| {
                let key = text.to_ascii_lowercase();
                ["extraheader", "pass", "token", "secret"].iter().any(|word| key.contains(word))
            };
            at(must.operand_that(secret), "prints a credential")
        }
        "checkout" => {
            let dashes = must.words().position(|word| word.exact() == Some("--"));
            let after = dashes.is_some_and(|at| at.saturating_add(1) < must.len());
            let all = must.operand_that(|text| matches!(text, "." | ":/" | "*")).is_some();
            if after || all { Err(gap("throws changes away", must.span())) } else { Ok(()) }
        }
        "fetch" => {
            let overwrites = |text: &str| text.contains(':') || text.starts_with('+');
            let found = must.operands().skip(1).map(|(word, _)| word).find(|word| word.exact().is_none_or(overwrites));
            at(found, "overwrites a branch of its own")
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
