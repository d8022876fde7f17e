//! Looking things up in a packed table. [`Entry`] and [`Special`](super::Special) are places in it: small, and copied freely.

use std::fmt;

use super::kinds::{Arg, Effect, Ends, Known, Missing, Style, Wraps};
use super::list::{Entries, Specials, Texts};
use super::pack::{NONE, facts, first_bit, hash, row, slot};
use super::quirk::Quirk;
use super::role::Role;
use super::special::Plain;

/// A packed table, see `pack`.
pub struct Table {
    /// Four bytes for each number, the lowest first.
    pub(super) numbers: &'static [u8],
    pub(super) text: &'static str,
    pub(super) programs: (u32, u32),
    pub(super) floors: (u32, u32),
}

/// One program or sub-command.
#[derive(Clone, Copy)]
pub struct Entry {
    table: &'static Table,
    row: u32,
    facts: u32,
}

/// What the operands of a program are.
#[derive(Clone, Copy, Debug)]
pub struct Operands {
    /// The first operand, if it differs from the rest.
    pub first: Option<Arg>,
    /// Options (as in [`Special::names`](super::Special::names), plain ones too) that stand for the first operand: with
    /// `grep -e x`, the first operand is a file already.
    pub first_by: &'static str,
    /// All others.
    pub rest: Arg,
    /// The last of two or more, if it differs: `cp a b`.
    pub last: Option<Arg>,
    /// Options that stand for the last operand: `cp -t dir`.
    pub last_by: &'static str,
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table").field("programs", &self.programs.1).finish_non_exhaustive()
    }
}

impl Table {
    #[inline]
    pub(super) fn number(&self, at: u32, field: usize) -> u32 {
        let place = (at as usize).saturating_add(field).saturating_mul(4);
        let bytes = self.numbers.get(place..).and_then(|rest| rest.first_chunk());
        bytes.map_or(0, |bytes| u32::from_le_bytes(*bytes))
    }

    #[inline]
    pub(super) fn bytes(&self, at: u32, field: usize) -> [u8; 4] {
        self.number(at, field).to_le_bytes()
    }

    /// The text that two numbers name.
    #[inline]
    pub(super) fn text(&self, at: u32, field: usize) -> &'static str {
        let start = self.number(at, field) as usize;
        let length = self.number(at, field.saturating_add(1)) as usize;
        self.text.get(start..start.saturating_add(length)).unwrap_or("")
    }

    pub(super) fn entry(&'static self, row: u32) -> Entry {
        Entry { table: self, row, facts: self.number(row, row::FACTS) }
    }

    /// The row of this name among those that stand at `above`; 0 stands for none.
    fn named(&'static self, above: u32, name: &str) -> Option<Entry> {
        let end = above.checked_sub(1)?;
        let mask = self.number(end, 0);
        let slots = end.checked_sub(mask.saturating_add(1).saturating_mul(slot::SIZE))?;
        let mut slot = hash(name) & mask;
        // Half of the slots are empty, so this ends; the count is for tables that are broken.
        for _ in 0..=mask {
            let place = slots.saturating_add(slot.saturating_mul(slot::SIZE));
            let row = self.number(place, slot::ROW);
            if row == 0 {
                return None;
            }
            if self.text(place, slot::NAME) == name {
                return Some(self.entry(row));
            }
            slot = slot.wrapping_add(1) & mask;
        }
        None
    }

    /// The row of a program.
    pub(super) fn find(&'static self, name: &str) -> Option<Entry> {
        self.named(self.programs.0, name)
    }

    /// A list of floors, as lines; the first is about no program in particular.
    pub(super) fn floors(&'static self, list: u16) -> &'static str {
        let (at, count) = self.floors;
        if u32::from(list) < count { self.text(at, usize::from(list).saturating_mul(2)) } else { "" }
    }

    /// All programs.
    pub(super) fn all(&'static self) -> Entries {
        let (at, left) = self.programs;
        Entries::of(self, at, left)
    }
}

impl Entry {
    /// Its names; the first is the one for comparing.
    #[must_use]
    pub fn names(self) -> Texts {
        let at = self.table.number(self.row, row::NAMES);
        Texts::of(self.table, at, self.table.number(self.row, row::NAMES_LENGTH))
    }

