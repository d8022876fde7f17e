//! Texts that programs run although no row of the tables says so: values of variables that name an editor, a pager or a
//! shell, and words with a mark of their own (`less +!cmd`, `socat EXEC:cmd`, `.shell cmd` of a database).
//!
//! Only used against a call, as all other spellings: what is found too much counts only where a rule refuses it.

use super::collect::Simple;
use super::item::Item;
use super::spellings::Spelling;
use super::usage::Usage;
use crate::programs::{Arg, Role};

/// How long a text may be that is looked into.
const MOST_TEXT: usize = 8192;

/// Whether programs run what a variable holds: `GIT_EDITOR`, `MANPAGER`, `RUSTC_WRAPPER`, `PROMPT_COMMAND`.
pub(super) fn is_run(name: &str) -> bool {
    const ENDS: [&str; 11] = [
        "EDITOR", "PAGER", "COMMAND", "ASKPASS", "WRAPPER", "RUNNER", "LAUNCHER", "LINKER", "BROWSER", "_RSH", "VISUAL",
    ];
    const WHOLE: [&str; 22] = [
        "GIT_SSH",
        "GIT_EXTERNAL_DIFF",
        "LESSOPEN",
        "LESSCLOSE",
        "LESSEDIT",
        "LESSSECURE_ALLOW",
        "FCEDIT",
        "TEXEDIT",
        "SHELL",
        "MAKESHELL",
        "CC",
        "CXX",
        "LD",
        "AR",
        "RUSTC",
        "RUSTDOC",
        "PS0",
        "PS1",
        "PS2",
        "PS4",
        "PERL5SHELL",
        "npm_config_script_shell",
    ];
    let upper = name.bytes().next().is_some_and(|first| first.is_ascii_uppercase());
    upper && ENDS.iter().any(|end| name.ends_with(end)) || WHOLE.contains(&name)
}

/// The shell text that the value of such a variable comes to.
pub(super) fn text_of(value: &str) -> Option<String> {
    let text = value.trim_start_matches(['|', '-', '!', ' ']);
    (!text.is_empty() && text.len() < MOST_TEXT).then(|| text.to_owned())
}

/// `export GIT_PAGER='rm x'`, `env EDITOR='rm x' git commit`: variables among the words of a command.
pub(super) fn variables<'a>(simple: &Simple<'a>, usage: &Usage, found: &mut Vec<Spelling<'a>>) {
    if !usage.plays(Role::SetsVariables) && !usage.plays(Role::HandsVariables) {
        return;
    }
    for text in simple.items.iter().skip(1).filter_map(Item::text) {
        if let Some((name, value)) = text.split_once('=')
            && is_run(name)
        {
            found.extend(text_of(value).map(Spelling::Text));
        }
    }
}

/// Words with a mark of their own.
pub(super) fn marked<'a>(simple: &Simple<'a>, usage: &Usage, found: &mut Vec<Spelling<'a>>) {
    let texts = || simple.items.iter().skip(1).filter_map(Item::text).filter(|text| text.len() < MOST_TEXT);
    match () {
        // Commands for the start of a pager: `less '+!rm x'`.
        () if usage.plays(Role::Pager) => {
            let begun = texts().filter_map(|text| text.strip_prefix('+'));
            found.extend(
                begun.filter_map(|text| text_of(text.trim_start_matches(['+', '!', '|', '#']))).map(Spelling::Text),
            );
        }
        // `EXEC:'rm x',pty`
        () if usage.plays(Role::ConnectsCommands) => {
            let runs = |text: &&str| {
                let kind = text.split([':', ',']).next().unwrap_or("").to_ascii_uppercase();
                matches!(kind.as_str(), "EXEC" | "SYSTEM" | "SHELL")
            };
            let commands = texts().filter(runs).filter_map(|text| text.split_once(':'));
            found.extend(commands.filter_map(|(_, text)| text_of(text)).map(Spelling::Text));
        }
        // The program that tests the archive.
        () if usage.plays(Role::TestsArchives) => {
            let after = simple.items.windows(2).filter_map(|pair| match pair {
                [option, program] if matches!(option.text(), Some("-TT" | "--unzip-command")) => program.text(),
                _ => None,
            });
            found.extend(after.filter_map(text_of).map(Spelling::Text));
        }
        // `-ex 'shell rm x'`
        () if usage.plays(Role::Debugger) => {
            let after = texts().filter_map(|text| text.split_once("shell ").map(|(_, after)| after));
            found.extend(after.filter_map(text_of).map(Spelling::Text));
        }
        // Commands of the client rather than of the database.
        () if usage.plays(Role::Client) => {
            const MARKS: [&str; 6] = [".shell ", ".system ", "\\!", "system ", "| ", "program "];
            for text in texts() {
                let after = MARKS.iter().filter_map(|mark| text.split_once(mark).map(|(_, after)| after));
                let plain = |text: &str| text.trim().trim_matches(['\'', '"']).to_owned();
                found.extend(after.filter_map(|after| text_of(&plain(after))).map(Spelling::Text));
            }
        }
        // `s/x/rm y/e` runs what comes of the replacement.
        () if usage.program.is_some_and(|program| program.operands().first == Some(Arg::Sed)) => {
            for text in texts().filter(|text| text.contains('e')) {
                let (Some(at), true) = (text.find('s'), text.contains(' ')) else { continue };
                let Some(mark) = text.get(at.saturating_add(1)..).and_then(|rest| rest.chars().next()) else {
                    continue;
                };
                let mut parts = text.split(mark).skip(1);
                let put = parts.nth(1);
                if parts.next().is_some_and(|flags| flags.contains('e')) {
                    found.extend(put.and_then(text_of).map(Spelling::Text));
                }
            }
        }
        () => {}
    }
}
