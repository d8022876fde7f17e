//! What a rule on commands covers: its words have to fit, and its `*` has to stand for nothing that runs, writes, deletes or sends.
//!
//! Rules speak for every program, also for those whose rows nobody ran in walls: who writes `Bash(cargo test *)` has named the program. The
//! row still says what the star is about. `Bash(find *)` does not cover `find . -delete`, `Bash(git *)` not `git push`; what a rule spells
//! out it covers. In a program that no table knows, the star stands for all words.

mod edit;
mod operand;
mod outputs;
mod pattern;
mod uncovered;

use byleave_knowledge::glob;
use byleave_knowledge::paths::{base_name, is_below};
use byleave_knowledge::programs::{Arg, Effect, Entry, Quirk, Role, Takes, Wraps, find};

use crate::reads::{Reader, Scene};
use crate::reason::refuse;
use crate::usage::{Given, Known, Usage, Used, usage_by, usage_of};
use crate::{Command, Form, Gap, NotCovered, NotProven, Word};

pub use edit::edits;
pub use pattern::Pattern;

/// That a rule or a prefix covers a command, or that it does no more than write files of the project. Only this crate makes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Covered {
    outputs: Vec<String>,
}

impl Covered {
    /// The files that the command writes and that something else has to speak for, absolute and normal.
    #[must_use]
    pub fn outputs(&self) -> &[String] {
        &self.outputs
    }
}

/// It covers this one, which writes nothing that options name.
const COVERED: Result<Option<Covered>, NotCovered> = Ok(Some(Covered { outputs: Vec::new() }));

/// A command beside a rule whose words fit it.
struct Fit<'f> {
    scene: &'f Scene<'f>,
    pattern: &'f Pattern,
    command: &'f Command<'f>,
    usage: &'f Usage<'f>,
    /// Which words the rule spells out.
    spelt: Vec<bool>,
    program: Entry,
    row: Entry,
}

/// Whether a rule covers a command.
///
/// # Errors
///
/// What it does not cover, if its words fit at all.
pub fn covers(
    scene: &Scene<'_>,
    pattern: &Pattern,
    command: &Command<'_>,
    usage: &Usage<'_>,
) -> Result<Option<Covered>, NotCovered> {
    let Some(spelt) = pattern.fits(command).or_else(|| pattern.fits_by_subs(command, usage)) else { return Ok(None) };
    // Behind `cd /tmp`, `bin/test` is another program than the one that the rule names.
    let named_from_here = command.name().is_some_and(|name| name.contains('/') && !name.starts_with('/'));
    let inside = || scene.place(command).is_ok_and(|place| is_below(place, scene.project()));
    let elsewhere = named_from_here && command.place != 0 && !inside();
    refuse(elsewhere, || NotCovered::new(command.span, Gap::Outside))?;
    // A rule without a star names all words, but not what a program runs of its input: `psql db < drop.sql`.
    if pattern.is_exact() && !uncovered::is_fed(command) {
        return COVERED;
    }
    // `./gradlew` is a program of the project, and what is known of `gradlew` takes from what the star stands for.
    let by_base = usage_by(command, command.name().map_or("", base_name));
    // A builtin has no path: `bin/test` is some program.
    let is_other = by_base.program.is_some_and(|program| program.has(Quirk::Tests));
    let usage = if usage.program.is_some() || is_other { usage } else { &by_base };
    let (Some(program), Some(row)) = (usage.program, usage.row) else {
        // Nothing is known of the program, so the star stands for whatever is written out. A pattern may match anything.
        let open = command.words.iter().skip(1).find(|word| word.form != Form::Literal);
        return open.map_or(COVERED, |word| Err(NotCovered::new(word.span, Gap::Several)));
    };
    let fit = Fit { scene, pattern, command, usage, spelt, program, row };
    if pattern.is_exact() {
        // Nor what a shell that it starts does: `ssh host < script`.
        let starts = !matches!(row.wraps(), Wraps::No | Wraps::More);
        refuse(starts, || fit.gap(0, Gap::Input(fit.called())))?;
        return uncovered::check(&fit).and(COVERED);
    }
    if !fit.only_prints() {
        fit.sub_command()?;
        usage.options.iter().try_for_each(|used| fit.option(used))?;
        fit.operands()?;
        fit.addresses()?;
    }
    uncovered::check(&fit)?;
    let mut outputs = if fit.only_prints() { Vec::new() } else { fit.outputs()? };
    outputs.extend(fit.inner()?);
    Ok(Some(Covered { outputs }))
}

