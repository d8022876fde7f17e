//! The sub-commands of git that look at history, at differences and at the content of the repository.
//!
//! They read, but several of their options write (`--output`) or start a program that the configuration names
//! (`--ext-diff`, `--textconv`, `--show-signature`, `grep -O`).

use super::entry::{Arg, DELETES, Effect, Entry, FILES, READS, RUNS, SAYS, Special, Style, TEXT, WRITES};
use super::git::maybe;

/// The plain long options of everything that prints differences.
macro_rules! diff_long {
    () => {
        "patch no-patch no-function-context function-context raw patch-with-raw patch-with-stat numstat shortstat \
            cumulative dirstat-by-file? check summary name-only name-status stat? stat-width= stat-name-width= \
            stat-graph-width= stat-count= no-compact-summary compact-summary binary no-full-index full-index \
            no-color color? ws-error-highlight= no-abbrev abbrev? src-prefix= dst-prefix= line-prefix= no-prefix \
            default-prefix inter-hunk-context= output-indicator-new= output-indicator-old= output-indicator-context= \
            irreversible-delete no-find-copies-harder find-copies-harder no-renames no-rename-empty rename-empty \
            no-follow follow minimal ignore-all-space ignore-space-change ignore-space-at-eol ignore-cr-at-eol \
            ignore-blank-lines no-ignore-matching-lines ignore-matching-lines= no-indent-heuristic indent-heuristic \
            patience histogram diff-algorithm= anchored= word-diff? word-diff-regex= color-words? no-color-moved \
            color-moved? no-color-moved-ws color-moved-ws= no-relative relative? no-text text no-exit-code exit-code \
            no-quiet quiet no-ext-diff no-textconv ignore-submodules? submodule? ita-invisible-in-index \
            ita-visible-in-index pickaxe-all pickaxe-regex rotate-to= skip-to= find-object= diff-filter= cc dd \
            combined-all-paths diff-merges= no-diff-merges remerge-diff no-remerge-diff"
    };
}

/// The plain long options of everything that walks through commits.
macro_rules! rev_long {
    () => {
        "max-count= skip= since= after= until= before= since-as-filter= max-age= min-age= author= committer= grep= \
            grep-reflog= all-match invert-grep regexp-ignore-case basic-regexp extended-regexp fixed-strings \
            perl-regexp remove-empty merges no-merges min-parents= max-parents= no-min-parents no-max-parents \
            first-parent exclude-first-parent-only not all branches? tags? remotes? glob= exclude= exclude-hidden= \
            reflog single-worktree ignore-missing bisect stdin end-of-options cherry-mark cherry-pick left-only \
            right-only cherry walk-reflogs merge boundary simplify-by-decoration show-pulls full-history dense \
            sparse simplify-merges ancestry-path? date-order author-date-order topo-order reverse no-walk? do-walk \
            pretty? format= abbrev-commit no-abbrev-commit oneline encoding= expand-tabs? no-expand-tabs notes? \
            no-notes show-notes? show-notes-by-default standard-notes no-standard-notes relative-date date= parents \
            children left-right graph no-graph show-linear-break? exclude-promisor-objects default="
    };
}

/// The options of everything that prints differences which are more than plain, and some more.
macro_rules! diff_special {
    ($($more:expr),* $(,)?) => {
        &[
            Special::writes("output"),
            Special::reads("O"),
            Special::flag("ext-diff", Effect::Run),
            Special::flag("textconv", Effect::Run),
            maybe("U unified"),
maybe("X dirstat"),
maybe("B break-rewrites"),
maybe("M find-renames"),
maybe("C find-copies"),
            $($more),*
        ]
    };
}

