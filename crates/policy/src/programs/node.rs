//! Node and its relatives: runtimes, package managers, package runners.
//!
//! A package manager takes every option with every command, so one list serves all of its sub-commands. Installing runs
//! scripts of packages and talks to a registry: [`Effect::Send`]. Runners (`npx`, `pnpm exec`) wrap a command.

use super::entry::{
    Arg, BUILDS, Effect, Entry, FILES, OUTPUTS, Operands, RUNS, SAYS, SENDS, SYSTEM, Special, Style, TEXT, Wraps,
};

const NODE: Entry = Entry {
    flags: "chv",
    values: "C",
    long: "abort-on-uncaught-exception allow-addons allow-child-process allow-wasi allow-worker \
        check completion-bash conditions= cpu-prof-interval= disable-proto= disable-warning= \
        disable-wasm-trap-handler disallow-code-generation-from-strings dns-result-order= \
        enable-fips enable-source-maps experimental-default-type= experimental-detect-module \
        experimental-eventsource experimental-import-meta-resolve experimental-json-modules \
        experimental-network-inspection experimental-permission experimental-print-required-tla \
        experimental-repl-await experimental-require-module experimental-sqlite \
        experimental-strip-types experimental-test-coverage experimental-test-isolation= \
        experimental-test-module-mocks experimental-test-snapshots experimental-transform-types \
        experimental-vm-modules experimental-wasm-modules experimental-websocket expose-gc \
        force-context-aware force-fips frozen-intrinsics heap-prof-interval= help input-type= \
        insecure-http-parser jitless max-http-header-size= max-old-space-size= \
        max-semi-space-size= network-family-autoselection-attempt-timeout= no-addons \
        no-deprecation no-experimental-detect-module no-experimental-fetch \
        no-experimental-repl-await no-experimental-require-module no-experimental-strip-types \
        no-experimental-websocket no-extra-info-on-fatal-exception no-global-search-paths \
        no-network-family-autoselection no-warnings node-memory-debug openssl-legacy-provider \
        pending-deprecation permission preserve-symlinks preserve-symlinks-main report-compact \
        report-exclude-network report-signal= secure-heap= secure-heap-min= stack-size= \
        stack-trace-limit= test test-concurrency= test-coverage-branches= test-coverage-exclude= \
        test-coverage-functions= test-coverage-include= test-coverage-lines= test-force-exit \
        test-isolation= test-name-pattern= test-only test-shard= test-skip-pattern= \
        test-timeout= throw-deprecation title= tls-cipher-list= tls-max-v1.2 tls-max-v1.3 \
        tls-min-v1.0 tls-min-v1.1 tls-min-v1.2 tls-min-v1.3 trace-deprecation trace-exit \
        trace-promises trace-require-module= trace-sigint trace-sync-io trace-tls trace-uncaught \
        trace-warnings track-heap-objects unhandled-rejections= use-bundled-ca use-largepages= \
        use-openssl-ca use-system-ca v8-options v8-pool-size= version zero-fill-buffers",
    special: &[
        Special::flag("i interactive", Effect::Run),
        Special::value("e eval", Arg::Code, Effect::Run),
        Special::value("p print pe", Arg::Code, Effect::Run),
        Special::value("r require", Arg::Code, Effect::Run),
        Special::value("import", Arg::Code, Effect::Run),
        Special::value("loader experimental-loader", Arg::Code, Effect::Run),
        Special::value("inspect", Arg::Host, Effect::Send).attached(),
        Special::value("inspect-brk", Arg::Host, Effect::Send).attached(),
        Special::value("inspect-wait", Arg::Host, Effect::Send).attached(),
        Special::value("inspect-port debug-port", Arg::Host, Effect::Send),
        Special::value("inspect-publish-uid", Arg::Text, Effect::Send),
        Special::flag("experimental-network-imports", Effect::Send),
        // The environment decides what node loads: NODE_OPTIONS may stand in these files.
        Special::value("env-file", Arg::Read, Effect::Run),
        Special::value("env-file-if-exists", Arg::Read, Effect::Run),
        Special::value("experimental-config-file", Arg::Read, Effect::Run),
        Special::flag("experimental-default-config-file", Effect::Run),
        Special::value("openssl-config", Arg::Read, Effect::Run),
        Special::flag("openssl-shared-config", Effect::Run),
        Special::value("icu-data-dir", Arg::Read, Effect::Run),
        Special::value("experimental-policy", Arg::Read, Effect::Run),
        Special::value("policy-integrity", Arg::Text, Effect::Code),
        Special::value("snapshot-blob", Arg::Read, Effect::Run),
        Special::flag("build-snapshot", Effect::Write),
        Special::value("build-snapshot-config", Arg::Read, Effect::Write),
        Special::value("experimental-sea-config", Arg::Read, Effect::Write),
        Special::value("build-sea", Arg::Read, Effect::Write),
        Special::flag("cpu-prof", Effect::Write),
        Special::writes("cpu-prof-dir"),
        Special::writes("cpu-prof-name"),
        Special::writes("diagnostic-dir"),
        Special::flag("heap-prof", Effect::Write),
        Special::writes("heap-prof-dir"),
        Special::writes("heap-prof-name"),
        Special::value("heapsnapshot-near-heap-limit", Arg::Text, Effect::Write),
        Special::value("heapsnapshot-signal", Arg::Text, Effect::Write),
        Special::flag("prof", Effect::Write),
        Special::flag("prof-process", Effect::Code),
        Special::writes("redirect-warnings"),
        Special::writes("report-directory report-dir"),
        Special::writes("report-filename"),
        Special::flag("report-on-fatalerror", Effect::Write),
        Special::flag("report-on-signal", Effect::Write),
        Special::flag("report-uncaught-exception", Effect::Write),
        Special::value("test-reporter", Arg::Code, Effect::Run),
        Special::writes("test-reporter-destination"),
        Special::value("test-global-setup", Arg::Code, Effect::Run),
        Special::writes("tls-keylog"),
        Special::value("trace-event-categories", Arg::Text, Effect::Write),
        Special::writes("trace-event-file-pattern"),
        Special::flag("test-update-snapshots", Effect::Write),
        Special::flag("watch", Effect::Code),
        Special::value("watch-path", Arg::Read, Effect::Code),
        Special::flag("watch-preserve-output", Effect::Code),
        Special::writes("localstorage-file"),
        Special::value("run", Arg::Text, Effect::Code),
        Special::value("allow-fs-read", Arg::Read, Effect::Code),
        Special::value("allow-fs-write", Arg::Write, Effect::Code),
    ],
    operands: TEXT.first(Arg::Code, "e eval p print pe test run"),
    ..RUNS
};

