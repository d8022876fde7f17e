//! Real bash as the second opinion: on syntax (`bash -n`), on what runs (stubs that log), and on the values of words.
//!
//! `BYLEAVE_ORACLE=10` multiplies the number of generated scripts, `BYLEAVE_SEED=n` moves to other ones.
#![expect(clippy::panic, reason = "tests: a helper that cannot go on fails the test")]

mod support {
    pub mod bash;
    pub mod generate;
    pub mod machine;
    pub mod names;
    pub mod quoting;
    pub mod random;
    pub mod run;
    pub mod tables;
}

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use byleave_shell::{Reason, Script, Word, read};
use support::bash::{Syntax, syntax};
use support::generate::{Flavour, generate, mutated};
use support::machine::{parallel, program};
use support::names::names;
use support::quoting;
use support::run::Run;
use support::tables::{check, rows};

/// bash, or the reason why nothing is checked.
fn bash() -> Option<PathBuf> {
    let found = program("bash");
    if found.is_none() {
        println!("SKIPPED: no bash on this machine; nothing was checked");
        eprintln!("SKIPPED: no bash on this machine; nothing was checked");
    }
    found
}

fn setting(name: &str, otherwise: usize) -> usize {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(otherwise)
}

/// The seeds to go through: as many as asked for, times the factor set from outside.
fn seeds(count: usize) -> std::ops::Range<usize> {
    let start = setting("BYLEAVE_SEED", 0) * 1_000_000;
    start..start + count * setting("BYLEAVE_ORACLE", 1)
}

fn seed(at: usize) -> u64 {
    u64::try_from(at).unwrap_or(0)
}

fn opaque_words(script: &Script<'_>) -> String {
    script
        .opaque()
        .iter()
        .map(|opaque| format!("{} at {}", opaque.reason, opaque.span.start))
        .collect::<Vec<_>>()
        .join("; ")
}

/// Fails if more than so many thousandths of `total` are in the list. Shows the first ones in any case.
fn at_most(what: &str, list: &[String], total: usize, thousandths: usize) {
    println!("{what}: {} of {total}", list.len());
    for one in list.iter().take(20) {
        println!("  {one}");
    }
    assert!(list.len() * 1000 <= total * thousandths, "{what}: {} of {total}", list.len());
}

#[test]
fn tables_agree_with_bash() {
    let Some(bash) = bash() else { return };
    let accepted = |text: &str| {
        // `bash` and, for patterns, `bash -O extglob`.
        syntax(&bash, text, false) != Syntax::Rejected || syntax(&bash, text, true) != Syntax::Rejected
    };
    for file in [
        "arithmetic",
        "arrays",
        "assignments",
        "classes",
        "comments",
        "conditionals",
        "conditions",
        "disguises",
        "everyday",
        "functions",
        "groups",
        "heredocs",
        "lists",
        "loops",
        "parameters",
        "quoting",
        "redirects",
        "substitutions",
        "targets",
    ] {
        check(
            &format!("{file}.txt"),
            |row| if accepted(&row.text) { Ok(()) } else { Err("bash rejects it".to_owned()) },
        );
    }
    check("generous.txt", |row| if accepted(&row.text) { Err("bash accepts it".to_owned()) } else { Ok(()) });
    check("opaque.txt", |row| if accepted(&row.text) { Err("bash accepts it".to_owned()) } else { Ok(()) });
}

