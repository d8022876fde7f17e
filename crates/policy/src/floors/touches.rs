//! Files, directories and code that a simple command reaches.

use std::cell::OnceCell;
use std::collections::HashMap;

use byleave_shell::{Span, Whereabouts};

use super::files::{FileFindings, Touch};
use super::on_disk::{looked, looked_listed};
use super::{CommandCall, OnlyReads, Part, archives, below, lists, redirect, rows};
use crate::command::{FileUse, Input, Item, Simple, Usage, Value, Whole};
use crate::findings::Findings;
use crate::paths::{Place, Reach, is_device, is_listed, is_program_directory};
use crate::programs::{Arg, Effect, Quirk, Role};
use crate::{Finding, Reason, glob};

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

/// Files, hosts and directories that a command touches.
pub(crate) fn touched(call: &CommandCall<'_, '_>, part: Part<'_>) -> Findings {
    let Part { simple, usage, .. } = part;
    let files = usage.files(simple);
    let mut found = Findings::outside(program_outside(call, simple) || patterns_outside(call, simple, usage, &files));
    let refuses = !part.spelt && call.files.refuses();
    let whole = if refuses { usage.whole(simple) } else { None };
    let knows = call.ground.knows(&simple.directory);
    let here = usage.works_here(simple);
    if here && !knows && part.allowed && !part.spelt && !is_within(call, simple) {
        found.add(Finding::unruled(Some(simple.span), Reason::ReadsUnknownDirectory));
    }
    found.join(found_names(call, part));
    let here = (here && knows).then_some(FileUse { path: ".".into(), at: 0, arg: Arg::Read });
    for file in files.into_iter().chain(here) {
        found.join(file_touched(call, part, &file, whole.as_ref()));
    }
    if !part.spelt {
        let (named, seen) = looked_listed(call, simple, usage);
        found.join(named);
        found.extend(outside_reads(call, part, seen, Arg::Read, None));
    }
    if refuses {
        found.join(below::taken_unnamed(call, simple, usage));
    }
    if !part.spelt {
        found.extend(lists::listed_files(call, simple, usage));
        found.extend(archives::brought(call, simple, usage));
        found.extend(foreign_code(call, simple, usage));
    }
    found.extend(lists::sent_code(call, simple, usage));
    found.extend(code_on_control_files(simple, usage));
    found.outside |= simple.name() == Some("cd") && simple.items.len() == 1;
    for one in &simple.redirections {
        found.join(redirect::redirect(call, one, &|| call.only_reads(part)));
    }
    found
}

/// One file that a command touches. `whole`: how it takes directories, where some rule refuses files.
fn file_touched(call: &CommandCall<'_, '_>, part: Part<'_>, file: &FileUse<'_>, whole: Option<&Whole<'_>>) -> Findings {
    let Part { simple, usage, .. } = part;
    let item = simple.items.get(file.at);
    let path = if usage.plays(Role::Container) { cut_volume(&file.path) } else { &file.path };
    let linked = usage.link_target(simple, file.at, path).filter(|_| file.arg == Arg::Read);
    let path = linked.as_deref().unwrap_or(path);
    let (tilde, glob) = expands(item, &file.path);
    let touch = Touch {
        path: (!is_all_unknown(item, &file.path)).then_some(path),
        tilde,
        glob,
        directory: &simple.directory,
        arg: file.arg,
        span: item.map(|item| item.span),
        // What a file is called, how large and whose it is, is no secret.
        spelt: part.spelt || file.arg == Arg::Read && usage.plays(Role::TellsNames),
    };
    let mut judged = call.files.judge(&touch);
    let mut found = std::mem::take(&mut judged.findings);
    let read = touch.arg == Arg::Read;
    // What can be written through a link is as good as written.
    if read && usage.links() {
        found.join(call.files.judge(&Touch { arg: Arg::Write, ..touch }).findings);
    }
    if takes_all(call, simple, usage, &touch) {
        found.add(Finding::deny(touch.span, Reason::TakesAll));
    }
    if judged.outside && read && usage.plays(Role::LinksFrom) {
        found.add(Finding::named_ask(touch.span, Reason::LeavingLink));
    }
    // The settings of a repository may name programs, and no rule spoke of this one.
    let elsewhere = judged.outside && read && usage.has(Quirk::Git) && !part.spelt && usage.works_at(file.at);
    if elsewhere && call.only_reads(part) != OnlyReads::Proven {
        found.add(Finding::named_ask(touch.span, Reason::ForeignRepository));
    }
    found.extend(outside_read(call, part, &touch, &judged));
    if !part.spelt && call.files.refuses() {
        found.join(below::taken_whole(call, (simple, usage), file, &touch, whole));
    }
    let (of_each, seen) = looked(call, (simple, usage), file, &touch);
    found.join(of_each);
    found.extend(outside_reads(call, part, seen, touch.arg, touch.span));
    found
}

