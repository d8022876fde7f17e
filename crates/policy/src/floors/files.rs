//! Files that a call touches: floors on paths, and rules on reading and writing them.

use std::borrow::Cow;

use byleave_shell::{Directory, Span};

use crate::budget::Budget;
use crate::budget::cost;
use crate::findings::Findings;
use crate::paths::{self, Ground, Place, Reach, Resolver};
use crate::programs::Arg;
use crate::rules::{Applies, Context, applies, holds, is_about};
use crate::{Finding, Policy, Reason};

/// A file that is touched.
#[derive(Clone, Copy)]
pub(crate) struct Touch<'t> {
    /// The path as far as it is known; `None` if the text does not tell.
    pub path: Option<&'t str>,
    pub tilde: bool,
    pub glob: bool,
    pub directory: &'t Directory,
    /// [`Arg::Read`], [`Arg::Write`] or [`Arg::Delete`].
    pub arg: Arg,
    pub span: Option<Span>,
    /// A rule spells the command out to the letter, which satisfies the named floors.
    pub spelt: bool,
}

impl<'t> Touch<'t> {
    /// A path as it is written in the text, with its tilde and pattern as they look.
    pub fn of(path: &'t str, directory: &'t Directory, arg: Arg, span: Option<Span>) -> Self {
        let (tilde, glob) = (path.starts_with('~'), path.contains(['*', '?', '[']));
        Self { path: Some(path), tilde, glob, directory, arg, span, spelt: false }
    }

    /// A path that stands for itself.
    pub const fn exact(path: &'t str, directory: &'t Directory, arg: Arg, span: Option<Span>) -> Self {
        Self { path: Some(path), tilde: false, glob: false, directory, arg, span, spelt: false }
    }
}

/// What judging a file found out.
pub(crate) struct FileFindings<'p> {
    /// What speaks against touching it.
    pub findings: Findings,
    /// Where it leads, if that is known.
    pub place: Option<Cow<'p, str>>,
    /// It lies outside the project, or may.
    pub outside: bool,
    /// Where it lies for who reads it.
    pub reach: Reach,
    /// It is a device that holds nothing.
    pub device: bool,
}

pub(crate) struct Files<'f> {
    pub ground: &'f Ground<'f>,
    pub policy: &'f Policy,
    pub resolver: &'f dyn Resolver,
    pub context: Context<'f>,
    /// What may still be spent.
    pub budget: &'f Budget,
}

