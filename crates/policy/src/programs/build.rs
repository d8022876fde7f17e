//! Build systems, compilers, bundlers and task runners.
//!
//! They run recipes and scripts of the project: [`Effect::Code`]. Options that name another build file, directory,
//! compiler, plug-in or shell make them run what is named there.

use super::entry::{
    Arg, BUILDS, DELETES, Effect, Entry, FILES, Operands, READS, RUNS, SAYS, SENDS, SYSTEM, Special, Style, TEXT,
    WRITES, Wraps,
};

/// -n still expands `$(shell ...)` and runs recipes marked with `+`. A word with `=` sets a variable, such as SHELL.
const MAKE: Entry = Entry {
    flags: "BLRSbdehikmnpqrsvw",
    values: "Wo",
    long: "always-make assume-new= assume-old= check-symlink-times debug? dry-run \
        environment-overrides help ignore-errors jobserver-style= just-print keep-going \
        new-file= no-builtin-rules no-builtin-variables no-keep-going no-print-directory \
        no-silent old-file= output-sync? print-data-base print-directory question quiet recon \
        shuffle? silent stop trace version warn-undefined-variables what-if=",
    special: &[
        Special::flag("j jobs", Effect::Read).attached(),
        Special::flag("l load-average max-load", Effect::Read).attached(),
        Special::value("f file makefile", Arg::Read, Effect::Run),
        Special::value("C directory", Arg::Read, Effect::Run),
        Special::value("I include-dir", Arg::Read, Effect::Run),
        Special::value("E eval", Arg::Code, Effect::Run),
        Special::flag("t touch", Effect::Write),
        Special::value("jobserver-auth", Arg::Text, Effect::Code),
        Special::flag("O", Effect::Read).attached(),
    ],
    operands: Operands { rest: Arg::Setting, ..TEXT },
    ..BUILDS
};

const CMAKE_LOOKS: Entry = Entry {
    style: Style::Single,
    long: "H h help help-command= help-command-list help-commands help-full? help-manual= \
        help-manual-list help-module= help-module-list help-modules help-policies help-policy= \
        help-policy-list help-properties help-property= help-property-list help-variable= \
        help-variable-list help-variables usage version",
    ..SAYS
};

/// One-letter options take their value attached: `-Iinclude`, `-DX=1`. Warnings, optimisation and targets are by name.
const CC: Entry = Entry {
    style: Style::Single,
    values: "DUlx",
    long: "### ansi C c coverage dM dumpfullversion dumpmachine dumpspecs dumpversion E fanalyzer \
        fcf-protection= fcolor-diagnostics fcommon fconcepts fconstexpr-depth= fcoroutines \
        fcoverage-mapping fdata-sections fdiagnostics-color= ferror-limit= fexceptions \
        ffast-math ffreestanding ffunction-sections finline-functions flto= fmax-errors= \
        fmodules fno-builtin fno-color-diagnostics fno-common fno-exceptions fno-inline fno-lto \
        fno-omit-frame-pointer fno-permissive fno-pic fno-plt fno-rtti fno-sanitize= \
        fno-sanitize-recover= fno-stack-protector fno-strict-aliasing fno-threadsafe-statics \
        fomit-frame-pointer fopenmp fpermissive fPIC fpic fPIE fpie fprofile-arcs fsanitize= \
        fsanitize-recover= fsigned-char fstack-clash-protection fstack-protector \
        fstack-protector-all fstack-protector-strong fstrict-aliasing fsyntax-only \
        ftemplate-depth= ftest-coverage ftime-report funroll-loops funsigned-char fverbose-asm \
        fvisibility= fvisibility-inlines-hidden fwrapv g g0 g1 g2 g3 gdwarf gdwarf-4 gdwarf-5 \
        ggdb ggdb3 gsplit-dwarf H help= M m32 m64 mabi= maes march= \
        mavx mavx2 mavx512f mbmi mbmi2 mcmodel= mcpu= MD mfloat-abi= mfma mfpu= MG \
        mlong-double-80 MM mmacosx-version-min= MMD mno-red-zone MP mpopcnt MQ= msse msse2 msse3 \
        msse4.1 msse4.2 mssse3 MT= mthumb mtune= no-pie nodefaultlibs nostartfiles nostdinc++ \
        nostdlib O O0 O1 O2 O3 Ofast Og Os Oz P pedantic pedantic-errors pie pipe \
        print-file-name= print-libgcc-file-name print-multi-lib print-multiarch print-prog-name= \
        print-resource-dir print-search-dirs print-sysroot print-targets pthread rdynamic S s \
        shared static static-libgcc static-libstdc++ static-pie std= target= target-help v \
        version w Wall Wcast-align Wcast-qual Wconversion Wdouble-promotion Wduplicated-branches \
        Wduplicated-cond Werror= Weverything Wextra Wfatal-errors Wfloat-equal Wformat= \
        Wformat-security Wimplicit-fallthrough Wimplicit-function-declaration Wlogical-op \
        Wmaybe-uninitialized Wmissing-declarations Wmissing-prototypes Wno-attributes \
        Wno-comment Wno-conversion Wno-cpp Wno-deprecated Wno-deprecated-declarations Wno-error= \
        Wno-format Wno-implicit-function-declaration Wno-maybe-uninitialized \
        Wno-missing-field-initializers Wno-narrowing Wno-parentheses Wno-pedantic \
        Wno-pointer-sign Wno-psabi Wno-return-type Wno-shadow Wno-sign-compare \
        Wno-strict-aliasing Wno-switch Wno-unknown-pragmas Wno-unknown-warning-option Wno-unused \
        Wno-unused-but-set-variable Wno-unused-command-line-argument Wno-unused-function \
        Wno-unused-parameter Wno-unused-result Wno-unused-variable Wnon-virtual-dtor \
        Wnull-dereference Wold-style-cast Woverloaded-virtual Wparentheses Wpedantic \
        Wpointer-arith Wredundant-decls Wreturn-type Wshadow Wsign-compare Wsign-conversion \
        Wstrict-aliasing Wstrict-overflow Wstrict-prototypes Wswitch Wswitch-default \
        Wswitch-enum Wundef Wuninitialized Wunused Wunused-function Wunused-parameter \
        Wunused-result Wunused-variable Wuseless-cast Wvla Wwrite-strings",
    special: &[
        Special::reads("I"),
        Special::reads("L"),
        Special::writes("o"),
        Special::writes("MF"),
        Special::writes("MJ"),
        Special::value("fplugin", Arg::Code, Effect::Run),
        Special::value("fplugin-arg fplugin-arg-name", Arg::Text, Effect::Run),
        Special::value("B", Arg::Read, Effect::Run),
        Special::runs("wrapper"),
        Special::value("specs", Arg::Read, Effect::Run),
        Special::value("fuse-ld", Arg::Text, Effect::Run),
        Special::runs("ld-path"),
        Special::value("Xlinker", Arg::Text, Effect::Run),
        Special::value("Xassembler", Arg::Text, Effect::Run),
        Special::value("Xpreprocessor", Arg::Text, Effect::Run),
        Special::value("Xclang", Arg::Text, Effect::Run),
        Special::value("Wl", Arg::Text, Effect::Run),
        Special::value("Wa", Arg::Text, Effect::Run),
        Special::value("Wp", Arg::Text, Effect::Run),
        Special::value("z", Arg::Text, Effect::Run),
        Special::value("u", Arg::Text, Effect::Run),
        Special::value("mllvm", Arg::Text, Effect::Run),
        Special::value("load", Arg::Code, Effect::Run),
        Special::value("T", Arg::Read, Effect::Run),
        Special::reads("include"),
        Special::reads("isystem"),
        Special::reads("iquote"),
        Special::reads("idirafter"),
        Special::reads("imacros"),
        Special::reads("sysroot isysroot gcc-toolchain"),
        Special::reads("iprefix"),
        Special::value("save-temps", Arg::Text, Effect::Write).attached(),
        Special::writes("dumpdir"),
        Special::writes("dumpbase"),
        Special::value("fprofile-generate", Arg::Write, Effect::Write),
        Special::writes("fprofile-instr-generate"),
        Special::reads("fprofile-use"),
        Special::reads("fprofile-instr-use"),
        Special::value("fdump", Arg::Write, Effect::Write),
        Special::value("foptimization-record-file", Arg::Write, Effect::Write),
        Special::writes("auxbase"),
        Special::runs("fintegrated-cc1-path"),
        Special::value("config", Arg::Read, Effect::Run),
        Special::value("e", Arg::Text, Effect::Run),
        Special::reads("fsanitize-blacklist fsanitize-ignorelist"),
        Special::writes("serialize-diagnostics"),
        Special::flag("ftime-trace", Effect::Write),
        Special::value("fopenmp-targets", Arg::Text, Effect::Run),
        Special::value("fpass-plugin", Arg::Code, Effect::Run),
        Special::value("ivfsoverlay", Arg::Text, Effect::Run),
        Special::writes("fmodules-cache-path"),
        Special::value("fmodule-mapper", Arg::Code, Effect::Run),
        Special::value("aux-info", Arg::Write, Effect::Code),
    ],
    operands: FILES,
    ..BUILDS
};

