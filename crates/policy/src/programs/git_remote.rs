//! The sub-commands of git that talk to other repositories or serve them.
//!
//! An address may be a local path, `host:path`, a URL or `HELPER::ADDRESS`; `ext::COMMAND` runs a command, and a host
//! name that begins with a dash is an option for ssh. The judging code looks at operands of kind [`Arg::Host`] for
//! that.

use super::entry::{
    Arg, DELETES, Effect, Entry, FETCHES, FILES, OUTPUTS, RUNS, SAYS, SENDS, SYSTEM, Special, Style, TEXT, WRITES,
};
use super::git::maybe;

/// The sub-commands.
pub(super) const SUBS: &[Entry] = &[
    Entry {
        names: &["clone"],
        flags: "vqnls46",
        values: "job",
        long: "no-verbose verbose no-quiet quiet no-progress progress no-reject-shallow reject-shallow no-checkout \
            checkout no-bare bare no-naked naked no-mirror no-local local no-hardlinks hardlinks no-shared shared \
            no-recurse-submodules recurse-submodules? no-recursive recursive? no-jobs jobs= no-reference \
            no-reference-if-able no-dissociate dissociate no-origin origin= no-branch branch= no-upload-pack \
            no-depth depth= no-shallow-since shallow-since= no-shallow-exclude shallow-exclude= no-single-branch \
            single-branch no-tags tags no-shallow-submodules shallow-submodules no-separate-git-dir no-ref-format \
            ref-format= no-server-option server-option= ipv4 ipv6 no-filter filter= no-also-filter-submodules \
            also-filter-submodules no-remote-submodules remote-submodules no-sparse sparse no-bundle-uri",
        special: &[
            Special::value("c config", Arg::Setting, Effect::Run),
            Special::runs("u upload-pack"),
            // Its hooks are copied and run.
            Special::value("template", Arg::Read, Effect::Run),
            Special::reads("reference"),
            Special::reads("reference-if-able"),
            Special::writes("separate-git-dir"),
            Special::value("bundle-uri", Arg::Host, Effect::Send),
            Special::flag("mirror", Effect::Read),
        ],
        operands: OUTPUTS.first(Arg::Host, ""),
        ..SENDS
    },
    Entry {
        names: &["fetch"],
        flags: "vqank46",
        values: "jo",
        long: "no-verbose verbose no-quiet quiet no-all no-set-upstream no-append append no-atomic atomic \
            no-upload-pack no-force no-multiple no-tags no-jobs jobs= no-prefetch prefetch no-prune no-prune-tags \
            no-recurse-submodules recurse-submodules? no-dry-run dry-run no-porcelain porcelain no-write-fetch-head \
            write-fetch-head no-keep keep no-update-head-ok no-progress progress no-depth depth= no-shallow-since \
            shallow-since= no-shallow-exclude shallow-exclude= no-deepen deepen= unshallow refetch no-update-shallow \
            update-shallow refmap= no-server-option server-option= ipv4 ipv6 no-negotiation-tip negotiation-tip= \
            no-negotiate-only negotiate-only no-filter filter= no-auto-maintenance auto-maintenance no-auto-gc \
            auto-gc no-show-forced-updates show-forced-updates no-write-commit-graph write-commit-graph no-stdin \
            stdin",
        special: &[
            // Names the program at the other end, which is this machine for a local path.
            Special::runs("upload-pack"),
            // Moves branches and tags here.
            Special::flag("f force", Effect::Delete),
            // Drops what the other end no longer has.
            Special::flag("p prune", Effect::Delete),
            Special::flag("P prune-tags", Effect::Delete),
            Special::flag("all", Effect::Read),
            Special::flag("t tags", Effect::Read),
            Special::flag("u update-head-ok", Effect::Write),
            Special::flag("set-upstream", Effect::Write),
            Special::flag("m multiple", Effect::Send).making(Arg::Host),
        ],
        operands: TEXT.first(Arg::Host, ""),
        ..SENDS
    },
    Entry {
        names: &["pull"],
        flags: "vqnak46",
        values: "Xo",
        long: "no-verbose verbose no-quiet quiet no-progress progress no-recurse-submodules recurse-submodules? \
            no-rebase no-stat stat no-summary summary no-log log? no-signoff signoff? no-squash squash no-commit \
            commit no-edit no-cleanup cleanup= no-ff ff ff-only verify no-verify-signatures no-autostash autostash \
            no-strategy no-strategy-option strategy-option= no-gpg-sign no-allow-unrelated-histories \
            allow-unrelated-histories no-all no-append append no-upload-pack no-force no-tags no-prune no-jobs \
            no-dry-run dry-run no-keep keep no-depth depth= no-shallow-since shallow-since= no-shallow-exclude \
            shallow-exclude= no-deepen deepen= unshallow no-update-shallow update-shallow refmap= no-server-option \
            server-option= no-ipv4 ipv4 no-ipv6 ipv6 no-negotiation-tip negotiation-tip= no-show-forced-updates \
            show-forced-updates no-set-upstream atomic prefetch negotiate-only",
        special: &[
            // Names the program at the other end, which is this machine for a local path.
            Special::runs("upload-pack"),
            // Moves branches and tags here.
            Special::flag("f force", Effect::Delete),
            // Drops what the other end no longer has.
            Special::flag("p prune", Effect::Delete),
            Special::flag("all", Effect::Read),
            Special::flag("t tags", Effect::Read),
            // Runs `git-merge-STRATEGY`.
            Special::runs("s strategy"),
            // Runs the configured gpg program.
            Special::value("S gpg-sign", Arg::Text, Effect::Run).attached(),
            Special::flag("verify-signatures", Effect::Run),
            // Starts an editor.
            Special::flag("e edit", Effect::Run),
            // Skips the hooks.
            Special::flag("no-verify", Effect::Write),
            Special::flag("set-upstream", Effect::Write),
            maybe("r rebase"),
            maybe("j jobs"),
        ],
        operands: TEXT.first(Arg::Host, ""),
        ..SENDS
    },
    // A refspec `+SRC:DST` forces and `:DST` deletes, without any option; the judging code looks at the operands for
    // that.
    Entry {
        names: &["push"],
        flags: "vqnu46",
        values: "o",
        long: "no-verbose verbose no-quiet quiet no-repo no-all no-branches no-mirror no-delete no-tags no-dry-run \
            dry-run no-porcelain porcelain no-force no-force-with-lease no-force-if-includes force-if-includes \
            no-recurse-submodules recurse-submodules= no-thin thin no-receive-pack no-exec no-set-upstream \
            set-upstream no-progress progress no-prune verify no-follow-tags follow-tags no-signed no-atomic atomic \
            no-push-option push-option= ipv4 ipv6",
        special: &[
            // Overwrites what is there.
            Special::flag("f force", Effect::Delete),
            Special::value("force-with-lease", Arg::Text, Effect::Delete).attached(),
            Special::flag("d delete", Effect::Delete),
            // Makes there what is here, deletes the rest.
            Special::flag("mirror", Effect::Delete),
            Special::flag("prune", Effect::Delete),
            Special::flag("all branches", Effect::Send),
            Special::flag("tags", Effect::Read),
            Special::runs("receive-pack exec"),
            // Runs the configured gpg program.
            Special::value("signed", Arg::Text, Effect::Run).attached(),
            // Skips the hooks.
            Special::flag("no-verify", Effect::Write),
            Special::value("repo", Arg::Host, Effect::Send),
        ],
        operands: TEXT.first(Arg::Host, "repo"),
        ..SENDS
    },
    Entry {
        names: &["ls-remote"],
        flags: "qtbh",
        values: "o",
        long: "no-quiet quiet no-upload-pack no-exec no-tags tags no-branches branches no-heads heads no-refs refs \
            get-url no-sort sort= no-exit-code exit-code no-symref symref no-server-option server-option=",
        special: &[Special::runs("upload-pack exec")],
        operands: TEXT.first(Arg::Host, ""),
        subs: &[
            // Prints the address and contacts nobody.
            Entry { names: &["--get-url"], flags: "q", long: "get-url quiet", ..SAYS },
        ],
        ..FETCHES
    },
    Entry {
        names: &["remote"],
        flags: "v",
        long: "verbose no-verbose",
        operands: TEXT,
        subs: &[
            Entry { names: &[""], flags: "v", long: "verbose", ..SAYS },
            Entry { names: &["get-url"], long: "no-push push no-all all", ..SAYS },
            Entry {
                names: &["show"],
                flags: "n",
                subs: &[
                    // Names only.
                    Entry { names: &[""], flags: "n", ..SAYS },
                    // Contacts nobody.
                    Entry { names: &["-n"], flags: "n", ..SAYS },
                ],
                ..SENDS
            },
            Entry {
                names: &["update"],
                long: "no-prune",
                special: &[Special::flag("p prune", Effect::Delete)],
                ..SENDS
            },
            // Adding or changing an address decides to whom things are sent later, and `ext::COMMAND` is one.
            Entry {
                names: &["add"],
                values: "tm",
                long: "no-fetch no-tags tags no-track track= no-master master= no-mirror",
                special: &[
                    Special::flag("f fetch", Effect::Send),
                    Special::value("mirror", Arg::Text, Effect::Send).attached(),
                ],
                operands: TEXT.last(Arg::Host, ""),
                ..SENDS
            },
            Entry {
                names: &["set-url"],
                long: "no-push push no-add add no-delete",
                special: &[Special::flag("delete", Effect::Delete)],
                ..SENDS
            },
            Entry {
                names: &["set-head"],
                long: "no-auto no-delete",
                special: &[Special::flag("a auto", Effect::Send), Special::flag("d delete", Effect::Delete)],
                operands: TEXT,
                ..WRITES
            },
            Entry { names: &["set-branches"], long: "no-add add", ..SYSTEM },
            Entry { names: &["rename"], long: "no-progress progress", ..SYSTEM },
            Entry { names: &["remove", "rm"], operands: TEXT, ..DELETES },
            Entry { names: &["prune"], flags: "n", long: "no-dry-run dry-run", operands: TEXT, ..DELETES },
        ],
        ..WRITES
    },
    Entry { names: &["request-pull"], flags: "p", ..SENDS },
    Entry {
        names: &["send-email"],
        flags: "q",
        long: "from= to= cc= bcc= subject= in-reply-to= reply-to= dry-run quiet confirm= validate no-validate force \
            batch-size= relogin-delay= chain-reply-to no-chain-reply-to thread no-thread suppress-cc= suppress-from \
            no-suppress-from signed-off-by-cc no-signed-off-by-cc format-patch no-format-patch identity= \
            envelope-sender= smtp-user= smtp-encryption= smtp-server-port= smtp-server-option= smtp-domain= \
            smtp-auth= smtp-debug= transfer-encoding= 8bit-encoding= compose-encoding= xmailer no-xmailer no-to \
            no-cc no-bcc dump-aliases",
        special: &[
            // May be the path of a program.
            Special::value("smtp-server", Arg::Host, Effect::Run),
            Special::runs("sendmail-cmd"),
            Special::value("to-cmd", Arg::Shell, Effect::Run),
            Special::value("cc-cmd", Arg::Shell, Effect::Run),
            Special::value("header-cmd", Arg::Shell, Effect::Run),
            // Starts an editor.
            Special::flag("compose", Effect::Run),
            // Starts an editor.
            Special::flag("annotate", Effect::Run),
            Special::value("smtp-pass", Arg::Text, Effect::Send),
            Special::value("smtp-ssl-cert-path", Arg::Read, Effect::Send),
        ],
        operands: FILES,
        ..SENDS
    },
    Entry { names: &["imap-send"], flags: "vq", long: "verbose quiet curl no-curl", ..SENDS },
    // Bridges to other systems, with hooks and programs of their own; no option of theirs is taken as plain.
    Entry { names: &["svn", "p4", "cvsimport", "cvsexportcommit", "archimport", "cvsserver"], ..SENDS },
    // The plumbing under push.
    Entry {
        names: &["send-pack"],
        flags: "vqn",
        long: "no-verbose verbose no-quiet quiet no-receive-pack no-exec no-remote remote= no-all no-dry-run dry-run \
            no-mirror no-force no-signed no-push-option push-option= no-progress progress no-thin thin no-atomic \
            atomic no-stateless-rpc stateless-rpc no-stdin stdin no-helper-status helper-status no-force-with-lease \
            no-force-if-includes force-if-includes",
        special: &[
            Special::runs("receive-pack exec"),
            Special::flag("f force", Effect::Delete),
            Special::flag("mirror", Effect::Delete),
            Special::value("force-with-lease", Arg::Text, Effect::Delete).attached(),
            Special::value("signed", Arg::Text, Effect::Run).attached(),
            Special::flag("all", Effect::Send),
        ],
        operands: TEXT.first(Arg::Host, ""),
        ..SENDS
    },
    Entry {
        names: &["fetch-pack"],
        flags: "qkv",
        long: "all stdin quiet keep thin include-tag depth= no-progress shallow-since= shallow-exclude= \
            deepen-relative refetch check-self-contained-and-connected",
        special: &[Special::runs("upload-pack exec")],
        operands: TEXT.first(Arg::Host, ""),
        ..SENDS
    },
    Entry {
        names: &["http-fetch"],
        flags: "ctav",
        values: "w",
        long: "recover stdin packfile= index-pack-args=",
        ..SENDS
    },
    Entry {
        names: &["http-push"],
        long: "all dry-run verbose",
        special: &[
            Special::flag("d", Effect::Delete),
            Special::flag("D", Effect::Delete),
            Special::flag("force", Effect::Delete),
        ],
        operands: TEXT.first(Arg::Host, ""),
        ..SENDS
    },
    Entry { names: &["remote-http", "remote-https", "remote-ftp", "remote-ftps"], ..SENDS },
    // Runs the command that its address spells out.
    Entry { names: &["remote-ext", "remote-fd"], style: Style::Gnu, ..RUNS },
    // Serve repositories to others, or stay in the background.
    Entry {
        names: &[
            "daemon",
            "http-backend",
            "upload-pack",
            "upload-archive",
            "receive-pack",
            "shell",
            "fsmonitor--daemon",
        ],
        ..SYSTEM
    },
    // Print and store passwords.
    Entry { names: &["credential", "credential-cache", "credential-store", "credential-cache--daemon"], ..SYSTEM },
    // The large-file add-on.
    Entry {
        names: &["lfs"],
        operands: TEXT,
        subs: &[
            Entry {
                names: &["ls-files"],
                flags: "ladnsI",
                values: "X",
                long: "long all deleted name-only size debug json include= exclude=",
                ..SAYS
            },
            Entry { names: &["status"], flags: "pj", long: "porcelain json", ..SAYS },
            Entry { names: &["env", "version"], ..SAYS },
            Entry {
                names: &["logs"],
                subs: &[
                    Entry { names: &[""], ..SAYS },
                    Entry { names: &["last", "show", "boomtown"], ..SAYS },
                    Entry { names: &["clear"], operands: TEXT, ..DELETES },
                ],
                ..SAYS
            },
            // Moves damaged objects away.
            Entry { names: &["fsck"], flags: "d", long: "objects pointers dry-run", operands: TEXT, ..WRITES },
            Entry {
                names: &["pointer"],
                long: "stdin check strict no-strict build-raw",
                special: &[Special::reads("file"), Special::reads("pointer")],
                ..SAYS
            },
            Entry {
                names: &["track"],
                flags: "vdlj",
                long: "verbose dry-run filename lockable not-lockable no-excluded json no-modify-attrs",
                operands: TEXT,
                subs: &[Entry { names: &[""], flags: "v", long: "verbose no-excluded json", ..SAYS }],
                ..WRITES
            },
            Entry { names: &["untrack"], operands: TEXT, ..WRITES },
            Entry { names: &["checkout"], long: "base ours theirs", special: &[Special::writes("to")], ..WRITES },
            Entry {
                names: &["fetch"],
                flags: "apIXr",
                long: "include= exclude= recent all prune refetch dry-run json",
                operands: TEXT.first(Arg::Host, ""),
                ..SENDS
            },
            Entry { names: &["pull", "clone", "push", "lock", "unlock", "locks"], ..SENDS },
            // Changes the hooks and the filters of the user.
            Entry { names: &["install", "uninstall", "update"], ..SYSTEM },
            Entry { names: &["migrate", "prune", "dedup"], operands: TEXT, ..DELETES },
        ],
        ..WRITES
    },
];
