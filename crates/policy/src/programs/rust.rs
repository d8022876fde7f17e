//! Rust: cargo, rustc, rustup and the tools around them.
//!
//! Building runs build scripts and macros of the project and its dependencies: [`Effect::Code`]. Cargo may also fetch
//! what is missing; only `--offline` or `--frozen` lets a command that merely looks be [`Effect::Read`].

use super::entry::{
    Arg, BUILDS, DELETES, Effect, Entry, FILES, READS, RUNS, SAYS, SENDS, SYSTEM, Special, Style, TEXT, WRITES, Wraps,
};

// Options most sub-commands of cargo take, after those of their own.
macro_rules! cargo {
    ($($own:expr),* $(,)?) => {
        &[
            $($own,)*
            Special::value("config", Arg::Setting, Effect::Run),
            Special::value("Z", Arg::Text, Effect::Run),
            Special::writes("target-dir"),
            Special::value("manifest-path", Arg::Read, Effect::Run),
            Special::writes("artifact-dir out-dir"),
            Special::value("C", Arg::Read, Effect::Run),
            Special::value("lockfile-path", Arg::Read, Effect::Run),
            Special::value("compile-time-deps", Arg::Text, Effect::Code),
        ]
    };
}

/// Options every build takes. `--config` and `-Z` can name a linker, a wrapper or a runner.
const CARGO: Entry = Entry {
    flags: "hqrv",
    values: "Fjp",
    long: "all all-features all-targets bench= benches bin= bins build-plan color= debug doc \
        example= examples exclude= features= frozen future-incompat-report help \
        ignore-rust-version jobs= keep-going lib list locked message-format= no-default-features \
        no-fail-fast no-run offline package= profile= quiet release target= test= tests timings? \
        unit-graph verbose workspace",
    special: CARGO_OPTIONS,
    ..BUILDS
};

/// Fixing rewrites sources.
const CARGO_FIX: Entry = Entry {
    flags: "hqrv",
    values: "Fjp",
    long: "all all-features all-targets bench= benches bin= bins build-plan color= debug doc \
        example= examples exclude= features= frozen future-incompat-report help \
        ignore-rust-version jobs= keep-going lib list locked message-format= no-default-features \
        no-deps no-fail-fast no-run offline package= profile= quiet release target= test= tests \
        timings? unit-graph verbose workspace",
    special: CARGO_FIX_OPTIONS,
    ..CARGO
};

/// Looks at manifests and the lock file.
const CARGO_LOOKS: Entry = Entry {
    flags: "dhqv",
    values: "Fefips",
    long: "all-features charset= color= depth= duplicates edges= exclude= features= \
        filter-platform= format= format-version= frozen help invert= locked message-format= \
        no-dedupe no-default-features no-deps offline package= prefix= prune= public quiet \
        target= verbose workspace",
    special: &[
        Special::value("config", Arg::Setting, Effect::Run),
        Special::value("Z", Arg::Text, Effect::Run),
        Special::reads("manifest-path"),
        Special::value("C", Arg::Read, Effect::Run),
        Special::reads("lockfile-path"),
    ],
    ..BUILDS
};

const CARGO_NET: Entry = Entry {
    flags: "Dhlnqvw",
    values: "Fajpr",
    long: "add= aggressive all all-features bin= bins branch= breaking build color= debug \
        default-features dev dry-run example= examples exclude= exclude-lockfile features= \
        frozen help ignore-rust-version jobs= keep-going limit= list locked message-format= \
        no-default-features no-delete no-metadata no-optional no-public no-track no-verify \
        offline optional package= precise= profile= public quiet recursive remove= rename= \
        respect-source-config rev= tag= target= undo verbose vers= version= versioned-dirs \
        versions workspace",
    special: &[
        Special::value("config", Arg::Setting, Effect::Run),
        Special::value("Z", Arg::Text, Effect::Run),
        Special::value("manifest-path", Arg::Read, Effect::Run),
        Special::value("C", Arg::Read, Effect::Run),
        Special::value("path", Arg::Read, Effect::Run),
        Special::value("git", Arg::Host, Effect::Send),
        Special::value("registry", Arg::Host, Effect::Send),
        Special::value("index", Arg::Host, Effect::Send),
        Special::value("token", Arg::Text, Effect::Send),
        Special::writes("target-dir"),
        Special::value("root", Arg::Write, Effect::System),
        Special::reads("s sync"),
        Special::flag("allow-dirty", Effect::Write),
        Special::flag("f force", Effect::Read),
        Special::value("lockfile-path", Arg::Read, Effect::Run),
        Special::value("base", Arg::Read, Effect::Run),
        Special::flag("all-installed", Effect::System),
    ],
    ..SENDS
};

