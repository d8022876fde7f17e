//! Python: interpreters, installers, environments and project managers.
//!
//! `python3 -m NAME` imports from the current directory first, so a module is at least [`Effect::Code`] even where the
//! program of the same name only looks. Installing runs build scripts and talks to an index: [`Effect::Send`].

use super::entry::{
    Arg, BUILDS, DELETES, Effect, Entry, FILES, OUTPUTS, Operands, RUNS, SAYS, SENDS, SYSTEM, Special, Style, TEXT,
    WRITES, Wraps,
};
use super::lint::{BANDIT, BLACK, COVERAGE, FLAKE8, ISORT, MYPY, PYLINT, PYTEST, UNITTEST};

// Options every sub-command of uv takes, after those of its own.
macro_rules! uv {
    ($($own:expr),* $(,)?) => {
        &[
            $($own,)*
            Special::value("directory", Arg::Read, Effect::Run),
            Special::value("project", Arg::Read, Effect::Run),
            Special::value("config-file", Arg::Read, Effect::Run),
            Special::writes("cache-dir"),
            Special::runs("p python"),
            Special::value("env-file", Arg::Read, Effect::Run),
            Special::flag("m module", Effect::Run),
            Special::flag("s script", Effect::Run),
            Special::flag("gui-script", Effect::Run),
            Special::value("w with", Arg::Text, Effect::Run),
            Special::value("with-editable", Arg::Read, Effect::Run),
            Special::value("with-requirements", Arg::Read, Effect::Run),
            Special::value("i index-url", Arg::Host, Effect::Send),
            Special::value("index", Arg::Host, Effect::Send),
            Special::value("default-index", Arg::Host, Effect::Send),
            Special::value("extra-index-url", Arg::Host, Effect::Send),
            Special::value("f find-links", Arg::Host, Effect::Send),
            Special::value("C config-setting config-settings", Arg::Setting, Effect::Run),
            Special::value("config-settings-package", Arg::Setting, Effect::Run),
            Special::value("keyring-provider", Arg::Text, Effect::Run),
            Special::value("allow-insecure-host", Arg::Text, Effect::Send),
            Special::reads("cert"),
        ]
    };
}

const PYTHON: Entry = Entry {
    flags: "BEIOPSVbdhqsuvx",
    values: "WX",
    long: "check-hash-based-pycs= help help-all help-env help-xoptions version",
    special: &[
        Special::value("c", Arg::Code, Effect::Run),
        Special::value("m", Arg::Code, Effect::Run),
        Special::flag("i", Effect::Run),
    ],
    operands: TEXT.first(Arg::Code, "c m"),
    ..RUNS
};

const PIP_PLAIN: Entry = Entry {
    flags: "Vhqv",
    long: "debug disable-pip-version-check exists-action= help isolated no-cache-dir no-color \
        no-index no-input no-python-version-warning pre quiet require-virtualenv retries= \
        timeout= use-deprecated= use-feature= verbose version",
    special: PIP_PLAIN_OPTIONS,
    ..BUILDS
};

const PIP_LOOKS: Entry =
    Entry { effect: Effect::Read, flags: "Vaehloquv", long: PIP_LOOKS_LONG, special: PIP_LOOKS_OPTIONS, ..PIP_PLAIN };

const PIP_INSTALL: Entry = Entry {
    effect: Effect::Send,
    flags: "IUVhqv",
    long: "abi= check-build-dependencies compile debug disable-pip-version-check dry-run \
        exists-action= force-reinstall help ignore-installed ignore-requires-python \
        implementation= isolated no-binary= no-build-isolation no-cache-dir no-clean no-color \
        no-compile no-deps no-index no-input no-python-version-warning no-use-pep517 no-verify \
        no-warn-conflicts no-warn-script-location only-binary= platform= pre prefer-binary \
        progress-bar= python-version= quiet require-hashes require-virtualenv retries= \
        root-user-action= timeout= upgrade upgrade-strategy= use-deprecated= use-feature= \
        use-pep517 verbose version",
    special: &[
        // What a requirements file names is fetched and run.
        Special::value("r requirement requirements", Arg::Read, Effect::Run),
        Special::reads("c constraint"),
        Special::value("e editable", Arg::Read, Effect::Run),
        Special::value("C config-settings config-setting", Arg::Setting, Effect::Run),
        Special::value("global-option build-option install-option", Arg::Text, Effect::Run),
        Special::flag("user", Effect::System),
        Special::flag("break-system-packages", Effect::System),
        Special::writes("t target"),
        Special::writes("root"),
        Special::writes("prefix"),
        Special::writes("src source source-dir source-directory"),
        Special::writes("report"),
        Special::writes("d dest destination-dir destination-directory"),
        Special::writes("w wheel-dir"),
        Special::value("group", Arg::Read, Effect::Run),
        Special::value("requirements-from-script", Arg::Read, Effect::Run),
        Special::runs("python"),
        Special::writes("log log-file"),
        Special::value("proxy", Arg::Host, Effect::Send),
        Special::value("trusted-host", Arg::Text, Effect::Send),
        Special::reads("cert"),
        Special::reads("client-cert"),
        Special::writes("cache-dir"),
        Special::value("keyring-provider", Arg::Text, Effect::Run),
        Special::value("i index-url pypi-url", Arg::Host, Effect::Send),
        Special::value("extra-index-url", Arg::Host, Effect::Send),
        Special::value("f find-links", Arg::Host, Effect::Send),
    ],
    ..PIP_PLAIN
};

const PIP: Entry = Entry {
    subs: &[
        Entry {
            names: &["list", "freeze", "inspect"],
            subs: &[
                // These ask the index.
                Entry { names: &["--outdated", "-o", "--uptodate", "-u"], effect: Effect::Send, ..PIP_LOOKS },
            ],
            ..PIP_LOOKS
        },
        Entry { names: &["show"], flags: "Vaefhloquv", long: PIP_LOOKS_LONG, special: PIP_SHOW_OPTIONS, ..PIP_LOOKS },
        Entry { names: &["check"], ..PIP_LOOKS },
        Entry {
            names: &["hash"],
            flags: "Vehloquv",
            values: "a",
            long: PIP_HASH_LONG,
            special: PIP_LOOKS_OPTIONS,
            operands: FILES,
            ..PIP_LOOKS
        },
        Entry { names: &["install", "download", "wheel", "lock"], ..PIP_INSTALL },
        Entry { names: &["uninstall"], ..PIP_UNINSTALL },
        Entry { names: &["search", "index"], effect: Effect::Fetch, ..PIP_PLAIN },
        // Addresses may hold passwords.
        Entry { names: &["config", "debug"], ..PIP_CONFIG },
        Entry {
            names: &["cache"],
            subs: &[
                Entry { names: &["dir", "info", "list"], ..PIP_LOOKS },
                Entry { names: &["remove", "purge"], effect: Effect::Delete, ..PIP_PLAIN },
            ],
            ..PIP_PLAIN
        },
        Entry { names: &["help", "completion"], ..PIP_HELP },
    ],
    ..PIP_PLAIN
};

/// `python3 -m pip` would import a `pip.py` of the current directory.
const PIP_MODULE: Entry = Entry {
    subs: &[
        Entry {
            names: &["list", "freeze", "inspect"],
            effect: Effect::Code,
            subs: &[
                // These ask the index.
                Entry { names: &["--outdated", "-o", "--uptodate", "-u"], effect: Effect::Send, ..PIP_LOOKS },
            ],
            ..PIP_LOOKS
        },
        Entry {
            names: &["show"],
            effect: Effect::Code,
            flags: "Vaefhloquv",
            long: PIP_LOOKS_LONG,
            special: PIP_SHOW_OPTIONS,
            ..PIP_LOOKS
        },
        Entry { names: &["check"], effect: Effect::Code, ..PIP_LOOKS },
        Entry {
            names: &["hash"],
            effect: Effect::Code,
            flags: "Vehloquv",
            values: "a",
            long: PIP_HASH_LONG,
            special: PIP_LOOKS_OPTIONS,
            operands: FILES,
            ..PIP_LOOKS
        },
        Entry { names: &["install", "download", "wheel", "lock"], ..PIP_INSTALL },
        Entry { names: &["uninstall"], ..PIP_UNINSTALL },
        Entry { names: &["search", "index"], effect: Effect::Fetch, ..PIP_PLAIN },
        // Addresses may hold passwords.
        Entry { names: &["config", "debug"], ..PIP_CONFIG },
        Entry {
            names: &["cache"],
            subs: &[
                Entry { names: &["dir", "info", "list"], effect: Effect::Code, ..PIP_LOOKS },
                Entry { names: &["remove", "purge"], effect: Effect::Delete, ..PIP_PLAIN },
            ],
            ..PIP_PLAIN
        },
        Entry { names: &["help", "completion"], ..PIP_HELP },
    ],
    ..PIP_PLAIN
};

