//! Files of the project that a program obeys although it only reads, and repositories that git would take for its own.
//!
//! A proven read is one only if nothing of that is there, or what is there names nothing that runs, or a person trusts it as
//! it is. A rule that names the program needs no such proof.

use std::cell::Cell;

use super::Judge;
use crate::command::{Budget, Item, Simple, Usage};
use crate::must::Gap;
use crate::obeyed::{Repository, Told, chooses_plainly, is_harmless};
use crate::paths::{Obeyed, is_below, normal};
use crate::programs::{self, Quirk};

/// Files that choose which program runs at all, so that what they name prints even its version: `cargo --version` runs
/// the `cargo` of the tool chain of the project, `dotnet --version` the SDK in a directory that the project names, and poetry loads the
/// plug-ins of the project before it prints anything.
const CHOOSING: [&str; 5] = ["rust-toolchain.toml", "rust-toolchain", ".mvn/jvm.config", ".poetry", "global.json"];

/// Files that say whom a program asks for a newer version of itself when it tells its help, and where it keeps the answer. Not when
/// it tells its version.
const ASKING: [&str; 1] = [".npmrc"];

/// Files by which a manager of versions chooses the program behind every name: `nodejs path:./evil` in `.tool-versions`.
const VERSIONS: [&str; 28] = [
    ".tool-versions",
    "mise.toml",
    ".mise.toml",
    "mise.local.toml",
    ".mise.local.toml",
    "mise/config.toml",
    "mise/config.local.toml",
    ".mise/config.toml",
    ".mise/config.local.toml",
    ".config/mise.toml",
    ".config/mise.local.toml",
    ".config/mise/config.toml",
    ".config/mise/config.local.toml",
    ".config/mise/mise.toml",
    ".config/mise/mise.local.toml",
    ".config/mise/conf.d",
    ".rtx.toml",
    ".rtx.local.toml",
    ".prototools",
    ".nvmrc",
    ".node-version",
    ".ruby-version",
    ".python-version",
    ".java-version",
    ".go-version",
    ".perl-version",
    ".php-version",
    ".terraform-version",
];

/// What a look for those files costs, in steps: a handful of questions to the disk.
const LOOK: usize = 32;

/// The one hook that git runs although it only reads: when it writes down anew which files it has looked at.
const HOOK: &str = "post-index-change";

/// byleave looks at no more repositories inside one than this; with more it asks.
const MOST_INSIDE: usize = 48;

/// No system takes a path that is longer.
const LONGEST: usize = 4096;

impl Judge<'_, '_> {
    /// Whether nothing in the project tells a program that reads to run something. `prints`: it prints its version or its help and does nothing else.
    pub(super) fn obeys_nothing(&self, simple: &Simple<'_>, usage: &Usage, prints: bool) -> Result<(), Gap> {
        let program = usage.path.first().copied().unwrap_or("");
        // Managers of versions come by git, and so before any git of theirs.
        if usage.has(Quirk::Git) {
            return if prints { Ok(()) } else { self.repository(simple, usage) };
        }
        self.version_is_plain(simple, usage, program)?;
        self.shadows_nothing(simple, usage)?;
        let sub = usage.path.get(1).copied().unwrap_or("");
        let Some(mut obeyed) = programs::obeys(program, sub) else { return Ok(()) };
        if prints {
            let helps =
                !sub.is_empty() || usage.options.iter().any(|used| matches!(used.key.as_ref(), "--help" | "-h"));
            obeyed.files.retain(|file| CHOOSING.contains(file) || helps && ASKING.contains(file));
        }
        let gap = |file: &str, known: bool| {
            let trust = if known { format!("; look at it, then run `byleave trust {file}`") } else { String::new() };
            let reason = format!("`{program}` obeys `{file}` of the project, which may run something{trust}");
            Gap { reason: reason.into(), span: simple.span }
        };
        let first = obeyed.files.first().copied().unwrap_or("");
        let directory = self.ground.directory(&simple.directory).filter(|directory| directory.len() <= LONGEST);
        let Some(directory) = directory else { return Err(gap(first, false)) };
        for file in obeyed.files {
            for place in self.upwards(&directory) {
                match self.obeyed(&normal(place, file), &|text| is_harmless(program, file, text)) {
                    Obeyed::Absent | Obeyed::Harmless | Obeyed::Pinned => {}
                    Obeyed::There => return Err(gap(file, true)),
                    Obeyed::Unseen if obeyed.likely && !prints || self.sees_project() => return Err(gap(file, false)),
                    Obeyed::Unseen => return Ok(()),
                }
            }
        }
        Ok(())
    }