/// Every npm command takes every setting as an option.
const NPM: Entry = Entry {
    flags: "BDEHOPSadhlnpqsvy",
    values: "mw",
    long: "all allow-same-version also= audit audit-level= before= bin-links cidr= color? \
        commit-hooks cpu= dd ddd depth= desc description dev diff= diff-dst-prefix= \
        diff-ignore-all-space diff-name-only diff-no-prefix diff-src-prefix= diff-text \
        diff-unified= dry-run engine-strict expect-result-count= expect-results expires= \
        fetch-retries= fetch-retry-factor= fetch-retry-maxtimeout= fetch-retry-mintimeout= \
        fetch-timeout= foreground-scripts format-package-lock fund git-tag-version heading= help \
        if-present ignore-scripts include= include-attestations include-staged \
        include-workspace-root init-author-email= init-author-name= init-author-url= \
        init-license= init-private init-type= init-version= install-links install-strategy= iwr \
        json legacy-bundling legacy-peer-deps libc= link lockfile-version= loglevel= logs-max= \
        long maxsockets= message= min-release-age= name= no no-audit no-bin-links no-color \
        no-commit-hooks no-engine-strict no-fund no-git-tag-version no-install-links \
        no-legacy-peer-deps no-optional no-package-lock no-progress no-save no-shrinkwrap \
        no-strict-peer-deps no-update-notifier no-workspaces no-workspaces-update noproxy= \
        offline omit= omit-lockfile-registry-resolved only= optional os= package-lock \
        package-lock-only parseable porcelain prefer-dedupe prefer-offline prefer-online preid= \
        production progress quiet read-only readonly save save-bundle save-dev save-exact \
        save-optional save-peer save-prefix= save-prod sbom-format= sbom-type= scope= \
        searchexclude= searchlimit= searchopts= searchstaleness= shrinkwrap silent \
        strict-allow-scripts strict-peer-deps tag= tag-version-prefix= timing unicode \
        update-notifier usage user-agent= verbose version versions workspace= workspaces \
        workspaces-update ws yes",
    special: &[
        // One name for deny rules; by itself it only overrides checks.
        Special::flag("f force", Effect::Read),
        Special::value("C prefix", Arg::Read, Effect::Run),
        Special::runs("script-shell"),
        Special::runs("shell"),
        Special::runs("editor"),
        Special::runs("browser"),
        Special::runs("viewer"),
        Special::runs("git"),
        Special::runs("node-gyp"),
        Special::value("node-options", Arg::Text, Effect::Run),
        Special::value("userconfig", Arg::Read, Effect::Run),
        Special::value("globalconfig", Arg::Read, Effect::Run),
        Special::value("c call", Arg::Shell, Effect::Run),
        Special::value("package", Arg::Code, Effect::Run),
        Special::value("init-module", Arg::Code, Effect::Run),
        Special::value("allow-scripts", Arg::Text, Effect::Run),
        Special::flag("dangerously-allow-all-scripts", Effect::Run),
        Special::value("allow-directory", Arg::Read, Effect::Run),
        Special::value("allow-file", Arg::Read, Effect::Run),
        Special::value("allow-git", Arg::Text, Effect::Run),
        Special::value("allow-remote", Arg::Text, Effect::Run),
        Special::value("registry reg", Arg::Host, Effect::Send),
        Special::value("proxy", Arg::Host, Effect::Send),
        Special::value("https-proxy", Arg::Host, Effect::Send),
        Special::value("replace-registry-host", Arg::Text, Effect::Send),
        Special::value("local-address", Arg::Text, Effect::Send),
        Special::flag("no-strict-ssl", Effect::Send),
        Special::value("strict-ssl", Arg::Text, Effect::Send),
        Special::reads("cafile"),
        Special::value("ca", Arg::Text, Effect::Send),
        Special::value("cert", Arg::Text, Effect::Send),
        Special::value("key", Arg::Text, Effect::Send),
        Special::value("otp", Arg::Text, Effect::Send),
        Special::value("_auth", Arg::Text, Effect::Send),
        Special::value("auth-type", Arg::Text, Effect::Send),
        Special::value("password", Arg::Text, Effect::Send),
        Special::flag("bypass-2fa", Effect::Send),
        Special::value("access", Arg::Text, Effect::Send),
        Special::flag("provenance", Effect::Send),
        Special::reads("provenance-file"),
        Special::writes("cache"),
        Special::writes("logs-dir"),
        Special::writes("pack-destination"),
        Special::flag("g global", Effect::System),
        Special::value("L location", Arg::Text, Effect::System),
        Special::flag("sign-git-commit", Effect::Code),
        Special::flag("sign-git-tag", Effect::Code),
        Special::value("umask", Arg::Text, Effect::Write),
        Special::value("which", Arg::Text, Effect::Code),
    ],
    ..BUILDS
};

/// The same for commands that only look: `npm ls -g` is as harmless as `npm ls`.
const NPM_LOOKS: Entry = Entry {
    effect: Effect::Read,
    flags: "BDEHOPSadghlnpqsvy",
    values: "Lmw",
    long: "all allow-same-version also= audit audit-level= before= bin-links cidr= color? \
        commit-hooks cpu= dd ddd depth= desc description dev diff= diff-dst-prefix= \
        diff-ignore-all-space diff-name-only diff-no-prefix diff-src-prefix= diff-text \
        diff-unified= dry-run engine-strict expect-result-count= expect-results expires= \
        fetch-retries= fetch-retry-factor= fetch-retry-maxtimeout= fetch-retry-mintimeout= \
        fetch-timeout= foreground-scripts format-package-lock fund git-tag-version global \
        heading= help if-present ignore-scripts include= include-attestations include-staged \
        include-workspace-root init-author-email= init-author-name= init-author-url= \
        init-license= init-private init-type= init-version= install-links install-strategy= iwr \
        json legacy-bundling legacy-peer-deps libc= link location= lockfile-version= loglevel= \
        logs-max= long maxsockets= message= min-release-age= name= no no-audit no-bin-links \
        no-color no-commit-hooks no-engine-strict no-fund no-git-tag-version no-install-links \
        no-legacy-peer-deps no-optional no-package-lock no-progress no-save no-shrinkwrap \
        no-strict-peer-deps no-update-notifier no-workspaces no-workspaces-update noproxy= \
        offline omit= omit-lockfile-registry-resolved only= optional os= package-lock \
        package-lock-only parseable porcelain prefer-dedupe prefer-offline prefer-online preid= \
        production progress quiet read-only readonly save save-bundle save-dev save-exact \
        save-optional save-peer save-prefix= save-prod sbom-format= sbom-type= scope= \
        searchexclude= searchlimit= searchopts= searchstaleness= shrinkwrap silent \
        strict-allow-scripts strict-peer-deps tag= tag-version-prefix= timing unicode \
        update-notifier usage user-agent= verbose version versions which= workspace= workspaces \
        workspaces-update ws yes",
    special: &[
        Special::flag("f force", Effect::Read),
        Special::value("C prefix", Arg::Read, Effect::Run),
        Special::runs("script-shell"),
        Special::runs("shell"),
        Special::runs("editor"),
        Special::runs("browser"),
        Special::runs("viewer"),
        Special::runs("git"),
        Special::runs("node-gyp"),
        Special::value("node-options", Arg::Text, Effect::Run),
        Special::value("userconfig", Arg::Read, Effect::Run),
        Special::value("globalconfig", Arg::Read, Effect::Run),
        Special::value("c call", Arg::Shell, Effect::Run),
        Special::value("package", Arg::Code, Effect::Run),
        Special::value("init-module", Arg::Code, Effect::Run),
        Special::value("allow-scripts", Arg::Text, Effect::Run),
        Special::flag("dangerously-allow-all-scripts", Effect::Run),
        Special::value("allow-directory", Arg::Read, Effect::Run),
        Special::value("allow-file", Arg::Read, Effect::Run),
        Special::value("allow-git", Arg::Text, Effect::Run),
        Special::value("allow-remote", Arg::Text, Effect::Run),
        Special::value("registry reg", Arg::Host, Effect::Send),
        Special::value("proxy", Arg::Host, Effect::Send),
        Special::value("https-proxy", Arg::Host, Effect::Send),
        Special::value("replace-registry-host", Arg::Text, Effect::Send),
        Special::value("local-address", Arg::Text, Effect::Send),
        Special::flag("no-strict-ssl", Effect::Send),
        Special::value("strict-ssl", Arg::Text, Effect::Send),
        Special::reads("cafile"),
        Special::value("ca", Arg::Text, Effect::Send),
        Special::value("cert", Arg::Text, Effect::Send),
        Special::value("key", Arg::Text, Effect::Send),
        Special::value("otp", Arg::Text, Effect::Send),
        Special::value("_auth", Arg::Text, Effect::Send),
        Special::value("auth-type", Arg::Text, Effect::Send),
        Special::value("password", Arg::Text, Effect::Send),
        Special::flag("bypass-2fa", Effect::Send),
        Special::value("access", Arg::Text, Effect::Send),
        Special::flag("provenance", Effect::Send),
        Special::reads("provenance-file"),
        Special::writes("cache"),
        Special::writes("logs-dir"),
        Special::writes("pack-destination"),
        Special::flag("sign-git-commit", Effect::Code),
        Special::flag("sign-git-tag", Effect::Code),
        Special::value("umask", Arg::Text, Effect::Write),
    ],
    ..NPM
};