/// It runs nothing of the project; what it writes goes where the configuration says. Names are taken in any case.
const TSC: Entry = Entry {
    style: Style::Single,
    long: "all allowArbitraryExtensions allowImportingTsExtensions allowJs \
        allowSyntheticDefaultImports allowUmdGlobalAccess allowUnreachableCode allowUnusedLabels \
        alwaysStrict assumeChangesOnlyAffectDirectDependencies checkers= checkJs composite \
        customConditions= d declaration declarationMap deduplicatePackages diagnostics \
        disableReferencedProjectLoad disableSizeLimit disableSolutionSearching \
        disableSourceOfProjectReferenceRedirect downlevelIteration dry emitBOM \
        emitDeclarationOnly emitDecoratorMetadata erasableSyntaxOnly esModuleInterop \
        exactOptionalPropertyTypes excludeDirectories= excludeFiles= experimentalDecorators \
        explainFiles extendedDiagnostics fallbackPolling= forceConsistentCasingInFileNames h \
        help i ignoreConfig importHelpers importsNotUsedAsValues= incremental inlineSourceMap \
        inlineSources isolatedDeclarations isolatedModules jsx= jsxFactory= jsxFragmentFactory= \
        jsxImportSource= keyofStringsOnly lib= libReplacement listEmittedFiles listFiles \
        listFilesOnly locale= m= mapRoot= maxNodeModuleJsDepth= module= moduleDetection= \
        moduleResolution= moduleSuffixes= newLine= noCheck noEmit noEmitHelpers noEmitOnError \
        noErrorTruncation noFallthroughCasesInSwitch noImplicitAny noImplicitOverride \
        noImplicitReturns noImplicitThis noImplicitUseStrict noLib \
        noPropertyAccessFromIndexSignature noResolve noStrictGenericChecks \
        noUncheckedIndexedAccess noUncheckedSideEffectImports noUnusedLocals noUnusedParameters \
        preserveConstEnums preserveSymlinks preserveValueImports preserveWatchOutput pretty \
        quiet reactNamespace= removeComments resolveJsonModule resolvePackageJsonExports \
        resolvePackageJsonImports rewriteRelativeImportExtensions showConfig singleThreaded \
        skipDefaultLibCheck skipLibCheck sourceMap sourceRoot= stableTypeOrdering \
        stopBuildOnErrors strict strictBindCallApply strictBuiltinIteratorReturn \
        strictFunctionTypes strictNullChecks strictPropertyInitialization stripInternal \
        suppressExcessPropertyErrors suppressImplicitAnyIndexErrors synchronousWatchDirectory t= \
        target= traceResolution types= useDefineForClassFields useUnknownInCatchVariables v \
        verbatimModuleSyntax verbose version w watch watchDirectory= watchFile=",
    special: &[
        Special::writes("outDir"),
        Special::writes("outFile out"),
        Special::writes("declarationDir"),
        Special::writes("tsBuildInfoFile"),
        Special::writes("generateTrace"),
        Special::writes("generateCpuProfile"),
        Special::writes("pprofDir"),
        Special::reads("p project"),
        Special::reads("baseUrl"),
        Special::reads("rootDir"),
        Special::reads("rootDirs"),
        Special::reads("typeRoots"),
        Special::value("paths", Arg::Text, Effect::Code),
        Special::value("plugins", Arg::Text, Effect::Run),
        Special::flag("init", Effect::Write),
        Special::flag("b build", Effect::Write),
        Special::flag("clean", Effect::Delete),
        Special::flag("f force", Effect::Write),
    ],
    operands: FILES,
    ..BUILDS
};