const VENV: Entry = Entry {
    flags: "h",
    long: "clear copies help prompt= symlinks system-site-packages upgrade upgrade-deps without-pip \
        without-scm-ignore-files=",
    ..WRITES
};

const UV: Entry = Entry { flags: "UVhnqv", values: "P", long: UV_LONG, special: UV_OPTIONS, ..BUILDS };

const UV_PIP: Entry = Entry {
    flags: "UVhnqvy",
    values: "P",
    long: "active all-extras all-groups all-packages annotation-style= color= compile-bytecode \
        depth= dry-run editable emit-index-url exact exclude= exclude-editable exclude-newer= \
        exclude-newer-package= extra= files fork-strategy= format= frozen generate-hashes help \
        index-strategy= inexact invert isolated link-mode= locked managed-python no-annotate \
        no-binary= no-binary-package= no-build no-build-isolation no-build-isolation-package= \
        no-build-package= no-cache no-config no-dedupe no-default-groups no-deps no-dev \
        no-editable no-editable-package no-emit-package= no-env-file no-extra= no-group= \
        no-header no-index no-install-package= no-install-project no-install-workspace \
        no-managed-python no-progress no-project no-python-downloads no-require-build-hashes \
        no-sources no-sources-package= no-strip-extras no-sync no-system no-verify-hashes \
        offline only-binary= only-dev only-group= outdated output-format= package= prerelease= \
        prerelease-package= prune= python-platform= python-version= quiet refresh \
        refresh-package= reinstall reinstall-package= require-build-hashes require-hashes \
        resolution= show-version-specifiers strict system-certs universal upgrade upgrade-group= \
        upgrade-package= verbose verify-hashes version",
    special: uv![
        Special::flag("system", Effect::System),
        Special::flag("break-system-packages", Effect::System),
        Special::writes("t target"),
        Special::writes("prefix"),
        Special::value("r requirement requirements group", Arg::Read, Effect::Run),
        Special::reads("c constraint constraints"),
        Special::reads("b build-constraint override overrides"),
        Special::writes("o output-file"),
        Special::value("e", Arg::Read, Effect::Run),
    ],
    ..UV
};

const UV_PIP_LOOKS: Entry = Entry {
    effect: Effect::Read,
    flags: "UVhnqvy",
    values: "P",
    long: "active all-extras all-groups all-packages annotation-style= color= compile-bytecode \
        depth= dry-run editable emit-index-url exact exclude= exclude-editable exclude-newer= \
        exclude-newer-package= extra= files fork-strategy= format= frozen generate-hashes help \
        index-strategy= inexact invert isolated link-mode= locked managed-python no-annotate \
        no-binary= no-binary-package= no-build no-build-isolation no-build-isolation-package= \
        no-build-package= no-cache no-config no-dedupe no-default-groups no-deps no-dev \
        no-editable no-editable-package no-emit-package= no-env-file no-extra= no-group= \
        no-header no-index no-install-package= no-install-project no-install-workspace \
        no-managed-python no-progress no-project no-python-downloads no-require-build-hashes \
        no-sources no-sources-package= no-strip-extras no-sync no-system no-verify-hashes \
        offline only-binary= only-dev only-group= outdated output-format= package= prerelease= \
        prerelease-package= prune= python-platform= python-version= quiet refresh \
        refresh-package= reinstall reinstall-package= require-build-hashes require-hashes \
        resolution= show-version-specifiers strict system system-certs universal upgrade \
        upgrade-group= upgrade-package= verbose verify-hashes version",
    special: uv![
        Special::flag("break-system-packages", Effect::System),
        Special::writes("t target"),
        Special::writes("prefix"),
        Special::value("r requirement requirements group", Arg::Read, Effect::Run),
        Special::reads("c constraint constraints"),
        Special::reads("b build-constraint override overrides"),
        Special::writes("o output-file"),
        Special::value("e", Arg::Read, Effect::Run),
    ],
    ..UV_PIP
};

const POETRY: Entry = Entry {
    flags: "DTVaehlnopqstv",
    values: "EG",
    long: POETRY_LONG,
    special: &[
        Special::value("C directory", Arg::Read, Effect::Run),
        Special::value("P project", Arg::Read, Effect::Run),
        Special::writes("output"),
        Special::value("r repository", Arg::Text, Effect::Send),
        Special::value("u username", Arg::Text, Effect::Send),
        Special::value("password", Arg::Text, Effect::Send),
        Special::reads("cert"),
        Special::reads("client-cert"),
        Special::value("config-settings", Arg::Setting, Effect::Run),
        Special::flag("clean", Effect::Write),
        Special::flag("local", Effect::System),
    ],
    ..BUILDS
};

const PDM: Entry = Entry {
    flags: "IVhqvx",
    values: "GSf",
    long: PDM_LONG,
    special: &[
        Special::value("p project", Arg::Read, Effect::Run),
        Special::flag("g global", Effect::System),
        Special::value("c config", Arg::Read, Effect::Run),
        Special::value("L lockfile", Arg::Read, Effect::Run),
        Special::runs("venv"),
        Special::value("i index", Arg::Host, Effect::Send),
        Special::value("override", Arg::Read, Effect::Run),
        Special::writes("o output"),
        Special::writes("d dest"),
        Special::value("C config-setting", Arg::Setting, Effect::Run),
        Special::value("override-python", Arg::Text, Effect::Run),
        Special::value("r repository", Arg::Text, Effect::Send),
        Special::value("u username", Arg::Text, Effect::Send),
        Special::value("P password", Arg::Text, Effect::Send),
        Special::value("e editable", Arg::Read, Effect::Run),
        Special::value("k skip", Arg::Text, Effect::Run),
    ],
    ..BUILDS
};

const CONDA: Entry = Entry {
    flags: "CSVadefhqrsvy",
    long: "all base canonical clobber copy debug dry-run envs experimental= explicit export \
        force-reinstall freeze-installed from-history full-name help ignore-channels json md5 \
        no-builds no-channel-priority no-default-packages no-deps no-pin no-pip no-update-deps \
        offline only-deps override-channels platform= prune quiet revisions show-channel-urls \
        solver= strict-channel-priority subdir= system unsafe-channels update-deps update-specs \
        use-index-cache verbose version yes",
    special: CONDA_OPTIONS,
    ..SYSTEM
};

const CONDA_LOOKS: Entry = Entry {
    effect: Effect::Read,
    flags: "CSVdefhqrvy",
    long: "base canonical clobber copy debug dry-run envs experimental= explicit export \
        force-reinstall freeze-installed from-history full-name help ignore-channels json md5 \
        no-builds no-channel-priority no-default-packages no-deps no-pin no-pip no-update-deps \
        offline only-deps override-channels platform= prune quiet revisions show-channel-urls \
        solver= strict-channel-priority subdir= update-deps update-specs use-index-cache verbose \
        version yes",
    special: &[
        // These print the environment, or addresses with tokens.
        Special::flag("s system", Effect::Code),
        Special::flag("a all", Effect::Code),
        Special::flag("unsafe-channels", Effect::Code),
        Special::value("p prefix", Arg::Read, Effect::Run),
        Special::value("n name", Arg::Text, Effect::Read),
        Special::value("c channel", Arg::Host, Effect::Send),
        Special::value("use-local", Arg::Host, Effect::Send),
        Special::value("file", Arg::Read, Effect::Run),
        Special::reads("repodata-fn"),
        Special::value("cwd", Arg::Read, Effect::Run),
    ],
    ..CONDA
};

