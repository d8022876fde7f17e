//! What a person has to know of a call before anything else, each thing once: one line, and a line for each command only
//! where their verdicts differ.

use std::collections::{HashMap, HashSet};

use byleave_policy::command::Commands;
use byleave_policy::programs::Effect;
use byleave_policy::read::Reading;
use byleave_policy::{Decision, Finding, Source, Stage, Verdict};
use byleave_shell::{Span, quoted};

use crate::commands::{Part, about_which, parts};
use crate::risk::is_floor;
use crate::summary::Does;

/// At most this many names of a list; the command has them all.
const MOST_NAMED: usize = 3;

/// What matters about a call.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Gist {
    /// What it does and why it asks, the gravest of it.
    pub matters: Vec<String>,
    /// Its commands, if their verdicts differ.
    pub parts: Vec<JudgedPart>,
}

/// One command of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JudgedPart {
    /// Its text.
    pub text: String,
    /// Its own verdict.
    pub verdict: Verdict,
    /// Why it asks, where [`Gist::matters`] does not say so.
    pub reasons: Vec<String>,
}

/// How much a reason weighs beside the others.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Weight {
    /// No rule speaks for it, and nothing more is known of it.
    Ordinary,
    /// It changes something that can be named.
    Effect,
    /// A floor or a rule asks.
    Grave,
    /// Something is certainly lost, here or elsewhere.
    Loss,
}

struct Phrase {
    weight: Weight,
    words: String,
}

/// The gist of a call; `deeds` are what [`crate::shown`] said of it.
#[must_use]
pub fn gist(reading: &Reading<'_>, decision: &Decision, deeds: &[String]) -> Gist {
    let mut gist = of_call(reading, decision, deeds);
    if decision.approvals > 1 {
        gist.matters.push(format!("{} different people must approve", decision.approvals));
    }
    gist
}

fn of_call(reading: &Reading<'_>, decision: &Decision, deeds: &[String]) -> Gist {
    if decision.verdict == Verdict::Allow {
        let why = format!("you wanted to be asked; the policy allows it: {}", decision.reason);
        return Gist { matters: deeds.iter().cloned().chain([why]).collect(), parts: Vec::new() };
    }
    let asking = |finding: &Finding| finding.verdict == decision.verdict;
    let Some(commands) = reading.command() else {
        let all = decision.findings.iter().filter(|finding| asking(finding)).map(|finding| finding.reason.to_string());
        return Gist { matters: once(deeds.iter().cloned().chain(all)), parts: Vec::new() };
    };
    let judged = Judged::of(commands, decision);
    let differ = judged.verdicts().collect::<HashSet<_>>().len() > 1;
    let grave = !deeds.is_empty() || judged.phrases().any(|phrase| phrase.weight >= Weight::Grave);
    let least = match (differ, grave) {
        (true, _) => Weight::Grave,
        (false, true) => Weight::Effect,
        (false, false) => Weight::Ordinary,
    };
    let mut told: Vec<&Phrase> = judged.phrases().filter(|phrase| phrase.weight >= least).collect();
    // What is lost comes first; everything else in the order of the text.
    told.sort_by_key(|phrase| phrase.weight != Weight::Loss);
    let told = told.into_iter().map(|phrase| phrase.words.clone());
    let rest = judged.rest.iter().filter(|finding| asking(finding)).map(|finding| finding.reason.to_string());
    let matters = once(deeds.iter().cloned().chain(told).chain(rest));
    let parts = if differ { judged.parts(commands, &matters) } else { Vec::new() };
    Gist { matters, parts }
}

/// Each once, in their order.
fn once(all: impl Iterator<Item = String>) -> Vec<String> {
    let mut seen = HashSet::new();
    all.filter(|one| seen.insert(one.clone())).collect()
}

/// The commands of a text, with what is said of each and of those that it runs.
struct Judged<'d> {
    own: Vec<(Span, Verdict, Vec<Phrase>)>,
    /// What is about none of them.
    rest: Vec<&'d Finding>,
}