pub(super) const TABLE: &[Entry] = &[
    Entry {
        names: &["pkg-config", "pkgconf"],
        long: "version modversion atleast-version= exact-version= max-version= exists cflags cflags-only-I \
            cflags-only-other libs libs-only-l libs-only-L libs-only-other list-all list-package-names variable= \
            print-variables print-provides print-requires print-requires-private static short-errors silence-errors \
            print-errors errors-to-stdout debug uninstalled atleast-pkgconfig-version= help",
        special: &[Special::reads("with-path"), Special::value("define-variable", Arg::Text, Effect::Read)],
        ..SAYS
    },
    Entry {
        names: &["make", "gmake", "gnumake", "remake", "bmake", "nmake", "mingw32-make"],
        subs: &[Entry { names: &["--version", "-v"], flags: "v", long: "version", ..SAYS }],
        ..MAKE
    },
    Entry {
        names: &["cmake"],
        style: Style::Single,
        values: "AGU",
        long: "build= check-system-vars compile-no-warning-as-error debug-find debug-find-pkg= \
            debug-find-var= debug-output debug-trycompile E fresh h help help-command= \
            help-command-list help-commands help-full? help-manual= help-manual-list help-module= \
            help-module-list help-modules help-policies help-policy= help-properties help-property= \
            help-variable= help-variables install= L LA LAH LH list-presets? log-context log-level= \
            N no-warn-unused-cli open= preset= profiling-format= system-information? trace \
            trace-expand trace-format= version warn-uninitialized Wdeprecated Wdev Werror= \
            Wno-deprecated Wno-dev Wno-error=",
        special: &[
            // A definition can name a compiler, a launcher or a toolchain.
            Special::value("D", Arg::Setting, Effect::Run),
            Special::writes("B"),
            // A toolset may name a compiler.
            Special::value("T", Arg::Text, Effect::Run),
            Special::reads("S"),
            Special::value("C", Arg::Read, Effect::Run),
            Special::value("toolchain", Arg::Read, Effect::Run),
            Special::value("project-file", Arg::Read, Effect::Run),
            Special::value("P", Arg::Code, Effect::Run),
            Special::writes("install-prefix"),
            Special::writes("graphviz"),
            Special::writes("trace-redirect"),
            Special::reads("trace-source"),
            Special::writes("profiling-output"),
            Special::flag("find-package", Effect::Run),
            Special::runs("debugger"),
            Special::value("debugger-pipe", Arg::Text, Effect::Run),
            Special::writes("debugger-dap-log"),
            Special::flag("workflow", Effect::Code),
        ],
        operands: FILES,
        subs: &[
            Entry {
                names: &[
                    "--version",
                    "-version",
                    "--help",
                    "-help",
                    "-h",
                    "--help-full",
                    "--help-manual",
                    "--help-manual-list",
                    "--help-command",
                    "--help-command-list",
                    "--help-commands",
                    "--help-module",
                    "--help-module-list",
                    "--help-modules",
                    "--help-policy",
                    "--help-policies",
                    "--help-property",
                    "--help-properties",
                    "--help-variable",
                    "--help-variables",
                ],
                ..CMAKE_LOOKS
            },
            Entry {
                names: &["--build"],
                style: Style::Single,
                long: "build= clean-first config= list-presets parallel? preset= resolve-package-references= t= \
                    target= use-stderr v verbose",
                special: &[Special::flag("j", Effect::Read).attached()],
                operands: FILES,
                ..BUILDS
            },
            // Where to is said by the build, mostly a system directory.
            Entry {
                names: &["--install"],
                style: Style::Single,
                long: "component= config= default-directory-permissions= install= parallel? strip v verbose",
                special: &[Special::writes("prefix"), Special::flag("j", Effect::Read).attached()],
                ..SYSTEM
            },
            Entry { names: &["--open"], long: "open=", ..RUNS },
            Entry {
                names: &["-E"],
                style: Style::First,
                flags: "E",
                subs: &[
                    Entry {
                        names: &[
                            "cat",
                            "compare_files",
                            "md5sum",
                            "sha1sum",
                            "sha224sum",
                            "sha256sum",
                            "sha384sum",
                            "sha512sum",
                        ],
                        long: "ignore-eol",
                        ..READS
                    },
                    Entry { names: &["echo", "echo_append", "true", "false", "sleep", "capabilities"], ..SAYS },
                    Entry {
                        names: &[
                            "copy",
                            "copy_directory",
                            "copy_directory_if_different",
                            "copy_directory_if_newer",
                            "copy_if_different",
                            "copy_if_newer",
                            "make_directory",
                            "touch",
                            "touch_nocreate",
                            "create_symlink",
                            "create_hardlink",
                        ],
                        special: &[Special::writes("t")],
                        operands: FILES.last(Arg::Write, "t"),
                        ..WRITES
                    },
                    Entry { names: &["rename"], operands: Operands { rest: Arg::Delete, ..TEXT }, ..WRITES },
                    Entry {
                        names: &["tar"],
                        long: "format= mtime= touch zstd",
                        special: &[Special::reads("files-from")],
                        ..WRITES
                    },
                    Entry { names: &["remove", "rm", "remove_directory"], flags: "Rfr", long: "rf", ..DELETES },
                    Entry {
                        names: &["env"],
                        long: "ignore-environment",
                        special: &[
                            Special::value("unset", Arg::Text, Effect::Run),
                            Special::value("modify", Arg::Text, Effect::Run),
                        ],
                        wraps: Wraps::Environment,
                        ..RUNS
                    },
                    Entry { names: &["time"], wraps: Wraps::Command(0), ..RUNS },
                    Entry { names: &["chdir"], wraps: Wraps::Command(1), ..RUNS },
                    // It prints the environment.
                    Entry { names: &["environment", "server"], ..BUILDS },
                ],
                ..BUILDS
            },
        ],
        ..BUILDS
    },
    Entry {
        names: &["ctest"],
        style: Style::Single,
        long: "build-config= C= debug E= exclude-regex= extra-verbose F FA= FC= FS= h help I= \
            interactive-debug-mode= L= label-exclude= label-regex= LE= list-presets max-width= N \
            no-compress-output no-label-summary no-subproject-summary no-tests= output-on-failure \
            parallel? preset= print-labels progress Q quiet R= repeat= repeat-until-fail= \
            rerun-failed schedule-random show-only? stop-on-failure stop-time= test-load= \
            test-output-size-failed= test-output-size-passed= test-output-truncation= test-timeout= \
            tests-information= tests-regex= timeout= U union V verbose version VV",
        special: &[
            Special::reads("test-dir"),
            Special::writes("O output-log"),
            Special::writes("output-junit"),
            Special::value("S script", Arg::Code, Effect::Run),
            Special::value("SP script-new-process", Arg::Code, Effect::Run),
            Special::value("D dashboard", Arg::Setting, Effect::Run),
            Special::value("M test-model", Arg::Text, Effect::Send),
            Special::value("T test-action", Arg::Text, Effect::Send),
            Special::flag("build-and-test", Effect::Run),
            Special::runs("test-command"),
            Special::runs("build-makeprogram"),
            Special::reads("resource-spec-file"),
            Special::flag("submit-index", Effect::Send),
            Special::reads("A add-notes"),
            Special::reads("extra-submit"),
            Special::value("overwrite", Arg::Setting, Effect::Run),
            Special::value("build-options", Arg::Text, Effect::Code),
            Special::value("build-target", Arg::Text, Effect::Code),
            Special::flag("j", Effect::Read).attached(),
        ],
        operands: FILES,
        ..BUILDS
    },
    Entry { names: &["cpack"], ..BUILDS },
    Entry {
        names: &["ninja", "ninja-build", "samu", "n2"],
        flags: "hnv",
        values: "djklw",
        long: "help quiet verbose version",
        special: &[
            Special::value("C", Arg::Read, Effect::Run),
            Special::value("f", Arg::Read, Effect::Run),
            Special::value("t", Arg::Text, Effect::Delete),
        ],
        ..BUILDS
    },
    Entry {
        names: &["meson"],
        flags: "hv",
        long: "help version",
        subs: &[
            Entry { names: &["-v"], flags: "v", subs: &[Entry { names: &[""], flags: "v", ..SAYS }], ..BUILDS },
            Entry {
                names: &["setup"],
                flags: "hv",
                long: "auto-features= backend= bindir= buildtype= datadir= debug default-library= errorlogs \
                    fatal-meson-warnings force-fallback-for= help includedir= infodir= install-umask= \
                    layout= libdir= libexecdir= localedir= localstatedir= mandir= optimization= \
                    pkgconfig.relocatable prefer-static prefix= python.install-env= python.platlibdir= \
                    python.purelibdir= reconfigure sbindir= sharedstatedir= stdsplit strip sysconfdir= \
                    unity= unity-size= version vsenv warnlevel= werror wrap-mode=",
                special: &[
                    Special::value("D", Arg::Setting, Effect::Run),
                    Special::value("cross-file", Arg::Read, Effect::Run),
                    Special::value("native-file", Arg::Read, Effect::Run),
                    Special::flag("wipe", Effect::Delete),
                    Special::value("pkg-config-path build.pkg-config-path", Arg::Read, Effect::Run),
                    Special::value("cmake-prefix-path build.cmake-prefix-path", Arg::Read, Effect::Run),
                ],
                operands: FILES,
                ..BUILDS
            },
            Entry {
                names: &["compile", "test"],
                flags: "hqv",
                values: "jlt",
                long: "benchmark help jobs= list load-average= max-lines= maxfail= no-rebuild no-stdsplit \
                    no-suite= num-processes= print-errorlogs quiet repeat= slice= suite= timeout-multiplier= \
                    verbose",
                special: &[
                    Special::value("C", Arg::Read, Effect::Run),
                    Special::flag("clean", Effect::Delete),
                    Special::value("wrap wrapper", Arg::Shell, Effect::Run),
                    Special::writes("logbase"),
                    Special::flag("gdb", Effect::Run),
                    Special::runs("gdb-path"),
                    Special::value("ninja-args vs-args xcode-args test-args", Arg::Text, Effect::Run),
                    Special::value("setup", Arg::Text, Effect::Code),
                    Special::flag("i interactive", Effect::Run),
                ],
                ..BUILDS
            },
            Entry {
                names: &["introspect"],
                flags: "afhi",
                long: "all ast backend= benchmarks buildoptions buildsystem-files compilers dependencies \
                    force-object-output help indent install-plan installed machines projectinfo \
                    scan-dependencies targets tests",
                operands: FILES,
                ..BUILDS
            },
            Entry { names: &["configure", "rewrite", "init", "format", "fmt", "env2mfile"], ..WRITES },
            Entry { names: &["install"], ..SYSTEM },
            Entry { names: &["wrap", "subprojects", "dist"], ..SENDS },
            Entry { names: &["devenv"], ..RUNS },
        ],
        ..BUILDS
    },
    Entry {
        names: &["bazel", "bazelisk", "buck2", "buck", "pants", "please", "plz"],
        special: &[
            // Start-up options come first and can name a file of options or another server.
            Special::value("bazelrc", Arg::Read, Effect::Run),
            Special::value("output_base", Arg::Read, Effect::Run),
            Special::value("output_user_root", Arg::Read, Effect::Run),
            Special::runs("server_javabase"),
            Special::value("host_jvm_args", Arg::Text, Effect::Run),
            Special::value("workspace_rc", Arg::Read, Effect::Run),
            Special::flag("batch", Effect::Run),
        ],
        subs: &[
            Entry {
                names: &[
                    "build",
                    "test",
                    "query",
                    "cquery",
                    "aquery",
                    "info",
                    "version",
                    "help",
                    "coverage",
                    "analyze-profile",
                    "print_action",
                    "mod",
                    "dump",
                    "config",
                    "uquery",
                    "targets",
                    "audit",
                    "lint",
                    "check",
                    "fmt",
                    "list",
                    "dependencies",
                    "peek",
                    "paths",
                    "log",
                ],
                flags: "ks",
                values: "cj",
                long: "build_tag_filters= cache_test_results= color= compilation_mode= config= curses= \
                    flaky_test_attempts= jobs= keep_going local_test_jobs= nobuild nocache_test_results \
                    noimplicit_deps noshow_progress notool_deps order_output= output= runs_per_test= \
                    subcommands test_filter= test_output= test_size_filters= test_tag_filters= test_timeout= \
                    verbose_failures",
                special: &[
                    Special::runs("run_under"),
                    Special::value("action_env test_env repo_env host_action_env", Arg::Text, Effect::Run),
                    Special::value("copt cxxopt linkopt host_copt", Arg::Text, Effect::Run),
                    Special::value("override_repository override_module", Arg::Read, Effect::Run),
                    Special::value("remote_cache", Arg::Host, Effect::Send),
                    Special::value("remote_executor", Arg::Host, Effect::Send),
                    Special::value("bes_backend", Arg::Host, Effect::Send),
                    Special::value("strategy spawn_strategy", Arg::Text, Effect::Run),
                    Special::value("package_path", Arg::Read, Effect::Run),
                    Special::value("crosstool_top", Arg::Read, Effect::Run),
                    Special::runs("shell_executable"),
                    Special::writes("symlink_prefix"),
                    Special::writes("disk_cache"),
                    Special::writes("profile"),
                    Special::reads("query_file target_pattern_file"),
                    Special::writes("build_event_json_file build_event_text_file build_event_binary_file"),
                    Special::value("define", Arg::Text, Effect::Run),
                ],
                ..BUILDS
            },
            Entry { names: &["run", "mobile-install", "canonicalize-flags"], ..RUNS },
            Entry { names: &["fetch", "sync", "vendor"], ..SENDS },
            Entry {
                names: &["clean", "shutdown", "kill", "killall"],
                long: "async",
                special: &[Special::flag("expunge", Effect::Delete), Special::flag("expunge_async", Effect::Delete)],
                operands: TEXT,
                ..DELETES
            },
        ],
        ..BUILDS
    },
    Entry {
        names: &["just"],
        flags: "Vhlnquv",
        values: "s",
        long: "alias-style= allow-missing changelog check color= command-color= completions= dry-run \
            dump dump-format= explain groups help highlight list list-heading= list-prefix= \
            list-submodules man no-aliases no-deps no-dotenv no-highlight one quiet show= summary \
            timestamp timestamp-format= unsorted unstable usage= variables verbose version yes",
        special: &[
            Special::value("f justfile", Arg::Read, Effect::Run),
            Special::value("d working-directory", Arg::Read, Effect::Run),
            Special::value("g global-justfile", Arg::Read, Effect::Run),
            Special::value("set", Arg::Text, Effect::Run).two(),
            Special::runs("shell"),
            Special::value("shell-arg", Arg::Text, Effect::Run),
            Special::flag("shell-command", Effect::Run),
            Special::flag("c command", Effect::Run),
            Special::flag("e edit", Effect::Run),
            Special::flag("choose", Effect::Run),
            Special::runs("chooser"),
            Special::flag("fmt", Effect::Write),
            Special::flag("init", Effect::Write),
            Special::flag("evaluate", Effect::Code),
            Special::value("dotenv-path E", Arg::Read, Effect::Run),
            Special::value("dotenv-filename", Arg::Read, Effect::Run),
            Special::writes("tempdir"),
            Special::value("clear-shell-args", Arg::Text, Effect::Run),
            Special::runs("cygpath"),
        ],
        subs: &[
            // Parsed, not evaluated.
            Entry {
                names: &["--list", "-l", "--summary", "--groups", "--show", "-s"],
                flags: "lqu",
                values: "s",
                long: "alias-style= color= groups list list-heading= list-prefix= list-submodules no-aliases \
                    quiet show= summary unsorted unstable",
                ..SAYS
            },
        ],
        ..BUILDS
    },
    Entry {
        names: &["task", "go-task"],
        flags: "Facfhjlnpsvxy",
        values: "CIo",
        long: "color? concurrency= dry exit-code expiry= failfast force force-all help interval= json \
            list list-all nested no-status offline output= output-group-begin= output-group-end= \
            output-group-error-only parallel silent sort= status summary timeout= verbose version \
            yes",
        special: &[
            Special::value("t taskfile", Arg::Read, Effect::Run),
            Special::value("d dir", Arg::Read, Effect::Run),
            Special::value("g global", Arg::Read, Effect::Run),
            Special::flag("i init", Effect::Write),
            Special::flag("w watch", Effect::Code),
            Special::flag("download", Effect::Send),
            Special::flag("insecure", Effect::Send),
            Special::flag("clear-cache", Effect::Delete),
            Special::value("experiments", Arg::Read, Effect::Run),
            Special::value("trusted-hosts", Arg::Text, Effect::Run),
            Special::writes("remote-cache-dir"),
        ],
        ..BUILDS
    },
    Entry {
        names: &[
            "scons",
            "waf",
            "autoconf",
            "automake",
            "autoreconf",
            "aclocal",
            "autoheader",
            "libtool",
            "libtoolize",
            "m4",
            "configure",
            "config.status",
            "autogen.sh",
            "bootstrap",
            "qmake",
            "premake5",
            "xmake",
            "gyp",
            "gn",
            "imake",
        ],
        flags: "Vhinqv",
        values: "W",
        long: "build= disable-dependency-tracking disable-shared disable-static enable-debug \
            enable-shared enable-static force help host= install no-create quiet silent target= \
            verbose version warnings= without-x",
        special: &[
            Special::writes("prefix"),
            Special::writes("exec-prefix"),
            Special::writes("bindir"),
            Special::writes("libdir"),
            Special::writes("o output"),
            Special::value("I include", Arg::Read, Effect::Run),
            Special::value("B prepend-include", Arg::Read, Effect::Run),
            Special::value("srcdir", Arg::Read, Effect::Run),
            Special::value("cache-file", Arg::Read, Effect::Run),
            Special::value("D", Arg::Setting, Effect::Run),
            Special::value("C", Arg::Read, Effect::Run),
        ],
        operands: FILES,
        ..BUILDS
    },
    Entry {
        names: &[
            "gcc",
            "g++",
            "cc",
            "c++",
            "clang",
            "clang++",
            "cpp",
            "gfortran",
            "gcc-10",
            "gcc-11",
            "gcc-12",
            "gcc-13",
            "gcc-14",
            "g++-11",
            "g++-12",
            "g++-13",
            "g++-14",
            "clang-14",
            "clang-15",
            "clang-16",
            "clang-17",
            "clang-18",
            "clang++-15",
            "clang++-17",
            "clang++-18",
            "icc",
            "icx",
            "nvcc",
            "emcc",
            "em++",
        ],
        subs: &[
            // Nothing but looking at versions and paths.
            Entry {
                names: &[
                    "--version",
                    "-version",
                    "-dumpversion",
                    "-dumpfullversion",
                    "-dumpmachine",
                    "-print-search-dirs",
                    "-print-libgcc-file-name",
                    "-print-multiarch",
                    "-print-sysroot",
                    "-print-resource-dir",
                ],
                style: Style::Single,
                long: "dumpfullversion dumpmachine dumpversion print-libgcc-file-name print-multiarch \
                    print-resource-dir print-search-dirs print-sysroot v version",
                ..SAYS
            },
            // `gcc -v` without a file only tells how it was built.
            Entry { names: &[""], style: Style::Single, long: "v version help", ..SAYS },
        ],
        ..CC
    },
    Entry {
        names: &["ld", "ld.lld", "lld", "ld.gold", "mold", "ld.bfd"],
        style: Style::Single,
        long: "help V v version",
        special: &[
            Special::writes("o"),
            Special::value("plugin", Arg::Code, Effect::Run),
            Special::value("T script", Arg::Read, Effect::Run),
            Special::value("dynamic-linker", Arg::Read, Effect::Run),
            Special::writes("Map"),
            Special::value("L", Arg::Read, Effect::Run),
        ],
        operands: FILES,
        ..BUILDS
    },
    Entry {
        names: &["as", "nasm", "yasm", "flex", "bison", "yacc", "lex", "swig", "gperf"],
        flags: "Vhv",
        long: "help version",
        special: &[Special::writes("o output")],
        operands: FILES,
        ..BUILDS
    },
    Entry { names: &["distcc", "icecc", "sccache"], wraps: Wraps::Command(0), ..RUNS },
    Entry {
        names: &["ccache"],
        flags: "Vhpsv",
        values: "k",
        long: "get-config= help show-config show-stats verbose version",
        special: &[
            Special::flag("C clear", Effect::Delete),
            Special::flag("z zero-stats", Effect::Write),
            Special::flag("c cleanup", Effect::Delete),
            Special::value("M max-size", Arg::Text, Effect::System),
            Special::value("F max-files", Arg::Text, Effect::System),
            Special::value("o set-config", Arg::Text, Effect::System),
            Special::value("config-path", Arg::Read, Effect::Run),
            Special::value("d directory dir", Arg::Read, Effect::Run),
            Special::flag("evict-namespace evict-older-than", Effect::Delete),
        ],
        subs: &[Entry {
            names: &["-s", "--show-stats", "-p", "--show-config", "-k", "--get-config"],
            flags: "psv",
            values: "k",
            long: "get-config= show-config show-stats verbose",
            ..SAYS
        }],
        wraps: Wraps::Command(0),
        ..RUNS
    },
    Entry {
        names: &["tsc", "tsgo", "vue-tsc"],
        subs: &[Entry {
            names: &["--version", "-v", "--help", "-h", "--all"],
            style: Style::Single,
            long: "all h help v version",
            ..SAYS
        }],
        ..TSC
    },
    // Plain text of the result, unless an output is named.
    Entry {
        names: &["esbuild"],
        style: Style::Single,
        long: "analyze? asset-names= bundle charset= chunk-names= color= conditions= drop-labels= \
            entry-names= format= global-name= help ignore-annotations jsx= jsx-dev jsx-factory= \
            jsx-fragment= jsx-import-source= jsx-side-effects keep-names legal-comments= line-limit= \
            log-level= log-limit= main-fields= mangle-props= mangle-quoted= minify \
            minify-identifiers minify-syntax minify-whitespace packages= platform= preserve-symlinks \
            public-path= reserve-props= resolve-extensions= source-root= sourcefile= sourcemap? \
            sources-content= splitting target= tree-shaking= tsconfig-raw= version watch? \
            watch-delay=",
        special: &[
            Special::writes("outfile"),
            Special::writes("outdir"),
            Special::writes("metafile"),
            Special::reads("tsconfig"),
            Special::reads("outbase"),
            Special::value("serve", Arg::Host, Effect::Send).attached(),
            Special::reads("servedir"),
            Special::writes("mangle-cache"),
            Special::flag("allow-overwrite", Effect::Write),
            Special::reads("certfile"),
            Special::reads("keyfile"),
            Special::reads("serve-fallback"),
            Special::value("cors-origin", Arg::Text, Effect::Send),
            Special::reads("inject"),
            Special::reads("alias"),
        ],
        operands: FILES,
        ..BUILDS
    },
    Entry {
        names: &["vite"],
        style: Style::First,
        flags: "hv",
        values: "flm",
        long: "clearScreen debug? filter= help logLevel= mode= version",
        special: &[
            Special::value("c config", Arg::Read, Effect::Run),
            Special::value("configLoader", Arg::Text, Effect::Run),
            Special::value("base", Arg::Text, Effect::Code),
            Special::flag("d", Effect::Read).attached(),
        ],
        subs: &[
            Entry {
                names: &["build", "optimize"],
                flags: "hw",
                values: "flm",
                long: "app assetsDir= assetsInlineLimit= base= clearScreen debug? filter= help logLevel= \
                    manifest? minify? mode= sourcemap? ssr? ssrManifest? target= watch",
                special: &[
                    Special::value("c config", Arg::Read, Effect::Run),
                    Special::value("configLoader", Arg::Text, Effect::Run),
                    Special::writes("outDir"),
                    Special::flag("emptyOutDir", Effect::Delete),
                    Special::writes("profile"),
                    Special::flag("d", Effect::Read).attached(),
                ],
                operands: FILES,
                ..BUILDS
            },
            Entry { names: &["dev", "serve", "preview"], ..SENDS },
        ],
        ..BUILDS
    },
    Entry {
        names: &["webpack", "webpack-cli", "rspack"],
        flags: "mvw",
        values: "dt",
        long: "analyze color config-name= config-node-env= devtool= fail-on-warnings help? json? merge \
            mode= name= no-color no-devtool no-watch node-env= progress? stats? target= version \
            watch watch-options-stdin",
        special: &[
            Special::value("c config", Arg::Read, Effect::Run),
            Special::writes("o output-path"),
            Special::value("entry", Arg::Code, Effect::Run),
            Special::value("extends", Arg::Code, Effect::Run),
            Special::value("env", Arg::Text, Effect::Run),
            Special::flag("disable-interpret", Effect::Run),
            Special::flag("h", Effect::Read).attached(),
            Special::flag("j", Effect::Read).attached(),
        ],
        subs: &[
            Entry {
                names: &["build", "bundle", "b", "watch", "w", "info", "i", "version", "v", "configtest", "t"],
                flags: "m",
                values: "dt",
                long: "analyze color config-name= config-node-env= devtool= fail-on-warnings help? json? merge \
                    mode= no-color node-env= progress? stats? target= watch",
                special: &[
                    Special::value("c config", Arg::Read, Effect::Run),
                    Special::writes("o output-path"),
                    Special::value("entry", Arg::Code, Effect::Run),
                    Special::value("extends", Arg::Code, Effect::Run),
                    Special::value("env", Arg::Text, Effect::Run),
                    Special::flag("h", Effect::Read).attached(),
                ],
                ..BUILDS
            },
            Entry { names: &["serve", "server", "s"], ..SENDS },
            Entry { names: &["init", "new", "plugin", "loader", "migrate"], ..RUNS },
        ],
        ..BUILDS
    },
    Entry {
        names: &["rollup", "tsup", "tsdown", "unbuild", "microbundle", "ncc", "swc", "babel", "babel-cli"],
        flags: "hmvw",
        values: "efgn",
        long: "amd.autoId amd.basePath= amd.define= amd.forceJsExtensionForImports amd.id= \
            assetFileNames= banner= chunkFileNames= compact context= dts entryFileNames= exports= \
            extend extensions= external= failAfterWarnings filterLogs= footer= forceExit format= \
            generatedCode= generatedCode.arrowFunctions generatedCode.constBindings \
            generatedCode.objectShorthand generatedCode.symbols globals= hashCharacters= help \
            importAttributesKey= inlineDynamicImports interop= intro= logLevel= maxParallelFileOps= \
            minify minifyInternalExports name= no-dynamicImportInCjs no-esModule \
            no-externalImportAttributes no-externalLiveBindings no-freeze \
            no-generatedCode.reservedNamesAsProps no-hoistTransitiveImports no-indent \
            no-makeAbsoluteExternalsRelative no-preserveEntrySignatures no-reexportProtoFromExternal \
            no-sanitizeFileName no-stdin no-strict no-systemNullSetters no-treeshake \
            no-treeshake.annotations no-treeshake.moduleSideEffects \
            no-treeshake.propertyReadSideEffects no-treeshake.tryCatchDeoptimization \
            no-treeshake.unknownGlobalSideEffects no-watch.clearScreen noConflict outro= perf \
            preserveModules preserveModulesRoot preserveSymlinks shimMissingExports silent sourcemap \
            sourcemapBaseUrl= sourcemapDebugIds sourcemapExcludeSources sourcemapFileNames= stdin= \
            strictDeprecations target= treeshake treeshake.correctVarValueBeforeDeclaration \
            treeshake.manualPureFunctions= validate version waitForBundleInput watch \
            watch.allowInputInsideOutputPath watch.buildDelay= watch.exclude= watch.include= \
            watch.skipWrite",
        special: &[
            Special::value("c config", Arg::Read, Effect::Run).attached(),
            Special::writes("d dir"),
            Special::writes("o file"),
            Special::value("p plugin", Arg::Code, Effect::Run),
            Special::reads("i input"),
            Special::value("environment", Arg::Text, Effect::Run),
            Special::value("configPlugin", Arg::Text, Effect::Run),
            Special::value("watch.onStart", Arg::Shell, Effect::Run),
            Special::value("watch.onEnd", Arg::Shell, Effect::Run),
            Special::value("watch.onBundleStart", Arg::Shell, Effect::Run),
            Special::value("watch.onBundleEnd", Arg::Shell, Effect::Run),
            Special::value("watch.onError", Arg::Shell, Effect::Run),
            Special::writes("out-dir outDir"),
            Special::writes("out-file outFile"),
            Special::value("config-file", Arg::Read, Effect::Run),
            Special::value("presets", Arg::Code, Effect::Run),
            Special::value("plugins", Arg::Code, Effect::Run),
            Special::value("onSuccess", Arg::Shell, Effect::Run),
            Special::flag("clean", Effect::Delete),
            Special::value("bundleConfigAsCjs", Arg::Read, Effect::Run),
            Special::writes("sourcemapFile"),
            Special::value("configImportAttributesKey", Arg::Text, Effect::Run),
        ],
        operands: FILES,
        ..BUILDS
    },
    Entry {
        names: &["turbo"],
        flags: "h",
        values: "F",
        long: TURBO_LONG,
        special: TURBO_OPTIONS,
        subs: &[
            Entry {
                names: &[
                    "run",
                    "build",
                    "test",
                    "lint",
                    "dev",
                    "typecheck",
                    "type-check",
                    "check-types",
                    "format",
                    "check",
                ],
                flags: "h",
                values: "F",
                long: TURBO_LONG,
                special: TURBO_OPTIONS,
                ..BUILDS
            },
            Entry { names: &["ls", "query", "info", "scan", "watch", "boundaries", "docs"], ..BUILDS },
            Entry {
                names: &[
                    "daemon",
                    "login",
                    "logout",
                    "link",
                    "unlink",
                    "gen",
                    "generate",
                    "prune",
                    "telemetry",
                    "config",
                    "devtools",
                ],
                ..SENDS
            },
        ],
        ..BUILDS
    },
    // Targets of the workspace.
    Entry {
        names: &["nx", "lerna", "rush", "moon", "lage", "wireit"],
        flags: "ahl",
        values: "cpt",
        long: "all base= batch concurrency= configuration= exclude= head= help ignore= json long \
            maxParallel= no-bail no-dte no-sort nxBail nxIgnoreCycles output-style= outputStyle= \
            parallel? prod projects= quiet scope= since? skip-nx-cache skipNxCache stream target= \
            targets= uncommitted untracked verbose version",
        special: &[
            Special::value("runner", Arg::Code, Effect::Run),
            Special::writes("graph"),
            Special::reads("files"),
            Special::writes("file"),
            Special::value("cwd", Arg::Read, Effect::Run),
        ],
        subs: &[
            Entry {
                names: &[
                    "run",
                    "run-many",
                    "affected",
                    "test",
                    "build",
                    "lint",
                    "typecheck",
                    "e2e",
                    "show",
                    "graph",
                    "print-affected",
                    "format:check",
                    "list",
                    "ls",
                    "changed",
                    "report",
                    "diff",
                    "check",
                    "test:unit",
                    "dep-graph",
                    "affected:test",
                    "affected:build",
                    "affected:lint",
                    "why",
                ],
                flags: "al",
                values: "cpt",
                long: "affected all base= batch concurrency= configuration= exclude= head= ignore= json long \
                    maxParallel= no-bail no-sort nxBail nxIgnoreCycles output-style= outputStyle= parallel? \
                    prod projects= quiet scope= sep= since? skip-nx-cache skipNxCache skipSync stream \
                    target= targets= type= uncommitted untracked verbose web withTarget=",
                special: &[
                    Special::value("runner", Arg::Code, Effect::Run),
                    Special::writes("graph"),
                    Special::reads("files"),
                    Special::writes("file"),
                    Special::flag("fix", Effect::Write),
                ],
                ..BUILDS
            },
            Entry { names: &["exec"], wraps: Wraps::Command(0), ..RUNS },
            Entry {
                names: &[
                    "generate",
                    "g",
                    "format:write",
                    "sync",
                    "init",
                    "import",
                    "migrate",
                    "add",
                    "release",
                    "version",
                    "create",
                    "repair",
                    "bump",
                    "update",
                    "install",
                ],
                ..RUNS
            },
            Entry { names: &["publish", "connect", "login", "logout"], ..SENDS },
            Entry { names: &["reset", "clean", "daemon"], operands: TEXT, ..DELETES },
            Entry { names: &["serve", "start", "dev"], ..SENDS },
        ],
        ..BUILDS
    },
    Entry {
        names: &[
            "parcel",
            "next",
            "nuxt",
            "nuxi",
            "astro",
            "remix",
            "gatsby",
            "svelte-kit",
            "svelte-check",
            "ng",
            "vue-cli-service",
            "react-scripts",
            "expo",
            "ember",
            "storybook",
            "sb",
            "docusaurus",
            "vuepress",
            "vitepress",
            "eleventy",
            "hexo",
            "hugo",
            "jekyll",
            "gulp",
            "grunt",
            "brunch",
            "snowpack",
            "wmr",
            "craco",
            "quasar",
            "ionic",
            "cap",
            "capacitor",
            "electron",
            "electron-builder",
            "electron-forge",
            "tauri",
            "react-native",
        ],
        flags: "Vdhv",
        long: "debug help verbose version",
        ..BUILDS
    },
    Entry {
        names: &["serve", "http-server", "live-server", "browser-sync", "json-server", "localtunnel", "lt", "ngrok"],
        ..SENDS
    },
    Entry {
        names: &["hyperfine"],
        style: Style::Gnu,
        flags: "NVhi",
        values: "Mmnruw",
        long: "command-name= help ignore-failure? max-runs= min-runs= runs= show-output sort= style= \
            time-unit= version warmup=",
        special: &[
            Special::value("p prepare", Arg::Shell, Effect::Run),
            Special::value("c cleanup", Arg::Shell, Effect::Run),
            Special::value("s setup", Arg::Shell, Effect::Run),
            Special::value("C conclude", Arg::Shell, Effect::Run),
            Special::runs("S shell"),
            Special::value("L parameter-list", Arg::Text, Effect::Run).two(),
            Special::value("P parameter-scan", Arg::Text, Effect::Run),
            Special::value("D parameter-step-size", Arg::Text, Effect::Run),
            Special::writes("export-json"),
            Special::writes("export-csv"),
            Special::writes("export-markdown"),
            Special::writes("export-asciidoc"),
            Special::writes("export-orgmode"),
            Special::reads("input"),
            Special::writes("output"),
            Special::value("reference", Arg::Shell, Effect::Run),
        ],
        operands: Operands { rest: Arg::Shell, ..TEXT },
        ..RUNS
    },
    Entry { names: &["entr"], flags: "acdnprszx", wraps: Wraps::Command(0), ..RUNS },
    // The words are joined and given to a shell at every change.
    Entry {
        names: &["watchexec"],
        style: Style::First,
        flags: "cnqrvhVpW1",
        values: "dDefijoNs",
        long: "clear? restart postpone notify timings quiet bell color= no-vcs-ignore no-project-ignore \
            no-global-ignore no-default-ignore no-discover-ignore ignore-nothing exts= filter= ignore= \
            debounce= delay-run= poll? signal= stop-signal= stop-timeout= on-busy-update= no-process-group \
            verbose? print-events help version stdin-quit once",
        special: &[
            Special::reads("w watch"),
            Special::reads("watch-non-recursive"),
            Special::value("shell", Arg::Program, Effect::Run),
            Special::value("E env", Arg::Setting, Effect::Run),
            Special::value("workdir", Arg::Read, Effect::Run),
            Special::value("filter-prog", Arg::Code, Effect::Run),
            Special::writes("log-file"),
        ],
        wraps: Wraps::Shell(0),
        ..RUNS
    },
    Entry { names: &["chokidar", "onchange", "viddy"], ..RUNS },
    Entry {
        names: &["pre-commit", "prek"],
        flags: "Vh",
        long: "help version",
        subs: &[
            Entry {
                names: &["run"],
                flags: "ahv",
                values: "jos",
                long: "all-files checkout-type= color= commit-object-name= fail-fast files= from-ref= help \
                    is-squash-merge= local-branch= origin= pre-rebase-branch= pre-rebase-upstream= \
                    prepare-commit-message-source= remote-branch= remote-name= remote-url= rewrite-command= \
                    show-diff-on-failure source= to-ref= verbose",
                special: &[
                    Special::value("c config", Arg::Read, Effect::Run),
                    Special::reads("commit-msg-filename"),
                    Special::value("hook-stage stage", Arg::Text, Effect::Code),
                    Special::value("C cd", Arg::Read, Effect::Run),
                ],
                ..BUILDS
            },
            Entry {
                names: &["install", "uninstall", "install-hooks", "init-templatedir", "migrate-config"],
                operands: TEXT,
                ..WRITES
            },
            Entry { names: &["autoupdate"], ..SENDS },
            Entry { names: &["try-repo", "hook-impl"], ..RUNS },
            Entry { names: &["clean", "gc"], operands: TEXT, ..DELETES },
            Entry { names: &["validate-config", "validate-manifest"], ..READS },
            Entry { names: &["sample-config", "help"], ..SAYS },
        ],
        ..BUILDS
    },
    Entry {
        names: &[
            "act",
            "foreman",
            "overmind",
            "honcho",
            "hivemind",
            "goreman",
            "process-compose",
            "garden",
            "devspace",
            "dagger",
            "mprocs",
        ],
        ..RUNS
    },
    Entry {
        names: &["protoc"],
        flags: "h",
        long: "decode= decode_raw deterministic_output direct_dependencies= \
            direct_dependencies_violation_msg= enable_codegen_trace encode= error_format= \
            experimental_allow_proto3_optional fatal_warnings help include_imports \
            include_source_info option_dependencies= print_free_field_numbers retain_options version",
        special: &[
            // A plug-in is a program; `--NAME_out` starts `protoc-gen-NAME`.
            Special::reads("I proto_path"),
            Special::runs("plugin"),
            Special::reads("descriptor_set_in"),
            Special::writes("o descriptor_set_out"),
            Special::writes("dependency_out"),
            Special::writes("cpp_out"),
            Special::writes("csharp_out"),
            Special::writes("java_out"),
            Special::writes("kotlin_out"),
            Special::writes("objc_out"),
            Special::writes("php_out"),
            Special::writes("pyi_out"),
            Special::writes("python_out"),
            Special::writes("ruby_out"),
            Special::writes("rust_out"),
            Special::value("go_out", Arg::Write, Effect::Run),
            Special::value("go-grpc_out", Arg::Write, Effect::Run),
            Special::value("grpc_out", Arg::Write, Effect::Run),
            Special::value("js_out", Arg::Write, Effect::Run),
            Special::value("ts_out", Arg::Write, Effect::Run),
            Special::value("go_opt", Arg::Text, Effect::Code),
            Special::value("go-grpc_opt", Arg::Text, Effect::Code),
            Special::writes("notices_file"),
            Special::value("profile_path", Arg::Text, Effect::Run),
        ],
        operands: FILES,
        ..BUILDS
    },
    Entry {
        names: &["buf"],
        flags: "hv",
        long: "debug help log-format= timeout= verbose version",
        subs: &[
            Entry {
                names: &["lint", "breaking", "build", "ls-files"],
                long: "against= as-file-descriptor-set disable-symlinks error-format= exclude-imports \
                    exclude-path= exclude-source-info format= limit-to-input-files path= type=",
                special: &[
                    Special::value("config", Arg::Read, Effect::Run),
                    Special::value("against-config", Arg::Read, Effect::Run),
                    Special::writes("o output"),
                ],
                operands: FILES,
                ..BUILDS
            },
            Entry {
                names: &["format"],
                flags: "d",
                long: "diff disable-symlinks error-format= exclude-path= exit-code path=",
                special: &[
                    Special::flag("w write", Effect::Write).making(Arg::Write),
                    Special::writes("o output"),
                    Special::value("config", Arg::Read, Effect::Run),
                ],
                operands: FILES,
                ..BUILDS
            },
            Entry {
                names: &["generate"],
                long: "error-format= exclude-path= include-imports include-wkt path= type=",
                special: &[
                    Special::value("template", Arg::Read, Effect::Run),
                    Special::value("config", Arg::Read, Effect::Run),
                    Special::writes("o output"),
                    Special::flag("clean", Effect::Delete),
                ],
                ..BUILDS
            },
            Entry {
                names: &[
                    "dep", "mod", "push", "registry", "export", "curl", "beta", "convert", "plugin", "config", "lsp",
                    "stats",
                ],
                ..SENDS
            },
        ],
        ..BUILDS
    },
    Entry {
        names: &["graphql-codegen", "openapi-generator", "openapi-generator-cli"],
        flags: "hv",
        long: "help version",
        ..SENDS
    },
];

