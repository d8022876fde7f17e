//! Go: the go command, its formatters and the linters around it.
//!
//! Options have one dash. Loading packages may fetch modules and runs what `go.mod` and the environment name, so even
//! `go list` is [`Effect::Code`]; the flags that name a program (`-exec`, `-toolexec`, `-vettool`) run it.

use super::entry::{
    Arg, BUILDS, DELETES, Effect, Entry, FILES, READS, RUNS, SAYS, SENDS, SYSTEM, Special, Style, TEXT, WRITES,
};

// Options of the compiler and the linker, which all that builds takes after its own.
macro_rules! go_build {
    ($($own:expr),* $(,)?) => {
        &[
            $($own,)*
            Special::value("asmflags", Arg::Text, Effect::Run),
            Special::value("gccgoflags", Arg::Text, Effect::Run),
            Special::value("gcflags", Arg::Text, Effect::Run),
            Special::value("ldflags", Arg::Text, Effect::Run),
            Special::runs("toolexec"),
            Special::value("modfile", Arg::Read, Effect::Run),
            Special::value("overlay", Arg::Read, Effect::Run),
            Special::writes("pkgdir"),
            Special::value("C", Arg::Read, Effect::Run),
            Special::reads("pgo"),
        ]
    };
}

/// Flags of all commands that load packages.
const GO: Entry = Entry {
    style: Style::Single,
    long: "a asan buildmode= buildvcs? cover covermode= coverpkg= h help installsuffix= \
        json linkshared mod= modcacherw msan n p= race tags= trimpath v work x",
    special: GO_OPTIONS,
    ..BUILDS
};

const GO_TEST: Entry = Entry {
    long: "a args artifacts asan bench= benchmem benchtime= blockprofilerate= buildmode= buildvcs? \
        count= cover covermode= coverpkg= cpu= failfast fullpath fuzz= \
        fuzzminimizetime= fuzztime= h help i installsuffix= json linkshared list= \
        memprofilerate= mod= modcacherw msan mutexprofilefraction= n p= parallel= race run= \
        short shuffle= skip= tags= test.bench= test.benchmem test.count= test.run= test.short \
        test.timeout= test.v timeout= trimpath v vet= work x",
    special: go_build![
        Special::runs("exec"),
        Special::flag("c", Effect::Write),
        Special::writes("o"),
        Special::writes("blockprofile"),
        Special::writes("coverprofile"),
        Special::writes("cpuprofile"),
        Special::writes("memprofile"),
        Special::writes("mutexprofile"),
        Special::writes("outputdir"),
        Special::writes("trace"),
        Special::writes("test.coverprofile"),
        Special::writes("test.cpuprofile"),
        Special::writes("test.memprofile"),
        Special::writes("test.outputdir"),
        Special::runs("vettool"),
    ],
    operands: TEXT,
    ..GO
};

const GO_MOD: Entry = Entry {
    style: Style::Single,
    long: "compat= diff e go= h help json m reuse= t u v vendor x",
    special: &[
        Special::value("C", Arg::Read, Effect::Run),
        Special::value("modfile", Arg::Read, Effect::Run),
        Special::value("overlay", Arg::Read, Effect::Run),
        Special::writes("o"),
        Special::value("modcacherw", Arg::Read, Effect::Run),
    ],
    ..SENDS
};