pub(super) const TABLE: &[Entry] = &[
    Entry {
        names: &[
            "python",
            "python3",
            "python2",
            "pypy",
            "pypy3",
            "py",
            "python3.8",
            "python3.9",
            "python3.10",
            "python3.11",
            "python3.12",
            "python3.13",
            "python3.14",
            "python2.7",
        ],
        subs: &[
            // Here -m is a flag, so that the module is the first operand.
            Entry {
                names: &["-m"],
                style: Style::First,
                flags: "BEIOPSbdmqsuvx",
                values: "WX",
                subs: &[
                    // `-m` looks into the current directory first.
                    Entry { names: &["pytest", "py.test"], ..PYTEST },
                    Entry { names: &["unittest"], subs: &[Entry { names: &["discover"], ..UNITTEST }], ..UNITTEST },
                    Entry { names: &["pip"], ..PIP_MODULE },
                    Entry { names: &["mypy"], ..MYPY },
                    Entry {
                        names: &["black"],
                        subs: &[
                            Entry { names: &["--check"], effect: Effect::Code, operands: FILES, ..BLACK },
                            Entry { names: &["--diff"], effect: Effect::Code, operands: FILES, ..BLACK },
                        ],
                        ..BLACK
                    },
                    Entry {
                        names: &["isort"],
                        subs: &[Entry {
                            names: &["--check-only", "--check", "-c"],
                            effect: Effect::Code,
                            operands: FILES,
                            ..ISORT
                        }],
                        ..ISORT
                    },
                    Entry { names: &["flake8"], ..FLAKE8 },
                    Entry { names: &["pylint"], ..PYLINT },
                    Entry { names: &["coverage"], ..COVERAGE },
                    Entry { names: &["bandit"], ..BANDIT },
                    // The second operand is an output.
                    Entry {
                        names: &["json.tool", "json"],
                        flags: "h",
                        long: "compact help indent= json-lines no-ensure-ascii no-indent sort-keys tab",
                        operands: FILES.last(Arg::Write, ""),
                        ..BUILDS
                    },
                    Entry {
                        names: &["http.server", "SimpleHTTPServer", "smtpd", "xmlrpc.server", "wsgiref.simple_server"],
                        flags: "h",
                        values: "bp",
                        long: "bind= cgi help protocol=",
                        special: &[
                            Special::reads("d directory"),
                            Special::reads("tls-cert"),
                            Special::reads("tls-key"),
                            Special::reads("tls-password-file"),
                        ],
                        ..SENDS
                    },
                    Entry { names: &["venv", "virtualenv"], ..VENV },
                    Entry {
                        names: &["ensurepip"],
                        flags: "Uhv",
                        long: "altinstall default-pip help upgrade user verbose version",
                        special: &[Special::writes("root")],
                        operands: TEXT,
                        ..WRITES
                    },
                    Entry {
                        names: &["compileall", "py_compile"],
                        flags: "bfhlq",
                        values: "eijorx",
                        long: "hardlink-dupes help invalidation-mode=",
                        special: &[
                            Special::writes("d"),
                            Special::value("s stripdir", Arg::Read, Effect::Run),
                            Special::writes("p prependdir"),
                        ],
                        ..WRITES
                    },
                    Entry {
                        names: &["timeit"],
                        flags: "hpv",
                        values: "nru",
                        long: "help number= process repeat= unit= verbose",
                        special: &[Special::value("s setup", Arg::Code, Effect::Run)],
                        operands: Operands { rest: Arg::Code, ..TEXT },
                        ..RUNS
                    },
                    Entry {
                        names: &[
                            "cProfile", "profile", "trace", "pdb", "runpy", "code", "idlelib", "asyncio", "doctest",
                        ],
                        ..RUNS
                    },
                    Entry {
                        names: &["this", "platform", "site", "sysconfig", "calendar", "keyword", "__hello__"],
                        flags: "hv",
                        values: "Lceflmst",
                        long: "css= encoding= first-weekday= help lines= locale= months= spacing= type= user-base \
                            user-site verbose",
                        ..BUILDS
                    },
                    Entry {
                        names: &["ast", "tokenize", "dis", "inspect", "pickletools", "symtable", "tabnanny"],
                        flags: "COSaehqv",
                        values: "im",
                        long: "details exact help include-attributes indent= mode= no-type-comments show-caches \
                            show-offsets specialized",
                        operands: FILES,
                        ..BUILDS
                    },
                    Entry {
                        names: &["zipfile", "tarfile", "gzip", "base64"],
                        flags: "dehuv",
                        long: "best decompress fast filter= help metadata-encoding= verbose",
                        special: &[
                            Special::reads("l list"),
                            Special::reads("t test"),
                            Special::flag("c create", Effect::Write),
                            Special::flag("extract", Effect::Write),
                        ],
                        ..WRITES
                    },
                    Entry { names: &["pydoc"], ..RUNS },
                    Entry {
                        names: &["build"],
                        flags: "Vhnsvwx",
                        long: "help installer= no-isolation sdist skip-dependency-check verbose version wheel",
                        special: &[
                            Special::writes("o outdir"),
                            Special::value("C config-setting config-json", Arg::Setting, Effect::Run),
                        ],
                        ..SENDS
                    },
                    Entry { names: &["twine"], ..SENDS },
                    Entry { names: &["pre_commit", "tox", "nox"], ..BUILDS },
                    Entry { names: &["ruff"], ..BUILDS },
                    Entry {
                        names: &[
                            "flask",
                            "django",
                            "uvicorn",
                            "gunicorn",
                            "celery",
                            "alembic",
                            "streamlit",
                            "ipykernel",
                            "jupyter",
                            "notebook",
                            "IPython",
                        ],
                        ..RUNS
                    },
                    Entry { names: &["pipx", "poetry", "uv", "pdm", "hatch"], ..RUNS },
                ],
                ..BUILDS
            },
            // Without operands it reads a program from its input.
            Entry { names: &[""], ..PYTHON },
        ],
        ..PYTHON
    },
    Entry { names: &["pip", "pip3", "pip2", "pip3.8", "pip3.9", "pip3.10", "pip3.11", "pip3.12", "pip3.13"], ..PIP },
    Entry {
        names: &["uv"],
        flags: "UVhnqv",
        values: "P",
        long: UV_LONG,
        special: UV_OPTIONS,
        subs: &[
            // Inside it stands a command of the project's environment.
            Entry { names: &["run"], style: Style::First, wraps: Wraps::Command(0), ..UV },
            Entry {
                names: &["sync", "add", "lock", "export", "audit"],
                effect: Effect::Send,
                flags: "Vhnqv",
                values: "P",
                long: "active all-extras all-groups all-packages bounds= branch= check color= compile-bytecode \
                    dev dry-run editable exact exclude-newer= exclude-newer-package= extra= fork-strategy= \
                    format= frozen group= help index-strategy= inexact isolated lfs link-mode= locked \
                    managed-python marker= no-annotate no-binary no-binary-package= no-build \
                    no-build-isolation no-build-isolation-package= no-build-package= no-cache no-config \
                    no-default-groups no-dev no-editable no-editable-package no-emit-local no-emit-project \
                    no-emit-workspace no-env-file no-extra= no-group= no-hashes no-header no-index \
                    no-install-package= no-install-project no-install-workspace no-managed-python \
                    no-progress no-project no-python-downloads no-require-build-hashes no-sources \
                    no-sources-package= no-sync no-workspace offline only-dev only-group= optional= \
                    output-format= package= prerelease= prerelease-package= prune= python-platform= quiet \
                    raw raw-sources refresh refresh-package= reinstall reinstall-package= \
                    require-build-hashes resolution= rev= system-certs tag= upgrade-group= upgrade-package= \
                    verbose version workspace",
                special: uv![
                    Special::value("r requirements", Arg::Read, Effect::Run),
                    Special::writes("o output-file"),
                    Special::reads("c constraints"),
                    Special::flag("U upgrade", Effect::Read),
                ],
                ..UV
            },
            Entry {
                names: &["version"],
                effect: Effect::Write,
                flags: "UVhnqv",
                values: "P",
                long: "active all-extras all-groups all-packages bump= color= compile-bytecode dry-run exact \
                    exclude-newer= exclude-newer-package= extra= fork-strategy= frozen group= help \
                    index-strategy= inexact isolated link-mode= locked managed-python no-binary \
                    no-binary-package= no-build no-build-isolation no-build-isolation-package= \
                    no-build-package= no-cache no-config no-default-groups no-dev no-editable \
                    no-editable-package no-env-file no-extra= no-group= no-index no-install-package= \
                    no-install-project no-install-workspace no-managed-python no-progress no-project \
                    no-python-downloads no-require-build-hashes no-sources no-sources-package= no-sync \
                    offline only-dev only-group= output-format= package= prerelease= prerelease-package= \
                    python-platform= quiet refresh refresh-package= reinstall reinstall-package= \
                    require-build-hashes resolution= short system-certs upgrade upgrade-group= \
                    upgrade-package= verbose version",
                special: UV_OPTIONS,
                subs: &[Entry { names: &[""], effect: Effect::Code, ..UV }],
                ..UV
            },
            Entry {
                names: &["remove", "init"],
                effect: Effect::Write,
                flags: "UVhnqv",
                values: "P",
                long: "active all-extras all-groups all-packages app author-from= bare build-backend= bump= \
                    color= compile-bytecode description= dev dry-run exact exclude-newer= \
                    exclude-newer-package= extra= fork-strategy= frozen group= help index-strategy= inexact \
                    isolated lib link-mode= locked managed-python name= no-binary no-binary-package= \
                    no-build no-build-isolation no-build-isolation-package= no-build-package= no-cache \
                    no-config no-default-groups no-description no-dev no-editable no-editable-package \
                    no-env-file no-extra= no-group= no-index no-install-package= no-install-project \
                    no-install-workspace no-managed-python no-package no-pin-python no-progress no-project \
                    no-python-downloads no-readme no-require-build-hashes no-sources no-sources-package= \
                    no-sync no-workspace offline only-dev only-group= optional= output-format= package \
                    prerelease= prerelease-package= python-platform= quiet refresh refresh-package= \
                    reinstall reinstall-package= require-build-hashes resolution= script short system-certs \
                    upgrade upgrade-group= upgrade-package= vcs= verbose version",
                special: &[
                    Special::value("directory", Arg::Read, Effect::Run),
                    Special::value("project", Arg::Read, Effect::Run),
                    Special::value("config-file", Arg::Read, Effect::Run),
                    Special::writes("cache-dir"),
                    Special::runs("p python"),
                    Special::value("env-file", Arg::Read, Effect::Run),
                    Special::flag("m module", Effect::Run),
                    Special::flag("gui-script", Effect::Run),
                    Special::value("w with", Arg::Text, Effect::Run),
                    Special::value("with-editable", Arg::Read, Effect::Run),
                    Special::value("with-requirements", Arg::Read, Effect::Run),
                    Special::value("i index-url", Arg::Host, Effect::Send),
                    Special::value("index", Arg::Host, Effect::Send),
                    Special::value("default-index", Arg::Host, Effect::Send),
                    Special::value("extra-index-url", Arg::Host, Effect::Send),
                    Special::value("f find-links", Arg::Host, Effect::Send),
                    Special::value("C config-setting config-settings", Arg::Setting, Effect::Run),
                    Special::value("config-settings-package", Arg::Setting, Effect::Run),
                    Special::value("keyring-provider", Arg::Text, Effect::Run),
                    Special::value("allow-insecure-host", Arg::Text, Effect::Send),
                    Special::reads("cert"),
                ],
                ..UV
            },
            Entry {
                names: &["format"],
                effect: Effect::Write,
                flags: "UVhnqv",
                values: "P",
                long: "active all-extras all-groups all-packages check color= compile-bytecode diff dry-run \
                    exact exclude-newer= exclude-newer-package= extra= fork-strategy= frozen group= help \
                    index-strategy= inexact isolated link-mode= locked managed-python no-binary \
                    no-binary-package= no-build no-build-isolation no-build-isolation-package= \
                    no-build-package= no-cache no-config no-default-groups no-dev no-editable \
                    no-editable-package no-env-file no-extra= no-group= no-index no-install-package= \
                    no-install-project no-install-workspace no-managed-python no-progress no-project \
                    no-python-downloads no-require-build-hashes no-sources no-sources-package= no-sync \
                    offline only-dev only-group= output-format= package= prerelease= prerelease-package= \
                    preview-features= python-platform= quiet refresh refresh-package= reinstall \
                    reinstall-package= require-build-hashes resolution= system-certs upgrade upgrade-group= \
                    upgrade-package= verbose version",
                special: UV_OPTIONS,
                ..UV
            },
            Entry { names: &["check"], ..UV },
            Entry {
                names: &["tree"],
                flags: "UVhnqv",
                values: "Pd",
                long: "active all-extras all-groups all-packages color= compile-bytecode depth= dry-run exact \
                    exclude-newer= exclude-newer-package= extra= fork-strategy= format= frozen group= help \
                    index-strategy= inexact invert isolated link-mode= locked managed-python no-binary \
                    no-binary-package= no-build no-build-isolation no-build-isolation-package= \
                    no-build-package= no-cache no-config no-dedupe no-default-groups no-dev no-editable \
                    no-editable-package no-env-file no-extra= no-group= no-index no-install-package= \
                    no-install-project no-install-workspace no-managed-python no-progress no-project \
                    no-python-downloads no-require-build-hashes no-sources no-sources-package= no-sync \
                    offline only-dev only-group= outdated output-format= package= prerelease= \
                    prerelease-package= prune= python-platform= python-version= quiet refresh \
                    refresh-package= reinstall reinstall-package= require-build-hashes resolution= \
                    show-sizes system-certs universal upgrade upgrade-group= upgrade-package= verbose \
                    version",
                special: UV_OPTIONS,
                ..UV
            },
            Entry { names: &["workspace"], ..UV },
            Entry {
                names: &["tool"],
                subs: &[
                    Entry { names: &["run"], ..UV_TOOL_RUN },
                    Entry {
                        names: &["list", "dir"],
                        effect: Effect::Read,
                        flags: "UVhnqv",
                        values: "P",
                        long: "active all-extras all-groups all-packages bin color= compile-bytecode dry-run exact \
                            exclude-newer= exclude-newer-package= extra= fork-strategy= frozen group= help \
                            index-strategy= inexact isolated link-mode= locked managed-python no-binary \
                            no-binary-package= no-build no-build-isolation no-build-isolation-package= \
                            no-build-package= no-cache no-config no-default-groups no-dev no-editable \
                            no-editable-package no-env-file no-extra= no-group= no-index no-install-package= \
                            no-install-project no-install-workspace no-managed-python no-progress no-project \
                            no-python-downloads no-require-build-hashes no-sources no-sources-package= no-sync \
                            offline only-dev only-group= output-format= package= prerelease= prerelease-package= \
                            python-platform= quiet refresh refresh-package= reinstall reinstall-package= \
                            require-build-hashes resolution= show-extras show-paths show-python \
                            show-version-specifiers show-with system-certs upgrade upgrade-group= upgrade-package= \
                            verbose version",
                        special: UV_OPTIONS,
                        ..UV
                    },
                    Entry { names: &["install", "upgrade", "update-shell"], effect: Effect::System, ..UV },
                    Entry { names: &["uninstall"], effect: Effect::System, ..UV },
                ],
                ..UV
            },
            Entry {
                names: &["python"],
                subs: &[
                    Entry {
                        names: &["list", "find", "dir"],
                        effect: Effect::Read,
                        flags: "UVhnqv",
                        values: "P",
                        long: "active all-arches all-extras all-groups all-packages all-platforms all-versions bin \
                            color= compile-bytecode dry-run exact exclude-newer= exclude-newer-package= extra= \
                            fork-strategy= frozen group= help index-strategy= inexact isolated link-mode= locked \
                            managed-python no-binary no-binary-package= no-build no-build-isolation \
                            no-build-isolation-package= no-build-package= no-cache no-config no-default-groups \
                            no-dev no-editable no-editable-package no-env-file no-extra= no-group= no-index \
                            no-install-package= no-install-project no-install-workspace no-managed-python \
                            no-progress no-project no-python-downloads no-require-build-hashes no-sources \
                            no-sources-package= no-sync offline only-dev only-downloads only-group= only-installed \
                            output-format= package= prerelease= prerelease-package= python-platform= quiet refresh \
                            refresh-package= reinstall reinstall-package= require-build-hashes resolution= show-urls \
                            show-version system system-certs upgrade upgrade-group= upgrade-package= verbose version",
                        special: UV_OPTIONS,
                        ..UV
                    },
                    Entry {
                        names: &["install", "upgrade", "uninstall", "pin", "update-shell"],
                        effect: Effect::System,
                        ..UV
                    },
                ],
                ..UV
            },
            Entry {
                names: &["pip"],
                subs: &[
                    Entry {
                        names: &["list", "freeze", "show", "check"],
                        subs: &[Entry { names: &["--outdated"], effect: Effect::Send, ..UV_PIP_LOOKS }],
                        ..UV_PIP_LOOKS
                    },
                    Entry {
                        names: &["tree"],
                        subs: &[Entry { names: &["--outdated"], effect: Effect::Send, ..UV_PIP_LOOKS }],
                        ..UV_PIP_LOOKS
                    },
                    Entry { names: &["install", "sync", "compile"], effect: Effect::Send, ..UV_PIP },
                    Entry { names: &["uninstall"], effect: Effect::Delete, ..UV_PIP },
                ],
                ..UV
            },
            Entry {
                names: &["venv"],
                effect: Effect::Write,
                flags: "UVchnqv",
                values: "P",
                long: "active all-extras all-groups all-packages allow-existing clear color= compile-bytecode \
                    dry-run exact exclude-newer= exclude-newer-package= extra= fork-strategy= frozen group= \
                    help index-strategy= inexact isolated link-mode= locked managed-python no-binary \
                    no-binary-package= no-build no-build-isolation no-build-isolation-package= \
                    no-build-package= no-cache no-config no-default-groups no-dev no-editable \
                    no-editable-package no-env-file no-extra= no-group= no-index no-install-package= \
                    no-install-project no-install-workspace no-managed-python no-progress no-project \
                    no-python-downloads no-require-build-hashes no-sources no-sources-package= no-sync \
                    offline only-dev only-group= output-format= package= prerelease= prerelease-package= \
                    prompt= python-platform= quiet refresh refresh-package= reinstall reinstall-package= \
                    relocatable require-build-hashes resolution= seed system-certs system-site-packages \
                    upgrade upgrade-group= upgrade-package= verbose version",
                special: UV_OPTIONS,
                operands: OUTPUTS,
                ..UV
            },
            Entry {
                names: &["build"],
                effect: Effect::Send,
                flags: "UVhnqv",
                values: "P",
                long: "active all-extras all-groups all-packages clear color= compile-bytecode dry-run exact \
                    exclude-newer= exclude-newer-package= extra= force-pep517 fork-strategy= frozen group= \
                    help index-strategy= inexact isolated link-mode= list locked managed-python no-binary \
                    no-binary-package= no-build no-build-isolation no-build-isolation-package= no-build-logs \
                    no-build-package= no-cache no-config no-create-gitignore no-default-groups no-dev \
                    no-editable no-editable-package no-env-file no-extra= no-group= no-index \
                    no-install-package= no-install-project no-install-workspace no-managed-python \
                    no-progress no-project no-python-downloads no-require-build-hashes no-sources \
                    no-sources-package= no-sync offline only-dev only-group= output-format= package= \
                    prerelease= prerelease-package= python-platform= quiet refresh refresh-package= \
                    reinstall reinstall-package= require-build-hashes resolution= sdist system-certs upgrade \
                    upgrade-group= upgrade-package= verbose version wheel",
                special: uv![Special::writes("o out-dir"), Special::reads("b build-constraints")],
                ..UV
            },
            Entry { names: &["publish", "auth", "self"], effect: Effect::Send, ..UV },
            Entry {
                names: &["cache"],
                subs: &[
                    Entry {
                        names: &["dir", "size"],
                        effect: Effect::Read,
                        flags: "HUVhnqv",
                        values: "P",
                        long: "active all-extras all-groups all-packages color= compile-bytecode dry-run exact \
                            exclude-newer= exclude-newer-package= extra= fork-strategy= frozen group= help human \
                            index-strategy= inexact isolated link-mode= locked managed-python no-binary \
                            no-binary-package= no-build no-build-isolation no-build-isolation-package= \
                            no-build-package= no-cache no-config no-default-groups no-dev no-editable \
                            no-editable-package no-env-file no-extra= no-group= no-index no-install-package= \
                            no-install-project no-install-workspace no-managed-python no-progress no-project \
                            no-python-downloads no-require-build-hashes no-sources no-sources-package= no-sync \
                            offline only-dev only-group= output-format= package= prerelease= prerelease-package= \
                            python-platform= quiet refresh refresh-package= reinstall reinstall-package= \
                            require-build-hashes resolution= system-certs upgrade upgrade-group= upgrade-package= \
                            verbose version",
                        special: UV_OPTIONS,
                        ..UV
                    },
                    Entry {
                        names: &["clean", "prune"],
                        effect: Effect::Delete,
                        flags: "UVhnqv",
                        values: "P",
                        long: "active all-extras all-groups all-packages ci color= compile-bytecode dry-run exact \
                            exclude-newer= exclude-newer-package= extra= force fork-strategy= frozen group= help \
                            index-strategy= inexact isolated link-mode= locked managed-python no-binary \
                            no-binary-package= no-build no-build-isolation no-build-isolation-package= \
                            no-build-package= no-cache no-config no-default-groups no-dev no-editable \
                            no-editable-package no-env-file no-extra= no-group= no-index no-install-package= \
                            no-install-project no-install-workspace no-managed-python no-progress no-project \
                            no-python-downloads no-require-build-hashes no-sources no-sources-package= no-sync \
                            offline only-dev only-group= output-format= package= prerelease= prerelease-package= \
                            python-platform= quiet refresh refresh-package= reinstall reinstall-package= \
                            require-build-hashes resolution= system-certs upgrade upgrade-group= upgrade-package= \
                            verbose version",
                        special: UV_OPTIONS,
                        ..UV
                    },
                ],
                ..UV
            },
            Entry { names: &["help", "generate-shell-completion"], ..UV },
        ],
        ..UV
    },
    Entry { names: &["uvx"], ..UV_TOOL_RUN },
    Entry {
        names: &["poetry"],
        subs: &[
            Entry { names: &["run"], style: Style::First, wraps: Wraps::Command(0), ..POETRY },
            Entry {
                names: &["install", "add", "update", "lock", "sync", "search", "self", "source", "python"],
                effect: Effect::Send,
                flags: "DTVaehlnopqstv",
                values: "EG",
                long: POETRY_LONG,
                special: &[
                    Special::flag("f", Effect::Read),
                    Special::value("C directory", Arg::Read, Effect::Run),
                    Special::value("P project", Arg::Read, Effect::Run),
                    Special::writes("output"),
                    Special::value("r repository", Arg::Text, Effect::Send),
                    Special::value("u username", Arg::Text, Effect::Send),
                    Special::value("password", Arg::Text, Effect::Send),
                    Special::reads("cert"),
                    Special::reads("client-cert"),
                    Special::value("config-settings", Arg::Setting, Effect::Run),
                    Special::flag("clean", Effect::Write),
                    Special::flag("local", Effect::System),
                ],
                ..POETRY
            },
            Entry { names: &["remove", "init", "new"], effect: Effect::Write, ..POETRY },
            Entry {
                names: &["version"],
                effect: Effect::Write,
                subs: &[
                    // Shows the version.
                    Entry { names: &[""], ..POETRY },
                ],
                ..POETRY
            },
            // Plug-ins a project requires are loaded, even to look.
            Entry { names: &["show", "check", "about", "list", "help", "debug"], ..POETRY },
            Entry {
                names: &["env"],
                subs: &[
                    Entry { names: &["info", "list", "activate"], ..POETRY },
                    Entry { names: &["use"], effect: Effect::Write, ..POETRY },
                    Entry { names: &["remove"], effect: Effect::Delete, ..POETRY },
                ],
                ..POETRY
            },
            Entry {
                names: &["build", "export"],
                flags: "DTVaehlnpqstv",
                values: "EG",
                long: POETRY_LONG,
                special: &[
                    Special::writes("o output"),
                    Special::value("C directory", Arg::Read, Effect::Run),
                    Special::value("P project", Arg::Read, Effect::Run),
                    Special::value("r repository", Arg::Text, Effect::Send),
                    Special::value("u username", Arg::Text, Effect::Send),
                    Special::value("password", Arg::Text, Effect::Send),
                    Special::reads("cert"),
                    Special::reads("client-cert"),
                    Special::value("config-settings", Arg::Setting, Effect::Run),
                    Special::flag("clean", Effect::Write),
                    Special::flag("local", Effect::System),
                ],
                ..POETRY
            },
            Entry { names: &["config"], effect: Effect::System, ..POETRY },
            Entry {
                names: &["cache"],
                subs: &[
                    Entry { names: &["list"], ..POETRY },
                    Entry { names: &["clear"], effect: Effect::Delete, ..POETRY },
                ],
                ..POETRY
            },
            Entry { names: &["shell"], effect: Effect::Run, ..POETRY },
            Entry { names: &["publish"], effect: Effect::Send, ..POETRY },
        ],
        ..POETRY
    },
    Entry {
        names: &["pdm"],
        subs: &[
            Entry {
                names: &["run"],
                style: Style::First,
                flags: "IVhqvx",
                values: "GSf",
                long: PDM_LONG,
                special: &[
                    Special::value("env-file", Arg::Read, Effect::Run),
                    Special::flag("s site-packages", Effect::Run),
                    Special::value("p project", Arg::Read, Effect::Run),
                    Special::flag("g global", Effect::System),
                    Special::value("c config", Arg::Read, Effect::Run),
                    Special::value("L lockfile", Arg::Read, Effect::Run),
                    Special::runs("venv"),
                    Special::value("i index", Arg::Host, Effect::Send),
                    Special::value("override", Arg::Read, Effect::Run),
                    Special::writes("o output"),
                    Special::writes("d dest"),
                    Special::value("C config-setting", Arg::Setting, Effect::Run),
                    Special::value("override-python", Arg::Text, Effect::Run),
                    Special::value("r repository", Arg::Text, Effect::Send),
                    Special::value("u username", Arg::Text, Effect::Send),
                    Special::value("P password", Arg::Text, Effect::Send),
                    Special::value("e editable", Arg::Read, Effect::Run),
                    Special::value("k skip", Arg::Text, Effect::Run),
                ],
                wraps: Wraps::Command(0),
                ..PDM
            },
            Entry { names: &["list", "info", "show", "config", "venv", "completion"], ..PDM },
            Entry {
                names: &[
                    "install", "add", "update", "lock", "sync", "search", "outdated", "publish", "python", "py",
                    "self", "plugin",
                ],
                effect: Effect::Send,
                ..PDM
            },
            Entry {
                names: &["remove", "init", "new", "import", "use", "fix", "export", "build"],
                effect: Effect::Write,
                ..PDM
            },
            Entry { names: &["cache"], effect: Effect::Delete, ..PDM },
        ],
        ..PDM
    },
    Entry {
        names: &["pipenv"],
        flags: "hqv",
        long: "bare clear envs help man py quiet site-packages support three venv verbose version where",
        special: &[Special::runs("python"), Special::flag("rm", Effect::Delete), Special::flag("site", Effect::Code)],
        subs: &[
            Entry { names: &["run"], effect: Effect::Code, wraps: Wraps::Command(0), ..RUNS },
            Entry {
                names: &["graph", "check", "verify", "scripts", "requirements"],
                flags: "hv",
                long: "bare dev dev-only exclude-markers hash help json json-tree reverse",
                ..BUILDS
            },
            Entry {
                names: &["install", "update", "upgrade", "sync", "lock", "add"],
                flags: "dqv",
                long: "categories= clear deploy dev ignore-pipfile keep-outdated pre quiet selective-upgrade \
                    skip-lock verbose",
                special: &[
                    Special::value("r requirements", Arg::Read, Effect::Run),
                    Special::value("e editable", Arg::Read, Effect::Run),
                    Special::value("i index", Arg::Host, Effect::Send),
                    Special::value("pypi-mirror", Arg::Host, Effect::Send),
                    Special::flag("system", Effect::System),
                    Special::runs("python"),
                    Special::value("extra-pip-args", Arg::Text, Effect::Run),
                ],
                ..SENDS
            },
            Entry {
                names: &["uninstall", "clean"],
                flags: "dv",
                long: "all all-dev categories= dev dry-run skip-lock verbose",
                operands: TEXT,
                ..DELETES
            },
            Entry { names: &["shell", "open", "activate"], ..RUNS },
        ],
        ..BUILDS
    },
    Entry {
        names: &["hatch"],
        flags: "hqv",
        values: "e",
        long: "color env= help interactive no-color no-interactive quiet verbose version",
        special: &[
            Special::value("p project", Arg::Read, Effect::Run),
            Special::writes("data-dir"),
            Special::writes("cache-dir"),
            Special::value("config", Arg::Read, Effect::Run),
        ],
        subs: &[
            // `hatch run NAME` runs a script of pyproject.toml or any command.
            Entry { names: &["run"], effect: Effect::Code, ..RUNS },
            Entry {
                names: &["test", "fmt", "build", "version", "dep", "status", "project"],
                flags: "acfhlprs",
                values: "itx",
                long: "all check cover cover-quiet exclude= formatter help include= linter parallel py= python= \
                    randomize retries= sdist show target= wheel",
                ..BUILDS
            },
            Entry {
                names: &["env"],
                subs: &[
                    Entry { names: &["show", "find"], flags: "fi", long: "ascii force include-all json", ..BUILDS },
                    Entry { names: &["create", "remove", "prune", "run"], ..RUNS },
                ],
                ..BUILDS
            },
            Entry { names: &["publish", "python", "self"], ..SENDS },
            Entry { names: &["shell"], ..RUNS },
            Entry { names: &["new"], ..WRITES },
            Entry { names: &["clean"], ..DELETES },
            Entry { names: &["config"], ..SYSTEM },
        ],
        ..BUILDS
    },
    Entry {
        names: &["tox"],
        flags: "abhilnoqrv",
        values: "efmps",
        long: "colored= develop exit-and-dump-after fail-fast hashseed= help list-dependencies listenvs \
            listenvs-all no-capture no-list-dependencies no-provision? no-recreate-pkg \
            no-recreate-provision notest parallel= parallel-live parallel-no-spinner pkg-only quiet \
            recreate sdistonly skip-env= skip-env-install skip-missing-interpreters? \
            skip-pkg-install stderr-color= verbose version",
        special: TOX_OPTIONS,
        operands: TEXT,
        subs: &[
            Entry {
                names: &["exec", "e"],
                style: Style::First,
                flags: "hqv",
                values: "e",
                long: "help quiet verbose skip-pkg-install",
                wraps: Wraps::Command(0),
                ..RUNS
            },
            Entry {
                names: &[
                    "run",
                    "r",
                    "run-parallel",
                    "p",
                    "list",
                    "l",
                    "config",
                    "c",
                    "devenv",
                    "d",
                    "depends",
                    "de",
                    "quickstart",
                    "q",
                    "legacy",
                    "le",
                ],
                flags: "bdhinoqrv",
                values: "efkmps",
                long: "colored= core develop exit-and-dump-after fail-fast hashseed= help list-dependencies \
                no-capture no-desc no-list-dependencies no-provision no-recreate-pkg \
                no-recreate-provision notest parallel= parallel-live pkg-only quiet recreate sdistonly \
                skip-env skip-env-install skip-missing-interpreters? skip-pkg-install stderr-color= \
                verbose version",
                special: TOX_OPTIONS,
                ..BUILDS
            },
        ],
        ..BUILDS
    },
    Entry {
        names: &["nox"],
        flags: "NRhlrvx",
        values: "ejkpst",
        long: "add-timestamp allow-parallel error-on-external-run error-on-missing-interpreters \
            extra-python= extra-pythons= force-color forcecolor help install-only json keywords= \
            list list-sessions no-allow-parallel no-color no-dependencies no-error-on-external-run \
            no-error-on-missing-interpreters no-install no-reuse-existing-virtualenvs \
            no-stop-on-first-error no-venv no-verbose nocolor non-interactive parallel= python= \
            pythons= reuse-existing-virtualenvs reuse-venv= script-mode= session= sessions= \
            stop-on-first-error tags= ts usage= verbose version",
        special: &[
            Special::value("f noxfile", Arg::Read, Effect::Run),
            Special::writes("envdir"),
            Special::writes("report"),
            Special::runs("force-python force-pythons P"),
            Special::value("db default-venv-backend fb force-venv-backend script-venv-backend", Arg::Text, Effect::Run),
            Special::value("download-python", Arg::Text, Effect::Send),
        ],
        operands: TEXT,
        ..BUILDS
    },
    Entry {
        names: &["conda", "mamba", "micromamba"],
        subs: &[
            Entry { names: &["list", "info"], ..CONDA_LOOKS },
            Entry { names: &["search"], effect: Effect::Send, ..CONDA },
            Entry {
                names: &["env"],
                subs: &[
                    Entry { names: &["list"], ..CONDA_LOOKS },
                    Entry { names: &["create", "update", "remove", "export", "config"], ..CONDA },
                ],
                ..CONDA
            },
            Entry {
                names: &["config"],
                flags: "CSVadefhqrsvy",
                long: CONDA_CONFIG_LONG,
                special: CONDA_OPTIONS,
                subs: &[Entry {
                    names: &["--show", "--show-sources", "--get", "--describe"],
                    effect: Effect::Code,
                    flags: "CSVadefhqrsvy",
                    long: CONDA_CONFIG_LONG,
                    special: CONDA_OPTIONS,
                    ..CONDA
                }],
                ..CONDA
            },
            Entry {
                names: &["run"],
                effect: Effect::Run,
                style: Style::First,
                flags: "CSVadefhqrsvy",
                long: "all base canonical clobber copy debug debug-wrapper-scripts dev dry-run envs \
                    experimental= explicit export force-reinstall freeze-installed from-history full-name \
                    help ignore-channels json live-stream md5 no-builds no-capture-output \
                    no-channel-priority no-default-packages no-deps no-pin no-pip no-update-deps offline \
                    only-deps override-channels platform= prune quiet revisions show-channel-urls solver= \
                    strict-channel-priority subdir= system unsafe-channels update-deps update-specs \
                    use-index-cache verbose version yes",
                special: CONDA_OPTIONS,
                wraps: Wraps::Command(0),
                ..CONDA
            },
            Entry {
                names: &[
                    "create",
                    "install",
                    "update",
                    "upgrade",
                    "remove",
                    "uninstall",
                    "init",
                    "activate",
                    "deactivate",
                    "clean",
                    "compare",
                    "package",
                    "rename",
                    "notices",
                    "doctor",
                    "content-trust",
                    "build",
                    "index",
                    "shell",
                ],
                ..CONDA
            },
        ],
        ..CONDA
    },
    Entry {
        names: &["pipx"],
        flags: "hqv",
        long: "help quiet verbose version",
        subs: &[
            Entry {
                names: &["list", "environment"],
                flags: "hqv",
                values: "V",
                long: "help include-injected json pinned quiet short skip-maintenance value= verbose",
                ..SAYS
            },
            Entry {
                names: &["run"],
                flags: "hqv",
                long: "fetch-missing-python help no-cache pypackages quiet system-site-packages verbose",
                special: &[
                    Special::value("spec", Arg::Code, Effect::Run),
                    Special::runs("python"),
                    Special::value("pip-args", Arg::Text, Effect::Run),
                    Special::value("i index-url", Arg::Host, Effect::Send),
                    Special::value("e editable", Arg::Read, Effect::Run),
                    Special::flag("path", Effect::Run),
                    Special::value("with", Arg::Text, Effect::Run),
                ],
                wraps: Wraps::Command(0),
                ..RUNS
            },
            Entry {
                names: &[
                    "install",
                    "upgrade",
                    "upgrade-all",
                    "inject",
                    "uninject",
                    "uninstall",
                    "uninstall-all",
                    "reinstall",
                    "reinstall-all",
                    "ensurepath",
                    "runpip",
                    "install-all",
                    "pin",
                    "unpin",
                    "interpreter",
                    "upgrade-shared",
                ],
                ..SYSTEM
            },
        ],
        ..SYSTEM
    },
    Entry {
        names: &["pyenv"],
        flags: "hv",
        long: "help version",
        subs: &[
            Entry {
                names: &[
                    "versions",
                    "version",
                    "version-name",
                    "version-file",
                    "version-origin",
                    "which",
                    "whence",
                    "root",
                    "prefix",
                    "commands",
                    "shims",
                    "hooks",
                    "help",
                    "latest",
                ],
                flags: "ks",
                long: "bare known nosystem path short skip-aliases skip-envs",
                ..SAYS
            },
            Entry { names: &["local", "global", "shell"], subs: &[Entry { names: &[""], ..SAYS }], ..SYSTEM },
            Entry {
                names: &[
                    "install",
                    "uninstall",
                    "rehash",
                    "virtualenv",
                    "activate",
                    "deactivate",
                    "update",
                    "init",
                    "completions",
                ],
                ..SYSTEM
            },
            Entry { names: &["exec"], wraps: Wraps::Command(0), ..RUNS },
        ],
        ..SYSTEM
    },
    Entry {
        names: &["virtualenv"],
        flags: "hqv",
        long: "activators= always-copy copies help never-download no-download no-periodic-update no-pip \
            no-seed no-setuptools no-vcs-ignore no-venv-redirect no-wheel pip= prompt= quiet \
            read-only-app-data setuptools= symlink-app-data symlinks system-site-packages \
            venv-redirect verbose version wheel= with-traceback without-pip",
        special: &[
            Special::runs("p python"),
            Special::value("extra-search-dir", Arg::Read, Effect::Run),
            Special::value("creator", Arg::Text, Effect::Run),
            Special::value("seeder", Arg::Text, Effect::Run),
            Special::value("discovery", Arg::Text, Effect::Run),
            Special::writes("app-data"),
            Special::value("try-first-with", Arg::Read, Effect::Run),
            Special::flag("clear", Effect::Delete),
            Special::flag("reset-app-data", Effect::Delete),
            Special::flag("download", Effect::Send),
            Special::flag("upgrade-embed-wheels", Effect::Send),
        ],
        ..WRITES
    },
    Entry { names: &["ipython", "ipython3", "bpython", "ptpython"], ..RUNS },
    Entry { names: &["jupyter", "jupyter-lab", "jupyter-notebook", "jupyter-nbconvert", "papermill"], ..RUNS },
    Entry { names: &["pydoc", "pydoc3"], ..RUNS },
    Entry { names: &["pyinstaller", "cython", "cythonize", "f2py", "nuitka"], ..BUILDS },
    Entry { names: &["twine", "flit"], ..SENDS },
    Entry {
        names: &["flask", "django-admin", "uvicorn", "gunicorn", "hypercorn", "celery", "streamlit", "daphne"],
        ..RUNS
    },
    Entry {
        names: &["sphinx-build", "sphinx-apidoc", "sphinx-autobuild", "mkdocs"],
        flags: "EQVWahnqv",
        values: "bj",
        long: "clean help quiet strict verbose version",
        special: &[
            Special::value("c config-file f", Arg::Read, Effect::Run),
            Special::writes("d site-dir"),
            Special::value("D", Arg::Setting, Effect::Run),
            Special::flag("pdb", Effect::Run),
        ],
        ..BUILDS
    },
    Entry { names: &["pip-compile", "pip-sync", "pip-licenses", "pipdeptree", "pipreqs"], ..SENDS },
];