const PNPM: Entry = Entry {
    flags: "DELOPhirsvwy",
    long: "aggregate-output audit-level= bail changed-files-ignore-pattern= color compatible depth= \
        dev dry-run exclude-peers fail-if-no-match fix-lockfile format= frozen-lockfile help \
        if-present ignore-pnpmfile ignore-scripts ignore-workspace include-workspace-root \
        interactive json latest lockfile-only loglevel= long merge-git-branch-lockfiles no-bail \
        no-color no-frozen-lockfile no-git-checks no-lockfile no-optional no-save no-sort \
        no-strict-peer-dependencies no-table no-verify-store-integrity offline only-projects \
        optional parallel parseable prefer-frozen-lockfile prefer-offline prod production \
        publish-branch= recursive report-summary reporter= resume-from= reverse save-catalog \
        save-dev save-exact save-optional save-peer save-prod shamefully-hoist \
        side-effects-cache side-effects-cache-readonly silent sort stream \
        strict-peer-dependencies tag= test-pattern= use-stderr version workspace \
        workspace-concurrency= workspace-root yes",
    special: &[
        Special::flag("f force", Effect::Read),
        Special::value("F filter", Arg::Text, Effect::Read),
        Special::value("filter-prod", Arg::Text, Effect::Read),
        Special::value("C dir", Arg::Read, Effect::Run),
        Special::value("c shell-mode", Arg::Shell, Effect::Run),
        Special::runs("script-shell"),
        Special::value("global-pnpmfile pnpmfile", Arg::Read, Effect::Run),
        Special::value("registry", Arg::Host, Effect::Send),
        Special::writes("store-dir"),
        Special::writes("virtual-store-dir"),
        Special::writes("modules-dir"),
        Special::writes("lockfile-dir"),
        Special::writes("state-dir"),
        Special::writes("cache-dir"),
        Special::flag("g global", Effect::System),
        Special::value("global-dir", Arg::Read, Effect::Run),
        Special::writes("global-bin-dir"),
        Special::value("prefix", Arg::Read, Effect::Run),
        Special::value("node-options", Arg::Text, Effect::Run),
        Special::value("package", Arg::Code, Effect::Run),
        Special::value("allow-build", Arg::Code, Effect::Run),
        Special::value("reporter-hide", Arg::Text, Effect::Run),
        Special::writes("pack-destination"),
        Special::writes("out"),
        Special::value("config", Arg::Read, Effect::Run),
        Special::value("userconfig", Arg::Read, Effect::Run),
        Special::value("otp", Arg::Text, Effect::Send),
        Special::value("access", Arg::Text, Effect::Send),
        Special::flag("provenance", Effect::Send),
        Special::value("use-node-version", Arg::Read, Effect::Run),
        Special::runs("shell-emulator"),
    ],
    ..BUILDS
};

const PNPM_LOOKS: Entry = Entry {
    effect: Effect::Read,
    flags: "DELOPghirsvwy",
    long: "aggregate-output audit-level= bail changed-files-ignore-pattern= color compatible depth= \
        dev dry-run exclude-peers fail-if-no-match fix-lockfile format= frozen-lockfile global \
        help if-present ignore-pnpmfile ignore-scripts ignore-workspace include-workspace-root \
        interactive json latest lockfile-only loglevel= long merge-git-branch-lockfiles no-bail \
        no-color no-frozen-lockfile no-git-checks no-lockfile no-optional no-save no-sort \
        no-strict-peer-dependencies no-table no-verify-store-integrity offline only-projects \
        optional parallel parseable prefer-frozen-lockfile prefer-offline prod production \
        publish-branch= recursive report-summary reporter= resume-from= reverse save-catalog \
        save-dev save-exact save-optional save-peer save-prod shamefully-hoist \
        side-effects-cache side-effects-cache-readonly silent sort stream \
        strict-peer-dependencies tag= test-pattern= use-stderr version workspace \
        workspace-concurrency= workspace-root yes",
    special: &[
        Special::flag("f force", Effect::Read),
        Special::value("F filter", Arg::Text, Effect::Read),
        Special::value("filter-prod", Arg::Text, Effect::Read),
        Special::value("C dir", Arg::Read, Effect::Run),
        Special::value("c shell-mode", Arg::Shell, Effect::Run),
        Special::runs("script-shell"),
        Special::value("global-pnpmfile pnpmfile", Arg::Read, Effect::Run),
        Special::value("registry", Arg::Host, Effect::Send),
        Special::writes("store-dir"),
        Special::writes("virtual-store-dir"),
        Special::writes("modules-dir"),
        Special::writes("lockfile-dir"),
        Special::writes("state-dir"),
        Special::writes("cache-dir"),
        Special::value("global-dir", Arg::Read, Effect::Run),
        Special::writes("global-bin-dir"),
        Special::value("prefix", Arg::Read, Effect::Run),
        Special::value("node-options", Arg::Text, Effect::Run),
        Special::value("package", Arg::Code, Effect::Run),
        Special::value("allow-build", Arg::Code, Effect::Run),
        Special::value("reporter-hide", Arg::Text, Effect::Run),
        Special::writes("pack-destination"),
        Special::writes("out"),
        Special::value("config", Arg::Read, Effect::Run),
        Special::value("userconfig", Arg::Read, Effect::Run),
        Special::value("otp", Arg::Text, Effect::Send),
        Special::value("access", Arg::Text, Effect::Send),
        Special::flag("provenance", Effect::Send),
        Special::value("use-node-version", Arg::Read, Effect::Run),
        Special::runs("shell-emulator"),
    ],
    ..PNPM
};