#[test]
fn generated_scripts_are_read_as_bash_reads_them() {
    let Some(bash) = bash() else { return };
    let results = parallel(seeds(2000), |at| {
        let generated = generate(Flavour::Syntax, seed(at));
        let accepted = syntax(&bash, &generated.text, generated.extglob) == Syntax::Accepted;
        let script = read(&generated.text);
        // A pattern in an array is an error by default, and reading ends there.
        if script.opaque().iter().any(|opaque| opaque.reason == Reason::DependsOnExtglob) {
            return (accepted, None, None);
        }
        let found: BTreeSet<String> = names(&script).into_iter().collect();
        // Where bash writes a substitution anew and loses a semicolon, or expands the file after `>&` twice, a doubt is right;
        // and where an older bash finds the end of a substitution elsewhere.
        let right = |reason: &Reason| {
            let older = Reason::HereDocumentEnd;
            matches!(reason, Reason::HereDocumentReread | Reason::QuotedTextEvaluated) || *reason == older
        };
        let doubts = script.opaque().iter().any(|opaque| !right(&opaque.reason));
        let opaque = doubts.then(|| format!("seed {at}: {}: {:?}", opaque_words(&script), generated.text));
        let hidden: Vec<&String> = generated.names.iter().filter(|name| !found.contains(*name)).collect();
        let decoys: Vec<&String> = generated.decoys.iter().filter(|name| found.contains(*name)).collect();
        let wrong = (opaque.is_none() && !(hidden.is_empty() && decoys.is_empty()))
            .then(|| format!("seed {at}: hidden {hidden:?}, decoys {decoys:?}: {:?}", generated.text));
        (accepted, opaque, wrong)
    });
    let total = results.len();
    let accepted = results.iter().filter(|(accepted, ..)| *accepted).count();
    // The generator is only as good as bash says it is.
    assert!(accepted * 100 >= total * 99, "bash accepts only {accepted} of {total} generated scripts");
    let valid = || results.iter().filter(|(accepted, ..)| *accepted);
    let opaque: Vec<String> = valid().filter_map(|(_, opaque, _)| opaque.clone()).collect();
    let wrong: Vec<String> = valid().filter_map(|(_, _, wrong)| wrong.clone()).collect();
    at_most("scripts with hidden commands or decoys", &wrong, accepted, 0);
    at_most("valid scripts that are opaque", &opaque, accepted, 5);
}

#[test]
fn damaged_scripts_are_judged_as_bash_judges_them() {
    let Some(bash) = bash() else { return };
    let results = parallel(seeds(2000), |at| {
        let text = mutated(Flavour::Syntax, seed(at));
        let accepted = syntax(&bash, &text, false) != Syntax::Rejected;
        let script = read(&text);
        let opaque = opaque_words(&script);
        match (accepted, opaque.is_empty()) {
            (true, true) | (false, false) => (None, None),
            // Inside backticks and the bodies of here-documents `bash -n` sees no error, so its yes means nothing there.
            (true, false) if text.contains('`') || text.contains("<<") => (None, None),
            (true, false) => (Some(format!("seed {at}: {opaque}: {text:?}")), None),
            (false, true) => (None, Some(format!("seed {at}: {text:?}"))),
        }
    });
    let needless: Vec<String> = results.iter().filter_map(|(needless, _)| needless.clone()).collect();
    let generous: Vec<String> = results.iter().filter_map(|(_, generous)| generous.clone()).collect();
    at_most("damaged but valid scripts that are opaque", &needless, results.len(), 20);
    at_most("invalid scripts read without opaque", &generous, results.len(), 30);
}

/// A folder of its own for this process, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("byleave-{name}-{}", std::process::id()));
        if let Err(error) = std::fs::create_dir_all(&path) {
            panic!("cannot make {}: {error}", path.display());
        }
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}

/// Logs its name and words, and fails or succeeds as the seed says.
const STUB: &str =
    "#!/bin/sh\nprintf '%s\\0' \"${0##*/}\" \"$#\" \"$@\" >>\"$LOG\"\nexit $(( (SEED >> (${0##*[qx]} % 30)) & 1 ))\n";

/// A folder with a stub for every name a script may run.
fn stubs(folder: &Path) -> std::io::Result<PathBuf> {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let path = folder.join("bin");
    std::fs::create_dir(&path)?;
    let stub = path.join("stub");
    std::fs::write(&stub, STUB)?;
    std::fs::set_permissions(&stub, std::fs::Permissions::from_mode(0o755))?;
    for number in 0..130 {
        symlink(&stub, path.join(format!("zq{number}")))?;
        symlink(&stub, path.join(format!("nx{number}")))?;
    }
    Ok(path)
}

