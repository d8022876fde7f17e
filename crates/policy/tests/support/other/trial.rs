//! One script after another: read as bash reads it, looked at for what other shells may read otherwise, and run by each of them.

use std::collections::BTreeMap;

use byleave_policy::read::otherwise;
use byleave_shell::read;

use super::machine::parallel;
use super::pieces::written;
use super::shells::{Place, Real, all as shells, is_announced, is_free};

/// What came of many scripts.
pub struct Outcome {
    /// Commands that ran and were announced.
    pub held: usize,
    pub failures: Vec<String>,
    /// For each shell: scripts, those that bound it, and the commands that ran.
    shells: BTreeMap<&'static str, [usize; 3]>,
}

impl Outcome {
    pub fn summary(&self) -> String {
        let mut text = String::new();
        for (name, [scripts, bound, calls]) in &self.shells {
            let line = format!("  {name}: {scripts} scripts, {bound} not in doubt, {calls} commands ran of these\n");
            text.push_str(&line);
        }
        text
    }
}

/// Tries the scripts of a range of seeds.
pub fn all(seeds: std::ops::Range<usize>) -> std::io::Result<Outcome> {
    let place = Place::new("other-shells")?;
    let shells = shells();
    let results = parallel(seeds, |at| one(&place, &shells, at));
    let mut outcome = Outcome { held: 0, failures: Vec::new(), shells: BTreeMap::new() };
    for (failures, tried) in results {
        outcome.failures.extend(failures);
        for (name, calls) in tried {
            let [scripts, bound, all] = outcome.shells.entry(name).or_default();
            *scripts += 1;
            *bound += usize::from(calls.is_some());
            *all += calls.unwrap_or(0);
            outcome.held += calls.unwrap_or(0);
        }
    }
    Ok(outcome)
}

/// The failures, and for each shell how many commands of the script ran if nothing was in doubt.
type One = (Vec<String>, Vec<(&'static str, Option<usize>)>);

fn one(place: &Place, shells: &[Real], at: usize) -> One {
    let text = written(u64::try_from(at).unwrap_or(0));
    let (mut failures, mut tried) = (Vec::new(), Vec::new());
    // Only what was made to be run may be run: nothing outside the folder can be named without a slash.
    let safe = !text.contains(['/', '_']) || text.contains("~/a");
    let script = read(&text);
    for shell in shells {
        if !safe || is_free(&script) || otherwise(&script, shell.shell.into()).is_some() {
            tried.push((shell.name, None));
            continue;
        }
        let calls = place.calls(shell, &text, at, at.wrapping_mul(2_654_435_761) % (1 << 30));
        let unseen: Vec<&Vec<String>> = calls.iter().filter(|call| !is_announced(&script, call)).collect();
        tried.push((shell.name, Some(calls.len())));
        if !unseen.is_empty() {
            let names: Vec<Option<&str>> = script.commands().iter().map(|command| script.name(command)).collect();
            failures.push(format!("seed {at}: {} ran {unseen:?}, announced {names:?}: {text:?}", shell.name));
        }
    }
    (failures, tried)
}
