//! What no allow lifts: the deny floor and the ask floor, and the files that a command touches.

mod archives;
mod below;
mod command;
mod files;
mod lists;
mod on_disk;
mod possible;
mod redirect;
mod risks;
mod rows;
mod text;
mod touches;

use std::cell::{Cell, OnceCell};

pub use rows::{OWN, banned_rows, high_risk_rows};

pub(crate) use command::{commands, high_risk, open_words};
pub(crate) use files::{FileFindings, Files, Touch};
pub(crate) use possible::{net, possible, runners, unnamed};
pub(crate) use redirect::{redirect, tested, write};
pub(crate) use text::text;
pub(crate) use touches::{mentions_outside, touched};

use self::touches::Moves;
use crate::Policy;
use crate::budget::{Budget, limit};
use crate::command::{Commands, Simple, Usage};
use crate::grant::SessionGrants;
use crate::layers::{Gap, PlainText};
use crate::paths::Ground;
use crate::programs::{Arg, Effect, Entry, Quirk, Role};
use crate::rules::Context;

/// A call of a tool that runs commands, and what it is judged by.
pub(crate) struct CommandCall<'j, 'a> {
    /// The tool, by the name that rules and grants on whole tools use.
    pub tool: &'j str,
    /// How often the disk was looked at for files that no word names.
    pub looks: Cell<u32>,
    pub policy: &'j Policy,
    pub ground: &'j Ground<'j>,
    pub context: Context<'j>,
    /// What the session brings.
    pub session: SessionGrants<'j>,
    /// What may still be spent on judging the call.
    pub budget: &'j Budget,
    pub files: Files<'j>,
    pub commands: &'j Commands<'a>,
    /// The whole command text, for rules on exactly that.
    pub whole: &'j str,
    /// What changes the directory, once it is asked for.
    pub moves: OnceCell<Moves>,
    /// The text as the small side reads it, or why it is not plain.
    pub small: Result<PlainText<'j>, &'j Gap>,
}

/// How sure it is that a command only reads. What it reads outside the project is judged by that.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum OnlyReads {
    /// A proof says so, and has judged each file.
    Proven,
    /// Its row says so: `roots` speak for it. What lies there is no code of the project, so they speak for nothing else.
    Told,
    /// Nothing says so.
    No,
}

/// A command of the text, as it stands when its files are judged.
#[derive(Clone, Copy)]
pub(crate) struct Part<'p> {
    pub simple: &'p Simple<'p>,
    pub usage: &'p Usage,
    /// Something allows it.
    pub allowed: bool,
    /// A rule spells it out to the letter.
    pub spelt: bool,
    /// It is proven to only read.
    pub proven: bool,
}

/// The command that lists the names which others are given.
struct Lister<'l> {
    simple: &'l Simple<'l>,
    usage: &'l Usage,
    /// Something between chooses among them, which leaves it open which are left.
    narrowed: bool,
}

impl<'a> CommandCall<'_, 'a> {
    /// A command of the list, with how it uses its program.
    pub fn at(&self, at: usize) -> Option<(&Simple<'a>, &Usage)> {
        self.commands.simples.get(at).zip(self.commands.usage(at))
    }

    /// The commands before a place of a pipeline, that one included, the last one first.
    fn feeders(&self, last: Option<usize>) -> impl Iterator<Item = (&Simple<'a>, &Usage)> {
        let before = |at: &usize| self.commands.simples.get(*at).and_then(|one| one.fed_by).filter(|next| next < at);
        std::iter::successors(last, before).map_while(|at| self.at(at))
    }

    /// Whether one of the commands before another in its pipeline is such a one.
    fn any_before(&self, simple: &Simple<'_>, is_such: impl Fn(&Simple<'_>, &Usage) -> bool) -> bool {
        // Of a long pipeline each would go through all before it.
        self.feeders(simple.fed_by).any(|(one, usage)| self.budget.spend(1).is_err() || is_such(one, usage))
    }

    /// The command that lists the names which a place of a pipeline hands on, behind all that only choose among them.
    fn lister(&self, last: usize) -> Option<Lister<'_>> {
        let picks = |usage: &Usage| usage.plays(Role::Picks) && usage.operands.iter().all(|(_, arg)| *arg != Arg::Read);
        let mut feeders = self.feeders(Some(last)).take(limit::AROUND).enumerate();
        let (filters, (simple, usage)) =
            feeders.find(|(_, (simple, usage))| !picks(usage) || simple.fed_by.is_none())?;
        Some(Lister { simple, usage, narrowed: filters > 0 })
    }

    /// The wrappers around a command, the innermost first.
    fn around(&self, simple: &Simple<'_>) -> impl Iterator<Item = (&Simple<'a>, &Usage)> {
        let outer = |at: &usize| self.commands.simples.get(*at).and_then(|simple| simple.inside);
        std::iter::successors(simple.inside, outer).take(limit::AROUND).filter_map(|at| self.at(at))
    }

    /// Whether a command runs on another machine or in a container: its files are not those of this machine.
    pub fn runs_elsewhere(&self, simple: &Simple<'_>) -> bool {
        self.around(simple).any(|(_, usage)| usage.runs_elsewhere())
    }

    /// Whether a command that something allows only reads, whatever allows it. Files of the place may name programs to some.
    fn only_reads(&self, Part { simple, usage, proven, .. }: Part<'_>) -> OnlyReads {
        let obeys = |row: Entry| row.obeys().next().is_some() || row.has(Quirk::Git);
        let rows = [usage.program, usage.entry];
        let proven = || proven || self.small.is_ok_and(|text| text.proves(simple.span));
        match () {
            () if self.policy.asks_outside() && proven() => OnlyReads::Proven,
            () if usage.effect == Some(Effect::Read) && !rows.into_iter().flatten().any(obeys) => OnlyReads::Told,
            () => OnlyReads::No,
        }
    }
}