/// What the stubs logged: a name and its arguments each.
fn calls(log: &[u8]) -> Vec<Vec<String>> {
    let mut fields = log.split(|byte| *byte == 0).map(|field| String::from_utf8_lossy(field).into_owned());
    let mut calls = Vec::new();
    while let Some(name) = fields.next().filter(|name| !name.is_empty()) {
        let count = fields.next().and_then(|count| count.parse().ok()).unwrap_or(0);
        calls.push(std::iter::once(name).chain(fields.by_ref().take(count)).collect());
    }
    calls
}

/// Whether a call is one of those the reader announced.
fn announced(script: &Script<'_>, call: &[String]) -> bool {
    let mut named =
        script.commands().iter().filter(|command| script.name(command) == call.first().map(String::as_str)).peekable();
    named.peek().is_some()
        && named.any(|command| {
            let values: Option<Vec<&str>> =
                script.words(command.words).iter().map(|word: &Word| script.literal(word)).collect();
            values.is_none_or(|values| values == call)
        })
}

/// A script to run, and how the stubs answer.
struct Trial {
    label: String,
    text: String,
    /// One bit for each stub: whether it fails.
    answers: usize,
}

/// Runs scripts with stubs; every call must have been announced.
fn execution(name: &str, trials: &[Trial]) {
    let (Some(bash), Some(timeout)) = (bash(), program("timeout")) else { return };
    let folder = Folder::new(name);
    let bin = match stubs(&folder.0) {
        Ok(bin) => bin,
        Err(error) => panic!("cannot make stubs: {error}"),
    };
    let results = parallel(0..trials.len(), |at| {
        let Some(Trial { label, text, answers }) = trials.get(at) else { return (0, None, false) };
        let place = folder.0.join(at.to_string());
        let log = folder.0.join(format!("{at}.log"));
        if std::fs::create_dir(&place).and_then(|()| std::fs::write(place.join("in1"), "")).is_err() {
            return (0, Some(format!("{label}: no folder")), false);
        }
        let answers = answers.to_string();
        let environment = [
            ("PATH", bin.to_str().unwrap_or_default()),
            ("LOG", log.to_str().unwrap_or_default()),
            ("SEED", answers.as_str()),
            ("LC_ALL", "C.UTF-8"),
        ];
        Run { bash: &bash, timeout: &timeout, folder: &place, environment: &environment }.output(text);
        let calls = calls(&std::fs::read(&log).unwrap_or_default());
        drop(std::fs::remove_dir_all(&place));
        let script = read(text);
        if !script.opaque().is_empty() || names(&script).iter().any(|name| name == "?") {
            return (calls.len(), None, true);
        }
        let unseen: Vec<&Vec<String>> = calls.iter().filter(|call| !announced(&script, call)).collect();
        let failure =
            (!unseen.is_empty()).then(|| format!("{label}: ran {unseen:?}, announced {:?}: {text:?}", names(&script)));
        (calls.len(), failure, false)
    });
    let ran: usize = results.iter().map(|(calls, ..)| calls).sum();
    let free = results.iter().filter(|(.., free)| *free).count();
    let failures: Vec<String> = results.iter().filter_map(|(_, failure, _)| failure.clone()).collect();
    println!(
        "{name}: {} scripts, {ran} commands ran, {free} scripts not bound (opaque or with a command word not known)",
        results.len()
    );
    at_most("scripts that ran something not announced", &failures, results.len(), 0);
    assert!(ran > results.len() / 2, "only {ran} commands ran");
}

/// Scripts of a flavour, with answers of the stubs that change from one to the next.
fn trials(count: usize, write: impl Fn(u64) -> String) -> Vec<Trial> {
    let trial = |at: usize| Trial {
        label: format!("seed {at}"),
        text: write(seed(at)),
        answers: at.wrapping_mul(2_654_435_761) % (1 << 30),
    };
    seeds(count).map(trial).collect()
}

#[test]
fn what_attacks_run_was_announced() {
    let mut trials = Vec::new();
    for row in rows("attacks.txt") {
        for answers in [0, (1 << 30) - 1] {
            let label = format!("attacks.txt:{}", row.line);
            trials.push(Trial { label, text: row.text.clone(), answers });
        }
    }
    execution("attacks", &trials);
}

