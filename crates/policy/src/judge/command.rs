//! Shell commands: every part at every depth, each with its own findings.

use byleave_shell::{Kind, RedirectOperator, Span};
use serde_json::Value as Json;

use super::files::{Files, Judged, Touch, floor_of};
use super::floors;
use super::outcome::Outcome;
use crate::command::{Commands, FileUse, Item, Redirect, Simple, Usage, Value, collect, is_ordinary, usage};
use crate::file::CommandFacts;
use crate::paths::{Ground, Place, Resolver, is_harmless, is_program_directory};
use crate::programs::{Arg, Effect};
use crate::rules::{
    Applies, CommandPattern, Context, Gap, Known, Pattern, Rule, Says, applies, covers, denies, reads_only,
};
use crate::{Call, Decision, Mode, Policy, Profile, Source, Stage, Verdict};

/// Arguments beside the command that change nothing of what runs.
const NEUTRAL: [&str; 6] = ["command", "cmd", "command_b64", "description", "timeout", "run_in_background"];

/// Variables that only change how output looks or where a run reports.
const HARMLESS_VARIABLES: &[&str] = &[
    "LC_ALL",
    "LANG",
    "LC_CTYPE",
    "LC_COLLATE",
    "LC_NUMERIC",
    "LC_MESSAGES",
    "NO_COLOR",
    "CLICOLOR",
    "CLICOLOR_FORCE",
    "FORCE_COLOR",
    "CI",
    "RUST_BACKTRACE",
    "RUST_LOG",
    "TZ",
    "COLUMNS",
    "LINES",
    "TERM",
    "CARGO_TERM_COLOR",
    "PYTHONUNBUFFERED",
    "PYTHONDONTWRITEBYTECODE",
    "NODE_ENV",
    "RAILS_ENV",
    "RACK_ENV",
    "MIX_ENV",
    "APP_ENV",
    "NO_UPDATE_NOTIFIER",
    "COLORTERM",
];

/// How many high-risk commands in other spellings are told of: one is enough to ask.
const MOST_HIDDEN: usize = 32;

/// Commands that are grammar rather than programs.
const FREE: [&str; 6] = [":", "true", "false", "break", "continue", "wait"];

pub(super) fn judge(
    call: &Call,
    policy: &Policy,
    ground: &Ground,
    resolver: &dyn Resolver,
    context: Context<'_>,
) -> Decision {
    let mut outcome = Outcome::default();
    for key in call.arguments.keys().filter(|key| !NEUTRAL.contains(&key.as_str())) {
        outcome.hard_ask(None, format!("argument `{key}` beside the command may change what runs"));
    }
    if call.arguments.get("timeout").is_some_and(|timeout| !timeout.is_number() && !timeout.is_null()) {
        outcome.hard_ask(None, "the timeout is not a number");
    }
    let text = match (&call.command_bytes, call.arguments.get("command").or_else(|| call.arguments.get("cmd"))) {
        (Some(bytes), _) => bytes.as_slice(),
        (None, Some(Json::String(text))) => text.as_bytes(),
        (None, Some(_)) => {
            outcome.hard_ask(None, "the command is not text");
            return outcome.decision();
        }
        (None, None) => {
            outcome.hard_ask(None, "no command is given");
            return outcome.decision();
        }
    };
    let script = byleave_shell::read(text);
    let commands = collect(&script);
    let usages: Vec<Usage<'_>> = commands.simples.iter().map(usage).collect();
    let judge = Judge {
        policy,
        ground,
        context,
        files: Files { ground, policy, resolver, context },
        known: Known { commands: &commands, usages: &usages },
        commands: &commands,
        usages: &usages,
        whole: script.source().trim(),
    };
    judge.run(&mut outcome);
    outcome.decision()
}

pub(super) struct Judge<'j, 'a> {
    policy: &'j Policy,
    ground: &'j Ground,
    context: Context<'j>,
    files: Files<'j>,
    known: Known<'j, 'a>,
    pub(super) commands: &'j Commands<'a>,
    pub(super) usages: &'j [Usage<'j>],
    /// The whole command text, for rules on exactly that.
    whole: &'j str,
}

/// How a command stands when its files are judged.
#[derive(Clone, Copy)]
struct Standing {
    /// Something allows it.
    allowed: bool,
    /// A rule spells it out to the letter.
    spelt: bool,
}