/// Whether a command takes away the project or the home directory with all that is in it.
fn takes_all(call: &CommandCall<'_, '_>, simple: &Simple<'_>, usage: &Usage, touch: &Touch<'_>) -> bool {
    if touch.arg != Arg::Delete && !usage.has(Quirk::Find) || !rows::takes_all(usage) {
        return false;
    }
    let lister = simple.found_by.and_then(|at| call.at(at));
    // What `find` was told to look for is not all there is; without any condition it hands over the directory it begins in.
    let chosen = lister.is_some_and(|(lister, lists)| !lists.names_looked_for(lister).is_empty());
    let all = || lister.is_some_and(|(_, lists)| rows::finds_all(lists));
    !chosen && (holds_all(call, touch) || all() && holds_all(call, &Touch { glob: false, ..*touch }))
}

/// Whether nothing of what a path is made from is known.
fn is_all_unknown(item: Option<&Item<'_>>, path: &str) -> bool {
    item.is_some_and(|item| item.is_unknown() && item.shown() == path)
}

/// Whether a tilde and a pattern are expanded in a path that comes from a word.
fn expands(item: Option<&Item<'_>>, path: &str) -> (bool, bool) {
    let (tilde, glob) = item.map_or((false, false), flags);
    (tilde || path.starts_with("~/") && item.is_some_and(|item| item.shown() != path), glob)
}

/// `cd "$(git rev-parse --show-toplevel)"` leads to the project, or to what it is a part of.
fn is_at_root(call: &CommandCall<'_, '_>, span: Span) -> bool {
    let moved = span.of(call.commands.script.source()).strip_prefix("cd ").unwrap_or("");
    moved.trim().trim_matches('"') == "$(git rev-parse --show-toplevel)"
}

/// Whether a command certainly runs below the project although the text does not tell where: `cd "$dir"` with a variable
/// that only names directories of the project, or `cd -` where all others do.
fn is_within(call: &CommandCall<'_, '_>, simple: &Simple<'_>) -> bool {
    let Whereabouts::Unknown(span) = simple.directory.place else { return false };
    let moves = call.moves.get_or_init(|| Moves::of(&call.commands.simples));
    let here = moves.at.get(&span).map_or(&[][..], Vec::as_slice);
    let mut here = here.iter().filter_map(|at| call.commands.simples.get(*at)).peekable();
    if here.peek().is_some_and(|one| leads_back(one)) {
        return moves.first_other.is_some_and(|first| first < span.start) && moves.others_lead;
    }
    is_at_root(call, span) || here.peek().is_some() && here.all(|one| leads(one) && one.directory.is_start())
}

/// Files that `find` hands over by names it was told to look for: `find . -name .env -exec cat {} +`.
fn found_names(call: &CommandCall<'_, '_>, part: Part<'_>) -> Findings {
    let Part { simple, usage, .. } = part;
    let mut found = Findings::default();
    let lister = simple.found_by.or(simple.fed_by.filter(|_| simple.more_words));
    if lister.is_none() || below::only_names(usage) {
        return found;
    }
    // Filters between them leave some of the names out.
    for (lister, lists) in call.feeders(lister) {
        // Of a long pipeline each would go through all before it.
        if call.budget.spend(2).is_err() {
            break;
        }
        for name in lists.names_looked_for(lister) {
            let touch = Touch::exact(name, &lister.directory, Arg::Read, Some(simple.span));
            found.join(call.files.judge(&Touch { glob: true, spelt: part.spelt, ..touch }).findings);
        }
    }
    found
}

/// Whether a path, or all that a pattern matches in it, is the project, the home directory or what holds them.
pub(super) fn holds_all(call: &CommandCall<'_, '_>, touch: &Touch<'_>) -> bool {
    // What only running it tells is put to a person.
    let Some(path) = touch.path else { return false };
    let Place::At { path, pattern } = call.ground.place(path, touch.tilde, touch.glob, touch.directory) else {
        return false;
    };
    [&call.ground.project, &call.ground.home].into_iter().any(|root| {
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
        next.is_some_and(|next| glob::matches(pattern.trim_end_matches('/'), next))
    })
}

