//! Test runners, linters, type checkers and formatters.
//!
//! Nearly all of them load configuration, plug-ins or the code itself, so even a check is [`Effect::Code`].
//! An option that names another configuration, plug-in, formatter or program makes them run what it names.

use super::entry::{
    Arg, BUILDS, DELETES, Effect, Entry, FILES, READS, RUNS, SAYS, SENDS, Special, Style, TEXT, WRITES, Wraps,
};

/// `pytest`, also as `python3 -m pytest`. The first rows of options are pytest's own, some are of widespread plug-ins.
pub(super) const PYTEST: Entry = Entry {
    flags: "Vhlqsvx",
    values: "Wkmnr",
    long: "anyio-mode= assert= asyncio-mode= benchmark-columns= benchmark-disable benchmark-enable \
        benchmark-only benchmark-skip benchmark-sort= cache-show= capture= co code-highlight= \
        collect-in-virtualenv collect-only color= continue-on-collection-errors cov-append \
        cov-branch cov-fail-under= create-db deselect= disable-plugin-autoload \
        disable-pytest-warnings disable-warnings dist= doctest-continue-on-failure doctest-glob= \
        doctest-ignore-import-errors doctest-modules doctest-report= durations= durations-min= \
        exitfirst failed-first ff fixtures fixtures-per-test force-short-summary forked \
        full-trace funcargs help ignore= ignore-glob= import-mode= junit-prefix= keep-duplicates \
        last-failed last-failed-no-failures= lf lfnf= log-auto-indent= log-cli-date-format= \
        log-cli-format= log-cli-level= log-date-format= log-disable= log-file-date-format= \
        log-file-format= log-file-level= log-file-mode= log-format= log-level= looponfail \
        markers max-warnings= maxfail= maxprocesses= new-first nf no-cov no-cov-on-fail \
        no-fold-skipped no-header no-migrations no-showlocals no-summary noconftest nomigrations \
        numprocesses= pdb pythonwarnings= quiet random-order randomly-seed= reruns= \
        reruns-delay= reuse-db run-slow runslow runxfail setup-only setup-plan setup-show \
        show-capture= showlocals snapshot-details stepwise stepwise-reset stepwise-skip strict \
        strict-config strict-markers sw sw-reset sw-skip tb= testmon timeout= timeout-method= \
        trace trace-config verbose verbosity= version xfail-tb",
    special: &[
        Special::value("c config-file", Arg::Read, Effect::Run),
        Special::value("rootdir", Arg::Read, Effect::Run),
        Special::value("confcutdir", Arg::Read, Effect::Run),
        Special::value("basetemp", Arg::Delete, Effect::Delete),
        Special::value("o override-ini", Arg::Setting, Effect::Run),
        Special::value("p", Arg::Code, Effect::Run),
        Special::value("pdbcls", Arg::Code, Effect::Run),
        Special::writes("junit-xml junitxml"),
        Special::writes("log-file"),
        Special::writes("debug").attached(),
        Special::value("pastebin", Arg::Text, Effect::Send),
        Special::flag("cache-clear", Effect::Delete),
        // `--cov-report html:DIR` writes where it says.
        Special::value("cov-report", Arg::Write, Effect::Write),
        Special::value("cov-config", Arg::Read, Effect::Run),
        Special::reads("cov").attached(),
        Special::value("ds", Arg::Code, Effect::Run),
        Special::value("dc", Arg::Code, Effect::Run),
        Special::runs("tx"),
        Special::value("rsyncdir", Arg::Read, Effect::Run),
        Special::writes("html"),
        Special::writes("report-log"),
        Special::writes("json-report-file"),
        Special::writes("benchmark-json"),
        Special::writes("benchmark-storage"),
        Special::flag("snapshot-update", Effect::Write),
        Special::value("asyncio-default-fixture-loop-scope", Arg::Read, Effect::Run),
        Special::writes("resultlog result-log"),
        Special::value("pythonpath", Arg::Read, Effect::Run),
        // Operands become names of importable packages.
        Special::flag("pyargs", Effect::Code).making(Arg::Text),
    ],
    operands: FILES,
    ..BUILDS
};

pub(super) const UNITTEST: Entry = Entry {
    flags: "bcfhqv",
    values: "kp",
    long: "buffer catch durations= failfast help locals pattern= quiet verbose",
    special: &[
        Special::value("s start-directory", Arg::Read, Effect::Run),
        Special::value("t top-level-directory", Arg::Read, Effect::Run),
    ],
    operands: FILES,
    ..BUILDS
};

pub(super) const MYPY: Entry = Entry {
    flags: "Vhv",
    values: "Omnp",
    long: "allow-any-generics allow-incomplete-defs allow-redefinition allow-redefinition-new \
        allow-redefinition-old allow-untyped-calls allow-untyped-decorators allow-untyped-defs \
        allow-untyped-globals always-false= always-true= cache-fine-grained check-untyped-defs \
        color-output deprecated-calls-exclude= disable-error-code= disallow-any-decorated \
        disallow-any-explicit disallow-any-expr disallow-any-generics disallow-any-unimported \
        disallow-incomplete-defs disallow-subclassing-any disallow-untyped-calls \
        disallow-untyped-decorators disallow-untyped-defs enable-error-code= \
        enable-incomplete-feature= error-summary exclude= exclude-gitignore \
        explicit-package-bases extra-checks find-occurrences= follow-imports= \
        follow-untyped-imports help hide-error-codes ignore-missing-imports implicit-optional \
        implicit-reexport incremental junit-format= module= namespace-packages \
        no-check-untyped-defs no-color-output no-error-summary no-explicit-package-bases \
        no-fixed-format-cache no-implicit-reexport no-incremental no-namespace-packages \
        no-native-parser no-pretty no-silence-site-packages no-site-packages no-strict-bytes \
        no-strict-equality no-strict-optional no-warn-no-return no-warn-redundant-casts \
        no-warn-return-any no-warn-unreachable no-warn-unused-configs no-warn-unused-ignores \
        non-interactive num-workers= output= package= platform= pretty python-version= \
        raise-exceptions report-deprecated-as-note scripts-are-modules show-absolute-path \
        show-column-numbers show-error-code-links show-error-codes show-error-context \
        show-error-end show-traceback skip-cache-mtime-checks skip-version-check sqlite-cache \
        strict strict-equality strict-equality-for-none tb untyped-calls-exclude= verbose \
        version warn-incomplete-stub warn-redundant-casts warn-return-any warn-unreachable \
        warn-unused-configs warn-unused-ignores",
    special: &[
        Special::runs("python-executable"),
        Special::flag("install-types", Effect::Send),
        Special::value("config-file", Arg::Read, Effect::Run),
        Special::writes("junit-xml"),
        Special::writes("cache-dir"),
        Special::value("custom-typeshed-dir", Arg::Read, Effect::Run),
        Special::value("custom-typing-module", Arg::Code, Effect::Run),
        Special::value("c command", Arg::Code, Effect::Run),
        Special::writes("any-exprs-report"),
        Special::writes("cobertura-xml-report"),
        Special::writes("html-report"),
        Special::writes("linecount-report"),
        Special::writes("linecoverage-report"),
        Special::writes("lineprecision-report"),
        Special::writes("txt-report"),
        Special::writes("xml-report"),
        Special::writes("xslt-html-report"),
        Special::writes("xslt-txt-report"),
        Special::writes("lineprecision"),
        Special::writes("linecoverage"),
        Special::value("shadow-file", Arg::Read, Effect::Code).two(),
        Special::flag("pdb", Effect::Code),
        Special::writes("timing-stats"),
        Special::writes("line-checking-stats"),
        Special::writes("dump-build-stats"),
    ],
    operands: FILES,
    ..BUILDS
};

const RUFF: Entry = Entry {
    flags: "hqsv",
    long: "color= help isolated quiet silent verbose",
    special: &[Special::value("config", Arg::Read, Effect::Run)],
    operands: FILES,
    ..BUILDS
};

/// black and its like write unless told to check.
pub(super) const BLACK: Entry = Entry {
    flags: "CShqvx",
    values: "Wlt",
    long: "check color diff enable-unstable-feature= exclude= extend-exclude= fast force-exclude= \
        help include= ipynb line-length= line-ranges= no-cache no-color preview pyi \
        python-cell-magics= quiet required-version= safe skip-magic-trailing-comma \
        skip-source-first-line skip-string-normalization stdin-filename= target-version= \
        unstable verbose version workers=",
    special: &[
        Special::value("config", Arg::Read, Effect::Run),
        Special::value("c code", Arg::Code, Effect::Run),
        Special::writes("cache-dir"),
    ],
    ..WRITES
};