/// What `run`, `uvx` share.
const UV_TOOL_RUN: Entry = Entry {
    effect: Effect::Run,
    style: Style::First,
    flags: "UVhnqv",
    values: "P",
    long: UV_LONG,
    special: uv![Special::value("from", Arg::Code, Effect::Run)],
    wraps: Wraps::Command(0),
    ..UV
};

/// `pip config` and `pip debug`, of `pip` and of `python -m pip`.
const PIP_CONFIG: Entry = Entry {
    subs: &[
        Entry {
            names: &["list", "get", "debug"],
            flags: "Vhqv",
            long: PIP_CONFIG_LIST_LONG,
            special: PIP_PLAIN_OPTIONS,
            ..PIP_PLAIN
        },
        Entry {
            names: &["set", "unset"],
            effect: Effect::System,
            flags: "Vhqv",
            long: PIP_CONFIG_LIST_LONG,
            special: PIP_PLAIN_OPTIONS,
            ..PIP_PLAIN
        },
        Entry { names: &["edit"], effect: Effect::Run, ..PIP_PLAIN },
    ],
    ..PIP_PLAIN
};

/// `pip uninstall`, of `pip` and of `python -m pip`.
const PIP_UNINSTALL: Entry = Entry {
    effect: Effect::Delete,
    flags: "Vhqvy",
    long: "debug disable-pip-version-check exists-action= help isolated no-cache-dir no-color \
                no-index no-input no-python-version-warning pre quiet require-virtualenv retries= \
                root-user-action= timeout= use-deprecated= use-feature= verbose version yes",
    special: &[
        Special::reads("r requirement"),
        Special::flag("break-system-packages", Effect::System),
        Special::runs("python"),
        Special::writes("log log-file"),
        Special::value("proxy", Arg::Host, Effect::Send),
        Special::value("trusted-host", Arg::Text, Effect::Send),
        Special::reads("cert"),
        Special::reads("client-cert"),
        Special::writes("cache-dir"),
        Special::value("keyring-provider", Arg::Text, Effect::Run),
        Special::value("i index-url pypi-url", Arg::Host, Effect::Send),
        Special::value("extra-index-url", Arg::Host, Effect::Send),
        Special::value("f find-links", Arg::Host, Effect::Send),
    ],
    ..PIP_PLAIN
};

