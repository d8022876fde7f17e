//! Files that no word of a command names: matched by a pattern, recursed into, found and handed over by another command.
//!
//! A floor is on the file, however it is reached. Where a disk can be seen it tells which files those are; only the ones
//! that some floor or rule is about are looked at further.

use byleave_knowledge::secrets::may_be_among;
use byleave_shell::{Directory, Span, Whereabouts};

use super::CommandCall;
use super::below::only_names;
use super::files::{Judged, Touch};
use crate::Reason;
use crate::command::{FileUse, Item, Simple, Usage, Value, Whole};
use crate::findings::Outcome;
use crate::glob;
use crate::paths::{self, Look, Place, Seen, base_name, is_device, is_harmless};
use crate::programs::{Arg, Entry, Role};
use crate::rules::Pattern;

/// Directories of what was fetched or made: secrets in them are those of examples and tests.
const FETCHED: [&str; 10] =
    ["node_modules", "target", ".venv", "venv", "site-packages", "vendor", ".tox", ".nox", ".gradle", ".cache"];

/// It looks behind no more filters than this for what they choose from.
const MOST_FILTERS: usize = 8;

/// How often the disk is looked at for one reading of a call.
const MOST_LOOKS: u32 = 64;

impl CommandCall<'_, '_> {
    /// Judges the files that a pattern matches, or that lie in a directory which a command takes whole. Returns what was
    /// found of each of them, with the file.
    pub(crate) fn looked(
        &self,
        simple: &Simple<'_>,
        usage: &Usage,
        file: &FileUse<'_>,
        touch: &Touch<'_>,
        outcome: &mut Outcome,
    ) -> Vec<(String, Judged<'static>)> {
        if touch.spelt || !self.files.resolver.sees() {
            return Vec::new();
        }
        let Some(text) = touch.path else { return Vec::new() };
        let Place::At { path, pattern } = self.files.ground.place(text, touch.tilde, touch.glob, touch.directory)
        else {
            return Vec::new();
        };
        // What is taken away or changed as a whole is judged by where it lies.
        let whole = usage.whole(simple).filter(|_| touch.arg == Arg::Read && usage.takes_whole(simple, file));
        let named = pattern.is_empty();
        if named && (whole.is_none() || self.files.resolver.is_file(&path)) || !self.files.ground.is_reachable(&path) {
            return Vec::new();
        }
        let deep = whole.is_some();
        let whole = whole.unwrap_or_default();
        let (follows, plain) = (follows_links(usage), whole.plain);
        let look = Look { root: &path, pattern, deep, follows, plain };
        let taken = Taken { whole: &whole, names: &[], opens: !named, leaving: false };
        self.each(&look, &taken, touch.arg, touch.span, outcome)
    }

    /// Judges the files that `find -exec` and `xargs` hand over, and those that `$(find …)` names.
    pub(crate) fn looked_listed(
        &self,
        simple: &Simple<'_>,
        usage: &Usage,
        outcome: &mut Outcome,
    ) -> Vec<(String, Judged<'static>)> {
        if !self.files.resolver.sees() || only_names(usage) {
            return Vec::new();
        }
        let handed = simple.found_by.or(simple.fed_by.filter(|_| simple.more_words));
        let read = usage.operands.iter().filter(|(_, arg)| *arg == Arg::Read);
        let printed = read.filter_map(|(at, _)| simple.items.get(*at)).flat_map(|item| match &item.value {
            Value::Unknown { nodes, .. } => nodes.as_slice(),
            Value::Literal(_) | Value::Bounded { .. } => &[],
        });
        let mut listers: Vec<usize> = printed.filter_map(|node| self.commands.printed_by(*node)).collect();
        listers.extend(handed);
        listers.sort_unstable();
        listers.dedup();
        listers.into_iter().flat_map(|at| self.listed_by(at, simple.span, outcome)).collect()
    }

