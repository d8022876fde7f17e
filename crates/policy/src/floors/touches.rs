//! Files, directories and code that a simple command reaches.

use std::collections::HashMap;

use byleave_shell::{Span, Whereabouts};

use crate::Reason;
use crate::command::{FileUse, Input, Item, Simple, Usage, Value};
use crate::findings::Outcome;
use crate::paths::{Lies, Place, is_listed, is_program_directory};
use crate::programs::{Arg, Effect, Quirk, Role};

use super::files::{Judged, Touch};
use super::{CommandCall, OnlyReads, Standing, below, rows as floors};

/// The commands of a call that change the directory.
#[derive(Debug)]
pub(crate) struct Moves {
    /// Their places in the list, by where they stand.
    at: HashMap<Span, Vec<usize>>,
    /// Where the first `cd` or `pushd` stands.
    first: Option<u32>,
    /// Where the first of those stands that do not lead back.
    first_other: Option<u32>,
    /// All that do not lead back lead to a directory below.
    others_lead: bool,
}

impl Moves {
    fn of(simples: &[Simple<'_>]) -> Self {
        let mut moves = Self { at: HashMap::new(), first: None, first_other: None, others_lead: true };
        for (at, simple) in simples.iter().enumerate() {
            let start = simple.span.start;
            match simple.name() {
                Some("cd" | "pushd") => moves.first = Some(moves.first.map_or(start, |first| first.min(start))),
                Some("popd") => {}
                _ => continue,
            }
            moves.at.entry(simple.span).or_default().push(at);
            if !leads_back(simple) {
                moves.first_other = moves.first_other.or(Some(start));
                moves.others_lead &= leads(simple);
            }
        }
        moves
    }
}

/// Where a `cd` with one operand leads.
fn leads_to<'s>(simple: &'s Simple<'_>) -> Option<&'s str> {
    let cd = simple.name() == Some("cd") && simple.items.len() == 2;
    simple.items.get(1).filter(|_| cd).and_then(Item::text)
}

fn leads_back(simple: &Simple<'_>) -> bool {
    leads_to(simple) == Some("-")
}

/// Whether a `cd` leads to a directory below the one at hand.
fn leads(simple: &Simple<'_>) -> bool {
    leads_to(simple).is_some_and(|text| {
        !text.is_empty() && !text.starts_with(['/', '~', '-']) && !text.split('/').any(|part| part == "..")
    })
}

impl CommandCall<'_, '_> {
    /// Files, hosts and directories a command touches.
    pub(crate) fn touched(&self, simple: &Simple<'_>, usage: &Usage, standing: Standing, outcome: &mut Outcome) {
        self.program_path(simple, outcome);
        let files = usage.files(simple);
        self.patterns(simple, usage, &files, outcome);
        let here = (usage.works_here(simple) && self.ground.knows(&simple.directory)).then_some(FileUse {
            path: ".".into(),
            at: 0,
            arg: Arg::Read,
        });
        let refuses = !standing.spelt && self.files.refuses();
        let whole = if refuses { usage.whole(simple) } else { None };
        let lost = usage.works_here(simple) && !self.ground.knows(&simple.directory) && !self.is_within(simple);
        if standing.allowed && !standing.spelt && lost {
            outcome.unruled(Some(simple.span), Reason::ReadsUnknownDirectory);
        }
        self.found_names(simple, usage, standing, outcome);
        for file in files.into_iter().chain(here) {
            let item = simple.items.get(file.at);
            let unknown = item.is_some_and(|item| matches!(item.value, Value::Unknown { .. }))
                && item.is_some_and(|item| item.shown() == file.path);
            let (tilde, glob) = item.map_or((false, false), flags);
            let tilde = tilde || file.path.starts_with("~/") && item.is_some_and(|item| item.shown() != file.path);
            let path = if usage.plays(Role::Container) { cut_volume(&file.path) } else { &file.path };
            let linked = usage.link_target(simple, file.at, path).filter(|_| file.arg == Arg::Read);
            let path = linked.as_deref().unwrap_or(path);
            let touch = Touch {
                path: (!unknown).then_some(path),
                tilde,
                glob,
                directory: &simple.directory,
                arg: file.arg,
                span: item.map(|item| item.span),
                // What a file is called, how large and whose it is, is no secret.
                spelt: standing.spelt || file.arg == Arg::Read && usage.plays(Role::TellsNames),
            };
            let judged = self.files.judge(&touch, outcome);
            // What can be written through a link is as good as written.
            if touch.arg == Arg::Read && usage.links() {
                self.files.judge(&Touch { arg: Arg::Write, ..touch }, outcome);
            }
            let taken = touch.arg == Arg::Delete || usage.has(Quirk::Find);
            // What `find` was told to look for is not all there is.
            let lister = simple.found_by.and_then(|at| self.commands.simples.get(at).zip(self.usages.get(at)));
            let chosen = lister.is_some_and(|(lister, lists)| !lists.names_looked_for(lister).is_empty());
            // Without any condition it hands over the directory it begins in.
            let all = || lister.is_some_and(|(_, lists)| floors::finds_all(lists));
            let holds = || self.holds_all(&touch) || all() && self.holds_all(&Touch { glob: false, ..touch });
            if taken && !chosen && floors::takes_all(usage) && holds() {
                outcome.deny(touch.span, Reason::TakesAll);
            }
            if judged.outside && touch.arg == Arg::Read && usage.plays(Role::LinksFrom) {
                outcome.named_ask(touch.span, Reason::LeavingLink);
            }
            // The settings of a repository may name programs, and no rule spoke of this one.
            let elsewhere = judged.outside && touch.arg == Arg::Read && usage.has(Quirk::Git);
            let only_reads = || self.only_reads(simple, usage, standing);
            if elsewhere && !standing.spelt && usage.works_at(file.at) && only_reads() != OnlyReads::Proven {
                outcome.named_ask(touch.span, Reason::ForeignRepository);
            }
            self.outside_read(&touch, &judged, (simple, usage, standing), outcome);
            if refuses {
                self.taken_whole(simple, usage, &file, (&touch, whole.as_ref()), outcome);
            }
            let found = self.looked(simple, usage, &file, &touch, outcome);
            self.outside_reads(found, &touch, (simple, usage, standing), outcome);
        }
        if !standing.spelt {
            let found = self.looked_listed(simple, usage, outcome);
            let (directory, span) = (&simple.directory, Some(simple.span));
            let touch = Touch { path: None, tilde: false, glob: false, directory, arg: Arg::Read, span, spelt: false };
            self.outside_reads(found, &touch, (simple, usage, standing), outcome);
        }
        if refuses {
            self.taken_unnamed(simple, usage, outcome);
        }
        if !standing.spelt {
            self.listed_files(simple, usage, outcome);
            self.brought(simple, usage, outcome);
        }
        self.sent_code(simple, usage, outcome);
        self.foreign_code(simple, usage, standing, outcome);
        code_on_control_files(simple, usage, outcome);
        if simple.name() == Some("cd") && simple.items.len() == 1 {
            outcome.outside = true;
        }
        for redirect in &simple.redirections {
            self.redirect(redirect, &|| self.only_reads(simple, usage, standing), outcome);
        }
    }

