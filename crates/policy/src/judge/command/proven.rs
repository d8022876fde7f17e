//! A text as the small side reads it. Nothing else in this crate has a way to say that a command may run by a proof.

use byleave_proof::{Entry, Ground, Host, NotPlain, Options, Plain, Scene, World, read};
use byleave_shell::{Shell, Shells, Span};

use crate::must::Gap;
use crate::paths;

/// Reads a text as plain text, for all shells that may run it.
pub(super) fn plain<'t>(text: &'t str, shells: Shells, ground: &paths::Ground<'_>) -> Result<Plain<'t>, Gap> {
    if !shells.not_read().is_empty() {
        let reason = "may mean something else in a shell that byleave does not read".into();
        return Err(Gap { reason, span: Span::default() });
    }
    // What users set in zsh makes other words of some; no option of bash does so in plain text.
    let options = if shells.contains(Shell::Zsh) { Options::Unknown } else { Options::Default };
    let (home, directory) = (Some(ground.home.as_ref()), Some(ground.cwd.as_ref()));
    let host = Host { entry: Entry::Script, options, home, directory };
    read(text.as_bytes(), &host)
        .map_err(|NotPlain { span, reason }| Gap { reason: reason.to_string().into(), span: span_of(span) })
}

/// A plain text with the world around it. Redirections to files are judged by the rules on files.
pub(super) fn scene<'s>(
    plain: &'s Plain<'s>,
    world: &'s World<'s>,
    ground: &'s paths::Ground<'_>,
    roots: &'s [String],
) -> Scene<'s> {
    let ground = Ground { project: &ground.project, home: &ground.home, cwd: &ground.cwd, roots };
    Scene::new(plain, world, ground).with_writes_judged()
}

/// Where something stands.
pub(super) fn span_of(span: byleave_proof::Span) -> Span {
    let number = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    Span::new(number(span.start), number(span.end))
}
