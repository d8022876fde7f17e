//! The sub-commands of git that change the working tree, the index, commits, branches, tags and the configuration.
//!
//! Where a sub-command only looks in some uses (`git branch`, `git tag -l`, `git clean -n`), those uses have rows of
//! their own inside it: `""` for the use without operands, `"-l"` for the use with that option. A negation that would
//! undo such an option (`--no-list`, `--no-dry-run`) is left out on purpose.

use super::entry::{
    Arg, DELETES, Effect, Entry, FILES, OUTPUTS, Operands, READS, RUNS, SAYS, SENDS, SYSTEM, Special, Style, TEXT,
    WRITES, Wraps,
};
use super::git::maybe;
use super::git_history::{LOG, STASH_SHOW};

/// The name of a setting, and a value that may name a program.
const SETTING: Operands = Operands { rest: Arg::Code, ..TEXT }.first(Arg::Text, "");

/// The sub-commands.
pub(super) const SUBS: &[Entry] = &[
    Entry {
        names: &["add", "stage"],
        flags: "nvipuN",
        long: "no-dry-run dry-run no-verbose verbose no-interactive interactive no-patch patch no-edit no-force \
            no-update update no-renormalize renormalize no-intent-to-add intent-to-add no-all no-ignore-removal \
            ignore-removal no-refresh refresh no-ignore-errors ignore-errors no-ignore-missing ignore-missing \
            no-sparse sparse no-chmod chmod= no-warn-embedded-repo warn-embedded-repo no-pathspec-from-file \
            no-pathspec-file-nul pathspec-file-nul",
        special: &[
            // Adds ignored files.
            Special::flag("f force", Effect::Write),
            Special::flag("A all", Effect::Read),
            // Starts an editor.
            Special::flag("e edit", Effect::Run),
            Special::reads("pathspec-from-file"),
        ],
        operands: FILES,
        subs: &[Entry {
            names: &["-n", "--dry-run"],
            flags: "nvuN",
            long: "dry-run no-verbose verbose no-force no-update update no-renormalize renormalize no-intent-to-add \
                intent-to-add no-all no-ignore-removal ignore-removal no-refresh refresh no-ignore-errors \
                ignore-errors no-ignore-missing ignore-missing no-sparse sparse no-chmod chmod= \
                no-warn-embedded-repo warn-embedded-repo no-pathspec-from-file no-pathspec-file-nul \
                pathspec-file-nul",
            special: &[
                Special::flag("f force", Effect::Read),
                Special::flag("A all", Effect::Read),
                Special::reads("pathspec-from-file"),
            ],
            ..READS
        }],
        ..WRITES
    },
    // Runs the hooks of the repository, as most rows of this file do: that is the project's own code.
    Entry {
        names: &["commit"],
        flags: "qvsipoz",
        values: "mcC",
        long: "no-quiet quiet no-verbose verbose no-file no-author author= no-date date= no-message message= \
            no-reedit-message reedit-message= no-reuse-message reuse-message= no-fixup fixup= no-squash squash= \
            no-reset-author reset-author trailer= no-signoff signoff no-template no-edit no-cleanup cleanup= \
            no-status status no-gpg-sign no-all no-include include no-interactive interactive no-patch patch no-only \
            only verify no-dry-run dry-run no-short short no-branch branch no-ahead-behind ahead-behind no-porcelain \
            porcelain no-long long no-null null no-amend no-post-rewrite post-rewrite no-untracked-files \
            no-pathspec-from-file no-pathspec-file-nul pathspec-file-nul no-allow-empty allow-empty \
            no-allow-empty-message allow-empty-message",
        special: &[
            // Replaces the last commit.
            Special::flag("amend", Effect::Write),
            // Skips the hooks.
            Special::flag("n no-verify", Effect::Write),
            Special::flag("a all", Effect::Read),
            // Starts an editor, as does a commit without a message.
            Special::flag("e edit", Effect::Run),
            // Runs the configured gpg program.
            Special::value("S gpg-sign", Arg::Text, Effect::Run).attached(),
            Special::reads("pathspec-from-file"),
            Special::reads("F file"),
            Special::reads("t template"),
            maybe("u untracked-files"),
        ],
        operands: FILES,
        ..WRITES
    },
    Entry {
        names: &["mv"],
        flags: "vnk",
        long: "no-verbose verbose no-dry-run dry-run no-force no-sparse sparse",
        special: &[
            // Overwrites the target.
            Special::flag("f force", Effect::Delete),
        ],
        subs: &[Entry {
            names: &["-n", "--dry-run"],
            flags: "vnk",
            long: "no-verbose verbose dry-run no-force no-sparse sparse",
            special: &[Special::flag("f force", Effect::Read)],
            ..READS
        }],
        ..WRITES
    },
    Entry {
        names: &["rm"],
        flags: "nq",
        long: RM_LONG,
        special: &[
            Special::flag("f force", Effect::Delete),
            Special::flag("r", Effect::Read),
            Special::reads("pathspec-from-file"),
        ],
        subs: &[
            Entry {
                names: &["-n", "--dry-run"],
                flags: "nq",
                long: RM_LONG,
                special: &[
                    Special::flag("f force", Effect::Read),
                    Special::flag("r", Effect::Read),
                    Special::reads("pathspec-from-file"),
                ],
                ..READS
            },
            // Only the index changes, the files stay.
            Entry {
                names: &["--cached"],
                flags: "q",
                long: "no-quiet quiet cached no-force no-ignore-unmatch ignore-unmatch no-sparse sparse \
                    no-pathspec-from-file no-pathspec-file-nul pathspec-file-nul",
                special: &[
                    Special::flag("f force", Effect::Write),
                    Special::flag("r", Effect::Read),
                    Special::reads("pathspec-from-file"),
                ],
                operands: FILES,
                ..WRITES
            },
        ],
        ..DELETES
    },
    Entry {
        names: &["clean"],
        flags: "qni",
        values: "e",
        long: "no-quiet quiet dry-run no-force no-interactive interactive exclude=",
        special: &[
            Special::flag("f force", Effect::Delete),
            Special::flag("d", Effect::Delete),
            // Ignored files too.
            Special::flag("x", Effect::Delete),
            Special::flag("X", Effect::Delete),
        ],
        subs: &[Entry {
            names: &["-n", "--dry-run"],
            flags: "qn",
            values: "e",
            long: "no-quiet quiet dry-run no-force exclude=",
            special: &[
                Special::flag("f force", Effect::Read),
                Special::flag("d", Effect::Read),
                Special::flag("x", Effect::Read),
                Special::flag("X", Effect::Read),
            ],
            ..READS
        }],
        ..DELETES
    },
    Entry {
        names: &["reset"],
        flags: "qpN",
        long: "no-quiet quiet no-refresh refresh no-recurse-submodules recurse-submodules? no-patch patch \
            no-intent-to-add intent-to-add no-pathspec-from-file no-pathspec-file-nul pathspec-file-nul",
        special: &[
            // Throws away changes.
            Special::flag("hard", Effect::Delete),
            // Throws away what is staged.
            Special::flag("merge", Effect::Delete),
            Special::flag("keep", Effect::Write),
            Special::flag("soft", Effect::Read),
            Special::flag("mixed", Effect::Read),
            Special::reads("pathspec-from-file"),
        ],
        operands: TEXT,
        ..WRITES
    },
    // An operand may be a branch or a file whose changes are thrown away (`git checkout .`): text cannot tell, so the
    // base is the worse of the two. With an option that makes or detaches a branch, it is a branch.
    Entry {
        names: &["checkout"],
        flags: "lqmd23p",
        values: "b",
        long: "no-guess guess no-overlay overlay no-quiet quiet no-recurse-submodules recurse-submodules? \
            no-progress progress no-merge merge no-conflict conflict= no-detach detach no-track no-force no-orphan \
            orphan= no-overwrite-ignore overwrite-ignore no-ignore-other-worktrees ignore-other-worktrees ours \
            theirs no-patch patch no-ignore-skip-worktree-bits ignore-skip-worktree-bits no-pathspec-from-file \
            no-pathspec-file-nul pathspec-file-nul",
        special: &[
            // Throws away changes.
            Special::flag("f force", Effect::Delete),
            // Moves an existing branch.
            Special::value("B", Arg::Text, Effect::Delete),
            Special::reads("pathspec-from-file"),
            maybe("t track"),
        ],
        operands: OUTPUTS,
        subs: &[
            Entry {
                names: &[""],
                flags: "lqmd",
                values: "b",
                long: "no-guess guess no-quiet quiet no-recurse-submodules recurse-submodules? no-progress progress \
                    no-merge merge no-conflict conflict= no-detach detach no-track no-orphan orphan= \
                    no-overwrite-ignore overwrite-ignore no-ignore-other-worktrees ignore-other-worktrees",
                special: &[maybe("t track")],
                operands: TEXT,
                ..WRITES
            },
            Entry {
                names: &["-b", "--orphan", "-t", "--track", "-d", "--detach"],
                flags: "lqmd",
                values: "b",
                long: "no-guess guess no-quiet quiet no-recurse-submodules recurse-submodules? no-progress progress \
                    no-merge merge no-conflict conflict= detach orphan= no-overwrite-ignore overwrite-ignore \
                    no-ignore-other-worktrees ignore-other-worktrees",
                special: &[maybe("t track")],
                operands: TEXT,
                ..WRITES
            },
        ],
        ..DELETES
    },
    // Refuses to overwrite changes.
    Entry {
        names: &["switch"],
        flags: "qmd",
        values: "c",
        long: "no-create create= no-force-create no-guess guess no-discard-changes no-quiet quiet \
            no-recurse-submodules recurse-submodules? no-progress progress no-merge merge no-conflict conflict= \
            no-detach detach no-track no-force no-orphan orphan= no-overwrite-ignore overwrite-ignore \
            no-ignore-other-worktrees ignore-other-worktrees",
        special: &[
            // Throws away changes.
            Special::flag("f force discard-changes", Effect::Delete),
            // Moves an existing branch.
            Special::value("C force-create", Arg::Text, Effect::Delete),
            maybe("t track"),
        ],
        operands: TEXT,
        ..WRITES
    },
    // Overwrites changes in the working tree.
    Entry {
        names: &["restore"],
        flags: "SWqm23p",
        values: "s",
        long: "no-source source= staged worktree no-ignore-unmerged ignore-unmerged no-overlay overlay no-quiet \
            quiet no-recurse-submodules recurse-submodules? no-progress progress no-merge merge no-conflict \
            conflict= ours theirs no-patch patch no-ignore-skip-worktree-bits ignore-skip-worktree-bits \
            no-pathspec-from-file no-pathspec-file-nul pathspec-file-nul",
        special: &[Special::reads("pathspec-from-file")],
        subs: &[
            // Without --worktree only the index changes.
            Entry {
                names: &["-S", "--staged"],
                flags: "Sqp",
                values: "s",
                long: "no-source source= staged no-ignore-unmerged ignore-unmerged no-overlay overlay no-quiet quiet \
                    no-recurse-submodules recurse-submodules? no-progress progress no-conflict conflict= no-patch \
                    patch no-ignore-skip-worktree-bits ignore-skip-worktree-bits no-pathspec-from-file \
                    no-pathspec-file-nul pathspec-file-nul",
                special: &[Special::reads("pathspec-from-file")],
                operands: FILES,
                ..WRITES
            },
        ],
        ..DELETES
    },
    Entry {
        names: &["merge"],
        flags: "nvq",
        values: "Xm",
        long: "no-stat stat no-summary summary no-log log? no-squash squash no-commit commit no-edit no-cleanup \
            cleanup= no-ff ff ff-only no-rerere-autoupdate rerere-autoupdate no-verify-signatures no-strategy \
            no-strategy-option strategy-option= no-message message= no-into-name into-name= no-verbose verbose \
            no-quiet quiet no-abort no-quit quit no-continue continue no-allow-unrelated-histories \
            allow-unrelated-histories no-progress progress no-gpg-sign no-autostash autostash no-overwrite-ignore \
            overwrite-ignore no-signoff signoff verify",
        special: &[
            // Runs `git-merge-STRATEGY`.
            Special::runs("s strategy"),
            // Starts an editor.
            Special::flag("e edit", Effect::Run),
            // Runs the configured gpg program.
            Special::value("S gpg-sign", Arg::Text, Effect::Run).attached(),
            // Runs the configured gpg program.
            Special::flag("verify-signatures", Effect::Run),
            // Skips the hooks.
            Special::flag("no-verify", Effect::Write),
            // Throws away the merge so far.
            Special::flag("abort", Effect::Read),
            Special::reads("F file"),
        ],
        operands: TEXT,
        ..WRITES
    },
    Entry {
        names: &["rebase"],
        flags: "qvnmpk",
        values: "CX",
        long: "no-onto onto= no-keep-base keep-base verify no-quiet quiet no-verbose verbose no-stat stat no-signoff \
            signoff no-committer-date-is-author-date committer-date-is-author-date no-reset-author-date \
            reset-author-date no-ignore-date ignore-date no-ignore-whitespace ignore-whitespace no-whitespace \
            whitespace= no-force-rebase ff continue quit show-current-patch apply merge no-preserve-merges \
            preserve-merges no-rerere-autoupdate rerere-autoupdate empty= no-keep-empty keep-empty no-autosquash \
            autosquash no-update-refs no-gpg-sign no-autostash autostash no-exec no-allow-empty-message \
            allow-empty-message no-rebase-merges no-fork-point fork-point no-strategy no-strategy-option \
            strategy-option= no-root root no-reschedule-failed-exec reschedule-failed-exec no-reapply-cherry-picks \
            reapply-cherry-picks",
        special: &[
            // Starts an editor on a list that may hold `exec` lines.
            Special::flag("i interactive", Effect::Run),
            Special::value("x exec", Arg::Shell, Effect::Run),
            // Starts an editor.
            Special::flag("edit-todo", Effect::Run),
            // Runs `git-merge-STRATEGY`.
            Special::runs("s strategy"),
            // Runs the configured gpg program.
            Special::value("S gpg-sign", Arg::Text, Effect::Run).attached(),
            // Throws away what is being rebased.
            Special::flag("abort", Effect::Read),
            // Drops a commit.
            Special::flag("skip", Effect::Delete),
            Special::flag("f force-rebase no-ff", Effect::Write),
            // Moves other branches too.
            Special::flag("update-refs", Effect::Write),
            // Skips the hooks.
            Special::flag("no-verify", Effect::Write),
            maybe("r rebase-merges"),
        ],
        operands: TEXT,
        ..WRITES
    },
    Entry {
        names: &["cherry-pick"],
        flags: "nrsx",
        values: "mX",
        long: "quit continue no-cleanup cleanup= no-commit commit no-edit no-signoff signoff no-mainline mainline= \
            no-rerere-autoupdate rerere-autoupdate no-strategy no-strategy-option strategy-option= no-gpg-sign no-ff \
            ff no-allow-empty allow-empty no-allow-empty-message allow-empty-message no-keep-redundant-commits \
            keep-redundant-commits empty=",
        special: PICK_OPTIONS,
        operands: TEXT,
        ..WRITES
    },
    Entry {
        names: &["revert"],
        flags: "nrs",
        values: "mX",
        long: "quit continue no-cleanup cleanup= no-commit commit no-edit no-signoff signoff no-mainline mainline= \
            no-rerere-autoupdate rerere-autoupdate no-strategy no-strategy-option strategy-option= no-gpg-sign \
            no-reference reference",
        special: PICK_OPTIONS,
        operands: TEXT,
        ..WRITES
    },
    Entry {
        names: &["am"],
        flags: "ib3qsukmcr",
        values: "Cp",
        long: "no-interactive interactive verify no-binary binary no-3way 3way no-quiet quiet no-signoff signoff \
            no-utf8 utf8 no-keep keep no-keep-non-patch keep-non-patch no-message-id message-id no-keep-cr keep-cr \
            no-scissors scissors quoted-cr= no-whitespace whitespace= no-ignore-space-change ignore-space-change \
            no-ignore-whitespace ignore-whitespace no-directory no-exclude exclude= no-include include= \
            no-patch-format patch-format= no-reject reject no-resolvemsg resolvemsg= continue resolved quit \
            show-current-patch? retry allow-empty no-committer-date-is-author-date committer-date-is-author-date \
            no-ignore-date ignore-date no-rerere-autoupdate rerere-autoupdate no-gpg-sign empty= no-rebasing \
            rebasing",
        special: &[
            // Skips the hooks.
            Special::flag("n no-verify", Effect::Write),
            // Runs the configured gpg program.
            Special::value("S gpg-sign", Arg::Text, Effect::Run).attached(),
            Special::writes("directory"),
            // Throws away what is being applied.
            Special::flag("abort", Effect::Read),
            Special::flag("skip", Effect::Write),
        ],
        operands: FILES,
        ..WRITES
    },
    // The operands are the patches; what they change is written in them, inside the working tree unless --unsafe-
    // paths.
    Entry {
        names: &["apply"],
        flags: "N3zvq",
        values: "pC",
        long: "exclude= include= no-add add no-stat stat no-allow-binary-replacement allow-binary-replacement \
            no-binary binary no-numstat numstat no-summary summary no-check check no-index index no-intent-to-add \
            intent-to-add no-cached cached no-unsafe-paths no-apply apply no-3way 3way ours theirs union \
            no-build-fake-ancestor no-whitespace whitespace= no-ignore-space-change ignore-space-change \
            no-ignore-whitespace ignore-whitespace no-reverse no-unidiff-zero unidiff-zero no-reject \
            no-allow-overlap allow-overlap no-verbose verbose no-quiet quiet no-inaccurate-eof inaccurate-eof \
            no-recount recount no-directory no-allow-empty allow-empty",
        special: &[
            // Writes outside the working tree.
            Special::flag("unsafe-paths", Effect::System),
            Special::writes("directory"),
            Special::writes("build-fake-ancestor"),
            Special::flag("R reverse", Effect::Read),
            Special::flag("reject", Effect::Write),
        ],
        operands: FILES,
        subs: &[
            // Each of these only looks, unless --apply is given too.
            Entry {
                names: &["--stat", "--numstat", "--summary", "--check"],
                flags: "zvq",
                values: "pC",
                long: "exclude= include= no-add add stat no-allow-binary-replacement allow-binary-replacement \
                    no-binary binary numstat summary check no-index index no-cached cached ours theirs union \
                    no-whitespace whitespace= no-ignore-space-change ignore-space-change no-ignore-whitespace \
                    ignore-whitespace no-reverse no-unidiff-zero unidiff-zero no-allow-overlap allow-overlap \
                    no-verbose verbose no-quiet quiet no-inaccurate-eof inaccurate-eof no-recount recount \
                    no-allow-empty allow-empty",
                special: &[Special::flag("R reverse", Effect::Read)],
                ..READS
            },
        ],
        ..WRITES
    },
    Entry {
        names: &["init", "init-db"],
        flags: "q",
        values: "b",
        long: "no-bare bare shared? no-quiet quiet no-separate-git-dir no-initial-branch initial-branch= \
            no-object-format object-format= no-ref-format ref-format=",
        special: &[
            // Its hooks are copied and run later.
            Special::value("template", Arg::Read, Effect::Run),
            Special::writes("separate-git-dir"),
        ],
        ..WRITES
    },
    Entry {
        names: &["stash"],
        operands: TEXT,
        subs: &[
            // Without a sub-command it is `push`.
            Entry { names: &[""], ..STASH_PUSH },
            Entry { names: &["push"], ..STASH_PUSH },
            Entry {
                names: &["save"],
                flags: "kSpqu",
                values: "m",
                long: "no-keep-index keep-index no-staged staged no-patch patch no-quiet quiet no-include-untracked \
                    include-untracked no-all no-message message=",
                special: &[
                    // Takes ignored files away too.
                    Special::flag("a all", Effect::Write),
                ],
                operands: TEXT,
                ..WRITES
            },
            Entry { names: &["list"], ..LOG },
            STASH_SHOW,
            Entry { names: &["drop"], flags: "q", long: "no-quiet quiet", operands: TEXT, ..DELETES },
            Entry { names: &["clear"], operands: TEXT, ..DELETES },
            Entry { names: &["pop"], flags: "q", long: "no-quiet quiet no-index index", operands: TEXT, ..WRITES },
            Entry { names: &["apply"], flags: "q", long: "no-quiet quiet no-index index", operands: TEXT, ..WRITES },
            Entry { names: &["branch"], operands: TEXT, ..WRITES },
            Entry { names: &["create"], operands: TEXT, ..WRITES },
            Entry {
                names: &["store"],
                flags: "q",
                values: "m",
                long: "no-quiet quiet no-message message=",
                operands: TEXT,
                ..WRITES
            },
            Entry { names: &["export"], long: "print to-ref=", operands: TEXT, ..WRITES },
            Entry { names: &["import"], operands: TEXT, ..WRITES },
        ],
        ..WRITES
    },
    // Takes files that are not asked for out of the working tree; git keeps those with changes.
    Entry {
        names: &["sparse-checkout"],
        operands: TEXT,
        subs: &[
            Entry { names: &["list"], ..SAYS },
            Entry { names: &["init"], long: "no-cone cone no-sparse-index sparse-index", operands: TEXT, ..WRITES },
            Entry {
                names: &["set"],
                long: "no-cone cone no-sparse-index sparse-index skip-checks stdin",
                operands: TEXT,
                ..WRITES
            },
            Entry { names: &["add"], long: "skip-checks stdin", operands: TEXT, ..WRITES },
            Entry { names: &["reapply"], long: "no-cone cone no-sparse-index sparse-index", operands: TEXT, ..WRITES },
            Entry { names: &["disable"], operands: TEXT, ..WRITES },
            Entry { names: &["clean"], flags: "fnv", long: "force dry-run verbose", operands: TEXT, ..DELETES },
            Entry {
                names: &["check-rules"],
                flags: "z",
                long: "no-cone cone no-rules-file",
                special: &[Special::reads("rules-file")],
                ..SAYS
            },
        ],
        ..WRITES
    },
    // Checks out commits, after making sure that nothing is lost.
    Entry {
        names: &["bisect"],
        operands: TEXT,
        subs: &[
            Entry {
                names: &["start"],
                long: "term-new= term-bad= term-old= term-good= no-checkout first-parent",
                operands: TEXT,
                ..WRITES
            },
            Entry { names: &["good", "bad", "old", "new", "skip", "next"], operands: TEXT, ..WRITES },
            Entry { names: &["reset"], operands: TEXT, ..WRITES },
            Entry { names: &["replay"], operands: FILES, ..WRITES },
            Entry { names: &["log"], ..SAYS },
            Entry { names: &["terms"], long: "term-good term-old term-bad term-new", ..SAYS },
            // Starts gitk, or `git WORD`, or any program whose name begins with git.
            Entry { names: &["visualize", "view"], style: Style::Gnu, ..RUNS },
            Entry { names: &["run"], style: Style::First, wraps: Wraps::Command(0), ..RUNS },
        ],
        ..WRITES
    },
    Entry {
        names: &["submodule"],
        flags: "q",
        long: "quiet cached",
        operands: TEXT,
        subs: &[
            Entry { names: &[""], flags: "q", long: "quiet cached", ..SAYS },
            Entry {
                names: &["status"],
                flags: "q",
                long: "no-super-prefix super-prefix= no-quiet quiet no-cached cached no-recursive recursive",
                ..READS
            },
            Entry {
                names: &["summary"],
                values: "n",
                long: "no-cached cached no-files files no-for-status for-status no-summary-limit summary-limit=",
                ..READS
            },
            // Clones, as does update. A URL may be `ext::COMMAND`.
            Entry {
                names: &["add"],
                flags: "q",
                values: "b",
                long: "no-branch branch= no-force no-quiet quiet no-progress progress no-reference no-ref-format \
                    ref-format= no-dissociate dissociate no-name name= no-depth depth=",
                special: &[Special::flag("f force", Effect::Write), Special::reads("reference")],
                operands: TEXT.first(Arg::Host, "").last(Arg::Write, ""),
                ..SENDS
            },
            Entry {
                names: &["update"],
                flags: "Nmrq",
                values: "j",
                long: "no-super-prefix super-prefix= no-force no-init init no-remote remote no-recursive recursive \
                    no-fetch fetch no-checkout checkout no-merge merge no-rebase rebase no-reference no-ref-format \
                    ref-format= no-dissociate dissociate no-depth depth= no-jobs jobs= no-recommend-shallow \
                    recommend-shallow no-quiet quiet no-progress progress no-require-init require-init \
                    no-single-branch single-branch no-filter filter=",
                special: &[
                    // Throws away changes in the submodules.
                    Special::flag("f force", Effect::Delete),
                    Special::reads("reference"),
                ],
                operands: OUTPUTS,
                ..SENDS
            },
            Entry { names: &["init"], flags: "q", long: "no-quiet quiet", ..WRITES },
            Entry {
                names: &["deinit"],
                flags: "q",
                long: "no-quiet quiet no-force no-all all",
                special: &[Special::flag("f force", Effect::Delete)],
                ..DELETES
            },
            Entry {
                names: &["sync"],
                flags: "q",
                long: "no-super-prefix super-prefix= no-quiet quiet no-recursive recursive",
                operands: FILES,
                effect: Effect::System,
                ..WRITES
            },
            Entry { names: &["absorbgitdirs"], flags: "q", long: "quiet", ..WRITES },
            Entry {
                names: &["set-branch"],
                flags: "qd",
                values: "b",
                long: "no-quiet quiet no-default default no-branch branch=",
                operands: FILES,
                ..WRITES
            },
            // Says from where code comes at the next update.
            Entry {
                names: &["set-url"],
                flags: "q",
                long: "no-quiet quiet",
                operands: TEXT.first(Arg::Write, ""),
                ..SENDS
            },
            Entry {
                names: &["foreach"],
                flags: "q",
                long: "no-super-prefix super-prefix= no-quiet quiet no-recursive recursive",
                style: Style::First,
                wraps: Wraps::Shell(0),
                ..RUNS
            },
        ],
        ..WRITES
    },
    Entry {
        names: &["worktree"],
        operands: TEXT,
        subs: &[
            Entry {
                names: &["list"],
                flags: "vz",
                long: "no-porcelain porcelain no-verbose verbose no-expire expire=",
                ..SAYS
            },
            Entry {
                names: &["add"],
                flags: "dq",
                values: "b",
                long: "no-force no-orphan orphan no-detach detach no-checkout checkout no-lock lock no-reason \
                    reason= no-quiet quiet no-track track no-guess-remote guess-remote",
                special: &[
                    Special::flag("f force", Effect::Write),
                    // Moves an existing branch.
                    Special::value("B", Arg::Text, Effect::Delete),
                ],
                operands: TEXT.first(Arg::Write, ""),
                ..WRITES
            },
            Entry { names: &["lock"], long: "no-reason reason=", ..WRITES },
            Entry { names: &["unlock"], ..WRITES },
            Entry {
                names: &["move"],
                long: "no-force",
                special: &[Special::flag("f force", Effect::Delete)],
                ..WRITES
            },
            Entry { names: &["repair"], long: "relative-paths no-relative-paths", ..WRITES },
            Entry {
                names: &["remove"],
                long: "no-force",
                special: &[Special::flag("f force", Effect::Delete)],
                ..DELETES
            },
            Entry {
                names: &["prune"],
                flags: "nv",
                long: "dry-run no-verbose verbose no-expire expire=",
                operands: TEXT,
                subs: &[Entry {
                    names: &["-n", "--dry-run"],
                    flags: "nv",
                    long: "dry-run no-verbose verbose no-expire expire=",
                    ..SAYS
                }],
                ..DELETES
            },
        ],
        ..WRITES
    },
    Entry {
        names: &["notes"],
        long: "ref= no-ref",
        operands: TEXT,
        subs: &[
            Entry { names: &[""], ..SAYS },
            Entry { names: &["list", "show", "get-ref"], ..SAYS },
            Entry {
                names: &["add"],
                values: "mcC",
                long: "message= reedit-message= reuse-message= no-allow-empty allow-empty no-force no-separator \
                    separator? no-stripspace stripspace",
                special: &[
                    Special::reads("F file"),
                    Special::flag("e edit", Effect::Run),
                    // Overwrites a note.
                    Special::flag("f force", Effect::Delete),
                ],
                operands: TEXT,
                ..WRITES
            },
            Entry {
                names: &["append"],
                values: "mcC",
                long: "message= reedit-message= reuse-message= no-allow-empty allow-empty no-separator separator? \
                    no-stripspace stripspace",
                special: &[Special::reads("F file"), Special::flag("e edit", Effect::Run)],
                operands: TEXT,
                ..WRITES
            },
            Entry {
                names: &["copy"],
                long: "no-force no-stdin stdin no-for-rewrite for-rewrite=",
                special: &[
                    // Overwrites a note.
                    Special::flag("f force", Effect::Delete),
                ],
                operands: TEXT,
                ..WRITES
            },
            // Starts an editor.
            Entry {
                names: &["edit"],
                values: "mcC",
                long: "message= reedit-message= reuse-message= no-allow-empty allow-empty no-separator separator? \
                    no-stripspace stripspace",
                special: &[Special::reads("F file"), Special::flag("e edit", Effect::Run)],
                style: Style::Gnu,
                ..RUNS
            },
            Entry {
                names: &["merge"],
                flags: "vq",
                values: "s",
                long: "no-verbose verbose no-quiet quiet no-strategy strategy= commit",
                special: &[Special::flag("abort", Effect::Read)],
                operands: TEXT,
                ..WRITES
            },
            Entry {
                names: &["remove"],
                long: "no-ignore-missing ignore-missing no-stdin stdin",
                operands: TEXT,
                ..DELETES
            },
            Entry {
                names: &["prune"],
                flags: "nv",
                long: "dry-run no-verbose verbose",
                operands: TEXT,
                subs: &[Entry { names: &["-n", "--dry-run"], flags: "nv", long: "dry-run no-verbose verbose", ..SAYS }],
                ..DELETES
            },
        ],
        ..WRITES
    },
    // A name alone makes a branch.
    Entry {
        names: &["branch"],
        flags: "vqrali",
        long: "no-verbose verbose no-quiet quiet no-track no-set-upstream set-upstream no-set-upstream-to \
            no-unset-upstream no-color color? remotes contains= no-contains= with= without= no-abbrev abbrev? all \
            no-delete no-move no-omit-empty omit-empty no-copy list show-current no-create-reflog create-reflog \
            no-edit-description no-force merged= no-merged= no-column column? no-sort sort= points-at= \
            no-ignore-case ignore-case no-recurse-submodules recurse-submodules no-format format=",
        special: &[
            Special::flag("d delete", Effect::Delete),
            Special::flag("D", Effect::Delete),
            Special::flag("m move", Effect::Write),
            // Overwrites the branch of that name.
            Special::flag("M", Effect::Delete),
            Special::flag("c copy", Effect::Write),
            // Overwrites the branch of that name.
            Special::flag("C", Effect::Delete),
            // Moves a branch.
            Special::flag("f force", Effect::Delete),
            Special::value("u set-upstream-to", Arg::Text, Effect::Write),
            Special::flag("unset-upstream", Effect::Write),
            // Starts an editor.
            Special::flag("edit-description", Effect::Run),
            maybe("t track"),
        ],
        operands: TEXT,
        subs: &[
            Entry { names: &[""], ..BRANCH_LIST },
            Entry { names: &["-l", "--list"], ..BRANCH_LIST },
            // git refuses a name next to these.
            Entry { names: &["-a", "--all", "-r", "--remotes"], ..BRANCH_LIST },
            // These make it list, and the operands patterns.
            Entry {
                names: &[
                    "--contains",
                    "--no-contains",
                    "--with",
                    "--without",
                    "--merged",
                    "--no-merged",
                    "--points-at",
                ],
                ..BRANCH_LIST
            },
            Entry { names: &["--show-current"], ..BRANCH_LIST },
        ],
        same: &["-D -d+-f", "-M -m+-f", "-C -c+-f"],
        ..WRITES
    },
    // A name alone makes a tag.
    Entry {
        names: &["tag"],
        flags: "lai",
        values: "m",
        long: "list no-annotate annotate message= no-file trailer= no-edit no-sign no-cleanup cleanup= no-local-user \
            no-force no-create-reflog create-reflog no-column column? contains= no-contains= with= without= merged= \
            no-merged= no-omit-empty omit-empty no-sort sort= points-at= no-format format= no-color color? \
            no-ignore-case ignore-case",
        special: &[
            Special::flag("d delete", Effect::Delete),
            // Moves a tag.
            Special::flag("f force", Effect::Delete),
            // Runs the configured gpg program.
            Special::flag("v verify", Effect::Run),
            Special::flag("s sign", Effect::Run),
            Special::value("u local-user", Arg::Text, Effect::Run),
            // Starts an editor.
            Special::flag("e edit", Effect::Run),
            Special::reads("F file"),
            maybe("n"),
        ],
        operands: TEXT,
        subs: &[
            Entry { names: &[""], ..TAG_LIST },
            Entry { names: &["-l", "--list"], ..TAG_LIST },
            // These make it list, and the operands patterns.
            Entry {
                names: &[
                    "-n",
                    "--contains",
                    "--no-contains",
                    "--with",
                    "--without",
                    "--merged",
                    "--no-merged",
                    "--points-at",
                ],
                ..TAG_LIST
            },
        ],
        ..WRITES
    },
    // `git config NAME` prints; a second operand is a value to set, and many settings name programs that git runs
    // (core.pager, alias.*, core.fsmonitor): hence `Arg::Code` for it.
    Entry {
        names: &["config"],
        flags: "zl",
        values: "t",
        long: "null show-origin show-scope show-names no-show-names type= no-type bool int bool-or-int bool-or-str \
            path expiry-date includes no-includes default= fixed-value comment= value= name-only list get get-all \
            get-regexp get-urlmatch get-color get-colorbool",
        special: &[
            Special::flag("global", Effect::System),
            Special::flag("system", Effect::System),
            Special::flag("local", Effect::Read),
            Special::flag("worktree", Effect::Read),
            Special::writes("f file"),
            Special::value("blob", Arg::Text, Effect::Read),
            Special::flag("add", Effect::Run),
            Special::flag("replace-all", Effect::Run),
            Special::flag("unset", Effect::Write),
            Special::flag("unset-all", Effect::Write),
            Special::flag("rename-section", Effect::Write),
            Special::flag("remove-section", Effect::Write),
            Special::flag("append", Effect::Run),
            // Starts an editor.
            Special::flag("e edit", Effect::Run),
        ],
        operands: SETTING,
        subs: &[
            Entry {
                names: &[
                    "--get",
                    "--get-all",
                    "--get-regexp",
                    "--get-urlmatch",
                    "--get-color",
                    "--get-colorbool",
                    "-l",
                    "--list",
                ],
                flags: "zl",
                values: "t",
                long: "global system local worktree blob= null name-only show-origin show-scope show-names \
                    no-show-names type= no-type bool int bool-or-int bool-or-str path expiry-date includes \
                    no-includes default= fixed-value all list get get-all get-regexp get-urlmatch get-color \
                    get-colorbool",
                special: &[Special::reads("f file")],
                ..SAYS
            },
            Entry {
                names: &["list"],
                flags: "z",
                values: "t",
                long: "no-global global no-system system no-local local no-worktree worktree no-file no-blob blob= \
                    no-null null no-name-only name-only no-show-origin show-origin no-show-scope show-scope \
                    no-show-names show-names no-type type= bool int bool-or-int bool-or-str path expiry-date \
                    no-includes includes",
                special: &[Special::reads("f file")],
                ..SAYS
            },
            Entry {
                names: &["get"],
                flags: "z",
                values: "t",
                long: "no-global global no-system system no-local local no-worktree worktree no-file no-blob blob= \
                    no-all all no-regexp regexp no-value value= no-fixed-value fixed-value no-url url= no-null null \
                    no-name-only name-only no-show-origin show-origin no-show-scope show-scope no-show-names \
                    show-names no-type type= bool int bool-or-int bool-or-str path expiry-date no-includes includes \
                    no-default default=",
                special: &[Special::reads("f file")],
                ..SAYS
            },
            // The value may name a program that git runs later.
            Entry {
                names: &["set"],
                values: "t",
                long: "no-global no-system no-local local no-worktree worktree no-file no-blob blob= no-type type= \
                    bool int bool-or-int bool-or-str path expiry-date no-all all no-value value= no-fixed-value \
                    fixed-value no-comment comment= no-append append",
                special: &[
                    Special::flag("global", Effect::System),
                    Special::flag("system", Effect::System),
                    Special::writes("f file"),
                ],
                style: Style::Gnu,
                ..RUNS
            },
            Entry {
                names: &["unset"],
                long: "no-global no-system no-local local no-worktree worktree no-file no-blob blob= no-all all \
                    no-value value= no-fixed-value fixed-value",
                special: &[
                    Special::flag("global", Effect::System),
                    Special::flag("system", Effect::System),
                    Special::writes("f file"),
                ],
                operands: TEXT,
                ..DELETES
            },
            Entry { names: &["rename-section"], ..CONFIG_SECTIONS },
            Entry { names: &["remove-section"], ..CONFIG_SECTIONS },
            // Starts an editor.
            Entry {
                names: &["edit"],
                long: "no-global no-system no-local local no-worktree worktree no-file no-blob blob=",
                special: &[
                    Special::flag("global", Effect::System),
                    Special::flag("system", Effect::System),
                    Special::writes("f file"),
                ],
                style: Style::Gnu,
                ..RUNS
            },
        ],
        ..READS
    },
    // With one operand it prints where that points, with two it changes it.
    Entry {
        names: &["symbolic-ref"],
        flags: "q",
        values: "m",
        long: "no-quiet quiet no-delete no-short short no-recurse recurse",
        special: &[Special::flag("d delete", Effect::Delete)],
        operands: OUTPUTS.first(Arg::Text, ""),
        ..READS
    },
    Entry {
        names: &["replace"],
        flags: "lg",
        long: "list graft convert-graft-file no-force no-raw raw no-format format=",
        special: &[
            Special::flag("d delete", Effect::Delete),
            // Starts an editor.
            Special::flag("e edit", Effect::Run),
            Special::flag("f force", Effect::Delete),
        ],
        operands: TEXT,
        subs: &[
            Entry { names: &[""], long: "format= raw no-raw", ..SAYS },
            Entry { names: &["-l", "--list"], flags: "l", long: "list format=", ..SAYS },
        ],
        ..WRITES
    },
    // Drops what nothing has pointed to for two weeks.
    Entry {
        names: &["gc"],
        flags: "q",
        long: "no-quiet quiet no-prune no-cruft cruft max-cruft-size= no-aggressive aggressive no-auto auto \
            no-detach detach no-force no-keep-largest-pack keep-largest-pack",
        special: &[
            Special::value("prune", Arg::Text, Effect::Delete).attached(),
            Special::flag("force", Effect::Write),
        ],
        operands: TEXT,
        ..WRITES
    },
    Entry {
        names: &["maintenance"],
        operands: TEXT,
        subs: &[
            Entry {
                names: &["run"],
                long: "no-auto auto no-detach detach no-schedule schedule= no-quiet quiet task=",
                operands: TEXT,
                ..WRITES
            },
            // Adds itself to the scheduler of the system.
            Entry { names: &["start"], long: "scheduler=", ..SYSTEM },
            Entry { names: &["stop"], ..SYSTEM },
            Entry {
                names: &["register"],
                long: "no-config-file",
                special: &[Special::writes("config-file")],
                ..SYSTEM
            },
            Entry {
                names: &["unregister"],
                flags: "f",
                long: "no-config-file no-force force",
                special: &[Special::writes("config-file")],
                ..SYSTEM
            },
        ],
        ..WRITES
    },
    Entry {
        names: &["mergetool"],
        flags: "yg",
        long: "tool-help prompt no-prompt gui no-gui",
        special: &[Special::reads("O"), Special::value("t tool", Arg::Program, Effect::Run)],
        style: Style::Gnu,
        operands: OUTPUTS,
        ..RUNS
    },
    Entry {
        names: &["difftool"],
        flags: "gdy",
        long: "no-gui gui no-dir-diff dir-diff no-prompt prompt no-symlinks symlinks no-tool no-tool-help tool-help \
            no-trust-exit-code trust-exit-code no-extcmd no-index index",
        special: &[
            Special::value("x extcmd", Arg::Shell, Effect::Run),
            Special::value("t tool", Arg::Program, Effect::Run),
        ],
        style: Style::Gnu,
        operands: FILES,
        ..RUNS
    },
    // Windows and browsers; some serve the repository.
    Entry { names: &["citool", "gui", "instaweb", "gitk", "web--browse"], style: Style::Gnu, ..RUNS },
    // Rewrites all of history with shell text.
    Entry {
        names: &["filter-branch"],
        long: "subdirectory-filter= prune-empty original= state-branch= all branches tags remotes",
        special: &[
            Special::value("setup", Arg::Shell, Effect::Run),
            Special::value("env-filter", Arg::Shell, Effect::Run),
            Special::value("tree-filter", Arg::Shell, Effect::Run),
            Special::value("index-filter", Arg::Shell, Effect::Run),
            Special::value("parent-filter", Arg::Shell, Effect::Run),
            Special::value("msg-filter", Arg::Shell, Effect::Run),
            Special::value("commit-filter", Arg::Shell, Effect::Run),
            Special::value("tag-name-filter", Arg::Shell, Effect::Run),
            Special::flag("f force", Effect::Delete),
            Special::writes("d"),
        ],
        style: Style::Gnu,
        ..RUNS
    },
    // An add-on that rewrites all of history.
    Entry {
        names: &["filter-repo"],
        long: "analyze path= invert-paths path-glob= path-regex= path-rename= subdirectory-filter= \
            to-subdirectory-filter= tag-rename= use-base-name use-mailmap strip-blobs-bigger-than= refs dry-run \
            debug quiet partial",
        special: &[
            Special::flag("f force", Effect::Delete),
            Special::value("filename-callback", Arg::Code, Effect::Run),
            Special::value("message-callback", Arg::Code, Effect::Run),
            Special::value("name-callback", Arg::Code, Effect::Run),
            Special::value("email-callback", Arg::Code, Effect::Run),
            Special::value("refname-callback", Arg::Code, Effect::Run),
            Special::value("blob-callback", Arg::Code, Effect::Run),
            Special::value("commit-callback", Arg::Code, Effect::Run),
            Special::value("tag-callback", Arg::Code, Effect::Run),
            Special::value("reset-callback", Arg::Code, Effect::Run),
            Special::value("file-info-callback", Arg::Code, Effect::Run),
            Special::reads("replace-text"),
            Special::reads("replace-message"),
            Special::reads("paths-from-file"),
            Special::reads("mailmap"),
        ],
        operands: TEXT,
        ..DELETES
    },
    Entry {
        names: &["quiltimport"],
        flags: "n",
        long: "dry-run author= keep-non-patch",
        special: &[Special::reads("patches"), Special::reads("series")],
        operands: TEXT,
        ..WRITES
    },
];