/// `pip help`, of `pip` and of `python -m pip`.
const PIP_HELP: Entry = Entry {
    flags: "Vbfhpqvz",
    long: "bash debug disable-pip-version-check exists-action= fish help isolated no-cache-dir \
                no-color no-index no-input no-python-version-warning powershell pre quiet \
                require-virtualenv retries= timeout= use-deprecated= use-feature= verbose version zsh",
    special: &[
        Special::runs("python"),
        Special::writes("log log-file"),
        Special::value("proxy", Arg::Host, Effect::Send),
        Special::value("trusted-host", Arg::Text, Effect::Send),
        Special::reads("cert"),
        Special::reads("client-cert"),
        Special::writes("cache-dir"),
        Special::value("keyring-provider", Arg::Text, Effect::Run),
        Special::value("i index-url pypi-url", Arg::Host, Effect::Send),
        Special::value("extra-index-url", Arg::Host, Effect::Send),
    ],
    ..PIP_PLAIN
};

/// Options that `uv`, `version`, `format`, `tree` and others share.
const UV_OPTIONS: &[Special] = uv![];

/// Options of what only looks, of `pip` and of `python -m pip`.
const PIP_LOOKS_OPTIONS: &[Special] = &[
    Special::reads("path"),
    Special::reads("r requirement"),
    Special::runs("python"),
    Special::writes("log log-file"),
    Special::value("proxy", Arg::Host, Effect::Send),
    Special::value("trusted-host", Arg::Text, Effect::Send),
    Special::reads("cert"),
    Special::reads("client-cert"),
    Special::writes("cache-dir"),
    Special::value("keyring-provider", Arg::Text, Effect::Run),
    Special::value("i index-url pypi-url", Arg::Host, Effect::Send),
    Special::value("extra-index-url", Arg::Host, Effect::Send),
    Special::value("f find-links", Arg::Host, Effect::Send),
];

