//! Tables as the engine reads them: numbers and one text, without pointers.
//!
//! Built-in tables are packed while byleave is built and lie in the program file as they are: nothing is parsed, allocated
//! or relocated at the start. `table` reads what this module writes; the places of the fields are named here once.

use std::collections::HashMap;
use std::rc::Rc;

use super::floors::Floors;
use super::kinds::{Arg, Takes};
use super::source::{Choice, Facts, Long, Row};

/// A packed table.
#[derive(Clone, Debug, Default)]
pub struct Packed {
    /// All records, each at its place.
    pub numbers: Vec<u32>,
    /// All names and lists of names.
    pub text: String,
    /// Where the programs begin, and how many there are.
    pub programs: (u32, u32),
    /// Where the lists of floors begin, and how many there are.
    pub floors: (u32, u32),
}

/// Numbers of one row.
pub(super) mod row {
    pub const NAMES: usize = 0;
    pub const NAMES_LENGTH: usize = 1;
    /// What it does, and in the upper half the number of its list of floors.
    pub const EFFECT: usize = 2;
    pub const FACTS: usize = 3;
    pub const SIZE: usize = 4;
}

/// Numbers of what rows share.
pub(super) mod facts {
    /// Style, what ends the options, kind of wrapper, operands before its command: a byte each.
    pub const READING: usize = 0;
    /// Bits (transparent, lists, usually there), abbreviates, inherits, and what a missing command means.
    pub const KNOWN: usize = 1;
    /// Letters and lists: each where it begins and how long it is.
    pub const FLAGS: usize = 2;
    pub const VALUES: usize = 4;
    pub const BELIEVED: usize = 6;
    pub const LONG: usize = 8;
    pub const SPECIAL: usize = 10;
    /// First, rest and last of the operands, a byte each.
    pub const OPERANDS: usize = 12;
    pub const FIRST_BY: usize = 13;
    pub const LAST_BY: usize = 15;
    pub const SUBS: usize = 17;
    pub const SAME: usize = 19;
    pub const PRINTS: usize = 21;
    pub const OBEYS: usize = 23;
    pub const DIRECTORY: usize = 25;
    pub const PRINTS_AFTER: usize = 27;
    /// A bit for each quirk, as four numbers.
    pub const QUIRKS: usize = 29;
    pub const PLAIN: usize = 33;
    pub const COVERED: usize = 35;
    pub const WHOLE: usize = 37;
    /// A bit for each role, as four numbers.
    pub const ROLES: usize = 39;
    pub const RARE: usize = 43;
}

/// Numbers of an option that is more than plain.
pub(super) mod special {
    pub const NAMES: usize = 0;
    /// Takes, kind of value, effect and what the operands become, a byte each.
    pub const SAYS: usize = 2;
    /// The bits of the first letters of its names, and whether what it takes is only believed.
    pub const BEGINS: usize = 3;
    pub const BELIEVED: usize = 4;
    /// The letters among its names, as four numbers.
    pub const LETTERS: usize = 5;
}

/// Numbers of one slot of an index. The index of rows lies right before them, and behind it the number of its slots less one: who finds a
/// program is near all that is known of it, and a process that lives for a moment brings in few pages of the table.
pub(super) mod slot {
    pub const NAME: usize = 0;
    /// 0 in an empty slot.
    pub const ROW: usize = 2;
    pub const SIZE: u32 = 3;
}

/// The byte that stands for no kind of operand.
pub(super) const NONE: u8 = u8::MAX;