/// The command that a command is by another name: `python3 -m pytest -q` is `pytest -q`. Only where both run code of the project: the module
/// may be one of its files.
#[must_use]
pub fn same_as<'t>(command: &Command<'t>, usage: &Usage<'_>) -> Option<Command<'t>> {
    let starts_modules = |row: &Entry| row.subs().any(|sub| sub.names().contains("-m"));
    usage.program.filter(starts_modules)?;
    let (_, words) = command.words.split_first()?;
    let (flag, words) = words.split_first()?;
    let module = find(words.first()?.literal()?)?;
    let same = flag.literal() == Some("-m") && module.plays(Role::IsModule);
    let mut other = same.then(|| command.starts(words.to_vec())).flatten()?;
    let builds = usage_of(&other).row.is_some_and(|row| row.effect() == Effect::Code);
    other.assignments.clone_from(&command.assignments);
    builds.then_some(Command { span: command.span, ..other })
}

/// What the disk or the environment says against it.
fn of_world(no: NotProven) -> NotCovered {
    NotCovered::new(no.span, Gap::World(no.reason))
}

impl<'f> Fit<'f> {
    fn gap(&self, at: usize, gap: Gap) -> NotCovered {
        let span = self.command.words.get(at).map_or(self.command.span, |word| word.span);
        NotCovered { span, reason: gap }
    }

    fn is_spelt(&self, at: usize) -> bool {
        self.spelt.get(at).copied().unwrap_or(false)
    }

    fn literal(&self, at: usize) -> Option<&str> {
        self.command.words.get(at)?.literal()
    }

    /// See [`Usage::called`].
    fn called(&self) -> String {
        self.usage.called(self.command)
    }