/// Test runners and checkers that are pointed at something outside the project run code that no rule spoke of.
fn foreign_code(call: &CommandCall<'_, '_>, simple: &Simple<'_>, usage: &Usage) -> Vec<Finding> {
    if usage.own_effect != Effect::Code && !(usage.own_effect > Effect::Code && usage.plays(Role::RunsProject)) {
        return Vec::new();
    }
    // What a package script is given after the dashes reaches the runner behind it. Elsewhere those are the words of
    // what it runs, unless its row says that they are files.
    let scripts = usage.has(Quirk::Scripts);
    let dashes = simple.items.iter().position(|item| item.text() == Some("--"));
    let files = sorted(usage.operands.iter().filter(|(_, arg)| *arg == Arg::Read).map(|(at, _)| *at));
    let file = |at: usize| files.binary_search(&at).is_ok();
    let own = |at: usize| scripts || dashes.is_none_or(|dashes| at < dashes) || file(at);
    let is_foreign = |(at, item): &(usize, &Item<'_>)| {
        let text = item.shown();
        let path = text.split_once('=').filter(|(name, _)| name.starts_with('-')).map_or(text, |(_, value)| value);
        if !path.starts_with(['/', '~']) && !path.split('/').any(|part| part == "..") {
            return false;
        }
        let place = call.ground.place(path, path.starts_with('~'), false, &simple.directory);
        // A runner keeps what it knows of a file beside it: no device is one.
        let device = |path: &str| is_device(path) && !file(*at);
        matches!(place, Place::At { path, .. } if !call.ground.is_inside(&path) && !device(&path))
    };
    let words = simple.items.iter().enumerate().skip(1).filter(|(at, _)| own(*at)).filter(is_foreign);
    words.map(|(_, item)| Finding::named_ask(Some(item.span), Reason::ForeignCode)).collect()
}

fn sorted(places: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut places: Vec<usize> = places.collect();
    places.sort_unstable();
    places
}

/// Whether a command leaves the project by what its row does not call a file.
pub(crate) fn mentions_outside(call: &CommandCall<'_, '_>, simple: &Simple<'_>, usage: &Usage) -> bool {
    let leaves = |file: FileUse<'_>| {
        let item = simple.items.get(file.at);
        let (tilde, glob) = expands(item, &file.path);
        match call.ground.place(&file.path, tilde, glob, &simple.directory) {
            Place::At { path, .. } => is_all_unknown(item, &file.path) || is_outside(call, &path),
            Place::Unknown => true,
        }
    };
    // Where `cd -` leads is known only after another change.
    let back = simple.name() == Some("cd") && simple.items.get(1).and_then(Item::text) == Some("-");
    let moves = || call.moves.get_or_init(|| Moves::of(&call.commands.simples));
    usage.mentions(simple).into_iter().any(leaves)
        || back && moves().first.is_none_or(|first| first >= simple.span.start)
}

/// Whether a place is outside the project and no device.
fn is_outside(call: &CommandCall<'_, '_>, path: &str) -> bool {
    !call.ground.is_inside(path) && !is_device(path)
}

/// Files that were found on the disk, as far as they lead out of the project.
fn outside_reads<'s>(
    call: &'s CommandCall<'_, '_>,
    part: Part<'s>,
    seen: Vec<(String, FileFindings<'static>)>,
    arg: Arg,
    span: Option<Span>,
) -> impl Iterator<Item = Finding> + use<'s> {
    let leading = seen.into_iter().filter(|(_, judged)| judged.reach != Reach::Open);
    leading.filter_map(move |(path, judged)| {
        let touch = Touch::exact(&path, &part.simple.directory, arg, span.or(Some(part.simple.span)));
        outside_read(call, part, &touch, &FileFindings { place: Some(path.as_str().into()), ..judged })
    })
}

/// Whether reading what lies at a place asks for where it lies.
pub(super) fn asks_about(
    call: &CommandCall<'_, '_>,
    place: &str,
    reach: Reach,
    only_reads: &dyn Fn() -> OnlyReads,
) -> bool {
    call.policy.asks_outside()
        && match reach {
            Reach::Open => false,
            Reach::InRoot => only_reads() == OnlyReads::No,
            // What is proven there only tells names.
            Reach::Outside => !is_listed(place) || only_reads() != OnlyReads::Proven,
        }
}

