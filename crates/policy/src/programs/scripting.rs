//! Interpreters of scripting languages and the tools that come with them.
//!
//! A script, and text given as code, is [`Effect::Run`]. A syntax check is [`Effect::Read`] only where the language
//! runs nothing while it compiles: ruby and php, but not perl, whose `BEGIN` blocks run.

use super::entry::{
    Arg, BUILDS, DELETES, Effect, Entry, FILES, Operands, READS, RUNS, SAYS, SENDS, SYSTEM, Special, Style, TEXT,
    WRITES, Wraps,
};

/// -n and -p open their operands with two arguments: `cmd|` is run.
const PERL: Entry = Entry {
    flags: "STUWXacfhnpstuvw",
    values: "F",
    special: &[
        Special::value("e", Arg::Code, Effect::Run),
        Special::value("E", Arg::Code, Effect::Run),
        Special::flag("i", Effect::Write).attached().making(Arg::Write),
        Special::value("M", Arg::Code, Effect::Run),
        Special::value("m", Arg::Code, Effect::Run),
        Special::value("I", Arg::Read, Effect::Run),
        Special::value("x", Arg::Read, Effect::Run).attached(),
        Special::value("d", Arg::Code, Effect::Run).attached(),
        Special::flag("V", Effect::Read).attached(),
        Special::flag("0", Effect::Read).attached(),
        Special::flag("l", Effect::Read).attached(),
        Special::flag("C", Effect::Read).attached(),
        Special::flag("D", Effect::Read).attached(),
    ],
    operands: TEXT.first(Arg::Code, "e E"),
    ..RUNS
};

const RUBY: Entry = Entry {
    flags: "SUacdhlnpsvw",
    values: "EF",
    long: "backtrace-limit= copyright debug disable= disable-all disable-gems enable= enable-all \
        encoding= external-encoding= help internal-encoding= jit mjit parser= verbose version \
        yjit yydebug",
    special: &[
        Special::value("e", Arg::Code, Effect::Run),
        Special::value("r", Arg::Code, Effect::Run),
        Special::value("I", Arg::Read, Effect::Run),
        Special::value("C", Arg::Read, Effect::Run),
        Special::value("X", Arg::Read, Effect::Run),
        Special::flag("i", Effect::Write).attached().making(Arg::Write),
        Special::value("x", Arg::Read, Effect::Run).attached(),
        Special::value("dump", Arg::Text, Effect::Code),
        Special::flag("W", Effect::Read).attached(),
        Special::flag("0", Effect::Read).attached(),
        Special::flag("K", Effect::Read).attached(),
        Special::flag("T", Effect::Read).attached(),
    ],
    operands: TEXT.first(Arg::Code, "e"),
    ..RUNS
};

const PHP: Entry = Entry {
    flags: "Hehlmnqsvw",
    long: "help hide-args ini modules rc= rclass= re= rextension= rextinfo= rf= rfunction= ri= rz= \
        rzendextension= strip syntax-check syntax-highlight syntax-highlighting version",
    special: &[
        // The settings of a file or of -d can name a file that is run first.
        Special::value("r run", Arg::Code, Effect::Run),
        Special::value("f file", Arg::Code, Effect::Run),
        Special::value("B process-begin", Arg::Code, Effect::Run),
        Special::value("R process-code", Arg::Code, Effect::Run),
        Special::value("F process-file", Arg::Code, Effect::Run),
        Special::value("E process-end", Arg::Code, Effect::Run),
        Special::value("c php-ini", Arg::Read, Effect::Run),
        Special::value("d define", Arg::Setting, Effect::Run),
        Special::value("z zend-extension", Arg::Code, Effect::Run),
        Special::value("S server", Arg::Host, Effect::Send),
        Special::reads("t docroot"),
        Special::flag("i info", Effect::Code),
        Special::value("b bindpath", Arg::Text, Effect::Code),
        Special::flag("a interactive", Effect::Run),
    ],
    operands: TEXT.first(Arg::Code, "r f B R E F"),
    ..RUNS
};

