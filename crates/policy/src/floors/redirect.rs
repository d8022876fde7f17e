//! Redirections, and files that `[[` looks at: each is a read or a write of its own.

use byleave_shell::{RedirectOperator, Span};

use crate::command::{Redirect, Value};
use crate::findings::Outcome;
use crate::layers::{counts, for_writing};
use crate::programs::Arg;
use crate::rules::Pattern;
use crate::{Mode, Reason, Source, Stage, Verdict};

use super::files::Touch;
use super::touches::flags;
use super::{CommandCall, OnlyReads};

impl CommandCall<'_, '_> {
    /// `only_reads`: whether the command does that it belongs to.
    pub(crate) fn redirect(&self, redirect: &Redirect<'_>, only_reads: &dyn Fn() -> OnlyReads, outcome: &mut Outcome) {
        let span = Some(redirect.span);
        if redirect.variable {
            outcome.unruled(span, Reason::OpensDescriptor);
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
                    outcome.unruled(span, Reason::UnknownDescriptor);
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
            outcome.unruled(span, Reason::OpensConnection);
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
                self.write_allowed(judged.place.as_deref(), span, outcome);
            } else if judged.place.is_none() {
                outcome.unruled(span, Reason::ReadsUnknownFile);
            } else if let Some(place) = judged.place.filter(|place| self.asks_about(place, judged.lies, only_reads)) {
                outcome.unruled(span, Reason::ReadsOutside(place.into_owned()));
            }
        }
    }

    /// A file that `[[` looks at.
    pub(crate) fn tested(&self, test: &Redirect<'_>, outcome: &mut Outcome) {
        if test.target.is_unknown() {
            outcome.outside = true;
        } else {
            self.redirect(test, &|| OnlyReads::No, outcome);
        }
    }

    /// A redirection writes its file as the `write` tool would: that needs a rule or a mode of its own.
    pub(crate) fn write_allowed(&self, place: Option<&str>, span: Option<Span>, outcome: &mut Outcome) {
        let Some(place) = place else { return };
        if self.budget.spend(self.policy.rules.count_on_files() / 2).is_err() {
            return;
        }
        let mut matching = self.policy.rules.on_files().filter(|rule| {
            rule.says == Verdict::Allow
                && match &rule.pattern {
                    Pattern::Tool(tool) => tool == "write" && rule.when.is_empty(),
                    Pattern::Subject { .. } => self.files.is_about(rule, place, "", Arg::Write, false),
                    Pattern::Command(_) | Pattern::Domain(_) | Pattern::Mcp(_) => false,
                }
        });
        let rule = matching.find(|rule| counts(rule, &self.context, span, &mut outcome.findings));
        let mode = !self.policy.rules_only && self.policy.mode != Mode::Default && self.policy.profile.has_modes();
        match rule {
            Some(rule) => {
                outcome.add_rule(Verdict::Allow, Stage::Layers, rule, span, None);
            }
            None if mode => outcome.allow(Source::Mode, span, Reason::Mode(self.policy.mode.name())),
            None => {
                if let Some(grant) = for_writing(self.context.held, self.context.now) {
                    outcome.add_grant(grant, span);
                } else {
                    let shown = self.ground.relative(place).unwrap_or(place);
                    outcome.unruled(span, Reason::WritesFile(shown.to_owned()));
                }
            }
        }
    }
}