/// Classic and berry together.
const YARN: Entry = Entry {
    flags: "ABCDEFILOPRTUWXdhipqstv",
    values: "j",
    long: "all audit caret check-cache check-files check-resolutions color dependents depth= dev \
        diff emoji? environment= exact exclude= extra= fixed flat focus from= frozen-lockfile \
        groups= har help ignore= ignore-engines ignore-optional ignore-platform ignore-scripts \
        ignore-workspace-root-check immutable immutable-cache include= inline-builds interactive \
        interlaced jobs= json latest level= link-duplicates manifest mode= name-only \
        network-concurrency= network-timeout= no-bin-links no-color no-default-rc \
        no-deprecations no-lockfile no-private no-progress non-interactive offline optional \
        parallel pattern= peer prefer-offline private prod production? pure-lockfile quiet \
        recursive refresh-lockfile severity= silent since? skip-integrity-check strict tilde \
        top-level topological topological-dev up update-checksums verbose version virtuals",
    special: &[
        Special::flag("force", Effect::Read),
        Special::value("cwd", Arg::Read, Effect::Run),
        Special::runs("use-yarnrc"),
        Special::value("link-folder", Arg::Read, Effect::Run),
        Special::value("modules-folder", Arg::Read, Effect::Run),
        Special::writes("cache-folder"),
        Special::writes("global-folder"),
        Special::writes("preferred-cache-folder"),
        Special::value("registry", Arg::Host, Effect::Send),
        Special::value("proxy", Arg::Host, Effect::Send),
        Special::value("https-proxy", Arg::Host, Effect::Send),
        Special::runs("script-shell script-shell-path"),
        Special::value("scripts-prepend-node-path", Arg::Text, Effect::Run),
        Special::writes("mutex"),
        Special::value("otp", Arg::Text, Effect::Send),
        Special::value("access", Arg::Text, Effect::Send),
        Special::writes("o out filename"),
        Special::value("package", Arg::Code, Effect::Run),
        Special::runs("inspect inspect-brk"),
        Special::flag("fix", Effect::Write),
        Special::flag("require", Effect::Run),
    ],
    ..BUILDS
};

const YARN_LOOKS: Entry = Entry { effect: Effect::Read, ..YARN };

const BUN: Entry = Entry {
    flags: "DEabhpv",
    values: "Fdlt",
    long: "all asset-naming= backend= bail? banner= bun bytecode chunk-naming= compile concurrent \
        concurrent-scripts= conditions= coverage coverage-reporter= define= depth= dev \
        dns-result-order= dry-run elide-lines= emit-dce-annotations entry-naming= env= exact \
        expose-gc extension-order= external= filter= footer= format= frozen-lockfile help hot \
        if-present ignore-dce-annotations ignore-scripts json jsx-factory= jsx-fragment= \
        jsx-import-source= jsx-runtime= linker= loader= lockfile-only main-fields= \
        max-concurrency= max-http-header-size= minify minify-identifiers minify-syntax \
        minify-whitespace network-concurrency= no-addons no-bundle no-cache no-clear-screen \
        no-deprecation no-install no-progress no-save no-summary no-verify omit= only \
        only-failures optional packages= parallel pass-with-no-tests peer port= prefer-latest \
        prefer-offline production public-path= randomize react-fast-refresh rerun-each= revision \
        root= save save-text-lockfile seed= sequential silent smol sourcemap? splitting target= \
        test-name-pattern= throw-deprecation timeout= title= todo unhandled-rejections= version \
        watch workspaces zero-fill-buffers",
    special: &[
        Special::value("e eval", Arg::Code, Effect::Run),
        Special::value("print", Arg::Code, Effect::Run),
        Special::value("r preload require import", Arg::Code, Effect::Run),
        Special::value("c config", Arg::Read, Effect::Run),
        Special::value("cwd", Arg::Read, Effect::Run),
        Special::value("env-file", Arg::Read, Effect::Run),
        Special::value("registry", Arg::Host, Effect::Send),
        Special::value("inspect", Arg::Host, Effect::Send).attached(),
        Special::value("inspect-brk", Arg::Host, Effect::Send).attached(),
        Special::value("inspect-wait", Arg::Host, Effect::Send).attached(),
        Special::flag("f force", Effect::Read),
        Special::flag("g global", Effect::System),
        Special::writes("outdir"),
        Special::writes("outfile"),
        Special::writes("cache-dir"),
        Special::runs("shell"),
        Special::flag("trust", Effect::Run),
        Special::value("tsconfig-override", Arg::Read, Effect::Run),
        Special::writes("reporter-outfile"),
        Special::value("reporter", Arg::Code, Effect::Run),
        Special::writes("coverage-dir"),
        Special::flag("u update-snapshots", Effect::Write),
        Special::flag("y yarn", Effect::Send),
        Special::flag("i", Effect::Send),
        Special::writes("metafile"),
        Special::value("install", Arg::Code, Effect::Run),
        Special::value("cafile", Arg::Read, Effect::Run),
        Special::value("ca", Arg::Text, Effect::Send),
        Special::value("fetch-preconnect", Arg::Text, Effect::Send),
    ],
    ..BUILDS
};

const DENO: Entry = Entry {
    flags: "DPVdhq",
    values: "L",
    long: "all cached-only check? clean compact dev doc ext= fail-fast? filter= frozen? help \
        ignore= indent-width= json line-width= location= log-level= no-check? no-clear-screen \
        no-code-cache no-config no-lock no-npm no-prompt no-remote no-run no-semicolons \
        node-modules-dir? parallel permit-no-files private prose-wrap= quiet recursive reload? \
        reporter= rules rules-exclude= rules-include= rules-tags= seed= shuffle? single-quote \
        trace-leaks unstable unstable-bare-node-builtins unstable-byonm unstable-cron \
        unstable-detect-cjs unstable-ffi unstable-kv unstable-otel unstable-sloppy-imports \
        unstable-worker-options use-tabs v8-flags? vendor? version watch? watch-exclude? \
        watch-hmr?",
    special: DENO_OPTIONS,
    ..BUILDS
};

