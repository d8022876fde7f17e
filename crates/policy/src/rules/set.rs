//! The rules of a policy, indexed by the program they are about.

use std::ops::Deref;

use super::{CommandPattern, Pattern, Rule, Says};
use crate::paths::base_name;
use crate::programs::{self, ByName};

/// Rules in the order they were given, found by program: a thousand rules cost no more than ten.
///
/// The index is kept as rules are added, so it can never miss one.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    list: Vec<Rule>,
    /// Rules on commands whose command word is spelt out, by the first name of their program.
    by_program: ByName<String, Vec<usize>>,
    /// All other rules that may be about a command: a star in the command word, whole tools, several commands.
    general: Vec<usize>,
    /// Rules on files.
    files: Vec<usize>,
}

impl Rules {
    /// Adds a rule after all others.
    pub fn push(&mut self, mut rule: Rule) {
        // `bash` with `when: {command: …}` is the runtime form of `Bash(…)`.
        let command = match (&rule.pattern, rule.when.as_slice()) {
            (Pattern::Tool(tool), [(key, command)]) if tool == "bash" && key == "command" => Some(command.clone()),
            _ => None,
        };
        if let Some(command) = command {
            rule.pattern = Pattern::Command(CommandPattern::parse(&command));
            rule.when.clear();
        }
        let index = self.list.len();
        match &rule.pattern {
            Pattern::Command(pattern) => match pattern.tokens.first() {
                // An allow pattern such as `ls*` is about `ls` only; a deny pattern about all that begins so.
                Some(first) if !first.star && !pattern.whole => {
                    self.by_program.entry(canonical(&first.text).to_owned()).or_default().push(index);
                }
                _ => self.general.push(index),
            },
            Pattern::Tool(_) => {
                self.general.push(index);
                self.files.push(index);
            }
            Pattern::Subject { .. } => self.files.push(index),
            Pattern::Domain(_) | Pattern::Mcp(_) => {}
        }
        self.list.push(rule);
    }

    /// Keeps only some of the rules.
    pub fn retain(&mut self, keep: impl FnMut(&Rule) -> bool) {
        let mut list = std::mem::take(&mut self.list);
        list.retain(keep);
        *self = list.into_iter().collect();
    }

    /// The rules that may be about a command of this program, in order.
    pub fn about<'r>(&'r self, program: &str) -> impl Iterator<Item = &'r Rule> + use<'r> {
        let named = if self.by_program.is_empty() { None } else { self.by_program.get(canonical(program)) };
        let named = named.map_or(&[][..], Vec::as_slice);
        Merged { named, general: &self.general }.filter_map(|index| self.list.get(index))
    }

    /// The programs that some rule refuses something of.
    pub fn refused_programs(&self) -> impl Iterator<Item = &str> {
        let refuses = |indexes: &[usize]| {
            indexes.iter().filter_map(|index| self.list.get(*index)).any(|rule| rule.says != Says::Allow)
        };
        self.by_program.iter().filter(move |(_, indexes)| refuses(indexes)).map(|(program, _)| program.as_str())
    }

    /// The rules that are not about one program.
    pub fn general(&self) -> impl Iterator<Item = &Rule> {
        self.general.iter().filter_map(|index| self.list.get(*index))
    }

    /// The rules on files that do not allow.
    pub fn refusing_files(&self) -> impl Iterator<Item = &Rule> {
        self.files.iter().filter_map(|index| self.list.get(*index)).filter(|rule| rule.says != Says::Allow)
    }
}

/// One name for all names of a program: `pip3` is `pip`, `/usr/bin/git` is `git`.
fn canonical(program: &str) -> &str {
    let base = base_name(program);
    programs::find(base).and_then(|entry| entry.names().first()).unwrap_or(base)
}

/// Two ordered lists of indexes as one ordered list.
struct Merged<'r> {
    named: &'r [usize],
    general: &'r [usize],
}

impl Iterator for Merged<'_> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        let list = match (self.named.first(), self.general.first()) {
            (Some(named), Some(general)) if named < general => &mut self.named,
            (_, Some(_)) => &mut self.general,
            (_, None) => &mut self.named,
        };
        let (first, rest) = list.split_first()?;
        *list = rest;
        Some(*first)
    }
}

impl Deref for Rules {
    type Target = [Rule];

    fn deref(&self) -> &[Rule] {
        &self.list
    }
}

impl From<Vec<Rule>> for Rules {
    fn from(list: Vec<Rule>) -> Self {
        list.into_iter().collect()
    }
}

impl FromIterator<Rule> for Rules {
    fn from_iter<I: IntoIterator<Item = Rule>>(rules: I) -> Self {
        let mut set = Self::default();
        set.extend(rules);
        set
    }
}

impl Extend<Rule> for Rules {
    fn extend<I: IntoIterator<Item = Rule>>(&mut self, rules: I) {
        for rule in rules {
            self.push(rule);
        }
    }
}

impl<'r> IntoIterator for &'r Rules {
    type Item = &'r Rule;
    type IntoIter = std::slice::Iter<'r, Rule>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.iter()
    }
}