/// `git log` and what takes its options.
pub(super) const LOG: Entry = Entry {
    names: &["log"],
    flags: "psuWzDwbaRcmtriEFPgq#v",
    values: "lISGnL",
    long: concat!(
        diff_long!(),
        " ",
        rev_long!(),
        " source no-source use-mailmap no-use-mailmap mailmap no-mailmap clear-decorations decorate-refs= \
            decorate-refs-exclude= no-decorate-refs no-decorate-refs-exclude decorate? no-decorate full-diff \
            log-size encode-email-headers no-encode-email-headers"
    ),
    special: diff_special![
        // Runs the configured gpg program.
        Special::flag("show-signature", Effect::Run),
        // Runs core.alternateRefsCommand.
        Special::flag("alternate-refs", Effect::Run),
    ],
    ..READS
};

/// `git stash show`.
pub(super) const STASH_SHOW: Entry = Entry {
    names: &["show"],
    flags: "upsWzDwbaRcmtr",
    values: "lISG",
    long: concat!(diff_long!(), " no-include-untracked include-untracked only-untracked"),
    special: diff_special![],
    ..SAYS
};

/// `git diff` and what takes its options.
const DIFF: Entry = Entry {
    names: &["diff"],
    flags: "#qpsuWzDwbaRcmtr",
    values: "lISG",
    long: concat!(diff_long!(), " cached staged merge-base no-index base ours theirs"),
    special: diff_special![],
    subs: &[
        // Prints paths and nothing else; options that change what is printed, such as --line-prefix, are left to the
        // outer row.
        Entry {
            names: &["--name-only"],
            flags: "MDRzwb",
            values: "SG",
            long: "name-only cached staged merge-base diff-filter= no-renames no-ext-diff no-textconv relative \
                no-relative exit-code ignore-submodules? find-object=",
            lists: true,
            ..READS
        },
    ],
    ..READS
};

