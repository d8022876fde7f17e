//! What a rule on commands covers: its words have to fit, and its `*` has to stand for nothing that runs, writes, deletes or sends.
//!
//! Rules speak for every program, also for those whose rows nobody ran in walls: who writes `Bash(cargo test *)` has named the program. The
//! row still says what the star is about. `Bash(find *)` does not cover `find . -delete`, `Bash(git *)` not `git push`; what a rule spells
//! out it covers. In a program that no table knows, the star stands for all words.

mod gap;
mod operand;
mod pattern;
mod sql;
mod uncovered;

use byleave_knowledge::glob;
use byleave_knowledge::paths::base_name;
use byleave_knowledge::programs::{Arg, Effect, Entry, Quirk, Takes, Wraps};

use crate::reads::{Files, Scene};
use crate::usage::{Given, Known, Usage, Used, usage_by_base_name, usage_of};
use crate::{Command, Input, NotProven, PlaceId, Span, Value, Word};

pub use gap::{Gap, NotCovered};
pub use pattern::Pattern;

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
) -> Result<bool, NotCovered> {
    let Some(spelt) = pattern.fits(command).or_else(|| pattern.fits_by_subs(command, usage)) else { return Ok(false) };
    if pattern.is_exact() {
        return Ok(true);
    }
    // `./gradlew` is a program of the project, and what is known of `gradlew` takes from what the star stands for.
    let by_base;
    let usage = if usage.program.is_some() {
        usage
    } else {
        by_base = usage_by_base_name(command);
        &by_base
    };
    let (Some(program), Some(row)) = (usage.program, usage.row) else {
        // Nothing is known of the program, so the star stands for whatever is written out. A pattern may match anything.
        let open = command.words.iter().skip(1).find(|word| !matches!(word.value, Value::Literal { .. }));
        if let Some(word) = open {
            return Err(NotCovered { span: word.span, gap: Gap::Several });
        }
        return Ok(true);
    };
    let fit = Fit { scene, pattern, command, usage, spelt, program, row };
    fit.sub_command()?;
    for (at, used) in usage.options.iter().enumerate() {
        fit.option(at, used)?;
    }
    fit.operands()?;
    fit.addresses()?;
    uncovered::check(&fit)?;
    fit.inner()?;
    Ok(true)
}

/// What the disk or the environment says against it.
fn of_world(no: NotProven) -> NotCovered {
    NotCovered { span: no.span, gap: Gap::World(no.reason) }
}