impl<'d> Judged<'d> {
    fn of(commands: &Commands<'_>, decision: &'d Decision) -> Self {
        let parts = parts(&commands.script, commands);
        let places: Vec<Span> = decision.findings.iter().filter_map(|finding| finding.span).collect();
        let mut which = about_which(&parts, &places).into_iter();
        let mut about: HashMap<usize, Vec<&Finding>> = HashMap::new();
        let mut rest = Vec::new();
        for finding in &decision.findings {
            match finding.span.and_then(|_| which.next().flatten()) {
                Some(at) => about.entry(at).or_default().push(finding),
                None => rest.push(finding),
            }
        }
        let writes: HashSet<Span> = commands
            .simples
            .iter()
            .flat_map(|simple| &simple.redirections)
            .chain(&commands.redirections)
            .filter(|one| one.writes())
            .map(|one| one.span)
            .collect();
        let count = parts.iter().filter(|part| part.inside.is_none()).count();
        let mut own: Vec<(Span, Verdict, Vec<Phrase>)> =
            parts.iter().take(count).map(|part| (part.span, Verdict::Allow, Vec::new())).collect();
        // A wrapper is told by what it runs, which stands after it: so from the end.
        let mut told: HashSet<usize> = HashSet::new();
        for (at, part) in parts.iter().enumerate().rev() {
            let found = about.remove(&at).unwrap_or_default();
            let Some((_, verdict, phrases)) = own.get_mut(outermost(&parts, at)) else { continue };
            *verdict = found.iter().map(|finding| finding.verdict).max().unwrap_or(Verdict::Allow).max(*verdict);
            let asks: Vec<&Finding> = found.into_iter().filter(|finding| finding.verdict == decision.verdict).collect();
            let mut said = phrases_of(part, &asks, &writes);
            if !told.contains(&at) && !says_why(part, &said) {
                said.extend(otherwise(part, &asks, &writes));
            }
            if let Some(outer) = part.inside.filter(|_| !said.is_empty() || told.contains(&at)) {
                told.insert(outer);
            }
            phrases.splice(0..0, said);
        }
        Self { own, rest }
    }

    fn verdicts(&self) -> impl Iterator<Item = Verdict> {
        self.own.iter().map(|(_, verdict, _)| *verdict)
    }

    fn phrases(&self) -> impl Iterator<Item = &Phrase> {
        self.own.iter().flat_map(|(_, _, phrases)| phrases)
    }

    fn parts(self, commands: &Commands<'_>, said: &[String]) -> Vec<JudgedPart> {
        let part = |(span, verdict, phrases): (Span, Verdict, Vec<Phrase>)| JudgedPart {
            text: span.of(commands.script.source()).to_owned(),
            verdict,
            reasons: once(phrases.into_iter().map(|phrase| phrase.words).filter(|words| !said.contains(words))),
        };
        self.own.into_iter().map(part).collect()
    }
}

