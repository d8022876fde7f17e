//! Languages with virtual machines, build systems of their own, or both: Java, Kotlin, Scala, .NET, Swift, Dart,
//! Elixir, Erlang, Haskell, OCaml, Zig, Nim.
//!
//! A build runs scripts and plug-ins of the project: [`Effect::Code`]. A property (`-Dname=value`) can name a program
//! or another repository, so it is never plain.

use super::entry::{
    Arg, BUILDS, DELETES, Effect, Entry, FILES, RUNS, SAYS, SENDS, SYSTEM, Special, Style, TEXT, WRITES, Wraps,
};

// Options every sub-command of swift takes, after those of its own.
macro_rules! swift {
    ($($own:expr),* $(,)?) => {
        &[
            $($own,)*
            Special::value("package-path", Arg::Read, Effect::Run),
            Special::writes("scratch-path build-path"),
            Special::writes("cache-path"),
            Special::value("config-path", Arg::Read, Effect::Run),
            Special::value("security-path", Arg::Read, Effect::Run),
            Special::value("toolchain", Arg::Read, Effect::Run),
            Special::value("sdk", Arg::Read, Effect::Run),
            Special::value("swift-sdk", Arg::Read, Effect::Run),
            Special::value("destination", Arg::Read, Effect::Run),
            Special::value("Xcc", Arg::Text, Effect::Run),
            Special::value("Xswiftc", Arg::Text, Effect::Run),
            Special::value("Xlinker", Arg::Text, Effect::Run),
            Special::value("Xcxx", Arg::Text, Effect::Run),
            Special::flag("disable-sandbox", Effect::Run),
            Special::writes("xunit-output"),
            Special::value("pkg-config-path", Arg::Read, Effect::Run),
            Special::value("toolset", Arg::Text, Effect::Run),
            Special::value("swift-sdks-path", Arg::Read, Effect::Run),
        ]
    };
}

/// Goals and phases; `dependency:tree` and the like fetch what is missing.
/// One-letter options take their value attached.
const MVN: Entry = Entry {
    style: Style::Single,
    values: "PT",
    long: "activate-profiles= also-make also-make-dependents am amd B batch-mode C c color= cpu \
        debug e errors fae fail-at-end fail-fast fail-never ff fn h help itr lax-checksums \
        legacy-local-repository llr N no-snapshot-updates no-transfer-progress non-recursive npr \
        npu nsu ntp o offline pl= projects= q quiet resume-from= rf= show-version \
        strict-checksums threads= U up update-snapshots V v version X",
    special: &[
        Special::value("D define", Arg::Setting, Effect::Run),
        Special::value("f file", Arg::Read, Effect::Run),
        Special::value("s settings", Arg::Read, Effect::Run),
        Special::value("gs global-settings", Arg::Read, Effect::Run),
        Special::value("is install-settings", Arg::Read, Effect::Run),
        Special::value("ps project-settings", Arg::Read, Effect::Run),
        Special::value("t toolchains", Arg::Read, Effect::Run),
        Special::value("gt global-toolchains", Arg::Read, Effect::Run),
        Special::runs("b builder"),
        Special::writes("l log-file"),
        Special::value("emp encrypt-master-password", Arg::Text, Effect::Send),
        Special::value("ep encrypt-password", Arg::Text, Effect::Send),
    ],
    ..BUILDS
};

/// Operands are tasks of the build.
const GRADLE: Entry = Entry {
    flags: "SVadhimqstuvw",
    values: "Fx",
    long: "all build-cache configuration= configuration-cache configure-on-demand console= \
        console-unicode= continue continuous daemon debug dependency= dependency-verification= \
        dry-run exclude-task= export-keys fail-fast foreground full-stacktrace group= help info \
        max-workers= no-build-cache no-configuration-cache no-configure-on-demand no-continue \
        no-daemon no-parallel no-problems-report no-rebuild no-scan no-watch-fs non-interactive \
        offline parallel priority= problems-report profile property-upgrade-report quiet \
        refresh-dependencies refresh-keys rerun rerun-task rerun-tasks show-version singlepath \
        stacktrace status task= tests= types version warn warning-mode= watch-fs",
    special: &[
        Special::value("D system-prop", Arg::Setting, Effect::Run),
        Special::value("P project-prop", Arg::Setting, Effect::Run),
        Special::value("b build-file", Arg::Read, Effect::Run),
        Special::value("c settings-file", Arg::Read, Effect::Run),
        Special::value("p project-dir", Arg::Read, Effect::Run),
        Special::value("I init-script", Arg::Code, Effect::Run),
        Special::value("include-build", Arg::Read, Effect::Run),
        Special::value("g gradle-user-home", Arg::Read, Effect::Run),
        Special::writes("project-cache-dir"),
        Special::flag("scan", Effect::Send),
        Special::flag("write-locks", Effect::Write),
        Special::value("update-locks", Arg::Text, Effect::Write),
        Special::value("M write-verification-metadata", Arg::Text, Effect::Write),
        Special::flag("stop", Effect::System),
        Special::flag("debug-jvm", Effect::Send),
    ],
    ..BUILDS
};