pub(super) const TABLE: &[Entry] = &[
    // A first word `+toolchain` chooses the toolchain; rustup may fetch it.
    Entry {
        names: &["cargo"],
        flags: "Vhqv",
        long: "color= explain= frozen help list locked offline quiet verbose version",
        special: &[
            Special::value("config", Arg::Setting, Effect::Run),
            Special::value("Z", Arg::Text, Effect::Run),
            Special::value("C", Arg::Read, Effect::Run),
        ],
        subs: &[
            Entry {
                names: &["--version", "-V", "--list", "--explain"],
                flags: "Vqv",
                long: "color= explain= list quiet verbose version",
                ..SAYS
            },
            Entry { names: &["help"], ..SAYS },
            Entry {
                names: &["version", "locate-project", "pkgid", "read-manifest", "verify-project"],
                flags: "hqv",
                values: "p",
                long: "color= frozen help locked message-format= offline package= quiet verbose workspace",
                special: &[
                    Special::value("config", Arg::Setting, Effect::Run),
                    Special::value("Z", Arg::Text, Effect::Run),
                    Special::reads("manifest-path"),
                    Special::value("C", Arg::Read, Effect::Run),
                ],
                ..SAYS
            },
            Entry {
                names: &["build", "b", "check", "c", "test", "t"],
                flags: "hqrv",
                values: "Fjp",
                long: "all all-features all-targets bench= benches bin= bins build-plan color= debug doc \
                    example= examples exclude= features= frozen future-incompat-report help \
                    ignore-rust-version ignored jobs= keep-going lib list locked message-format= \
                    no-default-features no-fail-fast no-run offline package= profile= quiet release target= \
                    test= tests timings? unit-graph verbose workspace",
                special: CARGO_OPTIONS,
                ..CARGO
            },
            // What follows `--` goes to the compiler.
            Entry {
                names: &["rustc", "rustdoc"],
                effect: Effect::Run,
                flags: "hqrv",
                values: "Fjp",
                long: "all all-features all-targets bench= benches bin= bins build-plan color= crate-type= \
                    debug doc example= examples exclude= features= frozen future-incompat-report help \
                    ignore-rust-version jobs= keep-going lib list locked message-format= no-default-features \
                    no-fail-fast no-run offline package= print= profile= quiet release target= test= tests \
                    timings? unit-graph verbose workspace",
                special: CARGO_OPTIONS,
                ..CARGO
            },
            Entry { names: &["bench"], ..CARGO },
            // The program is the project's own.
            Entry { names: &["run", "r"], style: Style::First, ..CARGO },
            Entry {
                names: &["doc", "d"],
                flags: "hqrv",
                values: "Fjp",
                long: "all all-features all-targets bench= benches bin= bins build-plan color= debug doc \
                    document-private-items example= examples exclude= features= frozen \
                    future-incompat-report help ignore-rust-version jobs= keep-going lib list locked \
                    message-format= no-default-features no-deps no-fail-fast no-run offline package= \
                    profile= quiet release target= test= tests timings? unit-graph verbose workspace",
                special: cargo![Special::flag("open", Effect::Run)],
                ..CARGO
            },
            Entry {
                names: &["clippy"],
                flags: "hqrv",
                values: "Fjp",
                long: "all all-features all-targets bench= benches bin= bins build-plan color= debug doc \
                    example= examples exclude= explain= features= frozen future-incompat-report help \
                    ignore-rust-version jobs= keep-going lib list locked message-format= no-default-features \
                    no-deps no-fail-fast no-run offline package= profile= quiet release target= test= tests \
                    timings? unit-graph verbose workspace",
                special: CARGO_FIX_OPTIONS,
                ..CARGO_FIX
            },
            Entry { names: &["fix"], effect: Effect::Write, ..CARGO_FIX },
            Entry {
                names: &["fmt"],
                flags: "hqv",
                values: "p",
                long: "all check help message-format= package= quiet verbose version",
                special: &[Special::value("manifest-path", Arg::Read, Effect::Run)],
                operands: TEXT,
                subs: &[Entry {
                    names: &["--check"],
                    flags: "hqv",
                    values: "p",
                    long: "all check help message-format= package= quiet verbose version",
                    special: &[Special::value("manifest-path", Arg::Read, Effect::Run)],
                    ..BUILDS
                }],
                ..WRITES
            },
            Entry {
                names: &["tree", "metadata"],
                subs: &[
                    // Without --offline it may fetch.
                    Entry { names: &["--offline", "--frozen"], effect: Effect::Read, ..CARGO_LOOKS },
                    Entry { names: &["--no-deps"], effect: Effect::Read, ..CARGO_LOOKS },
                ],
                ..CARGO_LOOKS
            },
            Entry {
                names: &["update", "generate-lockfile", "fetch", "vendor", "add", "install", "i"],
                // `cargo install --list`
                subs: &[Entry { names: &["--list"], long: "list", ..SAYS }],
                ..CARGO_NET
            },
            Entry { names: &["search", "info"], effect: Effect::Fetch, ..CARGO_NET },
            Entry { names: &["remove", "rm"], effect: Effect::Write, ..CARGO_NET },
            Entry { names: &["uninstall"], effect: Effect::System, ..CARGO_NET },
            Entry { names: &["package", "publish", "login", "logout", "owner", "yank"], ..CARGO_NET },
            Entry {
                names: &["new", "init"],
                flags: "hqv",
                long: "bin color= edition= frozen help lib locked name= offline quiet vcs= verbose",
                special: &[
                    Special::value("config", Arg::Setting, Effect::Run),
                    Special::value("Z", Arg::Text, Effect::Run),
                    Special::value("registry", Arg::Host, Effect::Send),
                    Special::value("C", Arg::Read, Effect::Run),
                ],
                ..WRITES
            },
            Entry {
                names: &["clean"],
                flags: "hnqrv",
                values: "p",
                long: "color= doc dry-run frozen help locked offline package= profile= quiet release target= \
                    verbose workspace",
                special: &[
                    Special::value("target-dir", Arg::Delete, Effect::Delete),
                    Special::reads("manifest-path"),
                    Special::value("config", Arg::Setting, Effect::Run),
                    Special::value("Z", Arg::Text, Effect::Run),
                    Special::value("C", Arg::Read, Effect::Run),
                    Special::flag("gc", Effect::Delete),
                ],
                operands: TEXT,
                ..DELETES
            },
            Entry { names: &["config", "report"], ..CARGO_LOOKS },
            Entry {
                names: &["miri"],
                subs: &[Entry { names: &["setup", "run", "test", "nextest", "clean"], ..CARGO }],
                ..CARGO
            },
            // Sub-commands of other packages from here on.
            Entry {
                names: &["nextest"],
                subs: &[
                    Entry {
                        names: &["run", "list"],
                        flags: "hqrv",
                        values: "EFPTjp",
                        long: "all all-features all-targets bench= benches bin= bins build-plan cargo-quiet \
                            cargo-verbose color= debug doc example= examples exclude= fail-fast failure-output= \
                            features= filter-expr= filterset= final-status-level= flaky-result= frozen \
                            future-incompat-report help hide-progress-bar ignore-default-filter ignore-rust-version \
                            jobs= keep-going lib list list-type= locked max-fail= message-format= no-capture \
                            no-default-features no-fail-fast no-input-handler no-run no-tests= nocapture offline \
                            package= partition= profile= quiet release retries= run-ignored= show-progress= \
                            status-level= stress-count= success-output= target= test= test-threads= tests timings? \
                            unit-graph verbose workspace",
                        special: cargo![
                            Special::value("config-file", Arg::Read, Effect::Run),
                            Special::value("tool-config-file", Arg::Read, Effect::Run),
                            Special::writes("archive-file"),
                            Special::value("binaries-metadata", Arg::Read, Effect::Run),
                            Special::value("cargo-metadata", Arg::Read, Effect::Run),
                            Special::value("workspace-remap target-dir-remap", Arg::Read, Effect::Run),
                            Special::runs("debugger"),
                            Special::runs("tracer"),
                        ],
                        ..CARGO
                    },
                    Entry { names: &["archive", "show-config", "help"], ..CARGO },
                    Entry { names: &["self"], ..SENDS },
                ],
                ..CARGO
            },
            Entry {
                names: &["llvm-cov", "tarpaulin"],
                flags: "hqrv",
                values: "Fjp",
                long: "all all-features all-targets bench= benches bin= bins branch build-plan cobertura \
                    codecov color= debug doc doctests example= examples exclude= fail-under-functions= \
                    fail-under-lines= fail-under-regions= features= frozen future-incompat-report help \
                    hide-instantiations ignore-filename-regex= ignore-run-fail ignore-rust-version \
                    include-ffi jobs= json keep-going lcov lib list locked mcdc message-format= nextest \
                    no-clean no-default-features no-fail-fast no-report no-run offline package= profile= \
                    quiet release show-missing-lines skip-functions summary-only target= test tests text \
                    timings? unit-graph verbose workspace",
                special: cargo![
                    Special::writes("output-path"),
                    Special::writes("output-dir"),
                    Special::flag("open", Effect::Run),
                    Special::flag("html", Effect::Write),
                    Special::writes("o out"),
                    Special::runs("coverage-target-only"),
                ],
                subs: &[
                    Entry { names: &["nextest", "test", "run", "report", "show-env"], ..CARGO },
                    Entry { names: &["clean"], operands: TEXT, ..DELETES },
                ],
                ..CARGO
            },
            Entry {
                names: &[
                    "hack",
                    "machete",
                    "udeps",
                    "sort",
                    "expand",
                    "asm",
                    "bloat",
                    "semver-checks",
                    "msrv",
                    "minimal-versions",
                    "outdated",
                    "audit",
                    "deny",
                    "geiger",
                    "about",
                    "license",
                    "spellcheck",
                    "insta",
                    "mutants",
                    "fuzz",
                    "criterion",
                    "flamegraph",
                ],
                effect: Effect::Code,
                subs: &[
                    Entry { names: &["build", "check", "test", "clippy", "run", "doc"], ..CARGO },
                    Entry { names: &["list", "licenses", "bans", "advisories", "sources", "init", "all"], ..CARGO },
                    Entry {
                        names: &["review", "accept", "reject", "pending-snapshots", "add"],
                        effect: Effect::Write,
                        ..CARGO
                    },
                ],
                ..CARGO
            },
            Entry {
                names: &["watch", "bacon"],
                style: Style::Gnu,
                flags: "NVchq",
                values: "Bdi",
                long: "clear debug delay= help ignore= no-auto no-gitignore no-vcs-ignores notify poll postpone \
                    quiet version why",
                special: &[
                    Special::value("x exec", Arg::Shell, Effect::Run),
                    Special::value("s shell", Arg::Shell, Effect::Run),
                    Special::value("w watch", Arg::Read, Effect::Run),
                    Special::value("C workdir", Arg::Read, Effect::Run),
                    Special::runs("use-shell"),
                    Special::value("env-file", Arg::Read, Effect::Run),
                    Special::value("E env", Arg::Text, Effect::Run),
                    Special::value("features", Arg::Text, Effect::Code),
                ],
                ..RUNS
            },
            Entry {
                names: &[
                    "edit",
                    "set-version",
                    "upgrade",
                    "release",
                    "workspaces",
                    "make",
                    "make-format",
                    "dist",
                    "binstall",
                    "generate",
                    "xtask",
                    "leptos",
                    "tauri",
                    "ndk",
                    "lambda",
                    "sqlx",
                    "shuttle",
                    "wasi",
                    "zigbuild",
                    "component",
                    "espflash",
                ],
                style: Style::Gnu,
                ..RUNS
            },
        ],
        ..BUILDS
    },
    Entry {
        names: &["rustc", "rustdoc", "clippy-driver"],
        flags: "ORVghv",
        values: "ADFWl",
        long: "allow= cap-lints= cfg= check-cfg= color= crate-name= crate-type= crate-version= \
            default-theme= deny= diagnostic-width= display-doctest-warnings document-private-items \
            edition= enable-index-page error-format= explain= forbid= force-warn= help json= \
            markdown-no-toc no-run nocapture passes= show-coverage target= test test-args= verbose \
            version warn=",
        special: &[
            // `-C linker=`, `-C link-arg=` and many `-Z` name programs.
            Special::value("C codegen", Arg::Setting, Effect::Run),
            Special::value("Z", Arg::Text, Effect::Run),
            Special::writes("o"),
            Special::writes("out-dir output"),
            Special::value("emit", Arg::Write, Effect::Code),
            Special::value("print", Arg::Write, Effect::Code),
            Special::reads("L library-path"),
            // Macros in them are run while compiling.
            Special::value("extern", Arg::Read, Effect::Run),
            Special::value("sysroot", Arg::Read, Effect::Run),
            Special::reads("remap-path-prefix"),
            Special::runs("runtool"),
            Special::value("runtool-arg", Arg::Text, Effect::Run),
            Special::runs("test-builder"),
            Special::runs("test-runtool"),
            Special::value("test-runtool-arg", Arg::Text, Effect::Run),
            Special::value("test-builder-wrapper", Arg::Text, Effect::Run),
            Special::writes("persist-doctests"),
            Special::reads("html-in-header"),
            Special::reads("html-before-content"),
            Special::reads("html-after-content"),
            Special::reads("e extend-css"),
            Special::reads("theme"),
            Special::reads("index-page"),
            Special::writes("test-run-directory"),
            Special::reads("markdown-css"),
            Special::value("env-set", Arg::Text, Effect::Code),
        ],
        operands: FILES,
        subs: &[
            Entry { names: &["--version", "-V"], flags: "Vv", long: "verbose version", ..SAYS },
            Entry { names: &["--explain"], long: "color= explain=", ..SAYS },
            // What compiles all the same, or writes a file, is among the oddities.
            Entry {
                names: &["--print"],
                long: "print= target= edition= crate-type= crate-name= verbose",
                flags: "v",
                ..READS
            },
        ],
        ..BUILDS
    },
    Entry {
        names: &["rustup"],
        flags: "Vhqv",
        long: "help quiet verbose version",
        subs: &[
            Entry {
                names: &["show"],
                flags: "hv",
                long: "help verbose",
                subs: &[Entry { names: &["active-toolchain", "home", "profile"], flags: "v", long: "verbose", ..SAYS }],
                ..SAYS
            },
            Entry { names: &["check"], flags: "h", long: "help no-self-update", ..SENDS },
            Entry { names: &["which"], flags: "h", long: "help toolchain=", ..SAYS },
            Entry { names: &["default"], subs: &[Entry { names: &[""], ..SAYS }], ..SYSTEM },
            Entry {
                names: &["toolchain"],
                subs: &[
                    Entry { names: &["list"], flags: "hqv", long: "help quiet verbose", ..SAYS },
                    Entry {
                        names: &["install", "add", "update", "upgrade"],
                        values: "ct",
                        long: "allow-downgrade component= force force-non-host no-self-update profile= target=",
                        ..SENDS
                    },
                    Entry { names: &["uninstall", "remove", "link"], ..SYSTEM },
                ],
                ..SYSTEM
            },
            Entry {
                names: &["target", "component"],
                subs: &[
                    Entry { names: &["list"], flags: "hqv", long: "help installed quiet toolchain= verbose", ..SAYS },
                    Entry { names: &["add", "install"], long: "target= toolchain=", ..SENDS },
                    Entry { names: &["remove", "uninstall", "rm", "delete"], long: "target= toolchain=", ..SYSTEM },
                ],
                ..SYSTEM
            },
            Entry {
                names: &["override"],
                subs: &[
                    Entry { names: &["list"], ..SAYS },
                    Entry {
                        names: &["set", "add", "unset", "remove"],
                        long: "nonexistent",
                        special: &[Special::reads("path")],
                        ..SYSTEM
                    },
                ],
                ..SYSTEM
            },
            Entry {
                names: &["update", "upgrade", "install"],
                values: "ct",
                long: "allow-downgrade component= force force-non-host no-self-update profile= target=",
                ..SENDS
            },
            Entry { names: &["uninstall", "self", "set"], ..SYSTEM },
            // It opens a browser unless it only prints the path.
            Entry {
                names: &["doc", "docs", "man"],
                long: "alloc book cargo clippy core edition-guide embedded-book error_codes nomicon path \
                    proc_macro reference rust-by-example rustc rustdoc std style-guide test toolchain= \
                    unstable-book",
                subs: &[Entry {
                    names: &["--path"],
                    long: "alloc book cargo clippy core edition-guide embedded-book nomicon path proc_macro \
                        reference rust-by-example rustc rustdoc std test toolchain= unstable-book",
                    ..SAYS
                }],
                ..RUNS
            },
            Entry { names: &["completions", "help"], ..SAYS },
            Entry { names: &["run"], long: "install", wraps: Wraps::Command(1), ..RUNS },
        ],
        ..SYSTEM
    },
    Entry {
        names: &["rustfmt"],
        flags: "Vhlqv",
        long: "check color= edition= error-on-unformatted file-lines= files-with-diff help? \
            print-config= quiet skip-children style-edition= unstable-features verbose version",
        special: &[
            // `--config-path` and `--config` change what is formatted, and how; backups and emits write.
            Special::flag("backup", Effect::Write),
            Special::value("emit", Arg::Text, Effect::Write),
            Special::reads("config-path"),
            Special::value("config", Arg::Text, Effect::Write),
        ],
        subs: &[Entry {
            names: &["--check"],
            flags: "lqv",
            long: "check color= edition= error-on-unformatted files-with-diff quiet skip-children \
                style-edition= unstable-features verbose",
            special: &[Special::reads("config-path"), Special::value("config", Arg::Text, Effect::Write)],
            operands: FILES,
            ..BUILDS
        }],
        ..WRITES
    },
    Entry {
        names: &[
            "rust-analyzer",
            "rust-gdb",
            "rust-lldb",
            "cargo-clippy",
            "cargo-fmt",
            "cargo-nextest",
            "miri",
            "bindgen",
            "cbindgen",
            "evcxr",
            "trunk",
            "wasm-bindgen",
            "cargo-deny",
            "bacon",
        ],
        flags: "Vh",
        long: "help version",
        ..BUILDS
    },
    Entry {
        names: &["wasm-pack"],
        flags: "Vhqv",
        long: "help log-level= quiet verbose version",
        subs: &[
            Entry {
                names: &["build"],
                values: "mst",
                long: "debug dev mode= no-opt no-pack no-typescript out-name= profiling reference-types release \
                    scope= target= weak-refs",
                special: &[Special::writes("d out-dir")],
                operands: FILES,
                ..BUILDS
            },
            Entry {
                names: &["test"],
                flags: "r",
                long: "chrome firefox headless mode= node release safari",
                special: &[Special::runs("chromedriver"), Special::runs("geckodriver"), Special::runs("safaridriver")],
                operands: FILES,
                ..BUILDS
            },
            Entry { names: &["new", "publish", "login"], ..SENDS },
            Entry { names: &["pack"], ..WRITES },
        ],
        ..BUILDS
    },
    Entry {
        names: &["cross"],
        subs: &[Entry {
            names: &["build", "b", "check", "c", "test", "t", "run", "r", "doc", "d", "clippy", "bench", "rustc"],
            ..CARGO
        }],
        ..CARGO
    },
    Entry {
        names: &["maturin"],
        flags: "Vh",
        long: "help version",
        subs: &[
            Entry {
                names: &["build", "develop", "dev"],
                flags: "hqrv",
                values: "EFbijp",
                long: "all all-features all-targets bench= benches bin= bindings= bins build-plan color= \
                    compatibility= debug doc example= examples exclude= extras= features= frozen \
                    future-incompat-report help ignore-rust-version interpreter= jobs= keep-going lib list \
                    locked message-format= no-default-features no-fail-fast no-run offline package= profile= \
                    quiet release sdist skip-auditwheel strip target= test= tests timings? unit-graph uv \
                    verbose workspace zig",
                special: cargo![
                    Special::writes("o out"),
                    Special::runs("interpreter-path"),
                    Special::flag("skip-install", Effect::System),
                ],
                ..CARGO
            },
            Entry { names: &["new", "init", "sdist", "generate-ci"], ..WRITES },
            Entry { names: &["publish", "upload"], ..SENDS },
            Entry { names: &["list-python"], ..BUILDS },
        ],
        ..BUILDS
    },
];

/// Options of `cargo fix` and `cargo clippy --fix`.
const CARGO_FIX_OPTIONS: &[Special] = cargo![
    Special::flag("fix", Effect::Write),
    Special::flag("allow-dirty", Effect::Write),
    Special::flag("allow-staged", Effect::Write),
    Special::flag("allow-no-vcs", Effect::Write),
    Special::flag("broken-code", Effect::Write),
    Special::flag("edition", Effect::Write),
    Special::flag("edition-idioms", Effect::Write),
];

/// Options that `build`, `rustc` share.
const CARGO_OPTIONS: &[Special] = cargo![];
