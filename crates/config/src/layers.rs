//! Many files, one policy.

use std::collections::BTreeMap;

use super::document::{Level, PolicyFile};
use super::problem::{Place, Problem};
use byleave_policy::Ceiling;
use byleave_policy::paths::Root;
use byleave_policy::programs::{Taught, Teacher};
use byleave_policy::rules::auto::{AutoApprove, AutoTool};
use byleave_policy::rules::{Layer, Rule};
use byleave_policy::{Mode, Policy, Unnamed, Verdict};

/// A file with its standing.
#[derive(Clone, Debug)]
pub struct Standing {
    /// Whose it is.
    pub layer: Layer,
    /// Whether it may loosen. Only files of projects can be without trust.
    pub trusted: bool,
    /// What it says.
    pub file: PolicyFile,
}

/// What a policy depends on beside its files.
#[derive(Clone, Debug, Default)]
pub struct Surroundings {
    /// How far the user trusts the project.
    pub level: Level,
    /// The gate's environment at its start.
    pub environment: BTreeMap<String, String>,
}

/// Keys that only loosen or steer; from a file without trust they are not read.
const STEERING: [&str; 11] =
    ["profile", "mode", "ceiling", "roots", "unknown_tools", "unnamed", "tools", "limits", "ask", "trust", "high_risk"];

/// Makes one policy of all files. Rules of all of them count, deny before ask before allow; of other settings the
/// strongest layer that says something is heard. Returns also what was ignored, and why.
#[must_use]
pub fn merge(mut files: Vec<Standing>, surroundings: &Surroundings) -> (Policy, Vec<Problem>) {
    files.sort_by_key(|standing| standing.layer);
    let mut warnings = Vec::new();
    let mut policy = Policy::default();
    let mut auto_approve = Vec::new();
    let mode = mode(&files, surroundings.level, &mut warnings);
    let strong = |layer: Layer| layer != Layer::Project;
    policy.mode = mode;
    policy.ceiling = Ceiling(ceiling(&files));
    policy.profile = first(&files, |file| file.profile).unwrap_or_default();
    policy.unknown_tools = first(&files, |file| file.unknown_tools);
    policy.unnamed = first(&files, |file| file.unnamed);
    policy.auto_approvals = first(&files, |file| file.auto_approvals.clone());
    policy.ask_timeout_seconds = first(&files, |file| file.ask_timeout_seconds);
    policy.ask_unattended = first(&files, |file| file.ask_unattended);
    // The file that wants more people is heard: no file lowers what another wants.
    let heard = files.iter().filter(|standing| standing.trusted || strong(standing.layer));
    policy.ask_approvals = heard.filter_map(|standing| standing.file.ask_approvals).max().unwrap_or(1);
    let taught: Vec<_> = files
        .iter()
        .filter(|standing| !standing.file.programs.is_empty())
        .map(|standing| {
            let teacher = match (strong(standing.layer), standing.trusted) {
                (true, _) => Teacher::Person,
                (false, true) => Teacher::TrustedProject,
                (false, false) => Teacher::Project,
            };
            (standing.file.programs.clone(), teacher)
        })
        .collect();
    policy.programs = Taught::of(&taught).unwrap_or_else(|message| {
        // Without the rows everything about these programs asks.
        warnings.push(Problem::warning("", "", message));
        Taught::default()
    });
    let programs = policy.programs;
    let _known = programs.enter();
    for standing in files {
        let Standing { layer, trusted, file } = standing;
        let trusted = trusted || strong(layer);
        warnings.extend(file.warnings.iter().cloned());
        let own = |rule: Rule| Rule { layer, trusted, ..knowing(rule, programs) };
        if trusted {
            policy.rules.extend(file.rules.into_iter().map(own));
            policy.high_risk.extend(file.high_risk.into_iter().map(own));
            let place = file.places.get("roots");
            warnings.extend(file.roots.iter().filter_map(|root| homely(&file.name, place, root, surroundings)));
            policy.roots.extend(file.roots);
            for tool in file.tools {
                if let Some(shells) = tool.shells {
                    policy.shells.entry(tool.name.clone()).or_insert(shells);
                }
                policy.tools.entry(tool.name).or_insert(tool.category);
            }
            auto_approve.extend(file.auto_approve.into_iter().map(|tool| owned(tool, layer)));
        } else {
            warnings.extend(ignored(&file));
            let tightens = file.rules.into_iter().filter(|rule| rule.says != Verdict::Allow);
            policy.rules.extend(tightens.map(own));
            let blocked = file.auto_approve.into_iter().map(AutoTool::tightening);
            auto_approve.extend(blocked.filter(|tool| !tool.blocked_patterns.is_empty()));
        }
    }
    policy.auto_approve = AutoApprove { tools: auto_approve };
    policy.environment = used_environment(&policy, &surroundings.environment);
    (policy, warnings)
}