    /// `cd "$(git rev-parse --show-toplevel)"` leads to the project, or to what it is a part of.
    pub(crate) fn is_at_root(&self, simple: &Simple<'_>) -> bool {
        let Whereabouts::Unknown(span) = simple.directory.place else { return false };
        let moved = span.of(self.commands.script.source()).strip_prefix("cd ").unwrap_or("");
        moved.trim().trim_matches('"') == "$(git rev-parse --show-toplevel)"
    }

    /// Whether a command certainly runs below the project although the text does not tell where: `cd "$dir"` with a variable
    /// that only names directories of the project, or `cd -` where all others do.
    fn is_within(&self, simple: &Simple<'_>) -> bool {
        let Whereabouts::Unknown(span) = simple.directory.place else { return false };
        let moves = self.moves.get_or_init(|| Moves::of(&self.commands.simples));
        let here = moves.at.get(&span).map_or(&[][..], Vec::as_slice);
        let mut here = here.iter().filter_map(|at| self.commands.simples.get(*at)).peekable();
        if here.peek().is_some_and(|one| leads_back(one)) {
            return moves.first_other.is_some_and(|first| first < span.start) && moves.others_lead;
        }
        self.is_at_root(simple) || here.peek().is_some() && here.all(|one| leads(one) && one.directory.is_start())
    }