    /// Whether no file of the project may choose what runs under the name of a program. The plain tools of the system and
    /// what shells have built in are left alone: no manager has versions of them.
    fn version_is_plain(&self, simple: &Simple<'_>, usage: &Usage, program: &str) -> Result<(), Gap> {
        let by_path = simple.name().is_some_and(|name| name.contains('/'));
        let left_alone = usage.has(Quirk::PlainEnvironment) || usage.has(Quirk::BuiltIn);
        if by_path || left_alone || !self.sees_project() {
            return Ok(());
        }
        let gap = |reason: String| Err(Gap { reason: reason.into(), span: simple.span });
        if self.budget.spend(LOOK).is_err() {
            return gap(Budget::TOO_MUCH.to_owned());
        }
        let Some(directory) = self.ground.directory(&simple.directory) else { return Ok(()) };
        for place in self.upwards(&directory) {
            let Some(found) = self.files.resolver.among(place, &VERSIONS) else {
                return gap(format!(
                    "`{place}` cannot be looked at, and a file in it may choose what runs as `{program}`"
                ));
            };
            for file in found {
                match self.obeyed(&normal(place, file), &|text| chooses_plainly(program, file, text)) {
                    Obeyed::Absent | Obeyed::Harmless | Obeyed::Pinned => {}
                    Obeyed::There | Obeyed::Unseen => {
                        return gap(format!(
                            "`{file}` of the project may choose what runs as `{program}`; look at it, then run `byleave trust {file}`"
                        ));
                    }
                }
            }
        }
        Ok(())
    }

    /// Whether git works in a repository whose settings run nothing: that of the project, or one in it.
    fn repository(&self, simple: &Simple<'_>, usage: &Usage) -> Result<(), Gap> {
        let gap = || Gap {
            reason: "may work in a repository of its own inside the project, whose settings may run programs".into(),
            span: simple.span,
        };
        let name = usage.path.get(1).copied().unwrap_or("");
        if self.is_at_root(simple) {
            return self.own_repository(simple, name);
        }
        let mut directory = self.ground.directory(&simple.directory).ok_or_else(gap)?.into_owned();
        // After the sub-command it is another option: `git blame -C`.
        let sub = usage.named_at.get(1).copied().unwrap_or(usize::MAX);
        for used in usage.options.iter().filter(|used| used.key == "-C" && used.at < sub) {
            let told = used.value.and_then(|given| simple.items.get(given.at)).and_then(Item::text).ok_or_else(gap)?;
            // Put together first and made normal once: a command may have ten thousand of these.
            if told.starts_with('/') {
                directory.clear();
            }
            directory.push('/');
            directory.push_str(told);
        }
        if normal("/", &directory).len() > LONGEST {
            return Err(gap());
        }
        // `link/..` lies above where the link leads.
        let real = self.files.resolver.resolve(&directory);
        let project = self.files.resolver.resolve(&self.ground.project);
        let below = real.strip_prefix(project.as_ref()).filter(|rest| rest.is_empty() || rest.starts_with('/'));
        let directory = match below {
            Some(rest) => normal("/", &format!("{}/{rest}", self.ground.project)),
            None => normal("/", &real),
        };
        for place in self.upwards(&directory) {
            if place == self.ground.project {
                return self.own_repository(simple, name);
            }
            // A repository, or what git takes for a bare one.
            for mark in [".git", "HEAD"] {
                match self.is_there(&normal(place, mark)) {
                    Some(false) => {}
                    Some(true) if self.is_harmless_repository(place, mark, name, &Cell::new(MOST_INSIDE)) => {
                        return Ok(());
                    }
                    Some(true) | None => return Err(gap()),
                }
            }
        }
        Ok(())
    }