/// Where the search for a name begins.
pub(super) fn hash(name: &str) -> u32 {
    name.bytes().fold(0x811c_9dc5, |hash: u32, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// The bit of a first letter. Letters share bits, so this only rules out.
pub(super) const fn first_bit(byte: u8) -> u32 {
    1 << (byte & 31)
}

/// What a long option takes, as the byte behind its name.
pub(super) fn arity_byte(takes: Takes, believed: bool) -> u8 {
    takes.code().saturating_mul(2).saturating_add(u8::from(believed)).saturating_add(1)
}

/// The inverse of [`arity_byte`].
pub(super) fn of_arity_byte(byte: u8) -> (Takes, bool) {
    let code = byte.saturating_sub(1);
    (Takes::of_code(code / 2), code % 2 == 1)
}

/// Packs the programs of all tables, with the floors on them: for each the names of its programs and its lines. What is known of programs
/// that run `often` lies side by side.
#[must_use]
pub fn pack(programs: &[Row], floors: &Floors, often: &[&str]) -> Packed {
    // Place 0 stands for nothing.
    let mut packer = Packer { numbers: vec![0], floors: floors.by_program.clone(), ..Packer::default() };
    let at = packer.programs(programs, often);
    let lists = std::iter::once(&floors.starred).chain(&floors.lists);
    let lists: Vec<u32> = lists.flat_map(|list| packer.text(list)).collect();
    let floors = (number(packer.numbers.len()), number(lists.len() / 2));
    packer.numbers.extend(lists);
    let programs = (at, number(programs.len()));
    Packed { numbers: packer.numbers, text: packer.text, programs, floors }
}

#[derive(Default)]
struct Packer {
    numbers: Vec<u32>,
    text: String,
    /// Records that were written, by what they hold: what two rows share is written once.
    records: HashMap<Vec<u32>, u32>,
    texts: HashMap<String, u32>,
    facts: HashMap<*const Facts, u32>,
    floors: HashMap<String, u16>,
    /// Rows that were written with their index.
    groups: HashMap<Vec<u32>, u32>,
}

impl Packer {
    /// Writes numbers, unless they stand somewhere already.
    fn record(&mut self, record: Vec<u32>) -> u32 {
        if let Some(at) = self.records.get(&record) {
            return *at;
        }
        let at = number(self.numbers.len());
        self.numbers.extend(&record);
        self.records.insert(record, at);
        at
    }

    /// Where a text stands and how long it is.
    fn text(&mut self, text: &str) -> [u32; 2] {
        let length = number(text.len());
        if text.is_empty() {
            return [0, 0];
        }
        if let Some(at) = self.texts.get(text) {
            return [*at, length];
        }
        let at = number(self.text.len());
        self.text.push_str(text);
        self.texts.insert(text.to_owned(), at);
        [at, length]
    }

    fn words<'w>(&mut self, words: impl IntoIterator<Item = &'w String>) -> [u32; 2] {
        let words: Vec<&str> = words.into_iter().map(String::as_str).collect();
        self.text(&words.join(" "))
    }

    /// Texts that hold blanks themselves: where the list stands and how many there are.
    fn texts(&mut self, texts: &[String]) -> [u32; 2] {
        let record: Vec<u32> = texts.iter().flat_map(|text| self.text(text)).collect();
        if record.is_empty() { [0, 0] } else { [self.record(record), number(texts.len())] }
    }

    /// The programs. What is known of their sub-commands comes first: floors are about programs alone.
    fn programs(&mut self, rows: &[Row], often: &[&str]) -> u32 {
        let floors = std::mem::take(&mut self.floors);
        let named = |name: &&str| rows.iter().find(|row| row.names.iter().any(|one| one == name));
        for row in often.iter().filter_map(named).chain(rows) {
            self.facts(&row.facts);
        }
        self.floors = floors;
        self.rows(rows)
    }

    /// The rows below something, behind their index. Rows of the same kind below several are written once.
    fn rows(&mut self, rows: &[Row]) -> u32 {
        let mut record = Vec::new();
        for row in rows {
            let [names, length] = self.texts(&row.names);
            let facts = self.facts(&row.facts);
            let floor = row.names.first().and_then(|name| self.floors.get(name)).copied().unwrap_or(0);
            record.extend([names, length, u32::from(row.effect.code()) | u32::from(floor) << 16, facts]);
        }
        if let Some(at) = self.groups.get(&record) {
            return *at;
        }
        let spelt = rows.iter().enumerate().filter(|(_, row)| !row.is_conditional());
        let names: Vec<(usize, &String)> =
            spelt.flat_map(|(at, row)| row.names.iter().map(move |name| (at, name))).collect();
        // Half of the slots are empty at least.
        let slots = number(names.len().saturating_mul(2).next_power_of_two().max(2));
        let index = number(self.numbers.len());
        let at = index.saturating_add(slots.saturating_mul(slot::SIZE)).saturating_add(1);
        self.numbers.resize(at as usize, 0);
        if let Some(mask) = self.numbers.last_mut() {
            *mask = slots.saturating_sub(1);
        }
        for (row, name) in names {
            let [start, length] = self.text(name);
            let place = number(row.saturating_mul(row::SIZE)).saturating_add(at);
            self.index(index, slots.saturating_sub(1), name, [start, length, place]);
        }
        self.numbers.extend(&record);
        self.groups.insert(record, at);
        at
    }

    /// Puts a name into the first empty slot from where its search begins.
    fn index(&mut self, index: u32, mask: u32, name: &str, entry: [u32; slot::SIZE as usize]) {
        let mut slot = hash(name) & mask;
        for _ in 0..=mask {
            let from = index.saturating_add(slot.saturating_mul(slot::SIZE)) as usize;
            let place = self.numbers.get_mut(from..).and_then(|rest| rest.first_chunk_mut());
            if let Some(place @ [_, _, 0]) = place {
                *place = entry;
                return;
            }
            slot = slot.wrapping_add(1) & mask;
        }
    }

    fn facts(&mut self, facts: &Rc<Facts>) -> u32 {
        let known = Rc::as_ptr(facts);
        if let Some(at) = self.facts.get(&known) {
            return *at;
        }
        let subs = if facts.subs.is_empty() { 0 } else { self.rows(&facts.subs) };
        let special: Vec<u32> = facts.special.iter().map(|choice| self.special(choice)).collect();
        let special_count = number(special.len());
        let special = if special.is_empty() { 0 } else { self.record(special) };
        let (wraps, skip) = facts.wraps.codes();
        let operands = &facts.operands;
        let kind = |arg: Option<Arg>| arg.map_or(NONE, Arg::code);
        let long = long_list(&facts.long);
        let mut record = vec![
            u32::from_le_bytes([facts.style.code(), facts.ends.code(), wraps, skip]),
            u32::from_le_bytes([
                u8::from(facts.transparent) | u8::from(facts.lists) << 1 | u8::from(facts.usual) << 2,
                facts.abbreviates.code(),
                facts.inherits.code(),
                facts.missing.code(),
            ]),
        ];
        record.extend(self.text(&facts.flags));
        record.extend(self.text(&facts.values));
        record.extend(self.text(&facts.believed));
        record.extend(self.text(&long));
        record.extend([special, special_count]);
        record.push(u32::from_le_bytes([kind(operands.first), operands.rest.code(), kind(operands.last), 0]));
        record.extend(self.words(&operands.first_by));
        record.extend(self.words(&operands.last_by));
        record.extend([subs, number(facts.subs.len())]);
        record.extend(self.texts(&facts.same));
        record.extend(self.words(&facts.prints));
        record.extend(self.words(&facts.obeys));
        record.extend(self.words(&facts.directory));
        record.extend(self.words(&facts.prints_after));
        record.extend(bits(facts.quirks.iter().map(|quirk| *quirk as u8)));
        record.extend(self.texts(&facts.plain));
        record.extend(self.texts(&facts.covered));
        record.extend(self.words(&facts.whole));
        record.extend(bits(facts.roles.iter().map(|role| *role as u8)));
        record.extend(self.texts(&facts.rare));
        let at = self.record(record);
        self.facts.insert(known, at);
        at
    }

    fn special(&mut self, choice: &Choice) -> u32 {
        let names = self.words(&choice.names);
        let operands = choice.operands.map_or(NONE, Arg::code);
        let mut begins = 0;
        let mut letters = [0_u32; 4];
        for name in &choice.names {
            let Some(first) = name.bytes().next() else { continue };
            begins |= first_bit(first);
            if name.len() == 1
                && let Some(part) = letters.get_mut(usize::from(first / 32))
            {
                *part |= first_bit(first);
            }
        }
        let mut record = names.to_vec();
        record.push(u32::from_le_bytes([choice.takes.code(), choice.arg.code(), choice.effect.code(), operands]));
        record.extend([begins, u32::from(choice.believed)]);
        record.extend(letters);
        self.record(record)
    }
}

/// A bit for each of these numbers.
fn bits(numbers: impl Iterator<Item = u8>) -> [u32; 4] {
    let mut bits = [0_u32; 4];
    for number in numbers {
        if let Some(part) = bits.get_mut(usize::from(number / 32)) {
            *part |= first_bit(number);
        }
    }
    bits
}

/// The long options, each with the byte that says what it takes.
fn long_list(long: &[Long]) -> String {
    let mut list = String::new();
    for one in long {
        if !list.is_empty() {
            list.push(' ');
        }
        list.push_str(&one.name);
        list.push(char::from(arity_byte(one.takes, one.believed)));
    }
    list
}

/// Tables are read from text of less than four gigabytes.
fn number(size: usize) -> u32 {
    u32::try_from(size).unwrap_or(u32::MAX)
}