/// Options that `list`, `set` share.
const PIP_PLAIN_OPTIONS: &[Special] = &[
    Special::runs("python"),
    Special::writes("log log-file"),
    Special::value("proxy", Arg::Host, Effect::Send),
    Special::value("trusted-host", Arg::Text, Effect::Send),
    Special::reads("cert"),
    Special::reads("client-cert"),
    Special::writes("cache-dir"),
    Special::value("keyring-provider", Arg::Text, Effect::Run),
    Special::value("i index-url pypi-url", Arg::Host, Effect::Send),
    Special::value("extra-index-url", Arg::Host, Effect::Send),
    Special::value("f find-links", Arg::Host, Effect::Send),
];

/// Options that `config`, `--show`, `run` share.
const CONDA_OPTIONS: &[Special] = &[
    Special::value("p prefix", Arg::Read, Effect::Run),
    Special::value("n name", Arg::Text, Effect::Read),
    Special::value("c channel", Arg::Host, Effect::Send),
    Special::value("use-local", Arg::Host, Effect::Send),
    Special::value("file", Arg::Read, Effect::Run),
    Special::reads("repodata-fn"),
    Special::value("cwd", Arg::Read, Effect::Run),
];

/// Options of `pip show`, of `pip` and of `python -m pip`.
const PIP_SHOW_OPTIONS: &[Special] = &[
    Special::reads("path"),
    Special::reads("r requirement"),
    Special::runs("python"),
    Special::writes("log log-file"),
    Special::value("proxy", Arg::Host, Effect::Send),
    Special::value("trusted-host", Arg::Text, Effect::Send),
    Special::reads("cert"),
    Special::reads("client-cert"),
    Special::writes("cache-dir"),
    Special::value("keyring-provider", Arg::Text, Effect::Run),
    Special::value("i index-url pypi-url", Arg::Host, Effect::Send),
    Special::value("extra-index-url", Arg::Host, Effect::Send),
];

