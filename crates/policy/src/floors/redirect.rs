//! Redirections, and files that `[[` looks at: each is a read or a write of its own.

use byleave_shell::{RedirectOperator, Span, Unknown};

use super::files::Touch;
use super::touches::{asks_about, flags};
use super::{CommandCall, OnlyReads};
use crate::command::{Redirect, Value};
use crate::findings::Findings;
use crate::layers::writing;
use crate::programs::Arg;
use crate::{Finding, Reason};

/// `only_reads`: whether the command does that it belongs to.
pub(crate) fn redirect(
    call: &CommandCall<'_, '_>,
    redirect: &Redirect<'_>,
    only_reads: &dyn Fn() -> OnlyReads,
) -> Findings {
    let mut found = Findings::default();
    let span = Some(redirect.span);
    if redirect.variable {
        found.add(Finding::unruled(span, Reason::OpensDescriptor));
    }
    let (tilde, glob) = flags(&redirect.target);
    let text = redirect.target.shown();
    let known = !redirect.target.is_unknown();
    match redirect.operator {
        RedirectOperator::HereDocument | RedirectOperator::HereDocumentTabs | RedirectOperator::HereString => {
            return found;
        }
        RedirectOperator::DuplicateIn | RedirectOperator::DuplicateOut => {
            let plain = text.strip_suffix('-').unwrap_or(text).bytes().all(|byte| byte.is_ascii_digit());
            if !known || !plain {
                found.add(Finding::unruled(span, Reason::UnknownDescriptor));
            }
            return found;
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
        found.add(Finding::unruled(span, Reason::OpensConnection));
        return found;
    }
    let process =
        matches!(redirect.target.value, Value::Unknown { cause: Unknown::ProcessSubstitution, other: false, .. });
    for (does, arg) in [(redirect.reads(), Arg::Read), (redirect.writes(), Arg::Write)] {
        if !does || process {
            continue;
        }
        let (path, directory) = (known.then_some(text), &redirect.directory);
        let judged = call.files.judge(&Touch { path, tilde, glob, directory, arg, span, spelt: false });
        found.join(judged.findings);
        if judged.device {
            continue;
        }
        match judged.place {
            Some(place) if arg == Arg::Write => found.extend(write(call, &place, span)),
            Some(place) if asks_about(call, &place, judged.reach, only_reads) => {
                found.add(Finding::unruled(span, Reason::ReadsOutside(place.into_owned())));
            }
            None if arg == Arg::Read => found.add(Finding::unruled(span, Reason::ReadsUnknownFile)),
            Some(_) | None => {}
        }
    }
    found
}

/// A file that `[[` looks at.
pub(crate) fn tested(call: &CommandCall<'_, '_>, test: &Redirect<'_>) -> Findings {
    if test.target.is_unknown() { Findings::outside(true) } else { redirect(call, test, &|| OnlyReads::No) }
}

/// A file that a redirection, or an option, writes.
pub(crate) fn write(call: &CommandCall<'_, '_>, place: &str, span: Option<Span>) -> Vec<Finding> {
    if call.budget.spend(call.policy.rules.count_on_files() / 2).is_err() {
        return Vec::new();
    }
    writing(call.policy, (&call.context, call.session), call.ground, place, span)
}