pub(super) const ISORT: Entry = Entry {
    flags: "Vcdehnqv",
    values: "abfijlmopstw",
    long: "ac add-import= af allow-root append append-only atomic balanced blocked-extension= \
        builtin= ca case-sensitive check check-only color combine-as combine-star \
        combine-straight-imports cs csi dedup-headings df diff dont-float-to-top \
        dont-follow-links dont-order-by-type ds dt ensure-newline-before-comments ext= \
        ext-format= extend-skip= extend-skip-glob= extension= extra-builtin= fas fass ff fgw? \
        filename= filter-files float-to-top force-adds force-alphabetical-sort \
        force-alphabetical-sort-within-sections force-grid-wrap? force-single-line-imports \
        force-sort-within-sections forced-separate= format-error= format-success= from-first fs= \
        fss future= gitignore hcss help honor-case-in-force-sorted-sections honor-noqa \
        ignore-whitespace indent= jobs? known-local-folder= lai= lbi= lbt= le= length-sort \
        length-sort-straight line-ending= line-length= line-width= lines-after-imports= \
        lines-before-imports= lines-between-types= ls lss multi-line= nis nlb= no-inline-sort \
        no-lines-before no-sections nsl= om only-modified only-sections order-by-type os ot \
        overwrite-in-place profile= project= py= python-version= quiet remove-import= \
        remove-redundant-aliases resolve-all-configs reverse-relative reverse-sort rm= rr sd= \
        section-default= sg= show-config show-files single-line-exclusions= skip= skip-gitignore \
        skip-glob= sl sort-reexports sort-relative-in-force-sorted-sections \
        split-on-trailing-comma srss srx star-first stdout supported-extension= tc thirdparty= \
        top= trailing-comma treat-all-comment-as-code treat-comment-as-code= up use-parentheses \
        verbose version version-number vn wl= wrap-length= ws",
    special: &[
        Special::value("sp settings-path settings-file settings", Arg::Read, Effect::Run),
        Special::value("cr config-root", Arg::Read, Effect::Run),
        Special::value("formatter", Arg::Code, Effect::Run),
        Special::value("sort-order", Arg::Code, Effect::Run),
        Special::value("conda-env virtual-env", Arg::Read, Effect::Run),
        Special::reads("src-path src"),
        Special::flag("ask-to-apply interactive", Effect::Code),
    ],
    ..WRITES
};

pub(super) const FLAKE8: Entry = Entry {
    flags: "hqv",
    values: "j",
    long: "benchmark bug-report builtins= color= count diff disable-noqa doctests exclude= \
        exit-zero extend-exclude= extend-ignore= extend-select= filename= format= hang-closing \
        help ignore= indent-size= isolated jobs= max-complexity= max-doc-length= \
        max-line-length= no-isolated no-show-source per-file-ignores= quiet require-plugins= \
        select= show-source statistics stdin-display-name= verbose version",
    special: &[
        Special::value("config", Arg::Read, Effect::Run),
        Special::value("append-config", Arg::Read, Effect::Run),
        Special::writes("output-file"),
        Special::value("enable-extensions", Arg::Text, Effect::Run),
        Special::writes("tee").attached(),
    ],
    operands: FILES,
    ..BUILDS
};

pub(super) const PYLINT: Entry = Entry {
    flags: "Ehv",
    values: "defjrs",
    long: "additional-builtins= allow-any-import-level= allow-global-unused-variables= \
        allow-reexport-from-package= allow-wildcard-with-all= allowed-redefined-builtins= \
        analyse-fallback-blocks= argument-naming-style= argument-rgx= attr-naming-style= \
        attr-rgx= bad-names= bad-names-rgxs= callbacks= check-fixme-in-docstring= \
        check-protected-access-in-special-methods= check-quote-consistency= \
        check-str-concat-over-line-jumps= class-attribute-naming-style= class-attribute-rgx= \
        class-const-naming-style= class-const-rgx= class-naming-style= class-rgx= \
        clear-cache-post-run= confidence= const-naming-style= const-rgx= \
        contextmanager-decorators= defining-attr-methods= deprecated-modules= disable= \
        docstring-min-length= dummy-variables-rgx= enable= enable-all-extensions errors-only \
        exclude-protected= exclude-too-few-public-methods= exit-zero \
        expected-line-ending-format= fail-on= fail-under= files format= from-stdin \
        full-documentation function-naming-style= function-rgx= generate-rcfile \
        generate-toml-config generated-members= good-names= good-names-rgxs= help help-msg= \
        ignore= ignore-comments= ignore-docstrings= ignore-imports= ignore-long-lines= \
        ignore-mixin-members= ignore-none= ignore-on-opaque-inference= ignore-paths= \
        ignore-pattern-in-long-lines= ignore-patterns= ignore-signatures= \
        ignored-argument-names= ignored-checks-for-mixins= ignored-classes= ignored-modules= \
        ignored-parents= include-naming-hint= indent-after-paren= indent-string= init-import= \
        inlinevar-naming-style= inlinevar-rgx= jobs= known-first-party= \
        known-side-effects-only-functions= known-standard-library= known-third-party= \
        limit-inference-results= list-conf-levels list-extensions list-groups list-msgs \
        list-msgs-enabled logging-format-style= logging-modules= long-help max-args= \
        max-attributes= max-bool-expr= max-branches= max-line-length= max-locals= \
        max-module-lines= max-nested-blocks= max-parents= max-positional-arguments= \
        max-public-methods= max-returns= max-spelling-suggestions= max-statements= \
        method-naming-style= method-rgx= min-public-methods= min-similarity-lines= \
        missing-member-hint= missing-member-hint-distance= missing-member-max-choices= \
        mixin-class-rgx= module-naming-style= module-rgx= msg-template= name-group= \
        never-returning-functions= no-docstring-rgx notes= notes-rgx= output-format= \
        overgeneral-exceptions= paramspec-rgx= persistent= prefer-stubs= preferred-modules= \
        property-classes= py-version= recursive= redefining-builtins-modules= reports= score= \
        signature-mutators= single-line-class-stmt= single-line-if-stmt= spelling-dict= \
        spelling-ignore-comment-directives= spelling-ignore-words= spelling-store-unknown-words= \
        suggest-join-with-non-empty-separator= suggestion-mode= timeout-methods= typealias-rgx= \
        typevar-rgx= typevartuple-rgx= valid-classmethod-first-arg= \
        valid-metaclass-classmethod-first-arg= variable-naming-style= variable-rgx= verbose",
    special: &[
        Special::value("rcfile", Arg::Read, Effect::Run),
        Special::value("init-hook", Arg::Setting, Effect::Run),
        Special::value("load-plugins", Arg::Code, Effect::Run),
        Special::value("unsafe-load-any-extension", Arg::Text, Effect::Run),
        Special::value("evaluation", Arg::Code, Effect::Run),
        Special::writes("output"),
        Special::writes("import-graph ext-import-graph int-import-graph"),
        Special::value("source-roots", Arg::Read, Effect::Run),
        Special::writes("spelling-private-dict-file"),
        Special::value("extension-pkg-allow-list extension-pkg-whitelist", Arg::Code, Effect::Run),
        Special::value("from-stdin-path", Arg::Read, Effect::Run),
    ],
    operands: FILES,
    ..BUILDS
};

/// `coverage run` runs a script or module as python does.
pub(super) const COVERAGE: Entry = Entry {
    flags: "h",
    long: "help version",
    subs: &[
        Entry {
            names: &["run"],
            flags: "Lahp",
            long: "append branch concurrency= context= debug= help include= omit= parallel-mode pylib \
                source= timid",
            special: &[
                Special::value("m module", Arg::Code, Effect::Run),
                Special::writes("data-file"),
                Special::value("rcfile", Arg::Read, Effect::Run),
                Special::writes("d"),
            ],
            operands: TEXT.first(Arg::Code, "m module"),
            ..RUNS
        },
        Entry {
            names: &["report"],
            flags: "him",
            long: "contexts= debug= fail-under= format= help ignore-errors include= no-skip-covered omit= \
                precision= show-missing skip-covered skip-empty sort=",
            special: &[Special::reads("data-file"), Special::value("rcfile", Arg::Read, Effect::Run)],
            operands: FILES,
            ..BUILDS
        },
        Entry {
            names: &["html", "xml", "json", "lcov", "annotate"],
            flags: "hiq",
            long: "contexts= debug= fail-under= help ignore-errors include= no-skip-covered omit= \
                precision= pretty-print quiet show-contexts skip-covered skip-empty title=",
            special: &[
                Special::writes("d directory"),
                Special::writes("o"),
                Special::reads("data-file"),
                Special::value("rcfile", Arg::Read, Effect::Run),
            ],
            ..WRITES
        },
        Entry {
            names: &["combine"],
            flags: "ahq",
            long: "append debug= help keep quiet",
            special: &[Special::writes("data-file"), Special::value("rcfile", Arg::Read, Effect::Run)],
            ..WRITES
        },
        Entry {
            names: &["erase"],
            flags: "h",
            long: "debug= help",
            special: &[
                Special::value("data-file", Arg::Delete, Effect::Delete),
                Special::value("rcfile", Arg::Read, Effect::Run),
            ],
            operands: TEXT,
            ..DELETES
        },
        Entry { names: &["debug", "help"], flags: "h", long: "help", ..BUILDS },
    ],
    ..BUILDS
};

pub(super) const BANDIT: Entry = Entry {
    flags: "dhilqrv",
    values: "afnstx",
    long: "aggregate= confidence confidence-level= debug exclude= exit-zero format= help \
        ignore-nosec level msg-template= number= quiet recursive severity-level= silent skip= \
        tests= verbose version",
    special: &[
        Special::value("c configfile", Arg::Read, Effect::Run),
        Special::value("ini", Arg::Read, Effect::Run),
        Special::writes("o output").attached(),
        Special::reads("b baseline"),
        Special::reads("p profile"),
    ],
    operands: FILES,
    ..BUILDS
};

