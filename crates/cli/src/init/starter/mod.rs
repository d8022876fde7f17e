//! A policy to begin with, for the project at hand.

mod kits;
mod tree;

use std::collections::HashSet;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::Path;

use serde_json::Value;

use self::kits::{FILES, GIT, KITS, Mark, Names, PACKAGE_MANAGERS, RUNNERS, SCRIPTS};
use self::tree::Tree;
use super::arguments::Purpose;
use crate::escape;

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
    Offer { pattern: format!("Bash({command})"), allowed, reason: reason.into(), kit }
}

/// The rules that fit a project.
#[must_use]
pub fn offers(project: &Path, purpose: Purpose) -> Vec<Offer> {
    let mut offers = Vec::new();
    if purpose == Purpose::Dev {
        let tree = Tree::of(project);
        offers.extend(of_kits(&tree));
        offers.extend(of_scripts(&tree));
        offers.extend(FILES.iter().map(|command| offer("files", command, "true", "files of the project")));
        offers.extend(GIT.iter().map(|command| offer("git", command, "true", "nothing leaves the machine")));
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

fn of_kits(tree: &Tree) -> impl Iterator<Item = Offer> {
    let here = KITS.iter().filter_map(|kit| Some((kit, kit.marks.iter().find_map(|mark| found(tree, *mark))?)));
    here.flat_map(|(kit, place)| {
        kit.commands
            .iter()
            .map(move |command| offer(kit.name, command, "true", format!("{}: {place} is here", kit.name)))
    })
}

/// Where a mark is, as seen from the project.
fn found(tree: &Tree, mark: Mark) -> Option<String> {
    let mut files = tree.files();
    let place = match mark {
        Mark::File(name) => files.find(|file| file.name == name),
        Mark::Ending(end) => files.find(|file| file.name.ends_with(end)),
        Mark::Beginning(start) => files.find(|file| file.name.starts_with(start)),
        Mark::Text(name, text) => files.find(|file| file.name == name && tree.text(file).contains(text)),
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
                    let is_target = |name: &&&str| text.lines().any(|line| line.starts_with(&format!("{name}:")));
                    offers.extend(
                        SCRIPTS
                            .iter()
                            .filter(is_target)
                            .map(|target| offer(runner, &format!("{runner} {target}"), "true", &*reason)),
                    );
                }
                Names::Package => {
                    let package: Value = serde_json::from_str(&text).unwrap_or_default();
                    let scripts = package.get("scripts");
                    for script in SCRIPTS.iter().filter(|name| scripts.is_some_and(|all| all.get(**name).is_some())) {
                        for manager in &managers {
                            offers.push(offer(manager, &format!("{manager} run {script}"), "true", &*reason));
                            // `bun test` is bun's own.
                            if *script == "test" && *manager != "bun" {
                                offers.push(offer(manager, &format!("{manager} test"), "true", &*reason));
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
    use byleave_policy::rules::Rule;

    use super::kits::{FILES, GIT, KITS};

    #[test]
    fn a_star_stands_only_after_a_program_that_byleave_knows() {
        for command in KITS.iter().flat_map(|kit| kit.commands).chain(GIT).chain(FILES) {
            let pattern = format!("Bash({command})");
            assert!(Rule::new(&pattern, Verdict::Allow).is_ok(), "{pattern}");
            let (first, star) = (command.split(' ').next().unwrap_or_default(), command.contains('*'));
            assert!(!star || programs::find(first).is_some(), "{pattern}: byleave does not know `{first}`");
        }
    }
}