    /// Files that `find` hands over by names it was told to look for: `find . -name .env -exec cat {} +`.
    fn found_names(&self, simple: &Simple<'_>, usage: &Usage, standing: Standing, outcome: &mut Outcome) {
        let lister = simple.found_by.or(simple.fed_by.filter(|_| simple.more_words));
        if lister.is_none() || below::only_names(usage) {
            return;
        }
        // Filters between them leave some of the names out.
        let before =
            |at: &usize| self.commands.simples.get(*at).and_then(|simple| simple.fed_by).filter(|next| next < at);
        for at in std::iter::successors(lister, before) {
            // Of a long pipeline each would go through all before it.
            if self.budget.spend(2).is_err() {
                return;
            }
            let (Some(lister), Some(lists)) = (self.commands.simples.get(at), self.usages.get(at)) else { return };
            for name in lists.names_looked_for(lister) {
                let directory = &lister.directory;
                let (span, spelt) = (Some(simple.span), standing.spelt);
                let touch =
                    Touch { path: Some(name), tilde: false, glob: true, directory, arg: Arg::Read, span, spelt };
                self.files.judge(&touch, outcome);
            }
        }
    }

    /// Whether a path, or all that a pattern matches in it, is the project, the home directory or what holds them.
    pub(crate) fn holds_all(&self, touch: &Touch<'_>) -> bool {
        // What only running it tells is put to a person.
        let Some(path) = touch.path else { return false };
        let Place::At { path, pattern } = self.ground.place(path, touch.tilde, touch.glob, touch.directory) else {
            return false;
        };
        [&self.ground.project, &self.ground.home].into_iter().any(|root| {
            let Some(rest) = root.strip_prefix(path.trim_end_matches('/')) else { return false };
            if pattern.is_empty() {
                return rest.is_empty() || rest.starts_with('/');
            }
            // All that lies in it is as much as it.
            if rest.is_empty() {
                return pattern.trim_end_matches('/') == "*";
            }
            // The first name of what lies below is one the pattern matches.
            let next = rest.strip_prefix('/').and_then(|rest| rest.split('/').next()).filter(|next| !next.is_empty());
            next.is_some_and(|next| crate::glob::matches(pattern.trim_end_matches('/'), next))
        })
    }

    /// Test runners and checkers that are pointed at something outside the project run code that no rule spoke of.
    fn foreign_code(&self, simple: &Simple<'_>, usage: &Usage, standing: Standing, outcome: &mut Outcome) {
        let runs =
            usage.own_effect == Effect::Code || usage.own_effect > Effect::Code && usage.plays(Role::RunsProject);
        if standing.spelt || !runs {
            return;
        }
        // What a package script is given after the dashes reaches the runner behind it. Elsewhere those are the words of
        // what it runs, unless its row says that they are files.
        let scripts = usage.has(Quirk::Scripts);
        let dashes = simple.items.iter().position(|item| item.text() == Some("--"));
        let files = usage.operands.iter().filter(|(_, arg)| *arg == Arg::Read).map(|(at, _)| *at);
        let mut files: Vec<usize> = files.collect();
        files.sort_unstable();
        let file = |at: usize| files.binary_search(&at).is_ok();
        let own = |at: usize| scripts || dashes.is_none_or(|dashes| at < dashes) || file(at);
        for (at, item) in simple.items.iter().enumerate().skip(1).filter(|(at, _)| own(*at)) {
            let text = item.shown();
            let path = text.split_once('=').filter(|(name, _)| name.starts_with('-')).map_or(text, |(_, value)| value);
            if !path.starts_with(['/', '~']) && !path.split('/').any(|part| part == "..") {
                continue;
            }
            let place = self.ground.place(path, path.starts_with('~'), false, &simple.directory);
            // A runner keeps what it knows of a file beside it: no device is one.
            let device = |path: &str| crate::paths::is_device(path) && !file(at);
            if matches!(place, Place::At { path, .. } if !self.ground.is_inside(&path) && !device(&path)) {
                outcome.named_ask(Some(item.span), Reason::ForeignCode);
            }
        }
    }

