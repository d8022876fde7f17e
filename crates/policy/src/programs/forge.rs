//! The command-line clients of the forges: gh, glab, hub, tea.
//!
//! Nearly all they do talks to a server. What only asks it is [`Effect::Fetch`] and covered by a rule on the program; the
//! rest is [`Effect::Send`] and needs a rule that names the sub-command. Options that start a browser or an editor, send a file, or delete are marked one by one.

use super::entry::{
    Arg, DELETES, Effect, Entry, FETCHES, FILES, OUTPUTS, RUNS, SAYS, SENDS, SYSTEM, Special, Style, TEXT, WRITES,
};

/// The programs.
pub(super) const TABLE: &[Entry] = &[
    // Everything but a few local rows talks to GitHub: sub-commands that create or change something are Send, those that
    // delete are Delete.
    // `--web` starts a browser.
    Entry {
        names: &["gh"],
        values: "R",
        long: "version help repo=",
        subs: &[
            Entry {
                names: &["pr"],
                values: "R",
                long: "repo=",
                subs: &[
                    Entry {
                        names: &["list", "ls"],
                        flags: "d",
                        values: "aABHqlLSstR",
                        long: "app= assignee= author= base= draft head= jq= json= label= limit= search= state= \
                            template= repo=",
                        special: &[Special::flag("w web", Effect::Run)],
                        ..FETCHES
                    },
                    Entry {
                        names: &["view"],
                        flags: "c",
                        values: "qtR",
                        long: "comments jq= json= template= repo=",
                        special: &[Special::flag("w web", Effect::Run)],
                        ..FETCHES
                    },
                    Entry {
                        names: &["status"],
                        flags: "c",
                        values: "qtR",
                        long: "conflict-status jq= json= template= repo=",
                        ..FETCHES
                    },
                    Entry {
                        names: &["diff"],
                        values: "eR",
                        long: "color= name-only patch repo= exclude= allow-empty",
                        special: &[Special::flag("w web", Effect::Run)],
                        ..FETCHES
                    },
                    Entry {
                        names: &["checks"],
                        values: "iqtR",
                        long: "interval= required watch repo= fail-fast json= jq= template=",
                        special: &[Special::flag("w web", Effect::Run)],
                        ..FETCHES
                    },
                    // Fetches and switches.
                    Entry {
                        names: &["checkout", "co"],
                        values: "bR",
                        long: "branch= detach recurse-submodules repo=",
                        special: &[
                            // Throws away local commits of that branch.
                            Special::flag("f force", Effect::Delete),
                        ],
                        ..SENDS
                    },
                    Entry {
                        names: &["create", "new"],
                        flags: "df",
                        values: "aBbHlmprtTR",
                        long: "assignee= base= body= draft fill head= label= milestone= no-maintainer-edit project= \
                            reviewer= title= repo= dry-run fill-first fill-verbose template=",
                        special: GH_CREATE_OPTIONS,
                        ..SENDS
                    },
                    Entry {
                        names: &["edit"],
                        values: "BbmtR",
                        long: "add-assignee= add-label= add-project= add-reviewer= base= body= milestone= \
                            remove-assignee= remove-label= remove-project= remove-reviewer= title= repo= \
                            remove-milestone",
                        special: &[Special::value("F body-file", Arg::Read, Effect::Send)],
                        ..SENDS
                    },
                    Entry { names: &["comment"], ..GH_COMMENT },
                    Entry {
                        names: &["review"],
                        flags: "acr",
                        values: "bR",
                        long: "approve body= comment request-changes repo=",
                        special: &[Special::value("F body-file", Arg::Read, Effect::Send)],
                        ..SENDS
                    },
                    Entry {
                        names: &["merge"],
                        flags: "mrs",
                        values: "AbtR",
                        long: "author-email= body= disable-auto match-head-commit= merge rebase squash subject= repo=",
                        special: &[
                            Special::flag("d delete-branch", Effect::Delete),
                            // Merges against the rules of the repository.
                            Special::flag("admin", Effect::Send),
                            Special::flag("auto", Effect::Send),
                            Special::value("F body-file", Arg::Read, Effect::Send),
                        ],
                        ..SENDS
                    },
                    Entry {
                        names: &["close"],
                        values: "cR",
                        long: "comment= repo=",
                        special: &[Special::flag("d delete-branch", Effect::Delete)],
                        ..SENDS
                    },
                    Entry { names: &["ready"], values: "R", long: "undo repo=", ..SENDS },
                    Entry { names: &["reopen"], values: "cR", long: "comment= repo=", ..SENDS },
                    Entry { names: &["lock"], values: "rR", long: "reason= repo=", ..SENDS },
                    Entry { names: &["unlock"], values: "R", long: "repo=", ..SENDS },
                    Entry { names: &["update-branch"], values: "R", long: "repo= rebase", ..SENDS },
                    Entry {
                        names: &["revert"],
                        flags: "d",
                        values: "btR",
                        long: "repo= body= draft title=",
                        special: &[Special::value("F body-file", Arg::Read, Effect::Send)],
                        ..SENDS
                    },
                ],
                ..SENDS
            },
            Entry {
                names: &["issue"],
                values: "R",
                long: "repo=",
                subs: &[
                    Entry {
                        names: &["list", "ls"],
                        values: "aAqlLmSstR",
                        long: "app= assignee= author= jq= json= label= limit= mention= milestone= search= state= \
                            template= repo= type=",
                        special: &[Special::flag("w web", Effect::Run)],
                        ..FETCHES
                    },
                    Entry {
                        names: &["view"],
                        flags: "c",
                        values: "qtR",
                        long: "comments jq= json= template= repo=",
                        special: &[Special::flag("w web", Effect::Run)],
                        ..FETCHES
                    },
                    Entry { names: &["status"], values: "qtR", long: "jq= json= template= repo=", ..FETCHES },
                    Entry {
                        names: &["create", "new"],
                        values: "ablmptTR",
                        long: "assignee= body= label= milestone= project= title= repo= template= type= parent= \
                            blocked-by= blocking=",
                        special: GH_CREATE_OPTIONS,
                        ..SENDS
                    },
                    Entry {
                        names: &["edit"],
                        values: "bmtR",
                        long: "add-assignee= add-label= add-project= body= milestone= remove-assignee= remove-label= \
                            remove-project= title= repo= remove-milestone type= remove-type parent= remove-parent",
                        special: &[Special::value("F body-file", Arg::Read, Effect::Send)],
                        ..SENDS
                    },
                    Entry { names: &["comment"], ..GH_COMMENT },
                    Entry { names: &["close"], values: "crR", long: "comment= reason= repo= duplicate-of=", ..SENDS },
                    Entry { names: &["reopen"], values: "cR", long: "comment= repo=", ..SENDS },
                    Entry {
                        names: &["develop"],
                        flags: "l",
                        values: "binR",
                        long: "base= issue-repo= list name= repo= branch-repo=",
                        special: &[Special::flag("c checkout", Effect::Send)],
                        ..SENDS
                    },
                    Entry { names: &["lock"], values: "rR", long: "reason= repo=", ..SENDS },
                    Entry { names: &["unlock"], values: "R", long: "repo=", ..SENDS },
                    Entry { names: &["pin"], values: "R", long: "repo=", ..SENDS },
                    Entry { names: &["unpin"], values: "R", long: "repo=", ..SENDS },
                    Entry { names: &["transfer"], values: "R", long: "repo=", ..SENDS },
                    Entry { names: &["delete"], values: "R", long: "yes repo=", operands: TEXT, ..DELETES },
                ],
                ..SENDS
            },
            Entry {
                names: &["run"],
                values: "R",
                long: "repo=",
                subs: &[
                    Entry {
                        names: &["list", "ls"],
                        flags: "a",
                        values: "bqLtuwcesR",
                        long: "branch= jq= json= limit= template= user= workflow= repo= all commit= created= event= \
                            status=",
                        ..FETCHES
                    },
                    Entry {
                        names: &["view"],
                        flags: "v",
                        values: "jqtaR",
                        long: "exit-status job= jq= json= log log-failed template= verbose repo= attempt=",
                        special: &[Special::flag("w web", Effect::Run)],
                        ..FETCHES
                    },
                    Entry { names: &["watch"], values: "iR", long: "exit-status interval= repo= compact", ..SENDS },
                    Entry {
                        names: &["download"],
                        values: "npR",
                        long: "name= pattern= repo=",
                        special: &[Special::writes("D dir")],
                        ..SENDS
                    },
                    Entry { names: &["rerun"], flags: "d", values: "jR", long: "debug failed job= repo=", ..SENDS },
                    Entry { names: &["cancel"], values: "R", long: "repo= force", ..SENDS },
                    Entry { names: &["delete"], values: "R", long: "repo=", operands: TEXT, ..DELETES },
                ],
                ..SENDS
            },
            Entry {
                names: &["workflow"],
                values: "R",
                long: "repo=",
                subs: &[
                    Entry {
                        names: &["list", "ls"],
                        flags: "a",
                        values: "LqtR",
                        long: "all limit= repo= json= jq= template=",
                        ..FETCHES
                    },
                    Entry {
                        names: &["view"],
                        flags: "y",
                        values: "rR",
                        long: "ref= yaml repo=",
                        special: &[Special::flag("w web", Effect::Run)],
                        ..FETCHES
                    },
                    Entry {
                        names: &["run"],
                        values: "rR",
                        long: "ref= repo=",
                        special: &[
                            // `NAME=@FILE` sends a file.
                            Special::value("F field", Arg::Text, Effect::Send),
                            Special::value("f raw-field", Arg::Text, Effect::Send),
                            Special::flag("json", Effect::Send),
                        ],
                        ..SENDS
                    },
                    Entry { names: &["enable"], values: "R", long: "repo=", ..SENDS },
                    Entry { names: &["disable"], values: "R", long: "repo=", ..SENDS },
                ],
                ..SENDS
            },
            Entry {
                names: &["repo"],
                subs: &[
                    Entry {
                        names: &["view"],
                        values: "bqt",
                        long: "branch= jq= json= template=",
                        special: &[Special::flag("w web", Effect::Run)],
                        ..FETCHES
                    },
                    Entry {
                        names: &["list", "ls"],
                        values: "qlLt",
                        long: "archived fork jq= json= language= limit= no-archived source template= topic= \
                            visibility=",
                        ..FETCHES
                    },
                    Entry {
                        names: &["clone"],
                        values: "u",
                        long: "upstream-remote-name= no-upstream",
                        operands: OUTPUTS.first(Arg::Host, ""),
                        subs: &[
                            // What follows is for git.
                            Entry { names: &["--"], style: Style::Gnu, ..RUNS },
                        ],
                        ..SENDS
                    },
                    Entry {
                        names: &["create", "new"],
                        flags: "c",
                        values: "dghlrtp",
                        long: "add-readme clone description= disable-issues disable-wiki gitignore= homepage= \
                            include-all-branches internal license= private remote= team= template=",
                        special: &[
                            Special::flag("push", Effect::Send),
                            Special::reads("s source"),
                            Special::flag("public", Effect::Send),
                        ],
                        ..SENDS
                    },
                    Entry {
                        names: &["fork"],
                        long: "clone default-branch-only fork-name= org= remote remote-name=",
                        subs: &[
                            // What follows is for git.
                            Entry { names: &["--"], style: Style::Gnu, ..RUNS },
                        ],
                        ..SENDS
                    },
                    Entry {
                        names: &["sync"],
                        values: "bs",
                        long: "branch= source=",
                        special: &[Special::flag("force", Effect::Delete)],
                        ..SENDS
                    },
                    Entry {
                        names: &["edit"],
                        values: "dh",
                        long: "add-topic= allow-forking allow-update-branch default-branch= delete-branch-on-merge \
                            description= enable-auto-merge enable-discussions enable-issues enable-merge-commit \
                            enable-projects enable-rebase-merge enable-squash-merge enable-wiki homepage= \
                            remove-topic= template accept-visibility-change-consequences enable-secret-scanning \
                            enable-secret-scanning-push-protection enable-advanced-security \
                            squash-merge-commit-message=",
                        special: &[
                            // May make it public.
                            Special::value("visibility", Arg::Text, Effect::System),
                        ],
                        ..SENDS
                    },
                    Entry { names: &["rename"], flags: "y", values: "R", long: "yes repo=", ..SENDS },
                    Entry {
                        names: &["set-default"],
                        flags: "v",
                        long: "view",
                        special: &[Special::flag("u unset", Effect::Write)],
                        operands: TEXT,
                        ..WRITES
                    },
                    Entry { names: &["archive"], flags: "y", long: "yes", operands: TEXT, ..DELETES },
                    Entry { names: &["unarchive"], flags: "y", long: "yes", ..SENDS },
                    Entry { names: &["delete"], long: "yes", operands: TEXT, ..DELETES },
                    Entry {
                        names: &["deploy-key"],
                        subs: &[
                            Entry {
                                names: &["list", "ls"],
                                values: "qtR",
                                long: "repo= json= jq= template=",
                                ..FETCHES
                            },
                            Entry {
                                names: &["add"],
                                flags: "w",
                                values: "tR",
                                long: "allow-write title= repo=",
                                operands: FILES,
                                ..SYSTEM
                            },
                            Entry { names: &["delete"], values: "R", long: "repo=", operands: TEXT, ..DELETES },
                        ],
                        ..SENDS
                    },
                    Entry {
                        names: &["autolink"],
                        subs: &[
                            Entry {
                                names: &["list", "ls"],
                                values: "qtR",
                                long: "repo= json= jq= template=",
                                special: &[Special::flag("w web", Effect::Run)],
                                ..FETCHES
                            },
                            Entry { names: &["view"], values: "qtR", long: "repo= json= jq= template=", ..FETCHES },
                            Entry { names: &["create"], flags: "n", values: "R", long: "repo= numeric", ..SENDS },
                            Entry { names: &["delete"], values: "R", long: "repo= yes", operands: TEXT, ..DELETES },
                        ],
                        ..SENDS
                    },
                    Entry {
                        names: &["gitignore", "license"],
                        subs: &[
                            Entry { names: &["list", "ls"], ..FETCHES },
                            Entry { names: &["view"], special: &[Special::flag("w web", Effect::Run)], ..FETCHES },
                        ],
                        ..SENDS
                    },
                ],
                ..SENDS
            },
            Entry {
                names: &["release"],
                values: "R",
                long: "repo=",
                subs: &[
                    Entry {
                        names: &["list", "ls"],
                        values: "LOqtR",
                        long: "exclude-drafts exclude-pre-releases limit= repo= order= json= jq= template=",
                        ..FETCHES
                    },
                    Entry {
                        names: &["view"],
                        values: "qtR",
                        long: "jq= json= template= repo=",
                        special: &[Special::flag("w web", Effect::Run)],
                        ..FETCHES
                    },
                    // Writes into the current directory, unless told where.
                    Entry {
                        names: &["download"],
                        values: "ApR",
                        long: "archive= pattern= skip-existing repo=",
                        special: &[
                            Special::writes("D dir"),
                            Special::writes("O output"),
                            Special::flag("clobber", Effect::Delete),
                        ],
                        ..SENDS
                    },
                    Entry {
                        names: &["create", "new"],
                        flags: "dp",
                        values: "ntR",
                        long: "discussion-category= draft generate-notes latest notes= notes-start-tag= prerelease \
                            target= title= verify-tag repo= notes-from-tag fail-on-no-commits",
                        special: &[Special::value("F notes-file", Arg::Read, Effect::Send)],
                        operands: FILES.first(Arg::Text, ""),
                        ..SENDS
                    },
                    Entry {
                        names: &["edit"],
                        values: "ntR",
                        long: "discussion-category= draft latest notes= prerelease tag= target= title= repo= \
                            verify-tag",
                        special: &[Special::value("F notes-file", Arg::Read, Effect::Send)],
                        ..SENDS
                    },
                    Entry {
                        names: &["upload"],
                        values: "R",
                        long: "repo=",
                        special: &[Special::flag("clobber", Effect::Delete)],
                        operands: FILES.first(Arg::Text, ""),
                        ..SENDS
                    },
                    Entry { names: &["verify"], values: "qtR", long: "repo= format= jq= template=", ..SENDS },
                    Entry {
                        names: &["verify-asset"],
                        values: "qtR",
                        long: "repo= format= jq= template=",
                        operands: FILES.first(Arg::Text, ""),
                        ..SENDS
                    },
                    Entry {
                        names: &["delete"],
                        flags: "y",
                        values: "R",
                        long: "cleanup-tag yes repo=",
                        operands: TEXT,
                        ..DELETES
                    },
                    Entry {
                        names: &["delete-asset"],
                        flags: "y",
                        values: "R",
                        long: "yes repo=",
                        operands: TEXT,
                        ..DELETES
                    },
                ],
                ..SENDS
            },
            Entry {
                names: &["gist"],
                subs: &[
                    Entry {
                        names: &["list", "ls"],
                        values: "L",
                        long: "limit= public secret filter= include-content",
                        ..FETCHES
                    },
                    Entry {
                        names: &["view"],
                        flags: "r",
                        values: "f",
                        long: "filename= files raw",
                        special: &[Special::flag("w web", Effect::Run)],
                        ..FETCHES
                    },
                    Entry {
                        names: &["clone"],
                        operands: OUTPUTS.first(Arg::Host, ""),
                        subs: &[
                            // What follows is for git.
                            Entry { names: &["--"], style: Style::Gnu, ..RUNS },
                        ],
                        ..SENDS
                    },
                    // Sends the files.
                    Entry {
                        names: &["create", "new"],
                        flags: "p",
                        values: "df",
                        long: "desc= filename= public",
                        special: &[Special::flag("w web", Effect::Run)],
                        operands: FILES,
                        ..SENDS
                    },
                    Entry { names: &["rename"], ..SENDS },
                    // Starts an editor.
                    Entry {
                        names: &["edit"],
                        values: "df",
                        long: "desc= filename=",
                        special: &[
                            Special::value("a add", Arg::Read, Effect::Send),
                            Special::value("r remove", Arg::Text, Effect::Delete),
                        ],
                        style: Style::Gnu,
                        ..RUNS
                    },
                    Entry { names: &["delete"], long: "yes", operands: TEXT, ..DELETES },
                ],
                ..SENDS
            },
            // GET, unless a field, a body or a method says otherwise. The operand is a path of the API, not a file.
            Entry {
                names: &["api"],
                flags: "i",
                values: "qpt",
                long: "cache= include jq= paginate preview= silent template= slurp verbose",
                special: &[
                    // POST, PATCH, PUT, DELETE.
                    Special::value("X method", Arg::Text, Effect::Send),
                    // A field makes it a POST.
                    Special::value("f raw-field", Arg::Text, Effect::Send),
                    // The same; `NAME=@FILE` sends a file.
                    Special::value("F field", Arg::Text, Effect::Send),
                    // Sends a file, by POST.
                    Special::value("input", Arg::Read, Effect::Send),
                    // May override the method.
                    Special::value("H header", Arg::Text, Effect::Send),
                    Special::value("hostname", Arg::Host, Effect::Send),
                ],
                ..SENDS
            },
            Entry {
                names: &["search"],
                subs: &[
                    Entry {
                        names: &["issues"],
                        values: "qLtR",
                        long: "app= archived assignee= author= closed= commenter= comments= created= include-prs \
                            interactions= involves= jq= json= label= language= limit= locked match= mentions= \
                            milestone= no-assignee no-label no-milestone no-project order= owner= project= \
                            reactions= repo= sort= state= team-mentions= template= updated= visibility=",
                        special: &[Special::flag("w web", Effect::Run)],
                        ..FETCHES
                    },
                    Entry {
                        names: &["prs"],
                        values: "BHqLtR",
                        long: "app= archived assignee= author= base= checks= closed= commenter= comments= created= \
                            draft head= interactions= involves= jq= json= label= language= limit= locked match= \
                            mentions= merged merged-at= milestone= no-assignee no-label no-milestone no-project \
                            order= owner= project= reactions= repo= review= review-requested= reviewed-by= sort= \
                            state= team-mentions= template= updated= visibility=",
                        special: &[Special::flag("w web", Effect::Run)],
                        ..FETCHES
                    },
                    Entry {
                        names: &["repos"],
                        values: "qLt",
                        long: "archived created= followers= forks= good-first-issues= help-wanted-issues= \
                            include-forks= jq= json= language= license= limit= match= number-topics= order= owner= \
                            size= sort= stars= template= topic= updated= visibility= app=",
                        special: &[Special::flag("w web", Effect::Run)],
                        ..FETCHES
                    },
                    Entry {
                        names: &["commits"],
                        values: "qLtR",
                        long: "author= author-date= author-email= author-name= committer= committer-date= \
                            committer-email= committer-name= hash= jq= json= limit= merge order= owner= parent= \
                            repo= sort= template= tree= visibility= app=",
                        special: &[Special::flag("w web", Effect::Run)],
                        ..FETCHES
                    },
                    Entry {
                        names: &["code"],
                        values: "qtLR",
                        long: "extension= filename= language= limit= match= owner= repo= size= json= jq= template=",
                        special: &[Special::flag("w web", Effect::Run)],
                        ..FETCHES
                    },
                ],
                ..SENDS
            },
            Entry {
                names: &["label"],
                values: "R",
                long: "repo=",
                subs: &[
                    Entry {
                        names: &["list", "ls"],
                        values: "qLStR",
                        long: "jq= json= limit= order= search= sort= template= repo=",
                        special: &[Special::flag("w web", Effect::Run)],
                        ..FETCHES
                    },
                    Entry {
                        names: &["create", "new"],
                        values: "cdR",
                        long: "color= description= repo=",
                        special: &[Special::flag("f force", Effect::Delete)],
                        ..SENDS
                    },
                    Entry { names: &["edit"], values: "cdnR", long: "color= description= name= repo=", ..SENDS },
                    Entry {
                        names: &["clone"],
                        values: "R",
                        long: "repo=",
                        special: &[Special::flag("f force", Effect::Delete)],
                        ..SENDS
                    },
                    Entry { names: &["delete"], values: "R", long: "yes repo=", operands: TEXT, ..DELETES },
                ],
                ..SENDS
            },
            Entry {
                names: &["secret"],
                values: "R",
                long: "repo=",
                subs: &[
                    Entry {
                        names: &["list", "ls"],
                        flags: "u",
                        values: "aeoqtR",
                        long: "app= env= org= user repo= json= jq= template=",
                        ..FETCHES
                    },
                    Entry {
                        names: &["set"],
                        flags: "u",
                        values: "aeorvR",
                        long: "app= env= no-store org= repos= user visibility= repo= no-repos-selected",
                        special: &[
                            Special::value("b body", Arg::Text, Effect::Send),
                            Special::value("f env-file", Arg::Read, Effect::Send),
                        ],
                        ..SENDS
                    },
                    Entry {
                        names: &["delete", "remove"],
                        flags: "u",
                        values: "aeoR",
                        long: "app= env= org= user repo=",
                        operands: TEXT,
                        ..DELETES
                    },
                ],
                ..SENDS
            },
            Entry {
                names: &["variable"],
                values: "R",
                long: "repo=",
                subs: &[
                    Entry {
                        names: &["list", "ls"],
                        values: "eoqtR",
                        long: "repo= env= org= json= jq= template=",
                        ..FETCHES
                    },
                    Entry { names: &["get"], values: "eoqtR", long: "repo= env= org= json= jq= template=", ..SENDS },
                    Entry {
                        names: &["set"],
                        values: "eorvR",
                        long: "repo= env= org= repos= visibility=",
                        special: &[
                            Special::value("b body", Arg::Text, Effect::Send),
                            Special::value("f env-file", Arg::Read, Effect::Send),
                        ],
                        ..SENDS
                    },
                    Entry {
                        names: &["delete", "remove"],
                        values: "eoR",
                        long: "repo= env= org=",
                        operands: TEXT,
                        ..DELETES
                    },
                ],
                ..SENDS
            },
            Entry {
                names: &["cache"],
                values: "R",
                long: "repo=",
                subs: &[
                    Entry {
                        names: &["list", "ls"],
                        values: "kLOSrqtR",
                        long: "repo= key= limit= order= sort= ref= json= jq= template=",
                        ..FETCHES
                    },
                    Entry {
                        names: &["delete"],
                        flags: "a",
                        values: "rR",
                        long: "repo= all ref= succeed-on-no-caches",
                        operands: TEXT,
                        ..DELETES
                    },
                ],
                ..SENDS
            },
            Entry {
                names: &["ruleset", "rs"],
                values: "R",
                long: "repo=",
                subs: &[
                    Entry {
                        names: &["list", "ls"],
                        flags: "p",
                        values: "LoR",
                        long: "repo= parents limit= org=",
                        special: &[Special::flag("w web", Effect::Run)],
                        ..FETCHES
                    },
                    Entry {
                        names: &["view"],
                        flags: "p",
                        values: "oR",
                        long: "repo= parents org=",
                        special: &[Special::flag("w web", Effect::Run)],
                        ..FETCHES
                    },
                    Entry {
                        names: &["check"],
                        values: "R",
                        long: "repo= default",
                        special: &[Special::flag("w web", Effect::Run)],
                        ..SENDS
                    },
                ],
                ..SENDS
            },
            Entry {
                names: &["org"],
                subs: &[Entry { names: &["list", "ls"], values: "L", long: "limit=", ..SENDS }],
                ..SENDS
            },
            Entry {
                names: &["project"],
                subs: &[
                    Entry {
                        names: &["list", "ls"],
                        values: "qtL",
                        long: "owner= format= jq= template= limit= closed query=",
                        special: &[Special::flag("w web", Effect::Run)],
                        ..FETCHES
                    },
                    Entry {
                        names: &["view"],
                        values: "qtL",
                        long: "owner= format= jq= template= limit= closed query=",
                        special: &[Special::flag("w web", Effect::Run)],
                        ..FETCHES
                    },
                    Entry {
                        names: &["field-list"],
                        values: "qtL",
                        long: "owner= format= jq= template= limit= closed query=",
                        special: &[Special::flag("w web", Effect::Run)],
                        ..SENDS
                    },
                    Entry {
                        names: &["item-list"],
                        values: "qtL",
                        long: "owner= format= jq= template= limit= closed query=",
                        special: &[Special::flag("w web", Effect::Run)],
                        ..SENDS
                    },
                    Entry {
                        names: &[
                            "create",
                            "edit",
                            "close",
                            "copy",
                            "field-create",
                            "item-add",
                            "item-archive",
                            "item-create",
                            "item-edit",
                            "link",
                            "unlink",
                            "mark-template",
                        ],
                        values: "qtRTbd",
                        long: "owner= format= jq= template= limit= title= body= description= readme= visibility= \
                            url= undo id= project-id= field-id= text= number= date= iteration-id= \
                            single-select-option-id= single-select-options= data-type= name= source-owner= \
                            target-owner= drafts repo= team= clear",
                        ..SENDS
                    },
                    Entry {
                        names: &["delete", "field-delete", "item-delete"],
                        values: "qt",
                        long: "owner= format= jq= template= limit= id=",
                        operands: TEXT,
                        ..DELETES
                    },
                ],
                ..SENDS
            },
            Entry {
                names: &["ssh-key"],
                subs: &[
                    Entry { names: &["list", "ls"], ..FETCHES },
                    // Gives the holder of a key access to the account.
                    Entry { names: &["add"], values: "t", long: "title= type=", operands: FILES, ..SYSTEM },
                    Entry { names: &["delete"], flags: "y", long: "yes", operands: TEXT, ..DELETES },
                ],
                ..SENDS
            },
            Entry {
                names: &["gpg-key"],
                subs: &[
                    Entry { names: &["list", "ls"], ..FETCHES },
                    Entry { names: &["add"], values: "t", long: "title=", operands: FILES, ..SYSTEM },
                    Entry { names: &["delete"], flags: "y", long: "yes", operands: TEXT, ..DELETES },
                ],
                ..SENDS
            },
            Entry {
                names: &["codespace", "cs"],
                subs: &[
                    Entry {
                        names: &["list", "ls"],
                        values: "qLoRtu",
                        long: "jq= json= limit= org= repo= template= user=",
                        special: &[Special::flag("w web", Effect::Run)],
                        ..FETCHES
                    },
                    Entry { names: &["view"], values: "cqt", long: "codespace= json= jq= template=", ..FETCHES },
                    Entry {
                        names: &["logs"],
                        values: "c",
                        long: "codespace=",
                        special: &[Special::flag("f follow", Effect::Read)],
                        ..SENDS
                    },
                    Entry {
                        names: &["ports"],
                        values: "cqt",
                        long: "codespace= json= jq= template=",
                        subs: &[
                            Entry { names: &[""], values: "cqt", long: "codespace= json= jq= template=", ..SENDS },
                            Entry { names: &["forward"], values: "c", long: "codespace=", style: Style::Gnu, ..RUNS },
                            Entry { names: &["visibility"], values: "c", long: "codespace=", ..SENDS },
                        ],
                        ..SENDS
                    },
                    Entry {
                        names: &["create", "new"],
                        flags: "s",
                        values: "bdlmR",
                        long: "branch= default-permissions devcontainer-path= display-name= idle-timeout= location= \
                            machine= repo= retention-period= status dir=",
                        special: &[Special::flag("w web", Effect::Run)],
                        ..SENDS
                    },
                    Entry { names: &["edit"], values: "cdm", long: "codespace= display-name= machine=", ..SENDS },
                    Entry { names: &["rebuild"], values: "c", long: "codespace= full", ..SENDS },
                    Entry { names: &["stop"], values: "cou", long: "codespace= org= user=", ..SENDS },
                    // Runs commands there, or a program here.
                    Entry { names: &["ssh", "cp", "code", "jupyter"], style: Style::Gnu, ..RUNS },
                    Entry {
                        names: &["delete"],
                        flags: "f",
                        values: "coRu",
                        long: "all codespace= days= force org= repo= user=",
                        operands: TEXT,
                        ..DELETES
                    },
                ],
                ..SENDS
            },
            Entry {
                names: &["attestation", "at"],
                subs: &[
                    Entry {
                        names: &["verify"],
                        values: "doqtRL",
                        long: "bundle-from-oci cert-identity= cert-identity-regex= cert-oidc-issuer= \
                            deny-self-hosted-runners digest-alg= format= hostname= jq= limit= no-public-good owner= \
                            predicate-type= repo= signer-digest= signer-repo= signer-workflow= source-digest= \
                            source-ref= template=",
                        special: &[Special::reads("b bundle"), Special::reads("custom-trusted-root")],
                        operands: FILES,
                        ..SENDS
                    },
                    // Writes the bundle into the current directory.
                    Entry {
                        names: &["download"],
                        values: "doLR",
                        long: "digest-alg= hostname= limit= owner= predicate-type= repo=",
                        operands: FILES,
                        ..SENDS
                    },
                    Entry {
                        names: &["trusted-root"],
                        long: "hostname= verify-only",
                        special: &[Special::reads("tuf-root"), Special::value("tuf-url", Arg::Host, Effect::Send)],
                        ..SENDS
                    },
                ],
                ..SENDS
            },
            Entry {
                names: &["agent-task", "agent-tasks"],
                subs: &[
                    Entry {
                        names: &["list", "ls"],
                        values: "LqtR",
                        long: "repo= limit= json= jq= template=",
                        special: &[Special::flag("w web", Effect::Run)],
                        ..FETCHES
                    },
                    Entry {
                        names: &["view"],
                        values: "qtR",
                        long: "repo= follow log json= jq= template=",
                        special: &[Special::flag("w web", Effect::Run)],
                        ..FETCHES
                    },
                    Entry {
                        names: &["create"],
                        values: "baR",
                        long: "repo= base= follow custom-agent=",
                        special: &[Special::value("F from-file", Arg::Read, Effect::Send)],
                        ..SENDS
                    },
                ],
                ..SENDS
            },
            Entry { names: &["status"], values: "eo", long: "exclude= org=", ..FETCHES },
            // Starts a browser.
            Entry {
                names: &["browse"],
                flags: "cpswra",
                values: "bR",
                long: "branch= commit projects settings wiki repo= releases actions blame",
                special: &[Special::flag("n no-browser", Effect::Read)],
                style: Style::Gnu,
                subs: &[Entry {
                    names: &["-n", "--no-browser"],
                    flags: "cnpswra",
                    values: "bR",
                    long: "branch= commit no-browser projects settings wiki repo= releases actions blame",
                    ..SENDS
                }],
                ..RUNS
            },
            // Passwords and tokens.
            Entry {
                names: &["auth"],
                subs: &[
                    Entry {
                        names: &["status"],
                        flags: "a",
                        long: "active json= jq= template=",
                        special: &[
                            // Prints a secret.
                            Special::flag("t show-token", Effect::System),
                            Special::value("h hostname", Arg::Host, Effect::Read),
                        ],
                        ..FETCHES
                    },
                    Entry {
                        names: &["token", "login", "logout", "refresh", "setup-git", "switch", "git-credential"],
                        ..SYSTEM
                    },
                ],
                ..SYSTEM
            },
            Entry {
                names: &["alias"],
                subs: &[
                    Entry { names: &["list", "ls"], ..SAYS },
                    // An alias may be shell text.
                    Entry {
                        names: &["set", "import"],
                        long: "clobber",
                        special: &[Special::flag("s shell", Effect::Run)],
                        style: Style::Gnu,
                        ..RUNS
                    },
                    Entry { names: &["delete"], long: "all", ..SYSTEM },
                ],
                ..SAYS
            },
            Entry {
                names: &["config"],
                subs: &[
                    Entry { names: &["get"], values: "h", long: "host=", ..SAYS },
                    Entry { names: &["list", "ls"], values: "h", long: "host=", ..SAYS },
                    // May name an editor, a pager or a browser.
                    Entry { names: &["set"], values: "h", long: "host=", style: Style::Gnu, ..RUNS },
                    Entry { names: &["clear-cache"], operands: TEXT, ..DELETES },
                ],
                ..SAYS
            },
            // Extensions are programs.
            Entry {
                names: &["extension", "extensions", "ext"],
                style: Style::Gnu,
                subs: &[
                    Entry { names: &["list", "ls"], ..SAYS },
                    Entry {
                        names: &["search"],
                        values: "qLt",
                        long: "jq= json= license= limit= order= owner= sort= template=",
                        special: &[Special::flag("w web", Effect::Run)],
                        ..SENDS
                    },
                    Entry {
                        names: &["install", "upgrade", "remove", "create", "browse", "exec"],
                        style: Style::Gnu,
                        ..RUNS
                    },
                ],
                ..RUNS
            },
            Entry { names: &["copilot", "preview"], style: Style::Gnu, ..RUNS },
            // Short for `pr checkout`.
            Entry {
                names: &["co"],
                values: "bR",
                long: "branch= detach recurse-submodules repo=",
                special: &[Special::flag("f force", Effect::Delete)],
                ..SENDS
            },
            Entry { names: &["completion"], values: "s", long: "shell=", ..SAYS },
            Entry { names: &["help", "version", "reference"], ..SAYS },
        ],
        ..SENDS
    },
    // The same for GitLab.
    Entry {
        names: &["glab"],
        values: "R",
        long: "version help repo=",
        subs: &[
            Entry {
                names: &["mr"],
                values: "R",
                long: "repo=",
                subs: &[
                    Entry {
                        names: &["list", "ls"],
                        flags: "AcdM",
                        values: "RaglmorsStFPp",
                        long: "repo= all assignee= author= closed draft group= label= merged milestone= not-label= \
                            not-draft order= reviewer= search= sort= source-branch= target-branch= mine page= \
                            per-page= output= output-format=",
                        ..FETCHES
                    },
                    Entry {
                        names: &["view", "show"],
                        flags: "cs",
                        values: "RFpg",
                        long: "repo= comments system-logs unresolved resolved page= per-page= output=",
                        special: &[Special::flag("w web", Effect::Run)],
                        ..FETCHES
                    },
                    Entry { names: &["diff"], values: "R", long: "repo= color= raw", ..FETCHES },
                    Entry { names: &["issues"], values: "R", long: "repo=", ..SENDS },
                    Entry { names: &["approvers"], values: "R", long: "repo=", ..SENDS },
                    Entry { names: &["checkout"], values: "Rbu", long: "repo= branch= set-upstream-to=", ..SENDS },
                    Entry {
                        names: &["create", "new"],
                        flags: "fy",
                        values: "RabdHilmst",
                        long: "repo= allow-collaboration assignee= copy-issue-labels create-source-branch \
                            description= draft fill fill-commit-body head= label= milestone= no-editor \
                            related-issue= remove-source-branch reviewer= signoff source-branch= squash-before-merge \
                            target-branch= title= wip yes",
                        special: &[
                            Special::flag("w web", Effect::Run),
                            Special::flag("push", Effect::Send),
                            Special::flag("recover", Effect::Read),
                        ],
                        ..SENDS
                    },
                    Entry {
                        names: &["update"],
                        flags: "ry",
                        values: "Radmltu",
                        long: "repo= assignee= description= draft label= lock-discussion milestone= ready \
                            remove-source-branch reviewer= squash-before-merge target-branch= title= unassign \
                            unlabel= unlock-discussion wip yes",
                        ..SENDS
                    },
                    Entry { names: &["note", "comment"], values: "Rm", long: "repo= message= unique", ..SENDS },
                    Entry {
                        names: &["merge", "accept"],
                        flags: "rsy",
                        values: "Rm",
                        long: "repo= auto-merge message= rebase squash squash-message= sha= when-pipeline-succeeds yes",
                        special: &[Special::flag("d remove-source-branch", Effect::Delete)],
                        ..SENDS
                    },
                    Entry {
                        names: &[
                            "approve",
                            "revoke",
                            "close",
                            "reopen",
                            "rebase",
                            "subscribe",
                            "unsubscribe",
                            "todo",
                            "for",
                        ],
                        values: "R",
                        long: "repo= skip-ci sha=",
                        ..SENDS
                    },
                    Entry { names: &["delete", "del"], values: "R", long: "repo=", operands: TEXT, ..DELETES },
                ],
                ..SENDS
            },
            Entry {
                names: &["issue", "incident"],
                values: "R",
                long: "repo=",
                subs: &[
                    Entry {
                        names: &["list", "ls"],
                        flags: "AcC",
                        values: "RaegilmtOFPp",
                        long: "repo= all assignee= author= closed confidential epic= group= in= issue-type= \
                            iteration= label= milestone= not-assignee= not-author= not-label= order= search= sort= \
                            output-format= page= per-page= output=",
                        ..FETCHES
                    },
                    Entry {
                        names: &["view", "show"],
                        flags: "cs",
                        values: "RFpP",
                        long: "repo= comments system-logs page= per-page= output=",
                        special: &[Special::flag("w web", Effect::Run)],
                        ..FETCHES
                    },
                    Entry {
                        names: &["create", "new"],
                        flags: "cy",
                        values: "Radlmte",
                        long: "repo= assignee= confidential description= due-date= epic= label= linked-issues= \
                            linked-mr= link-type= milestone= no-editor recover time-estimate= time-spent= title= \
                            weight= yes",
                        special: &[Special::flag("w web", Effect::Run)],
                        ..SENDS
                    },
                    Entry { names: &["note", "comment"], values: "Rm", long: "repo= message=", ..SENDS },
                    Entry {
                        names: &["update"],
                        flags: "cp",
                        values: "Radlmtuw",
                        long: "repo= assignee= confidential description= due-date= label= lock-discussion milestone= \
                            public title= unassign unlabel= unlock-discussion weight=",
                        ..SENDS
                    },
                    Entry {
                        names: &["close", "reopen", "subscribe", "unsubscribe"],
                        values: "R",
                        long: "repo=",
                        ..SENDS
                    },
                    Entry { names: &["board"], ..SENDS },
                    Entry { names: &["delete", "del"], values: "R", long: "repo=", operands: TEXT, ..DELETES },
                ],
                ..SENDS
            },
            Entry {
                names: &["ci", "pipe", "pipeline"],
                values: "R",
                long: "repo=",
                subs: &[
                    Entry {
                        names: &["list", "ls"],
                        values: "RFnorsuPp",
                        long: "repo= name= orderBy= ref= scope= sha= sort= source= status= updated-after= \
                            updated-before= username= yaml-errors page= per-page= output=",
                        ..FETCHES
                    },
                    Entry {
                        names: &["status", "stats"],
                        flags: "lc",
                        values: "RbF",
                        long: "repo= branch= live compact output=",
                        ..FETCHES
                    },
                    Entry {
                        names: &["get"],
                        flags: "dv",
                        values: "RbpFo",
                        long: "repo= branch= pipeline-id= output= output-format= with-job-details with-variables \
                            merge-request",
                        ..SENDS
                    },
                    Entry { names: &["trace"], values: "Rbp", long: "repo= branch= pipeline-id=", ..SENDS },
                    Entry {
                        names: &["view"],
                        values: "Rbp",
                        long: "repo= branch= pipelineid=",
                        special: &[Special::flag("w web", Effect::Run)],
                        ..SENDS
                    },
                    // Sends the file.
                    Entry {
                        names: &["lint"],
                        values: "R",
                        long: "repo= dry-run include-jobs ref=",
                        operands: FILES,
                        ..SENDS
                    },
                    Entry {
                        names: &["artifact", "push"],
                        values: "R",
                        long: "repo=",
                        special: &[Special::writes("p path")],
                        ..SENDS
                    },
                    Entry {
                        names: &["run", "create", "run-trig"],
                        values: "Rbti",
                        long: "repo= branch= token= input= variables= variables-env= variables-file= mr",
                        special: &[Special::value("f variables-from", Arg::Read, Effect::Send)],
                        ..SENDS
                    },
                    Entry {
                        names: &["retry", "trigger", "cancel"],
                        values: "Rbp",
                        long: "repo= branch= pipeline-id=",
                        ..SENDS
                    },
                    Entry {
                        names: &["config"],
                        values: "R",
                        long: "repo=",
                        subs: &[Entry { names: &["compile"], values: "R", long: "repo=", operands: FILES, ..SENDS }],
                        ..SENDS
                    },
                    Entry { names: &["delete"], values: "R", long: "repo=", operands: TEXT, ..DELETES },
                ],
                ..SENDS
            },
            Entry {
                names: &["repo", "project"],
                subs: &[
                    Entry {
                        names: &["list", "ls"],
                        flags: "amu",
                        values: "RgosFPp",
                        long: "repo= all mine member starred archived group= include-subgroups user= order= sort= \
                            page= per-page= output=",
                        ..FETCHES
                    },
                    Entry {
                        names: &["view"],
                        values: "RbF",
                        long: "repo= branch= output=",
                        special: &[Special::flag("w web", Effect::Run)],
                        ..FETCHES
                    },
                    Entry {
                        names: &["search"],
                        values: "RsFPp",
                        long: "repo= search= page= per-page= output=",
                        ..SENDS
                    },
                    Entry {
                        names: &["contributors"],
                        values: "RosPp",
                        long: "repo= order= sort= page= per-page= output=",
                        ..SENDS
                    },
                    Entry {
                        names: &["clone"],
                        values: "Rg",
                        long: "repo= group= archived= preserve-namespace paginate",
                        operands: OUTPUTS.first(Arg::Host, ""),
                        subs: &[
                            // What follows is for git.
                            Entry { names: &["--"], style: Style::Gnu, ..RUNS },
                        ],
                        ..SENDS
                    },
                    Entry {
                        names: &["archive"],
                        values: "Rfs",
                        long: "repo= format= sha=",
                        operands: OUTPUTS.first(Arg::Host, ""),
                        ..SENDS
                    },
                    Entry {
                        names: &["create", "fork", "update", "transfer", "mirror", "members", "publish"],
                        values: "R",
                        long: "repo=",
                        ..SENDS
                    },
                    Entry { names: &["delete"], values: "R", long: "repo=", operands: TEXT, ..DELETES },
                ],
                ..SENDS
            },
            Entry {
                names: &["release"],
                values: "R",
                long: "repo=",
                subs: &[
                    Entry { names: &["list", "ls"], values: "RPpF", long: "repo= page= per-page= output=", ..FETCHES },
                    Entry {
                        names: &["view"],
                        values: "R",
                        long: "repo=",
                        special: &[Special::flag("w web", Effect::Run)],
                        ..FETCHES
                    },
                    Entry {
                        names: &["download"],
                        values: "Rn",
                        long: "repo= asset-name=",
                        special: &[Special::writes("D dir")],
                        ..SENDS
                    },
                    Entry {
                        names: &["create", "upload"],
                        values: "RnNrmDT",
                        long: "repo= name= notes= ref= milestone= released-at= tag-message=",
                        special: &[
                            Special::value("F notes-file", Arg::Read, Effect::Send),
                            Special::value("a assets-links", Arg::Text, Effect::Send),
                        ],
                        operands: FILES.first(Arg::Text, ""),
                        ..SENDS
                    },
                    Entry { names: &["delete"], values: "R", long: "repo=", operands: TEXT, ..DELETES },
                ],
                ..SENDS
            },
            Entry {
                names: &["api"],
                flags: "i",
                long: "include paginate silent output=",
                special: &[
                    Special::value("X method", Arg::Text, Effect::Send),
                    Special::value("f raw-field", Arg::Text, Effect::Send),
                    Special::value("F field", Arg::Text, Effect::Send),
                    Special::value("form", Arg::Text, Effect::Send),
                    Special::value("input", Arg::Read, Effect::Send),
                    Special::value("H header", Arg::Text, Effect::Send),
                    Special::value("hostname", Arg::Host, Effect::Send),
                ],
                ..SENDS
            },
            Entry {
                names: &["label"],
                values: "R",
                long: "repo=",
                subs: &[
                    Entry {
                        names: &["list", "ls"],
                        values: "RgFPp",
                        long: "repo= group= page= per-page= output=",
                        ..FETCHES
                    },
                    Entry { names: &["get"], values: "R", long: "repo=", ..SENDS },
                    Entry {
                        names: &["create", "edit"],
                        values: "Rcdnp",
                        long: "repo= color= description= name= priority=",
                        ..SENDS
                    },
                    Entry { names: &["delete"], values: "R", long: "repo=", operands: TEXT, ..DELETES },
                ],
                ..SENDS
            },
            Entry {
                names: &["variable", "var"],
                values: "R",
                long: "repo=",
                subs: &[
                    // Prints secrets of the pipelines.
                    Entry { names: &["list", "ls", "get", "export"], values: "R", long: "repo=", ..SYSTEM },
                    Entry { names: &["set", "update"], values: "R", long: "repo=", ..SENDS },
                    Entry { names: &["delete", "remove"], values: "R", long: "repo=", operands: TEXT, ..DELETES },
                ],
                ..SENDS
            },
            Entry {
                names: &["snippet"],
                subs: &[
                    Entry { names: &["create"], values: "R", long: "repo=", operands: FILES, ..SENDS },
                    Entry { names: &["list", "ls"], values: "R", long: "repo=", ..SENDS },
                ],
                ..SENDS
            },
            Entry {
                names: &["schedule"],
                subs: &[
                    Entry { names: &["list", "ls"], values: "RPp", long: "repo= page= per-page= output=", ..FETCHES },
                    Entry { names: &["create", "update", "run"], values: "R", long: "repo=", ..SENDS },
                    Entry { names: &["delete"], values: "R", long: "repo=", operands: TEXT, ..DELETES },
                ],
                ..SENDS
            },
            // Of these only the listings are known.
            Entry {
                names: &[
                    "milestone",
                    "iteration",
                    "runner",
                    "todo",
                    "user",
                    "changelog",
                    "work-items",
                    "deploy-key",
                    "ssh-key",
                    "gpg-key",
                    "securefile",
                    "stack",
                    "cluster",
                    "token",
                    "opentofu",
                    "attestation",
                ],
                subs: &[
                    Entry {
                        names: &["list", "ls", "events", "generate"],
                        values: "RgFPp",
                        long: "repo= group= page= per-page= output=",
                        ..SENDS
                    },
                    Entry {
                        names: &["delete", "remove", "revoke"],
                        values: "R",
                        long: "repo=",
                        operands: TEXT,
                        ..DELETES
                    },
                ],
                ..SENDS
            },
            Entry {
                names: &["auth", "config", "duo", "ask", "mcp", "alias", "check-update", "runner-controller"],
                ..SYSTEM
            },
            Entry { names: &["completion"], values: "s", long: "shell=", ..SAYS },
            Entry { names: &["version", "help"], ..SAYS },
        ],
        ..SENDS
    },
    // The predecessor of gh; it also passes everything to git, so unknown sub-commands are unknown.
    Entry {
        names: &["hub"],
        subs: &[
            Entry {
                names: &[
                    "pr",
                    "issue",
                    "release",
                    "gist",
                    "ci-status",
                    "api",
                    "fork",
                    "create",
                    "sync",
                    "pull-request",
                    "push",
                    "fetch",
                    "clone",
                ],
                ..SENDS
            },
            Entry { names: &["delete"], operands: TEXT, ..DELETES },
            Entry { names: &["browse", "compare", "alias"], style: Style::Gnu, ..RUNS },
            Entry { names: &["version", "help"], ..SAYS },
        ],
        ..SENDS
    },
    // Gitea.
    Entry {
        names: &["tea"],
        long: "version help debug",
        subs: &[
            Entry {
                names: &["pulls", "pull", "pr"],
                subs: &[
                    Entry { names: &[""], ..TEA_PULLS_LIST },
                    Entry { names: &["list", "ls"], ..TEA_PULLS_LIST },
                    // They change something.
                    Entry {
                        names: &[
                            "checkout", "co", "create", "close", "reopen", "review", "approve", "reject", "merge",
                            "edit",
                        ],
                        ..TEA_PULLS_LIST
                    },
                    Entry { names: &["clean"], ..TEA_PULLS_CLEAN },
                ],
                ..SENDS
            },
            Entry {
                names: &["issues", "issue", "i"],
                subs: &[
                    Entry { names: &[""], ..TEA_PULLS_LIST },
                    Entry { names: &["list", "ls"], ..TEA_PULLS_LIST },
                    Entry { names: &["create", "c", "edit", "e", "reopen", "open", "close"], ..TEA_PULLS_LIST },
                ],
                ..SENDS
            },
            Entry {
                names: &[
                    "labels",
                    "label",
                    "milestones",
                    "milestone",
                    "ms",
                    "releases",
                    "release",
                    "r",
                    "repos",
                    "repo",
                    "branches",
                    "branch",
                    "b",
                    "organizations",
                    "organization",
                    "org",
                    "notifications",
                    "notification",
                    "n",
                    "times",
                    "time",
                    "t",
                    "comment",
                    "actions",
                    "webhooks",
                    "wiki",
                ],
                subs: &[
                    Entry { names: &[""], ..TEA_PULLS_LIST },
                    Entry { names: &["list", "ls", "search", "s"], ..TEA_PULLS_LIST },
                    Entry {
                        names: &[
                            "create", "c", "update", "edit", "add", "fork", "migrate", "close", "reopen", "read",
                            "unread", "pin", "unpin",
                        ],
                        ..TEA_PULLS_LIST
                    },
                    Entry { names: &["delete", "rm"], ..TEA_PULLS_CLEAN },
                ],
                ..SENDS
            },
            Entry { names: &["open", "o"], style: Style::Gnu, ..RUNS },
            Entry { names: &["clone", "C"], operands: OUTPUTS.first(Arg::Host, ""), ..SENDS },
            Entry { names: &["login", "logins", "logout", "whoami", "admin", "api"], ..SYSTEM },
            Entry { names: &["help", "man", "autocomplete"], ..SAYS },
        ],
        ..SENDS
    },
];