    /// The name for comparing.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.names().first().unwrap_or("")
    }

    /// What it does without special options. With sub-commands, what it does without one.
    #[must_use]
    pub fn effect(self) -> Effect {
        Effect::of_code(self.table.bytes(self.row, row::EFFECT)[0])
    }

    /// The number of its list of floors; 0 if there is none.
    pub(super) fn floors(self) -> u16 {
        let [_, _, low, high] = self.table.bytes(self.row, row::EFFECT);
        u16::from_le_bytes([low, high])
    }

    /// Whether it stands in this table.
    pub(super) fn is_of(self, table: &'static Table) -> bool {
        std::ptr::eq(self.table, table)
    }

    /// How it reads its words.
    #[must_use]
    pub fn style(self) -> Style {
        let [style, ends, ..] = self.table.bytes(self.facts, facts::READING);
        match (Style::of_code(style), Ends::of_code(ends)) {
            (Style::Gnu, Ends::Operand) => Style::First,
            (style, _) => style,
        }
    }

    /// The style as its row has it, apart from what ends the options.
    pub(super) fn written_style(self) -> Style {
        Style::of_code(self.table.bytes(self.facts, facts::READING)[0])
    }

    /// What ends its options.
    #[must_use]
    pub fn ends(self) -> Ends {
        Ends::of_code(self.table.bytes(self.facts, facts::READING)[1])
    }

    /// Plain one-letter options without a value, as one string; `#` stands for `-NUMBER`.
    #[must_use]
    pub fn flags(self) -> &'static str {
        self.table.text(self.facts, facts::FLAGS)
    }

    /// Plain one-letter options with a value.
    #[must_use]
    pub fn values(self) -> &'static str {
        self.table.text(self.facts, facts::VALUES)
    }

    /// Those of [`Self::values`] that were not compared with the program.
    #[must_use]
    pub fn believed_values(self) -> &'static str {
        self.table.text(self.facts, facts::BELIEVED)
    }

    /// Plain long options. For [`Style::Single`] and [`Style::Find`] most options are long ones.
    pub fn long(self) -> impl Iterator<Item = Plain> {
        self.long_list().split(' ').filter_map(Plain::of_word)
    }

    /// Plain long options as they are packed.
    pub(super) fn long_list(self) -> &'static str {
        self.table.text(self.facts, facts::LONG)
    }

    /// Options that are more than plain.
    #[must_use]
    pub fn special(self) -> Specials {
        let at = self.table.number(self.facts, facts::SPECIAL);
        let left = self.table.number(self.facts, facts::SPECIAL.saturating_add(1));
        Specials::of(self.table, at, left)
    }

    /// What its operands are.
    #[must_use]
    pub fn operands(self) -> Operands {
        let [first, rest, last, _] = self.table.bytes(self.facts, facts::OPERANDS);
        let kind = |code: u8| (code != NONE).then(|| Arg::of_code(code));
        Operands {
            first: kind(first),
            first_by: self.table.text(self.facts, facts::FIRST_BY),
            rest: Arg::of_code(rest),
            last: kind(last),
            last_by: self.table.text(self.facts, facts::LAST_BY),
        }
    }

    /// Its sub-commands. The options are then those before the sub-command; if the first operand is none of these, it is
    /// unknown.
    #[must_use]
    pub fn subs(self) -> Entries {
        let at = self.table.number(self.facts, facts::SUBS);
        Entries::of(self.table, at, self.table.number(self.facts, facts::SUBS.saturating_add(1)))
    }

    /// The sub-command of this name.
    #[must_use]
    pub fn sub_command(self, name: &str) -> Option<Self> {
        self.table.named(self.table.number(self.facts, facts::SUBS), name)
    }

    /// Whether it runs a command that its operands spell out.
    #[must_use]
    pub fn wraps(self) -> Wraps {
        let [_, _, kind, skip] = self.table.bytes(self.facts, facts::READING);
        Wraps::of_codes(kind, skip)
    }

    /// A wrapper that adds nothing: `nice ls` is as good as `ls`. Meaningless without [`Self::wraps`].
    #[must_use]
    pub fn transparent(self) -> bool {
        self.table.bytes(self.facts, facts::KNOWN)[0] & 1 != 0
    }

    /// What it prints are paths inside the project if it is run there, so its output may stand for files to read.
    #[must_use]
    pub fn lists(self) -> bool {
        self.table.bytes(self.facts, facts::KNOWN)[0] & 2 != 0
    }

    /// Whether long options may be abbreviated.
    #[must_use]
    pub fn abbreviates(self) -> Known {
        Known::of_code(self.table.bytes(self.facts, facts::KNOWN)[1])
    }

    /// Whether its own options are also taken after a sub-command.
    #[must_use]
    pub fn inherits(self) -> Known {
        Known::of_code(self.table.bytes(self.facts, facts::KNOWN)[2])
    }

    /// What it does if it is a wrapper and no command is given.
    #[must_use]
    pub fn missing(self) -> Missing {
        Missing::of_code(self.table.bytes(self.facts, facts::KNOWN)[3])
    }

    /// Groups of spellings that mean the same, blank-separated: `"-9 -KILL -SIGKILL"`. The first is the one for comparing.
    #[must_use]
    pub fn same(self) -> Texts {
        self.texts(facts::SAME)
    }

    /// Whether this one word, such as `--version` or `-h`, makes it print something and do nothing else. Of other words
    /// nothing is known.
    #[must_use]
    pub fn prints(self, word: &str) -> bool {
        self.prints_list().split(' ').any(|one| one == word && !one.is_empty())
    }

    /// Whether this word, after nothing but sub-commands, makes it print their help and do nothing else.
    #[must_use]
    pub fn prints_after(self, word: &str) -> bool {
        self.prints_after_list().split(' ').any(|one| one == word && !one.is_empty())
    }

    pub(super) fn prints_after_list(self) -> &'static str {
        self.table.text(self.facts, facts::PRINTS_AFTER)
    }

    pub(super) fn prints_list(self) -> &'static str {
        self.table.text(self.facts, facts::PRINTS)
    }

    /// The files of a project that tell it what to do, and may name programs: `.yarnrc.yml`.
    pub fn obeys(self) -> impl Iterator<Item = &'static str> {
        self.table.text(self.facts, facts::OBEYS).split_ascii_whitespace()
    }

    /// Whether projects mostly have the files it obeys: where the disk cannot be seen they count as there.
    #[must_use]
    pub fn usually_obeys(self) -> bool {
        self.table.bytes(self.facts, facts::KNOWN)[0] & 4 != 0
    }

    /// The options (with dashes) that make it take directories with all that lies in them, or `always`.
    pub fn whole(self) -> impl Iterator<Item = &'static str> {
        self.table.text(self.facts, facts::WHOLE).split_ascii_whitespace()
    }

    /// Options, each with values that make it plain: `"-c color.*=*"`.
    #[must_use]
    pub fn plain(self) -> Texts {
        self.texts(facts::PLAIN)
    }

    /// Options, each with values that a rule on the program covers: `"-o /dev/null"`.
    #[must_use]
    pub fn covered(self) -> Texts {
        self.texts(facts::COVERED)
    }

    fn texts(self, field: usize) -> Texts {
        let at = self.table.number(self.facts, field);
        Texts::of(self.table, at, self.table.number(self.facts, field.saturating_add(1)))
    }

    /// Whether it has a quirk.
    #[must_use]
    pub fn has(self, quirk: Quirk) -> bool {
        let part = facts::QUIRKS.saturating_add(quirk as usize / 32);
        self.table.number(self.facts, part) & first_bit(quirk as u8) != 0
    }

    /// All its quirks.
    pub fn quirks(self) -> impl Iterator<Item = Quirk> {
        let part = |part: usize| u128::from(self.table.number(self.facts, facts::QUIRKS.saturating_add(part)));
        let mut left = (0..4_usize).rev().fold(0_u128, |all, at| all << 32 | part(at));
        std::iter::from_fn(move || {
            let bit = left.trailing_zeros();
            // Takes the lowest bit out.
            left &= left.checked_sub(1)?;
            Quirk::ALL.get(usize::try_from(bit).ok()?).copied()
        })
    }

    /// Whether it plays a role.
    #[must_use]
    pub fn plays(self, role: Role) -> bool {
        let part = facts::ROLES.saturating_add(role as usize / 32);
        self.table.number(self.facts, part) & first_bit(role as u8) != 0
    }

    /// All its roles.
    pub fn roles(self) -> impl Iterator<Item = Role> {
        Role::ALL.iter().copied().filter(move |role| self.plays(*role))
    }

    /// The words of a line that few rows have: those behind `follows:`.
    #[must_use]
    pub fn rare(self, key: &str) -> Option<&'static str> {
        self.rare_lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(' '))
    }

    /// What it does, in words that a person understands: those of its row, or of its effect.
    #[must_use]
    pub fn does(self) -> &'static str {
        self.rare("does").unwrap_or_else(|| self.effect().words())
    }

    /// Why it may prove that a command only reads: its row says so, and was run in walls as it stands.
    #[must_use]
    pub fn proves(self) -> Option<&'static str> {
        self.rare("proves")
    }

    /// The options that may stand in a proof, as the row spells them, with blanks between them and the sign of what each takes behind it.
    #[must_use]
    pub fn proves_with(self) -> &'static str {
        self.rare("proves-with").unwrap_or("")
    }

    /// The words that the star of a rule does not stand for: each line a kind of word, and the patterns it must not fit.
    pub fn uncovered(self) -> impl Iterator<Item = &'static str> {
        self.rare_lines().filter_map(|line| line.strip_prefix("uncovered "))
    }

    pub(super) fn rare_lines(self) -> Texts {
        self.texts(facts::RARE)
    }

    /// The options (without dashes) that name the directory its operands are seen from.
    pub fn directory(self) -> impl Iterator<Item = &'static str> {
        self.table.text(self.facts, facts::DIRECTORY).split_ascii_whitespace()
    }
}

impl PartialEq for Entry {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.table, other.table) && self.row == other.row
    }
}

impl Eq for Entry {}

impl fmt::Debug for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Entry").field(&self.name()).finish()
    }
}
