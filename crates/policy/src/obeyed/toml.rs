//! TOML that tool chains obey. byleave reads it line by line, in its plain form only: a file with quoted keys, texts of
//! several lines or anything else unusual may run something.

use super::{is_plain_name, is_version};

/// One setting: its table, its key, its value as written.
struct Setting<'t> {
    table: &'t str,
    key: &'t str,
    value: &'t str,
}

/// All settings of a text; `None` if its form is not the plain one.
fn settings(text: &str) -> Option<Vec<Setting<'_>>> {
    if text.contains("\"\"\"") || text.contains("'''") {
        return None;
    }
    let mut found = Vec::new();
    let mut table = "";
    // Inside a list that goes over several lines.
    let mut open = 0_usize;
    for line in text.lines().map(str::trim) {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if open > 0 {
            open = opened(line, open)?;
            continue;
        }
        if let Some(header) = line.strip_prefix('[') {
            let header = header.split('#').next().unwrap_or("").trim();
            let (header, end) = header.strip_prefix('[').map_or((header, "]"), |header| (header, "]]"));
            table = header.strip_suffix(end)?.trim();
            if table.is_empty() || !table.split('.').all(|part| is_key(part.trim())) {
                return None;
            }
            found.push(Setting { table, key: "", value: "" });
            continue;
        }
        let (key, value) = line.split_once('=')?;
        let (key, value) = (key.trim(), value.trim());
        if !key.split('.').all(|part| is_key(part.trim())) {
            return None;
        }
        open = opened(value, 0)?;
        found.push(Setting { table, key, value });
    }
    (open == 0).then_some(found)
}

/// How many lists are open after a line; `None` if a text in it does not end.
fn opened(line: &str, before: usize) -> Option<usize> {
    let mut open = before;
    let mut quote = None;
    let mut escaped = false;
    for one in line.chars() {
        match quote {
            Some('"') if escaped => escaped = false,
            Some('"') if one == '\\' => escaped = true,
            Some(end) if one == end => quote = None,
            Some(_) => {}
            None => match one {
                '"' | '\'' => quote = Some(one),
                '[' | '{' => open = open.saturating_add(1),
                ']' | '}' => open = open.checked_sub(1)?,
                '#' => break,
                _ => {}
            },
        }
    }
    quote.is_none().then_some(open)
}

fn is_key(part: &str) -> bool {
    !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'))
}

/// A value that is a plain text, without its quotes.
fn text_of(value: &str) -> Option<&str> {
    let inside = value.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'))?;
    (!inside.contains(['"', '\\'])).then_some(inside)
}

fn all(text: &str, harmless: impl Fn(&Setting<'_>) -> bool) -> bool {
    settings(text).is_some_and(|settings| settings.iter().all(harmless))
}

/// `stable`, `nightly-2026-01-02`, `1.90.0`
pub(super) fn is_channel(text: &str) -> bool {
    let (name, date) = text.split_once('-').unwrap_or((text, ""));
    let dated = date.is_empty() || date.len() == 10 && date.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
    let number = || name.starts_with(|first: char| first.is_ascii_digit()) && is_version(name);
    dated && (matches!(name, "stable" | "beta" | "nightly") || number())
}

pub(super) fn toolchain(text: &str) -> bool {
    all(text, |setting| match (setting.table, setting.key) {
        ("toolchain", "channel") => text_of(setting.value).is_some_and(is_channel),
        ("toolchain", "" | "components" | "targets" | "profile") => true,
        _ => false,
    })
}

pub(super) fn mise(text: &str) -> bool {
    all(text, |setting| {
        setting.table == "tools" && (setting.key.is_empty() || text_of(setting.value).is_some_and(is_plain_name))
    })
}

/// Versions alone. A table may name plug-ins, which run.
pub(super) fn proto(text: &str) -> bool {
    let plain = |setting: &Setting<'_>| !setting.key.contains('.') && text_of(setting.value).is_some_and(is_plain_name);
    all(text, |setting| setting.table.is_empty() && plain(setting))
}

pub(super) fn cargo(text: &str) -> bool {
    all(text, |setting| {
        let first = setting.table.split('.').next().unwrap_or("");
        match (first, setting.key) {
            ("net" | "term" | "profile" | "http" | "cargo-new" | "future-incompat-report" | "cache", _) => {
                setting.table.is_empty() || !setting.key.contains('.')
            }
            // Written in braces, a key may name the program that hands out credentials.
            ("source" | "registries" | "registry", key) => {
                !key.contains("credential") && !setting.value.contains(['{', '['])
            }
            ("build", key) => {
                let plain = ["", "jobs", "target", "target-dir", "incremental", "dep-info-basedir"];
                setting.table == "build" && plain.contains(&key)
            }
            ("alias", "" | "xtask") => setting.table == "alias",
            _ => false,
        }
    })
}

/// Settings of uv that say where packages come from and how they are put together.
const UV: [&str; 25] = [
    "compile-bytecode",
    "concurrent-downloads",
    "conflicts",
    "constraint-dependencies",
    "default-groups",
    "dev-dependencies",
    "environments",
    "exclude-newer",
    "extra-index-url",
    "fork-strategy",
    "index",
    "index-strategy",
    "index-url",
    "link-mode",
    "managed",
    "no-build",
    "no-cache",
    "offline",
    "override-dependencies",
    "package",
    "prerelease",
    "required-version",
    "resolution",
    "sources",
    "workspace",
];

fn is_of_uv(table: &str, key: &str) -> bool {
    let name = if table.is_empty() { key } else { table };
    let name = name.split('.').next().unwrap_or("");
    name.is_empty() || UV.contains(&name)
}

pub(super) fn uv(text: &str) -> bool {
    all(text, |setting| is_of_uv(setting.table, setting.key))
}

/// `pyproject.toml`, as uv and poetry obey it when they only read: nothing is built then.
pub(super) fn pyproject(program: &str, text: &str) -> bool {
    all(text, |setting| {
        // Written in one line it could be anything.
        if setting.table.is_empty() || setting.table == "tool" {
            return false;
        }
        match setting.table.strip_prefix("tool.uv") {
            Some("") => program != "uv" || is_of_uv("", setting.key),
            Some(below) if below.starts_with('.') => program != "uv" || is_of_uv(below.trim_start_matches('.'), ""),
            _ => {
                let poetry = setting.table.starts_with("tool.poetry") || setting.table.starts_with("tool.pdm");
                !(poetry && [setting.table, setting.key].iter().any(|part| part.contains("plugins")))
            }
        }
    })
}

pub(super) fn poetry(text: &str) -> bool {
    all(text, |setting| {
        matches!(
            (setting.table, setting.key),
            ("virtualenvs", "" | "in-project" | "create" | "prompt") | ("installer", _)
        )
    })
}
