//! `auto_approve_tools` on tools other than the shell: the rules are about the tool's subject.

use byleave_knowledge::arguments::{FILES, subjects};
use serde_json::{Map, Value};

use super::command::root;
use super::predicate::Scene;
use super::{AutoApprove, AutoTool, BlockedMatch, canonical};
use crate::paths::{Ground, Place, Resolver, is_below};
use crate::rules::Rule;
use crate::tool::Category;

use crate::Reason;
use byleave_shell::{Directory, Whereabouts};

/// What a call is judged by.
#[derive(Clone, Copy)]
pub struct SubjectFacts<'f> {
    /// The tool, by any of its names.
    pub tool: &'f str,
    /// Its arguments.
    pub arguments: &'f Map<String, Value>,
    /// What kind of tool it is, if that is known.
    pub category: Option<Category>,
    /// The places paths are compared with.
    pub ground: &'f Ground<'f>,
    /// Follows links.
    pub resolver: &'f dyn Resolver,
}

static START: Directory = Directory { place: Whereabouts::Relative(String::new()), uncertain: false };

/// The subject of a call.
enum Subject {
    /// Every spelling of a path that a rule may be written for: absolute, and from the project if it lies there; also of
    /// the file that a link leads to, in the second list.
    Path {
        spellings: Vec<String>,
        real: Vec<String>,
        places: [String; 2],
    },
    Text(String),
}

impl AutoApprove {
    /// What is never automatic: blocked patterns found in the subject, requirements that are not met. All of it belongs
    /// on the hard ask floor.
    #[must_use]
    pub fn held_subject(&self, facts: &SubjectFacts<'_>) -> Vec<BlockedMatch<'_>> {
        let mut held = Vec::new();
        for entry in self.of(canonical(facts.tool)) {
            let raw = raw_subject(entry, facts);
            let subject = facts.subject(entry);
            for (expression, rule) in &entry.blocked_patterns {
                let in_raw = raw.is_some_and(|text| expression.is_found_in(text));
                let in_path = subject.as_ref().is_some_and(|subject| subject.any(|text| expression.is_found_in(text)));
                if in_raw || in_path {
                    held.push(BlockedMatch { rule, span: None, reason: Reason::Blocked(expression.text().to_owned()) });
                }
            }
            if let Some((predicate, rule)) = &entry.require
                && facts.holds(predicate, raw, subject.as_ref()) != Some(true)
            {
                let reason = Reason::Required(predicate.words());
                held.push(BlockedMatch { rule, span: None, reason });
            }
        }
        held
    }

    /// The rules that speak for a call, in the order of attribution. Their conditions are still to be asked.
    #[must_use]
    pub fn subject_leaves(&self, facts: &SubjectFacts<'_>) -> Vec<&Rule> {
        let mut leaves = Vec::new();
        for entry in self.of(canonical(facts.tool)) {
            let subject = facts.subject(entry);
            if let Some(subject) = &subject {
                let exact = entry.commands.iter().filter(|(text, _)| subject.all(|one| one.trim() == text.trim()));
                let patterns = entry.patterns.iter().filter(|(one, _)| subject.all(|text| one.matches_start(text)));
                let prefixes =
                    entry.safe_prefixes.iter().filter(|(prefix, _)| subject.all(|text| begins(text, prefix)));
                leaves.extend(exact.map(|(_, rule)| rule));
                leaves.extend(patterns.map(|(_, rule)| rule));
                leaves.extend(prefixes.map(|(_, rule)| rule));
            }
            if let Some((predicate, rule)) = &entry.validate
                && facts.holds(predicate, raw_subject(entry, facts), subject.as_ref()) == Some(true)
            {
                leaves.push(rule);
            }
        }
        leaves
    }
}

/// The subject as the model wrote it.
fn raw_subject<'f>(entry: &AutoTool, facts: &SubjectFacts<'f>) -> Option<&'f str> {
    let text = |key: &str| facts.arguments.get(key).and_then(Value::as_str);
    match &entry.subject {
        Some(key) => text(key),
        None => subjects().find_map(text),
    }
}

impl SubjectFacts<'_> {
    fn subject(&self, entry: &AutoTool) -> Option<Subject> {
        let key = match &entry.subject {
            Some(key) => key.as_str(),
            None => subjects().find(|key| self.arguments.get(*key).is_some_and(Value::is_string))?,
        };
        let text = self.arguments.get(key)?.as_str()?;
        let file = matches!(self.category, Some(Category::Read | Category::Write));
        if !(FILES.contains(&key) || file && entry.subject.is_some()) {
            return Some(Subject::Text(text.to_owned()));
        }
        // What a tool might expand is not known.
        if text.is_empty() || text.contains('$') || text.chars().any(char::is_control) {
            return None;
        }
        let place = self.ground.place(text, text.starts_with('~'), false, &START);
        let Place::At { path, .. } = place else { return None };
        let real = self.resolver.resolve(&path).into_owned();
        let spellings = |path: &str| {
            let relative = self.ground.relative(path).map(str::to_owned);
            std::iter::once(path.to_owned()).chain(relative).collect::<Vec<_>>()
        };
        Some(Subject::Path { spellings: spellings(&path), real: spellings(&real), places: [path.into_owned(), real] })
    }

    fn holds(&self, predicate: &super::Predicate, raw: Option<&str>, subject: Option<&Subject>) -> Option<bool> {
        let under = |directory: &str| match subject? {
            Subject::Path { places, .. } => {
                let root = root(self.ground, directory);
                Some(places.iter().all(|place| is_below(place, &root)))
            }
            Subject::Text(_) => None,
        };
        let texts = match subject {
            Some(Subject::Path { spellings, .. }) => spellings.first().cloned().into_iter().collect(),
            Some(Subject::Text(text)) => vec![text.clone()],
            None => Vec::new(),
        };
        // Without a subject only the whole of nothing could be measured.
        raw?;
        predicate.holds(&Scene { whole: raw.unwrap_or("").trim(), texts: &texts, open: false, under: &under })
    }
}

impl Subject {
    /// Whether a test holds for the path as written and for where it leads, each in one of its spellings.
    fn all(&self, holds: impl Fn(&str) -> bool) -> bool {
        match self {
            Self::Path { spellings, real, .. } => {
                spellings.iter().any(|text| holds(text)) && real.iter().any(|text| holds(text))
            }
            Self::Text(text) => holds(text),
        }
    }

    fn any(&self, holds: impl Fn(&str) -> bool) -> bool {
        match self {
            Self::Path { spellings, real, .. } => spellings.iter().chain(real).any(|text| holds(text)),
            Self::Text(text) => holds(text),
        }
    }
}

/// Whether a text begins with a prefix, by whole words or components: `https://docs.rs` is no beginning of
/// `https://docs.rs.example.com`.
fn begins(text: &str, prefix: &str) -> bool {
    let prefix = prefix.trim();
    let whole = prefix.ends_with(['/', ':', '=', ' ']);
    text.strip_prefix(prefix)
        .is_some_and(|rest| rest.is_empty() || whole || rest.starts_with(['/', ' ', '\t', '?', '#']))
}