/// `git branch` where it only lists.
const BRANCH_LIST: Entry = Entry {
    flags: "vqrail",
    long: "verbose no-verbose quiet color? no-color remotes all contains? no-contains? with? without? \
                    merged? no-merged? points-at= abbrev? no-abbrev column? no-column sort= no-sort ignore-case \
                    no-ignore-case format= omit-empty list show-current",
    ..SAYS
};

/// `git tag` where it only lists.
const TAG_LIST: Entry = Entry {
    flags: "il",
    long: "contains? no-contains? with? without? merged? no-merged? points-at= sort= no-sort format= \
                    no-format color? no-color column? no-column ignore-case no-ignore-case omit-empty no-omit-empty \
                    list",
    special: &[maybe("n")],
    ..SAYS
};

/// `git stash push`, with its name and without.
const STASH_PUSH: Entry = Entry {
    flags: "kSpqu",
    values: "m",
    long: "no-keep-index keep-index no-staged staged no-patch patch no-quiet quiet no-include-untracked \
                    include-untracked no-all no-message message= no-pathspec-from-file no-pathspec-file-nul \
                    pathspec-file-nul",
    special: &[
        // Takes ignored files away too.
        Special::flag("a all", Effect::Write),
        Special::reads("pathspec-from-file"),
    ],
    ..WRITES
};

/// What `rename-section`, `remove-section` share.
const CONFIG_SECTIONS: Entry = Entry {
    long: "no-global no-system no-local local no-worktree worktree no-file no-blob blob=",
    special: &[
        Special::flag("global", Effect::System),
        Special::flag("system", Effect::System),
        Special::writes("f file"),
    ],
    operands: TEXT,
    ..DELETES
};

/// Options that `cherry-pick`, `revert` share.
const PICK_OPTIONS: &[Special] = &[
    // Starts an editor.
    Special::flag("e edit", Effect::Run),
    // Runs the configured gpg program.
    Special::value("S gpg-sign", Arg::Text, Effect::Run).attached(),
    // Runs `git-merge-STRATEGY`.
    Special::runs("strategy"),
    // Throws away what is being picked.
    Special::flag("abort", Effect::Read),
    Special::flag("skip", Effect::Write),
];

/// Plain options that `rm`, `-n` share.
const RM_LONG: &str = "dry-run no-quiet quiet cached no-force no-ignore-unmatch ignore-unmatch no-sparse sparse \
            no-pathspec-from-file no-pathspec-file-nul pathspec-file-nul";
