//! Files that no word of a command names: matched by a pattern, recursed into, found and handed over by another command.
//!
//! A floor is on the file, however it is reached. Where a disk can be seen it tells which files those are; only the ones
//! that some floor or rule is about are looked at further.

use byleave_shell::{Directory, Span, Whereabouts};

use super::command::Judge;
use super::files::{Judged, Touch};
use super::outcome::Outcome;
use crate::command::{FileUse, Item, Simple, Usage, Whole};
use crate::glob;
use crate::judge::below::only_names;
use crate::paths::{self, Look, Obeyed, Place, Seen, base_name, is_device, is_harmless};
use crate::programs::{Arg, Role};
use crate::rules::Pattern;

/// Directories of what was fetched or made: secrets in them are those of examples and tests.
const FETCHED: [&str; 10] =
    ["node_modules", "target", ".venv", "venv", "site-packages", "vendor", ".tox", ".nox", ".gradle", ".cache"];

/// How often the disk is looked at for one reading of a call.
const MOST_LOOKS: u32 = 64;

impl Judge<'_, '_> {
    /// Judges the files that a pattern matches, or that lie in a directory which a command takes whole. Returns what was
    /// found of each of them, with the file.
    pub(super) fn looked(
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
        if named && (whole.is_none() || self.files.resolver.is_file(&path)) || !self.files.ground.is_inside(&path) {
            return Vec::new();
        }
        let deep = whole.is_some();
        let whole = whole.unwrap_or_default();
        let (follows, plain) = (follows_links(usage), whole.plain);
        let look = Look { root: &path, pattern, deep, follows, plain };
        let taken = Taken { whole: &whole, names: &[], opens: !named };
        self.each(&look, &taken, touch.arg, touch.span, outcome)
    }

    /// Judges the files that `find -exec` and `xargs` hand over.
    pub(super) fn looked_listed(
        &self,
        simple: &Simple<'_>,
        usage: &Usage,
        outcome: &mut Outcome,
    ) -> Vec<(String, Judged<'static>)> {
        let lister = simple.found_by.or(simple.fed_by.filter(|_| simple.more_words));
        let Some(at) = lister.filter(|_| self.files.resolver.sees() && !only_names(usage)) else { return Vec::new() };
        let (Some(lister), Some(lists)) = (self.commands.simples.get(at), self.usages.get(at)) else {
            return Vec::new();
        };
        // What else chooses among the names, such as `grep` between them, leaves it open which are left.
        if !lists.plays(Role::FindsNames) && !lists.plays(Role::ListsDirectories) {
            return Vec::new();
        }
        let words = |word: &str| lister.items.iter().any(|item| item.text() == Some(word));
        let narrowed = ["-regex", "-iregex", "-newer", "-size", "-mtime", "-empty", "-user", "-perm"];
        if narrowed.into_iter().any(words) {
            return Vec::new();
        }
        let names = if words("!") || words("-not") { Vec::new() } else { lists.names_looked_for(lister) };
        let whole = Whole { names: Vec::new(), ..lists.listing(lister) };
        let reads = lists.operands.iter().filter(|(_, arg)| *arg == Arg::Read);
        let mut starts: Vec<&str> = reads.filter_map(|(at, _)| lister.items.get(*at)).filter_map(Item::text).collect();
        if starts.is_empty() {
            starts.push(".");
        }
        let mut found = Vec::new();
        for start in starts {
            let Place::At { path, .. } = self.files.ground.place(start, false, false, &lister.directory) else {
                continue;
            };
            if !self.files.ground.is_inside(&path) {
                continue;
            }
            let deep = !lists.plays(Role::ListsDirectories) || words("-R");
            let follows = follows_links(lists);
            let look = Look { root: &path, pattern: "", deep, follows, plain: whole.plain };
            let taken = Taken { whole: &whole, names: &names, opens: true };
            found.extend(self.each(&look, &taken, Arg::Read, Some(simple.span), outcome));
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
            outcome.named_ask(span, "names more files by patterns and directories than can be looked for");
            return Vec::new();
        }
        let wanted = |path: &str, real: &str| {
            let below = path.strip_prefix(root).unwrap_or(path);
            let link = path != real;
            let met = !link || taken.opens || follows;
            met && taken.has(below) && (link || !is_fetched(below)) && self.concerns(path, real, arg)
        };
        let files = match self.files.resolver.look(look, &wanted) {
            Seen::Unseen => return Vec::new(),
            Seen::Some(found) => {
                // Through links it may come anywhere.
                if follows {
                    outcome.named_ask(
                        span,
                        format!("goes through links below {root}, and there is too much to look into"),
                    );
                }
                found
            }
            Seen::All(found) => found,
        };
        let start = Directory { place: Whereabouts::Relative(String::new()), uncertain: false };
        let judge = |(path, _): (String, String)| {
            let touch =
                Touch { path: Some(&path), tilde: false, glob: false, directory: &start, arg, span, spelt: false };
            let Judged { outside, device, .. } = self.files.judge(&touch, outcome);
            let judged = Judged { place: None, outside, device };
            (path, judged)
        };
        files.into_iter().map(judge).collect()
    }

    /// Whether some floor or rule is about a file, by its own path or by where it leads.
    fn concerns(&self, path: &str, real: &str, arg: Arg) -> bool {
        let files = &self.files;
        let home = files.ground.home.as_ref();
        let leaves = !files.ground.is_inside(real) && !is_device(real) && !is_harmless(real, home);
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
        leaves || [path, real].into_iter().any(|path| special(path) || refused(path))
    }

    /// Settings that may hold a token, and do not.
    fn holds_no_secret(&self, path: &str) -> bool {
        let words = ["auth", "token", "password", "secret", "ident"];
        let plain = |text: &str| !words.iter().any(|word| text.to_ascii_lowercase().contains(word));
        matches!(base_name(path), ".npmrc" | ".yarnrc.yml")
            && self.files.resolver.secret(path, &plain) == Obeyed::Harmless
    }
}

/// Which of the files that are met a command takes.
struct Taken<'t> {
    whole: &'t Whole<'t>,
    /// Names and patterns of which one must fit; any will do if there is none.
    names: &'t [&'t str],
    /// A link is opened where it leads, and not passed over.
    opens: bool,
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