    /// The repository of the project: what its people put into its settings is theirs, but for what runs when git reads. A
    /// project that came as an archive brings its settings along. `name` is the sub-command.
    fn own_repository(&self, simple: &Simple<'_>, name: &str) -> Result<(), Gap> {
        let project = self.ground.project.as_ref();
        let gap = |file: &str| Gap {
            reason: format!(
                "`{file}` of the project may tell git to run something; look at it, then run `byleave trust {file}`"
            )
            .into(),
            span: simple.span,
        };
        if self.is_there(project).is_none() {
            return if self.sees_project() { Err(gap(".git/config")) } else { Ok(()) };
        }
        let dot = normal(project, ".git");
        if self.is_there(&dot) == Some(false) {
            let bare = self.is_there(&normal(project, "HEAD")) != Some(false);
            let plain = |text: &str| Repository::Nested.is_harmless(text, &|_, _| false);
            let refused = || self.refuses(&normal(project, "config"), &plain);
            return if bare && refused() { Err(gap("config")) } else { Ok(()) };
        }
        let (mut root, mut common) = (dot.clone(), dot.clone());
        if self.files.resolver.is_file(&dot) {
            if self.obeyed(&dot, &|_| false) == Obeyed::Pinned {
                return Ok(());
            }
            // A worktree or a submodule, whose repository lies elsewhere: in the project anyone may have put it.
            let told = self.files.resolver.gitdir(&dot).and_then(|told| self.led(project, &told));
            root = told.filter(|root| !self.holds(root)).ok_or_else(|| gap(".git"))?;
            common.clone_from(&root);
        }
        let shared = normal(&root, "commondir");
        if self.is_there(&shared) != Some(false) {
            // Only a worktree has its settings in another place.
            let told = self.files.resolver.gitdir(&shared).filter(|_| root != dot);
            let told = told.and_then(|told| self.led(&root, &told)).filter(|common| !self.holds(common));
            common = told.ok_or_else(|| gap(&self.shown(&shared)))?;
        }
        let quiet = |hooks: &str| {
            let place = normal(project, hooks);
            self.ground.is_inside(&place) && self.is_there(&normal(&place, HOOK)) == Some(false)
        };
        let fine = |told: Told, value: &str| match told {
            Told::Hooks => quiet(value),
            Told::Worktree => self.led(&common, value).is_some_and(|place| self.holds(&place)),
            Told::Alias => !value.eq_ignore_ascii_case(name),
        };
        let plain = |text: &str| Repository::Own.is_harmless(text, &fine);
        for settings in [normal(&common, "config"), normal(&root, "config.worktree")] {
            if self.refuses(&settings, &plain) {
                return Err(gap(&self.shown(&settings)));
            }
        }
        let hook = normal(&common, &format!("hooks/{HOOK}"));
        if self.is_there(&hook) != Some(false) && self.obeyed(&hook, &|_| false) != Obeyed::Pinned {
            return Err(gap(&self.shown(&hook)));
        }
        if !self.submodules_are_harmless(project, &root, &Cell::new(MOST_INSIDE)) {
            let reason = "git looks into the submodules of the project, and the settings of one may run something";
            return Err(Gap { reason: reason.into(), span: simple.span });
        }
        Ok(())
    }

    /// Where a path leads that a file of a repository tells, seen from a directory. Nowhere that changes with who looks.
    fn led(&self, from: &str, told: &str) -> Option<String> {
        let joined = if told.starts_with('/') { told.to_owned() } else { format!("{from}/{told}") };
        if joined.len() > LONGEST || is_below(&normal("/", &joined), "/proc") {
            return None;
        }
        let real = normal("/", &self.files.resolver.resolve(&joined));
        (!is_below(&real, "/proc") && !is_below(&real, "/dev")).then_some(real)
    }

