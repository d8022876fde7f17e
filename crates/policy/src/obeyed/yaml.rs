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