impl<'f> Files<'f> {
    /// Judges one file: deny rules, control files, secrets, writes outside the project.
    pub fn judge<'t>(&self, touch: &Touch<'t>) -> FileFindings<'t>
    where
        'f: 't,
    {
        let nowhere = |findings: Findings| FileFindings {
            findings,
            place: None,
            outside: true,
            reach: Reach::Outside,
            device: false,
        };
        if !self.affords(touch) {
            return nowhere(Findings::default());
        }
        let writes = matches!(touch.arg, Arg::Write | Arg::Delete);
        let Place::At { path, pattern } = self.place(touch, touch.directory) else {
            let mut found = Findings::outside(true);
            // For a deny, a path whose directory is not known may well be seen from where the call starts.
            if let Place::At { path, pattern } = self.place(touch, &Directory::START) {
                found.join(self.refused(&path, pattern, touch));
                found.join(self.special(&path, pattern, touch));
            }
            if writes && !touch.spelt {
                found.add(Finding::named_ask(touch.span, Reason::UnknownFile(touch.arg.into())));
            }
            return nowhere(found);
        };
        if pattern.is_empty() && paths::is_device(&path) {
            return FileFindings {
                findings: Findings::default(),
                place: Some(path),
                outside: false,
                reach: Reach::Open,
                device: true,
            };
        }
        // A program that is given `link/../x` goes through the link first.
        let physical = touch.path.filter(|_| self.resolver.sees());
        let physical = physical.and_then(|text| self.ground.physical(text, touch.tilde, touch.glob, touch.directory));
        let real = self.resolver.resolve(physical.as_deref().unwrap_or(&path));
        let outside = !self.ground.is_inside(&path) || !self.ground.is_inside(&real);
        let reach = if outside { self.ground.reach(&path, &real) } else { Reach::Open };
        let mut found = Findings::outside(outside);
        for seen in [path.as_ref(), real.as_ref()].into_iter().take(if real == path { 1 } else { 2 }) {
            found.join(self.refused(seen, pattern, touch));
            // Looking at the project itself is what most commands do.
            if touch.arg != Arg::Read || seen != self.ground.project || !pattern.is_empty() {
                found.join(self.special(seen, pattern, touch));
            }
        }
        drop(real);
        if writes && outside && !touch.spelt {
            found.add(Finding::named_ask(touch.span, Reason::OutsideProject(touch.arg.into(), path.to_string())));
        }
        FileFindings { findings: found, place: Some(path), outside, reach, device: false }
    }

    /// Whether there is room to look at a file. A path of ten thousand signs takes its time, and a command may name ten thousand paths.
    fn affords(&self, touch: &Touch<'_>) -> bool {
        let length = touch.path.map_or(0, str::len);
        self.budget.spend((length / cost::LETTERS).saturating_add(cost::FILE)).is_ok()
    }

    fn place<'t>(&self, touch: &Touch<'t>, directory: &'t Directory) -> Place<'t>
    where
        'f: 't,
    {
        touch.path.map_or(Place::Unknown, |path| self.ground.place(path, touch.tilde, touch.glob, directory))
    }

    /// What the rules that refuse say of a path, where nothing else is known of what is done with it.
    pub fn ruled_out(&self, touch: &Touch<'_>) -> Findings {
        if self.policy.rules.is_empty() || !self.affords(touch) {
            return Findings::default();
        }
        let Place::At { path, pattern } = self.place(touch, touch.directory) else { return Findings::default() };
        let mut found = self.refused(&path, pattern, touch);
        let real = self.resolver.resolve(&path);
        if *real != *path {
            found.join(self.refused(&real, pattern, touch));
        }
        found
    }

    /// What the rules that refuse say of a path.
    fn refused(&self, path: &str, pattern: &str, touch: &Touch<'_>) -> Findings {
        let mut found = Findings::default();
        if self.policy.rules.is_empty() {
            return found;
        }
        let rules = self.policy.rules.refusing_path(&path.to_lowercase(), !pattern.is_empty());
        // Many are compared as long as there is room; who asks at the end says so.
        let each = if pattern.is_empty() { 1 } else { cost::PATTERN };
        if rules.len() > cost::FEW_FILE_RULES && self.budget.spend(rules.len().saturating_mul(each)).is_err() {
            return found;
        }
        for rule in rules {
            let about = is_about(rule, self.ground, (path, pattern), touch.arg, true)
                || holds(rule, self.ground, path, touch.arg);
            if about && applies(rule, &self.context) == Applies::Yes {
                found.join(Findings::refused(rule, touch.span, Some((touch.arg.into(), path.to_owned()))));
            }
        }
        found
    }

    /// Secrets and control files.
    fn special(&self, path: &str, pattern: &str, touch: &Touch<'_>) -> Findings {
        let Touch { span, arg, spelt, .. } = *touch;
        let mut found = Findings::default();
        let homes = std::iter::once(self.ground.home.as_ref()).chain(self.ground.roots.iter().map(String::as_str));
        if !spelt && let Some(what) = homes.into_iter().find_map(|home| paths::sensitive(path, pattern, home)) {
            let shown = format!("{path}{}{pattern}", slash(pattern));
            found.add(Finding::named_ask(span, Reason::Secret(arg.into(), shown, what)));
        }
        if arg == Arg::Read {
            return found;
        }
        if !spelt && paths::may_match_control(pattern) {
            found.add(Finding::named_ask(span, Reason::ControlPattern(arg.into())));
        }
        // A pattern or a deletion affects everything below.
        let whole = arg == Arg::Delete || !pattern.is_empty();
        if let Some(control) = paths::control(path, &self.ground.home, whole) {
            let reason = Reason::ControlFile(arg.into(), path.to_owned(), control.what);
            if control.denied {
                found.add(Finding::deny(span, reason));
            } else if !spelt {
                found.add(Finding::named_ask(span, reason));
            }
        }
        found
    }
}

const fn slash(pattern: &str) -> &'static str {
    if pattern.is_empty() { "" } else { "/" }
}
