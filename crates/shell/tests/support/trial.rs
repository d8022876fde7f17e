//! One script after another: read as each dialect, run by each shell.

use std::collections::BTreeMap;

use byleave_shell::{Class, Dialect, Script, Shell, Shells, Unknown, Word, differs, read, read_as};

use super::dialects::written;
use super::machine::parallel;
use super::shells::{Place, Real, all as shells, is_announced, is_free};

/// What came of many scripts.
pub struct Outcome {
    /// Calls that were announced, and readings that were equal as promised.
    pub held: usize,
    pub failures: Vec<String>,
    /// For each shell: scripts, calls, scripts that bound nothing.
    shells: BTreeMap<&'static str, [usize; 3]>,
    alike: usize,
    scripts: usize,
}

impl Outcome {
    pub fn summary(&self) -> String {
        let mut text = format!("{} scripts, {} readings promised to be alike\n", self.scripts, self.alike);
        for (name, [scripts, calls, free]) in &self.shells {
            let line = format!("  {name}: {scripts} scripts, {calls} commands ran, {free} scripts not bound\n");
            text.push_str(&line);
        }
        text
    }
}

/// Tries the scripts of a range of seeds.
pub fn all(seeds: std::ops::Range<usize>) -> std::io::Result<Outcome> {
    let place = Place::new("dialects")?;
    let shells = shells();
    let results = parallel(seeds, |at| one(&place, &shells, at));
    let mut outcome =
        Outcome { held: 0, failures: Vec::new(), shells: BTreeMap::new(), alike: 0, scripts: results.len() };
    for result in results {
        outcome.held += result.held;
        outcome.alike += result.alike;
        outcome.failures.extend(result.failures);
        for (name, calls, free) in result.shells {
            let [scripts, all, unbound] = outcome.shells.entry(name).or_default();
            *scripts += 1;
            *all += calls;
            *unbound += usize::from(free);
        }
    }
    Ok(outcome)
}

#[derive(Default)]
struct One {
    held: usize,
    alike: usize,
    failures: Vec<String>,
    shells: Vec<(&'static str, usize, bool)>,
}

fn one(place: &Place, shells: &[Real], at: usize) -> One {
    let text = written(u64::try_from(at).unwrap_or(0));
    let mut one = One::default();
    for failure in not_alike(&text, &mut one.alike, true) {
        one.failures.push(format!("seed {at}: {failure}"));
    }
    one.held += one.alike;
    let bash = read(&text);
    let differ = if bash.opaque().is_empty() { differs(text.as_bytes()) } else { Shells::READ };
    for shell in shells {
        // Only what was made to be run may be run: nothing outside the folder can be named without a slash.
        if text.contains(['/', '_']) && !text.contains("~/a") {
            continue;
        }
        // As policies have it read: as bash does, where that is promised to be the same.
        let alike = !differ.contains(Shell::from(shell.dialect));
        let script = if alike { read(&text) } else { read_as(&text, shell.dialect) };
        let free = is_free(&script);
        if free && !at.is_multiple_of(50) {
            one.shells.push((shell.name, 0, true));
            continue;
        }
        let calls = place.calls(shell, &text, at, at.wrapping_mul(2_654_435_761) % (1 << 30));
        one.shells.push((shell.name, calls.len(), free));
        if free {
            continue;
        }
        // Those who ask for `sh` ask for the reading of a bash called `sh` too.
        let posix = (shell.dialect == Dialect::Sh && !alike).then(|| read_as(&text, Dialect::PosixBash));
        // What that one cannot read may be anything, and is put to a person.
        let announced = |call: &Vec<String>| {
            is_announced(&script, call)
                || posix.as_ref().is_some_and(|posix| is_free(posix) || is_announced(posix, call))
        };
        let unseen: Vec<&Vec<String>> = calls.iter().filter(|call| !announced(call)).collect();
        one.held += calls.len() - unseen.len();
        if !unseen.is_empty() {
            let names: Vec<Option<&str>> = script.commands().iter().map(|command| script.name(command)).collect();
            one.failures.push(format!("seed {at}: {} ran {unseen:?}, announced {names:?}: {text:?}", shell.name));
        }
    }
    one
}

/// Where [`differs`] promises a reading like that of bash and it is another. `may_doubt` if it may only leave more open: policies never
/// have it read so then, and the real shell is compared with the reading of bash.
pub fn not_alike(text: &str, alike: &mut usize, may_doubt: bool) -> Vec<String> {
    let bash = read(text);
    if !bash.opaque().is_empty() {
        return Vec::new();
    }
    let differ = differs(text.as_bytes());
    let same = |dialect: &Dialect| !differ.contains(Shell::from(*dialect));
    let mut failures = Vec::new();
    for dialect in Shells::READ.dialects().filter(same) {
        *alike += 1;
        let other = read_as(text, dialect);
        let allowed = may_doubt && is_doubtful(&other);
        if shown(&bash) != shown(&other) && !allowed {
            failures.push(format!("{} reads it otherwise than bash and should not: {text:?}", dialect.name()));
        }
    }
    failures
}

/// Whether a reading leaves something open because shells differ in it.
fn is_doubtful(script: &Script<'_>) -> bool {
    let open = |word: &Word| matches!(word.class, Class::Unknown(Unknown::Dialect | Unknown::BraceExpansion));
    !script.opaque().is_empty() || script.commands().iter().any(|command| script.words(command.words).iter().any(open))
}

/// A reading in full, but for the dialect.
fn shown(script: &Script<'_>) -> String {
    let text = format!("{script:?}");
    text.rsplit_once(", dialect: ").map_or(text.clone(), |(head, _)| head.to_owned())
}