pub(super) const TABLE: &[Entry] = &[
    Entry { names: &["pytest", "py.test"], ..PYTEST },
    Entry { names: &["unittest"], ..UNITTEST },
    Entry { names: &["mypy", "dmypy"], ..MYPY },
    Entry { names: &["mypyc", "stubgen", "stubtest"], ..BUILDS },
    Entry {
        names: &["ruff"],
        flags: "Vhqsv",
        long: "color= help isolated quiet silent verbose version",
        special: &[Special::value("config", Arg::Read, Effect::Run)],
        subs: &[
            Entry {
                names: &["check"],
                flags: "ehnqsvw",
                long: "color= diff exclude= exit-non-zero-on-fix exit-zero extend-exclude= extend-fixable= \
                    extend-per-file-ignores= extend-select= extension= fixable= force-exclude help ignore= \
                    ignore-noqa isolated no-cache no-fix no-fix-only no-force-exclude no-preview \
                    no-respect-gitignore no-show-fixes no-unsafe-fixes output-format= per-file-ignores= \
                    preview quiet respect-gitignore select= show-files show-fixes show-settings silent \
                    statistics stdin-filename= target-version= unfixable= verbose watch",
                special: &[
                    Special::value("config", Arg::Read, Effect::Run),
                    Special::writes("cache-dir"),
                    Special::writes("o output-file"),
                    Special::flag("fix", Effect::Write).making(Arg::Write),
                    Special::flag("fix-only", Effect::Write).making(Arg::Write),
                    Special::flag("unsafe-fixes", Effect::Write).making(Arg::Write),
                    Special::flag("add-noqa", Effect::Write).attached().making(Arg::Write),
                    Special::flag("add-ignore", Effect::Write).attached().making(Arg::Write),
                ],
                operands: FILES,
                ..BUILDS
            },
            Entry {
                names: &["format"],
                flags: "hnqsv",
                long: "check color= diff exclude= exit-non-zero-on-format extend-exclude= extension= \
                    force-exclude help isolated line-length= no-cache no-force-exclude no-preview \
                    no-respect-gitignore output-format= preview quiet range= respect-gitignore silent \
                    stdin-filename= target-version= verbose",
                special: &[Special::value("config", Arg::Read, Effect::Run), Special::writes("cache-dir")],
                subs: &[
                    Entry { names: &["--check"], ..RUFF_FORMAT_CHECK },
                    Entry { names: &["--diff"], ..RUFF_FORMAT_CHECK },
                ],
                ..WRITES
            },
            Entry {
                names: &["rule", "linter", "config", "version"],
                flags: "hqsv",
                long: "all help isolated output-format=",
                special: &[Special::value("config", Arg::Read, Effect::Run)],
                ..SAYS
            },
            Entry {
                names: &["server", "analyze"],
                flags: "hqsv",
                long: "color= detect-string-imports direction= help isolated preview quiet silent verbose",
                special: &[Special::value("config", Arg::Read, Effect::Run)],
                ..RUFF
            },
            Entry {
                names: &["clean"],
                flags: "hqsv",
                long: "help",
                special: &[Special::value("config", Arg::Read, Effect::Run)],
                operands: FILES,
                ..DELETES
            },
        ],
        ..BUILDS
    },
    Entry {
        names: &["black"],
        subs: &[
            Entry { names: &["--check"], effect: Effect::Code, operands: FILES, ..BLACK },
            Entry { names: &["--diff"], effect: Effect::Code, operands: FILES, ..BLACK },
        ],
        ..BLACK
    },
    Entry { names: &["blackd"], ..BUILDS },
    Entry {
        names: &["isort"],
        subs: &[Entry { names: &["--check-only", "--check", "-c"], effect: Effect::Code, operands: FILES, ..ISORT }],
        ..ISORT
    },
    Entry { names: &["flake8"], ..FLAKE8 },
    Entry { names: &["pylint"], ..PYLINT },
    Entry {
        names: &["pycodestyle", "pydocstyle", "pyflakes", "vulture", "pyupgrade"],
        flags: "hqrv",
        long: "add-ignore= add-select= benchmark convention= count debug diff exclude= \
            exit-zero-even-if-changed explain filename= first format= hang-closing help ignore= \
            indent-size= keep-mock keep-percent-format make-whitelist match= match-dir= \
            max-doc-length= max-line-length= min-confidence= py3-plus py310-plus py311-plus \
            py312-plus py36-plus py37-plus py38-plus py39-plus quiet repeat select= show-pep8 \
            show-source sort-by-size source statistics verbose version",
        special: &[Special::value("config", Arg::Read, Effect::Run)],
        operands: FILES,
        ..BUILDS
    },
    Entry {
        names: &["autopep8", "yapf", "autoflake", "docformatter", "pyproject-fmt"],
        flags: "acdhmnqrv",
        values: "ejlp",
        long: "aggressive check diff exclude= exit-code expand-star-imports experimental hang-closing \
            help ignore= ignore-init-module-imports imports= indent-size= jobs= line-range= lines= \
            list-fixes max-line-length= no-local-style parallel print-modified quiet recursive \
            remove-all-unused-imports remove-duplicate-keys remove-unused-variables select= verbose \
            version wrap-descriptions= wrap-summaries=",
        special: &[
            Special::flag("i in-place", Effect::Write).making(Arg::Write),
            Special::value("global-config", Arg::Read, Effect::Run),
            Special::value("style", Arg::Read, Effect::Run),
            Special::value("config", Arg::Read, Effect::Run),
            Special::value("s", Arg::Read, Effect::Run),
        ],
        ..WRITES
    },
    Entry {
        names: &["pyright", "basedpyright", "pyre", "ty", "pytype"],
        flags: "hqw",
        long: "color= dependencies error= error-on-warning exit-zero gitlabcodequality= help ignore= \
            ignoreexternal level= output-format= outputjson pythonplatform= pythonversion= quiet \
            skipunannotated stats threads= verbose verifytypes= version warn= warnings watch",
        special: &[
            Special::value("p project", Arg::Read, Effect::Run),
            Special::runs("pythonpath"),
            Special::value("v venvpath", Arg::Read, Effect::Run),
            Special::value("t typeshedpath", Arg::Read, Effect::Run),
            Special::flag("createstub", Effect::Write).making(Arg::Text),
            Special::runs("python"),
            Special::writes("writebaseline baselinefile"),
        ],
        operands: FILES,
        ..BUILDS
    },
    Entry { names: &["bandit"], ..BANDIT },
    Entry { names: &["safety", "pip-audit"], ..SENDS },
    Entry { names: &["coverage", "coverage3"], ..COVERAGE },
    Entry { names: &["semgrep", "opengrep"], ..SENDS },
    // -x follows `source`; the files are only read.
    Entry {
        names: &["shellcheck"],
        flags: "Vax",
        values: "SWefios",
        long: "check-sourced color? enable= exclude= extended-analysis= external-sources format= help \
            include= list-optional norc severity= shell= version wiki-link-count=",
        special: &[
            Special::reads("rcfile"),
            Special::reads("P source-path"),
            Special::flag("C", Effect::Read).attached(),
        ],
        ..READS
    },
    // `--apply-ignore`, editorconfig and language options only steer the printing.
    Entry {
        names: &["shfmt"],
        style: Style::Single,
        long: "apply-ignore binary-next-line bn case-indent ci d diff exp.recover= exp.tojson f \
            filename= find fn from-json func-next-line h help i= indent= keep-padding kp l \
            language-dialect= list ln= minify mn p posix s simplify space-redirects sr to-json \
            tojson version",
        special: &[Special::flag("w write", Effect::Write).making(Arg::Write)],
        ..READS
    },
    Entry {
        names: &["hadolint"],
        flags: "Vhv",
        values: "ft",
        long: "disable-ignore-pragma error= failure-threshold= file-path-in-report= format= help \
            ignore= info= no-color no-fail require-label= strict-labels style= trusted-registry= \
            verbose version warning=",
        special: &[Special::reads("c config")],
        ..READS
    },
    Entry {
        names: &["yamllint"],
        flags: "hsv",
        values: "df",
        long: "config-data= format= help list-files no-warnings strict version",
        special: &[Special::reads("c config-file")],
        ..READS
    },
    // Its configuration can tell it to write.
    Entry {
        names: &["codespell"],
        flags: "Hcdefhs",
        values: "ABCLSqr",
        long: "after-context= before-context= builtin= check-filenames check-hidden context= count \
            disable-colors enable-colors hard-encoding-detection help ignore-multiline-regex= \
            ignore-regex= ignore-sic ignore-words-list= quiet-level= regex= skip= stdin-single-line \
            summary uri-ignore-words-list= uri-regex= version",
        special: &[
            Special::flag("w write-changes", Effect::Write).making(Arg::Write),
            Special::value("i interactive", Arg::Text, Effect::Write).making(Arg::Write),
            Special::reads("config"),
            Special::reads("toml"),
            Special::reads("D dictionary"),
            Special::reads("I ignore-words"),
            Special::reads("x exclude-file"),
        ],
        operands: FILES,
        ..BUILDS
    },
    Entry {
        names: &["typos"],
        flags: "Vhqv",
        values: "j",
        long: "check-filenames check-files color= diff exclude= files force-exclude format= help hidden \
            highlight-identifiers identifiers isolated locale= no-check-filenames no-check-files \
            no-ignore no-ignore-dot no-ignore-global no-ignore-parent no-ignore-vcs no-unicode quiet \
            sort threads= type-list unicode verbose version words",
        special: &[
            Special::reads("c config"),
            Special::flag("w write-changes", Effect::Write).making(Arg::Write),
            Special::writes("dump-config"),
            Special::reads("file-list"),
        ],
        ..READS
    },
    // It starts shellcheck and pyflakes, or what is named instead.
    Entry {
        names: &["actionlint"],
        style: Style::Single,
        long: "color debug format= help ignore= no-color oneline stdin-filename= verbose version",
        special: &[
            Special::runs("shellcheck"),
            Special::runs("pyflakes"),
            Special::value("config-file", Arg::Read, Effect::Run),
            Special::flag("init-config", Effect::Write),
        ],
        operands: FILES,
        ..BUILDS
    },
    Entry {
        names: &["markdownlint", "markdownlint-cli2", "mdl"],
        flags: "Vdhjqs",
        values: "i",
        long: "disable= dot enable= help ignore= json no-globs quiet stdin version",
        special: &[
            Special::value("c config", Arg::Read, Effect::Run),
            Special::value("r rules", Arg::Code, Effect::Run),
            Special::flag("f fix", Effect::Write).making(Arg::Write),
            Special::writes("o output"),
            Special::value("p ignore-path", Arg::Read, Effect::Run),
            Special::value("configPointer", Arg::Read, Effect::Run),
        ],
        operands: FILES,
        ..BUILDS
    },
    Entry {
        names: &["proselint", "vale", "textlint", "alex", "write-good"],
        flags: "hqv",
        long: "compact help json quiet version",
        operands: FILES,
        ..BUILDS
    },
    Entry {
        names: &["eslint", "eslint_d"],
        flags: "hv",
        long: "cache cache-strategy= color concurrency= debug env= env-info error-on-unmatched-pattern \
            exit-on-fatal-error ext= fix-dry-run fix-type= global= help ignore-pattern= \
            max-warnings= no-cache no-color no-config-lookup no-error-on-unmatched-pattern \
            no-eslintrc no-ignore no-inline-config no-warn-ignored pass-on-no-patterns \
            pass-on-unpruned-suppressions quiet report-unused-disable-directives \
            report-unused-disable-directives-severity= report-unused-inline-configs= rule= stats \
            stdin version warn-ignored",
        special: &[
            Special::flag("fix", Effect::Write).making(Arg::Write),
            Special::value("c config", Arg::Read, Effect::Run),
            Special::value("rulesdir", Arg::Read, Effect::Run),
            Special::value("plugin", Arg::Code, Effect::Run),
            Special::value("resolve-plugins-relative-to", Arg::Read, Effect::Run),
            Special::value("parser", Arg::Code, Effect::Run),
            Special::value("parser-options", Arg::Setting, Effect::Run),
            Special::value("f format", Arg::Code, Effect::Run),
            Special::reads("stdin-filename"),
            Special::writes("o output-file"),
            Special::writes("cache-location"),
            Special::writes("cache-file"),
            Special::reads("ignore-path"),
            Special::reads("print-config"),
            Special::flag("init", Effect::Run),
            Special::flag("inspect-config", Effect::Run),
            Special::flag("mcp", Effect::Run),
            Special::flag("suppress-all", Effect::Write),
            Special::value("suppress-rule", Arg::Text, Effect::Write),
            Special::value("suppressions-location", Arg::Write, Effect::Write),
            Special::flag("prune-suppressions", Effect::Write),
            Special::value("flag", Arg::Text, Effect::Code),
        ],
        operands: FILES,
        subs: &[Entry { names: &["-v"], flags: "v", subs: &[Entry { names: &[""], flags: "v", ..SAYS }], ..BUILDS }],
        ..BUILDS
    },
    Entry {
        names: &["prettier"],
        flags: "chluv",
        long: "arrow-parens= bracket-same-line bracket-spacing cache cache-strategy= check \
            check-ignore-pragma color config-precedence= cursor-offset= editorconfig \
            embedded-language-formatting= end-of-line= experimental-operator-position= \
            experimental-ternaries help? html-whitespace-sensitivity= ignore-unknown insert-pragma \
            jsx-single-quote list-different log-level= no-bracket-spacing no-cache no-color \
            no-config no-editorconfig no-error-on-unmatched-pattern no-experimental-ternaries \
            no-plugin-search no-semi no-with-node-modules object-wrap= print-width= prose-wrap= \
            quote-props= range-end= range-start= require-pragma semi single-attribute-per-line \
            single-quote support-info tab-width= trailing-comma= use-tabs version \
            vue-indent-script-and-style with-node-modules",
        special: &[
            Special::flag("w write", Effect::Write).making(Arg::Write),
            Special::value("plugin", Arg::Code, Effect::Run),
            Special::value("parser", Arg::Code, Effect::Run),
            Special::reads("stdin-filepath"),
            Special::value("config", Arg::Read, Effect::Run),
            Special::value("plugin-search-dir", Arg::Read, Effect::Run),
            Special::reads("ignore-path"),
            Special::writes("cache-location"),
            Special::reads("find-config-path"),
            Special::reads("file-info"),
        ],
        operands: FILES,
        ..BUILDS
    },
    Entry {
        names: &["stylelint"],
        flags: "hqv",
        values: "f",
        long: "aei allow-empty-input cache cache-strategy= cei color compute-edit-info di \
            disable-default-ignores formatter= globby-options= go= help id ignore-disables \
            ignore-pattern= ip= max-warnings= mw= no-cache no-color no-validate print-config quiet \
            quiet-deprecation-warnings rd rdd report-descriptionless-disables \
            report-invalid-scope-disables report-needless-disables risd stdin validate version",
        special: &[
            Special::value("c config", Arg::Read, Effect::Run),
            Special::flag("fix", Effect::Write).attached().making(Arg::Write),
            Special::value("config-basedir", Arg::Read, Effect::Run),
            Special::value("custom-formatter", Arg::Code, Effect::Run),
            Special::value("custom-syntax", Arg::Code, Effect::Run),
            Special::reads("stdin-filename"),
            Special::writes("o output-file"),
            Special::writes("cache-location"),
            Special::reads("i ignore-path"),
            Special::flag("suppress", Effect::Write).attached(),
            Special::writes("suppress-location"),
        ],
        operands: FILES,
        subs: &[Entry { names: &["-v"], flags: "v", subs: &[Entry { names: &[""], flags: "v", ..SAYS }], ..BUILDS }],
        ..BUILDS
    },
    Entry {
        names: &["biome"],
        flags: "Vh",
        long: "help version",
        subs: &[
            Entry {
                names: &["check", "lint"],
                flags: "h",
                long: "arrow-parentheses= assist-enabled= attribute-position= bracket-same-line= \
                    bracket-spacing= changed colors= css-assist-enabled= css-formatter-delimiter-spacing= \
                    css-formatter-enabled= css-formatter-indent-style= css-formatter-indent-width= \
                    css-formatter-line-ending= css-formatter-line-width= css-formatter-quote-style= \
                    css-formatter-trailing-newline= css-linter-enabled= css-parse-css-modules= \
                    css-parse-tailwind-directives= delimiter-spacing= diagnostic-level= enforce-assist= \
                    error-on-warnings expand= files-ignore-unknown= files-max-size= format-with-errors= \
                    formatter-enabled= graphql-assist-enabled= graphql-formatter-enabled= \
                    graphql-formatter-indent-style= graphql-formatter-indent-width= \
                    graphql-formatter-line-ending= graphql-formatter-line-width= \
                    graphql-formatter-quote-style= graphql-formatter-trailing-newline= \
                    graphql-linter-enabled= grit-assist-enabled= grit-formatter-enabled= \
                    grit-formatter-indent-style= grit-formatter-indent-width= grit-formatter-line-ending= \
                    grit-formatter-line-width= grit-formatter-trailing-newline= grit-linter-enabled= help \
                    html-assist-enabled= html-formatter-attribute-position= \
                    html-formatter-bracket-same-line= html-formatter-enabled= \
                    html-formatter-indent-script-and-style= html-formatter-indent-style= \
                    html-formatter-indent-width= html-formatter-line-ending= html-formatter-line-width= \
                    html-formatter-self-close-void-elements= html-formatter-trailing-newline= \
                    html-formatter-whitespace-sensitivity= html-linter-enabled= indent-style= indent-width= \
                    javascript-assist-enabled= javascript-formatter-attribute-position= \
                    javascript-formatter-bracket-spacing= javascript-formatter-delimiter-spacing= \
                    javascript-formatter-enabled= javascript-formatter-expand= \
                    javascript-formatter-indent-style= javascript-formatter-indent-width= \
                    javascript-formatter-line-ending= javascript-formatter-line-width= \
                    javascript-formatter-operator-linebreak= javascript-formatter-quote-style= \
                    javascript-formatter-trailing-newline= javascript-linter-enabled= json-assist-enabled= \
                    json-formatter-bracket-spacing= json-formatter-delimiter-spacing= \
                    json-formatter-enabled= json-formatter-expand= json-formatter-indent-style= \
                    json-formatter-indent-width= json-formatter-line-ending= json-formatter-line-width= \
                    json-formatter-trailing-commas= json-formatter-trailing-newline= json-linter-enabled= \
                    json-parse-allow-comments= json-parse-allow-trailing-commas= jsx-everywhere= \
                    jsx-quote-style= line-ending= line-width= linter-enabled= log-kind= log-level= \
                    log-prefix-name= max-diagnostics= md-analyze-embeds= md-formatter-enabled= \
                    md-formatter-format-embeds= md-formatter-indent-style= md-formatter-indent-width= \
                    md-formatter-line-ending= md-formatter-line-width= md-formatter-prose-wrap= \
                    md-formatter-trailing-newline= md-linter-enabled= md-parse-frontmatter= \
                    no-errors-on-unmatched only= profile-type-inference quote-properties= reporter \
                    semicolons= since= skip= skip-parse-errors staged stdin-file-path= trailing-commas= \
                    trailing-newline= use-editorconfig= use-server vcs-client-kind= vcs-default-branch= \
                    vcs-enabled= vcs-use-ignore-file= verbose watch yaml-formatter-bracket-spacing= \
                    yaml-formatter-enabled= yaml-formatter-indent-width= yaml-formatter-line-ending= \
                    yaml-formatter-line-width= yaml-formatter-quote-style= yaml-formatter-trailing-newline= \
                    yaml-linter-enabled=",
                special: &[
                    Special::flag("write fix", Effect::Write).making(Arg::Write),
                    Special::flag("unsafe", Effect::Write).making(Arg::Write),
                    Special::flag("apply", Effect::Write).making(Arg::Write),
                    Special::flag("apply-unsafe", Effect::Write).making(Arg::Write),
                    Special::value("config-path", Arg::Read, Effect::Run),
                    Special::flag("suppress", Effect::Write).making(Arg::Write),
                    Special::value("reason", Arg::Text, Effect::Write),
                    Special::value("vcs-root", Arg::Read, Effect::Run),
                    Special::writes("log-path"),
                    Special::writes("reporter-file"),
                    Special::writes("log-file"),
                    Special::writes("profile-rules"),
                ],
                operands: FILES,
                ..BUILDS
            },
            Entry {
                names: &["format"],
                flags: "h",
                long: "arrow-parentheses= attribute-position= bracket-same-line= bracket-spacing= changed \
                    colors= css-formatter-delimiter-spacing= css-formatter-enabled= \
                    css-formatter-indent-style= css-formatter-indent-width= css-formatter-line-ending= \
                    css-formatter-line-width= css-formatter-quote-style= css-formatter-trailing-newline= \
                    css-parse-css-modules= css-parse-tailwind-directives= delimiter-spacing= \
                    diagnostic-level= error-on-warnings expand= files-ignore-unknown= files-max-size= \
                    format-with-errors= graphql-formatter-enabled= graphql-formatter-indent-style= \
                    graphql-formatter-indent-width= graphql-formatter-line-ending= \
                    graphql-formatter-line-width= graphql-formatter-quote-style= \
                    graphql-formatter-trailing-newline= help html-formatter-attribute-position= \
                    html-formatter-bracket-same-line= html-formatter-enabled= \
                    html-formatter-indent-script-and-style= html-formatter-indent-style= \
                    html-formatter-indent-width= html-formatter-line-ending= html-formatter-line-width= \
                    html-formatter-self-close-void-elements= html-formatter-trailing-newline= \
                    html-formatter-whitespace-sensitivity= indent-style= indent-width= \
                    javascript-formatter-attribute-position= javascript-formatter-bracket-spacing= \
                    javascript-formatter-delimiter-spacing= javascript-formatter-enabled= \
                    javascript-formatter-expand= javascript-formatter-indent-style= \
                    javascript-formatter-indent-width= javascript-formatter-line-ending= \
                    javascript-formatter-line-width= javascript-formatter-operator-linebreak= \
                    javascript-formatter-quote-style= javascript-formatter-trailing-newline= \
                    json-formatter-bracket-spacing= json-formatter-delimiter-spacing= \
                    json-formatter-enabled= json-formatter-expand= json-formatter-indent-style= \
                    json-formatter-indent-width= json-formatter-line-ending= json-formatter-line-width= \
                    json-formatter-trailing-commas= json-formatter-trailing-newline= \
                    json-parse-allow-comments= json-parse-allow-trailing-commas= jsx-quote-style= \
                    line-ending= line-width= log-kind= log-level= log-prefix-name= max-diagnostics= \
                    md-formatter-enabled= md-formatter-format-embeds= md-formatter-indent-style= \
                    md-formatter-indent-width= md-formatter-line-ending= md-formatter-line-width= \
                    md-formatter-prose-wrap= md-formatter-trailing-newline= no-errors-on-unmatched \
                    quote-properties= reporter semicolons= since= skip-parse-errors staged stdin-file-path= \
                    trailing-commas= trailing-newline= use-editorconfig= use-server vcs-client-kind= \
                    vcs-default-branch= vcs-enabled= vcs-use-ignore-file= verbose watch \
                    yaml-formatter-bracket-spacing= yaml-formatter-enabled= yaml-formatter-indent-width= \
                    yaml-formatter-line-ending= yaml-formatter-line-width= yaml-formatter-quote-style= \
                    yaml-formatter-trailing-newline=",
                special: &[
                    Special::flag("write fix", Effect::Write).making(Arg::Write),
                    Special::value("config-path", Arg::Read, Effect::Run),
                    Special::value("vcs-root", Arg::Read, Effect::Run),
                    Special::writes("log-path"),
                    Special::writes("reporter-file"),
                    Special::writes("log-file"),
                ],
                operands: FILES,
                ..BUILDS
            },
            Entry {
                names: &["ci"],
                flags: "h",
                long: "arrow-parentheses= assist-enabled= attribute-position= bracket-same-line= \
                    bracket-spacing= changed colors= css-assist-enabled= css-formatter-delimiter-spacing= \
                    css-formatter-enabled= css-formatter-indent-style= css-formatter-indent-width= \
                    css-formatter-line-ending= css-formatter-line-width= css-formatter-quote-style= \
                    css-formatter-trailing-newline= css-linter-enabled= css-parse-css-modules= \
                    css-parse-tailwind-directives= delimiter-spacing= diagnostic-level= enforce-assist= \
                    error-on-warnings expand= files-ignore-unknown= files-max-size= format-with-errors= \
                    formatter-enabled= graphql-assist-enabled= graphql-formatter-enabled= \
                    graphql-formatter-indent-style= graphql-formatter-indent-width= \
                    graphql-formatter-line-ending= graphql-formatter-line-width= \
                    graphql-formatter-quote-style= graphql-formatter-trailing-newline= \
                    graphql-linter-enabled= grit-assist-enabled= grit-formatter-enabled= \
                    grit-formatter-indent-style= grit-formatter-indent-width= grit-formatter-line-ending= \
                    grit-formatter-line-width= grit-formatter-trailing-newline= grit-linter-enabled= help \
                    html-assist-enabled= html-formatter-attribute-position= \
                    html-formatter-bracket-same-line= html-formatter-enabled= \
                    html-formatter-indent-script-and-style= html-formatter-indent-style= \
                    html-formatter-indent-width= html-formatter-line-ending= html-formatter-line-width= \
                    html-formatter-self-close-void-elements= html-formatter-trailing-newline= \
                    html-formatter-whitespace-sensitivity= html-linter-enabled= indent-style= indent-width= \
                    javascript-assist-enabled= javascript-formatter-attribute-position= \
                    javascript-formatter-bracket-spacing= javascript-formatter-delimiter-spacing= \
                    javascript-formatter-enabled= javascript-formatter-expand= \
                    javascript-formatter-indent-style= javascript-formatter-indent-width= \
                    javascript-formatter-line-ending= javascript-formatter-line-width= \
                    javascript-formatter-operator-linebreak= javascript-formatter-quote-style= \
                    javascript-formatter-trailing-newline= javascript-linter-enabled= json-assist-enabled= \
                    json-formatter-bracket-spacing= json-formatter-delimiter-spacing= \
                    json-formatter-enabled= json-formatter-expand= json-formatter-indent-style= \
                    json-formatter-indent-width= json-formatter-line-ending= json-formatter-line-width= \
                    json-formatter-trailing-commas= json-formatter-trailing-newline= json-linter-enabled= \
                    json-parse-allow-comments= json-parse-allow-trailing-commas= jsx-everywhere= \
                    jsx-quote-style= line-ending= line-width= linter-enabled= log-kind= log-level= \
                    log-prefix-name= max-diagnostics= md-analyze-embeds= md-formatter-enabled= \
                    md-formatter-format-embeds= md-formatter-indent-style= md-formatter-indent-width= \
                    md-formatter-line-ending= md-formatter-line-width= md-formatter-prose-wrap= \
                    md-formatter-trailing-newline= md-linter-enabled= md-parse-frontmatter= \
                    no-errors-on-unmatched only= quote-properties= reporter semicolons= since= skip= \
                    skip-parse-errors threads= trailing-commas= trailing-newline= use-editorconfig= \
                    use-server vcs-client-kind= vcs-default-branch= vcs-enabled= vcs-use-ignore-file= \
                    verbose yaml-formatter-bracket-spacing= yaml-formatter-enabled= \
                    yaml-formatter-indent-width= yaml-formatter-line-ending= yaml-formatter-line-width= \
                    yaml-formatter-quote-style= yaml-formatter-trailing-newline= yaml-linter-enabled=",
                special: &[
                    Special::value("config-path", Arg::Read, Effect::Run),
                    Special::value("vcs-root", Arg::Read, Effect::Run),
                    Special::writes("log-path"),
                    Special::writes("reporter-file"),
                    Special::writes("log-file"),
                ],
                operands: FILES,
                ..BUILDS
            },
            Entry { names: &["version", "explain"], ..SAYS },
            Entry { names: &["search", "rage"], ..BUILDS },
            Entry {
                names: &["start", "stop", "lsp-proxy", "clean", "init", "migrate", "upgrade"],
                operands: TEXT,
                ..WRITES
            },
        ],
        ..BUILDS
    },
    Entry {
        names: &["oxlint"],
        flags: "Vh",
        values: "ADWf",
        long: "allow= debug= deny= deny-warnings disable-nested-config disable-oxc-plugin \
            disable-typescript-plugin disable-unicorn-plugin format= help ignore-pattern= \
            import-plugin jest-plugin jsdoc-plugin jsx-a11y-plugin max-warnings= nextjs-plugin \
            no-error-on-unmatched-pattern no-ignore node-plugin print-config promise-plugin quiet \
            react-perf-plugin react-plugin report-unused-disable-directives \
            report-unused-disable-directives-severity= rules silent threads= type-aware type-check \
            version vitest-plugin vue-plugin warn=",
        special: &[
            Special::value("c config", Arg::Read, Effect::Run),
            Special::flag("fix", Effect::Write).making(Arg::Write),
            Special::flag("fix-suggestions", Effect::Write).making(Arg::Write),
            Special::flag("fix-dangerously", Effect::Write).making(Arg::Write),
            Special::flag("init", Effect::Write),
            Special::value("tsconfig", Arg::Read, Effect::Run),
            Special::reads("ignore-path"),
            Special::flag("lsp", Effect::Code),
            Special::value("js-plugin", Arg::Code, Effect::Run),
            Special::writes("output-file"),
        ],
        operands: FILES,
        ..BUILDS
    },
    Entry {
        names: &["dprint"],
        subs: &[
            Entry {
                names: &["check"],
                long: "allow-no-files excludes= incremental? list-different staged verbose",
                special: &[
                    Special::value("c config", Arg::Read, Effect::Run),
                    Special::value("plugins", Arg::Code, Effect::Run),
                ],
                operands: FILES,
                ..BUILDS
            },
            Entry {
                names: &["fmt"],
                long: "allow-no-files diff excludes= incremental? staged verbose",
                special: &[
                    Special::value("c config", Arg::Read, Effect::Run),
                    Special::value("plugins", Arg::Code, Effect::Run),
                    Special::flag("stdin", Effect::Write),
                ],
                ..WRITES
            },
        ],
        ..BUILDS
    },
    Entry {
        names: &["standard", "xo", "tslint", "jshint"],
        flags: "hv",
        long: "env= ext= global= help quiet stdin verbose version",
        special: &[
            Special::flag("fix", Effect::Write).making(Arg::Write),
            Special::value("plugin", Arg::Code, Effect::Run),
            Special::value("parser", Arg::Code, Effect::Run),
            Special::value("config c", Arg::Read, Effect::Run),
            Special::value("reporter", Arg::Code, Effect::Run),
            Special::value("rulesdir", Arg::Read, Effect::Run),
            Special::value("extend", Arg::Read, Effect::Run),
        ],
        operands: FILES,
        ..BUILDS
    },
    // Operands are patterns of test files; yargs accepts every option in camel case and with dashes.
    Entry {
        names: &["jest"],
        flags: "befhiov",
        values: "tw",
        long: "all automock bail? cache changedFilesWithAncestor changedSince= ci clearMocks \
            collect-coverage collectCoverage collectCoverageFrom= collectTests color colors coverage \
            coveragePathIgnorePatterns= coverageProvider= coverageThreshold= debug \
            detect-open-handles detectLeaks detectOpenHandles errorOnDeprecated \
            expand findRelatedTests force-exit forceExit help ignoreProjects= injectGlobals json \
            lastCommit list-tests listTests logHeapUsage max-concurrency= max-workers= \
            maxConcurrency= maxWorkers= moduleFileExtensions= modulePathIgnorePatterns= no-cache \
            no-color no-colors no-coverage no-stack-trace no-verbose no-watchman noStackTrace notify \
            notifyMode= onlyChanged onlyFailures openHandlesTimeout= pass-with-no-tests \
            passWithNoTests randomize resetMocks restoreMocks run-in-band run-tests-by-path \
            runInBand runTestsByPath seed= selectProjects= shard= showConfig showSeed silent \
            skipFilter test-name-pattern= test-path-ignore-patterns= test-path-pattern= \
            test-timeout= testFailureExitCode= testLocationInResults testMatch= testNamePattern= \
            testPathIgnorePatterns= testPathPattern= testPathPatterns= testRegex= testTimeout= \
            transformIgnorePatterns= unmockedModulePathPatterns= useStderr verbose version \
            waitForUnhandledRejections watch watch-all watchAll watchman watchPathIgnorePatterns= \
            workerGracefulExitTimeout= workerThreads",
        special: &[
            Special::value("c config", Arg::Read, Effect::Run),
            Special::flag("u updateSnapshot update-snapshot", Effect::Write),
            Special::writes("cacheDirectory cache-directory"),
            Special::writes("coverageDirectory coverage-directory"),
            Special::writes("outputFile output-file"),
            Special::value("rootDir root-dir", Arg::Read, Effect::Run),
            Special::value("roots", Arg::Read, Effect::Run),
            Special::value("projects", Arg::Read, Effect::Run),
            Special::value("filter", Arg::Code, Effect::Run),
            Special::value("coverageReporters coverage-reporters", Arg::Code, Effect::Run),
            Special::value("globalSetup global-setup", Arg::Code, Effect::Run),
            Special::value("globalTeardown global-teardown", Arg::Code, Effect::Run),
            Special::value("globals", Arg::Setting, Effect::Run),
            Special::value("moduleNameMapper module-name-mapper", Arg::Setting, Effect::Run),
            Special::value("moduleDirectories", Arg::Read, Effect::Run),
            Special::value("modulePaths", Arg::Read, Effect::Run),
            Special::value("preset", Arg::Code, Effect::Run),
            Special::value("prettierPath", Arg::Code, Effect::Run),
            Special::value("reporters", Arg::Code, Effect::Run),
            Special::value("resolver", Arg::Code, Effect::Run),
            Special::value("runner", Arg::Code, Effect::Run),
            Special::value("setupFiles setup-files", Arg::Code, Effect::Run),
            Special::value("setupFilesAfterEnv setup-files-after-env", Arg::Code, Effect::Run),
            Special::value("snapshotSerializers", Arg::Code, Effect::Run),
            Special::value("testEnvironment test-environment", Arg::Code, Effect::Run),
            Special::value("testEnvironmentOptions", Arg::Setting, Effect::Run),
            Special::value("testResultsProcessor", Arg::Code, Effect::Run),
            Special::value("testRunner test-runner", Arg::Code, Effect::Run),
            Special::value("testSequencer", Arg::Code, Effect::Run),
            Special::value("transform", Arg::Setting, Effect::Run),
            Special::value("haste", Arg::Setting, Effect::Run),
            Special::value("dependencyExtractor", Arg::Code, Effect::Run),
            Special::flag("clearCache clear-cache", Effect::Delete),
            Special::flag("init", Effect::Write),
            Special::value("timers", Arg::Read, Effect::Run),
        ],
        operands: TEXT,
        subs: &[Entry { names: &["-v"], flags: "v", subs: &[Entry { names: &[""], flags: "v", ..SAYS }], ..BUILDS }],
        ..BUILDS
    },
    // Operands are filters, or `run`, `watch`, `bench`, `related`, `list` and then filters.
    Entry {
        names: &["vitest"],
        flags: "hvw",
        values: "t",
        long: "allowOnly bail= cache changed? clearScreen coverage coverage.all coverage.enabled \
            coverage.exclude= coverage.include= coverage.provider= dangerouslyIgnoreUnhandledErrors \
            detectAsyncLeaks disableConsoleIntercept dom exclude= expandSnapshotDiff expect \
            fileParallelism globals help hideSkippedTests hookTimeout= includeTaskLocation isolate \
            listTags? logHeapUsage maxConcurrency= maxWorkers= mergeReports? minWorkers= mode= \
            no-cache no-color no-coverage no-file-parallelism no-isolate no-threads no-typecheck \
            no-watch passWithNoTests poolOptions.forks.singleFork poolOptions.threads.singleThread \
            printConsoleTrace project= retry= run sequence= sequence.concurrent sequence.seed= \
            sequence.shuffle shard= silent? singleThread slowTestThreshold= standalone strictTags \
            tagsFilter= teardownTimeout= testNamePattern= testTimeout= threads typecheck \
            typecheck.enabled typecheck.only version watch",
        special: &[
            Special::value("c config", Arg::Read, Effect::Run),
            Special::value("r root", Arg::Read, Effect::Run),
            Special::value("dir", Arg::Read, Effect::Run),
            Special::flag("u update", Effect::Write).attached(),
            Special::writes("outputFile output-file"),
            Special::value("browser", Arg::Code, Effect::Run),
            Special::value("api", Arg::Host, Effect::Send).attached(),
            Special::flag("ui", Effect::Send),
            Special::flag("open", Effect::Run),
            Special::value("environment", Arg::Code, Effect::Run),
            Special::value("pool", Arg::Code, Effect::Run),
            Special::value("diff", Arg::Code, Effect::Run),
            Special::value("execArgv", Arg::Text, Effect::Run),
            Special::value("inspect", Arg::Host, Effect::Send).attached(),
            Special::value("inspectBrk", Arg::Host, Effect::Send).attached(),
            Special::flag("clearCache", Effect::Delete),
            Special::writes("attachmentsDir"),
            Special::writes("coverage.reportsDirectory"),
            Special::value("experimental", Arg::Setting, Effect::Run),
            Special::value("configLoader", Arg::Code, Effect::Run),
            Special::value("vmMemoryLimit", Arg::Read, Effect::Run),
            Special::value("typecheck.checker", Arg::Code, Effect::Run),
            Special::value("coverage.customProviderModule", Arg::Code, Effect::Run),
            Special::value("globalSetup", Arg::Code, Effect::Run),
            Special::value("reporter reporters coverage.reporter", Arg::Code, Effect::Run),
        ],
        operands: TEXT,
        subs: &[Entry { names: &["-v"], flags: "v", subs: &[Entry { names: &[""], flags: "v", ..SAYS }], ..BUILDS }],
        ..BUILDS
    },
    Entry {
        names: &["mocha", "_mocha"],
        flags: "ACSVbchipw",
        values: "fgjst",
        long: "allow-uncaught async-only bail check-leaks color colors delay diff dry-run exclude= exit \
            extension= fail-hook-affected-tests fail-zero fgrep= forbid-only forbid-pending \
            full-trace global= globals= grep= help ignore= inline-diffs invert jobs= list-interfaces \
            list-reporters no-color no-colors no-config no-diff no-opts no-package parallel \
            pass-on-failing-test-suite posix-exit-codes recursive retries= slow= sort timeout= \
            timeouts= version watch watch-files= watch-ignore=",
        special: &[
            Special::value("r require", Arg::Code, Effect::Run),
            Special::value("R reporter", Arg::Code, Effect::Run),
            Special::value("O reporter-option reporter-options", Arg::Setting, Effect::Write),
            Special::value("u ui", Arg::Code, Effect::Run),
            Special::value("config", Arg::Read, Effect::Run),
            Special::value("package", Arg::Read, Effect::Run),
            Special::value("file", Arg::Code, Effect::Run),
            Special::value("n node-option", Arg::Code, Effect::Run),
            Special::value("opts", Arg::Read, Effect::Run),
            Special::value("spec", Arg::Code, Effect::Run),
            Special::value("inspect", Arg::Host, Effect::Send).attached(),
            Special::value("inspect-brk", Arg::Host, Effect::Send).attached(),
            Special::value("import", Arg::Code, Effect::Run),
            Special::value("loader experimental-loader", Arg::Code, Effect::Run),
        ],
        operands: FILES,
        ..BUILDS
    },
    // They run a command and watch it.
    Entry { names: &["c8", "nyc"], wraps: Wraps::Command(0), ..RUNS },
    Entry {
        names: &["ava", "tap", "tape", "jasmine", "uvu"],
        flags: "stvw",
        values: "Tcmnx",
        long: "all branches= check-coverage color concurrency= exclude= fail-fast filter= functions= \
            help include= lines= match= no-color no-worker-threads random= reporter= seed= serial \
            silent statements= stop-on-failure tap timeout= verbose version watch",
        special: &[
            Special::value("r require", Arg::Code, Effect::Run),
            Special::value("config", Arg::Read, Effect::Run),
            Special::value("node-arguments", Arg::Text, Effect::Run),
            Special::flag("u update-snapshots", Effect::Write),
            Special::value("helper", Arg::Code, Effect::Run),
            Special::writes("report-dir reports-dir"),
            Special::writes("temp-directory temp-dir"),
            Special::value("cwd", Arg::Read, Effect::Run),
        ],
        operands: FILES,
        ..BUILDS
    },
    Entry {
        names: &["playwright"],
        flags: "Vh",
        long: "help version",
        subs: &[
            Entry {
                names: &["test"],
                flags: "hx",
                values: "Ggj",
                long: "debug? fail-on-flaky-tests forbid-only fully-parallel global-timeout= grep= grep-invert= \
                    headed help ignore-snapshots last-failed list max-failures= no-deps only-changed? \
                    pass-with-no-tests project= quiet repeat-each= retries= shard= shuffle? timeout= \
                    update-source-method= workers=",
                special: &[
                    Special::value("c config", Arg::Read, Effect::Run),
                    Special::flag("u update-snapshots", Effect::Write).attached(),
                    Special::writes("output"),
                    Special::value("reporter add-reporter", Arg::Code, Effect::Run),
                    Special::value("tsconfig", Arg::Read, Effect::Run),
                    Special::value("ui-host", Arg::Text, Effect::Send),
                    Special::value("ui-port", Arg::Text, Effect::Send),
                    Special::flag("ui", Effect::Send),
                    Special::reads("test-list test-list-invert"),
                    Special::value("run-agents", Arg::Text, Effect::Run),
                    Special::reads("last-failed-file"),
                    Special::value("trace", Arg::Text, Effect::Write),
                    Special::value("browser", Arg::Code, Effect::Run),
                ],
                operands: TEXT,
                ..BUILDS
            },
            Entry { names: &["install", "install-deps"], ..SENDS },
            Entry { names: &["uninstall"], operands: TEXT, ..DELETES },
            Entry { names: &["show-report", "merge-reports"], ..BUILDS },
            Entry { names: &["show-trace", "codegen", "open", "screenshot", "pdf", "cr", "ff", "wk"], ..SENDS },
            Entry { names: &["clear-cache"], operands: TEXT, ..DELETES },
        ],
        ..BUILDS
    },
    Entry {
        names: &["cypress"],
        flags: "hv",
        long: "help version",
        subs: &[
            Entry {
                names: &["run"],
                flags: "hq",
                values: "pst",
                long: "auto-cancel-after-failures= ci-build-id= component dev e2e group= headed headless help \
                    no-exit no-runner-ui port= quiet runner-ui spec= tag=",
                special: &[
                    Special::value("C config-file", Arg::Read, Effect::Run),
                    Special::value("c config", Arg::Setting, Effect::Run),
                    Special::value("P project", Arg::Read, Effect::Run),
                    Special::value("b browser", Arg::Code, Effect::Run),
                    Special::value("k key", Arg::Text, Effect::Send),
                    Special::flag("record", Effect::Send).attached(),
                    Special::value("r reporter", Arg::Code, Effect::Run),
                    Special::value("o reporter-options", Arg::Setting, Effect::Run),
                    Special::value("e env", Arg::Text, Effect::Code),
                    Special::flag("parallel", Effect::Send),
                ],
                operands: FILES,
                ..BUILDS
            },
            Entry { names: &["open", "verify", "info", "version"], ..BUILDS },
            Entry { names: &["install", "cache"], ..SENDS },
        ],
        ..BUILDS
    },
    Entry {
        names: &[
            "karma",
            "wtr",
            "web-test-runner",
            "testcafe",
            "nightwatch",
            "wdio",
            "protractor",
            "puppeteer",
            "cucumber",
            "cucumber-js",
            "newman",
            "backstop",
            "lhci",
            "lighthouse",
        ],
        flags: "hv",
        long: "help version",
        operands: FILES,
        ..BUILDS
    },
    Entry {
        names: &["tflint"],
        flags: "hv",
        values: "f",
        long: "call-module-type= color disable-rule= enable-rule= filter= force format= help \
            ignore-module= max-workers= minimum-failure-severity= module no-color no-module \
            no-parallel-runners only= recursive version",
        special: &[
            Special::value("c config", Arg::Read, Effect::Run),
            Special::value("chdir", Arg::Read, Effect::Run),
            Special::value("enable-plugin", Arg::Read, Effect::Run),
            Special::reads("var-file"),
            Special::value("var", Arg::Text, Effect::Code),
            Special::flag("fix", Effect::Write),
            Special::flag("init", Effect::Send),
            Special::flag("langserver", Effect::Code),
        ],
        operands: FILES,
        ..BUILDS
    },
    Entry { names: &["tfsec", "checkov", "terrascan", "kube-linter", "kubeval", "kubeconform", "conftest"], ..SENDS },
    Entry {
        names: &["ktlint"],
        flags: "v",
        values: "l",
        long: "code-style= color color-name= disabled_rules= help limit= log-level= \
            patterns-from-stdin? relative stdin stdin-path= verbose version",
        special: &[
            Special::flag("F format", Effect::Write).making(Arg::Write),
            Special::value("R ruleset", Arg::Code, Effect::Run),
            Special::writes("reporter"),
            Special::reads("baseline"),
            Special::value("editorconfig", Arg::Read, Effect::Run),
        ],
        operands: FILES,
        ..BUILDS
    },
    Entry {
        names: &["checkstyle", "pmd", "spotbugs", "detekt", "google-java-format", "scalafmt"],
        flags: "Vh",
        long: "help version",
        special: &[
            Special::flag("i replace", Effect::Write).making(Arg::Write),
            Special::value("c config", Arg::Read, Effect::Run),
            Special::writes("o output"),
        ],
        operands: FILES,
        ..BUILDS
    },
    Entry {
        names: &["swiftlint", "swiftformat"],
        long: "help lenient lint no-cache quiet reporter= strict verbose version",
        special: &[
            Special::flag("fix", Effect::Write).making(Arg::Write),
            Special::flag("autocorrect", Effect::Write).making(Arg::Write),
            Special::value("config", Arg::Read, Effect::Run),
            Special::writes("output"),
            Special::writes("cache-path"),
            Special::value("working-directory", Arg::Read, Effect::Run),
        ],
        operands: FILES,
        subs: &[
            Entry {
                names: &["lint", "analyze"],
                long: "enable-all-rules force-exclude in-process-sourcekit lenient no-cache only-rule= progress \
                    quiet reporter= strict use-alternative-excluding use-stdin",
                special: &[
                    Special::flag("fix", Effect::Write).making(Arg::Write),
                    Special::flag("autocorrect", Effect::Write).making(Arg::Write),
                    Special::value("config", Arg::Read, Effect::Run),
                    Special::writes("output"),
                    Special::writes("cache-path"),
                    Special::value("working-directory", Arg::Read, Effect::Run),
                    Special::reads("compiler-log-path"),
                    Special::flag("format", Effect::Write).making(Arg::Write),
                    Special::writes("write-baseline"),
                    Special::reads("baseline"),
                ],
                operands: FILES,
                ..BUILDS
            },
            Entry { names: &["rules", "version", "docs"], ..SAYS },
        ],
        ..BUILDS
    },
    Entry {
        names: &["clang-format"],
        style: Style::Single,
        long: "assume-filename= cursor= dry-run dump-config fail-on-incomplete-format fallback-style= \
            ferror-limit= help length= lines= n offset= qualifier-alignment= sort-includes verbose \
            version Wclang-format-violations Werror Wno-error=",
        special: &[
            Special::flag("i", Effect::Write).making(Arg::Write),
            Special::reads("style"),
            Special::reads("files"),
        ],
        ..READS
    },
    // `--style=file:PATH` reads a file elsewhere.
    Entry {
        names: &["clang-tidy"],
        style: Style::Single,
        long: "allow-no-checks checks= dump-config enable-check-profile exclude-header-filter= \
            explain-config format-style= header-filter= help line-filter= list-checks quiet \
            system-headers use-color verify-config version warnings-as-errors=",
        special: &[
            Special::flag("fix", Effect::Write).making(Arg::Write),
            Special::flag("fix-errors", Effect::Write).making(Arg::Write),
            Special::flag("fix-notes", Effect::Write).making(Arg::Write),
            Special::writes("export-fixes"),
            Special::value("config-file", Arg::Read, Effect::Run),
            Special::value("config", Arg::Setting, Effect::Run),
            Special::value("p", Arg::Read, Effect::Run),
            Special::value("load", Arg::Code, Effect::Run),
            Special::value("extra-arg", Arg::Text, Effect::Run),
            Special::value("extra-arg-before", Arg::Text, Effect::Run),
            Special::value("vfsoverlay", Arg::Read, Effect::Run),
            Special::writes("store-check-profile"),
        ],
        operands: FILES,
        ..BUILDS
    },
    Entry { names: &["clangd", "include-what-you-use", "iwyu_tool", "scan-build"], ..BUILDS },
    Entry {
        names: &["cppcheck"],
        style: Style::Single,
        values: "DIUjlx",
        long: "check-config check-level= check-library debug-warnings disable= doc E enable= \
            error-exitcode= errorlist f file-filter= force h help inconclusive inline-suppr \
            language= library= max-configs= max-ctu-depth= performance-valueflow-max-if-count= \
            platform= q quiet relative-paths? report-progress rp? showtime= std= suppress= template= \
            template-location= v verbose version xml xml-version=",
        special: &[
            Special::value("addon", Arg::Code, Effect::Run),
            Special::runs("addon-python"),
            Special::runs("clang"),
            Special::writes("cppcheck-build-dir"),
            Special::flag("dump", Effect::Write),
            Special::writes("output-file"),
            Special::writes("plist-output"),
            Special::value("project", Arg::Read, Effect::Run),
            Special::reads("file-list"),
            Special::reads("includes-file"),
            Special::reads("include"),
            Special::reads("suppressions-list"),
            Special::reads("suppress-xml"),
            Special::reads("i"),
            Special::reads("config-excludes-file"),
            Special::reads("exitcode-suppressions"),
            Special::value("rule", Arg::Code, Effect::Run),
            Special::value("rule-file", Arg::Read, Effect::Run),
            Special::runs("addon-clang-tidy clang-tidy"),
            Special::value("config-exclude", Arg::Read, Effect::Run),
            Special::writes("dump-file"),
        ],
        operands: FILES,
        ..BUILDS
    },
    // What they print are secrets.
    Entry {
        names: &["gitleaks", "trufflehog", "detect-secrets"],
        flags: "hv",
        values: "fl",
        long: "exit-code= help log-level= log-opts= max-target-megabytes= no-banner no-color no-git \
            only-verified redact? report-format= staged verbose",
        special: &[
            Special::value("c config", Arg::Read, Effect::Run),
            Special::reads("s source"),
            Special::writes("r report-path"),
            Special::reads("b baseline-path"),
            Special::reads("i gitleaks-ignore-path"),
        ],
        operands: FILES,
        subs: &[
            Entry {
                names: &["detect", "protect", "git", "dir", "directory", "file", "stdin"],
                flags: "hv",
                values: "fl",
                long: "enable-rule= exit-code= follow-symlinks help log-level= log-opts= max-decode-depth= \
                    max-target-megabytes= no-banner no-color no-git platform= pre-commit redact? \
                    report-format= staged timeout= verbose",
                special: &[
                    Special::value("c config", Arg::Read, Effect::Run),
                    Special::reads("s source"),
                    Special::writes("r report-path"),
                    Special::reads("b baseline-path"),
                    Special::reads("i gitleaks-ignore-path"),
                    Special::writes("report-template"),
                ],
                operands: FILES,
                ..BUILDS
            },
            Entry { names: &["version"], ..SAYS },
        ],
        ..BUILDS
    },
    Entry {
        names: &[
            "trivy",
            "grype",
            "syft",
            "snyk",
            "osv-scanner",
            "dependency-check",
            "sonar-scanner",
            "codecov",
            "scorecard",
        ],
        ..SENDS
    },
    Entry {
        names: &[
            "license-checker",
            "depcheck",
            "knip",
            "madge",
            "ts-prune",
            "npm-check",
            "npm-check-updates",
            "ncu",
            "syncpack",
            "publint",
            "attw",
            "size-limit",
        ],
        flags: "h",
        long: "help json version",
        ..BUILDS
    },
    Entry {
        names: &["commitlint"],
        flags: "Vchqsv",
        values: "Hflt",
        long: "color from= help help-url= last no-color options= quiet strict to= verbose version",
        special: &[
            Special::reads("e edit"),
            Special::value("g config", Arg::Read, Effect::Run),
            Special::value("d cwd", Arg::Read, Effect::Run),
            Special::value("x extends", Arg::Code, Effect::Run),
            Special::value("o format", Arg::Code, Effect::Run),
            Special::value("p parser-preset", Arg::Code, Effect::Run),
            Special::reads("E env"),
        ],
        ..BUILDS
    },
    Entry {
        names: &["lint-staged", "husky", "lefthook"],
        flags: "Vdhqv",
        values: "p",
        long: "allow-empty concurrent= debug help no-stash quiet relative verbose version",
        special: &[
            Special::value("c config", Arg::Read, Effect::Run),
            Special::value("cwd", Arg::Read, Effect::Run),
            Special::runs("x shell"),
        ],
        ..BUILDS
    },
];

/// What `--check`, `--diff` share.
const RUFF_FORMAT_CHECK: Entry = Entry {
    flags: "hnqsv",
    long: "check color= diff exclude= exit-non-zero-on-format extend-exclude= extension= \
                            force-exclude help isolated line-length= no-cache output-format= preview quiet range= \
                            respect-gitignore silent stdin-filename= target-version= verbose",
    special: &[Special::value("config", Arg::Read, Effect::Run), Special::writes("cache-dir")],
    operands: FILES,
    ..BUILDS
};
