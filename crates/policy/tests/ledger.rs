//! The rows of the ledger that speak of decisions, each a test named after it; the cases are in `cases/policy/ledger.txt`.
//!
//! A line has: row, profile, mode, rules (separated by ` ; `, see `support/judging.rs`; or `yaml:` and a policy file on one
//! line), tool, arguments as JSON, and the verdict with its source and, after a colon, words of its reason. `ask|deny`
//! leaves a choice.

mod support {
    pub mod judging;
    pub mod known;
    pub mod rows;
}

use byleave_config::{Kind, Standing, Surroundings, World, merge, read};
use byleave_policy::rules::Layer;
use byleave_policy::{Mode, Policy, Profile};
use jiff::tz::{TimeZone, TimeZoneDatabase};
use serde_json::{Map, Value};
use support::judging::{call, judged, policy};
use support::known::Known;
use support::rows::{Row, rows};

const TABLE: &str = "ledger.txt";

/// The policy of a file given on the command line.
fn of_file(text: &str) -> Result<Policy, String> {
    let zones = TimeZoneDatabase::bundled();
    let world = World { zones: &zones, local: TimeZone::UTC };
    let file = read("policy.yaml", text, Kind::Policy, &world).map_err(|problems| problems.to_string())?;
    Ok(merge(vec![Standing { layer: Layer::Given, trusted: true, file }], &Surroundings::default()).0)
}

/// Holds one line against the engine.
fn check(row: &Row) -> Result<(), String> {
    let profile = Profile::find(row.field(1)).ok_or("no such profile")?;
    let mode = Mode::find(row.field(2)).ok_or("no such mode")?;
    let policy = match row.field(3).strip_prefix("yaml:") {
        Some(text) => Policy { profile, mode, ..of_file(text)? },
        None => policy(profile, mode, row.field(3).split(" ; "))?,
    };
    let arguments: Map<String, Value> = serde_json::from_str(row.field(5)).map_err(|error| error.to_string())?;
    let decision = judged(&call(row.field(4), arguments), &policy);
    let (claim, reason) = row.field(6).split_once(": ").unwrap_or((row.field(6), ""));
    let (verdicts, source) = claim.split_once(' ').unwrap_or((claim, ""));
    let found = format!("{} {}: {}", decision.verdict.name(), decision.source.name(), decision.reason);
    if !verdicts.split('|').any(|verdict| verdict == decision.verdict.name()) {
        return Err(format!("found {found}"));
    }
    if !source.is_empty() && source != decision.source.name() {
        return Err(format!("found {found}"));
    }
    let says = decision.findings.iter().any(|finding| finding.reason.to_string().contains(reason));
    if says { Ok(()) } else { Err(format!("no finding says `{reason}`; found {found}")) }
}

/// How a line is called in `known.txt`.
fn case(row: &Row) -> String {
    [0, 1, 2, 3, 4, 5].map(|at| row.field(at).trim()).join(" | ")
}

fn row_holds(id: &str) {
    let rows: Vec<Row> = rows(TABLE).into_iter().filter(|row| row.field(0) == id).collect();
    assert!(!rows.is_empty(), "{id} has no case in cases/policy/{TABLE}");
    let failures: Vec<(String, String)> = rows
        .iter()
        .filter_map(|row| {
            let complaint = check(row).err()?;
            let case = case(row);
            Some((case.clone(), format!("{}: {case}\n    wants {}; {complaint}", row.place(TABLE), row.field(6))))
        })
        .collect();
    let cases: Vec<String> = rows.iter().map(case).collect();
    Known::read().settle(TABLE, cases.iter().map(String::as_str), &failures);
}

/// `r_049` is `R-049`, `c_05b` is `C-05b`.
fn id(name: &str) -> String {
    let (letter, number) = name.split_once('_').unwrap_or((name, ""));
    format!("{}-{number}", letter.to_uppercase())
}

macro_rules! ledger {
    ($($name:ident)*) => {
        $(
            #[test]
            fn $name() {
                row_holds(&id(stringify!($name)));
            }
        )*

        /// All rows that must have a case.
        const REQUIRED: &[&str] = &[$(stringify!($name)),*];
    };
}

ledger! {
    r_034 r_035 r_036 r_037 r_038 r_039 r_040 r_041 r_042 r_043 r_044 r_045 r_046 r_047 r_048
    r_049 r_050 r_051 r_052 r_053 r_054 r_055 r_056 r_057 r_058 r_059 r_060 r_061 r_062
    r_066 r_067 r_068 r_069 r_070 r_071 r_074
    r_075 r_076 r_077 r_078 r_079 r_080 r_081 r_082
    r_085 r_088 r_089 r_090 r_091 r_092 r_093 r_094 r_095 r_096 r_097 r_098 r_103 r_107 r_108 r_109 r_111 r_113 r_114 r_124
    r_132 r_135 r_136
    r_138 r_139 r_141 r_142 r_152 r_153 r_155 r_158 r_165 r_169 r_177 r_179 r_187 r_188 r_189 r_193
    r_199 r_200 r_201 r_202 r_203 r_206 r_207 r_208 r_209 r_210 r_213 r_214 r_215 r_216 r_217
    r_220 r_221 r_223 r_224
    r_246 r_247 r_248 r_249 r_250 r_251 r_252 r_253 r_254 r_255 r_256 r_257 r_258 r_259 r_260
    r_262 r_263 r_264
    c_01 c_02 c_03 c_04 c_05 c_05b c_06 c_08 c_10 c_11 c_19 c_20 c_23 c_25 c_26
    u_10 u_11 u_13
}

#[test]
fn every_row_of_the_table_is_a_test_and_every_test_has_rows() {
    let rows = rows(TABLE);
    let ids: Vec<String> = REQUIRED.iter().map(|name| id(name)).collect();
    let missing: Vec<&String> = ids.iter().filter(|id| rows.iter().all(|row| row.field(0) != **id)).collect();
    let stray: Vec<&str> = rows.iter().map(|row| row.field(0)).filter(|row| ids.iter().all(|id| id != row)).collect();
    println!("cases/policy/{TABLE}: {} rows of the ledger, {} cases", ids.len(), rows.len());
    assert!(missing.is_empty(), "rows of the ledger without a case: {missing:?}");
    assert!(stray.is_empty(), "cases that no test looks at: {stray:?}");
    assert!(rows.len() >= 500, "only {} cases: some got lost", rows.len());
}
