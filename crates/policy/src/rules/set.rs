//! The rules of a policy, indexed by the program they are about.

use std::ops::Deref;

use super::{CommandPattern, Pattern, Rule};
use crate::Verdict;
use crate::command::{Item, Simple, Usage};
use crate::paths::base_name;
use crate::programs::{self, ByName};

/// Rules in the order they were given, found by program: a thousand rules cost no more than ten.
///
/// The index is kept as rules are added, so it can never miss one.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    list: Vec<Rule>,
    /// Rules on commands whose command word is spelt out, by the first name of their program.
    by_program: ByName<String, OfProgram>,
    /// All other rules that may be about a command: a star in the command word, whole tools, several commands.
    general: Vec<usize>,
    /// Some of these refuse, and spell the command word out.
    names_any: bool,
    /// Rules on files.
    files: Vec<usize>,
    /// Rules that refuse files, by a name that every path they are about has among its parts.
    by_part: ByName<String, Vec<usize>>,
    /// Rules that refuse files and spell out no such name.
    any_part: Vec<usize>,
}

/// The rules on one program.
#[derive(Clone, Debug, Default)]
struct OfProgram {
    all: Vec<usize>,
    /// Those whose second word is spelt out, by that word and by the sub-command it names.
    by_word: ByName<String, Vec<usize>>,
    /// All others.
    open: Vec<usize>,
    /// Those that a word which is not known may make a command one of: they name a sub-command or an option.
    named: Vec<usize>,
    /// Some of them refuse.
    refuses: bool,
}

impl OfProgram {
    /// Comparing this many rules is faster than looking up words.
    const FEW: usize = 12;

    fn push(&mut self, index: usize, pattern: &CommandPattern, says: Verdict) {
        self.all.push(index);
        self.refuses |= says != Verdict::Allow;
        if pattern.named.path.len() > 1 || !pattern.named.options.is_empty() {
            self.named.push(index);
        }
        let second = pattern.tokens.get(1).filter(|token| !token.star && !token.text.starts_with('-'));
        // The modes of `chmod` have many spellings.
        let Some(second) = second.filter(|_| pattern.named.path.first() != Some(&"chmod")) else {
            self.open.push(index);
            return;
        };
        self.by_word.entry(second.text.clone()).or_default().push(index);
        if let Some(sub) = pattern.named.path.get(1).filter(|sub| **sub != second.text) {
            self.by_word.entry((*sub).to_owned()).or_default().push(index);
        }
    }

    /// Those that may refuse a command, or what it may become, in order.
    fn refusing(&self, simple: &Simple<'_>, usage: &Usage) -> Vec<usize> {
        if self.all.len() <= Self::FEW {
            return self.all.clone();
        }
        let open = simple.items.iter().any(Item::is_unknown);
        self.spelt(simple, usage, if open { &self.named } else { &[] })
    }

