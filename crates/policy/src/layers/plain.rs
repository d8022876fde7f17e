//! A text as the small side reads it, with the world around it.

use std::sync::LazyLock;

use byleave_proof::{Command, Ground, Host, Options, Plain, Scene, World, read, reads, usage_of};
use byleave_shell::{Shell, Shells, Span};

use super::gap::Gap;
use crate::paths;
use crate::{Policy, Reason};

/// Where profiles that do not ask about reading outside the project read.
static ANYWHERE: LazyLock<[String; 1]> = LazyLock::new(|| ["/".to_owned()]);

/// A plain text, and what its commands are proven by.
#[derive(Clone, Copy)]
pub(crate) struct PlainText<'j> {
    pub(super) plain: &'j Plain<'j>,
    pub(super) scene: &'j Scene<'j>,
}

/// Reads a text as plain text, for all shells that may run it.
pub(crate) fn plain<'t>(text: &'t str, shells: Shells, ground: &paths::Ground<'_>) -> Result<Plain<'t>, Gap> {
    if !shells.not_read().is_empty() {
        let reason = Reason::ShellNotRead(shells.not_read().to_string());
        return Err(Gap { reason, span: Span::default() });
    }
    // What users set in zsh makes other words of some; no option of bash does so in plain text.
    let options = if shells.contains(Shell::Zsh) { Options::Unknown } else { Options::Default };
    let (home, directory) = (Some(ground.home.as_ref()), Some(ground.cwd.as_ref()));
    let host = Host { options, home, directory };
    read(text.as_bytes(), &host).map_err(Gap::from)
}

/// The world of a plain text. Redirections to files are judged by the rules on files.
pub(crate) fn scene<'s>(
    plain: &'s Plain<'s>,
    world: &'s World<'s>,
    ground: &'s paths::Ground<'_>,
    policy: &Policy,
) -> Scene<'s> {
    let roots = if policy.asks_outside() { &ground.roots } else { ANYWHERE.as_slice() };
    let ground = Ground { project: &ground.project, home: &ground.home, cwd: &ground.cwd, roots };
    Scene::new(plain, world, ground).with_writes_judged()
}

impl<'j> PlainText<'j> {
    /// Puts both together.
    pub(crate) const fn new(plain: &'j Plain<'j>, scene: &'j Scene<'j>) -> Self {
        Self { plain, scene }
    }

    /// Whether a command of it is proven to only read, whatever else speaks for it.
    pub(crate) fn proves(&self, span: Span) -> bool {
        let here = |command: &&Command<'_>| span_of(command.span()) == span;
        let mut here = self.plain.commands().iter().filter(here).peekable();
        here.peek().is_some() && here.all(|command| reads(self.scene, command, &usage_of(command)).is_ok())
    }
}

/// Where something stands.
pub(crate) fn span_of(span: byleave_proof::Span) -> Span {
    let number = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    Span::new(number(span.start), number(span.end))
}
