//! No row of the ledger that speaks of the gate is without a test of its name.

/// Every test there is here, and those inside the crate.
const SOURCES: [&str; 14] = [
    include_str!("batches.rs"),
    include_str!("broken.rs"),
    include_str!("callbacks.rs"),
    include_str!("invariants.rs"),
    include_str!("manager.rs"),
    include_str!("memory.rs"),
    include_str!("messages.rs"),
    include_str!("permissions.rs"),
    include_str!("races.rs"),
    include_str!("record.rs"),
    include_str!("sessions.rs"),
    include_str!("../../src/answer/mod.rs"),
    include_str!("../../src/call/batch.rs"),
    include_str!("../../src/channel/callback.rs"),
];

/// What must have a test: rows by number, from and to.
const ROWS: [(u16, u16); 8] = [(1, 33), (63, 74), (83, 84), (137, 193), (195, 195), (219, 278), (313, 314), (328, 330)];

/// Rows of several parts, with the last letter.
const PARTS: [(u16, char); 7] = [(83, 'e'), (84, 'b'), (276, 'c'), (277, 'e'), (278, 'e'), (328, 'c'), (329, 'c')];

/// Clarifications, conflicts and invariants that speak of the gate.
const OTHERS: [&str; 34] = [
    "u01", "u02", "u03", "u04", "u05", "u06", "u07", "u08", "u09", "u22", "c07", "c08", "c09", "c10", "c11", "c12",
    "c13", "c14", "c15", "c16", "c17", "c18", "c23", "c24", "c25", "c26", "i5", "i6", "i7", "i8", "i9", "i10", "i11",
    "i12",
];

/// What is proven elsewhere, and where.
const ELSEWHERE: [(&str, &str); 17] = [
    ("r001", "the WebSocket: crates/hub"),
    ("r148", "it only names R-177 to R-182"),
    ("r166", "it only names R-064; crates/config/tests/files.rs"),
    ("r170 r171", "documentation: docs/"),
    ("r191", "examples of skills: docs/"),
    ("r227 r228 r229", "the TypeScript package: packages/node"),
    ("r233 r234 r235 r236 r237", "the plain prompt: crates/terminal"),
    ("r239 r240 r241", "the page: crates/hub"),
    ("r247 r248 r249 r250 r251 r252 r253 r254", "cases/policy/ledger.txt, by crates/policy/tests/ledger.rs"),
    ("r255 r256 r257 r258 r259 r260", "cases/policy/ledger.txt, by crates/policy/tests/ledger.rs"),
    ("r276a r276b r276c", "modes by trust: crates/config/tests/files.rs, crates/cli/tests/policy.rs"),
    ("r277a", "the title of the card: crates/hub"),
    ("r278e", "the summary: docs/"),
    ("r313", "the selector and its renderers: crates/terminal; the rest is r313_and_r314 here"),
    ("c12", "how far the environment may raise the mode: crates/config/tests/files.rs"),
    ("c15", "digits in a reason: crates/terminal"),
    ("c16", "two styles of prompts: crates/terminal"),
];

/// The names of all tests.
fn names() -> Vec<&'static str> {
    let of = |source: &'static str| {
        let lines = source.lines().map(str::trim).collect::<Vec<_>>();
        let tests: Vec<&'static str> = lines
            .windows(2)
            .filter(|pair| pair[0] == "#[test]")
            .filter_map(|pair| pair[1].strip_prefix("fn ")?.split('(').next())
            .collect();
        tests
    };
    SOURCES.iter().flat_map(|source| of(source)).collect()
}

/// The rows a test is named after: `r012_to_r014_and_u01_…` is and U-01.
fn claims(name: &str) -> Vec<String> {
    let mut claimed: Vec<String> = Vec::new();
    let mut range = false;
    for part in name.split('_') {
        match part {
            "to" => range = true,
            "and" => {}
            row if is_row(row) && range => {
                let from = claimed.last().cloned().unwrap_or_default();
                claimed.extend(between(&from, row));
                range = false;
            }
            row if is_row(row) => claimed.push(row.to_owned()),
            _ => break,
        }
    }
    claimed
}

/// `r277c`, `u01`, `i12`.
fn is_row(part: &str) -> bool {
    let Some(rest) = part.strip_prefix(['r', 'u', 'c', 'i']) else { return false };
    let digits = rest.trim_end_matches(|one: char| one.is_ascii_lowercase());
    !digits.is_empty() && digits.len() + 1 >= rest.len() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// The rows after one, up to another: by number, or by letter in the same row.
fn between(from: &str, to: &str) -> Vec<String> {
    let number = |row: &str| row.get(1..4).and_then(|digits| digits.parse::<u16>().ok()).unwrap_or_default();
    let letter = |row: &str| row.chars().nth(4);
    match (letter(from), letter(to)) {
        (Some(first), Some(last)) => (first..=last).skip(1).map(|one| format!("r{:03}{one}", number(to))).collect(),
        _ => (number(from)..=number(to)).skip(1).map(|row| format!("r{row:03}")).collect(),
    }
}

#[test]
fn names_are_read_as_rows() {
    for (name, expected) in [
        ("r012_to_r014_and_u01_what_remains", &["r012", "r013", "r014", "u01"][..]),
        ("r277c_to_r277e_a_failing", &["r277c", "r277d", "r277e"]),
        ("r084a_and_u02_once", &["r084a", "u02"]),
        ("i7_u22_and_c26_a_sub_agent", &["i7", "u22", "c26"]),
        ("a_batch_keeps_its_order", &[]),
        ("rows_are_found", &[]),
        ("i_am_none", &[]),
    ] {
        assert_eq!(claims(name), expected, "{name}");
    }
}

#[test]
fn every_row_has_a_test_or_a_place() {
    let names = names();
    let claimed: Vec<String> = names.iter().flat_map(|name| claims(name)).collect();
    let elsewhere: Vec<&str> = ELSEWHERE.iter().flat_map(|(rows, _)| rows.split(' ')).collect();
    let rows = ROWS.iter().flat_map(|(from, to)| *from..=*to).flat_map(|row| {
        let last = PARTS.iter().find(|(number, _)| *number == row).map(|(_, last)| *last);
        let parts = last.map(|last| ('a'..=last).map(|one| format!("r{row:03}{one}")).collect());
        parts.unwrap_or_else(|| vec![format!("r{row:03}")])
    });
    let proven = |row: &str| {
        // A test named after a row of several parts is about all of them.
        let whole = row.get(..4).filter(|_| row.starts_with('r')).unwrap_or(row);
        claimed.iter().any(|claim| claim == row || claim == whole) || elsewhere.contains(&row)
    };
    let all: Vec<String> = rows.chain(OTHERS.iter().map(|name| (*name).to_owned())).collect();
    let missing: Vec<&String> = all.iter().filter(|row| !proven(row)).collect();
    println!("{} rows, {} of them elsewhere; {} tests", all.len(), elsewhere.len(), names.len());
    assert!(missing.is_empty(), "without a test: {missing:?}");
    assert!(names.len() > 140, "only {} tests were found", names.len());
}
