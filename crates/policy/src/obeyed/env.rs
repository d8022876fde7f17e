//! The file of variables beside a file of services: which of them move the services elsewhere.

/// Variables of compose that name no file, no machine and no program.
const PLAIN: [&str; 11] = [
    "COMPOSE_ANSI",
    "COMPOSE_BAKE",
    "COMPOSE_CONVERT_WINDOWS_PATHS",
    "COMPOSE_DOCKER_CLI_BUILD",
    "COMPOSE_HTTP_TIMEOUT",
    "COMPOSE_IGNORE_ORPHANS",
    "COMPOSE_MENU",
    "COMPOSE_PARALLEL_LIMIT",
    "COMPOSE_PROFILES",
    "COMPOSE_PROJECT_NAME",
    "COMPOSE_REMOVE_ORPHANS",
];

/// Variables that choose the machine.
const MACHINE: [&str; 5] = ["DOCKER_CERT_PATH", "DOCKER_CONFIG", "DOCKER_CONTEXT", "DOCKER_HOST", "DOCKER_TLS_VERIFY"];

/// Whether no word of the text is a variable that chooses other files of services, or another machine. Where it stands does
/// not count: `export X=y` and `X: y` set one, too.
pub(super) fn is_plain(text: &str) -> bool {
    let mut words = text.split(|one: char| !one.is_ascii_alphanumeric() && one != '_');
    words.all(|word| !MACHINE.contains(&word) && (!word.starts_with("COMPOSE_") || PLAIN.contains(&word)))
}