/// Options that `tox`, `run` share.
const TOX_OPTIONS: &[Special] = &[
    Special::value("c conf", Arg::Read, Effect::Run),
    Special::value("x override", Arg::Setting, Effect::Run),
    Special::value("root", Arg::Read, Effect::Run),
    Special::writes("workdir"),
    Special::writes("result-json"),
    Special::value("installpkg", Arg::Read, Effect::Run),
    Special::runs("discover"),
    Special::value("force-dep", Arg::Read, Effect::Run),
    Special::value("runner", Arg::Text, Effect::Run),
];

/// Plain options that most sub-commands of `uv` share.
const UV_LONG: &str = "active all-extras all-groups all-packages color= compile-bytecode dry-run exact \
        exclude-newer= exclude-newer-package= extra= fork-strategy= frozen group= help \
        index-strategy= inexact isolated link-mode= locked managed-python no-binary \
        no-binary-package= no-build no-build-isolation no-build-isolation-package= \
        no-build-package= no-cache no-config no-default-groups no-dev no-editable \
        no-editable-package no-env-file no-extra= no-group= no-index no-install-package= \
        no-install-project no-install-workspace no-managed-python no-progress no-project \
        no-python-downloads no-require-build-hashes no-sources no-sources-package= no-sync \
        offline only-dev only-group= output-format= package= prerelease= prerelease-package= \
        python-platform= quiet refresh refresh-package= reinstall reinstall-package= \
        require-build-hashes resolution= system-certs upgrade upgrade-group= upgrade-package= \
        verbose version";

