//! The built-in floors on commands: `cases/policy/high_risk.txt` has for each row ways to disguise it, which nobody but a
//! person may let through, and look-alikes, which nobody should be asked about.

mod support {
    pub mod command;
    pub mod judging;
    pub mod rows;
}

use byleave_policy::{Mode, OWN, Policy, Profile, Verdict, banned_rows, high_risk_rows};
use support::command::command;
use support::judging::policy;
use support::rows::{Row, rows};

const TABLE: &str = "high_risk.txt";

fn is_banned(row: &str) -> bool {
    banned_rows().any(|banned| banned == row) || OWN.contains(&row)
}

/// Fails with every line of one kind that `check` complains about.
fn settle(kind: &str, check: impl Fn(&Row) -> Option<String>) {
    let rows = rows(TABLE);
    let failures: Vec<String> = rows
        .iter()
        .filter(|row| row.field(1) == kind)
        .filter_map(|row| {
            let complaint = check(row)?;
            Some(format!("{}: {}: `{}` {complaint}", row.place(TABLE), row.field(0), row.field(2)))
        })
        .collect();
    assert!(failures.is_empty(), "{} of {} lines fail\n{}", failures.len(), rows.len(), failures.join("\n"));
}

fn disguises_hold(policy: &Policy) {
    settle("disguise", |row| {
        let least = if is_banned(row.field(0)) { Verdict::Deny } else { Verdict::Ask };
        let found = command(row.field(2), policy);
        (found.verdict < least)
            .then(|| format!("wants {}, found {}: {}", least.name(), found.verdict.name(), found.reason))
    });
}

#[test]
fn no_disguise_gets_through_in_mode_yolo() {
    disguises_hold(&policy(Profile::Byleave, Mode::Yolo, []).unwrap_or_default());
}

#[test]
fn no_disguise_gets_through_under_a_rule_on_the_whole_tool() {
    disguises_hold(&policy(Profile::Byleave, Mode::Default, ["bash", "Bash(*)", "write"]).unwrap_or_default());
}

#[test]
fn look_alikes_are_allowed_in_mode_yolo() {
    let policy = policy(Profile::Byleave, Mode::Yolo, []).unwrap_or_default();
    settle("alike", |row| {
        let found = command(row.field(2), &policy);
        (found.verdict != Verdict::Allow).then(|| format!("is not allowed: {}", found.reason))
    });
}

#[test]
fn every_row_has_three_disguises_and_two_look_alikes() {
    let lines = rows(TABLE);
    let count =
        |row: &str, kind: &str| lines.iter().filter(|line| line.field(0) == row && line.field(1) == kind).count();
    let own = OWN.iter().map(|row| (*row).to_owned());
    let all: Vec<String> = banned_rows().chain(own).chain(high_risk_rows()).collect();
    let poor: Vec<&String> = all.iter().filter(|row| count(row, "disguise") < 3 || count(row, "alike") < 2).collect();
    assert!(poor.is_empty(), "rows with too few lines: {poor:?}");
    let strange: Vec<String> = lines
        .iter()
        .filter(|line| !all.iter().any(|row| *row == line.field(0)) || !matches!(line.field(1), "disguise" | "alike"))
        .map(|line| line.place(TABLE))
        .collect();
    assert!(strange.is_empty(), "lines about no row: {strange:?}");
    assert!(high_risk_rows().count() >= 60, "only {} rows", high_risk_rows().count());
}

/// A disguise must ask because of its row: taken out of it, the look of the rest is not enough to tell.
#[test]
fn each_row_is_hit_by_a_plain_spelling() {
    let policy = policy(Profile::Byleave, Mode::Yolo, []).unwrap_or_default();
    let missed: Vec<String> = high_risk_rows()
        .filter(|row| {
            let plain = row.replace(" *", " x").replace("mkfs*", "mkfs.ext4");
            let found = command(&plain, &policy);
            !found.findings.iter().any(|finding| finding.reason.to_string().contains("high-risk command"))
        })
        .collect();
    assert!(missed.is_empty(), "rows that hit nothing: {missed:?}");
}
