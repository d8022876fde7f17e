//! `byleave allow`, `deny`, `ask`: a rule in one step. Shown, confirmed, written, trusted.

pub mod arguments;
mod covered;
mod never;
pub mod place;
mod session;
mod sound;

use std::io::{self, BufRead, Write};
use std::process::ExitCode;

use byleave_gate::files::{Disk, project_of};
use byleave_gate::suggest;
use byleave_policy::rules::{Rule, shorthand};
use byleave_policy::{Policy, Verdict};

use self::arguments::RuleTask;
use self::place::Target;
use crate::escape;
use crate::failure::Failure;
use crate::policy;
use crate::record::arguments::Place;
use crate::record::open;
use crate::record::screen::{Screen, painted};
use crate::style::{self, Colour};

/// Rules that a person wants, and where.
pub struct Wish<'w> {
    pub rules: &'w [Rule],
    pub says: Verdict,
    pub reason: Option<&'w str>,
    pub target: Target,
    pub record: &'w Place,
}

/// Runs `allow`, `deny` or `ask`.
pub fn run(task: &RuleTask, says: Verdict, colour: Colour) -> Result<ExitCode, Failure> {
    policy::person(&format!("byleave {}", says.name()))?;
    let target = Target::of(task, says)?;
    let project = project_of(&policy::here());
    let in_force = policy::load(&project, task.config.as_deref().filter(|file| file.exists()))?.policy;
    let rules =
        if task.last { last(task, says, &in_force)? } else { task.rules.iter().map(|one| named(one, task)).collect() };
    let rules: Vec<Rule> = rules.iter().map(|text| parsed(text, says)).collect::<Result<_, _>>()?;
    let mut out = style::stream(io::stdout().lock(), colour);
    let wish = Wish { rules: &rules, says, reason: task.reason.as_deref(), target, record: &task.place };
    add(&mut *out, &Screen::here(), &wish, &in_force)?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// The rule that an argument means.
fn named(text: &str, task: &RuleTask) -> String {
    if task.tool { text.trim().to_owned() } else { shorthand::rule(text) }
}

/// A rule, if it is one.
fn parsed(text: &str, says: Verdict) -> Result<Rule, Failure> {
    if text.chars().any(escape::is_unseen) {
        return Err(Failure::Usage(format!("{} has characters that nobody sees; type it anew", escape::quoted(text))));
    }
    Rule::new(text, says).map_err(|error| Failure::Usage(error.to_string()))
}

/// The rules for the last call that a person was, or would have been, asked about.
fn last(task: &RuleTask, says: Verdict, policy: &Policy) -> Result<Vec<String>, Failure> {
    let Some(one) = open::last_asked(&*open::existing(&task.place)?)? else {
        return Err(Failure::Absent("no call on record asked".to_owned()));
    };
    let rules = match says {
        Verdict::Allow => suggest::enough(&one.entry, policy, &Disk),
        Verdict::Ask | Verdict::Deny => suggest::about(&one.entry),
    };
    rules.ok_or_else(|| {
        let why = match says {
            Verdict::Allow => "no rule can let that call run unasked, or one does already",
            Verdict::Ask | Verdict::Deny => "no narrow rule is about that call",
        };
        Failure::Usage(format!("{why}; `byleave why {}` tells more", one.number))
    })
}

/// Says what the rules would do, asks, and writes them. Whatever speaks against them is said first.
pub fn add(out: &mut dyn Write, screen: &Screen, wish: &Wish<'_>, in_force: &Policy) -> Result<(), Failure> {
    let notes = sound::checked(wish, in_force)?;
    let Some(draft) = wish.target.draft(wish)? else {
        for rule in wish.rules {
            writeln!(out, "{} stands there already; nothing to do", escape::shown(&rule.text))?;
        }
        return Ok(());
    };
    writeln!(out, "{}", draft.place())?;
    for rule in wish.rules {
        let line = byleave_config::rule_line(&rule.text, wish.says, wish.reason);
        writeln!(out, "  {}", painted(style::NAME, &escape::shown(&line)))?;
    }
    covered::show(out, screen, wish, in_force)?;
    if wish.says == Verdict::Allow {
        never::show(out, screen, wish.rules, in_force)?;
    }
    for note in notes {
        writeln!(out, "{}", painted(style::CHANGING, &escape::shown(&note)))?;
    }
    if !confirmed(out, "Add it?")? {
        return Err(Failure::Unchanged);
    }
    draft.keep(out)
}

/// Whether the person at the terminal says yes.
pub fn confirmed(out: &mut dyn Write, question: &str) -> Result<bool, Failure> {
    write!(out, "{question} [y/N] ")?;
    out.flush()?;
    let mut answer = String::new();
    io::stdin().lock().read_line(&mut answer).map_err(Failure::Input)?;
    Ok(matches!(answer.trim(), "y" | "Y" | "yes"))
}
