//! How a server is called in rules, and how it is started.

use std::ffi::OsString;

use byleave_mcp::tool::is_plain_name;
use byleave_shell::quoted;

use crate::escape;
use crate::failure::Failure;

/// The words of a command, as one line that means the same.
pub fn line(command: &[OsString]) -> Result<String, Failure> {
    let text = |word: &OsString| {
        let wrong = || Failure::Usage(format!("{} is not UTF-8 text", escape::shown(&word.to_string_lossy())));
        word.to_str().map(|word| quoted(word).into_owned()).ok_or_else(wrong)
    };
    Ok(command.iter().map(text).collect::<Result<Vec<_>, _>>()?.join(" "))
}

/// The name of a server: the given one, or one made from how it is started.
pub fn of(given: Option<&str>, start: &str) -> Result<String, Failure> {
    if let Some(name) = given {
        if is_plain_name(name) {
            return Ok(name.to_owned());
        }
        let name = escape::shown(name);
        return Err(Failure::Usage(format!(
            "`{name}` is not a name for a server; use letters, digits, `-`, `.` and single `_`"
        )));
    }
    let made = made(start);
    if is_plain_name(&made) {
        return Ok(made);
    }
    Err(Failure::Usage("the server needs a name for rules; give it one with --name".to_owned()))
}

/// The last word that says what is started: a package or a program, without what all of them are called.
fn made(start: &str) -> String {
    let launchers = [
        "npx", "uvx", "bunx", "pipx", "uv", "node", "python", "python3", "docker", "run", "exec", "dlx", "pnpm", "deno",
    ];
    let words = start.split(' ').filter(|word| !word.starts_with('-'));
    let mut words = words.filter(|word| !launchers.contains(&word.rsplit('/').next().unwrap_or(word)));
    let word = words.next().unwrap_or_default();
    if let Some((_, rest)) = word.split_once("://") {
        return rest.split(['/', ':']).next().unwrap_or_default().to_owned();
    }
    let word = word.rsplit('/').next().unwrap_or(word);
    let word = word.split('@').next().unwrap_or(word);
    let stem = [".js", ".mjs", ".py", ".ts"].iter().find_map(|end| word.strip_suffix(end)).unwrap_or(word);
    let bare = ["mcp-server-", "server-", "mcp-"].iter().find_map(|start| stem.strip_prefix(start)).unwrap_or(stem);
    ["-mcp-server", "-mcp", "-server"].iter().find_map(|end| bare.strip_suffix(end)).unwrap_or(bare).to_owned()
}

#[cfg(test)]
mod tests {
    use super::{made, of};

    #[test]
    fn a_server_is_called_by_its_package_or_program() {
        for (start, name) in [
            ("npx -y @modelcontextprotocol/server-filesystem /tmp", "filesystem"),
            ("npx -y @modelcontextprotocol/server-everything@2026.8.31 stdio", "everything"),
            ("uvx mcp-server-git --repository .", "git"),
            ("/usr/bin/python3 tools/weather.py", "weather"),
            ("node ./build/index.js", "index"),
            ("github-mcp-server stdio", "github"),
            ("https://mcp.example:8443/mcp", "mcp.example"),
        ] {
            assert_eq!(made(start), name, "{start}");
        }
    }

    #[test]
    fn a_name_that_no_rule_can_name_is_refused() {
        for name in ["", "a__b", "a b", "\u{430}", "_x", "a/b"] {
            assert!(of(Some(name), "x").is_err(), "{name}");
        }
        assert!(of(None, "--").is_err());
    }
}