/// What speaks for one simple command.
enum Spoken<'r> {
    Rule(&'r Rule),
    Safe(&'static str),
    Mode,
    /// A transparent wrapper around commands that are allowed.
    Inside,
    Nothing(Option<Gap>),
}

impl<'j> Judge<'j, '_> {
    fn run(&self, outcome: &mut Outcome) {
        for doubt in &self.commands.doubts {
            outcome.hard_ask(Some(doubt.span), doubt.reason.clone());
        }
        let facts =
            CommandFacts { whole: self.whole, commands: self.commands, usages: self.usages, ground: self.ground };
        for held in self.policy.auto_approve.held(&facts) {
            outcome.add_rule(Verdict::Ask, Stage::HardAskFloor, held.rule, held.span, held.reason);
        }
        for (_, node) in self.commands.script.nodes() {
            if let Kind::Function { name } = node.kind
                && floors::is_own_name(self.commands.script.text(name))
            {
                outcome.deny(Some(node.span), "a function in place of byleave");
            }
        }
        let whole = self.whole_rule(outcome);
        let mut allowed = vec![false; self.commands.simples.len()];
        let mut hidden: Vec<(Option<usize>, Span, &'j str)> = Vec::new();
        // From the innermost command outwards: a wrapper depends on what it wraps.
        for index in (0..self.commands.simples.len()).rev() {
            let (Some(simple), Some(usage)) = (self.commands.simples.get(index), self.usages.get(index)) else {
                continue;
            };
            self.floors(simple, usage, outcome);
            if simple.possible {
                // Only another spelling of a command that is judged by itself.
                if let Some(slot) = allowed.get_mut(index) {
                    *slot = true;
                }
                if simple.sure
                    && hidden.len() < MOST_HIDDEN
                    && let Some(row) = self.high_risk(simple, usage, None)
                {
                    hidden.push((self.spelt_by(index), simple.span, row));
                }
                continue;
            }
            let spoken = match whole {
                Some(rule) => Spoken::Rule(rule),
                None => self.spoken(index, simple, &allowed, &facts, outcome),
            };
            // A rule that spells this very command out satisfies the floor; one on the whole tool does not.
            let rule = match &spoken {
                Spoken::Rule(Rule { pattern: Pattern::Command(pattern), .. }) => Some(pattern),
                Spoken::Rule(_) | Spoken::Safe(_) | Spoken::Mode | Spoken::Inside | Spoken::Nothing(_) => None,
            };
            let spelt = rule.is_some_and(CommandPattern::is_exact);
            if let Some(row) = self.high_risk(simple, usage, rule) {
                outcome.named_ask(Some(simple.span), format!("high-risk command: `{row}`"));
            }
            for (_, span, row) in hidden.iter().filter(|(owner, ..)| !spelt && *owner == Some(index)) {
                outcome.named_ask(Some(*span), format!("high-risk command: `{row}`"));
            }
            let ok = !matches!(spoken, Spoken::Nothing(_));
            if let Some(slot) = allowed.get_mut(index) {
                *slot = ok;
            }
            report(simple, self.credited(spoken), outcome);
            let outside = outcome.outside;
            self.touched(simple, usage, Standing { allowed: ok, spelt }, outcome);
            self.mentioned(simple, usage, outcome);
            if self.runs_elsewhere(simple) {
                outcome.outside = outside;
            }
        }
        for redirect in &self.commands.redirections {
            self.redirect(redirect, outcome);
        }
        for test in &self.commands.tested {
            self.tested(test, outcome);
        }
        if self.commands.simples.is_empty() && outcome.findings.is_empty() && !self.whole.is_empty() {
            let words = self.commands.script.nodes().count() > 1;
            if words {
                outcome.allow(Source::Safe, None, "runs no command");
            }
        }
        outcome.findings.reverse();
        outcome.findings.sort_by_key(|finding| finding.span.map_or(0, |span| span.start));
    }

    /// The row, built in or of the policy, that makes a command ask in every mode, unless a rule spells it out.
    fn high_risk(&self, simple: &Simple<'_>, usage: &Usage<'_>, rule: Option<&CommandPattern>) -> Option<&'j str> {
        let spelt = |row: &CommandPattern| rule.is_some_and(|rule| floors::spells_out(rule, row));
        let own = self.policy.high_risk.iter().filter_map(|rule| match &rule.pattern {
            Pattern::Command(row) => Some(row),
            Pattern::Tool(_) | Pattern::Subject { .. } | Pattern::Domain(_) | Pattern::Mcp(_) => None,
        });
        let own = own.filter(|row| denies(row, simple, usage));
        let built_in = floors::high_risk(simple, usage).find(|row| !spelt(row)).map(|row| row.text.as_str());
        let built_in = built_in
            .or_else(|| floors::destroys_data(simple, usage).filter(|_| !rule.is_some_and(CommandPattern::is_exact)));
        built_in.or_else(|| own.into_iter().find(|row| !spelt(row)).map(|row| row.text.as_str()))
    }

    /// Who gets the credit: in OriCore's order the mode comes before rules.
    fn credited<'r>(&self, spoken: Spoken<'r>) -> Spoken<'r> {
        let first =
            self.policy.profile == Profile::OriCore && self.policy.mode == Mode::Yolo && !self.policy.rules_only;
        if first && matches!(spoken, Spoken::Rule(_)) { Spoken::Mode } else { spoken }
    }

    /// The command that another spelling is one of.
    fn spelt_by(&self, index: usize) -> Option<usize> {
        let outer = |at: &usize| self.commands.simples.get(*at).and_then(|simple| simple.inside);
        let judged = |at: &usize| self.commands.simples.get(*at).is_some_and(|simple| !simple.possible);
        let around = std::iter::successors(Some(index), outer).take(64).find(judged);
        let span = self.commands.simples.get(index).map(|simple| simple.span);
        around.or_else(|| self.commands.simples.iter().position(|one| !one.possible && Some(one.span) == span))
    }

    /// Whether a rule that matches counts now; one that would, but not by itself now, puts the call to a person.
    fn counts(&self, rule: &Rule, span: Option<Span>, outcome: &mut Outcome) -> bool {
        if !rule.trusted {
            return false;
        }
        match applies(rule, &self.context) {
            Applies::Yes => true,
            Applies::No(_) => false,
            Applies::Asks(reason) => {
                outcome.hard_ask(span, reason);
                false
            }
        }
    }

    /// A rule without wildcard on exactly this text, such as `Bash(pwd && ls)`.
    fn whole_rule(&self, outcome: &mut Outcome) -> Option<&'j Rule> {
        let exact = self.policy.rules.general().find(|rule| match &rule.pattern {
            Pattern::Command(pattern) => rule.says == Says::Allow && pattern.whole && pattern.text == self.whole,
            Pattern::Tool(_) | Pattern::Subject { .. } | Pattern::Domain(_) | Pattern::Mcp(_) => false,
        });
        let found = exact.or_else(|| self.policy.auto_approve.whole(self.whole));
        found.filter(|rule| self.counts(rule, None, outcome))
    }

    /// Deny and ask rules, banned commands, and what is never literal enough.
    fn floors(&self, simple: &Simple<'_>, usage: &Usage<'_>, outcome: &mut Outcome) {
        if let Some(row) = floors::banned(simple, usage) {
            outcome.deny(Some(simple.span), row);
        }
        let program = simple.likely_name().map_or("", |name| name.rsplit_once('/').map_or(name, |(_, base)| base));
        for rule in self.policy.rules.about(program).filter(|rule| rule.says != Says::Allow) {
            let about = match &rule.pattern {
                Pattern::Command(pattern) => {
                    denies(pattern, simple, usage) || pattern.whole && pattern.text == self.whole
                }
                Pattern::Tool(tool) => tool == "bash",
                Pattern::Subject { .. } | Pattern::Domain(_) | Pattern::Mcp(_) => false,
            };
            if about && applies(rule, &self.context) == Applies::Yes {
                let (verdict, stage) = floor_of(rule.says);
                outcome.add_rule(verdict, stage, rule, Some(simple.span), format!("`{}` is ruled out", rule.text));
            }
        }
        if simple.possible {
            return;
        }
        if let Some(first) = simple.items.first()
            && first.text().is_none()
        {
            outcome.hard_ask(Some(first.span), "the command word is not literal");
        }
        for (name, span) in &simple.assignments {
            if floors::is_own_name(name) {
                outcome.deny(Some(*span), format!("sets `{name}`, a variable of byleave"));
            }
            // A variable of the script's own, or how one `read` splits its line.
            let own = !self.policy.rules_only
                && (simple.items.is_empty() && is_ordinary(name) || name == "IFS" && simple.name() == Some("read"));
            if !own && !HARMLESS_VARIABLES.contains(&name.as_ref()) {
                outcome.unruled(Some(*span), format!("sets the variable `{name}`"));
            }
        }
    }

    fn spoken(
        &self,
        index: usize,
        simple: &Simple<'_>,
        allowed: &[bool],
        facts: &CommandFacts<'_, '_>,
        outcome: &mut Outcome,
    ) -> Spoken<'j> {
        if simple.items.is_empty() {
            return Spoken::Safe("no command word");
        }
        let plain = simple.items.iter().skip(1).all(|item| item.text().is_some_and(|text| !text.starts_with('-')));
        let free = |simple: &Simple<'_>| simple.name().is_some_and(|name| FREE.contains(&name));
        // In the other profiles a call made only of these still goes to a person, as every command does there.
        let counts = self.policy.rules_only
            || self.policy.profile.allows_proven_reads()
            || !self.commands.simples.iter().all(free);
        if plain && counts && free(simple) {
            return Spoken::Safe("part of the shell's grammar");
        }
        let mut first_gap = None;
        for rule in self.rules_about(simple).filter(|rule| rule.says == Says::Allow) {
            let verdict = match &rule.pattern {
                Pattern::Tool(tool) if tool == "bash" && rule.when.is_empty() => Ok(true),
                Pattern::Command(pattern) if rule.when.is_empty() => self.rule_covers(pattern, index, simple),
                Pattern::Tool(_)
                | Pattern::Command(_)
                | Pattern::Subject { .. }
                | Pattern::Domain(_)
                | Pattern::Mcp(_) => Ok(false),
            };
            match verdict {
                Ok(true) if self.counts(rule, Some(simple.span), outcome) => return Spoken::Rule(rule),
                Ok(_) => {}
                Err(gap) => first_gap = first_gap.or(Some(gap)),
            }
        }
        let leaves = if self.policy.auto_approve.tools.is_empty() {
            Vec::new()
        } else {
            self.policy.auto_approve.leaves(facts, index)
        };
        for leave in leaves {
            let covered = leave.covering.as_ref().map_or(Ok(true), |covering| covers(covering, &self.known, index));
            match covered {
                Ok(true) if self.counts(leave.rule, Some(simple.span), outcome) => return Spoken::Rule(leave.rule),
                Ok(_) => {}
                Err(gap) => first_gap = first_gap.or(Some(gap)),
            }
        }
        let proven = !self.policy.rules_only && self.policy.profile.allows_proven_reads();
        let wraps = self.wraps_allowed(index, allowed);
        match reads_only(&self.known, index) {
            Ok(()) if proven && wraps != Some(false) => return Spoken::Safe("only reads"),
            Ok(()) if wraps == Some(true) && self.is_transparent(index) => return Spoken::Inside,
            Ok(()) => {}
            Err(gap) => first_gap = first_gap.or(Some(gap)),
        }
        if !self.policy.rules_only && self.policy.mode == Mode::Yolo && self.policy.profile.has_modes() {
            return Spoken::Mode;
        }
        Spoken::Nothing(first_gap)
    }

    /// The rules that may be about a command: by its own name, by that of the wrapper around it, and the general ones.
    fn rules_about(&self, simple: &Simple<'_>) -> impl Iterator<Item = &'j Rule> + use<'j> {
        let plain = |name: &str| match name.rsplit_once('/') {
            Some((directory, base)) if is_program_directory(directory) => base.to_owned(),
            _ => name.to_owned(),
        };
        let own = simple.name().map(plain).unwrap_or_default();
        let around = simple.inside.and_then(|outer| self.commands.simples.get(outer)).and_then(Simple::name);
        let outer = around.map(plain).filter(|outer| *outer != own);
        self.policy.rules.about(&own).chain(outer.into_iter().flat_map(|outer| self.policy.rules.about(&outer)))
    }

    /// Whether a rule covers a command, or covers the wrapper around it and spells the command out there.
    fn rule_covers(&self, pattern: &CommandPattern, index: usize, simple: &Simple<'_>) -> Result<bool, Gap> {
        if covers(pattern, &self.known, index)? {
            return Ok(true);
        }
        let Some(outer) = simple.inside else { return Ok(false) };
        let Some(name) = simple.name() else { return Ok(false) };
        let around = self.commands.simples.get(outer).and_then(Simple::name);
        let Some((first, rest)) = pattern.tokens.split_first() else { return Ok(false) };
        if around != Some(first.text.as_str()) {
            return Ok(false);
        }
        let Some(at) = rest.iter().position(|token| !token.star && token.text == name) else { return Ok(false) };
        let inner: Vec<&str> = rest.iter().skip(at).map(|token| token.text.as_str()).collect();
        covers(&CommandPattern::parse(&inner.join(" ")), &self.known, index)
    }

    fn is_transparent(&self, index: usize) -> bool {
        self.usages.get(index).is_some_and(Usage::is_transparent)
    }

    /// Whether everything a wrapper runs is allowed; `None` if it is no wrapper.
    fn wraps_allowed(&self, index: usize, allowed: &[bool]) -> Option<bool> {
        let wraps = self.usages.get(index).is_some_and(|usage| !usage.inner.is_empty());
        if !wraps {
            return None;
        }
        let inside = self.commands.simples.iter().enumerate().filter(|(_, simple)| simple.inside == Some(index));
        Some(inside.into_iter().all(|(at, _)| allowed.get(at).copied().unwrap_or(false)))
    }

    /// Files, hosts and directories a command touches.
    fn touched(&self, simple: &Simple<'_>, usage: &Usage<'_>, standing: Standing, outcome: &mut Outcome) {
        self.program_path(simple, outcome);
        self.patterns(simple, usage, outcome);
        let settled = self.ground.directory(&simple.directory).is_some();
        let here = (settled && usage.works_here(simple)).then_some(FileUse { path: ".".into(), at: 0, arg: Arg::Read });
        for file in usage.files(simple).into_iter().chain(here) {
            let item = simple.items.get(file.at);
            let unknown = item.is_some_and(|item| matches!(item.value, Value::Unknown { .. }))
                && item.is_some_and(|item| item.shown() == file.path);
            let (tilde, glob) = item.map_or((false, false), flags);
            let tilde = tilde || file.path.starts_with("~/") && item.is_some_and(|item| item.shown() != file.path);
            let path = if usage.is_container() { cut_volume(&file.path) } else { &file.path };
            let linked = usage.link_target(simple, file.at, path).filter(|_| file.arg == Arg::Read);
            let path = linked.as_deref().unwrap_or(path);
            let touch = Touch {
                path: (!unknown).then_some(path),
                tilde,
                glob,
                directory: &simple.directory,
                arg: file.arg,
                span: item.map(|item| item.span),
                spelt: standing.spelt,
            };
            let judged = self.files.judge(&touch, outcome);
            // What can be written through a link is as good as written.
            if touch.arg == Arg::Read && usage.links() {
                self.files.judge(&Touch { arg: Arg::Write, ..touch }, outcome);
            }
            let taken = touch.arg == Arg::Delete || usage.path.first() == Some(&"find");
            if taken && floors::takes_all(usage) && self.holds_all(&touch) {
                outcome.deny(touch.span, "banned: takes the whole project, home or system away");
            }
            if judged.outside && touch.arg == Arg::Read && usage.path.first() == Some(&"ln") {
                outcome.named_ask(touch.span, "makes a link that leads out of the project");
            }
            self.outside_read(&touch, &judged, simple, standing.allowed, outcome);
        }
        if !standing.spelt {
            self.listed_files(simple, usage, outcome);
        }
        self.sent_code(simple, usage, outcome);
        self.foreign_code(simple, usage, standing, outcome);
        code_on_control_files(simple, usage, outcome);
        if simple.name() == Some("cd") && simple.items.len() == 1 {
            outcome.outside = true;
        }
        for redirect in &simple.redirections {
            self.redirect(redirect, outcome);
        }
    }

    /// Whether a path, or all that a pattern matches in it, is the project, the home directory or what holds them.
    fn holds_all(&self, touch: &Touch<'_>) -> bool {
        let path = touch.path.unwrap_or("");
        let Place::At { path, pattern } = self.ground.place(path, touch.tilde, touch.glob, touch.directory) else {
            return false;
        };
        [&self.ground.project, &self.ground.home].into_iter().any(|root| {
            let Some(rest) = root.strip_prefix(path.trim_end_matches('/')) else { return false };
            if pattern.is_empty() {
                return rest.is_empty() || rest.starts_with('/');
            }
            if rest.is_empty() && *root == self.ground.home {
                return pattern.trim_end_matches('/') == "*";
            }
            // The first name of what lies below is one the pattern matches.
            let next = rest.strip_prefix('/').and_then(|rest| rest.split('/').next()).filter(|next| !next.is_empty());
            next.is_some_and(|next| crate::glob::matches(pattern.trim_end_matches('/'), next))
        })
    }

    /// Test runners and checkers that are pointed at something outside the project run code nobody spoke of.
    fn foreign_code(&self, simple: &Simple<'_>, usage: &Usage<'_>, standing: Standing, outcome: &mut Outcome) {
        const RUNNERS: [&str; 19] = [
            "cmake",
            "pytest",
            "python",
            "tsc",
            "npx",
            "jest",
            "vitest",
            "mocha",
            "eslint",
            "npm",
            "yarn",
            "pnpm",
            "bun",
            "go",
            "rspec",
            "bundle",
            "tox",
            "terraform",
            "uv",
        ];
        let runner = usage.path.first().is_some_and(|program| RUNNERS.contains(program));
        let runs = usage.own_effect >= Effect::Code;
        if standing.spelt || !runner || !runs {
            return;
        }
        let own = simple.items.iter().skip(1).take_while(|item| item.text() != Some("--"));
        for item in own {
            let text = item.shown();
            let path = text.split_once('=').filter(|(name, _)| name.starts_with('-')).map_or(text, |(_, value)| value);
            if !path.starts_with(['/', '~']) && !path.starts_with("../") && path != ".." {
                continue;
            }
            let place = self.ground.place(path, path.starts_with('~'), false, &simple.directory);
            if matches!(place, Place::At { path, .. } if !self.ground.is_inside(&path) && !crate::paths::is_device(&path))
            {
                outcome.named_ask(Some(item.span), "runs or reads code outside the project");
            }
        }
    }

    /// What a command reaches without its row telling a file: only whether it leaves the project.
    fn mentioned(&self, simple: &Simple<'_>, usage: &Usage<'_>, outcome: &mut Outcome) {
        for file in usage.mentions(simple) {
            let item = simple.items.get(file.at);
            let (tilde, glob) = item.map_or((false, false), flags);
            let tilde = tilde || file.path.starts_with("~/") && item.is_some_and(|item| item.shown() != file.path);
            let unknown = item.is_some_and(|item| item.is_unknown() && item.shown() == file.path);
            outcome.outside |= match self.ground.place(&file.path, tilde, glob, &simple.directory) {
                Place::At { path, .. } => unknown || !self.ground.is_inside(&path) && !crate::paths::is_device(&path),
                Place::Unknown => true,
            };
        }
        // Where `cd -` leads is known only after another change.
        let back = simple.name() == Some("cd") && simple.items.get(1).and_then(Item::text) == Some("-");
        let moved = |before: &Simple<'_>| {
            before.span.start < simple.span.start && matches!(before.name(), Some("cd" | "pushd"))
        };
        outcome.outside |= back && !self.commands.simples.iter().any(moved);
    }

    /// Whether a command runs on another machine or in a container: its files are not those of this one.
    fn runs_elsewhere(&self, simple: &Simple<'_>) -> bool {
        let outer = |index: &usize| self.commands.simples.get(*index).and_then(|simple| simple.inside);
        std::iter::successors(simple.inside, outer).take(64).any(|index| {
            let program = self.usages.get(index).and_then(|usage| usage.path.first().copied());
            matches!(
                program,
                Some("ssh" | "docker" | "podman" | "nerdctl" | "kubectl" | "oc" | "docker-compose" | "adb" | "vagrant")
            )
        })
    }

    /// A file that `[[` looks at.
    fn tested(&self, test: &Redirect<'_>, outcome: &mut Outcome) {
        if test.target.is_unknown() {
            outcome.outside = true;
        } else {
            self.redirect(test, outcome);
        }
    }

    /// Reading outside the project asks where the profile says so, but for files that only describe the machine.
    fn outside_read(
        &self,
        touch: &Touch<'_>,
        judged: &Judged,
        simple: &Simple<'_>,
        allowed: bool,
        outcome: &mut Outcome,
    ) {
        let reads = touch.arg == Arg::Read && judged.outside && allowed;
        if !reads || self.policy.rules_only || !self.policy.profile.asks_outside() {
            return;
        }
        let Some(place) = &judged.place else {
            // A file named by an allowed command that lists the project is no concern; others were judged by their words.
            return;
        };
        if !is_harmless(place, &self.ground.home) {
            let span = touch.span.or(Some(simple.span));
            outcome.unruled(span, format!("reads outside the project: {place}"));
        }
    }

    /// A command word with directories in it: where does it lead?
    fn program_path(&self, simple: &Simple<'_>, outcome: &mut Outcome) {
        let Some(first) = simple.items.first().filter(|first| first.shown().contains('/')) else { return };
        let (tilde, glob) = flags(first);
        let place = self.ground.place(first.shown(), tilde, glob, &simple.directory);
        let outside = match place {
            Place::At { path, .. } => {
                let system = path.rsplit_once('/').is_some_and(|(directory, _)| is_program_directory(directory));
                !system && !self.ground.is_inside(&path)
            }
            Place::Unknown => true,
        };
        outcome.outside |= outside || first.is_unknown();
    }

    /// Patterns that the shell itself expands by listing directories, whatever the program does with them.
    fn patterns(&self, simple: &Simple<'_>, usage: &Usage<'_>, outcome: &mut Outcome) {
        let files = usage.files(simple);
        for (at, item) in simple.items.iter().enumerate().skip(1) {
            let (tilde, glob) = flags(item);
            if !glob || files.iter().any(|file| file.at == at) {
                continue;
            }
            if let Place::At { path, .. } = self.ground.place(item.shown(), tilde, glob, &simple.directory) {
                outcome.outside |= !self.ground.is_inside(&path);
            }
        }
        // Nothing is known of an unknown program: a word that looks like a path counts as one.
        if usage.entry.is_none() {
            for item in simple.items.iter().skip(1) {
                let text = item.shown();
                let (tilde, glob) = flags(item);
                let looks =
                    text.starts_with('/') || text.starts_with("../") || text == ".." || tilde || text.contains("/../");
                if looks && let Place::At { path, .. } = self.ground.place(text, tilde, glob, &simple.directory) {
                    outcome.outside |= !self.ground.is_inside(&path) && !crate::paths::is_device(&path);
                }
            }
        }
    }

    fn redirect(&self, redirect: &Redirect<'_>, outcome: &mut Outcome) {
        let span = Some(redirect.span);
        if redirect.variable {
            outcome.unruled(span, "opens a descriptor and sets a variable to it");
        }
        let (tilde, glob) = flags(&redirect.target);
        let text = redirect.target.shown();
        let known = !redirect.target.is_unknown();
        match redirect.operator {
            RedirectOperator::HereDocument | RedirectOperator::HereDocumentTabs | RedirectOperator::HereString => {
                return;
            }
            RedirectOperator::DuplicateIn | RedirectOperator::DuplicateOut => {
                let plain = text.strip_suffix('-').unwrap_or(text).bytes().all(|byte| byte.is_ascii_digit());
                if !known || !plain {
                    outcome.unruled(span, "redirects to a descriptor that is not known beforehand");
                }
                return;
            }
            RedirectOperator::Read
            | RedirectOperator::Write
            | RedirectOperator::Append
            | RedirectOperator::Clobber
            | RedirectOperator::ReadWrite
            | RedirectOperator::WriteBoth
            | RedirectOperator::AppendBoth => {}
        }
        if text.starts_with("/dev/tcp/") || text.starts_with("/dev/udp/") {
            outcome.unruled(span, "opens a network connection");
            return;
        }
        for (does, arg) in [(redirect.reads(), Arg::Read), (redirect.writes(), Arg::Write)] {
            if !does {
                continue;
            }
            let process = matches!(
                redirect.target.value,
                Value::Unknown { cause: byleave_shell::Unknown::ProcessSubstitution, other: false, .. }
            );
            if process {
                continue;
            }
            let spelt = false;
            let touch =
                Touch { path: known.then_some(text), tilde, glob, directory: &redirect.directory, arg, span, spelt };
            let judged = self.files.judge(&touch, outcome);
            if judged.device {
                continue;
            }
            if arg == Arg::Write {
                self.write_allowed(&judged, span, outcome);
            } else if judged.place.is_none() && self.known.is_listed(&redirect.target) {
                // A file of the project, whichever it is.
            } else if judged.place.is_none() {
                outcome.unruled(span, "reads a file that is not known beforehand");
            } else if judged.outside && !self.policy.rules_only && self.policy.profile.asks_outside() {
                let place = judged.place.as_deref().unwrap_or("");
                if !is_harmless(place, &self.ground.home) {
                    outcome.unruled(span, format!("reads outside the project: {place}"));
                }
            }
        }
    }

    /// A redirection writes its file as the `write` tool would: that needs a rule or a mode of its own.
    fn write_allowed(&self, judged: &Judged, span: Option<Span>, outcome: &mut Outcome) {
        let Some(place) = &judged.place else { return };
        let rule = self.policy.rules.iter().find(|rule| {
            rule.says == Says::Allow
                && match &rule.pattern {
                    Pattern::Tool(tool) => tool == "write" && rule.when.is_empty(),
                    Pattern::Subject { .. } => self.files.is_about(rule, place, "", Arg::Write, false),
                    Pattern::Command(_) | Pattern::Domain(_) | Pattern::Mcp(_) => false,
                }
        });
        let mode = !self.policy.rules_only && self.policy.mode != Mode::Default && self.policy.profile.has_modes();
        match rule {
            Some(rule) => {
                outcome.add_rule(Verdict::Allow, Stage::Layers, rule, span, format!("allowed by `{}`", rule.text));
            }
            None if mode => outcome.allow(Source::Mode, span, format!("mode {}", self.policy.mode.name())),
            None => outcome.unruled(span, format!("writes {place}")),
        }
    }
}