const BUNDLE: Entry = Entry {
    flags: "Vhrv",
    long: "all filter-major filter-minor filter-patch group= groups help local name-only no-color \
        only-group= outdated parseable paths porcelain pre quiet retry= strict update-strict \
        verbose version without-group=",
    special: BUNDLE_OPTIONS,
    ..BUILDS
};

pub(super) const TABLE: &[Entry] = &[
    Entry {
        names: &["rbenv"],
        subs: &[
            Entry {
                names: &["versions", "version", "root", "prefix", "which", "whence", "help"],
                long: "bare",
                ..SAYS
            },
            Entry { names: &["install", "uninstall", "global", "local", "rehash"], ..SYSTEM },
            Entry { names: &["exec"], style: Style::First, wraps: Wraps::Command(0), ..RUNS },
        ],
        ..BUILDS
    },
    Entry {
        names: &["perl", "perl5"],
        subs: &[Entry {
            names: &["-v", "-V"],
            flags: "v",
            special: &[Special::flag("V", Effect::Read).attached()],
            ..SAYS
        }],
        ..PERL
    },
    Entry {
        names: &["ruby", "jruby"],
        subs: &[
            Entry { names: &["-c"], effect: Effect::Read, operands: FILES, ..RUBY },
            Entry { names: &["--version", "--copyright"], flags: "v", long: "copyright version", ..SAYS },
            // With a script, -v goes on to run it.
            Entry { names: &["-v"], subs: &[Entry { names: &[""], flags: "v", ..SAYS }], ..RUBY },
        ],
        ..RUBY
    },
    Entry { names: &["irb", "pry", "erb", "byebug"], ..RUNS },
    Entry {
        names: &["php", "php8", "php7", "php8.1", "php8.2", "php8.3", "php8.4"],
        subs: &[
            Entry { names: &["-l", "--syntax-check"], effect: Effect::Read, operands: FILES, ..PHP },
            Entry {
                names: &["-v", "-m", "--version", "--modules", "--ini", "--rf", "--rc", "--re", "--ri", "--rz"],
                flags: "mnv",
                long: "ini modules rc= rclass= re= rextension= rextinfo= rf= rfunction= ri= rz= version",
                ..SAYS
            },
        ],
        ..PHP
    },
    Entry {
        names: &["lua", "luajit", "lua5.1", "lua5.2", "lua5.3", "lua5.4"],
        flags: "EWiv",
        special: &[
            Special::value("e", Arg::Code, Effect::Run),
            Special::value("l", Arg::Code, Effect::Run),
            Special::value("j", Arg::Code, Effect::Run),
            Special::value("O", Arg::Text, Effect::Code),
            Special::value("b", Arg::Code, Effect::Run),
        ],
        operands: TEXT.first(Arg::Code, "e"),
        subs: &[
            // With a script it goes on to run it.
            Entry { names: &["-v"], flags: "v", subs: &[Entry { names: &[""], flags: "v", ..SAYS }], ..RUNS },
        ],
        ..RUNS
    },
    // Without -o it writes luac.out.
    Entry {
        names: &["luac", "luac5.4"],
        flags: "lpsv",
        special: &[Special::writes("o")],
        operands: FILES,
        subs: &[Entry { names: &["-p"], flags: "lpsv", ..READS }],
        ..WRITES
    },
    Entry { names: &["luarocks", "busted", "luacheck", "stylua", "selene"], ..BUILDS },
    Entry { names: &["sage", "matlab", "mono"], ..RUNS },
    Entry { names: &["tclsh", "wish", "expect", "gnuplot", "octave", "maxima", "ngs"], ..RUNS },
    Entry {
        names: &["Rscript", "R", "r", "littler"],
        flags: "qs",
        long: "default-packages= encoding= help interactive no-echo no-environ no-init-file no-restore \
            no-save no-site-file quiet restore save silent slave vanilla verbose version",
        special: &[
            Special::value("e", Arg::Code, Effect::Run),
            Special::value("f file", Arg::Code, Effect::Run),
            Special::runs("d debugger"),
            Special::runs("g gui"),
            Special::value("args", Arg::Code, Effect::Run),
        ],
        operands: TEXT.first(Arg::Code, "e"),
        ..RUNS
    },
    Entry {
        names: &["julia"],
        flags: "hiqv",
        values: "pt",
        long: "banner= check-bounds= color= compiled-modules= cpu-target= depwarn= help history-file= \
            inline= math-mode= min-optlevel= optimize? pkgimages= procs= quiet startup-file= \
            threads= version warn-overwrite= warn-scope=",
        special: &[
            Special::value("e eval", Arg::Code, Effect::Run),
            Special::value("E print", Arg::Code, Effect::Run),
            Special::value("L load", Arg::Code, Effect::Run),
            Special::value("project", Arg::Read, Effect::Run),
            Special::value("J sysimage", Arg::Read, Effect::Run),
            Special::writes("output-o output-bc output-ji"),
            Special::value("H home", Arg::Read, Effect::Run),
            Special::flag("code-coverage track-allocation", Effect::Code),
            Special::reads("machine-file"),
            Special::runs("trace-compile"),
            Special::flag("bug-report", Effect::Send),
            Special::flag("O", Effect::Read).attached(),
            Special::flag("g", Effect::Read).attached(),
        ],
        operands: TEXT.first(Arg::Code, "e eval E print"),
        ..RUNS
    },
    Entry {
        names: &["osascript"],
        flags: "i",
        values: "s",
        special: &[Special::value("e", Arg::Code, Effect::Run), Special::value("l", Arg::Text, Effect::Run)],
        operands: TEXT.first(Arg::Code, "e"),
        ..RUNS
    },
    Entry {
        names: &["pwsh", "powershell", "powershell.exe", "pwsh.exe"],
        style: Style::Single,
        long: "h Help if= inp= InputFormat= l Login MTA NoExit nol NoLogo noni NonInteractive nop \
            NoProfile o= of= OutputFormat= STA v Version w= WindowStyle=",
        special: &[
            Special::value("Command c", Arg::Code, Effect::Run),
            Special::value("File f", Arg::Code, Effect::Run),
            Special::value("EncodedCommand e ec", Arg::Code, Effect::Run),
            Special::value("ConfigurationFile", Arg::Read, Effect::Run),
            Special::value("ConfigurationName", Arg::Read, Effect::Run),
            Special::value("ExecutionPolicy ex ep", Arg::Text, Effect::Run),
            Special::value("WorkingDirectory wd", Arg::Read, Effect::Run),
            Special::value("SettingsFile settings", Arg::Read, Effect::Run),
            Special::value("CommandWithArgs cwa", Arg::Code, Effect::Run),
            Special::value("PSConsoleFile", Arg::Read, Effect::Run),
            Special::value("CustomPipeName", Arg::Text, Effect::Run),
        ],
        operands: Operands { rest: Arg::Code, ..TEXT },
        ..RUNS
    },
    Entry { names: &["groovy", "groovysh", "groovyc"], ..RUNS },
    Entry {
        names: &["gem"],
        flags: "Vhqv",
        long: "backtrace debug help norc quiet silent verbose version",
        special: &[Special::value("config-file", Arg::Read, Effect::Run), Special::value("C", Arg::Read, Effect::Run)],
        subs: &[
            Entry { names: &["-v"], flags: "v", subs: &[Entry { names: &[""], flags: "v", ..SAYS }], ..BUILDS },
            Entry {
                names: &["list", "query"],
                flags: "IVadeilq",
                values: "v",
                long: "all backtrace details exact installed local no-verbose no-versions pre prerelease quiet \
                    silent version= versions",
                special: &[
                    Special::flag("r remote", Effect::Send),
                    Special::flag("b both", Effect::Send),
                    Special::value("s source", Arg::Host, Effect::Send),
                    Special::value("config-file", Arg::Read, Effect::Run),
                    Special::value("p http-proxy", Arg::Host, Effect::Send),
                    Special::flag("u update-sources", Effect::Send),
                ],
                ..SAYS
            },
            Entry { names: &["environment", "env"], flags: "qV", long: "quiet verbose silent", operands: TEXT, ..SAYS },
            Entry { names: &["help"], operands: TEXT, ..SAYS },
            Entry {
                names: &["contents", "which"],
                flags: "alqV",
                values: "v",
                long: "all lib-only no-lib-only prefix no-prefix gems-first no-gems-first version= quiet verbose silent",
                operands: TEXT,
                ..SAYS
            },
            Entry {
                names: &["dependency", "specification", "stale", "check", "info"],
                flags: "RValq",
                values: "v",
                long: "all gems-first lib-only local marshal no-lib-only no-prefix pipe prefix quiet \
                    reverse-dependencies ruby silent version= yaml",
                special: &[
                    Special::flag("r remote", Effect::Send),
                    Special::flag("b both", Effect::Send),
                    Special::value("s source", Arg::Host, Effect::Send),
                    Special::value("config-file", Arg::Read, Effect::Run),
                    Special::value("spec-dir", Arg::Read, Effect::Run),
                    Special::value("p http-proxy", Arg::Host, Effect::Send),
                ],
                ..BUILDS
            },
            Entry {
                names: &[
                    "install", "i", "update", "fetch", "unpack", "search", "outdated", "push", "owner", "signin",
                    "signout", "yank", "sources", "mirror", "open", "exec", "server",
                ],
                ..SENDS
            },
            Entry { names: &["build", "cert", "generate_index", "lock"], ..WRITES },
            Entry { names: &["uninstall", "cleanup", "pristine", "rdoc", "setup"], ..SYSTEM },
        ],
        ..SYSTEM
    },
    Entry {
        names: &["bundle", "bundler"],
        subs: &[
            Entry { names: &["-v"], flags: "v", subs: &[Entry { names: &[""], flags: "v", ..SAYS }], ..BUILDS },
            Entry {
                names: &["exec", "e"],
                effect: Effect::Code,
                long: "keep-file-descriptors no-keep-file-descriptors",
                special: &[Special::value("gemfile", Arg::Read, Effect::Run)],
                wraps: Wraps::Command(0),
                ..RUNS
            },
            Entry {
                names: &[
                    "list", "ls", "show", "check", "info", "doctor", "licenses", "platform", "env", "viz", "help",
                    "version", "v",
                ],
                ..BUNDLE
            },
            Entry {
                names: &["install", "i", "update", "outdated", "add", "lock", "cache", "package", "pack", "fund"],
                effect: Effect::Send,
                flags: "Vhrv",
                values: "j",
                long: "add-platform= all bundler? clean conservative deployment filter-major filter-minor \
                    filter-patch force frozen full-index group= groups help jobs= local major minor \
                    name-only no-cache no-color no-lock no-prune normalize-platforms only-group= optimistic \
                    outdated parseable patch paths porcelain pre prefer-local print quiet redownload \
                    remove-platform= retry= ruby skip-install standalone? strict update? update-strict \
                    verbose version= with= without= without-group=",
                special: &[
                    Special::value("source", Arg::Host, Effect::Send),
                    Special::writes("target-rbconfig"),
                    Special::value("trust-policy P", Arg::Text, Effect::Run),
                    Special::value("lockfile", Arg::Read, Effect::Run),
                    Special::value("gemfile", Arg::Read, Effect::Run),
                    Special::writes("path"),
                    Special::writes("binstubs"),
                    Special::writes("shebang"),
                    Special::flag("system", Effect::System),
                ],
                ..BUNDLE
            },
            Entry { names: &["remove", "init", "binstubs", "gem", "inject"], effect: Effect::Write, ..BUNDLE },
            Entry {
                names: &["clean"],
                effect: Effect::Delete,
                flags: "Vhrv",
                long: "all dry-run filter-major filter-minor filter-patch force group= groups help local \
                    name-only no-color only-group= outdated parseable paths porcelain pre quiet retry= \
                    strict update-strict verbose version without-group=",
                special: BUNDLE_OPTIONS,
                ..BUNDLE
            },
            Entry {
                names: &["config"],
                effect: Effect::System,
                subs: &[Entry { names: &["list", "get"], ..BUNDLE }],
                ..BUNDLE
            },
            Entry { names: &["open", "console", "plugin"], effect: Effect::Run, ..BUNDLE },
            // Alone it installs. A Gemfile is ruby code, so even a list runs it.
            Entry { names: &[""], effect: Effect::Send, ..BUNDLE },
        ],
        ..BUNDLE
    },
    Entry {
        names: &["rake"],
        flags: "ABNPVXhmnqsv",
        values: "j",
        long: "all backtrace? build-all comments describe? dry-run help jobs= multitask \
            no-deprecation-warnings no-search prereqs quiet rules? silent suppress-backtrace= tasks? \
            trace? verbose version where?",
        special: &[
            Special::value("f rakefile", Arg::Read, Effect::Run),
            Special::value("I libdir", Arg::Read, Effect::Run),
            Special::value("r require", Arg::Code, Effect::Run),
            Special::value("e execute", Arg::Code, Effect::Run),
            Special::value("p execute-print", Arg::Code, Effect::Run),
            Special::value("E execute-continue", Arg::Code, Effect::Run),
            Special::value("R rakelibdir rakelib", Arg::Read, Effect::Run),
            Special::flag("g system", Effect::Run),
            Special::flag("G no-system", Effect::Run),
            Special::value("C directory", Arg::Read, Effect::Run),
            Special::flag("D", Effect::Read).attached(),
            Special::flag("T", Effect::Read).attached(),
            Special::flag("t", Effect::Read).attached(),
            Special::flag("W", Effect::Read).attached(),
        ],
        ..BUILDS
    },
    Entry {
        names: &["rails"],
        flags: "hv",
        long: "help version",
        subs: &[
            Entry { names: &["-v"], flags: "v", subs: &[Entry { names: &[""], flags: "v", ..SAYS }], ..BUILDS },
            Entry {
                names: &[
                    "test",
                    "test:system",
                    "test:all",
                    "spec",
                    "routes",
                    "about",
                    "stats",
                    "notes",
                    "zeitwerk:check",
                    "time:zones:all",
                    "initializers",
                    "middleware",
                ],
                flags: "Ebdfpvw",
                values: "cegns",
                long: "backtrace controller= defer-output expanded fail-fast grep= name= profile? seed= unused \
                    verbose warnings",
                special: &[Special::value("environment", Arg::Text, Effect::Code)],
                operands: FILES,
                ..BUILDS
            },
            Entry { names: &["db:migrate:status", "db:version"], ..SENDS },
            Entry {
                names: &[
                    "db:migrate",
                    "db:seed",
                    "db:setup",
                    "db:rollback",
                    "db:create",
                    "db:schema:load",
                    "db:prepare",
                    "db:schema:dump",
                    "db:test:prepare",
                ],
                ..SENDS
            },
            Entry {
                names: &[
                    "db:drop",
                    "db:reset",
                    "db:migrate:reset",
                    "db:truncate_all",
                    "db:purge",
                    "tmp:clear",
                    "log:clear",
                    "assets:clobber",
                ],
                operands: TEXT,
                ..DELETES
            },
            Entry {
                names: &[
                    "generate",
                    "g",
                    "destroy",
                    "d",
                    "new",
                    "plugin",
                    "assets:precompile",
                    "credentials:show",
                    "credentials:edit",
                    "encrypted:show",
                    "encrypted:edit",
                ],
                operands: TEXT,
                ..WRITES
            },
            Entry { names: &["server", "s", "dbconsole", "db"], ..SENDS },
            Entry { names: &["console", "c", "runner", "r"], ..RUNS },
        ],
        ..BUILDS
    },
    Entry {
        names: &["rspec"],
        flags: "bchnvw",
        values: "EPelt",
        long: "backtrace bisect? color colour dry-run example= example-matches= exclude-pattern= \
            fail-fast? failure-exit-code= force-color help line-number= next-failure no-color \
            no-colour no-fail-fast no-profile only-failures order= pattern= profile? seed= tag= tty \
            version warnings",
        special: &[
            Special::value("I", Arg::Read, Effect::Run),
            Special::value("r require", Arg::Code, Effect::Run),
            Special::value("O options", Arg::Read, Effect::Run),
            Special::value("f format", Arg::Code, Effect::Run),
            Special::writes("o out"),
            Special::writes("deprecation-out"),
            Special::value("default-path", Arg::Read, Effect::Run),
            Special::flag("X drb", Effect::Send),
            Special::flag("init", Effect::Write),
            Special::value("default_path", Arg::Read, Effect::Run),
            Special::flag("p", Effect::Read).attached(),
        ],
        operands: FILES,
        subs: &[Entry { names: &["-v"], flags: "v", subs: &[Entry { names: &[""], flags: "v", ..SAYS }], ..BUILDS }],
        ..BUILDS
    },
    Entry {
        names: &[
            "rubocop",
            "standardrb",
            "reek",
            "brakeman",
            "erblint",
            "erb-lint",
            "haml-lint",
            "slim-lint",
            "sorbet",
            "srb",
            "steep",
        ],
        flags: "DEFLPSVdhlqvz",
        values: "Csw",
        long: "cache= color debug display-cop-names display-only-correctable \
            display-only-fail-level-offenses display-only-safe-correctable display-style-guide \
            display-time except= extra-details fail-fast fail-level= force-default-config \
            force-exclusion help ignore-disable-comments ignore-parent-exclusion lint \
            list-target-files no-color no-display-cop-names no-exit-on-warn no-pager no-parallel \
            no-server only= only-guide-cops only-recognized-file-types parallel quiet safe \
            server-status show-cops? stdin= verbose-version version",
        special: &[
            Special::flag("a autocorrect auto-correct", Effect::Write).making(Arg::Write),
            Special::flag("A autocorrect-all auto-correct-all", Effect::Write).making(Arg::Write),
            Special::flag("x fix-layout", Effect::Write).making(Arg::Write),
            Special::flag("fix", Effect::Write).making(Arg::Write),
            Special::flag("safe-auto-correct", Effect::Write).making(Arg::Write),
            Special::value("f format formatter", Arg::Code, Effect::Run),
            Special::writes("o out output"),
            Special::value("r require", Arg::Code, Effect::Run),
            Special::value("plugin", Arg::Code, Effect::Run),
            Special::value("c config", Arg::Read, Effect::Run),
            Special::flag("auto-gen-config", Effect::Write),
            Special::flag("regenerate-todo", Effect::Write),
            Special::flag("disable-uncorrectable", Effect::Write),
            Special::flag("init", Effect::Write),
            Special::writes("cache-root"),
            Special::flag("server", Effect::System),
            Special::flag("start-server", Effect::System),
            Special::flag("stop-server", Effect::System),
            Special::flag("restart-server", Effect::System),
            Special::flag("lsp", Effect::Run),
            Special::flag("profile", Effect::Write),
            Special::flag("memory", Effect::Write),
            Special::flag("mcp", Effect::Run),
        ],
        operands: FILES,
        ..BUILDS
    },
    Entry { names: &["minitest", "cucumber-ruby", "guard", "foreman-ruby", "yard", "solargraph"], ..BUILDS },
    // Scripts and plug-ins of the project run with most commands.
    Entry {
        names: &["composer", "composer.phar"],
        flags: "Vhnqv",
        long: "ansi help no-ansi no-cache no-interaction no-plugins no-scripts profile quiet verbose \
            version vv vvv",
        special: &[Special::value("d working-dir", Arg::Read, Effect::Run)],
        subs: &[
            Entry {
                names: &[
                    "test",
                    "lint",
                    "check",
                    "phpunit",
                    "cs",
                    "cs-fix",
                    "phpstan",
                    "stan",
                    "analyse",
                    "analyze",
                    "format",
                    "dump-autoload",
                    "dumpautoload",
                    "run",
                    "run-script",
                    "validate",
                    "check-platform-reqs",
                    "licenses",
                    "show",
                    "info",
                    "depends",
                    "why",
                    "prohibits",
                    "why-not",
                    "status",
                    "fund",
                    "suggests",
                    "about",
                    "list",
                    "help",
                    "diagnose",
                ],
                flags: "ADNPSailoprst",
                values: "f",
                long: "all apcu check-lock classmap-authoritative dev direct format= installed list locked \
                    name-only no-check-all no-check-lock no-check-publish no-dev optimize path platform \
                    recursive self strict timeout= tree with-dependencies",
                special: &[
                    Special::flag("latest", Effect::Send),
                    Special::value("d working-dir", Arg::Read, Effect::Run),
                ],
                ..BUILDS
            },
            Entry {
                names: &[
                    "install",
                    "i",
                    "require",
                    "r",
                    "update",
                    "u",
                    "upgrade",
                    "create-project",
                    "outdated",
                    "audit",
                    "search",
                    "self-update",
                    "selfupdate",
                    "global",
                    "archive",
                    "bump",
                    "reinstall",
                    "browse",
                    "home",
                ],
                ..SENDS
            },
            Entry { names: &["remove", "rm", "uninstall", "init", "config"], operands: TEXT, ..WRITES },
            Entry { names: &["exec"], wraps: Wraps::Command(0), ..RUNS },
            Entry { names: &["clear-cache", "clearcache", "cc"], operands: TEXT, ..DELETES },
        ],
        ..BUILDS
    },
    Entry {
        names: &["phpunit", "pest", "paratest", "phpspec", "codecept", "behat"],
        flags: "hv",
        values: "p",
        long: "cache-result colors? columns= compact coverage-text? debug display-deprecations \
            display-errors display-incomplete display-notices display-skipped display-warnings \
            do-not-cache-result exclude-filter= exclude-group= exclude-testsuite= \
            fail-on-empty-test-suite fail-on-incomplete fail-on-risky fail-on-skipped \
            fail-on-warning filter= group= help list-groups list-suites list-tests no-coverage \
            no-extensions no-logging no-output no-progress no-results order-by= parallel \
            process-isolation processes= random-order random-order-seed= repeat= reverse-order \
            stop-on-defect stop-on-error stop-on-failure stop-on-risky stop-on-warning \
            strict-coverage testdox testsuite= verbose version",
        special: &[
            Special::value("c configuration", Arg::Read, Effect::Run),
            Special::value("bootstrap", Arg::Code, Effect::Run),
            Special::value("prepend", Arg::Code, Effect::Run),
            Special::value("extension extensions", Arg::Code, Effect::Run),
            Special::value("d", Arg::Setting, Effect::Run),
            Special::value("include-path", Arg::Read, Effect::Run),
            Special::writes("log-junit"),
            Special::writes("log-teamcity"),
            Special::writes("testdox-html"),
            Special::writes("testdox-text"),
            Special::writes("testdox-xml"),
            Special::writes("coverage-html"),
            Special::writes("coverage-clover"),
            Special::writes("coverage-xml"),
            Special::writes("coverage-php"),
            Special::writes("coverage-cobertura"),
            Special::writes("coverage-crap4j"),
            Special::writes("cache-directory"),
            Special::writes("cache-result-file"),
            Special::value("printer", Arg::Code, Effect::Run),
            Special::value("loader", Arg::Code, Effect::Run),
            Special::value("test-suffix", Arg::Code, Effect::Run),
            Special::value("runner", Arg::Code, Effect::Run),
            Special::flag("generate-configuration", Effect::Write),
            Special::flag("migrate-configuration", Effect::Write),
            Special::flag("generate-baseline", Effect::Write),
            Special::reads("use-baseline"),
            Special::writes("list-tests-xml"),
            Special::flag("check-version", Effect::Send),
            Special::flag("u update-snapshots", Effect::Write),
        ],
        operands: FILES,
        ..BUILDS
    },
    Entry {
        names: &["phpstan", "psalm", "phan", "phpcs", "phpmd", "rector", "deptrac"],
        flags: "Vhnpqsv",
        values: "l",
        long: "ansi colors debug dry-run error-format= extensions= help ignore= level= memory-limit= \
            no-ansi no-cache no-interaction no-progress parallel= quiet show-info= threads= verbose \
            version vv vvv xdebug",
        special: &[
            Special::value("c configuration config", Arg::Read, Effect::Run),
            Special::value("a autoload-file", Arg::Code, Effect::Run),
            Special::value("bootstrap", Arg::Code, Effect::Run),
            Special::value("report", Arg::Code, Effect::Run),
            Special::value("standard", Arg::Read, Effect::Run),
            Special::writes("report-file"),
            Special::writes("b generate-baseline"),
            Special::flag("fix", Effect::Write),
            Special::flag("alter", Effect::Write),
            Special::flag("set-baseline", Effect::Write),
            Special::flag("pro", Effect::Send),
            Special::value("root r", Arg::Read, Effect::Run),
            Special::writes("cache"),
            Special::writes("report-full report-xml report-json"),
            Special::value("plugin", Arg::Code, Effect::Run),
        ],
        operands: FILES,
        subs: &[
            Entry {
                names: &["analyse", "analyze"],
                flags: "hnqv",
                values: "l",
                long: "ansi debug error-format= help level= memory-limit= no-ansi no-interaction no-progress \
                    quiet verbose vv vvv xdebug",
                special: &[
                    Special::value("c configuration", Arg::Read, Effect::Run),
                    Special::value("a autoload-file", Arg::Code, Effect::Run),
                    Special::writes("b generate-baseline"),
                    Special::flag("fix", Effect::Write),
                    Special::flag("pro", Effect::Send),
                    Special::reads("paths-file"),
                ],
                operands: FILES,
                ..BUILDS
            },
            Entry { names: &["clear-result-cache", "process", "init"], operands: TEXT, ..WRITES },
            Entry { names: &["list", "worker", "diagnose", "dump-parameters", "help"], ..BUILDS },
        ],
        ..BUILDS
    },
    Entry {
        names: &["phpcbf", "php-cs-fixer", "pint"],
        flags: "Vhnqv",
        long: "allow-risky= bail diff dirty dry-run format= help no-interaction path-mode= preset= \
            quiet rules= show-progress= stop-on-violation test using-cache= verbose version vv vvv",
        special: &[
            Special::value("config", Arg::Read, Effect::Run),
            Special::value("standard", Arg::Read, Effect::Run),
            Special::writes("cache-file"),
            Special::value("bootstrap", Arg::Code, Effect::Run),
        ],
        subs: &[
            Entry {
                names: &["fix"],
                flags: "nqv",
                long: "allow-risky= diff dry-run format= path-mode= rules= show-progress= stop-on-violation \
                    using-cache= vv vvv",
                special: &[Special::value("config", Arg::Read, Effect::Run), Special::writes("cache-file")],
                ..WRITES
            },
            Entry {
                names: &["check", "list-files", "list-sets", "describe"],
                flags: "nqv",
                long: "allow-risky= diff format= path-mode= rules= show-progress= stop-on-violation \
                    using-cache= vv vvv",
                special: &[Special::value("config", Arg::Read, Effect::Run), Special::writes("cache-file")],
                operands: FILES,
                ..BUILDS
            },
        ],
        ..WRITES
    },
    Entry { names: &["artisan", "sail", "valet", "wp", "drush", "symfony", "laravel"], ..RUNS },
];

/// Options that most sub-commands of `bundle` share.
const BUNDLE_OPTIONS: &[Special] = &[
    Special::value("gemfile", Arg::Read, Effect::Run),
    Special::writes("path"),
    Special::writes("binstubs"),
    Special::writes("shebang"),
    Special::flag("system", Effect::System),
];
