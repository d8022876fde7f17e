//! What no allow lifts: the deny floor and the ask floor, and the files that a command touches.

mod below;
mod files;
mod listed;
mod on_disk;
mod possible;
mod redirect;
mod risks;
mod rows;
mod touches;
mod unpacking;

use std::cell::{Cell, OnceCell};
use std::sync::Arc;

pub use rows::{OWN, banned_rows, high_risk_rows};

pub(crate) use files::{Files, Judged, Touch, floor_of, is_kind, path_matches};
pub(crate) use possible::compare;
pub(crate) use rows::{banned, destroys_data, high_risk, is_own_name, spells_out};

use self::touches::Moves;
use crate::Policy;
use crate::command::{Budget, Commands, Simple, Usage};
use crate::layers::{Gap, PlainText};
use crate::paths::Ground;
use crate::programs::{Effect, Entry, Quirk};
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
    /// What may still be spent on judging the call.
    pub budget: &'j Budget,
    pub files: Files<'j>,
    pub commands: &'j Commands<'a>,
    pub usages: &'j [Arc<Usage>],
    /// The whole command text, for rules on exactly that.
    pub whole: &'j str,
    /// What changes the directory, once it is asked for.
    pub moves: OnceCell<Moves>,
    /// The text as the small side reads it, or why it is not plain.
    pub small: Result<PlainText<'j>, &'j Gap>,
}

/// How a command stands when its files are judged.
#[derive(Clone, Copy)]
pub(crate) struct Standing {
    /// Something allows it.
    pub allowed: bool,
    /// A rule spells it out to the letter.
    pub spelt: bool,
    /// It is proven to only read.
    pub proven: bool,
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

impl CommandCall<'_, '_> {
    /// Whether a command that something allows only reads, whatever allows it. Files of the place may name programs to some.
    fn only_reads(&self, simple: &Simple<'_>, usage: &Usage, standing: Standing) -> OnlyReads {
        let obeys = |row: Entry| row.obeys().next().is_some() || row.has(Quirk::Git);
        let rows = [usage.program, usage.entry];
        let proven = || standing.proven || self.small.is_ok_and(|text| text.proves(simple.span));
        match () {
            () if self.policy.asks_outside() && proven() => OnlyReads::Proven,
            () if usage.effect == Some(Effect::Read) && !rows.into_iter().flatten().any(obeys) => OnlyReads::Told,
            () => OnlyReads::No,
        }
    }
}