/// Plain options that `install`, `build` share.
const POETRY_LONG: &str = "all all-extras all-groups allow-prereleases ansi author= build compile dependency= \
        description= dev dev-dependency= dry-run editable executable extras= format= full-path \
        group= help latest license= local-version= lock name= next-phase no-ansi no-cache \
        no-directory no-interaction no-plugins no-root no-truncate no-update only= optional \
        outdated path platform= priority= python= quiet readme= regenerate short skip-existing \
        source= src strict sync top-level tree verbose version vv vvv why with= with-credentials \
        without= without-hashes";

/// Plain options of what only looks, of `pip` and of `python -m pip`.
const PIP_LOOKS_LONG: &str = "all debug disable-pip-version-check editable exclude= exclude-editable exists-action= \
        files format= help include-editable isolated local no-cache-dir no-color no-index \
        no-input no-python-version-warning not-required outdated pip pre quiet \
        require-virtualenv retries= timeout= uptodate use-deprecated= use-feature= user verbose \
        version";

/// Plain options that `config`, `--show` share.
const CONDA_CONFIG_LONG: &str = "all base canonical clobber copy debug describe? dry-run envs experimental= explicit \
                    export force-reinstall freeze-installed from-history full-name get? help ignore-channels \
                    json md5 no-builds no-channel-priority no-default-packages no-deps no-pin no-pip \
                    no-update-deps offline only-deps override-channels platform= prune quiet revisions show? \
                    show-channel-urls show-sources solver= strict-channel-priority subdir= system \
                    unsafe-channels update-deps update-specs use-index-cache verbose version yes";

/// Plain options that most sub-commands of `pdm` share.
const PDM_LONG: &str = "check csv dev dry-run env exclude= fail-fast fields= format= freeze frozen-lockfile \
        graph group= help ignore-python include= json markdown name no-clean no-default \
        no-editable no-isolation no-lock no-markers no-self packages prerelease prod production \
        pyproject python quiet reinstall resolve save-compatible save-exact save-minimum \
        save-wildcard sort= stable strategy= top tree unconstrained update-all update-eager \
        update-reuse verbose version where without-hashes";

/// Plain options of `pip hash`, of `pip` and of `python -m pip`.
const PIP_HASH_LONG: &str = "algorithm= all debug disable-pip-version-check editable exclude= exclude-editable \
                exists-action= files format= help include-editable isolated local no-cache-dir no-color \
                no-index no-input no-python-version-warning not-required outdated pip pre quiet \
                require-virtualenv retries= timeout= uptodate use-deprecated= use-feature= user verbose \
                version";

/// Plain options that `list`, `set` share.
const PIP_CONFIG_LIST_LONG: &str = "debug disable-pip-version-check exists-action= global help isolated no-cache-dir \
                        no-color no-index no-input no-python-version-warning pre quiet require-virtualenv \
                        retries= site timeout= use-deprecated= use-feature= user verbose version";
