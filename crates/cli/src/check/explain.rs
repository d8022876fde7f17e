//! A decision for people, stage by stage.

use std::io::{self, Write};

use byleave_policy::read::Reading;
use byleave_policy::remedy::Remedy;
use byleave_policy::rules::shorthand;
use byleave_policy::{Decision, Finding, Stage, Verdict};

use super::facts::{Facts, command_of};
use super::layout::{Layout, wrapped};
use super::stages::Way;
use super::steps::Layers;
use crate::{escape, style};

/// Beyond this, names and files are only counted.
const MOST: usize = 12;
/// Columns of a verdict and the gap after it.
const VERDICT: usize = 7;
/// How much of a digest is shown.
const DIGEST: usize = 23;

/// One line: the verdict and why.
pub fn line(out: &mut dyn Write, decision: &Decision) -> io::Result<()> {
    let rule = decision.rule.as_ref().map_or(String::new(), |rule| format!("  [{}]", escape::shown(rule)));
    writeln!(out, "{}  {}{rule}", painted(decision.verdict), escape::shown(&decision.reason.to_string()))
}

/// All seven stages: each finding on its line, with its part of the command underlined, and what would change the
/// verdict.
pub fn show(
    out: &mut dyn Write,
    reading: &Reading<'_>,
    decision: &Decision,
    way: &Way<'_>,
    width: usize,
) -> io::Result<()> {
    let rule = decision.rule.as_ref().map_or(String::new(), |rule| format!("  [{}]", escape::shown(rule)));
    let words = format!("{}{rule}", escape::shown(&decision.reason.to_string()));
    let lines = wrapped(&words, width.saturating_sub(VERDICT));
    for (index, line) in lines.iter().enumerate() {
        let verdict = if index == 0 { painted(decision.verdict) } else { " ".repeat(5) };
        writeln!(out, "{verdict}  {line}")?;
    }
    writeln!(out)?;
    let command = command_of(reading);
    let mut layout = Layout::new(out, width);
    layout.stage(1, "read");
    read(&mut layout, reading, decision, &way.facts)?;
    layout.stage(2, "floors");
    for (stage, findings) in &way.floors {
        let head = floor_name(*stage);
        if findings.is_empty() {
            row(&mut layout, head, None, "nothing")?;
        }
        for (index, finding) in findings.iter().enumerate() {
            part(&mut layout, if index == 0 { head } else { "" }, command, finding)?;
        }
    }
    layout.stage(3, "layers");
    layers(&mut layout, command, &way.layers)?;
    for ((name, words), number) in way.next.iter().zip(4..) {
        layout.stage(number, name);
        layout.row("", 0, words)?;
    }
    if decision.outside {
        let (changing, words) = (style::CHANGING, "outside: it touches, or may touch, paths outside the project");
        writeln!(out)?;
        wrapped(words, width).iter().try_for_each(|line| writeln!(out, "{changing}{line}{changing:#}"))?;
    }
    remedy(out, &way.remedy, width)
}

fn read(layout: &mut Layout<'_>, reading: &Reading<'_>, decision: &Decision, facts: &Facts) -> io::Result<()> {
    let call = reading.call();
    let written = if facts.tool == call.tool { String::new() } else { format!("{} → ", escape::shown(&call.tool)) };
    let category = facts.category.map_or("unknown", byleave_policy::tools::Category::name);
    fact(layout, "tool", &format!("{written}{}, category {category}", escape::shown(&facts.tool)))?;
    if let Some(names) = &facts.commands {
        let shown = names.iter().map(|name| name.as_deref().map_or("?".into(), escape::beginning));
        fact(layout, "commands", &counted(names.len(), shown))?;
    }
    let paths = facts.paths.iter().map(|named| {
        let outside = if named.outside { " (outside)" } else { "" };
        format!("{} {}{outside}", named.does, escape::shown(&named.path)).into()
    });
    fact(layout, "paths", &counted(facts.paths.len(), paths))?;
    // Enough to recognise it; JSON has all of it.
    let digest = facts.digest.to_string();
    fact(layout, "digest", &format!("{}…", digest.get(..DIGEST).unwrap_or(&digest)))?;
    for finding in decision.findings.iter().filter(|finding| finding.stage == Stage::Read) {
        part(layout, "", command_of(reading), finding)?;
    }
    Ok(())
}