const JAVA: Entry = Entry {
    style: Style::Single,
    long: "client da disable-@files disable-preview disableassertions dry-run dsa ea enable-preview \
        enableassertions esa fullversion h help jdk-version list-modules server \
        show-module-resolution show-version showversion splash= validate-modules verbose \
        verbose:class verbose:gc version X Xbatch Xcomp Xdiag Xint Xmixed Xms= Xmx= Xrs \
        Xshare:auto Xshare:off Xshare:on Xss= zero",
    special: &[
        Special::value("jar", Arg::Code, Effect::Run),
        Special::value("cp classpath class-path", Arg::Read, Effect::Run),
        Special::value("p module-path", Arg::Read, Effect::Run),
        Special::value("m module", Arg::Code, Effect::Run),
        Special::value("upgrade-module-path", Arg::Read, Effect::Run),
        Special::value("javaagent", Arg::Code, Effect::Run),
        Special::value("agentlib", Arg::Code, Effect::Run),
        Special::value("agentpath", Arg::Code, Effect::Run),
        Special::value("D", Arg::Setting, Effect::Run),
        Special::value("XX", Arg::Text, Effect::Run),
        Special::writes("Xlog"),
        Special::reads("d describe-module"),
        Special::value("add-modules", Arg::Text, Effect::Run),
        Special::value("source", Arg::Text, Effect::Run),
        Special::value("patch-module", Arg::Read, Effect::Run),
        Special::value("Xbootclasspath", Arg::Read, Effect::Run),
        Special::flag("Xdebug", Effect::Send),
        Special::value("Xrunjdwp", Arg::Text, Effect::Send),
    ],
    operands: TEXT.first(Arg::Code, "jar"),
    ..RUNS
};

const DOTNET: Entry = Entry {
    flags: "hmt",
    values: "acfnrv",
    long: "arch= blame blame-crash blame-hang blame-hang-timeout= configuration= deprecated \
        disable-build-servers dry-run exclude= filter= force-evaluate format= framework= graph? \
        help highest-minor highest-patch ignore-failed-sources include= include-prerelease \
        include-source include-symbols include-transitive interactive lang= language= \
        launch-profile= list-tests locked-mode lp= maxcpucount? name= no-build no-cache \
        no-dependencies no-incremental no-launch-profile no-restore no-self-contained nologo \
        nowarn os= outdated output-version= runtime= sc self-contained serviceable severity= tl? \
        ucr use-current-runtime use-lock-file verbosity= verify-no-changes version-suffix= \
        vulnerable warnaserror",
    special: &[
        Special::value("p property", Arg::Setting, Effect::Run),
        Special::writes("o output"),
        Special::writes("artifacts-path"),
        Special::value("s source settings", Arg::Read, Effect::Run),
        Special::value("configfile config-file", Arg::Read, Effect::Run),
        Special::value("project", Arg::Read, Effect::Run),
        Special::value("test-adapter-path", Arg::Read, Effect::Run),
        Special::value("l logger", Arg::Code, Effect::Run),
        Special::value("collect", Arg::Code, Effect::Run),
        Special::writes("results-directory"),
        Special::writes("d diag"),
        Special::writes("bl binaryLogger").attached(),
        Special::writes("packages"),
        Special::flag("force", Effect::Read),
        Special::value("e environment", Arg::Text, Effect::Run),
        Special::value("lock-file-path", Arg::Read, Effect::Run),
        Special::value("manifest", Arg::Read, Effect::Run),
        Special::value("additionalprobingpath", Arg::Code, Effect::Run),
        Special::value("depsfile", Arg::Read, Effect::Run),
        Special::value("runtimeconfig", Arg::Read, Effect::Run),
        Special::value("tool-path", Arg::Read, Effect::Run),
        Special::flag("g global", Effect::System),
        Special::value("k api-key", Arg::Text, Effect::Send),
    ],
    operands: FILES,
    ..BUILDS
};

const SWIFT: Entry = Entry {
    flags: "hlqv",
    values: "cj",
    long: "arch= build-tests configuration= disable-automatic-resolution disable-code-coverage \
        disable-index-store enable-code-coverage enable-index-store filter= \
        force-resolved-versions help jobs= list-tests no-parallel num-workers= \
        only-use-versions-from-resolved-file parallel product= quiet sanitize= show-bin-path \
        show-codecov-path skip= skip-build skip-update static-swift-stdlib target= triple= \
        verbose version very-verbose vv",
    special: swift![],
    ..BUILDS
};

