//! A policy to begin with, for the project at hand.

mod kits;
mod tree;

use std::collections::HashSet;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::Path;

use byleave_policy::rules::shorthand;
use serde_json::Value;

use self::kits::{Mark, Names, PACKAGE_MANAGERS, RUNNERS, is_script, kits};
use self::tree::Tree;
use super::arguments::Purpose;
use crate::escape;

/// Stands in a rule for the path of the file that showed its kit.
const PLACE: &str = "{place}";

/// A rule, and why it is offered.
pub struct Offer {
    /// The pattern, as a policy writes it.
    pub pattern: String,
    /// `true`, `ask` or `false`.
    allowed: &'static str,
    reason: String,
    /// What of the project it is for.
    kit: &'static str,
}

/// Shows the rules, a line for each kit.
pub fn show(out: &mut dyn Write, offers: &[Offer]) -> io::Result<()> {
    let mut kits: Vec<&str> = offers.iter().map(|offer| offer.kit).collect();
    let mut seen = HashSet::new();
    kits.retain(|kit| seen.insert(*kit));
    for kit in kits {
        let commands: Vec<String> = offers.iter().filter(|offer| offer.kit == kit).map(Offer::words).collect();
        writeln!(out, "     {kit}: {}", escape::shown(&commands.join(", ")))?;
    }
    Ok(())
}

impl Offer {
    /// The command, and what becomes of it if it does not simply run.
    fn words(&self) -> String {
        let command =
            self.pattern.strip_prefix("Bash(").and_then(|rest| rest.strip_suffix(')')).unwrap_or(&self.pattern);
        match self.allowed {
            "ask" => format!("{command} asks"),
            "false" => format!("{command} is refused"),
            _ => command.to_owned(),
        }
    }
}

fn offer(kit: &'static str, command: &str, allowed: &'static str, reason: impl Into<String>) -> Offer {
    Offer { pattern: shorthand::rule(command), allowed, reason: reason.into(), kit }
}

/// The rules that fit a project.
#[must_use]
pub fn offers(project: &Path, purpose: Purpose) -> Vec<Offer> {
    let mut offers = Vec::new();
    if purpose == Purpose::Dev {
        let tree = Tree::of(project);
        offers.extend(of_kits(&tree));
        offers.extend(of_scripts(&tree));
    }
    offers.push(offer("git", "git push *", "ask", "it leaves the machine"));
    if purpose == Purpose::Prod {
        let denied = ["terraform apply *", "terraform destroy *", "kubectl delete *", "helm uninstall *"];
        offers.extend(denied.map(|command| offer("production", command, "false", "a person does that")));
    }
    let mut seen = HashSet::new();
    offers.retain(|offer| seen.insert(offer.pattern.clone()));
    offers
}

/// The text of a policy with these rules.
#[must_use]
pub fn policy(offers: &[Offer]) -> String {
    let mut text = String::from(
        "# What agents may do in this project. Read it, then run `byleave trust`: its rules allow nothing before.\n\
         # What only reads runs without a rule.\npermissions:\n",
    );
    for Offer { pattern, allowed, reason, .. } in offers {
        let (key, reason) = (Value::from(&**pattern), Value::from(&**reason));
        // Writing into a string cannot fail.
        let _ = writeln!(text, "  {key}: {{ allowed: {allowed}, reason: {reason} }}");
    }
    text
}

fn of_kits(tree: &Tree) -> Vec<Offer> {
    let mut offers = Vec::new();
    for kit in kits() {
        for mark in &kit.marks {
            let Some(place) = found(tree, *mark) else { continue };
            let named = kit.rules.iter().any(|rule| rule.contains(PLACE));
            let always = *mark == Mark::Always;
            let reason = if always { kit.name.to_owned() } else { format!("{}: {place} is here", kit.name) };
            // What no person would write without quotes stays out of a rule.
            let plain = place.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"/._-".contains(&byte));
            if plain || !named {
                offers.extend(
                    kit.rules.iter().map(|rule| offer(kit.name, &rule.replace(PLACE, &place), "true", &*reason)),
                );
            }
            if !named {
                break;
            }
        }
    }
    offers
}

/// Where a mark is, as seen from the project.
fn found(tree: &Tree, mark: Mark) -> Option<String> {
    let mut files = tree.files();
    let place = match mark {
        Mark::File(name) => files.find(|file| file.name == name),
        Mark::Ending(end) => files.find(|file| file.name.ends_with(end)),
        Mark::Beginning(start) => files.find(|file| file.name.starts_with(start)),
        Mark::Text(name, text) => files.find(|file| file.name == name && tree.text(file).contains(text)),
        Mark::Path(path) => return tree.has(path).then(|| path.to_owned()),
        Mark::GitHub => return tree.is_on_github().then(|| "a remote at github.com".to_owned()),
        Mark::Always => return Some(String::new()),
    };
    place.map(|file| file.place.clone())
}

/// The scripts, targets and recipes with usual names.
fn of_scripts(tree: &Tree) -> Vec<Offer> {
    let locks = PACKAGE_MANAGERS.iter().filter(|(lock, _)| tree.files().any(|file| file.name == *lock));
    let mut managers: Vec<&str> = locks.map(|(_, manager)| *manager).collect();
    if managers.is_empty() {
        managers.push("npm");
    }
    let mut offers = Vec::new();
    for (name, runner, names) in RUNNERS {
        for file in tree.files().filter(|file| file.name == *name) {
            let text = tree.text(file);
            let reason = format!("named in {}", file.place);
            match names {
                Names::Targets => {
                    let targets =
                        text.lines().filter_map(|line| line.split_once(':')).map(|(target, _)| target.trim_end());
                    // No star: it would stand for further targets.
                    let built = targets.filter(|target| is_script(target));
                    offers.extend(built.map(|target| offer(runner, &format!("{runner} {target}"), "true", &*reason)));
                }
                Names::Package => {
                    let package: Value = serde_json::from_str(&text).unwrap_or_default();
                    let scripts = package.get("scripts").and_then(Value::as_object);
                    for script in scripts.into_iter().flat_map(serde_json::Map::keys).filter(|name| is_script(name)) {
                        for manager in &managers {
                            offers.push(offer(manager, &format!("{manager} run {script} *"), "true", &*reason));
                            // `bun test` is bun's own.
                            if script == "test" && *manager != "bun" {
                                offers.push(offer(manager, &format!("{manager} test *"), "true", &*reason));
                            }
                        }
                    }
                }
            }
        }
    }
    offers
}

#[cfg(test)]
mod tests {
    use byleave_policy::Verdict;
    use byleave_policy::programs;
    use byleave_policy::rules::{Rule, shorthand};

    use super::PLACE;
    use super::kits::kits;

    #[test]
    fn a_star_stands_only_after_a_program_that_byleave_knows_or_a_file_of_the_project() {
        for command in kits().into_iter().flat_map(|kit| kit.rules) {
            let pattern = shorthand::rule(&command.replace(PLACE, "x/y.py"));
            assert!(Rule::new(&pattern, Verdict::Allow).is_ok(), "{pattern}");
            let (first, star) = (command.split(' ').next().unwrap_or_default(), command.contains('*'));
            let known = programs::find(first.trim_start_matches("./")).is_some()
                || first.contains(PLACE)
                || first == "*"
                || command.starts_with("Read(");
            assert!(!star || known, "{pattern}: byleave does not know `{first}`");
        }
    }
}