    /// Judges the files that a command lists, as far as they may be among those that are read.
    fn listed_by(&self, last: usize, span: Span, outcome: &mut Outcome) -> Vec<(String, Judged<'static>)> {
        let (mut at, mut narrowed) = (last, false);
        // What chooses among the names, such as `grep` between them, leaves it open which are left.
        for _ in 0..MOST_FILTERS {
            let picks = self.usages.get(at).is_some_and(|usage| {
                usage.plays(Role::Picks) && usage.operands.iter().all(|(_, arg)| *arg != Arg::Read)
            });
            let Some(before) = self.commands.simples.get(at).and_then(|simple| simple.fed_by).filter(|_| picks) else {
                break;
            };
            (at, narrowed) = (before, true);
        }
        let (Some(lister), Some(lists)) = (self.commands.simples.get(at), self.usages.get(at)) else {
            return Vec::new();
        };
        let finds = lists.plays(Role::FindsNames) || lists.plays(Role::ListsDirectories);
        // What searches texts passes links over, unless it is told to follow them.
        if !finds && !lists.entry.is_some_and(Entry::lists) && !follows_links(lists) {
            return Vec::new();
        }
        let words = |word: &str| lister.items.iter().any(|item| item.text() == Some(word));
        let narrowing = ["-regex", "-iregex", "-newer", "-size", "-mtime", "-empty", "-user", "-perm"];
        narrowed |= !finds || narrowing.into_iter().any(words);
        // Expressions are no patterns: `fd .` finds everything.
        let expression = lists.plays(Role::PatternOperand) && !words("-g") && !words("--glob");
        let open = expression || words("!") || words("-not");
        let names = if open { Vec::new() } else { lists.names_looked_for(lister) };
        // An expression that names something is as good as a filter.
        narrowed |= expression && !lists.names_looked_for(lister).iter().all(|name| matches!(*name, "." | ""));
        let whole = Whole { names: Vec::new(), ..lists.listing(lister) };
        let reads = lists.operands.iter().filter(|(_, arg)| *arg == Arg::Read);
        let starts: Vec<&Item<'_>> = reads.filter_map(|(at, _)| lister.items.get(*at)).collect();
        let mut places: Vec<(&str, bool)> = Vec::new();
        for item in starts {
            match &item.value {
                Value::Literal(text) => places.push((text, false)),
                Value::Bounded { text, tilde: false, glob } => places.push((text, *glob)),
                Value::Bounded { .. } | Value::Unknown { .. } => {}
            }
        }
        if places.is_empty() {
            places.push((".", false));
        }
        let mut found = Vec::new();
        for (start, glob) in places {
            let Place::At { path, pattern } = self.files.ground.place(start, false, glob, &lister.directory) else {
                continue;
            };
            if !self.files.ground.is_reachable(&path) {
                continue;
            }
            let deep = !lists.plays(Role::ListsDirectories) || words("-R");
            let follows = follows_links(lists);
            let look = Look { root: &path, pattern, deep, follows, plain: whole.plain };
            let taken = Taken { whole: &whole, names: &names, opens: true, leaving: narrowed };
            found.extend(self.each(&look, &taken, Arg::Read, Some(span), outcome));
        }
        found
    }

