//! High-risk commands that no row of words can tell: what counts is a setting, an address, or what a pipe carries.

use super::CommandCall;
use crate::command::{Item, Simple, Usage};
use crate::programs::{Quirk, Role};

/// What makes a command ask in every mode although none of its words alone does.
pub(super) fn risk(call: &CommandCall<'_, '_>, simple: &Simple<'_>, usage: &Usage) -> Option<&'static str> {
    if usage.has(Quirk::Git) && usage.path.get(1) == Some(&"clean") {
        return forces_clean(simple, usage).then_some("git clean -f *");
    }
    if usage.plays(Role::ConnectsCommands) {
        return gives_a_shell(simple).then_some("socat EXEC:*");
    }
    // Compressors and encoders may stand between.
    (sends_input(simple, usage) && call.any_before(simple, packs)).then_some("sends an archive")
}

/// `git -c clean.requireForce=false clean`: the setting replaces the option.
fn forces_clean(simple: &Simple<'_>, usage: &Usage) -> bool {
    let dry = usage.options.iter().any(|used| matches!(used.key.as_ref(), "-n" | "--dry-run"));
    let sets = |item: &Item<'_>| {
        let shown = item.shown();
        let (name, value) = shown.split_once('=').unwrap_or((shown, ""));
        let name = name.trim_start_matches("-c").trim_start_matches("--config-env");
        name.eq_ignore_ascii_case("clean.requireForce") && !matches!(value.to_ascii_lowercase().as_str(), "true" | "1")
    };
    // `GIT_CONFIG_KEY_0=clean.requireForce` as well, which is not looked at further.
    let by_variable = simple.assignments.iter().any(|(name, _)| name.starts_with("GIT_CONFIG_"));
    !dry && (by_variable || simple.items.iter().skip(1).any(sets))
}

/// `socat TCP:host:1 EXEC:/bin/sh`: another machine gets a program to talk to.
fn gives_a_shell(simple: &Simple<'_>) -> bool {
    let kind = |item: &Item<'_>| item.shown().split([':', ',']).next().unwrap_or("").to_ascii_uppercase();
    simple.items.iter().skip(1).any(|item| matches!(kind(item).as_str(), "EXEC" | "SYSTEM" | "SHELL"))
}

/// Whether a command sends what it reads on its input to another machine.
fn sends_input(simple: &Simple<'_>, usage: &Usage) -> bool {
    if simple.fed_by.is_none() {
        return false;
    }
    let values = || usage.options.iter().filter_map(|used| used.text(&simple.items).map(|text| (&*used.key, text)));
    if usage.plays(Role::SendsFiles) {
        return values().any(|(key, text)| {
            let data = key.starts_with("-d") || key.starts_with("--data") || matches!(key, "-F" | "--form" | "--json");
            data && text.contains("@-") || matches!(key, "-T" | "--upload-file") && matches!(text, "-" | ".")
        });
    }
    if usage.plays(Role::ShellByDefault) && usage.runs_elsewhere() {
        return usage.operands.len() > 1 || !usage.inner.is_empty();
    }
    let says_so = |word: &str| match word {
        "always" => true,
        option if option.starts_with("--") => {
            values().any(|(key, text)| key == option && matches!(text, "-" | "/dev/stdin"))
        }
        word => simple.items.iter().any(|item| item.text() == Some(word)),
    };
    usage.rare("sends-input").is_some_and(|said| said.split(' ').any(says_so))
}

/// Whether a command prints a whole tree, a dump of a database, or the environment.
fn packs(simple: &Simple<'_>, usage: &Usage) -> bool {
    let says_so = |word: &str| match word {
        "always" => true,
        "alone" => simple.items.len() == 1,
        option => usage.options.iter().any(|used| used.key == option),
    };
    usage.has(Quirk::Environment) && usage.inner.is_empty()
        || usage.rare("packs").is_some_and(|said| said.split(' ').any(says_so))
}