/// Options that `turbo`, `run` share.
const TURBO_OPTIONS: &[Special] = &[
    Special::reads("cwd"),
    Special::value("api", Arg::Host, Effect::Send),
    Special::value("token", Arg::Text, Effect::Send),
    Special::value("team", Arg::Text, Effect::Send),
    Special::value("login", Arg::Host, Effect::Send),
    Special::writes("cache-dir"),
    Special::writes("profile").attached(),
    Special::writes("anon-profile").attached(),
    Special::writes("heap"),
    Special::writes("trace"),
    Special::writes("graph").attached(),
    Special::value("experimental-otel-endpoint", Arg::Host, Effect::Send),
    Special::value("experimental-otel-header", Arg::Text, Effect::Send),
    Special::value("root-turbo-json", Arg::Read, Effect::Run),
    Special::flag("force", Effect::Read).attached(),
    Special::writes("log-file").attached(),
    Special::flag("summarize", Effect::Read).attached(),
    Special::flag("dangerously-disable-package-manager-check", Effect::Run),
];

/// Plain options that `turbo`, `run` share.
const TURBO_LONG: &str = "affected cache= cache-workers= color concurrency= continue? daemon dry-run? env-mode? \
            experimental-otel-enabled? experimental-otel-interval-ms= \
            experimental-otel-metrics-run-summary? experimental-otel-metrics-task-details? \
            experimental-otel-protocol= experimental-otel-resource= experimental-otel-timeout-ms= \
            experimental-otel-use-remote-cache-token? filter= framework-inference? global-deps= help \
            json log-order= log-prefix= no-cache no-color no-daemon no-update-notifier only \
            output-logs= parallel preflight remote-cache-read-only? remote-cache-timeout= \
            remote-only? single-package skip-infer ui= verbosity= version";