/// The sub-commands.
pub(super) const SUBS: &[Entry] = &[
    LOG,
    Entry { names: &["show"], ..LOG },
    Entry { names: &["whatchanged"], ..LOG },
    DIFF,
    Entry {
        names: &["diff-files"],
        flags: "q#psuWzDwbaRcmtr",
        values: "lISG",
        long: concat!(diff_long!(), " base ours theirs"),
        special: diff_special![],
        ..READS
    },
    Entry {
        names: &["diff-index"],
        flags: "psuWzDwbaRcmtr",
        values: "lISG",
        long: concat!(diff_long!(), " cached merge-base"),
        special: diff_special![],
        ..READS
    },
    Entry {
        names: &["diff-tree"],
        flags: "vpsuWzDwbaRcmtriEFPgq#",
        values: "lISGnL",
        long: concat!(diff_long!(), " ", rev_long!(), " root no-commit-id merge-base always"),
        special: diff_special![
            // Runs the configured gpg program.
            Special::flag("show-signature", Effect::Run),
            // Runs core.alternateRefsCommand.
            Special::flag("alternate-refs", Effect::Run),
        ],
        ..READS
    },
    Entry {
        names: &["range-diff"],
        flags: "psuWzDwbaRcmtr",
        values: "lISG",
        long: concat!(
            diff_long!(),
            " no-creation-factor creation-factor= no-dual-color dual-color no-notes notes? no-left-only left-only \
                no-right-only right-only"
        ),
        special: diff_special![],
        ..SAYS
    },
    // Writes numbered files into the current directory, unless --stdout.
    Entry {
        names: &["format-patch"],
        flags: "nNskpquWzDwbaRcmtriEFPg#",
        values: "vlISGL",
        long: concat!(
            diff_long!(),
            " ",
            rev_long!(),
            " no-numbered numbered no-signoff signoff stdout no-cover-letter cover-letter no-numbered-files \
                numbered-files no-suffix suffix= no-start-number start-number= no-reroll-count reroll-count= \
                no-filename-max-length filename-max-length= no-rfc rfc? no-cover-from-description \
                cover-from-description= no-description-file subject-prefix= keep-subject no-binary no-zero-commit \
                zero-commit no-ignore-if-in-upstream ignore-if-in-upstream no-stat no-add-header add-header= no-to \
                to= no-cc no-from from? no-in-reply-to in-reply-to= no-attach attach? inline? no-thread thread? \
                no-signature signature= no-base base= no-signature-file no-progress progress no-interdiff interdiff= \
                no-range-diff range-diff= no-creation-factor creation-factor= no-force-in-body-from \
                force-in-body-from always encode-email-headers no-encode-email-headers root"
        ),
        special: diff_special![
            Special::writes("o output-directory"),
            Special::reads("signature-file"),
            Special::reads("description-file"),
            // Runs the configured gpg program.
            Special::flag("show-signature", Effect::Run),
            // Runs core.alternateRefsCommand.
            Special::flag("alternate-refs", Effect::Run),
        ],
        operands: TEXT,
        subs: &[Entry {
            names: &["--stdout"],
            flags: "nNskpquWzDwbaRcmtriEFPg#",
            values: "vlISGL",
            long: concat!(
                diff_long!(),
                " ",
                rev_long!(),
                " no-numbered numbered no-signoff signoff stdout no-cover-letter cover-letter no-numbered-files \
                    numbered-files no-suffix suffix= no-start-number start-number= no-reroll-count reroll-count= \
                    no-filename-max-length filename-max-length= no-rfc rfc? no-cover-from-description \
                    cover-from-description= no-description-file subject-prefix= keep-subject no-binary \
                    no-zero-commit zero-commit no-ignore-if-in-upstream ignore-if-in-upstream no-stat no-add-header \
                    add-header= no-to to= no-cc no-from from? no-in-reply-to in-reply-to= no-attach attach? inline? \
                    no-thread thread? no-signature signature= no-base base= no-signature-file no-progress progress \
                    no-interdiff interdiff= no-range-diff range-diff= no-creation-factor creation-factor= \
                    no-force-in-body-from force-in-body-from always encode-email-headers no-encode-email-headers \
                    root"
            ),
            special: diff_special![
                Special::reads("signature-file"),
                Special::reads("description-file"),
                // Runs the configured gpg program.
                Special::flag("show-signature", Effect::Run),
                // Runs core.alternateRefsCommand.
                Special::flag("alternate-refs", Effect::Run),
            ],
            ..SAYS
        }],
        ..WRITES
    },
    Entry {
        names: &["shortlog"],
        flags: "cnseiEFPg#",
        long: concat!(rev_long!(), " no-numbered numbered no-summary summary no-email email no-group group="),
        special: &[Special::flag("alternate-refs", Effect::Run), maybe("w")],
        ..SAYS
    },
    Entry {
        names: &["rev-list"],
        flags: "iEFPg#z",
        values: "n",
        long: concat!(
            rev_long!(),
            " count timestamp header objects objects-edge objects-edge-aggressive indexed-objects unpacked \
                object-names no-object-names filter= no-filter filter-provided-objects filter-print-omitted missing= \
                use-bitmap-index progress= disk-usage? bisect-vars bisect-all quiet commit-header no-commit-header \
                in-commit-order unsorted-input abbrev? no-abbrev show-all"
        ),
        special: &[
            // Runs core.alternateRefsCommand.
            Special::flag("alternate-refs", Effect::Run),
            // Runs the configured gpg program.
            Special::flag("show-signature", Effect::Run),
        ],
        ..READS
    },
    Entry {
        names: &["blame", "annotate", "pickaxe"],
        flags: "bfnpctlsew",
        values: "L",
        long: "no-incremental incremental no-root root no-show-stats show-stats no-progress progress no-score-debug \
            score-debug no-show-name show-name no-show-number show-number no-porcelain porcelain no-line-porcelain \
            line-porcelain no-show-email show-email no-ignore-rev ignore-rev= no-ignore-revs-file no-color-lines \
            color-lines no-color-by-age color-by-age no-minimal minimal no-contents no-abbrev abbrev? no-textconv \
            since= until= after= before= first-parent reverse date= encoding= no-ext-diff diff-algorithm= \
            ignore-all-space ignore-space-change ignore-cr-at-eol find-renames? find-copies-harder",
        special: &[
            Special::flag("textconv", Effect::Run),
            Special::reads("ignore-revs-file"),
            Special::reads("contents"),
            Special::reads("S"),
            maybe("C"),
            maybe("M"),
        ],
        ..READS
    },
    Entry {
        names: &["grep"],
        flags: "viwaIrEGFPnhHlLzoc#pWq",
        values: "CBAem",
        long: "no-cached cached no-index index no-untracked untracked no-exclude-standard exclude-standard \
            no-recurse-submodules recurse-submodules no-invert-match invert-match no-ignore-case ignore-case \
            no-word-regexp word-regexp no-text text no-textconv no-recursive recursive max-depth= no-extended-regexp \
            extended-regexp no-basic-regexp basic-regexp no-fixed-strings fixed-strings no-perl-regexp perl-regexp \
            no-line-number line-number no-column column no-full-name full-name no-files-with-matches \
            files-with-matches no-name-only name-only no-files-without-match files-without-match no-null null \
            no-only-matching only-matching no-count count no-color color? no-break break no-heading heading \
            no-context context= no-before-context before-context= no-after-context after-context= no-threads \
            threads= no-show-function show-function no-function-context function-context and or not no-quiet quiet \
            no-all-match all-match no-open-files-in-pager no-ext-grep ext-grep no-max-count max-count=",
        special: &[
            // Also without a value: the configured pager.
            Special::value("O open-files-in-pager", Arg::Program, Effect::Run).attached(),
            Special::flag("textconv", Effect::Run),
            Special::reads("f"),
        ],
        operands: FILES.first(Arg::Text, "e f"),
        subs: &[
            // Prints paths and nothing else.
            Entry {
                names: &["-l", "--files-with-matches", "--name-only", "-L", "--files-without-match"],
                flags: "viwaIrEGFPlLznhH",
                values: "em",
                long: "cached index untracked exclude-standard recurse-submodules invert-match ignore-case \
                    word-regexp text recursive max-depth= extended-regexp basic-regexp fixed-strings perl-regexp \
                    full-name files-with-matches name-only files-without-match all-match and or not threads= color? \
                    no-color line-number",
                special: &[Special::reads("f")],
                operands: FILES.first(Arg::Text, "e f"),
                lists: true,
                ..READS
            },
        ],
        ..READS
    },
    // Refreshes the index on the way, as every reader does; --no-optional-locks stops even that.
    Entry {
        names: &["status"],
        flags: "vsbz",
        long: "no-verbose verbose no-short short no-branch branch no-show-stash show-stash no-ahead-behind \
            ahead-behind no-porcelain porcelain? no-long long no-null null no-untracked-files no-ignored ignored? \
            no-ignore-submodules ignore-submodules? no-column column? no-renames renames",
        special: &[maybe("u untracked-files"), maybe("M find-renames")],
        ..READS
    },
    Entry {
        names: &["describe"],
        long: "no-contains contains no-debug debug no-all all no-tags tags no-long long no-first-parent first-parent \
            no-abbrev abbrev? no-exact-match exact-match no-candidates candidates= no-match match= no-exclude \
            exclude= no-always always no-dirty dirty? no-broken broken?",
        ..SAYS
    },
    Entry { names: &["cherry"], flags: "v", long: "no-abbrev abbrev? no-verbose verbose", ..SAYS },
    Entry {
        names: &["show-branch"],
        flags: "ar",
        long: "no-all all no-remotes remotes no-color color? no-more more? no-list list no-name name no-current \
            current no-sha1-name sha1-name no-merge-base merge-base no-independent independent topo-order no-topics \
            topics no-sparse sparse date-order",
        special: &[maybe("g reflog")],
        ..SAYS
    },
    Entry {
        names: &["name-rev"],
        long: "no-name-only name-only no-tags tags no-refs refs= no-exclude exclude= no-all all no-stdin stdin \
            no-annotate-stdin annotate-stdin no-undefined undefined no-always always no-peel-tag peel-tag",
        ..SAYS
    },
    Entry { names: &["merge-base"], flags: "a", long: "no-all all octopus independent is-ancestor fork-point", ..SAYS },
    Entry {
        names: &["ls-files"],
        flags: "ztvfcdmoisku",
        values: "x",
        long: "no-cached cached no-deleted deleted no-modified modified no-others others no-ignored ignored no-stage \
            stage no-killed killed no-directory directory no-eol eol no-empty-directory empty-directory no-unmerged \
            unmerged no-resolve-undo resolve-undo exclude= no-exclude-per-directory exclude-standard full-name \
            no-recurse-submodules recurse-submodules no-error-unmatch error-unmatch no-with-tree with-tree= \
            no-abbrev abbrev? no-debug debug no-deduplicate deduplicate no-sparse sparse format= \
            exclude-per-directory=",
        special: &[Special::reads("X exclude-from")],
        subs: &[
            // Prints what the format says, which need not be paths of the project.
            Entry {
                names: &["--format"],
                flags: "ztvfcdmoisku",
                values: "x",
                long: "no-cached cached no-deleted deleted no-modified modified no-others others no-ignored ignored \
                    no-stage stage no-killed killed no-directory directory no-eol eol no-empty-directory \
                    empty-directory no-unmerged unmerged no-resolve-undo resolve-undo exclude= \
                    no-exclude-per-directory exclude-standard full-name no-recurse-submodules recurse-submodules \
                    no-error-unmatch error-unmatch no-with-tree with-tree= no-abbrev abbrev? no-debug debug \
                    no-deduplicate deduplicate no-sparse sparse format= exclude-per-directory=",
                special: &[Special::reads("X exclude-from")],
                ..READS
            },
        ],
        lists: true,
        ..READS
    },
    Entry {
        names: &["ls-tree"],
        flags: "drtzl",
        long: "long name-only name-status object-only no-full-name full-name no-full-tree full-tree format= \
            no-abbrev abbrev?",
        operands: FILES.first(Arg::Text, ""),
        ..READS
    },
    // The operands are objects, not files.
    Entry {
        names: &["cat-file"],
        flags: "eptszZ",
        long: "no-allow-unknown-type allow-unknown-type no-use-mailmap use-mailmap no-mailmap mailmap batch? \
            batch-check? batch-command? batch-all-objects no-buffer buffer no-follow-symlinks follow-symlinks \
            no-unordered unordered no-path path=",
        special: &[
            Special::flag("textconv", Effect::Run),
            // Runs the configured smudge filters.
            Special::flag("filters", Effect::Run),
        ],
        ..SAYS
    },
    Entry {
        names: &["count-objects"],
        flags: "vH",
        long: "no-verbose verbose no-human-readable human-readable",
        ..SAYS
    },
    Entry {
        names: &["fsck", "fsck-objects"],
        flags: "v",
        long: "no-verbose verbose no-unreachable unreachable no-dangling dangling no-tags tags no-root root no-cache \
            cache no-reflogs reflogs no-full full no-connectivity-only connectivity-only no-strict strict \
            no-lost-found no-progress progress no-name-objects name-objects",
        special: &[Special::flag("lost-found", Effect::Write)],
        ..SAYS
    },
    Entry {
        names: &["help"],
        flags: "amvgc",
        long: "all no-external-commands external-commands no-aliases aliases no-exclude-guides exclude-guides no-man \
            man no-web no-info no-verbose verbose guides user-interfaces developer-interfaces config \
            config-for-completion config-sections-for-completion",
        special: &[
            // Starts a browser.
            Special::flag("w web", Effect::Run),
            // Starts the info reader.
            Special::flag("i info", Effect::Run),
        ],
        ..SAYS
    },
    Entry { names: &["version"], long: "no-build-options build-options", ..SAYS },
    // Runs the configured gpg program.
    Entry { names: &["verify-commit"], flags: "v", long: "no-verbose verbose no-raw raw", style: Style::Gnu, ..RUNS },
    // Runs the configured gpg program.
    Entry {
        names: &["verify-tag"],
        flags: "v",
        long: "no-verbose verbose no-raw raw no-format format=",
        style: Style::Gnu,
        ..RUNS
    },
    Entry {
        names: &["rerere"],
        long: "no-rerere-autoupdate rerere-autoupdate",
        subs: &[
            Entry { names: &[""], long: "no-rerere-autoupdate rerere-autoupdate", operands: TEXT, ..WRITES },
            Entry { names: &["status", "diff", "remaining"], ..SAYS },
            Entry { names: &["clear", "gc"], operands: TEXT, ..DELETES },
            Entry { names: &["forget"], ..DELETES },
        ],
        ..WRITES
    },
    // To standard output, unless told otherwise.
    Entry {
        names: &["archive"],
        flags: "v#l",
        long: "no-format format= no-prefix prefix= no-add-file no-add-virtual-file add-virtual-file= no-output \
            no-worktree-attributes worktree-attributes no-verbose verbose mtime= no-list list no-remote no-exec",
        special: &[
            Special::writes("o output"),
            Special::value("remote", Arg::Host, Effect::Send),
            Special::runs("exec"),
            Special::reads("add-file"),
        ],
        operands: FILES.first(Arg::Text, ""),
        ..READS
    },
    Entry {
        names: &["bundle"],
        operands: TEXT,
        subs: &[
            Entry {
                names: &["create"],
                flags: "q#",
                long: "no-quiet quiet no-progress progress no-all-progress all-progress no-all-progress-implied \
                    all-progress-implied no-version version= all branches? tags? remotes? since= until= stdin \
                    max-count= not",
                operands: TEXT.first(Arg::Write, ""),
                ..WRITES
            },
            Entry { names: &["verify"], flags: "q", long: "no-quiet quiet", ..READS },
            Entry { names: &["list-heads"], operands: TEXT.first(Arg::Read, ""), ..READS },
            Entry { names: &["unbundle"], long: "no-progress progress", operands: TEXT.first(Arg::Read, ""), ..WRITES },
        ],
        ..WRITES
    },
    // Opens an editor on the report it writes.
    Entry {
        names: &["bugreport"],
        values: "s",
        long: "no-diagnose diagnose? no-output-directory no-suffix suffix=",
        special: &[Special::writes("o output-directory")],
        operands: TEXT,
        ..WRITES
    },
    Entry {
        names: &["diagnose"],
        values: "s",
        long: "no-output-directory no-suffix suffix= mode=",
        special: &[Special::writes("o output-directory")],
        operands: TEXT,
        ..WRITES
    },
    Entry {
        names: &["reflog"],
        subs: &[
            Entry { names: &["", "show"], ..LOG },
            Entry { names: &["list"], ..SAYS },
            Entry { names: &["exists"], ..SAYS },
            Entry {
                names: &["expire"],
                flags: "n",
                long: "no-dry-run dry-run no-rewrite rewrite no-updateref updateref no-verbose verbose expire= \
                    expire-unreachable= no-stale-fix stale-fix no-all all no-single-worktree single-worktree",
                operands: TEXT,
                ..DELETES
            },
            Entry {
                names: &["delete"],
                flags: "n",
                long: "no-dry-run dry-run no-rewrite rewrite no-updateref updateref no-verbose verbose",
                operands: TEXT,
                ..DELETES
            },
            Entry { names: &["drop"], long: "all single-worktree", operands: TEXT, ..DELETES },
        ],
        ..SAYS
    },
];