    /// What a command reaches without its row telling a file: only whether it leaves the project.
    pub(crate) fn mentioned(&self, simple: &Simple<'_>, usage: &Usage, outcome: &mut Outcome) {
        for file in usage.mentions(simple) {
            let item = simple.items.get(file.at);
            let (tilde, glob) = item.map_or((false, false), flags);
            let tilde = tilde || file.path.starts_with("~/") && item.is_some_and(|item| item.shown() != file.path);
            let unknown = item.is_some_and(|item| item.is_unknown() && item.shown() == file.path);
            outcome.outside |= match self.ground.place(&file.path, tilde, glob, &simple.directory) {
                Place::At { path, .. } => unknown || !self.ground.is_inside(&path) && !crate::paths::is_device(&path),
                Place::Unknown => true,
            };
        }
        // Where `cd -` leads is known only after another change.
        let back = simple.name() == Some("cd") && simple.items.get(1).and_then(Item::text) == Some("-");
        let moves = || self.moves.get_or_init(|| Moves::of(&self.commands.simples));
        outcome.outside |= back && moves().first.is_none_or(|first| first >= simple.span.start);
    }

    /// Whether a command runs on another machine or in a container: its files are not those of this machine.
    pub(crate) fn runs_elsewhere(&self, simple: &Simple<'_>) -> bool {
        let outer = |index: &usize| self.commands.simples.get(*index).and_then(|simple| simple.inside);
        std::iter::successors(simple.inside, outer)
            .take(64)
            .any(|index| self.usages.get(index).is_some_and(|usage| usage.runs_elsewhere()))
    }

