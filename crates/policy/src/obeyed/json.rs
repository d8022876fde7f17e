//! JSON that package managers and tool chains obey.

use serde_json::{Map, Value};

use super::is_version;

/// `package.json` as yarn and pnpm obey it when they only read: scripts do not run then, but another version of the package
/// manager may.
pub(super) fn package(program: &str, text: &str) -> bool {
    let Some(package) = object(text) else { return false };
    let fetched = match package.get("packageManager") {
        None => true,
        // pnpm fetches that version from the registry that the project names, yarn from the one that the user has.
        Some(Value::String(wanted)) => program != "pnpm" && is_released(wanted),
        Some(Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_)) => false,
    };
    fetched && !["devEngines", "pnpm"].iter().any(|key| package.contains_key(*key))
}

/// `yarn@4.1.0`, with or without a hash.
fn is_released(wanted: &str) -> bool {
    let Some((name, version)) = wanted.split_once('@') else { return false };
    let (version, hash) = version.split_once('+').unwrap_or((version, ""));
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'.';
    matches!(name, "npm" | "pnpm" | "yarn") && is_version(version) && hash.bytes().all(plain)
}

/// `composer.json`: its scripts also run at the start of commands that read.
pub(super) fn composer(text: &str) -> bool {
    object(text).is_some_and(|object| !object.contains_key("scripts") && !object.contains_key("config"))
}

/// `global.json`: only which version of the SDK is wanted.
pub(super) fn dotnet(text: &str) -> bool {
    let Some(settings) = object(text) else { return false };
    let plain = |sdk: &Map<String, Value>| {
        sdk.keys().all(|key| matches!(key.as_str(), "version" | "rollForward" | "allowPrerelease"))
    };
    settings.iter().all(|(key, value)| key == "sdk" && value.as_object().is_some_and(plain))
}

fn object(text: &str) -> Option<Map<String, Value>> {
    match serde_json::from_str(text) {
        Ok(Value::Object(object)) => Some(object),
        Ok(_) | Err(_) => None,
    }
}