/// What speaks for a command, as a finding.
fn report(simple: &Simple<'_>, spoken: Spoken<'_>, outcome: &mut Outcome) {
    let span = Some(simple.span);
    match spoken {
        Spoken::Rule(rule) => {
            outcome.add_rule(Verdict::Allow, Stage::Layers, rule, span, format!("allowed by `{}`", rule.text));
        }
        Spoken::Safe(reason) => outcome.allow(Source::Safe, span, reason),
        Spoken::Mode => outcome.allow(Source::Mode, span, "mode yolo"),
        Spoken::Inside => outcome.allow(Source::Safe, span, "adds nothing to what it wraps"),
        Spoken::Nothing(Some(gap)) => outcome.unruled(Some(gap.span), gap.reason),
        Spoken::Nothing(None) => {
            let name = simple.name().unwrap_or("this command");
            outcome.unruled(span, format!("no rule allows `{name}`"));
        }
    }
}

/// Code that names a file which steers byleave or an agent.
fn code_on_control_files(simple: &Simple<'_>, usage: &Usage<'_>, outcome: &mut Outcome) {
    const NAMES: [&str; 8] = [
        ".byleave",
        "byleave/policy",
        ".co/host",
        ".claude/settings",
        ".codex/",
        ".gemini/settings",
        ".cursor/hooks",
        ".git/hooks",
    ];
    let code = |arg: Arg| matches!(arg, Arg::Code | Arg::Sed | Arg::Awk | Arg::Program);
    let values = usage.options.iter().filter(|used| used.special.is_some_and(|special| code(special.arg)));
    let values = values.filter_map(|used| used.value.as_ref().map(|(at, _)| *at));
    let operands = usage.operands.iter().filter(|(_, arg)| code(*arg)).map(|(at, _)| *at);
    for at in values.chain(operands) {
        let Some(item) = simple.items.get(at) else { continue };
        let text = item.shown().to_lowercase();
        if NAMES.iter().any(|name| text.contains(name)) {
            outcome.named_ask(Some(item.span), "code that names a control file");
        }
    }
}