    /// Files that were found on the disk, as far as they lead out of the project.
    fn outside_reads(
        &self,
        found: Vec<(String, Judged<'static>)>,
        touch: &Touch<'_>,
        by: (&Simple<'_>, &Usage, Standing),
        outcome: &mut Outcome,
    ) {
        for (path, judged) in found.into_iter().filter(|(_, judged)| judged.lies != Lies::Open) {
            let judged = Judged { place: Some(path.as_str().into()), ..judged };
            self.outside_read(&Touch { path: Some(&path), ..*touch }, &judged, by, outcome);
        }
    }

    /// Whether reading what lies at a place asks for where it lies.
    pub(crate) fn asks_about(&self, place: &str, lies: Lies, only_reads: &dyn Fn() -> OnlyReads) -> bool {
        self.policy.asks_outside()
            && match lies {
                Lies::Open => false,
                Lies::InRoot => only_reads() == OnlyReads::No,
                // What is proven there only tells names.
                Lies::Outside => !is_listed(place) || only_reads() != OnlyReads::Proven,
            }
    }

    /// Reading outside the project asks where the profile says so, but for files that only describe the machine.
    fn outside_read(
        &self,
        touch: &Touch<'_>,
        judged: &Judged,
        (simple, usage, standing): (&Simple<'_>, &Usage, Standing),
        outcome: &mut Outcome,
    ) {
        if touch.arg != Arg::Read || judged.lies == Lies::Open || !standing.allowed || !self.policy.asks_outside() {
            return;
        }
        let Some(place) = &judged.place else {
            // A file named by an allowed command that lists the project is no concern; others were judged by their words.
            let plain = |path: &str| !path.starts_with('~') && !path.split('/').any(|part| part == "..");
            if touch.path.is_some_and(|path| !(plain(path) && self.is_within(simple))) {
                outcome.unruled(touch.span.or(Some(simple.span)), Reason::ReadsUnknownDirectory);
            }
            return;
        };
        if self.asks_about(place, judged.lies, &|| self.only_reads(simple, usage, standing)) {
            outcome.unruled(touch.span.or(Some(simple.span)), Reason::ReadsOutside(place.to_string()));
        }
    }

    /// A command word with directories in it: where does it lead?
    fn program_path(&self, simple: &Simple<'_>, outcome: &mut Outcome) {
        let Some(first) = simple.items.first().filter(|first| first.shown().contains('/')) else { return };
        let (tilde, glob) = flags(first);
        let place = self.ground.place(first.shown(), tilde, glob, &simple.directory);
        let outside = match place {
            Place::At { path, .. } => {
                let system = path.rsplit_once('/').is_some_and(|(directory, _)| is_program_directory(directory));
                !system && !self.ground.is_inside(&path)
            }
            Place::Unknown => true,
        };
        outcome.outside |= outside || first.is_unknown();
    }

    /// Patterns that the shell itself expands by listing directories, no matter what the program does with them.
    fn patterns(&self, simple: &Simple<'_>, usage: &Usage, files: &[FileUse<'_>], outcome: &mut Outcome) {
        // Ten thousand patterns may be ten thousand files.
        let mut places: Option<Vec<usize>> = None;
        let mut is_file = |at: usize| {
            let places = places.get_or_insert_with(|| {
                let mut places: Vec<usize> = files.iter().map(|file| file.at).collect();
                places.sort_unstable();
                places
            });
            places.binary_search(&at).is_ok()
        };
        for (at, item) in simple.items.iter().enumerate().skip(1) {
            let (tilde, glob) = flags(item);
            if !glob || is_file(at) {
                continue;
            }
            if let Place::At { path, .. } = self.ground.place(item.shown(), tilde, glob, &simple.directory) {
                outcome.outside |= !self.ground.is_inside(&path);
            }
        }
        // Nothing is known of an unknown program: a word that looks like a path counts as one.
        if usage.entry.is_none() {
            for item in simple.items.iter().skip(1) {
                let text = item.shown();
                let (tilde, glob) = flags(item);
                let looks =
                    text.starts_with('/') || text.starts_with("../") || text == ".." || tilde || text.contains("/../");
                if looks && let Place::At { path, .. } = self.ground.place(text, tilde, glob, &simple.directory) {
                    outcome.outside |= !self.ground.is_inside(&path) && !crate::paths::is_device(&path);
                }
            }
        }
    }
}

/// Whether code names a file which steers byleave or an agent.
pub(crate) fn names_control_file(code: &str) -> bool {
    const NAMES: [&str; 8] = [
        ".byleave",
        "byleave/policy",
        ".co/host",
        ".claude/settings",
        ".codex/",
        ".gemini/settings",
        ".cursor/hooks",
        ".git/hooks",
    ];
    let code = code.to_lowercase();
    NAMES.iter().any(|name| code.contains(name))
}

/// Code that names a file which steers byleave or an agent.
fn code_on_control_files(simple: &Simple<'_>, usage: &Usage, outcome: &mut Outcome) {
    let code = |arg: Arg| matches!(arg, Arg::Code | Arg::Sed | Arg::Awk | Arg::Program);
    // A variable of awk may be the name of the file that its program writes.
    let awk = usage.operands.iter().any(|(_, arg)| *arg == Arg::Awk);
    let values = usage.options.iter().filter(|used| awk || used.special.is_some_and(|special| code(special.arg())));
    let values = values.filter_map(|used| used.value.map(|given| given.at));
    let set = |at: usize| awk && simple.items.get(at).is_some_and(|item| item.shown().contains('='));
    let operands = usage.operands.iter().filter(|(at, arg)| code(*arg) || set(*at)).map(|(at, _)| *at);
    for at in values.chain(operands) {
        let Some(item) = simple.items.get(at) else { continue };
        if names_control_file(item.shown()) {
            outcome.named_ask(Some(item.span), Reason::CodeOnControlFile);
        }
    }
    let runs = usage.own_effect >= Effect::Code || usage.plays(Role::ReadsCode);
    if let Input::Text(text) = &simple.input
        && runs
        && names_control_file(text)
    {
        outcome.named_ask(Some(simple.span), Reason::CodeOnControlFile);
    }
}

/// Whether a tilde and a pattern are expanded in a word.
pub(crate) fn flags(item: &Item<'_>) -> (bool, bool) {
    match &item.value {
        Value::Bounded { tilde, glob, .. } => (*tilde, *glob),
        Value::Literal(_) | Value::Unknown { .. } => (false, false),
    }
}

/// The host side of a volume `host:container`.
fn cut_volume(path: &str) -> &str {
    path.split_once(':').map_or(path, |(host, _)| host)
}

impl Usage {
    /// Whether a word is the directory that git works in.
    fn works_at(&self, at: usize) -> bool {
        let mut told = self.options.iter().filter(|used| matches!(used.key.as_ref(), "-C" | "--work-tree"));
        told.any(|used| used.value.is_some_and(|given| given.at == at))
    }
}