    fn each(
        &self,
        look: &Look<'_>,
        taken: &Taken<'_>,
        arg: Arg,
        span: Option<Span>,
        outcome: &mut Outcome,
    ) -> Vec<(String, Judged<'static>)> {
        let (root, follows) = (look.root, look.follows);
        self.looks.set(self.looks.get().saturating_add(1));
        if self.looks.get() > MOST_LOOKS {
            outcome.named_ask(span, Reason::TooManyFiles);
            return Vec::new();
        }
        let wanted = |path: &str, real: &str| {
            let below = path.strip_prefix(root).unwrap_or(path);
            let link = path != real;
            let met = !link || taken.opens || follows;
            met && taken.has(below) && (link || !is_fetched(below)) && self.concerns(path, real, arg, taken.leaving)
        };
        let files = match self.files.resolver.look(look, &wanted) {
            Seen::Unseen => return Vec::new(),
            Seen::Some(found) => {
                // Through links it may come anywhere.
                if follows {
                    outcome.named_ask(span, Reason::TooManyLinks(root.to_owned()));
                }
                found
            }
            Seen::All(found) => found,
        };
        let start = Directory { place: Whereabouts::Relative(String::new()), uncertain: false };
        let judge = |(path, _): (String, String)| {
            let touch =
                Touch { path: Some(&path), tilde: false, glob: false, directory: &start, arg, span, spelt: false };
            let Judged { outside, lies, device, .. } = self.files.judge(&touch, outcome);
            let judged = Judged { place: None, outside, lies, device };
            (path, judged)
        };
        files.into_iter().map(judge).collect()
    }

    /// Whether some floor or rule is about a file, by its own path or by where it leads; `leaving`: only whether it leads out
    /// of the project.
    fn concerns(&self, path: &str, real: &str, arg: Arg, leaving: bool) -> bool {
        let files = &self.files;
        let home = files.ground.home.as_ref();
        let leaves = !files.ground.is_reachable(real) && !is_device(real) && !is_harmless(real, home);
        let special = |path: &str| {
            let secret = paths::sensitive(path, "", home).is_some() && !self.holds_no_secret(path);
            secret || arg != Arg::Read && paths::control(path, home, false).is_some()
        };
        let refused = |path: &str| {
            let mut rules = files.policy.rules.refusing_files();
            rules.any(|rule| {
                matches!(rule.pattern, Pattern::Subject { .. }) && files.is_about(rule, path, "", arg, true)
            })
        };
        leaves || !leaving && [path, real].into_iter().any(|path| special(path) || refused(path))
    }

    /// Settings that may hold a token, and do not.
    fn holds_no_secret(&self, path: &str) -> bool {
        let plain = |text: &str| !may_be_among(text);
        matches!(base_name(path), ".npmrc" | ".yarnrc.yml") && self.files.resolver.reads_plain(path, &plain)
    }
}

/// Which of the files that are met a command takes.
struct Taken<'t> {
    whole: &'t Whole<'t>,
    /// Names and patterns of which one must fit; any will do if there is none.
    names: &'t [&'t str],
    /// A link is opened where it leads, and not passed over.
    opens: bool,
    /// Something else chooses among them, so only what leads out of the project counts: a clone may bring such a link under any
    /// name.
    leaving: bool,
}

impl Taken<'_> {
    /// Whether a file below the root is among them.
    fn has(&self, below: &str) -> bool {
        let name = base_name(below);
        let relative = below.trim_start_matches('/');
        let fits = |pattern: &&str| {
            let pattern = pattern.to_lowercase();
            if pattern.contains('/') {
                glob::matches(pattern.trim_start_matches("./"), &relative.to_lowercase())
            } else {
                glob::matches(&pattern, &name.to_lowercase())
            }
        };
        let left_out = |pattern: &&str| relative.split('/').any(|part| glob::matches(pattern.trim_matches('/'), part));
        (self.whole.names.is_empty() || self.whole.names.iter().any(fits))
            && (self.names.is_empty() || self.names.iter().any(fits))
            && !self.whole.without.iter().any(left_out)
            && !self.whole.without_files.iter().any(|pattern| glob::matches(pattern, name))
    }
}

fn is_fetched(below: &str) -> bool {
    below.split('/').any(|part| FETCHED.contains(&part))
}

/// Whether a command goes through the links that it meets below a directory.
fn follows_links(usage: &Usage) -> bool {
    let given = |names: &str| usage.options.iter().any(|used| names.split(' ').any(|name| name == used.key));
    usage.rare("follows").is_some_and(|said| match said.strip_prefix("unless ") {
        Some(options) => !given(options),
        None => given(said),
    })
}