/// What `list`, `checkout`, `create` share.
const TEA_PULLS_LIST: Entry = Entry {
    values: "lrRLpofkAam",
    long: "login= repo= remote= limit= page= output= fields= state= kind= keyword= author= \
                            assignee= mentions= owner= labels= milestones= from= until=",
    ..SENDS
};

/// Comments on pull requests and on issues.
const GH_COMMENT: Entry = Entry {
    values: "bR",
    long: "body= edit-last repo= create-if-none yes",
    special: &[
        Special::flag("delete-last", Effect::Delete),
        Special::value("F body-file", Arg::Read, Effect::Send),
        Special::flag("e editor", Effect::Run),
        Special::flag("w web", Effect::Run),
    ],
    ..SENDS
};

/// What `clean`, `delete` share.
const TEA_PULLS_CLEAN: Entry = Entry {
    values: "lrRLpofkAam",
    long: "login= repo= remote= limit= page= output= fields= state= kind= keyword= author= \
                            assignee= mentions= owner= labels= milestones= from= until=",
    operands: TEXT,
    ..DELETES
};

/// Options that `gh pr create` and `gh issue create` share.
const GH_CREATE_OPTIONS: &[Special] = &[
    Special::flag("e editor", Effect::Run),
    Special::value("F body-file", Arg::Read, Effect::Send),
    Special::reads("recover"),
    Special::flag("w web", Effect::Run),
];