    /// Its words, as far as files are concerned.
    const fn reader(&self) -> Reader<'f> {
        Reader::new(self.scene, self.command, self.usage, self.row)
    }

    /// Whether the words only ask the program about itself, which it answers without doing anything.
    fn only_prints(&self) -> bool {
        let words: Option<Vec<&str>> = self.command.words.iter().skip(1).map(Word::literal).collect();
        match words.as_deref() {
            Some([word]) => self.program.prints(word),
            Some(["help", name]) => self.program.prints("help") && !name.starts_with('-') && !name.contains('/'),
            // `cargo build --help`: nothing but names of sub-commands before it.
            Some([subs @ .., last]) => self.program.prints_after(last) && subs.len() == self.usage.subs.len(),
            Some([]) | None => false,
        }
    }

    /// Whether the rule is about what the sub-command does.
    fn sub_command(&self) -> Result<(), NotCovered> {
        let names = |sub: Entry| sub.names().any(|name| !name.is_empty() && !name.starts_with('-'));
        let lenient = !self.usage.subs.is_empty() && self.program.has(Quirk::LenientSubs);
        if let Some(odd) = self.usage.operands.first().filter(|_| !lenient && self.row.subs().any(names))
            && !self.is_spelt(odd.word)
        {
            return Err(self.gap(odd.word, Gap::UnknownSubCommand));
        }
        let wildcard = self.pattern.tokens().first().is_none_or(|first| first.star && first.text == "*");
        let spelt = !wildcard && self.usage.subs.iter().all(|at| self.is_spelt(*at));
        let open = self.usage.subs.is_empty() && self.pattern.is_open();
        let effect = self.row.effect();
        let gap = || Err(self.gap(0, Gap::Effect(self.called(), self.row.does())));
        match effect {
            Effect::Read | Effect::Write | Effect::Code | Effect::State => Ok(()),
            Effect::System | Effect::Send if open && self.program.has(Quirk::ManyThings) => {
                Err(self.gap(0, Gap::ManyThings(self.called())))
            }
            // `mount *` is about looking, as long as looking is all that `mount` alone does.
            Effect::System if open && self.looks_without() => gap(),
            Effect::Run if open && !self.usage.operands.is_empty() && !self.judges_operands() => gap(),
            Effect::Run if self.row.wraps() == Wraps::No && !spelt => gap(),
            Effect::Fetch | Effect::Send | Effect::Delete | Effect::System | Effect::Run if spelt => Ok(()),
            // Asking the service that a program is set up for is what a rule on it is about, if the words choose no other.
            Effect::Fetch if !wildcard => operand::asks_its_service(self),
            Effect::Fetch | Effect::Send | Effect::Delete | Effect::System | Effect::Run if self.asks_only() => Ok(()),
            Effect::Fetch | Effect::Send | Effect::Delete | Effect::System | Effect::Run => gap(),
        }
    }

    /// Whether the rule names a sub-command whose own sub-commands all only ask: `Bash(gh pr *)`.
    fn asks_only(&self) -> bool {
        let named = self.pattern.subs().first().and_then(|sub| self.program.sub_command(sub));
        named.is_some_and(|sub| sub.has(Quirk::Asks)) && self.usage.subs.first().is_some_and(|at| self.is_spelt(*at))
    }

    /// Whether a program of the system also has a form that only looks.
    fn looks_without(&self) -> bool {
        let plain = self.program.has(Quirk::NeverLooks)
            || self.program.has(Quirk::Configures) && self.usage.operands.len() == 1;
        let looks = |program: Entry| program.subs().any(|sub| sub.effect() == Effect::Read);
        !plain && (self.program.has(Quirk::LooksToo) || looks(self.program))
    }

    /// Whether what the program runs is judged by itself, as a command or by its kind.
    fn judges_operands(&self) -> bool {
        let code = |arg: Arg| matches!(arg, Arg::Code | Arg::Shell | Arg::Sed | Arg::Awk);
        let kinds = self.row.operands();
        self.row.wraps() != Wraps::No || kinds.first.is_some_and(code) || matches!(kinds.rest, Arg::Code | Arg::Shell)
    }

    /// Whether the star covers an option.
    fn option(&self, used: &Used<'_>) -> Result<(), NotCovered> {
        let words = &self.command.words;
        let named = self.is_spelt(used.word) || self.pattern.names_option(used, words);
        let text = used.text(words);
        let gap = |gap: fn(String) -> Gap| Err(self.gap(used.word, gap(used.name.to_string())));
        let special = match used.known {
            Known::Unknown if named => return Ok(()),
            Known::Unknown => return gap(Gap::UnknownOption),
            Known::Plain => return Ok(()),
            Known::Special(special) => special,
        };
        let bare = special.arg() == Arg::Setting && self.program.has(Quirk::BareSettings);
        if bare && text.is_some_and(|text| !text.contains('=')) || self.is_listed(used) {
            return Ok(());
        }
        if special.effect() > Effect::Read && !named && !outputs::is_output(special) {
            return Err(self.gap(used.word, Gap::Option(used.name.to_string(), special.effect().words())));
        }
        let value_spelt = used.given == Given::Nothing || self.is_spelt(used.value_word());
        if value_spelt || special.takes() == Takes::Command {
            return Ok(());
        }
        match special.arg() {
            Arg::Shell | Arg::Code | Arg::Program | Arg::Setting => gap(Gap::RunsValue),
            Arg::Sed | Arg::Awk => self.language(special.arg(), text, used.word),
            Arg::Read if text.is_some_and(operand::is_address) => Err(self.gap(used.word, Gap::Address)),
            Arg::Read => self.reads_value(used),
            Arg::Text | Arg::Write | Arg::Delete | Arg::Host => Ok(()),
        }
    }

    /// Whether a row lists the value of an option as one that makes it plain, or that rules on the program cover.
    fn is_listed(&self, used: &Used<'_>) -> bool {
        let Some(text) = used.text(&self.command.words) else { return false };
        let rows = [self.program, self.row].into_iter();
        rows.flat_map(|row| row.plain().chain(row.covered())).any(|list| {
            let (option, values) = list.split_once(' ').unwrap_or((list, ""));
            used.is_also(option) && is_one_of(text, values)
        })
    }

    /// Whether every address that the command names fits a rule on addresses: `curl https://api.example/*`.
    fn addresses(&self) -> Result<(), NotCovered> {
        let Some(address) = self.pattern.tokens().iter().find(|token| token.star && token.text.contains("://")) else {
            return Ok(());
        };
        let mut hosts = self.usage.operands.iter().filter(|operand| operand.kind == Arg::Host);
        let fits = |at: usize| self.literal(at).is_some_and(|text| glob::matches(&address.text, text));
        let other = hosts.find(|operand| !fits(operand.word));
        other.map_or(Ok(()), |operand| Err(self.gap(operand.word, Gap::OtherAddress)))
    }

    /// What a wrapper runs is covered only where the rule spells its program out, and then by the words of the rule from there on. Says what
    /// that writes.
    fn inner(&self) -> Result<Vec<String>, NotCovered> {
        let operands = || self.usage.operands.iter().map(|operand| operand.word);
        let skip = match self.row.wraps() {
            Wraps::No => return Ok(Vec::new()),
            Wraps::Command(skip) => usize::from(skip),
            Wraps::Environment => {
                operands().take_while(|at| self.literal(*at).is_some_and(|text| text.contains('='))).count()
            }
            Wraps::More | Wraps::Shell(_) => return Err(self.gap(0, Gap::Runs(self.called()))),
        };
        let Some(from) = operands().nth(skip) else { return Ok(Vec::new()) };
        let runs = || self.gap(from, Gap::Runs(self.called()));
        let name = self.literal(from).filter(|_| self.is_spelt(from)).ok_or_else(runs)?;
        let at = self.pattern.tokens().iter().skip(1).position(|token| !token.star && token.text == name);
        let tail = at.and_then(|at| self.pattern.from(at + 1)).ok_or_else(runs)?;
        let command = self.command.starts(self.command.words.get(from..).unwrap_or(&[]).to_vec()).ok_or_else(runs)?;
        covers(self.scene, &tail, &command, &usage_of(&command))?.map(|covered| covered.outputs).ok_or_else(runs)
    }

    /// The file that an option names and that the program reads.
    fn reads_value(&self, used: &Used<'_>) -> Result<(), NotCovered> {
        let at = used.value_word();
        let Some(word) = self.command.words.get(at) else { return Ok(()) };
        let read = match used.text(&self.command.words) {
            Some(text) => self.reader().value(text, Arg::Read, word.span),
            None if at == used.word => return Err(self.gap(at, Gap::Several)),
            None => self.reader().read(word, false),
        };
        read.map_err(of_world)
    }
}

/// Whether a value is one of a list: patterns, `!` before those that it must not fit, `within` for what lies below, `␣` for a blank.
fn is_one_of(text: &str, list: &str) -> bool {
    let within = || !text.is_empty() && !operand::leads_out(text) && !text.starts_with('-');
    let unwanted = |one: &str| one.strip_prefix('!').is_some_and(|unwanted| glob::matches(unwanted, text));
    let mut wanted = list.split(' ').filter(|one| !one.is_empty() && !one.starts_with('!')).peekable();
    let all = wanted.peek().is_none();
    let fits =
        all || wanted.any(|one| if one == "within" { within() } else { glob::matches(&one.replace('␣', " "), text) });
    fits && !list.split(' ').any(unwanted)
}