pub(super) const TABLE: &[Entry] = &[
    Entry {
        names: &["java"],
        subs: &[
            // Not -showversion, which goes on to run the class.
            Entry {
                names: &["-version", "--version", "-fullversion", "-help", "-X"],
                style: Style::Single,
                long: "fullversion h help version X",
                ..SAYS
            },
        ],
        ..JAVA
    },
    Entry {
        names: &["javac"],
        style: Style::Single,
        long: "add-modules= deprecation enable-preview encoding= g g:lines g:none g:vars help \
            implicit:class implicit:none limit-modules= m= module= module-version= nowarn parameters \
            proc:none proc:only release= source= target= verbose version Werror X Xdiags:verbose \
            Xlint Xlint:all Xlint:deprecation Xlint:none Xlint:unchecked Xmaxerrs= Xmaxwarns=",
        special: &[
            Special::writes("d"),
            Special::writes("s"),
            Special::writes("h"),
            Special::value("processor", Arg::Code, Effect::Run),
            Special::value("processorpath processor-path", Arg::Read, Effect::Run),
            Special::value("processor-module-path", Arg::Read, Effect::Run),
            Special::value("cp classpath class-path", Arg::Read, Effect::Run),
            Special::value("sourcepath source-path", Arg::Read, Effect::Run),
            Special::value("p module-path", Arg::Read, Effect::Run),
            Special::value("module-source-path", Arg::Read, Effect::Run),
            Special::value("upgrade-module-path", Arg::Read, Effect::Run),
            Special::value("J", Arg::Text, Effect::Run),
            Special::value("Xplugin", Arg::Text, Effect::Run),
            Special::value("A", Arg::Setting, Effect::Run),
            Special::value("bootclasspath boot-class-path", Arg::Read, Effect::Run),
            Special::value("extdirs", Arg::Read, Effect::Run),
            Special::value("endorseddirs", Arg::Read, Effect::Run),
            Special::value("system", Arg::Read, Effect::Run),
            Special::value("patch-module", Arg::Read, Effect::Run),
            Special::writes("profile"),
        ],
        operands: FILES,
        subs: &[Entry { names: &["-version", "--version"], style: Style::Single, long: "version", ..SAYS }],
        ..BUILDS
    },
    Entry {
        names: &[
            "javadoc",
            "javap",
            "jshell",
            "jdeps",
            "jlink",
            "jpackage",
            "jmod",
            "jstack",
            "jmap",
            "jcmd",
            "jps",
            "jstat",
            "jinfo",
            "jdb",
            "jfr",
            "keytool",
            "jarsigner",
        ],
        ..BUILDS
    },
    // A wrapper is a script of the project: its version is its own affair.
    Entry { names: &["mvnw"], ..MVN },
    Entry {
        names: &["mvn", "mvnd"],
        subs: &[Entry { names: &["-v", "--version"], style: Style::Single, long: "B q v version", ..SAYS }],
        ..MVN
    },
    Entry { names: &["gradlew"], ..GRADLE },
    Entry {
        names: &["gradle"],
        subs: &[Entry { names: &["--version", "-v"], flags: "qv", long: "version", ..SAYS }],
        ..GRADLE
    },
    Entry {
        names: &["sbt", "sbtn", "mill", "bazelisk-scala", "bleep", "scala-cli"],
        flags: "dhv",
        long: "batch client debug error help info mem= no-colors verbose version warn",
        special: &[
            Special::value("D", Arg::Setting, Effect::Run),
            Special::value("J", Arg::Text, Effect::Run),
            Special::runs("java-home"),
            Special::writes("sbt-dir"),
            Special::value("sbt-boot", Arg::Read, Effect::Run),
            Special::value("ivy", Arg::Read, Effect::Run),
            Special::value("sbt-jar", Arg::Read, Effect::Run),
        ],
        ..BUILDS
    },
    Entry {
        names: &["kotlinc", "kotlin", "kotlinc-jvm"],
        style: Style::Single,
        long: "api-version= h help include-runtime java-parameters jvm-target= language-version= \
            module-name= no-reflect no-stdlib nowarn progressive verbose version Werror X",
        special: &[
            Special::writes("d"),
            Special::value("cp classpath", Arg::Read, Effect::Run),
            Special::value("kotlin-home", Arg::Read, Effect::Run),
            Special::value("Xplugin", Arg::Code, Effect::Run),
            Special::value("P", Arg::Code, Effect::Run),
            Special::value("e expression", Arg::Code, Effect::Run),
            Special::flag("script", Effect::Run),
            Special::value("J", Arg::Text, Effect::Run),
            Special::value("jdk-home", Arg::Read, Effect::Run),
            Special::value("script-templates", Arg::Code, Effect::Run),
        ],
        operands: FILES,
        ..BUILDS
    },
    Entry { names: &["scala", "scalac", "amm", "coursier", "cs", "jbang"], ..RUNS },
    Entry {
        names: &["ant"],
        flags: "Sdehkpqv",
        long: "autoproxy debug diagnostics emacs help keep-going noclasspath noinput nouserlib \
            projecthelp quiet silent verbose version",
        special: &[
            Special::value("f buildfile file", Arg::Read, Effect::Run),
            Special::value("lib", Arg::Read, Effect::Run),
            Special::writes("l logfile"),
            Special::value("logger", Arg::Code, Effect::Run),
            Special::value("listener", Arg::Code, Effect::Run),
            Special::value("inputhandler", Arg::Code, Effect::Run),
            Special::value("D", Arg::Setting, Effect::Run),
            Special::value("propertyfile", Arg::Read, Effect::Run),
            Special::value("main", Arg::Code, Effect::Run),
            Special::value("s find", Arg::Read, Effect::Run),
        ],
        ..BUILDS
    },
    Entry {
        names: &["dotnet"],
        style: Style::First,
        flags: "dh",
        long: "diagnostics help info list-runtimes list-sdks version",
        special: &[
            Special::value("additionalprobingpath", Arg::Code, Effect::Run),
            Special::value("depsfile", Arg::Read, Effect::Run),
            Special::value("runtimeconfig", Arg::Read, Effect::Run),
            Special::value("fx-version", Arg::Code, Effect::Run),
            Special::value("roll-forward", Arg::Code, Effect::Run),
            Special::value("exec", Arg::Code, Effect::Run),
        ],
        operands: TEXT.first(Arg::Code, ""),
        subs: &[
            Entry {
                names: &["--info", "--list-sdks", "--list-runtimes", "--version"],
                long: "arch= info list-runtimes list-sdks version",
                ..SAYS
            },
            Entry {
                names: &[
                    "build", "test", "run", "clean", "msbuild", "vstest", "watch", "pack", "publish", "format", "store",
                ],
                ..DOTNET
            },
            Entry { names: &["list"], ..DOTNET },
            Entry { names: &["new"], effect: Effect::Write, ..DOTNET },
            Entry { names: &["sln", "solution", "reference", "remove"], effect: Effect::Write, ..DOTNET },
            Entry { names: &["restore", "add", "package", "nuget", "workload"], effect: Effect::Send, ..DOTNET },
            Entry {
                names: &["tool"],
                subs: &[
                    Entry {
                        names: &["list"],
                        flags: "ghmt",
                        values: "acfnrv",
                        long: "arch= blame blame-crash blame-hang blame-hang-timeout= configuration= deprecated \
                            disable-build-servers dry-run exclude= filter= force-evaluate format= framework= global \
                            graph? help highest-minor highest-patch ignore-failed-sources include= \
                            include-prerelease include-source include-symbols include-transitive interactive lang= \
                            language= launch-profile= list-tests locked-mode lp= maxcpucount? name= no-build \
                            no-cache no-dependencies no-incremental no-launch-profile no-restore no-self-contained \
                            nologo nowarn os= outdated output-version= runtime= sc self-contained serviceable \
                            severity= tl? ucr use-current-runtime use-lock-file verbosity= verify-no-changes \
                            version-suffix= vulnerable warnaserror",
                        special: &[
                            Special::value("p property", Arg::Setting, Effect::Run),
                            Special::writes("o output"),
                            Special::writes("artifacts-path"),
                            Special::value("s source settings", Arg::Read, Effect::Run),
                            Special::value("configfile config-file", Arg::Read, Effect::Run),
                            Special::value("project", Arg::Read, Effect::Run),
                            Special::value("test-adapter-path", Arg::Read, Effect::Run),
                            Special::value("l logger", Arg::Code, Effect::Run),
                            Special::value("collect", Arg::Code, Effect::Run),
                            Special::writes("results-directory"),
                            Special::writes("d diag"),
                            Special::writes("bl binaryLogger").attached(),
                            Special::writes("packages"),
                            Special::flag("force", Effect::Read),
                            Special::value("e environment", Arg::Text, Effect::Run),
                            Special::value("lock-file-path", Arg::Read, Effect::Run),
                            Special::value("manifest", Arg::Read, Effect::Run),
                            Special::value("additionalprobingpath", Arg::Code, Effect::Run),
                            Special::value("depsfile", Arg::Read, Effect::Run),
                            Special::value("runtimeconfig", Arg::Read, Effect::Run),
                            Special::value("tool-path", Arg::Read, Effect::Run),
                            Special::value("k api-key", Arg::Text, Effect::Send),
                        ],
                        ..DOTNET
                    },
                    Entry {
                        names: &["install", "update", "uninstall", "restore", "search"],
                        effect: Effect::Send,
                        ..DOTNET
                    },
                    Entry { names: &["run", "exec"], effect: Effect::Run, ..DOTNET },
                ],
                ..DOTNET
            },
            Entry { names: &["ef", "user-secrets", "dev-certs"], effect: Effect::Run, ..DOTNET },
            Entry { names: &["help", "sdk"], ..DOTNET },
            Entry { names: &["exec", "fsi", "script", "dotnet-script"], effect: Effect::Run, ..DOTNET },
            Entry { names: &["build-server"], effect: Effect::System, ..DOTNET },
        ],
        ..RUNS
    },
    Entry { names: &["msbuild", "xbuild", "nuget", "csc", "fsc", "fsi", "csi", "paket", "cake", "fake"], ..BUILDS },
    Entry {
        names: &["swift"],
        effect: Effect::Run,
        subs: &[
            Entry { names: &["build", "test"], ..SWIFT },
            Entry { names: &["run"], style: Style::First, ..SWIFT },
            Entry {
                names: &["package"],
                subs: &[
                    Entry {
                        names: &[
                            "describe",
                            "dump-package",
                            "show-dependencies",
                            "tools-version",
                            "diagnose-api-breaking-changes",
                            "archive-source",
                        ],
                        ..SWIFT
                    },
                    Entry { names: &["plugin"], effect: Effect::Run, ..SWIFT },
                    Entry { names: &["init", "edit", "unedit"], effect: Effect::Write, ..SWIFT },
                    Entry { names: &["resolve", "update", "add-dependency"], effect: Effect::Send, ..SWIFT },
                    Entry { names: &["clean", "reset", "purge-cache"], effect: Effect::Delete, ..SWIFT },
                    Entry { names: &["config"], effect: Effect::System, ..SWIFT },
                ],
                ..SWIFT
            },
            Entry {
                names: &["format"],
                flags: "hlpqrsv",
                values: "cj",
                long: "arch= build-tests disable-automatic-resolution disable-code-coverage disable-index-store \
                    enable-code-coverage enable-index-store filter= force-resolved-versions help jobs= \
                    list-tests no-parallel num-workers= only-use-versions-from-resolved-file parallel \
                    product= quiet recursive sanitize= show-bin-path show-codecov-path skip= skip-build \
                    skip-update static-swift-stdlib strict target= triple= verbose version very-verbose vv",
                special: swift![
                    Special::flag("i in-place", Effect::Write).making(Arg::Write),
                    Special::value("configuration", Arg::Read, Effect::Run),
                ],
                operands: FILES,
                ..SWIFT
            },
            Entry { names: &["sdk", "repl"], effect: Effect::System, ..SWIFT },
        ],
        ..SWIFT
    },
    Entry {
        names: &["swiftc", "swiftly", "xcrun", "xcode-select", "xcodegen", "pod", "carthage", "fastlane", "tuist"],
        ..RUNS
    },
    Entry {
        names: &["xcodebuild"],
        style: Style::Single,
        long: "alltargets arch= configuration= destination= destination-timeout= \
            disableAutomaticPackageResolution dry-run enableCodeCoverage= help \
            hideShellScriptEnvironment jobs= json list \
            maximum-concurrent-test-simulator-destinations= n only-testing= \
            onlyUsePackageVersionsFromResolvedFile parallel-testing-enabled= \
            parallel-testing-worker-count= parallelizeTargets quiet retry-tests-on-failure scheme= \
            sdk= showBuildSettings showdestinations showsdks showTestPlans skip-testing= \
            skipPackageUpdates target= test-iterations= testPlan= usage verbose version",
        special: &[
            Special::value("project", Arg::Read, Effect::Run),
            Special::value("workspace", Arg::Read, Effect::Run),
            Special::writes("derivedDataPath"),
            Special::writes("resultBundlePath"),
            Special::writes("archivePath"),
            Special::writes("exportPath"),
            Special::value("exportOptionsPlist", Arg::Read, Effect::Run),
            Special::value("xcconfig", Arg::Read, Effect::Run),
            Special::value("xctestrun", Arg::Read, Effect::Run),
            Special::runs("toolchain"),
            Special::writes("clonedSourcePackagesDirPath"),
            Special::flag("allowProvisioningUpdates", Effect::Send),
            Special::flag("skipMacroValidation", Effect::Run),
            Special::flag("skipPackagePluginValidation", Effect::Run),
            Special::flag("license", Effect::System),
            Special::flag("runFirstLaunch", Effect::System),
            Special::flag("downloadPlatform", Effect::Send),
        ],
        ..BUILDS
    },
    Entry {
        names: &["flutter", "dart"],
        style: Style::First,
        flags: "hv",
        long: "color help machine no-color no-version-check suppress-analytics verbose version",
        special: &[
            Special::flag("disable-analytics", Effect::System),
            Special::flag("enable-analytics", Effect::System),
            Special::runs("d device-id"),
            Special::value("D", Arg::Setting, Effect::Run),
            Special::value("packages", Arg::Read, Effect::Run),
            Special::flag("observe", Effect::Send),
            Special::flag("enable-vm-service", Effect::Send),
            Special::writes("local-engine"),
        ],
        operands: TEXT.first(Arg::Code, ""),
        subs: &[
            Entry { names: &["--version"], long: "machine no-version-check version", ..SAYS },
            Entry {
                names: &[
                    "analyze",
                    "test",
                    "build",
                    "run",
                    "compile",
                    "info",
                    "bash-completion",
                    "symbolize",
                    "gen-l10n",
                    "assemble",
                    "drive",
                    "attach",
                    "logs",
                    "screenshot",
                ],
                flags: "hv",
                values: "jnprtx",
                long: "chain-stack-traces concurrency= congratulate debug exclude-tags= fatal-infos \
                    fatal-warnings flavor= help machine name= no-codesign no-fatal-infos no-fatal-warnings \
                    no-pub no-sound-null-safety plain-name= platform= preamble profile pub release reporter= \
                    run-skipped shard-index= simulator split-per-abi tags= target-platform= \
                    test-randomize-ordering-seed= timeout= total-shards= tree-shake-icons verbose watch",
                special: &[
                    Special::value("dart-define", Arg::Setting, Effect::Run),
                    Special::value("dart-define-from-file", Arg::Read, Effect::Run),
                    Special::writes("o output"),
                    Special::flag("coverage", Effect::Write),
                    Special::writes("coverage-path"),
                    Special::flag("update-goldens", Effect::Write),
                    Special::writes("split-debug-info"),
                    Special::value("target", Arg::Read, Effect::Run),
                    Special::value("extra-front-end-options", Arg::Text, Effect::Run),
                    Special::writes("file-reporter"),
                    Special::value("d device-id", Arg::Text, Effect::Send),
                    Special::value("D define", Arg::Setting, Effect::Run),
                    Special::value("enable-experiment", Arg::Read, Effect::Run),
                    Special::value("packages", Arg::Code, Effect::Run),
                ],
                ..BUILDS
            },
            Entry {
                names: &["format"],
                flags: "hv",
                values: "lo",
                long: "help language-version= line-length= output= page-width= set-exit-if-changed show= \
                    summary= verbose",
                subs: &[Entry {
                    names: &["--set-exit-if-changed"],
                    flags: "hv",
                    values: "lo",
                    long: "help language-version= line-length= output= page-width= set-exit-if-changed show= \
                        summary= verbose",
                    ..WRITES
                }],
                ..WRITES
            },
            Entry { names: &["fix"], flags: "hnv", long: "apply code= dry-run help verbose", ..WRITES },
            Entry { names: &["create", "clean"], ..WRITES },
            Entry {
                names: &["pub", "packages"],
                subs: &[
                    Entry { names: &["deps"], values: "s", long: "dev executables json no-dev style=", ..BUILDS },
                    Entry {
                        names: &[
                            "get",
                            "add",
                            "upgrade",
                            "downgrade",
                            "outdated",
                            "cache",
                            "global",
                            "login",
                            "logout",
                            "publish",
                            "token",
                            "unpack",
                            "uploader",
                        ],
                        ..SENDS
                    },
                    Entry { names: &["remove", "bump"], operands: TEXT, ..WRITES },
                    Entry { names: &["run"], ..RUNS },
                ],
                ..BUILDS
            },
            Entry { names: &["devices", "emulators", "doctor"], ..BUILDS },
            Entry {
                names: &["upgrade", "downgrade", "channel", "config", "precache", "install", "custom-devices"],
                ..SYSTEM
            },
        ],
        ..RUNS
    },
    Entry {
        names: &["elixir", "iex", "elixirc"],
        flags: "hv",
        long: "help version",
        subs: &[Entry { names: &["-v"], flags: "v", subs: &[Entry { names: &[""], flags: "v", ..SAYS }], ..BUILDS }],
        ..RUNS
    },
    // Tasks; those of the project may do anything.
    Entry {
        names: &["mix"],
        flags: "hv",
        long: "help version",
        subs: &[
            Entry { names: &["-v"], flags: "v", subs: &[Entry { names: &[""], flags: "v", ..SAYS }], ..BUILDS },
            Entry {
                names: &[
                    "test",
                    "compile",
                    "format",
                    "credo",
                    "dialyzer",
                    "docs",
                    "sobelow",
                    "coveralls",
                    "xref",
                    "profile.cprof",
                    "profile.eprof",
                    "loadpaths",
                    "help",
                ],
                flags: "ab",
                long: "all all-warnings breakpoints check-equivalent check-formatted color cover dry-run \
                    exclude= exit-status= failed format= include= list listen-on-stdin max-cases= \
                    max-failures= migrate no-all-warnings no-archives-check no-color no-compile \
                    no-deps-check no-elixir-version-check no-start only= partitions= preload-modules \
                    profile-require= quiet raise repeat-until-failure= seed= slowest= stale strict timeout= \
                    trace verbose warnings-as-errors",
                special: &[
                    Special::value("r require", Arg::Code, Effect::Run),
                    Special::value("dot-formatter", Arg::Read, Effect::Run),
                    Special::value("formatter", Arg::Code, Effect::Run),
                    Special::flag("force", Effect::Read),
                    Special::value("e eval", Arg::Code, Effect::Run),
                    Special::flag("export-coverage", Effect::Write),
                    Special::value("import-modules", Arg::Read, Effect::Run),
                    Special::value("config-file", Arg::Read, Effect::Run),
                ],
                operands: FILES,
                ..BUILDS
            },
            Entry {
                names: &["deps", "deps.tree", "app.tree", "hex.outdated", "hex.audit", "hex.info"],
                long: "all exclude= format= only=",
                ..BUILDS
            },
            Entry {
                names: &[
                    "deps.get",
                    "deps.update",
                    "deps.compile",
                    "local.hex",
                    "local.rebar",
                    "archive.install",
                    "hex.publish",
                    "hex.user",
                    "escript.install",
                    "hex.build",
                ],
                long: "all check-locked force no-archives-check only=",
                ..SENDS
            },
            Entry {
                names: &["deps.clean", "deps.unlock", "clean", "ecto.drop", "ecto.reset", "ecto.rollback"],
                long: "all build check-unused only= unused",
                operands: TEXT,
                ..DELETES
            },
            Entry {
                names: &[
                    "ecto.create",
                    "ecto.migrate",
                    "ecto.setup",
                    "ecto.gen.migration",
                    "phx.gen.schema",
                    "phx.gen.html",
                    "phx.gen.live",
                    "phx.gen.context",
                    "phx.gen.json",
                    "phx.gen.auth",
                    "phx.routes",
                    "phx.digest",
                    "new",
                    "phx.new",
                    "release",
                    "gettext.extract",
                    "gettext.merge",
                    "setup",
                    "assets.build",
                    "assets.deploy",
                    "assets.setup",
                ],
                ..BUILDS
            },
            Entry { names: &["run", "eval", "cmd", "do", "phx.server"], ..RUNS },
        ],
        ..BUILDS
    },
    Entry { names: &["erl", "escript", "rebar3", "gleam", "erlc", "ct_run", "dialyzer"], ..RUNS },
    Entry { names: &["ghc", "ghci", "runghc", "runhaskell"], ..RUNS },
    Entry {
        names: &["cabal", "stack"],
        flags: "Vh",
        values: "j",
        long: "help jobs= numeric-version offline silent verbose? version",
        special: &[
            Special::value("config-file", Arg::Read, Effect::Run),
            Special::writes("store-dir"),
            Special::value("project-file", Arg::Read, Effect::Run),
            Special::value("stack-yaml", Arg::Read, Effect::Run),
            Special::writes("work-dir"),
            Special::runs("w with-compiler"),
            Special::runs("with-gcc"),
            Special::value("stack-root", Arg::Read, Effect::Run),
            Special::flag("allow-different-user", Effect::System),
            Special::flag("v", Effect::Read).attached(),
        ],
        subs: &[
            Entry {
                names: &[
                    "build",
                    "test",
                    "bench",
                    "haddock",
                    "check",
                    "list-bin",
                    "path",
                    "ls",
                    "ide",
                    "query",
                    "dot",
                    "hlint",
                    "gen-bounds",
                    "v2-build",
                    "v2-test",
                    "new-build",
                    "new-test",
                ],
                flags: "h",
                values: "Ofj",
                long: "coverage disable-optimization disable-tests dry-run enable-benchmarks enable-coverage \
                    enable-profiling enable-tests fast file-watch flag= help jobs= keep-going no-keep-going \
                    no-run-benchmarks no-run-tests offline only-dependencies pedantic profile ta= \
                    test-arguments= test-option= test-options= test-show-details= verbose?",
                special: &[
                    Special::value("ghc-options ghc-option", Arg::Text, Effect::Run),
                    Special::value("exec", Arg::Shell, Effect::Run),
                    Special::runs("w with-compiler"),
                    Special::writes("builddir"),
                    Special::value("project-file", Arg::Read, Effect::Run),
                    Special::runs("with-ghc"),
                    Special::flag("copy-bins", Effect::System),
                    Special::writes("local-bin-path"),
                    Special::value("stack-yaml", Arg::Read, Effect::Run),
                    Special::value("test-wrapper", Arg::Text, Effect::Run),
                    Special::flag("v", Effect::Read).attached(),
                ],
                ..BUILDS
            },
            Entry {
                names: &[
                    "run", "exec", "repl", "ghci", "ghc", "runghc", "script", "eval", "v2-run", "v2-exec", "v2-repl",
                ],
                ..RUNS
            },
            Entry {
                names: &[
                    "update",
                    "install",
                    "get",
                    "fetch",
                    "upload",
                    "list",
                    "info",
                    "outdated",
                    "setup",
                    "upgrade",
                    "new",
                    "unpack",
                    "freeze",
                    "templates",
                ],
                ..SENDS
            },
            Entry {
                names: &["init", "configure", "sdist", "format", "user-config", "config"],
                operands: TEXT,
                ..WRITES
            },
            Entry { names: &["clean", "purge"], operands: TEXT, ..DELETES },
        ],
        ..BUILDS
    },
    Entry { names: &["hlint", "ormolu", "fourmolu", "stylish-haskell"], operands: FILES, ..BUILDS },
    Entry { names: &["ocaml", "utop", "ocamlfind", "ocamlopt", "ocamlc"], ..RUNS },
    Entry {
        names: &["dune"],
        long: "help version",
        subs: &[
            Entry {
                names: &[
                    "build",
                    "b",
                    "test",
                    "runtest",
                    "describe",
                    "show",
                    "top",
                    "external-lib-deps",
                    "printenv",
                    "rules",
                ],
                flags: "fw",
                values: "jpx",
                long: "debug-backtraces display= error-reporting= force ignore-promoted-rules \
                    no-print-directory only-packages= profile= release verbose watch",
                special: &[
                    Special::value("root", Arg::Read, Effect::Run),
                    Special::runs("diff-command"),
                    Special::flag("auto-promote", Effect::Write),
                    Special::writes("build-dir"),
                    Special::value("workspace", Arg::Read, Effect::Run),
                    Special::value("instrument-with", Arg::Text, Effect::Run),
                    Special::writes("trace-file"),
                    Special::value("config-file", Arg::Read, Effect::Run),
                ],
                ..BUILDS
            },
            Entry { names: &["exec", "utop"], ..RUNS },
            Entry {
                names: &["fmt", "format", "promote", "promotion", "init", "install", "uninstall", "subst"],
                operands: TEXT,
                ..WRITES
            },
            Entry { names: &["clean"], operands: TEXT, ..DELETES },
        ],
        ..BUILDS
    },
    Entry {
        names: &["opam"],
        long: "help version",
        subs: &[
            Entry {
                names: &["list", "show", "var", "info", "search"],
                flags: "Aais",
                values: "f",
                long: "all available columns= depends-on= field= installed raw recursive required-by= safe \
                    short sort",
                ..SAYS
            },
            Entry { names: &["exec"], long: "set-root set-switch switch=", wraps: Wraps::Command(0), ..RUNS },
            Entry {
                names: &[
                    "install",
                    "update",
                    "upgrade",
                    "remove",
                    "switch",
                    "pin",
                    "repo",
                    "init",
                    "env",
                    "source",
                    "lint",
                    "lock",
                    "reinstall",
                    "clean",
                    "admin",
                    "config",
                ],
                ..SYSTEM
            },
        ],
        ..SYSTEM
    },
    Entry {
        names: &["zig"],
        subs: &[
            Entry {
                names: &["build", "test", "build-exe", "build-lib", "build-obj", "ast-check", "translate-c"],
                flags: "hl",
                values: "Oj",
                long: "color= Doptimize= fincremental freference-trace? help mcpu= release? summary= target= \
                    test-filter= verbose watch",
                special: &[
                    Special::value("build-file", Arg::Read, Effect::Run),
                    Special::writes("prefix p"),
                    Special::writes("cache-dir"),
                    Special::writes("global-cache-dir"),
                    Special::value("build-runner", Arg::Read, Effect::Run),
                    Special::runs("test-cmd"),
                    Special::runs("test-runner"),
                    Special::flag("test-cmd-bin", Effect::Run),
                    Special::value("zig-lib-dir", Arg::Read, Effect::Run),
                    Special::value("D", Arg::Setting, Effect::Run),
                    Special::value("sysroot", Arg::Read, Effect::Run),
                ],
                operands: FILES,
                ..BUILDS
            },
            Entry {
                names: &["fmt"],
                long: "ast-check check color= exclude= stdin zon",
                subs: &[Entry {
                    names: &["--check"],
                    long: "ast-check check color= exclude= stdin zon",
                    operands: FILES,
                    ..BUILDS
                }],
                ..WRITES
            },
            Entry { names: &["version", "zen", "targets", "env"], ..SAYS },
            Entry {
                names: &["run", "cc", "c++", "ar", "ranlib", "rc", "objcopy", "libc", "init", "std", "fetch"],
                ..RUNS
            },
        ],
        ..BUILDS
    },
    Entry {
        names: &[
            "nim",
            "nimble",
            "crystal",
            "shards",
            "vlang",
            "dmd",
            "ldc2",
            "dub",
            "gnatmake",
            "fpc",
            "haxe",
            "racket",
            "raco",
            "sbcl",
            "clojure",
            "clj",
            "lein",
            "boot",
            "bb",
            "guile",
            "chicken",
            "csi-scheme",
        ],
        flags: "hv",
        long: "help version",
        ..RUNS
    },
];
