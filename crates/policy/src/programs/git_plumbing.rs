//! The plumbing of git: sub-commands that scripts use, on objects, references and the index.

use super::entry::{Arg, DELETES, Effect, Entry, FILES, READS, RUNS, SAYS, SENDS, Special, Style, TEXT, WRITES};
use super::git::maybe;

/// The sub-commands.
pub(super) const SUBS: &[Entry] = &[
    Entry {
        names: &["rev-parse"],
        flags: "q",
        long: "abbrev-ref? short? verify quiet symbolic symbolic-full-name show-toplevel git-dir absolute-git-dir \
            git-common-dir git-path= show-cdup show-prefix show-superproject-working-tree show-object-format? \
            show-ref-format is-inside-git-dir is-inside-work-tree is-bare-repository is-shallow-repository \
            shared-index-path resolve-git-dir= local-env-vars path-format= all branches? tags? remotes? glob= \
            exclude= exclude-hidden= disambiguate= since= after= until= before= default= prefix= parseopt \
            keep-dashdash stop-at-non-option stuck-long sq sq-quote revs-only no-revs flags no-flags not \
            output-object-format= end-of-options bisect",
        subs: &[
            // Prints the directory of the project.
            Entry { names: &["--show-toplevel"], long: "show-toplevel path-format=", lists: true, ..SAYS },
        ],
        ..SAYS
    },
    // --shell and friends only quote; nothing is run.
    Entry {
        names: &["for-each-ref"],
        flags: "sp",
        long: "no-shell shell no-perl perl no-python python no-tcl tcl no-omit-empty omit-empty no-count count= \
            no-format format= no-color color? no-exclude exclude= no-sort sort= no-points-at points-at= merged= \
            no-merged= contains= no-contains= no-ignore-case ignore-case no-stdin stdin no-include-root-refs \
            include-root-refs",
        ..SAYS
    },
    Entry {
        names: &["show-ref"],
        flags: "hdq",
        long: "no-tags tags no-branches branches no-heads heads no-exists exists no-verify verify no-head head \
            no-dereference dereference no-hash no-abbrev abbrev? no-quiet quiet exclude-existing?",
        special: &[maybe("s hash")],
        ..SAYS
    },
    Entry {
        names: &["refs"],
        operands: TEXT,
        subs: &[
            Entry { names: &["verify"], long: "no-verbose verbose no-strict strict", ..SAYS },
            Entry {
                names: &["list"],
                flags: "sp",
                long: "no-shell shell no-perl perl no-python python no-tcl tcl no-omit-empty omit-empty no-count \
                    count= no-format format= no-color color? no-exclude exclude= no-sort sort= no-points-at \
                    points-at= merged= no-merged= contains= no-contains= no-ignore-case ignore-case no-stdin stdin \
                    no-include-root-refs include-root-refs",
                ..SAYS
            },
            Entry { names: &["exists"], ..SAYS },
            Entry {
                names: &["migrate"],
                long: "ref-format= no-dry-run dry-run reflog no-reflog",
                operands: TEXT,
                ..WRITES
            },
            Entry {
                names: &["optimize"],
                long: "all no-all auto include= exclude= prune no-prune",
                operands: TEXT,
                ..WRITES
            },
        ],
        ..WRITES
    },
    Entry {
        names: &["check-attr"],
        flags: "az",
        long: "no-all all no-cached cached no-stdin stdin no-source source=",
        ..SAYS
    },
    // The operands are names to test, the files are not opened.
    Entry {
        names: &["check-ignore"],
        flags: "qvzn",
        long: "no-quiet quiet no-verbose verbose no-stdin stdin no-non-matching non-matching no-index index",
        ..SAYS
    },
    Entry {
        names: &["check-mailmap"],
        long: "no-stdin stdin no-mailmap-file no-mailmap-blob mailmap-blob=",
        special: &[Special::reads("mailmap-file")],
        ..SAYS
    },
    Entry {
        names: &["check-ref-format"],
        long: "branch normalize print allow-onelevel no-allow-onelevel refspec-pattern",
        ..SAYS
    },
    Entry {
        names: &["column"],
        long: "no-command command= no-mode mode? no-raw-mode raw-mode= no-width width= no-indent indent= no-nl nl= \
            no-padding padding=",
        ..SAYS
    },
    Entry {
        names: &["fmt-merge-msg"],
        values: "m",
        long: "no-log log? no-summary summary? no-message message= no-into-name into-name= no-file",
        special: &[Special::reads("F file")],
        ..SAYS
    },
    Entry { names: &["patch-id"], long: "unstable stable verbatim", ..SAYS },
    Entry { names: &["stripspace"], flags: "sc", long: "strip-comments comment-lines", ..SAYS },
    Entry {
        names: &["interpret-trailers"],
        long: "no-in-place no-trim-empty trim-empty no-where where= no-if-exists if-exists= no-if-missing \
            if-missing= no-only-trailers only-trailers no-only-input only-input no-unfold unfold parse no-divider \
            divider no-trailer",
        special: &[
            Special::flag("in-place", Effect::Write).making(Arg::Write),
            // Runs trailer.NAME.cmd, if that is configured.
            Special::value("trailer", Arg::Text, Effect::Run),
        ],
        ..READS
    },
    Entry { names: &["var"], flags: "l", ..SAYS },
    Entry { names: &["get-tar-commit-id"], ..SAYS },
    // Leaves new objects behind, nothing else.
    Entry {
        names: &["merge-tree"],
        flags: "z",
        values: "X",
        long: "write-tree trivial-merge no-messages messages name-only allow-unrelated-histories stdin no-merge-base \
            merge-base= no-strategy-option strategy-option=",
        operands: TEXT,
        ..WRITES
    },
    Entry { names: &["pack-redundant"], flags: "v", long: "all alt-odb verbose i-still-use-this", ..SAYS },
    Entry { names: &["show-index"], long: "no-object-format object-format=", ..SAYS },
    Entry {
        names: &["verify-pack"],
        flags: "vs",
        long: "no-verbose verbose no-stat-only stat-only no-object-format object-format=",
        ..READS
    },
    Entry {
        names: &["fast-export"],
        flags: "MC#",
        long: "no-progress progress= no-signed-tags signed-tags= no-tag-of-filtered-object tag-of-filtered-object= \
            no-reencode reencode= no-export-marks no-import-marks no-import-marks-if-exists no-fake-missing-tagger \
            fake-missing-tagger no-full-tree full-tree no-use-done-feature use-done-feature no-data data no-refspec \
            refspec= no-anonymize anonymize anonymize-map= no-reference-excluded-parents reference-excluded-parents \
            no-show-original-ids show-original-ids no-mark-tags mark-tags all branches? tags? remotes? since= until= \
            not",
        special: &[
            Special::writes("export-marks"),
            Special::reads("import-marks"),
            Special::reads("import-marks-if-exists"),
        ],
        ..READS
    },
    Entry { names: &["last-modified"], flags: "rtz", long: "recursive show-trees max-depth=", ..SAYS },
    Entry {
        names: &["repo"],
        subs: &[
            Entry { names: &["info"], flags: "z", long: "format= all keys", ..SAYS },
            Entry { names: &["structure"], long: "format=", ..SAYS },
        ],
        ..SAYS
    },
    Entry {
        names: &["hash-object"],
        values: "t",
        long: "no-stdin stdin no-stdin-paths stdin-paths no-filters filters no-literally literally no-path path=",
        special: &[Special::flag("w", Effect::Write)],
        ..READS
    },
    Entry {
        names: &["update-index"],
        flags: "qzg",
        long: "no-ignore-submodules ignore-submodules no-add add no-replace replace no-remove remove no-unmerged \
            unmerged refresh really-refresh cacheinfo= chmod= no-assume-unchanged no-skip-worktree \
            no-ignore-skip-worktree-entries ignore-skip-worktree-entries no-info-only info-only no-force-remove \
            stdin unresolve again no-ignore-missing ignore-missing no-verbose verbose clear-resolve-undo \
            no-index-version index-version= no-show-index-version show-index-version no-split-index split-index \
            no-untracked-cache untracked-cache no-test-untracked-cache test-untracked-cache no-force-untracked-cache \
            force-untracked-cache no-force-write-index force-write-index no-fsmonitor fsmonitor-valid \
            no-fsmonitor-valid",
        special: &[
            Special::flag("index-info", Effect::Write),
            // Hides later changes from status and diff.
            Special::flag("assume-unchanged", Effect::Write),
            // The same.
            Special::flag("skip-worktree", Effect::Write),
            // Lets the configured program run from now on.
            Special::flag("fsmonitor", Effect::Run),
            Special::flag("force-remove", Effect::Delete),
        ],
        operands: FILES,
        ..WRITES
    },
    Entry {
        names: &["update-ref"],
        flags: "z",
        values: "m",
        long: "no-deref deref no-stdin no-create-reflog create-reflog",
        special: &[
            Special::flag("d", Effect::Delete),
            // May hold deletions.
            Special::flag("stdin", Effect::Delete),
        ],
        operands: TEXT,
        ..WRITES
    },
    Entry {
        names: &["read-tree"],
        flags: "vminq",
        long: "no-super-prefix super-prefix= no-empty empty no-verbose verbose no-trivial trivial no-aggressive \
            aggressive no-reset prefix= exclude-per-directory= no-dry-run dry-run no-sparse-checkout sparse-checkout \
            no-debug-unpack debug-unpack no-recurse-submodules recurse-submodules? no-quiet quiet",
        special: &[
            Special::writes("index-output"),
            // With -u, throws away changes.
            Special::flag("reset", Effect::Delete),
            Special::flag("u", Effect::Write),
        ],
        operands: TEXT,
        ..WRITES
    },
    Entry {
        names: &["write-tree"],
        long: "no-missing-ok missing-ok no-prefix prefix= no-ignore-cache-tree ignore-cache-tree",
        operands: TEXT,
        ..WRITES
    },
    Entry {
        names: &["commit-tree"],
        values: "pm",
        long: "no-gpg-sign",
        special: &[
            // Runs the configured gpg program.
            Special::value("S gpg-sign", Arg::Text, Effect::Run).attached(),
            Special::reads("F"),
        ],
        operands: TEXT,
        ..WRITES
    },
    Entry { names: &["mktree"], flags: "z", long: "no-missing missing no-batch batch", operands: TEXT, ..WRITES },
    Entry { names: &["mktag"], long: "no-strict strict", operands: TEXT, ..WRITES },
    Entry {
        names: &["checkout-index"],
        flags: "aqnuz",
        long: "no-all all no-ignore-skip-worktree-bits ignore-skip-worktree-bits no-force no-quiet quiet no-create \
            create no-index index no-stdin stdin no-temp temp no-prefix stage=",
        special: &[
            // Throws away changes.
            Special::flag("f force", Effect::Delete),
            Special::writes("prefix"),
        ],
        ..WRITES
    },
    Entry {
        names: &["merge-file"],
        flags: "q",
        values: "L",
        long: "no-stdout no-object-id object-id no-diff3 diff3 no-zdiff3 zdiff3 no-ours ours no-theirs theirs \
            no-union union diff-algorithm= no-marker-size marker-size= no-quiet quiet",
        special: &[Special::flag("p stdout", Effect::Read)],
        operands: FILES.first(Arg::Write, "p"),
        subs: &[Entry {
            names: &["-p", "--stdout"],
            flags: "pq",
            values: "L",
            long: "stdout no-object-id object-id no-diff3 diff3 no-zdiff3 zdiff3 no-ours ours no-theirs theirs \
                no-union union diff-algorithm= no-marker-size marker-size= no-quiet quiet",
            ..READS
        }],
        ..WRITES
    },
    Entry {
        names: &["merge-index"],
        flags: "oqa",
        style: Style::First,
        operands: TEXT.first(Arg::Program, ""),
        ..RUNS
    },
    // Helpers that merge calls.
    Entry {
        names: &[
            "merge-one-file",
            "merge-octopus",
            "merge-ours",
            "merge-recursive",
            "merge-recursive-ours",
            "merge-recursive-theirs",
            "merge-resolve",
            "merge-subtree",
        ],
        operands: TEXT,
        ..WRITES
    },
    Entry {
        names: &["mailinfo"],
        flags: "kbmun",
        long: "no-message-id message-id encoding= no-scissors scissors quoted-cr= no-inbody-headers inbody-headers",
        ..WRITES
    },
    Entry {
        names: &["mailsplit"],
        flags: "b#",
        values: "df",
        long: "keep-cr mboxrd",
        special: &[Special::writes("o")],
        operands: FILES,
        ..WRITES
    },
    // Leaves a file in the current directory.
    Entry { names: &["unpack-file"], operands: TEXT, ..WRITES },
    Entry { names: &["unpack-objects"], flags: "nqr", long: "strict max-input-size=", operands: TEXT, ..WRITES },
    Entry {
        names: &["index-pack"],
        flags: "v",
        long: "stdin fix-thin keep? rev-index no-rev-index verify verify-stat verify-stat-only strict? \
            progress-title= check-self-contained-and-connected fsck-objects? threads= max-input-size= object-format= \
            promisor? index-version=",
        special: &[Special::writes("o")],
        ..WRITES
    },
    Entry {
        names: &["pack-objects"],
        flags: "q",
        long: "no-quiet quiet no-progress progress no-all-progress all-progress no-all-progress-implied \
            all-progress-implied index-version= max-pack-size= no-local local no-incremental incremental no-window \
            window= window-memory= no-depth depth= no-reuse-delta reuse-delta no-reuse-object reuse-object \
            no-delta-base-offset delta-base-offset no-threads threads= no-non-empty non-empty no-revs revs unpacked \
            all reflog indexed-objects no-stdin-packs stdin-packs no-stdout stdout no-include-tag include-tag \
            no-keep-unreachable keep-unreachable no-pack-loose-unreachable pack-loose-unreachable \
            no-unpack-unreachable unpack-unreachable? no-cruft cruft no-cruft-expiration cruft-expiration? no-sparse \
            sparse no-thin thin no-shallow shallow no-honor-pack-keep honor-pack-keep no-keep-pack keep-pack= \
            no-compression compression= no-keep-true-parents keep-true-parents no-use-bitmap-index use-bitmap-index \
            no-write-bitmap-index write-bitmap-index no-write-bitmap-index-quiet write-bitmap-index-quiet no-filter \
            filter= missing= no-exclude-promisor-objects exclude-promisor-objects no-delta-islands delta-islands \
            no-uri-protocol uri-protocol=",
        ..WRITES
    },
    Entry {
        names: &["pack-refs"],
        long: "no-all all no-prune prune no-auto auto no-include include= no-exclude exclude=",
        operands: TEXT,
        ..WRITES
    },
    Entry {
        names: &["prune"],
        flags: "nv",
        long: "dry-run no-verbose verbose no-progress progress no-expire expire= no-exclude-promisor-objects \
            exclude-promisor-objects",
        operands: TEXT,
        subs: &[Entry {
            names: &["-n", "--dry-run"],
            flags: "nv",
            long: "dry-run no-verbose verbose no-progress progress no-expire expire= no-exclude-promisor-objects \
                exclude-promisor-objects",
            ..SAYS
        }],
        ..DELETES
    },
    // Drops only what a pack holds too.
    Entry {
        names: &["prune-packed"],
        flags: "nq",
        long: "no-dry-run dry-run no-quiet quiet",
        operands: TEXT,
        ..WRITES
    },
    Entry {
        names: &["repack"],
        flags: "aAfFnqlbikm",
        values: "g",
        long: "no-cruft cruft no-cruft-expiration max-cruft-size= no-quiet quiet no-local local \
            no-write-bitmap-index write-bitmap-index no-delta-islands delta-islands no-unpack-unreachable \
            no-keep-unreachable keep-unreachable no-window window= no-window-memory window-memory= no-depth depth= \
            no-threads threads= max-pack-size= no-filter no-pack-kept-objects pack-kept-objects no-keep-pack \
            keep-pack= no-geometric geometric= no-write-midx write-midx no-expire-to no-filter-to",
        special: &[
            // Drops the old packs; with -a also what nothing points to.
            Special::flag("d", Effect::Delete),
            Special::writes("expire-to"),
            Special::writes("filter-to"),
            Special::value("filter", Arg::Text, Effect::Delete),
            Special::value("cruft-expiration", Arg::Text, Effect::Delete),
            Special::value("unpack-unreachable", Arg::Text, Effect::Delete),
        ],
        operands: TEXT,
        ..WRITES
    },
    Entry {
        names: &["replay"],
        long: "no-advance advance= no-onto onto= no-contained contained",
        operands: TEXT,
        ..WRITES
    },
    Entry { names: &["backfill"], long: "min-batch-size= sparse no-sparse", ..SENDS },
    Entry {
        names: &["commit-graph"],
        long: "no-object-dir",
        special: &[Special::writes("object-dir")],
        operands: TEXT,
        subs: &[
            Entry {
                names: &["verify"],
                long: "no-object-dir no-shallow shallow no-progress progress",
                special: &[Special::reads("object-dir")],
                ..SAYS
            },
            Entry {
                names: &["write"],
                long: "no-object-dir no-reachable reachable no-stdin-packs stdin-packs no-stdin-commits \
                    stdin-commits no-append append no-changed-paths changed-paths split? no-max-commits max-commits= \
                    no-size-multiple size-multiple= no-expire-time expire-time= no-max-new-filters max-new-filters= \
                    no-progress progress",
                special: &[Special::writes("object-dir")],
                operands: TEXT,
                ..WRITES
            },
        ],
        ..WRITES
    },
    Entry {
        names: &["multi-pack-index"],
        long: "no-object-dir",
        special: &[Special::writes("object-dir")],
        operands: TEXT,
        subs: &[
            Entry {
                names: &["verify"],
                long: "no-object-dir no-progress progress",
                special: &[Special::reads("object-dir")],
                ..SAYS
            },
            Entry {
                names: &["write"],
                long: "no-object-dir no-preferred-pack preferred-pack= no-bitmap bitmap no-progress progress \
                    no-incremental incremental no-stdin-packs stdin-packs no-refs-snapshot",
                special: &[Special::writes("object-dir"), Special::reads("refs-snapshot")],
                operands: TEXT,
                ..WRITES
            },
            Entry {
                names: &["repack"],
                long: "no-object-dir batch-size= no-progress progress",
                special: &[Special::writes("object-dir")],
                operands: TEXT,
                ..WRITES
            },
            Entry {
                names: &["expire"],
                long: "no-object-dir no-progress progress",
                special: &[Special::writes("object-dir")],
                operands: TEXT,
                ..DELETES
            },
        ],
        ..WRITES
    },
    Entry { names: &["update-server-info"], flags: "f", long: "no-force force", operands: TEXT, ..WRITES },
    Entry {
        names: &["fast-import"],
        long: "date-format= max-pack-size= big-file-threshold= depth= active-branches= quiet stats cat-blob-fd= done \
            relative-marks no-relative-marks rewrite-submodules-from= rewrite-submodules-to= signed-commits= \
            signed-tags=",
        special: &[
            // Overwrites branches.
            Special::flag("force", Effect::Delete),
            Special::writes("export-marks"),
            Special::reads("import-marks"),
            Special::reads("import-marks-if-exists"),
            Special::writes("export-pack-edges"),
            // Lets the stream name files to read and write.
            Special::flag("allow-unsafe-features", Effect::Run),
        ],
        operands: TEXT,
        effect: Effect::System,
        ..WRITES
    },
    Entry {
        names: &["hook"],
        style: Style::Gnu,
        subs: &[
            Entry {
                names: &["run"],
                long: "no-ignore-missing ignore-missing no-to-stdin",
                special: &[Special::reads("to-stdin")],
                style: Style::First,
                ..RUNS
            },
            Entry { names: &["list"], flags: "z", ..SAYS },
        ],
        ..RUNS
    },
    // The rest is a git command, run in every repository of a list.
    Entry {
        names: &["for-each-repo"],
        long: "no-config config= no-keep-going keep-going",
        style: Style::First,
        ..RUNS
    },
    // Inner helpers; nobody calls them by hand.
    Entry {
        names: &[
            "sh-setup",
            "sh-i18n",
            "sh-i18n--envsubst",
            "submodule--helper",
            "difftool--helper",
            "mergetool--lib",
            "checkout--worker",
            "upload-archive--writer",
            "bisect--helper",
        ],
        style: Style::Gnu,
        ..RUNS
    },
];