/// Reading outside the project asks where the profile says so, but for files that only describe the machine.
fn outside_read(
    call: &CommandCall<'_, '_>,
    part: Part<'_>,
    touch: &Touch<'_>,
    judged: &FileFindings<'_>,
) -> Option<Finding> {
    let Part { simple, .. } = part;
    if touch.arg != Arg::Read || judged.reach == Reach::Open || !part.allowed || !call.policy.asks_outside() {
        return None;
    }
    let reason = if let Some(place) = &judged.place {
        let asks = asks_about(call, place, judged.reach, &|| call.only_reads(part));
        asks.then(|| Reason::ReadsOutside(place.to_string()))
    } else {
        // A file named by an allowed command that lists the project is no concern; others were judged by their words.
        let plain = |path: &str| !path.starts_with('~') && !path.split('/').any(|part| part == "..");
        let asks = touch.path.is_some_and(|path| !(plain(path) && is_within(call, simple)));
        asks.then_some(Reason::ReadsUnknownDirectory)
    };
    reason.map(|reason| Finding::unruled(touch.span.or(Some(simple.span)), reason))
}

/// Whether a command word with directories in it leads out of the project, and to no program of the system.
fn program_outside(call: &CommandCall<'_, '_>, simple: &Simple<'_>) -> bool {
    let Some(first) = simple.items.first().filter(|first| first.shown().contains('/')) else { return false };
    let (tilde, glob) = flags(first);
    let outside = match call.ground.place(first.shown(), tilde, glob, &simple.directory) {
        Place::At { path, .. } => {
            let system = path.rsplit_once('/').is_some_and(|(directory, _)| is_program_directory(directory));
            !system && !call.ground.is_inside(&path)
        }
        Place::Unknown => true,
    };
    outside || first.is_unknown()
}

/// Patterns that the shell itself expands by listing directories, no matter what the program does with them.
fn patterns_outside(call: &CommandCall<'_, '_>, simple: &Simple<'_>, usage: &Usage, files: &[FileUse<'_>]) -> bool {
    // Ten thousand patterns may be ten thousand files.
    let places: OnceCell<Vec<usize>> = OnceCell::new();
    let is_file =
        |at: usize| places.get_or_init(|| sorted(files.iter().map(|file| file.at))).binary_search(&at).is_ok();
    let leads = |item: &Item<'_>| {
        let (tilde, glob) = flags(item);
        match call.ground.place(item.shown(), tilde, glob, &simple.directory) {
            Place::At { path, .. } => Some(path.into_owned()),
            Place::Unknown => None,
        }
    };
    let mut patterns = simple.items.iter().enumerate().skip(1).filter(|(at, item)| flags(item).1 && !is_file(*at));
    if patterns.any(|(_, item)| leads(item).is_some_and(|path| !call.ground.is_inside(&path))) {
        return true;
    }
    // Nothing is known of an unknown program: a word that looks like a path counts as one.
    let looks = |item: &&Item<'_>| {
        let text = item.shown();
        text.starts_with('/') || text.starts_with("../") || text == ".." || flags(item).0 || text.contains("/../")
    };
    let mut words = simple.items.iter().skip(1).filter(|_| usage.entry.is_none()).filter(looks);
    words.any(|item| leads(item).is_some_and(|path| is_outside(call, &path)))
}

/// Whether code names a file which steers byleave or an agent.
pub(super) fn names_control_file(code: &str) -> bool {
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
fn code_on_control_files(simple: &Simple<'_>, usage: &Usage) -> Vec<Finding> {
    let code = |arg: Arg| matches!(arg, Arg::Code | Arg::Sed | Arg::Awk | Arg::Program);
    // A variable of awk may be the name of the file that its program writes.
    let awk = usage.operands.iter().any(|(_, arg)| *arg == Arg::Awk);
    let values = usage.options.iter().filter(|used| awk || used.special.is_some_and(|special| code(special.arg())));
    let values = values.filter_map(|used| used.value.map(|given| given.at));
    let set = |at: usize| awk && simple.items.get(at).is_some_and(|item| item.shown().contains('='));
    let operands = usage.operands.iter().filter(|(at, arg)| code(*arg) || set(*at)).map(|(at, _)| *at);
    let words = values.chain(operands).filter_map(|at| simple.items.get(at));
    let words = words.filter(|item| names_control_file(item.shown())).map(|item| item.span);
    let runs = usage.own_effect >= Effect::Code || usage.plays(Role::ReadsCode);
    let input = matches!(&simple.input, Input::Text(text) if runs && names_control_file(text));
    let spans = words.chain(input.then_some(simple.span));
    spans.map(|span| Finding::named_ask(Some(span), Reason::CodeOnControlFile)).collect()
}

/// Whether a tilde and a pattern are expanded in a word.
pub(super) fn flags(item: &Item<'_>) -> (bool, bool) {
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