/// Whether a tilde and a pattern are expanded in a word.
fn flags(item: &Item<'_>) -> (bool, bool) {
    match &item.value {
        Value::Bounded { tilde, glob, .. } => (*tilde, *glob),
        Value::Choice(choices) => choices.iter().fold((false, false), |(all_tilde, all_glob), choice| match choice {
            Value::Bounded { tilde, glob, .. } => (all_tilde || *tilde, all_glob || *glob),
            Value::Literal(_) | Value::Choice(_) | Value::Unknown { .. } => (all_tilde, all_glob),
        }),
        Value::Literal(_) | Value::Unknown { .. } => (false, false),
    }
}

/// The host side of a volume `host:container`.
fn cut_volume(path: &str) -> &str {
    path.split_once(':').map_or(path, |(host, _)| host)
}

impl Usage<'_> {
    /// Whether a wrapper adds nothing to what it runs: by its row, or a shell that is given text.
    #[must_use]
    pub fn is_transparent(&self) -> bool {
        !self.inner.is_empty() && self.entry.is_some_and(|entry| entry.transparent) || self.runs_text()
    }

    fn is_container(&self) -> bool {
        matches!(self.path.first(), Some(&("docker" | "podman" | "nerdctl")))
    }

    /// Whether the effect of a command is more than reading.
    #[must_use]
    pub fn does_more_than_read(&self) -> bool {
        self.effect.is_none_or(|effect| effect > Effect::Read)
    }
}