#[test]
fn what_bash_runs_was_announced() {
    // `wait`, so that what runs in the background is logged too.
    execution("run", &trials(400, |seed| format!("{}\nwait\n", generate(Flavour::Run, seed).text)));
}

#[test]
fn what_bash_runs_of_damaged_scripts_was_announced() {
    let damaged = trials(500, |seed| {
        let text = mutated(Flavour::Straight, seed);
        // Nothing outside the folder can be named without these, and nothing but stubs lies in `PATH`.
        assert!(!text.contains(['/', '_']), "seed {seed} must not be run: {text}");
        text
    });
    execution("damaged", &damaged);
}

/// The words bash makes of a text, or nothing if it makes none.
fn expanded(run: &Run<'_>, texts: &[String]) -> Vec<Vec<Vec<u8>>> {
    let mut script = "f() { builtin printf '%s\\0' \"$#\" \"$@\"; }\n".to_owned();
    for text in texts {
        script.push_str("f ");
        script.push_str(text);
        script.push('\n');
    }
    let output = run.output(&script);
    let mut fields = output.split(|byte| *byte == 0);
    let mut results = Vec::new();
    while let Some(count) = fields.next().and_then(|field| std::str::from_utf8(field).ok()?.parse().ok()) {
        results.push(fields.by_ref().take(count).map(<[u8]>::to_vec).collect());
    }
    results
}

/// The values bash gives to each text of a batch.
fn expanded_all(texts: &[String]) -> Option<Vec<Vec<Vec<u8>>>> {
    let (bash, timeout) = (bash()?, program("timeout")?);
    let folder = Folder::new(&format!("words-{}", texts.len()));
    let environment = [("PATH", "/nowhere"), ("LC_ALL", "C.UTF-8")];
    let run = Run { bash: &bash, timeout: &timeout, folder: &folder.0, environment: &environment };
    let mut all = Vec::new();
    for batch in texts.chunks(100) {
        let values = expanded(&run, batch);
        if values.len() == batch.len() {
            all.extend(values);
        } else {
            all.extend(batch.iter().map(|text| expanded(&run, std::slice::from_ref(text)).pop().unwrap_or_default()));
        }
    }
    Some(all)
}

#[test]
fn words_have_the_value_bash_gives_them() {
    let texts: Vec<String> = seeds(6000).map(|at| quoting::words(seed(at))).collect();
    let Some(all) = expanded_all(&texts) else { return };
    let mut failures = Vec::new();
    let mut literal = 0;
    for (text, values) in texts.iter().zip(all) {
        let line = format!("f {text}");
        let script = read(&line);
        let words = script.commands().first().map_or(&[][..], |command| script.words(command.words));
        let Some(read): Option<Vec<&str>> = words.iter().skip(1).map(|word| script.literal(word)).collect() else {
            continue;
        };
        literal += 1;
        // What bash rejects has no value.
        if values.is_empty() && !script.opaque().is_empty() {
            continue;
        }
        if !read.iter().map(|value| value.as_bytes()).eq(values.iter().map(Vec::as_slice)) {
            let shown: Vec<_> = values.iter().map(|value| String::from_utf8_lossy(value)).collect();
            failures.push(format!("{text:?}: bash {shown:?}, reader {read:?} {}", opaque_words(&script)));
        }
    }
    at_most("words whose value differs", &failures, texts.len(), 0);
    assert!(literal * 10 >= texts.len() * 8, "only {literal} of {} are literal", texts.len());
}

#[test]
fn the_table_of_words_agrees_with_bash() {
    let texts: Vec<String> = rows("words.txt").into_iter().map(|row| row.text).collect();
    let Some(all) = expanded_all(&texts) else { return };
    let mut values = all.into_iter();
    for row in rows("words.txt") {
        let found: Vec<String> =
            values.next().unwrap().into_iter().map(|value| String::from_utf8_lossy(&value).into_owned()).collect();
        assert_eq!(found, row.fields, "words.txt:{}: {}", row.line, row.claim);
    }
}