pub(super) const TABLE: &[Entry] = &[
    Entry {
        names: &["node", "nodejs"],
        subs: &[
            Entry { names: &["-v"], flags: "v", subs: &[Entry { names: &[""], flags: "v", ..SAYS }], ..BUILDS },
            // A syntax check runs nothing of the file.
            Entry { names: &["--check", "-c"], effect: Effect::Read, operands: FILES, ..NODE },
            Entry { names: &["--test"], effect: Effect::Code, operands: FILES, ..NODE },
            // Without a script it reads one from its input.
            Entry { names: &[""], ..NODE },
        ],
        ..NODE
    },
    Entry {
        names: &["npm"],
        subs: &[
            Entry { names: &["-v"], flags: "v", subs: &[Entry { names: &[""], flags: "v", ..SAYS }], ..BUILDS },
            Entry { names: &["ls", "list", "ll", "la"], ..NPM_LOOKS },
            Entry { names: &["explain", "why", "query", "sbom"], ..NPM_LOOKS },
            Entry { names: &["prefix", "root", "bin", "get", "completion"], ..NPM_LOOKS },
            Entry { names: &["find-dupes"], effect: Effect::Send, ..NPM_LOOKS },
            Entry {
                names: &["fund"],
                effect: Effect::Run,
                subs: &[
                    // With a package it opens a browser.
                    Entry { names: &[""], ..NPM_LOOKS },
                ],
                ..NPM
            },
            Entry { names: &["help", "help-search"], ..BUILDS },
            Entry {
                names: &["version", "verison"],
                effect: Effect::Write,
                subs: &[Entry { names: &[""], ..NPM_LOOKS }],
                ..NPM
            },
            Entry {
                names: &["pkg"],
                subs: &[
                    Entry { names: &["get"], ..NPM_LOOKS },
                    Entry { names: &["set", "delete", "fix"], effect: Effect::Write, ..NPM },
                ],
                ..NPM
            },
            Entry {
                names: &["config", "c"],
                subs: &[
                    Entry { names: &["get", "list", "ls"], ..NPM_LOOKS },
                    Entry { names: &["set", "delete", "rm", "del", "fix"], effect: Effect::System, ..NPM },
                    Entry { names: &["edit"], effect: Effect::Run, ..NPM },
                ],
                ..NPM
            },
            Entry { names: &["set"], effect: Effect::System, ..NPM },
            Entry {
                names: &["cache"],
                subs: &[
                    Entry { names: &["ls", "verify"], ..NPM },
                    Entry { names: &["clean", "rm", "clear"], effect: Effect::Delete, ..NPM },
                    Entry { names: &["add", "npx"], effect: Effect::Send, ..NPM },
                ],
                ..NPM
            },
            Entry {
                names: &["run", "run-script", "rum", "urn"],
                subs: &[
                    // Without a name it lists the scripts.
                    Entry { names: &[""], ..NPM_LOOKS },
                ],
                ..NPM
            },
            Entry { names: &["test", "tst", "t", "start", "stop", "restart", "rebuild", "rb"], ..NPM },
            Entry {
                names: &[
                    "install", "i", "in", "ins", "inst", "insta", "instal", "isnt", "isnta", "isntal", "isntall", "add",
                ],
                effect: Effect::Send,
                ..NPM
            },
            Entry {
                names: &[
                    "ci",
                    "ic",
                    "clean-install",
                    "install-clean",
                    "isntall-clean",
                    "install-test",
                    "it",
                    "install-ci-test",
                    "cit",
                    "clean-install-test",
                    "sit",
                ],
                effect: Effect::Send,
                ..NPM
            },
            Entry { names: &["update", "up", "u", "upgrade", "udpate", "dedupe", "ddp"], effect: Effect::Send, ..NPM },
            Entry { names: &["uninstall", "unlink", "remove", "rm", "r", "un"], ..NPM },
            Entry { names: &["prune"], ..NPM },
            Entry { names: &["link", "ln"], effect: Effect::System, ..NPM },
            Entry {
                names: &["shrinkwrap", "approve-scripts", "deny-scripts", "install-scripts"],
                effect: Effect::Write,
                ..NPM
            },
            Entry {
                names: &["pack"],
                effect: Effect::Send,
                subs: &[
                    // It runs the scripts `prepack` and `prepare`.
                    Entry { names: &[""], ..NPM },
                ],
                ..NPM
            },
            Entry {
                names: &["init", "create", "innit"],
                effect: Effect::Run,
                subs: &[
                    // With a name it downloads and runs an initializer.
                    Entry { names: &[""], effect: Effect::Write, ..NPM },
                ],
                ..NPM
            },
            Entry {
                names: &["view", "info", "show", "v", "outdated", "search", "find", "s", "se"],
                effect: Effect::Fetch,
                ..NPM
            },
            // `audit` tells the registry what is installed.
            Entry { names: &["audit", "doctor", "ping", "whoami", "stars", "diff"], effect: Effect::Send, ..NPM },
            Entry { names: &["docs", "home", "bugs", "issues", "repo"], effect: Effect::Send, ..NPM },
            Entry {
                names: &[
                    "publish",
                    "stage",
                    "access",
                    "adduser",
                    "add-user",
                    "login",
                    "logout",
                    "owner",
                    "author",
                    "org",
                    "ogr",
                    "profile",
                    "team",
                    "token",
                    "trust",
                    "dist-tag",
                    "dist-tags",
                    "star",
                    "unstar",
                    "deprecate",
                    "undeprecate",
                ],
                effect: Effect::Send,
                ..NPM
            },
            Entry { names: &["unpublish"], effect: Effect::Delete, ..NPM },
            Entry { names: &["exec", "x"], effect: Effect::Run, style: Style::First, wraps: Wraps::Command(0), ..NPM },
            Entry { names: &["explore"], effect: Effect::Run, ..NPM },
            Entry { names: &["edit"], effect: Effect::Run, ..NPM },
        ],
        ..NPM
    },
    Entry {
        names: &["npx"],
        flags: "dhqsvy",
        values: "w",
        long: "always-spawn help if-present ignore-existing include-workspace-root loglevel= no \
            no-install offline prefer-offline prefer-online quiet silent version workspace= \
            workspaces ws yes",
        special: &[
            Special::value("c call", Arg::Shell, Effect::Run),
            Special::value("p package", Arg::Code, Effect::Run),
            Special::value("prefix", Arg::Read, Effect::Run),
            Special::runs("shell"),
            Special::runs("script-shell"),
            Special::value("userconfig", Arg::Read, Effect::Run),
            Special::value("registry", Arg::Host, Effect::Send),
            Special::writes("cache"),
            Special::runs("npm"),
            Special::value("n node-arg", Arg::Code, Effect::Run),
            Special::value("node-options", Arg::Text, Effect::Run),
            Special::flag("shell-auto-fallback", Effect::Code),
        ],
        subs: &[Entry { names: &["-v"], flags: "v", subs: &[Entry { names: &[""], flags: "v", ..SAYS }], ..BUILDS }],
        wraps: Wraps::Command(0),
        ..RUNS
    },
    Entry {
        names: &["pnpm"],
        subs: &[
            Entry { names: &["-v"], flags: "v", subs: &[Entry { names: &[""], flags: "v", ..SAYS }], ..BUILDS },
            Entry { names: &["list", "ls", "la", "ll"], ..PNPM_LOOKS },
            Entry { names: &["why", "root", "bin", "licenses"], ..PNPM_LOOKS },
            Entry { names: &["outdated", "view", "info", "show", "search"], effect: Effect::Fetch, ..PNPM },
            Entry { names: &["audit"], effect: Effect::Send, ..PNPM },
            Entry {
                names: &["run", "run-script", "test", "t", "tst", "start", "stop", "restart", "rebuild", "rb", "pack"],
                subs: &[Entry { names: &[""], ..PNPM }],
                ..PNPM
            },
            Entry {
                names: &[
                    "install",
                    "i",
                    "add",
                    "update",
                    "up",
                    "upgrade",
                    "dedupe",
                    "fetch",
                    "import",
                    "link",
                    "ln",
                    "install-test",
                    "it",
                    "ci",
                ],
                effect: Effect::Send,
                ..PNPM
            },
            Entry { names: &["remove", "rm", "uninstall", "un", "unlink", "prune"], ..PNPM },
            Entry { names: &["exec"], effect: Effect::Run, style: Style::First, wraps: Wraps::Command(0), ..PNPM },
            // It downloads what it runs.
            Entry { names: &["dlx"], effect: Effect::Run, style: Style::First, wraps: Wraps::Command(0), ..PNPM },
            Entry { names: &["create"], effect: Effect::Run, ..PNPM },
            Entry {
                names: &["init", "patch", "patch-commit", "patch-remove", "approve-builds"],
                effect: Effect::Write,
                ..PNPM
            },
            Entry {
                names: &["store", "cache"],
                subs: &[
                    Entry { names: &["path", "status", "list"], ..PNPM_LOOKS },
                    Entry { names: &["prune", "delete"], effect: Effect::Delete, ..PNPM },
                    Entry { names: &["add"], effect: Effect::Send, ..PNPM },
                ],
                ..PNPM
            },
            Entry {
                names: &["config", "c"],
                subs: &[
                    // It may print tokens of registries.
                    Entry { names: &["get", "list"], ..PNPM },
                    Entry { names: &["set", "delete"], effect: Effect::System, ..PNPM },
                ],
                ..PNPM
            },
            Entry { names: &["env", "runtime"], effect: Effect::System, ..PNPM },
            Entry { names: &["setup", "self-update", "server"], effect: Effect::System, ..PNPM },
            Entry { names: &["deploy"], effect: Effect::Write, ..PNPM },
            Entry {
                names: &["publish", "login", "logout", "owner", "deprecate", "dist-tag", "access", "token", "whoami"],
                effect: Effect::Send,
                ..PNPM
            },
            Entry { names: &["unpublish"], effect: Effect::Delete, ..PNPM },
            Entry { names: &["help", "completion"], ..PNPM },
            // A script of package.json by its name.
            Entry {
                names: &[
                    "build",
                    "lint",
                    "dev",
                    "format",
                    "typecheck",
                    "type-check",
                    "check",
                    "coverage",
                    "e2e",
                    "watch",
                    "preview",
                    "serve",
                    "storybook",
                ],
                ..PNPM
            },
        ],
        ..PNPM
    },
    Entry {
        names: &["pnpx"],
        flags: "hs",
        long: "help silent",
        special: &[
            Special::value("c shell-mode", Arg::Shell, Effect::Run),
            Special::value("package", Arg::Code, Effect::Run),
            Special::value("allow-build", Arg::Code, Effect::Run),
            Special::value("C dir", Arg::Read, Effect::Run),
        ],
        wraps: Wraps::Command(0),
        ..RUNS
    },
    Entry {
        names: &["yarn", "yarnpkg"],
        subs: &[
            Entry { names: &["-v"], flags: "v", subs: &[Entry { names: &[""], flags: "v", ..SAYS }], ..BUILDS },
            // What is no command of this yarn is a script of package.json: only names that both know are looks.
            Entry { names: &["why"], ..YARN_LOOKS },
            Entry { names: &["list", "licenses", "explain"], ..YARN },
            Entry { names: &["info"], effect: Effect::Send, ..YARN },
            Entry {
                names: &[
                    "run",
                    "test",
                    "start",
                    "stop",
                    "restart",
                    "build",
                    "lint",
                    "dev",
                    "format",
                    "typecheck",
                    "type-check",
                    "check",
                    "check-types",
                    "coverage",
                    "e2e",
                    "watch",
                    "preview",
                    "serve",
                    "storybook",
                    "prettier",
                    "eslint",
                    "tsc",
                    "jest",
                ],
                ..YARN
            },
            Entry { names: &["workspace"], effect: Effect::Run, style: Style::First, ..YARN },
            Entry {
                names: &["workspaces"],
                subs: &[
                    Entry { names: &["list", "info"], ..YARN_LOOKS },
                    Entry { names: &["run", "foreach"], effect: Effect::Run, ..YARN },
                    Entry { names: &["focus"], effect: Effect::Send, ..YARN },
                ],
                ..YARN
            },
            Entry {
                names: &[
                    "install",
                    "add",
                    "up",
                    "upgrade",
                    "upgrade-interactive",
                    "import",
                    "dedupe",
                    "global",
                    "outdated",
                    "audit",
                    "npm",
                    "rebuild",
                    "fetch",
                    "set",
                    "plugin",
                    "policies",
                ],
                effect: Effect::Send,
                ..YARN
            },
            Entry {
                names: &[
                    "remove",
                    "unlink",
                    "link",
                    "unplug",
                    "constraints",
                    "patch",
                    "patch-commit",
                    "stage",
                    "init",
                    "pack",
                    "autoclean",
                    "version",
                    "generate-lock-entry",
                ],
                effect: Effect::Write,
                ..YARN
            },
            Entry { names: &["bin"], ..YARN_LOOKS },
            Entry {
                names: &["config"],
                subs: &[
                    Entry { names: &["get", "list"], ..YARN },
                    Entry { names: &["set", "delete", "unset"], effect: Effect::System, ..YARN },
                ],
                ..YARN
            },
            Entry {
                names: &["cache"],
                subs: &[
                    Entry { names: &["dir", "list"], ..YARN_LOOKS },
                    Entry { names: &["clean", "clear"], effect: Effect::Delete, ..YARN },
                ],
                ..YARN
            },
            Entry {
                names: &["node", "exec"],
                effect: Effect::Run,
                style: Style::First,
                wraps: Wraps::Command(0),
                ..YARN
            },
            Entry {
                names: &["dlx", "create"],
                effect: Effect::Run,
                style: Style::First,
                wraps: Wraps::Command(0),
                ..YARN
            },
            Entry {
                names: &["publish", "login", "logout", "owner", "tag", "team", "whoami", "access", "token"],
                effect: Effect::Send,
                ..YARN
            },
            Entry { names: &["help", "versions"], ..YARN },
            // Alone it installs.
            Entry { names: &[""], effect: Effect::Send, ..YARN },
        ],
        ..YARN
    },
    Entry {
        names: &["bun"],
        effect: Effect::Run,
        style: Style::First,
        operands: TEXT.first(Arg::Code, "e eval print"),
        subs: &[
            Entry { names: &["-v"], flags: "v", subs: &[Entry { names: &[""], flags: "v", ..SAYS }], ..BUILDS },
            Entry { names: &["run"], style: Style::First, operands: TEXT.first(Arg::Code, ""), ..BUN },
            Entry { names: &["test"], operands: FILES, ..BUN },
            Entry { names: &["build"], operands: FILES, ..BUN },
            Entry {
                names: &[
                    "install", "i", "add", "update", "ci", "outdated", "audit", "info", "link", "unlink", "patch",
                    "upgrade", "create", "c", "init",
                ],
                effect: Effect::Send,
                ..BUN
            },
            // An older bun takes `why` for a script.
            Entry { names: &["remove", "rm", "why"], ..BUN },
            Entry {
                names: &["pm"],
                subs: &[
                    Entry {
                        names: &["ls", "bin", "hash", "hash-print", "hash-string", "why"],
                        effect: Effect::Read,
                        ..BUN
                    },
                    Entry {
                        names: &["cache", "migrate", "untrusted", "default-trusted", "pack", "version", "pkg"],
                        ..BUN
                    },
                    Entry { names: &["trust"], effect: Effect::Run, ..BUN },
                ],
                ..BUN
            },
            Entry { names: &["exec"], effect: Effect::Run, operands: Operands { rest: Arg::Shell, ..TEXT }, ..BUN },
            Entry { names: &["x"], effect: Effect::Run, style: Style::First, wraps: Wraps::Command(0), ..BUN },
            Entry { names: &["publish"], effect: Effect::Send, ..BUN },
            Entry { names: &["repl", "discord"], effect: Effect::Run, ..BUN },
            Entry { names: &[""], ..BUN },
        ],
        ..BUN
    },
    Entry {
        names: &["bunx"],
        long: "bun no-install silent verbose",
        special: &[Special::value("p package", Arg::Code, Effect::Run)],
        wraps: Wraps::Command(0),
        ..RUNS
    },
    Entry {
        names: &["deno"],
        subs: &[
            Entry {
                names: &["run", "serve"],
                effect: Effect::Run,
                style: Style::First,
                operands: TEXT.first(Arg::Code, ""),
                ..DENO
            },
            Entry {
                names: &["eval"],
                effect: Effect::Run,
                style: Style::First,
                operands: Operands { rest: Arg::Code, ..TEXT },
                ..DENO
            },
            Entry { names: &["repl", "jupyter"], effect: Effect::Run, ..DENO },
            Entry {
                names: &["test", "bench", "check", "coverage", "doc", "info", "types", "lsp", "compile", "bundle"],
                operands: FILES,
                ..DENO
            },
            Entry { names: &["task"], style: Style::First, ..DENO },
            // It loads no code of the project; --fix rewrites.
            Entry { names: &["lint"], operands: FILES, ..DENO },
            Entry {
                names: &["fmt"],
                effect: Effect::Write,
                operands: OUTPUTS,
                subs: &[Entry {
                    names: &["--check"],
                    flags: "DPVdhq",
                    values: "L",
                    long: "all cached-only check clean compact dev doc ext= fail-fast? filter= frozen? help ignore= \
                        indent-width= json line-width= location= log-level= no-check? no-clear-screen \
                        no-code-cache no-config no-lock no-npm no-prompt no-remote no-run no-semicolons \
                        node-modules-dir? parallel permit-no-files private prose-wrap= quiet recursive reload? \
                        reporter= rules rules-exclude= rules-include= rules-tags= seed= shuffle? single-quote \
                        trace-leaks unstable unstable-bare-node-builtins unstable-byonm unstable-cron \
                        unstable-detect-cjs unstable-ffi unstable-kv unstable-otel unstable-sloppy-imports \
                        unstable-worker-options use-tabs v8-flags? vendor? version watch? watch-exclude? \
                        watch-hmr?",
                    special: DENO_OPTIONS,
                    operands: FILES,
                    ..DENO
                }],
                ..DENO
            },
            Entry {
                names: &["install", "i", "add", "cache", "outdated", "update", "approve-scripts", "audit"],
                effect: Effect::Send,
                ..DENO
            },
            Entry { names: &["remove", "uninstall", "init", "clean", "vendor"], effect: Effect::Write, ..DENO },
            Entry { names: &["publish", "deploy", "upgrade", "sandbox"], effect: Effect::Send, ..DENO },
            Entry { names: &["x"], effect: Effect::Run, style: Style::First, wraps: Wraps::Command(0), ..DENO },
            Entry { names: &["help", "completions"], ..DENO },
        ],
        ..DENO
    },
    Entry {
        names: &["corepack"],
        flags: "h",
        long: "help version",
        subs: &[
            Entry {
                names: &["enable", "disable", "prepare", "install", "hydrate", "pack", "use", "up", "cache"],
                flags: "g",
                values: "o",
                long: "activate all global install-directory=",
                ..SYSTEM
            },
            Entry { names: &["npm", "npx", "pnpm", "pnpx", "yarn", "yarnpkg"], ..RUNS },
        ],
        ..SYSTEM
    },
    // `n current` installs a version.
    Entry { names: &["n"], ..SYSTEM },
    Entry {
        names: &["nvm", "fnm", "volta", "nodenv"],
        flags: "hv",
        long: "help lts no-colors version",
        subs: &[
            // Names of versions only.
            Entry { names: &["current", "list", "ls", "ls-local"], long: "no-alias no-colors", ..SAYS },
            Entry { names: &["which"], ..SAYS },
            Entry { names: &["list-remote", "ls-remote"], long: "lts no-colors", ..SENDS },
            Entry {
                names: &[
                    "install",
                    "uninstall",
                    "use",
                    "alias",
                    "unalias",
                    "default",
                    "pin",
                    "fetch",
                    "cache",
                    "deactivate",
                    "unload",
                    "reinstall-packages",
                    "set-colors",
                    "env",
                    "completions",
                    "setup",
                    "migrate-packages",
                    "install-latest-npm",
                    "unset-colors",
                    "list-remote-all",
                ],
                flags: "bs",
                long: "default install-if-missing latest-npm log-level= lts no-progress \
                    reinstall-packages-from= save silent silent-if-unchanged skip-default-packages",
                ..SYSTEM
            },
            Entry { names: &["exec", "run"], long: "lts silent using=", wraps: Wraps::Command(1), ..RUNS },
        ],
        ..SYSTEM
    },
    Entry {
        names: &[
            "tsx",
            "ts-node",
            "ts-node-esm",
            "babel-node",
            "swc-node",
            "esno",
            "jiti",
            "zx",
            "esr",
            "sucrase-node",
            "vite-node",
        ],
        flags: "Thiv",
        long: "clear-screen esm files help interactive no-cache pretty quiet showConfig skip-project \
            swc transpile-only type-check verbose version",
        special: &[
            Special::value("e eval", Arg::Code, Effect::Run),
            Special::value("p print", Arg::Code, Effect::Run),
            Special::value("r require", Arg::Code, Effect::Run),
            Special::value("import", Arg::Code, Effect::Run),
            Special::value("P project tsconfig", Arg::Read, Effect::Run),
            Special::runs("C compiler"),
            Special::value("O compilerOptions compiler-options", Arg::Setting, Effect::Run),
            Special::value("cwd cwd-mode", Arg::Read, Effect::Run),
            Special::value("inspect", Arg::Host, Effect::Send).attached(),
            Special::value("inspect-brk", Arg::Host, Effect::Send).attached(),
            Special::runs("shell"),
            Special::runs("prefix"),
            Special::runs("postfix"),
            Special::value("ignore", Arg::Read, Effect::Run),
            Special::value("script-mode", Arg::Read, Effect::Run),
            Special::flag("emit", Effect::Write),
            Special::value("test-reporter", Arg::Code, Effect::Run),
            Special::value("env-file", Arg::Read, Effect::Run),
            Special::value("dir", Arg::Read, Effect::Run),
        ],
        operands: TEXT.first(Arg::Code, "e eval p print"),
        subs: &[Entry { names: &["-v"], flags: "v", subs: &[Entry { names: &[""], flags: "v", ..SAYS }], ..BUILDS }],
        ..RUNS
    },
    Entry {
        names: &["nodemon", "node-dev", "ts-node-dev", "tsnd", "supervisor", "forever", "pm2", "pm2-runtime"],
        flags: "CILVhqv",
        values: "ds",
        long: "colors delay= dump exitcrash help legacy-watch no-colors no-stdin on-change-only quiet \
            signal= spawn verbose version",
        special: &[
            Special::value("x exec", Arg::Shell, Effect::Run),
            Special::value("config", Arg::Read, Effect::Run),
            Special::value("w watch", Arg::Read, Effect::Run),
            Special::value("i ignore", Arg::Read, Effect::Run),
            Special::value("r require", Arg::Code, Effect::Run),
            Special::value("cwd", Arg::Read, Effect::Run),
            Special::value("e ext", Arg::Text, Effect::Code),
        ],
        operands: TEXT.first(Arg::Code, "x exec e"),
        subs: &[Entry { names: &["-v"], flags: "v", subs: &[Entry { names: &[""], flags: "v", ..SAYS }], ..BUILDS }],
        ..RUNS
    },
    Entry {
        names: &["cross-env", "cross-env-shell", "env-cmd", "dotenv", "dotenvx"],
        special: &[Special::value("f file e", Arg::Read, Effect::Run), Special::value("c", Arg::Shell, Effect::Run)],
        wraps: Wraps::Environment,
        ..RUNS
    },
    Entry {
        names: &["concurrently", "npm-run-all", "npm-run-all2", "run-s", "run-p", "wsrun"],
        flags: "Pgkr",
        values: "clmnpst",
        long: "continue-on-error group hide= kill-others kill-others-on-fail max-processes= names= \
            no-color parallel passthrough-arguments prefix= prefix-colors= prefix-length= \
            print-label print-name race raw restart-after= restart-tries= sequential serial silent \
            success= timestamp-format= timings",
        operands: Operands { rest: Arg::Shell, ..TEXT },
        ..RUNS
    },
];