pub(super) const TABLE: &[Entry] = &[
    Entry {
        names: &["go"],
        style: Style::Single,
        long: "h help",
        special: &[
            Special::value("C", Arg::Read, Effect::Run),
            // `gccgo` is looked for on the path.
            Special::value("compiler", Arg::Text, Effect::Run),
        ],
        subs: &[
            // Operands are binaries to look at.
            Entry { names: &["version"], style: Style::Single, long: "json m v", ..READS },
            Entry {
                names: &["env"],
                style: Style::Single,
                long: "changed json",
                special: &[Special::flag("w", Effect::System), Special::flag("u", Effect::System)],
                ..SAYS
            },
            Entry {
                names: &["build"],
                long: "a asan buildmode= buildvcs? cover covermode= coverpkg= h help installsuffix= \
                    json linkshared mod= modcacherw msan n p= race tags= trimpath v work x",
                special: go_build![Special::writes("o")],
                ..GO
            },
            Entry {
                names: &["vet"],
                long: "a all appends asan asmdecl assign atomic bools buildmode= buildtag buildvcs? c= cgocall \
                    composites copylocks cover covermode= coverpkg= defers directive errorsas \
                    flags framepointer h help httpresponse ifaceassert installsuffix= json linkshared \
                    loopclosure lostcancel mod= modcacherw msan n nilfunc p= printf printf.funcs= race shift \
                    sigchanyzer slog stdmethods stdversion stringintconv structtag tags= testinggoroutine \
                    tests timeformat trimpath unmarshal unreachable unsafeptr unusedresult V v waitgroup \
                    work x",
                special: go_build![
                    Special::runs("vettool"),
                    Special::flag("fix", Effect::Write),
                    Special::flag("diff", Effect::Code),
                ],
                ..GO
            },
            Entry {
                names: &["list"],
                long: GO_LIST_LONG,
                special: GO_OPTIONS,
                subs: &[
                    // These look for versions on the net.
                    Entry {
                        names: &["-u", "-versions", "-retracted"],
                        effect: Effect::Send,
                        long: GO_LIST_LONG,
                        special: GO_OPTIONS,
                        ..GO
                    },
                ],
                ..GO
            },
            Entry { names: &["test"], ..GO_TEST },
            Entry {
                names: &["run"],
                style: Style::Single,
                long: "a asan buildmode= buildvcs? cover covermode= coverpkg= h help installsuffix= \
                    json linkshared mod= modcacherw msan n p= race tags= trimpath v work x",
                special: go_build![Special::runs("exec")],
                operands: TEXT.first(Arg::Code, ""),
                ..GO
            },
            // It runs the commands that comments in the sources spell out.
            Entry {
                names: &["generate"],
                long: "a asan buildmode= buildvcs? cover covermode= coverpkg= h help installsuffix= \
                    json linkshared mod= modcacherw msan n p= race run= skip= tags= trimpath v work x",
                special: GO_OPTIONS,
                ..GO
            },
            Entry { names: &["fmt"], style: Style::Single, long: "h mod= n x", operands: TEXT, ..WRITES },
            Entry {
                names: &["fix"],
                effect: Effect::Write,
                long: "a asan buildmode= buildvcs? cover covermode= coverpkg= diff h help \
                    installsuffix= json linkshared mod= modcacherw msan n p= race tags= trimpath v work x",
                special: go_build![Special::runs("fixtool")],
                ..GO
            },
            Entry {
                names: &["doc"],
                style: Style::Single,
                long: "all c cmd ex short src u",
                special: &[Special::flag("http", Effect::Send), Special::value("C", Arg::Read, Effect::Run)],
                ..BUILDS
            },
            Entry {
                names: &["get", "install"],
                effect: Effect::Send,
                long: "a asan buildmode= buildvcs? cover covermode= coverpkg= d h help installsuffix= \
                    json linkshared mod= modcacherw msan n p= race t tags= tool trimpath v work x",
                special: &[
                    Special::value("asmflags", Arg::Text, Effect::Run),
                    Special::value("gccgoflags", Arg::Text, Effect::Run),
                    Special::value("gcflags", Arg::Text, Effect::Run),
                    Special::value("ldflags", Arg::Text, Effect::Run),
                    Special::runs("toolexec"),
                    Special::value("modfile", Arg::Read, Effect::Run),
                    Special::value("overlay", Arg::Read, Effect::Run),
                    Special::writes("pkgdir"),
                    Special::value("C", Arg::Read, Effect::Run),
                    Special::reads("pgo"),
                    Special::flag("u", Effect::Read).attached(),
                ],
                ..GO
            },
            Entry {
                names: &["clean"],
                style: Style::Single,
                long: "i n r x",
                special: &[
                    Special::flag("cache", Effect::Delete),
                    Special::flag("testcache", Effect::Delete),
                    Special::flag("modcache", Effect::Delete),
                    Special::flag("fuzzcache", Effect::Delete),
                ],
                operands: TEXT,
                ..DELETES
            },
            Entry {
                names: &["mod"],
                style: Style::Single,
                subs: &[
                    Entry { names: &["tidy", "download", "vendor"], ..GO_MOD },
                    Entry { names: &["graph", "why", "verify"], effect: Effect::Code, ..GO_MOD },
                    Entry {
                        names: &["init", "edit"],
                        style: Style::Single,
                        long: "dropexclude= dropgodebug= dropignore= dropreplace= droprequire= dropretract= droptool= \
                            exclude= fmt go= godebug= ignore= json module= n print replace= require= retract= tool= \
                            toolchain= x",
                        special: &[Special::value("C", Arg::Read, Effect::Run)],
                        operands: FILES,
                        ..WRITES
                    },
                ],
                ..BUILDS
            },
            Entry {
                names: &["work"],
                style: Style::Single,
                subs: &[
                    Entry {
                        names: &["init", "use", "edit"],
                        style: Style::Single,
                        long: "dropgodebug= dropreplace= dropuse= fmt go= godebug= json print r replace= toolchain= \
                            use=",
                        special: &[Special::value("C", Arg::Read, Effect::Run)],
                        ..WRITES
                    },
                    Entry { names: &["sync", "vendor"], ..GO_MOD },
                ],
                ..BUILDS
            },
            Entry {
                names: &["tool"],
                style: Style::First,
                subs: &[
                    // The list of tools.
                    Entry { names: &[""], ..BUILDS },
                ],
                ..RUNS
            },
            Entry { names: &["telemetry"], ..SYSTEM },
            Entry { names: &["bug"], ..SENDS },
            Entry { names: &["help"], ..SAYS },
        ],
        ..BUILDS
    },
    // -r rewrites only what is printed; -w writes it back.
    Entry {
        names: &["gofmt"],
        style: Style::Single,
        long: "d e h help l r= s",
        special: &[Special::flag("w", Effect::Write).making(Arg::Write), Special::writes("cpuprofile")],
        ..READS
    },
    Entry {
        names: &["goimports", "gofumpt"],
        style: Style::Single,
        long: "d e extra format-only h help l lang= local= modpath= s v version",
        special: &[
            Special::flag("w", Effect::Write).making(Arg::Write),
            Special::writes("cpuprofile"),
            Special::writes("memprofile"),
            Special::writes("trace"),
            Special::value("srcdir", Arg::Read, Effect::Run),
        ],
        ..READS
    },
    Entry {
        names: &["golangci-lint"],
        flags: "hv",
        long: "color= help verbose version",
        special: &[
            Special::writes("cpu-profile-path"),
            Special::writes("mem-profile-path"),
            Special::writes("trace-path"),
        ],
        subs: &[
            Entry {
                names: &["run"],
                flags: "hnv",
                values: "DEejp",
                long: "allow-parallel-runners allow-serial-runners build-tags= color= concurrency= default= \
                    disable= disable-all enable= enable-all enable-only= exclude= exclude-case-sensitive \
                    exclude-use-default fast fast-only go= help issues-exit-code= max-issues-per-linter= \
                    max-same-issues= modules-download-mode= new new-from-merge-base= new-from-rev= no-config \
                    no-tests output.text.colors output.text.print-issued-lines output.text.print-linter-name \
                    path-mode= path-prefix= presets= print-issued-lines print-linter-name show-stats \
                    skip-dirs= skip-files= sort-order= sort-results tests timeout= uniq-by-line verbose \
                    whole-files",
                special: &[
                    Special::value("c config", Arg::Read, Effect::Run),
                    Special::flag("fix", Effect::Write).making(Arg::Write),
                    Special::value("out-format", Arg::Write, Effect::Write),
                    Special::reads("new-from-patch"),
                    Special::writes("output.text.path"),
                    Special::writes("output.json.path"),
                    Special::writes("output.tab.path"),
                    Special::writes("output.html.path"),
                    Special::writes("output.checkstyle.path"),
                    Special::writes("output.code-climate.path"),
                    Special::writes("output.junit-xml.path"),
                    Special::writes("output.teamcity.path"),
                    Special::writes("output.sarif.path"),
                    Special::writes("cpu-profile-path"),
                    Special::writes("mem-profile-path"),
                    Special::writes("trace-path"),
                ],
                operands: FILES,
                ..BUILDS
            },
            Entry {
                names: &["fmt"],
                flags: "dh",
                values: "E",
                long: "diff diff-colored enable= help no-config",
                special: &[Special::value("c config", Arg::Read, Effect::Run)],
                ..WRITES
            },
            Entry {
                names: &["linters", "formatters", "version", "help"],
                flags: "hv",
                long: "fast help json no-config verbose",
                special: &[Special::value("c config", Arg::Read, Effect::Run)],
                ..BUILDS
            },
            Entry { names: &["config"], ..BUILDS },
            Entry {
                names: &["cache"],
                subs: &[Entry { names: &["status"], ..BUILDS }, Entry { names: &["clean"], operands: TEXT, ..DELETES }],
                ..BUILDS
            },
            Entry { names: &["custom", "migrate"], ..RUNS },
        ],
        ..BUILDS
    },
    Entry {
        names: &[
            "staticcheck",
            "errcheck",
            "ineffassign",
            "revive",
            "gosec",
            "gocyclo",
            "govulncheck",
            "deadcode",
            "nilaway",
            "unparam",
            "gocritic",
            "misspell",
        ],
        style: Style::Single,
        long: "abspath asserts avg blank checks= confidence= debug.version explain= f= fail= fmt= \
            formatter= go= h help ignore= json list-checks matrix max_open_files= mode= over= quiet \
            scan= set_exit_status severity= show= show-ignored tags= test tests top= v verbose \
            version",
        special: &[
            Special::value("config", Arg::Read, Effect::Run),
            Special::value("C", Arg::Read, Effect::Run),
            Special::writes("out"),
            Special::reads("exclude"),
            Special::flag("w", Effect::Write),
            Special::reads("merge"),
            Special::runs("vettool"),
        ],
        ..BUILDS
    },
    Entry { names: &["dlv"], ..RUNS },
    Entry {
        names: &["gotestsum"],
        style: Style::First,
        flags: "h",
        values: "f",
        long: "debug format= format-hide-empty-pkg format-icons= help hide-summary= max-fails= no-color \
            packages= rerun-fails? rerun-fails-abort-on-data-race rerun-fails-max-failures= \
            rerun-fails-run-root-test version",
        special: &[
            Special::writes("junitfile"),
            Special::writes("jsonfile"),
            Special::writes("jsonfile-timing-events"),
            Special::value("post-run-command", Arg::Shell, Effect::Run),
            Special::flag("raw-command", Effect::Run),
            Special::flag("watch", Effect::Code),
            Special::writes("rerun-fails-report"),
        ],
        ..BUILDS
    },
    Entry {
        names: &[
            "gci",
            "golines",
            "mockgen",
            "stringer",
            "wire",
            "sqlc",
            "ent",
            "templ",
            "protoc-gen-go",
            "oapi-codegen",
            "swag",
            "gqlgen",
        ],
        ..BUILDS
    },
    Entry { names: &["air", "gow", "reflex", "modd", "goreleaser", "ko", "task-go", "mage"], ..RUNS },
    Entry { names: &["delve", "gopls", "godoc", "pkgsite"], ..BUILDS },
];

/// Options that `list`, `-u`, `generate` share.
const GO_OPTIONS: &[Special] = go_build![];

/// Plain options that `list`, `-u` share.
const GO_LIST_LONG: &str = "a asan buildmode= buildvcs? compiled cover covermode= coverpkg= deps e export \
                    f= find h help installsuffix= json linkshared m mod= modcacherw msan n p= race retracted \
                    reuse= tags= test trimpath u v versions work x";
