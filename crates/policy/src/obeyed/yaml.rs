//! The settings of yarn and pnpm: a mapping whose keys begin their lines.

/// Settings of yarn that say how packages are fetched and laid out. `yarnPath`, `plugins` and their kin are not among them.
pub(super) const YARN: [&str; 36] = [
    "approvedGitRepositories",
    "changesetBaseRefs",
    "checksumBehavior",
    "compressionLevel",
    "defaultSemverRangePrefix",
    "enableColors",
    "enableGlobalCache",
    "enableHardenedMode",
    "enableHyperlinks",
    "enableImmutableInstalls",
    "enableInlineBuilds",
    "enableMessageNames",
    "enableMirror",
    "enableProgressBars",
    "enableScripts",
    "enableStrictSsl",
    "enableTelemetry",
    "enableTimers",
    "httpRetry",
    "httpTimeout",
    "immutablePatterns",
    "logFilters",
    "networkConcurrency",
    "nmHoistingLimits",
    "nmMode",
    "nmSelfReferences",
    "nodeLinker",
    "npmMinimalAgeGate",
    "npmPublishAccess",
    "npmRegistryServer",
    "npmScopes",
    "packageExtensions",
    "pnpFallbackMode",
    "pnpMode",
    "preferInteractive",
    "supportedArchitectures",
];

/// Settings of a workspace of pnpm, as [`YARN`].
pub(super) const PNPM: [&str; 30] = [
    "allowedDeprecatedVersions",
    "autoInstallPeers",
    "catalog",
    "catalogMode",
    "catalogs",
    "cleanupUnusedCatalogs",
    "dedupePeerDependents",
    "engineStrict",
    "hoist",
    "hoistPattern",
    "ignoredBuiltDependencies",
    "ignoredOptionalDependencies",
    "injectWorkspacePackages",
    "linkWorkspacePackages",
    "lockfile",
    "minimumReleaseAge",
    "minimumReleaseAgeExclude",
    "nodeLinker",
    "onlyBuiltDependencies",
    "overrides",
    "packageExtensions",
    "packages",
    "peerDependencyRules",
    "preferWorkspacePackages",
    "publicHoistPattern",
    "resolutionMode",
    "saveExact",
    "savePrefix",
    "shamefullyHoist",
    "sharedWorkspaceLockfile",
];

/// What a file of services may say. Not `include`: what it names is fetched.
const SERVICES: [&str; 8] = ["configs", "models", "name", "networks", "secrets", "services", "version", "volumes"];

/// Whether a file of services takes nothing in from elsewhere.
pub(super) fn services(text: &str) -> bool {
    let own = |key: &str| {
        key.starts_with("x-") && key.bytes().all(|one| one.is_ascii_alphanumeric() || one == b'-' || one == b'_')
    };
    let known: Vec<&str> =
        text.lines().filter_map(|line| line.split_once(':')).map(|(key, _)| key).filter(|key| own(key)).collect();
    let known: Vec<&str> = known.into_iter().chain(SERVICES).collect();
    // A service may be taken from another file, which may lie elsewhere; a tag or a merge may bring that in.
    keys(text, &known) && !text.contains("extends") && !text.contains("\\u") && !text.contains("\\x")
}

/// Whether a text is a mapping with these keys and no others. Every line that begins at the edge must be one of them or an
/// entry of a list below it, so nothing can hide there.
pub(super) fn keys(text: &str, known: &[&str]) -> bool {
    let mut begun = false;
    text.lines().all(|line| {
        if line.trim().is_empty() || line.trim_start().starts_with('#') {
            return true;
        }
        if line.starts_with(' ') || line.starts_with("- ") {
            return begun;
        }
        begun = true;
        line.split_once(':')
            .is_some_and(|(key, value)| known.contains(&key) && (value.is_empty() || value.starts_with(' ')))
    })
}