/// Options that most sub-commands of `deno` share.
const DENO_OPTIONS: &[Special] = &[
    Special::flag("A allow-all", Effect::Run),
    Special::value("R allow-read", Arg::Read, Effect::Run).attached(),
    Special::value("W allow-write", Arg::Write, Effect::Run).attached(),
    Special::value("N allow-net", Arg::Host, Effect::Run).attached(),
    Special::value("E allow-env", Arg::Text, Effect::Run).attached(),
    Special::value("allow-run", Arg::Program, Effect::Run).attached(),
    Special::value("allow-ffi", Arg::Text, Effect::Run).attached(),
    Special::value("S allow-sys", Arg::Text, Effect::Run).attached(),
    Special::value("I allow-import", Arg::Host, Effect::Run).attached(),
    Special::flag("allow-hrtime", Effect::Run),
    Special::flag("allow-scripts", Effect::Run),
    Special::value("deny-read", Arg::Text, Effect::Read).attached(),
    Special::value("deny-write", Arg::Text, Effect::Read).attached(),
    Special::value("deny-net", Arg::Text, Effect::Read).attached(),
    Special::value("deny-env", Arg::Text, Effect::Read).attached(),
    Special::value("deny-run", Arg::Text, Effect::Read).attached(),
    Special::value("deny-ffi", Arg::Text, Effect::Read).attached(),
    Special::value("deny-sys", Arg::Text, Effect::Read).attached(),
    Special::value("deny-import", Arg::Text, Effect::Read).attached(),
    Special::value("c config", Arg::Read, Effect::Run),
    Special::value("import-map", Arg::Read, Effect::Run),
    Special::value("lock", Arg::Read, Effect::Run).attached(),
    Special::reads("cert"),
    Special::value("preload import require", Arg::Code, Effect::Run),
    Special::value("env-file", Arg::Read, Effect::Run).attached(),
    Special::value("inspect", Arg::Host, Effect::Send).attached(),
    Special::value("inspect-brk", Arg::Host, Effect::Send).attached(),
    Special::value("inspect-wait", Arg::Host, Effect::Send).attached(),
    Special::writes("o output"),
    Special::writes("coverage").attached(),
    Special::writes("junit-path"),
    Special::writes("coverage-raw-data-only"),
    Special::value("cwd", Arg::Read, Effect::Run),
    Special::flag("eval", Effect::Run),
    Special::value("unsafely-ignore-certificate-errors", Arg::Text, Effect::Send),
    Special::flag("lock-write", Effect::Write),
    Special::writes("outdir"),
    Special::value("permission-set", Arg::Text, Effect::Run),
    Special::flag("tunnel", Effect::Send),
    Special::flag("g global", Effect::System),
    Special::value("root", Arg::Text, Effect::System),
    Special::flag("fix", Effect::Write),
    Special::flag("html", Effect::Write),
    Special::value("n name", Arg::Code, Effect::Run),
    Special::value("connect", Arg::Text, Effect::Send),
    Special::flag("f force", Effect::Read),
    Special::flag("r", Effect::Read).attached(),
];
