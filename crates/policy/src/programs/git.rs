//! git and what belongs to it.
//!
//! The options before the sub-command are here, the sub-commands in `git_history` (they look), `git_work` (they
//! change the working tree, commits and branches), `git_remote` (they talk to others) and `git_plumbing` (for
//! scripts). git reads `.git/config` on every call, and that may name programs to run; so an option that brings in
//! settings or another repository is never plain.

use super::entry::{Arg, Effect, Entry, READS, RUNS, SAYS, SENDS, SYSTEM, Special, TEXT, WRITES};
use super::{git_history, git_plumbing, git_remote, git_work};

/// The programs.
pub(super) const TABLE: &[Entry] = &[
    Entry {
        names: &["git"],
        flags: "Pvh",
        long: "no-pager version help html-path man-path info-path no-replace-objects no-lazy-fetch no-optional-locks \
            no-advice literal-pathspecs glob-pathspecs noglob-pathspecs icase-pathspecs namespace= list-cmds= \
            attr-source= super-prefix=",
        special: &[
            // The settings of the repository there count. Outside the project that is for the path check to find.
            Special::reads("C"),
            Special::reads("work-tree"),
            // Any directory can be made into a repository whose settings run programs, even one that was checked in;
            // with --bare it is the current one.
            Special::value("git-dir", Arg::Read, Effect::Run),
            Special::flag("bare", Effect::Run),
            Special::value("c", Arg::Setting, Effect::Run),
            Special::value("config-env", Arg::Setting, Effect::Run),
            Special::value("exec-path", Arg::Program, Effect::Run).attached(),
            // Starts the configured pager.
            Special::flag("p paginate", Effect::Run),
        ],
        // An alias of the configuration is not among them and stays unknown, as it should: it may be shell text.
        subs: SUBS,
        ..SAYS
    },
    // A window, and a pager with windows.
    Entry { names: &["gitk", "git-gui", "git-citool", "tig", "lazygit", "gitui"], ..RUNS },
    Entry { names: &["git-shell", "git-cvsserver", "git-http-backend", "git-daemon"], ..SYSTEM },
    Entry { names: &["git-upload-pack", "git-upload-archive", "git-receive-pack"], ..SYSTEM },
    Entry {
        names: &["scalar"],
        special: &[Special::reads("C"), Special::value("c", Arg::Setting, Effect::Run)],
        subs: &[
            Entry { names: &["list", "version"], flags: "v", long: "verbose build-options", ..SAYS },
            Entry {
                names: &["clone"],
                values: "b",
                long: "branch= full-clone no-full-clone single-branch no-single-branch src no-src tags no-tags",
                operands: TEXT.first(Arg::Host, "").last(Arg::Write, ""),
                ..SENDS
            },
            Entry { names: &["run", "reconfigure"], flags: "a", long: "all", operands: TEXT, ..WRITES },
            Entry { names: &["register", "unregister", "delete", "diagnose"], ..SYSTEM },
        ],
        ..READS
    },
];

const PARTS: &[&[Entry]] = &[git_history::SUBS, git_work::SUBS, git_remote::SUBS, git_plumbing::SUBS];
const SUBS: &[Entry] = &joined::<{ count(PARTS) }>(PARTS);

/// An option that may have a plain value, but only an attached one: `-M`, `-M90%`, `--find-renames=90%`.
pub(super) const fn maybe(names: &'static str) -> Special {
    Special::value(names, Arg::Text, Effect::Read).attached()
}

#[expect(clippy::indexing_slicing, reason = "bounded by the loop, and runs at compile time")]
const fn count(parts: &[&[Entry]]) -> usize {
    let mut all = 0;
    let mut part = 0;
    while part < parts.len() {
        all += parts[part].len();
        part += 1;
    }
    all
}

#[expect(clippy::indexing_slicing, reason = "bounded by the loops, and runs at compile time")]
const fn joined<const N: usize>(parts: &[&[Entry]]) -> [Entry; N] {
    let mut all = [READS; N];
    let mut next = 0;
    let mut part = 0;
    while part < parts.len() {
        let mut row = 0;
        while row < parts[part].len() {
            all[next] = parts[part][row];
            next += 1;
            row += 1;
        }
        part += 1;
    }
    all
}