/// A command of these words that stands nowhere in a text: what a wrapper runs.
fn command_of(words: Vec<Word<'_>>, span: Span, place: PlaceId) -> Command<'_> {
    Command { span, assignments: Vec::new(), words, redirections: Vec::new(), input: Input::Inherited, place }
}

impl Fit<'_> {
    fn gap(&self, at: usize, gap: Gap) -> NotCovered {
        let span = self.command.words.get(at).map_or(self.command.span, |word| word.span);
        NotCovered { span, gap }
    }

    fn is_spelt(&self, at: usize) -> bool {
        self.spelt.get(at).copied().unwrap_or(false)
    }

    /// The program with its sub-commands, as they are written.
    fn called(&self) -> String {
        let first = self.command.words.first().and_then(Word::literal).map_or("", base_name);
        let subs = self.usage.subs.iter().filter_map(|at| self.command.words.get(*at).and_then(Word::literal));
        std::iter::once(first).chain(subs).collect::<Vec<_>>().join(" ")
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
        if self.only_prints() {
            return Ok(());
        }
        let names = |sub: Entry| sub.names().any(|name| !name.is_empty() && !name.starts_with('-'));
        let odd = self.usage.operands.first().filter(|_| {
            self.row.subs().any(names) && (self.usage.subs.is_empty() || !self.program.has(Quirk::LenientSubs))
        });
        if let Some(odd) = odd.filter(|odd| !self.is_spelt(odd.word)) {
            return Err(self.gap(odd.word, Gap::UnknownSubCommand));
        }
        let wildcard = self.pattern.tokens().first().is_none_or(|first| first.star && first.text == "*");
        let spelt = !wildcard && self.usage.subs.iter().all(|at| self.is_spelt(*at));
        let open = self.usage.subs.is_empty() && self.pattern.is_open();
        let effect = self.row.effect();
        let gap = |gap: fn(String, Effect) -> Gap| Err(self.gap(0, gap(self.called(), effect)));
        match effect {
            Effect::Read | Effect::Write | Effect::Code | Effect::State => Ok(()),
            Effect::System | Effect::Send if open && self.program.has(Quirk::ManyThings) => gap(Gap::ManyThings),
            // `mount *` is about looking, as long as looking is all that `mount` alone does.
            Effect::System if open && self.looks_without() => gap(Gap::Effect),
            Effect::Run if open && !self.usage.operands.is_empty() && !self.judges_operands() => gap(Gap::Effect),
            Effect::Run if self.row.wraps() == Wraps::No && !spelt => gap(Gap::Effect),
            Effect::Fetch | Effect::Send | Effect::Delete | Effect::System | Effect::Run if spelt => Ok(()),
            // Asking the service that a program is set up for is what a rule on it is about, if the words choose no other.
            Effect::Fetch if !wildcard => operand::asks_its_service(self),
            Effect::Fetch | Effect::Send | Effect::Delete | Effect::System | Effect::Run => {
                if self.reads_remotely() {
                    Ok(())
                } else {
                    gap(Gap::Effect)
                }
            }
        }
    }

    /// Whether the rule names a sub-command whose own sub-commands all only ask: `Bash(gh pr *)`.
    fn reads_remotely(&self) -> bool {
        let Some(sub) = self.pattern.subs().first() else { return false };
        let asks = self.program.sub_command(sub).is_some_and(|sub| sub.has(Quirk::Asks));
        asks && self.usage.subs.first().is_some_and(|at| self.is_spelt(*at))
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
    fn option(&self, at: usize, used: &Used<'_>) -> Result<(), NotCovered> {
        let words = &self.command.words;
        let named = self.is_spelt(used.word) || self.pattern.names_option(self.usage, at, words);
        let text = used.text(words);
        let gap = |gap: Gap| Err(self.gap(used.word, gap));
        let special = match used.known {
            Known::Unknown if named => return Ok(()),
            Known::Unknown => return gap(Gap::UnknownOption(used.name.to_string())),
            Known::Plain => return Ok(()),
            Known::Special(special) => special,
        };
        let bare = special.arg() == Arg::Setting && self.program.has(Quirk::BareSettings);
        if bare && text.is_some_and(|text| !text.contains('=')) || self.is_listed(used) {
            return Ok(());
        }
        if special.effect() > Effect::Read && !named {
            return gap(Gap::Option(used.name.to_string(), special.effect()));
        }
        let value_spelt = match used.given {
            Given::Next(at) | Given::Two(at, _) | Given::Words(at, _) => self.is_spelt(at),
            Given::Nothing => true,
            Given::Attached(_) | Given::Pattern(_) => self.is_spelt(used.word),
        };
        if value_spelt || special.takes() == Takes::Command {
            return Ok(());
        }
        match special.arg() {
            Arg::Code if named && self.program.has(Quirk::Sql) && text.is_some_and(sql::only_asks) => Ok(()),
            Arg::Shell | Arg::Code | Arg::Program | Arg::Setting => gap(Gap::RunsValue(used.name.to_string())),
            Arg::Sed | Arg::Awk => self.language(special.arg(), text, used.word),
            Arg::Read if text.is_some_and(operand::is_address) => gap(Gap::Address),
            Arg::Read => self.reads_value(used),
            Arg::Text | Arg::Write | Arg::Delete | Arg::Host => Ok(()),
        }
    }

    /// Whether a row lists the value of an option as one that makes it plain, or that rules on the program cover.
    fn is_listed(&self, used: &Used<'_>) -> bool {
        let Some(text) = used.text(&self.command.words) else { return false };
        let names = |option: &str| match used.known {
            Known::Special(special) => {
                used.name.is_spelt(option)
                    || special.names().split(' ').any(|one| one == option.trim_start_matches('-'))
            }
            Known::Plain | Known::Unknown => used.name.is_spelt(option),
        };
        self.program.plain().chain(self.program.covered()).any(|list| {
            let mut words = list.split(' ');
            words.next().is_some_and(names) && is_one_of(text, words)
        })
    }

    /// Whether every address that the command names fits a rule on addresses: `curl https://api.example/*`.
    fn addresses(&self) -> Result<(), NotCovered> {
        let Some(address) = self.pattern.tokens().iter().find(|token| token.star && token.text.contains("://")) else {
            return Ok(());
        };
        let hosts = self.usage.operands.iter().filter(|operand| operand.kind == Arg::Host);
        for operand in hosts {
            let text = self.command.words.get(operand.word).and_then(Word::literal);
            if !text.is_some_and(|text| glob::matches(&address.text, text)) {
                return Err(self.gap(operand.word, Gap::OtherAddress));
            }
        }
        Ok(())
    }

    /// What a wrapper runs is covered only where the rule spells its program out, and then by the words of the rule from there on.
    fn inner(&self) -> Result<(), NotCovered> {
        let skip = match self.row.wraps() {
            Wraps::No => return Ok(()),
            Wraps::Command(skip) => usize::from(skip),
            Wraps::Environment => {
                let words = self.usage.operands.iter().filter_map(|one| self.command.words.get(one.word)?.literal());
                words.take_while(|text| text.contains('=')).count()
            }
            Wraps::More | Wraps::Shell(_) => return Err(self.gap(0, Gap::Runs(self.called()))),
        };
        let Some(from) = self.usage.operands.get(skip).map(|operand| operand.word) else { return Ok(()) };
        let runs = || self.gap(from, Gap::Runs(self.called()));
        let words = self.command.words.get(from..).unwrap_or(&[]).to_vec();
        let name = words.first().and_then(Word::literal).filter(|_| self.is_spelt(from)).ok_or_else(runs)?.to_owned();
        let at = self.pattern.tokens().iter().skip(1).position(|token| !token.star && token.text == name);
        let tail = at.and_then(|at| self.pattern.from(at.saturating_add(1))).ok_or_else(runs)?;
        let command = command_of(words, Span::new(self.span_of(from).start, self.command.span.end), self.command.place);
        let usage = usage_of(&command);
        if covers(self.scene, &tail, &command, &usage)? { Ok(()) } else { Err(runs()) }
    }

    fn span_of(&self, at: usize) -> Span {
        self.command.words.get(at).map_or(self.command.span, |word| word.span)
    }

    fn files(&self) -> Files<'_> {
        Files { scene: self.scene, command: self.command, usage: self.usage, row: self.row }
    }

    /// The file that an option names and that the program reads.
    fn reads_value(&self, used: &Used<'_>) -> Result<(), NotCovered> {
        let at = match used.given {
            Given::Next(at) => at,
            Given::Nothing | Given::Attached(_) | Given::Pattern(_) | Given::Two(..) | Given::Words(..) => used.word,
        };
        let Some(word) = self.command.words.get(at) else { return Ok(()) };
        let read = match used.text(&self.command.words) {
            Some(text) => self.files().may_read_text(text, word),
            None if at == used.word => return Err(self.gap(at, Gap::Several)),
            None => self.files().may_read(word),
        };
        read.map_err(of_world)
    }
}

/// Whether a value is one of a list: patterns, `!` before those that it must not fit, `within` for what lies below, `␣` for a blank.
fn is_one_of<'l>(text: &str, list: impl Iterator<Item = &'l str>) -> bool {
    let (mut wanted, mut fits) = (false, false);
    for one in list {
        if let Some(unwanted) = one.strip_prefix('!') {
            if glob::matches(unwanted, text) {
                return false;
            }
            continue;
        }
        wanted = true;
        fits |= if one == "within" {
            !text.is_empty() && !operand::leads_out(text) && !text.starts_with('-')
        } else {
            glob::matches(&one.replace('␣', " "), text)
        };
    }
    fits || !wanted
}