/// What is left of a policy whose files have become unreadable: it keeps denying, and everything else asks.
#[must_use]
pub fn only_tightening(mut policy: Policy) -> Policy {
    policy.rules.retain(|rule| rule.says != Verdict::Allow);
    let tools = policy.auto_approve.tools.into_iter().map(AutoTool::tightening).collect();
    Policy {
        mode: Mode::Default,
        rules_only: true,
        unknown_tools: None,
        unnamed: Some(Unnamed::Ask),
        roots: Vec::new(),
        auto_approve: AutoApprove { tools },
        ..policy
    }
}

/// A rule as it reads once all taught programs are known: a file of another layer may have taught them.
fn knowing(rule: Rule, programs: Taught) -> Rule {
    if programs.is_empty() {
        return rule;
    }
    match Rule::new(&rule.text, rule.says) {
        Ok(again) => Rule { pattern: again.pattern, ..rule },
        Err(_) => rule,
    }
}

fn owned(mut tool: AutoTool, layer: Layer) -> AutoTool {
    tool.each_rule(|rule| rule.layer = layer);
    tool
}

/// The first word of the strongest layer that is trusted.
fn first<T>(files: &[Standing], get: impl Fn(&PolicyFile) -> Option<T>) -> Option<T> {
    files.iter().filter(|standing| standing.trusted || standing.layer != Layer::Project).find_map(|one| get(&one.file))
}

fn ceiling(files: &[Standing]) -> Mode {
    let mut own = files.iter().filter(|standing| standing.layer != Layer::Project);
    own.find_map(|standing| standing.file.ceiling).unwrap_or(Ceiling::default().0)
}

/// The mode: what the strongest layer says, by the project's level if the user has modes for levels. A project may lower
/// it; where no other file says anything it may raise it to the ceiling.
fn mode(files: &[Standing], level: Level, warnings: &mut Vec<Problem>) -> Mode {
    let mut own = files.iter().filter(|standing| standing.layer != Layer::Project);
    let said = own.find_map(|standing| standing.file.trust.get(&level).copied().or(standing.file.mode));
    let project = files.iter().filter(|standing| standing.layer == Layer::Project && standing.trusted);
    let Some((wanted, standing)) = project.filter_map(|one| Some((one.file.mode?, one))).min_by_key(|(mode, _)| *mode)
    else {
        return said.unwrap_or_default();
    };
    let most = said.unwrap_or_else(|| ceiling(files));
    if wanted > most {
        let message = format!("mode `{}` is above what the user allows; it is `{}`", wanted.name(), most.name());
        warnings.push(Problem {
            place: standing.file.places.get("mode").cloned().unwrap_or_default(),
            help: Some("say `ceiling: yolo` in ~/.config/byleave/policy.yaml if that is meant".to_owned()),
            ..Problem::warning("W-CEILING", &standing.file.name, message)
        });
    }
    wanted.min(most)
}

/// A root that holds the home directory does not count, wherever that is.
fn homely(name: &str, place: Option<&Place>, root: &Root, surroundings: &Surroundings) -> Option<Problem> {
    let home = surroundings.environment.get("HOME").filter(|home| root.directory(home).is_none())?;
    let message = format!("`{}` holds the home directory {home}, so it is no root", root.text());
    let help = Some("name the directories that are meant, such as `~/src`".to_owned());
    let place = place.cloned().unwrap_or_default();
    Some(Problem { place, help, ..Problem::warning("W-ROOT", name, message) })
}

/// What is not read of a file without trust.
fn ignored(file: &PolicyFile) -> Option<Problem> {
    let allows = file.rules.iter().filter(|rule| rule.says == Verdict::Allow).count();
    let auto = file.auto_approve.iter().flat_map(AutoTool::rules).filter(|rule| rule.says == Verdict::Allow).count();
    let required = file.auto_approve.iter().filter(|tool| tool.require.is_some()).count();
    let mut parts: Vec<String> = Vec::new();
    match allows.saturating_add(auto) {
        0 => {}
        1 => parts.push("1 rule that allows".to_owned()),
        more => parts.push(format!("{more} rules that allow")),
    }
    if required > 0 {
        parts.push("`require`".to_owned());
    }
    let steering = STEERING.iter().filter(|key| file.kind == super::Kind::Policy && file.places.contains_key(**key));
    parts.extend(steering.map(|key| format!("`{key}`")));
    if !file.programs.is_empty() {
        parts.push("`programs`, but for what makes byleave more careful with programs it knows".to_owned());
    }
    let message = format!("this file is not trusted; ignored: {}", parts.join(", "));
    let help = Some(format!("read it, then run `byleave trust {}`", file.name));
    (!parts.is_empty()).then(|| Problem { help, ..Problem::warning("W-UNTRUSTED", &file.name, message) })
}

/// The variables that rules look at: nothing else of the environment is kept.
fn used_environment(policy: &Policy, all: &BTreeMap<String, String>) -> BTreeMap<String, String> {
    let names = policy.rules.iter().flat_map(|rule| rule.conditions.when_env.iter().map(|(name, _)| name));
    names.filter_map(|name| Some((name.clone(), all.get(name)?.clone()))).collect()
}