    /// Those that spell out a word of the command, or no second word at all, and some others.
    fn spelt(&self, simple: &Simple<'_>, usage: &Usage, others: &[usize]) -> Vec<usize> {
        let words = simple.items.iter().map(Item::shown).chain(usage.path.iter().copied());
        let mut found: Vec<usize> = words.filter_map(|word| self.by_word.get(word)).flatten().copied().collect();
        found.extend_from_slice(&self.open);
        found.extend_from_slice(others);
        found.sort_unstable();
        found.dedup();
        found
    }
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
                    let of = self.by_program.entry(canonical(&first.text).to_owned()).or_default();
                    of.push(index, pattern, rule.says);
                }
                first => {
                    self.names_any |= rule.says != Verdict::Allow && first.is_some_and(|first| !first.star);
                    self.general.push(index);
                }
            },
            Pattern::Tool(_) => {
                self.general.push(index);
                self.files.push(index);
            }
            Pattern::Subject { glob, .. } => {
                self.files.push(index);
                if rule.says != Verdict::Allow {
                    match spelt_part(glob) {
                        Some(part) => self.by_part.entry(part).or_default().push(index),
                        None => self.any_part.push(index),
                    }
                }
            }
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
        let named = named.map_or(&[][..], |of| of.all.as_slice());
        Merge { named, general: &self.general }.filter_map(|index| self.list.get(index))
    }

    /// The programs that some rule refuses something of.
    pub fn refused_programs(&self) -> impl Iterator<Item = &str> {
        let refuses = |of: &OfProgram| {
            of.all.iter().filter_map(|index| self.list.get(*index)).any(|rule| rule.says != Verdict::Allow)
        };
        self.by_program.iter().filter(move |(_, of)| refuses(of)).map(|(program, _)| program.as_str())
    }

    /// Whether some rule refuses something of a program, by its name.
    #[must_use]
    pub fn refuses_some_of(&self, program: &str) -> bool {
        let named = || self.by_program.get(canonical(program)).is_some_and(|of| of.refuses);
        self.names_any || !self.by_program.is_empty() && named()
    }

    /// The rules that may refuse a command of this program, in order: of many, those that name one of its words, or what a
    /// word that is not known may be.
    pub fn refusing_command(&self, program: &str, simple: &Simple<'_>, usage: &Usage) -> Vec<&Rule> {
        let of = if self.by_program.is_empty() { None } else { self.by_program.get(canonical(program)) };
        let named = of.filter(|of| of.refuses).map_or_else(Vec::new, |of| of.refusing(simple, usage));
        let merged = Merge { named: &named, general: &self.general };
        merged.filter_map(|index| self.list.get(index)).filter(|rule| rule.says != Verdict::Allow).collect()
    }

    /// The rules that are not about one program.
    pub fn general(&self) -> impl Iterator<Item = &Rule> {
        self.general.iter().filter_map(|index| self.list.get(*index))
    }

    /// The rules that refuse files and may be about an absolute path, given in lower case; with a pattern behind it, all
    /// of them.
    #[must_use]
    pub fn refusing_path(&self, path: &str, pattern: bool) -> Vec<&Rule> {
        if self.by_part.is_empty() || pattern {
            return self.refusing_files().filter(|rule| matches!(rule.pattern, Pattern::Subject { .. })).collect();
        }
        let parts = path.split('/').filter_map(|part| self.by_part.get(part)).flatten();
        let mut found: Vec<usize> = parts.chain(&self.any_part).copied().collect();
        found.sort_unstable();
        found.dedup();
        found.into_iter().filter_map(|index| self.list.get(index)).collect()
    }

    /// Whether some rule refuses files.
    #[must_use]
    pub fn refuses_paths(&self) -> bool {
        !self.by_part.is_empty() || !self.any_part.is_empty()
    }

    /// The rules on files, and those on whole tools.
    pub fn on_files(&self) -> impl Iterator<Item = &Rule> {
        self.files.iter().filter_map(|index| self.list.get(*index))
    }

    /// How many rules are on files or on whole tools.
    #[must_use]
    pub const fn count_on_files(&self) -> usize {
        self.files.len()
    }

    /// The rules on files that do not allow.
    pub fn refusing_files(&self) -> impl Iterator<Item = &Rule> {
        self.files.iter().filter_map(|index| self.list.get(*index)).filter(|rule| rule.says != Verdict::Allow)
    }
}

/// A name that stands in every path a rule on files is about: its longest part without a pattern, in lower case.
fn spelt_part(glob: &str) -> Option<String> {
    let plain =
        |part: &&str| !part.contains(['*', '?', '[', '{', '(', '\\']) && !matches!(*part, "" | "." | ".." | "~");
    // What leads upwards is not a part of the path it leads to.
    if glob.split('/').any(|part| part == "..") {
        return None;
    }
    glob.split('/').filter(plain).max_by_key(|part| part.len()).map(str::to_lowercase)
}

/// One name for all names of a program: `pip3` is `pip`, `/usr/bin/git` is `git`.
fn canonical(program: &str) -> &str {
    let base = base_name(program);
    programs::find(base).and_then(|entry| entry.names().first()).unwrap_or(base)
}

/// Two ordered lists of indexes as one ordered list.
struct Merge<'r> {
    named: &'r [usize],
    general: &'r [usize],
}

impl Iterator for Merge<'_> {
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