/// A number, and the first few of what was counted.
fn counted<'t>(number: usize, texts: impl Iterator<Item = std::borrow::Cow<'t, str>>) -> String {
    let mut list: Vec<_> = texts.take(MOST).collect();
    if number > MOST {
        list.push(format!("{} more", number.saturating_sub(MOST)).into());
    }
    if number == 0 { "none".to_owned() } else { format!("{number}: {}", list.join(", ")) }
}

fn layers(layout: &mut Layout<'_>, command: &str, layers: &Layers<'_>) -> io::Result<()> {
    for taken in &layers.steps {
        let name = taken.step.name();
        if taken.findings.is_empty() {
            row(layout, name, None, if taken.consulted { "silent" } else { "not consulted" })?;
        }
        for (index, finding) in taken.findings.iter().enumerate() {
            part(layout, if index == 0 { name } else { "" }, command, finding)?;
        }
    }
    for (index, finding) in layers.unspoken.iter().enumerate() {
        part(layout, if index == 0 { "none" } else { "" }, command, finding)?;
    }
    Ok(())
}

/// Columns of the name before a verdict.
const NAME: usize = 11;
const HEAD: usize = NAME + VERDICT;

/// A finding with its rule and place, and the part it is about underlined.
fn part(layout: &mut Layout<'_>, name: &str, command: &str, finding: &Finding) -> io::Result<()> {
    let rule = finding.rule.as_ref().map_or(String::new(), |rule| format!(" [{}]", escape::shown(rule)));
    let place = finding.location.as_ref().map_or(String::new(), |place| format!(" {}", escape::shown(place)));
    let words = format!("{}{rule}{place}", escape::shown(&finding.reason.to_string()));
    row(layout, name, Some(finding.verdict), &words)?;
    finding.span.map_or(Ok(()), |span| layout.underlined(command, span, HEAD))
}

fn row(layout: &mut Layout<'_>, name: &str, verdict: Option<Verdict>, words: &str) -> io::Result<()> {
    let label = style::LABEL;
    let verdict = verdict.map_or_else(|| format!("{:5}", "-"), painted);
    layout.row(&format!("{label}{name:<NAME$}{label:#}{verdict}  "), HEAD, words)
}

fn fact(layout: &mut Layout<'_>, name: &str, words: &str) -> io::Result<()> {
    let label = style::LABEL;
    layout.row(&format!("{label}{name:<NAME$}{label:#}"), NAME, words)
}

const fn floor_name(stage: Stage) -> &'static str {
    match stage {
        Stage::DenyFloor => "deny",
        Stage::HardAskFloor => "ask, hard",
        Stage::NamedAskFloor => "ask, named",
        Stage::Read => "read",
        Stage::Layers => "layers",
    }
}

/// What would change the verdict. It comes last, because it is what the reader does next.
fn remedy(out: &mut dyn Write, remedy: &Remedy<'_>, width: usize) -> io::Result<()> {
    let words = match remedy {
        Remedy::None => return Ok(()),
        Remedy::Rules(rules) => {
            // A command for each: together they would be wider than the screen.
            let commands: Option<Vec<String>> =
                rules.iter().map(|rule| shorthand::allow(std::slice::from_ref(rule))).collect();
            let by = if commands.is_some() { "" } else { ", add to your policy" };
            let lead = format!("to allow exactly this{by} (dry-run: allow):");
            writeln!(out)?;
            wrapped(&lead, width).iter().try_for_each(|line| writeln!(out, "{line}"))?;
            // Never cut or wrapped: it is for pasting.
            let lines = commands.unwrap_or_else(|| rules.clone());
            return lines.iter().try_for_each(|line| writeln!(out, "  {}", escape::shown(line)));
        }
        Remedy::Person => "no rule can make this automatic; a person may allow it each time".to_owned(),
        Remedy::TooMany => "too many parts ask for a rule on each of them".to_owned(),
        Remedy::Refused(finding) => {
            let rule = finding.rule.as_deref().unwrap_or("");
            let place =
                finding.location.as_ref().map_or(String::new(), |place| format!(" at {}", escape::shown(place)));
            format!("refused by [{}]{place}; only changing that rule changes this", escape::shown(rule))
        }
        Remedy::BuiltIn => "built in: no rule, mode or answer changes this".to_owned(),
    };
    writeln!(out)?;
    wrapped(&words, width).iter().try_for_each(|line| writeln!(out, "{line}"))
}

fn painted(verdict: Verdict) -> String {
    let (paint, name) = match verdict {
        Verdict::Allow => (style::HEADING, "allow"),
        Verdict::Ask => (style::CHANGING, "ask  "),
        Verdict::Deny => (style::DANGER, "deny "),
    };
    format!("{paint}{name}{paint:#}")
}