/// The command of the text itself that runs a part.
fn outermost(parts: &[Part<'_>], at: usize) -> usize {
    let outer = |at: &usize| parts.get(*at).and_then(|part| part.inside).filter(|outer| outer < at);
    std::iter::successors(Some(at), outer).last().unwrap_or(at)
}

/// What is said of one command: what it certainly does, what rules and floors say of it, and what it writes.
fn phrases_of(part: &Part<'_>, asks: &[&Finding], writes: &HashSet<Span>) -> Vec<Phrase> {
    if asks.is_empty() {
        return Vec::new();
    }
    let (floors, others): (Vec<&Finding>, Vec<&Finding>) = asks.iter().partition(|finding| is_floor(finding));
    let phrase = |weight: Weight, finding: &Finding| Phrase { weight, words: finding.reason.to_string() };
    let mut said: Vec<Phrase> = part.does.as_ref().and_then(|does| words_of(does, part)).into_iter().collect();
    let ruled = others.iter().filter(|finding| finding.source != Source::None);
    said.extend(ruled.map(|finding| phrase(Weight::Grave, finding)));
    let told: Vec<&&Finding> = floors.iter().filter(|floor| adds_to_the_deed(floor, part)).collect();
    // Of several about one word the last says most: that it is outside the project stands in the frame.
    let later = |at: usize, span: Option<Span>| told.iter().skip(at.saturating_add(1)).any(|other| other.span == span);
    let last = told.iter().enumerate().filter(|(at, floor)| !is_named(floor) || !later(*at, floor.span));
    said.extend(last.map(|(_, floor)| phrase(Weight::Grave, floor)));
    // What a floor says of a file that is written, nobody says again.
    let again = |span: &Option<Span>| floors.iter().any(|floor| floor.span == *span);
    let written = others.iter().filter(|one| one.span.is_some_and(|span| writes.contains(&span)) && !again(&one.span));
    said.extend(written.map(|finding| phrase(Weight::Effect, finding)));
    said
}

/// Whether nothing more has to be said of a command: it does something certain, or what asks about it is grave.
fn says_why(part: &Part<'_>, said: &[Phrase]) -> bool {
    part.does.is_some() || said.iter().any(|phrase| phrase.weight >= Weight::Grave)
}

/// What is said of a command if nothing else is: why no rule speaks for it, and that it is dangerous as a whole.
fn otherwise(part: &Part<'_>, asks: &[&Finding], writes: &HashSet<Span>) -> Vec<Phrase> {
    let danger = asks.iter().find(|finding| is_floor(finding));
    let effect = part.usage.and_then(|usage| usage.effect);
    let weight = match (danger, effect) {
        (Some(_), _) => Weight::Grave,
        (None, Some(Effect::Send | Effect::Fetch | Effect::System | Effect::Delete)) => Weight::Effect,
        (None, Some(Effect::Read | Effect::Write | Effect::Code | Effect::State | Effect::Run) | None) => {
            Weight::Ordinary
        }
    };
    let plain = |finding: &&&Finding| !is_floor(finding) && !finding.span.is_some_and(|span| writes.contains(&span));
    let found = asks.iter().find(plain).into_iter().chain(danger);
    found.map(|finding| Phrase { weight, words: finding.reason.to_string() }).collect()
}

const fn is_named(finding: &Finding) -> bool {
    matches!(finding.stage, Stage::NamedAskFloor)
}

/// Whether a floor says more of a command than what it does: what is deleted stands in the deed, and what is about all of
/// a command is that the command is dangerous.
fn adds_to_the_deed(floor: &Finding, part: &Part<'_>) -> bool {
    match floor.stage {
        Stage::Read | Stage::Layers | Stage::DenyFloor | Stage::HardAskFloor => true,
        Stage::NamedAskFloor => !matches!(part.does, Some(Does::Delete { .. })) && floor.span != Some(part.span),
    }
}

/// A deed in words. What is sent is told by [`crate::Shown::deeds`].
fn words_of(does: &Does<'_>, part: &Part<'_>) -> Option<Phrase> {
    let (weight, words) = match does {
        Does::Delete { paths, recursive } => {
            let all = match (recursive, paths.len()) {
                (false, _) => "",
                (true, 1) => " and all in it",
                (true, _) => " and all in them",
            };
            (Weight::Loss, format!("deletes {}{all}", listed(paths)))
        }
        Does::Make { paths } => (Weight::Ordinary, format!("makes {}", listed(paths))),
        Does::Move { paths, to } => (Weight::Effect, format!("moves {} to {}", listed(paths), quoted(to))),
        Does::Copy { paths, to } => (Weight::Effect, format!("copies {} to {}", listed(paths), quoted(to))),
        Does::Push { to, branches, force } => {
            let verb = if *force { "force-pushes" } else { "pushes" };
            (
                if *force { Weight::Loss } else { Weight::Grave },
                format!("{verb} {} to {}", listed(branches), quoted(to)),
            )
        }
        Does::Fetch { hosts } => (Weight::Effect, format!("fetches from {}", listed(hosts))),
        Does::Send { .. } => return None,
    };
    let words = if part.as_root { format!("{words}, as root") } else { words };
    // Its files are those of another machine, or of a container.
    let words = part.through.map_or(words.clone(), |program| format!("{words}, through {program}"));
    Some(Phrase { weight, words })
}

fn listed(names: &[&str]) -> String {
    let shown: Vec<_> = names.iter().take(MOST_NAMED).map(|name| quoted(name)).collect();
    match names.len().saturating_sub(MOST_NAMED) {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use byleave_policy::Verdict;
    use serde_json::json;

    use super::{Gist, gist};
    use crate::fixtures::{Linked, decided, reading};

    fn of(tool: &str, arguments: &serde_json::Value) -> Gist {
        let reading = reading(tool, arguments);
        let decision = decided(&reading);
        let shown = crate::shown(&reading, &decision, &Linked);
        gist(&reading, &decision, &shown.deeds)
    }

    #[test]
    fn one_line_says_what_matters() {
        for (command, expected) in [
            (
                "rm -rf build && mkdir build && ./check > build/report.txt",
                "deletes build and all in it · writes build/report.txt",
            ),
            ("sudo rm -rf /srv/data", "deletes /srv/data and all in it, as root"),
            ("git push --force origin main", "force-pushes main to origin"),
            (
                "cd /srv && tar czf /tmp/old.tgz data && sudo rm -rf /srv/data",
                "deletes /srv/data and all in it, as root · writes outside the project: /tmp/old.tgz",
            ),
            ("rm 'a b' c", "deletes 'a b', c"),
            ("rm a b c d e", "deletes a, b, c and 2 more"),
            (
                "curl -d @notes.txt https://paste.example/x",
                "sends the file `notes.txt` of the project to `paste.example`",
            ),
            ("ssh prod 'rm -rf /srv/app'", "deletes /srv/app and all in it, through ssh"),
            (
                "rm -rf build && npm install",
                "deletes build and all in it · no rule allows `npm install`, which downloads packages and may run their scripts",
            ),
            ("git reset --hard", "no rule allows `git reset`, which writes · high-risk command: `git reset --hard *`"),
            ("tee ~/.bashrc", "writes /home/mia/.bashrc: shell start-up file"),
            ("cat ~/.ssh/id_rsa", "reads /home/mia/.ssh/id_rsa: private key"),
        ] {
            let gist = of("bash", &json!({ "command": command }));
            assert_eq!((gist.matters.join(" · ").as_str(), gist.parts.len()), (expected, 0), "{command}");
        }
    }

    #[test]
    fn commands_are_listed_where_their_verdicts_differ_and_nothing_is_said_twice() {
        let gist = of("bash", &json!({ "command": "ls && touch a && rm -rf build" }));
        let parts: Vec<_> =
            gist.parts.iter().map(|part| (part.text.as_str(), part.verdict, part.reasons.len())).collect();
        assert_eq!(parts, [("ls", Verdict::Allow, 0), ("touch a", Verdict::Ask, 1), ("rm -rf build", Verdict::Ask, 0)]);
        assert_eq!(gist.matters, ["deletes build and all in it"]);
    }

    #[test]
    fn every_call_that_asks_says_why() {
        for command in [
            "npm install lodash",
            "touch a",
            "mkdir a",
            "mv a b",
            "cp a b",
            "make",
            "find . -name '*.o' -delete",
            "rm -rf *",
            "FOO=1 $X y",
            "echo $(",
            "echo safe \u{202e}# x",
            "echo x >> ~/.bashrc",
            "a=1",
            "git push",
            "curl https://a.example",
            "bash -c 'git push && rm -rf x'",
            "sudo reboot",
            "cat a | sh",
            "eval \"$x\"",
            "> out",
            "python3 -c 'print(1)'",
        ] {
            let gist = of("bash", &json!({ "command": command }));
            let said = gist.matters.len() + gist.parts.iter().map(|part| part.reasons.len()).sum::<usize>();
            assert!(said > 0, "{command}: {gist:?}");
        }
        assert!(!of("mcp__mail__send", &json!({ "to": "x" })).matters.is_empty());
    }

    #[test]
    fn how_many_must_approve_is_said() {
        let reading = reading("bash", &json!({ "command": "npm publish" }));
        let decision = byleave_policy::Decision { approvals: 2, ..decided(&reading) };
        let gist = gist(&reading, &decision, &[]);
        assert_eq!(gist.matters.last().map(String::as_str), Some("2 different people must approve"));
    }
}