    /// Whether a real path lies in the project.
    fn holds(&self, real: &str) -> bool {
        self.ground.is_inside(real) || is_below(real, &self.files.resolver.resolve(&self.ground.project))
    }

    /// A file of the project as a person would name it.
    fn shown(&self, path: &str) -> String {
        path.strip_prefix(self.ground.project.as_ref()).map_or(path, |below| below.trim_start_matches('/')).to_owned()
    }

    /// Whether a file is there that is not harmless, or cannot be seen.
    fn refuses(&self, path: &str, harmless: &dyn Fn(&str) -> bool) -> bool {
        matches!(self.obeyed(path, harmless), Obeyed::There | Obeyed::Unseen)
    }

    /// Whether a repository inside the project has only settings that run nothing, and no hook that would.
    fn is_harmless_repository(&self, place: &str, mark: &str, name: &str, left: &Cell<usize>) -> bool {
        let mut root = normal(place, if mark == ".git" { ".git" } else { "." });
        let mut whose = Repository::Nested;
        // A file that leads to a repository may lead to any. A submodule's leads to where git keeps it, beside the
        // settings of the project itself.
        if mark == ".git" && self.files.resolver.is_file(&root) {
            let told = self.files.resolver.gitdir(&root).and_then(|told| self.led(place, &told));
            let modules = normal(&self.ground.project, ".git/modules");
            let kept = told.filter(|told| is_below(told, &self.files.resolver.resolve(&modules)));
            let Some(kept) = kept else { return false };
            (root, whose) = (kept, Repository::Own);
        }
        let fine = |told: Told, value: &str| match told {
            Told::Hooks => false,
            Told::Worktree => self.led(&root, value).is_some_and(|place| self.holds(&place)),
            Told::Alias => !value.eq_ignore_ascii_case(name),
        };
        let plain = |text: &str| whose.is_harmless(text, &fine);
        let absent = |name: &str| self.is_there(&normal(&root, name)) == Some(false);
        !self.refuses(&normal(&root, "config"), &plain)
            && [&format!("hooks/{HOOK}"), "config.worktree", "commondir"].into_iter().all(absent)
            && self.submodules_are_harmless(place, &root, left)
    }

    /// The same of those that lie in it: to tell what changed, git asks each in its own directory, by its own settings.
    fn submodules_are_harmless(&self, place: &str, root: &str, left: &Cell<usize>) -> bool {
        let Some(inside) = self.files.resolver.submodules(&normal(root, "index")) else { return false };
        inside.iter().map(|path| normal(place, path)).all(|place| {
            let Some(fewer) = left.get().checked_sub(1) else { return false };
            left.set(fewer);
            match self.is_there(&normal(&place, ".git")) {
                Some(there) => !there || self.is_harmless_repository(&place, ".git", "status", left),
                None => false,
            }
        })
    }

    /// A directory, and those above it up to the project.
    fn upwards<'d>(&self, directory: &'d str) -> impl Iterator<Item = &'d str> {
        std::iter::successors(Some(directory), |path| {
            path.rsplit_once('/').map(|(above, _)| above).filter(|above| is_below(above, &self.ground.project))
        })
    }

    /// Whether this is the machine the project is on, so that what cannot be read there is no answer.
    pub(super) fn sees_project(&self) -> bool {
        self.files.resolver.sees() && self.files.resolver.exists(&self.ground.project) != Some(false)
    }

    /// What is there of a file that a program obeys; unseen if this project is not on this disk.
    fn obeyed(&self, path: &str, harmless: &dyn Fn(&str) -> bool) -> Obeyed {
        if self.files.resolver.exists(&self.ground.project) != Some(true) {
            return Obeyed::Unseen;
        }
        self.files.resolver.obeyed(path, harmless)
    }

    /// Whether something is there; `None` if the disk, or this project on it, cannot be seen.
    fn is_there(&self, path: &str) -> Option<bool> {
        self.files.resolver.exists(&self.ground.project).filter(|there| *there)?;
        self.files.resolver.exists(path)
    }
}
