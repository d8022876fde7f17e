//! Which rows may prove: those that were run in walls as they stand.
//!
//! `evidence.list` has a line for each: its path, its hash, the day, the version of the program, how much of it was run. `scripts/prove --core`
//! writes it. An option that the program refused in all of its runs stands there too, and proves nothing. A row that has changed since has another hash, and proves nothing until it is run again.

use std::collections::HashMap;
use std::rc::Rc;

use super::kinds::{Arg, Style, Takes};
use super::source::{Facts, Mistake, Row, proven_option, read};

/// A row that says that it proves, for the tools that run it.
#[derive(Clone, Debug)]
pub struct Claim {
    /// Its names from the program down: `git log`, `git branch with -a,--all`.
    pub path: String,
    /// All names of the row itself.
    pub names: Vec<String>,
    /// The hash of all that it says, but for what stands below it.
    pub hash: String,
    /// How it reads its words.
    pub style: Style,
    /// What its first operand is, if it differs from the others.
    pub first: Option<Arg>,
    /// What its operands are.
    pub rest: Arg,
    /// The options that may stand in a proof, with what they take and what that is.
    pub options: Vec<(String, Takes, Arg)>,
}

/// All rows of a table that say that they prove, whether they were run or not.
///
/// # Errors
///
/// All that is wrong with the table.
pub fn claims_in(table: &str) -> Result<Vec<Claim>, Vec<Mistake>> {
    let mut claims = Vec::new();
    for row in read(table)? {
        collect(&row, "", &mut claims);
    }
    Ok(claims)
}

fn collect(row: &Row, above: &str, claims: &mut Vec<Claim>) {
    let path = path_of(row, above);
    if row.facts.claims() {
        let with = row.facts.rare.iter().find_map(|line| line.strip_prefix("proves-with ")).unwrap_or("");
        let options = with.split_ascii_whitespace().map(proven_option).map(|(option, takes)| {
            let bare = option.trim_start_matches('-');
            let special = row.facts.special.iter().find(|choice| choice.names.iter().any(|name| name == bare));
            (option.to_owned(), takes, special.map_or(Arg::Text, |choice| choice.arg))
        });
        claims.push(Claim {
            names: row.names.clone(),
            hash: hash_of(row),
            style: row.facts.style,
            first: row.facts.operands.first,
            rest: row.facts.operands.rest,
            options: options.collect(),
            path: path.clone(),
        });
    }
    row.facts.subs.iter().for_each(|sub| collect(sub, &path, claims));
}

/// Takes the claim from all rows that the list does not have as they stand; returns their paths.
pub fn keep_proven(rows: &mut [Row], list: &str) -> Vec<String> {
    let lines = list.lines().filter(|line| !line.starts_with('#'));
    let proven: HashMap<&str, &str> = lines.filter_map(|line| line.split_once('\t')).collect();
    let mut without = Vec::new();
    for row in rows {
        keep(row, "", &proven, &mut without);
    }
    without
}

/// Takes from a row the options that the program would not run with.
fn strip(row: &mut Row, never_ran: &str) {
    let kept = |with: &str| {
        let words = with.split(' ').filter(|word| !never_ran.split(' ').any(|option| option == proven_option(word).0));
        words.collect::<Vec<_>>().join(" ")
    };
    for line in &mut Rc::make_mut(&mut row.facts).rare {
        if let Some(with) = line.strip_prefix("proves-with ") {
            *line = format!("proves-with {}", kept(with));
        }
    }
}

fn keep(row: &mut Row, above: &str, proven: &HashMap<&str, &str>, without: &mut Vec<String>) {
    let path = path_of(row, above);
    let evidence = proven.get(path.as_str()).copied().unwrap_or("");
    if row.facts.claims() {
        let hash = hash_of(row);
        let mut fields = evidence.split('\t');
        if fields.next() != Some(&hash) {
            let facts = Rc::make_mut(&mut row.facts);
            facts.rare.retain(|line| !line.starts_with("proves ") && !line.starts_with("proves-with "));
            without.push(path.clone());
        } else if let Some(never_ran) = fields.find_map(|field| field.strip_prefix("never ran ")) {
            strip(row, never_ran);
        }
    }
    if row.facts.subs.iter().any(|sub| sub.facts.claims() || !sub.facts.subs.is_empty()) {
        for sub in &mut Rc::make_mut(&mut row.facts).subs {
            keep(sub, &path, proven, without);
        }
    }
}

impl Facts {
    /// Whether the row says that it proves.
    fn claims(&self) -> bool {
        self.rare.iter().any(|line| line.starts_with("proves "))
    }
}

/// The names of a row from the program down.
fn path_of(row: &Row, above: &str) -> String {
    let with = if row.is_conditional() { "with " } else { "" };
    let names: Vec<&str> = row.names.iter().map(|name| if name.is_empty() { "nothing" } else { name }).collect();
    let names = if row.is_conditional() { names.join(",") } else { (*names.first().unwrap_or(&"")).to_owned() };
    if above.is_empty() { format!("{with}{names}") } else { format!("{above} {with}{names}") }
}

/// The hash of all that a row says, but for what stands below it: FNV-1a of its facts as the reader of tables holds them.
fn hash_of(row: &Row) -> String {
    let facts = Facts { subs: Vec::new(), ..(*row.facts).clone() };
    let text = format!("{:?} {:?} {facts:?}", row.names, row.effect);
    let hash = text
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    format!("{hash:016x}")
}
