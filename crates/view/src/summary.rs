//! What a command certainly does, for the few commands whose words say it completely: words that are known before it runs
//! and no option that changes their meaning. If anything is uncertain, there is no summary. [`does`] speaks of a whole call,
//! [`of_command`] of one command in it, whatever stands around it.

use byleave_policy::command::{Commands, Item, Simple, Usage};
use byleave_shell::Script;
use serde::Serialize;

use crate::deeds::sending;
use crate::fetches::addresses;
use crate::hosts::host_of;

/// What a command does.
#[derive(Serialize)]
#[serde(tag = "verb", rename_all = "snake_case")]
pub enum Does<'c> {
    Delete {
        paths: Vec<&'c str>,
        recursive: bool,
    },
    Make {
        paths: Vec<&'c str>,
    },
    Move {
        paths: Vec<&'c str>,
        to: &'c str,
    },
    Copy {
        paths: Vec<&'c str>,
        to: &'c str,
    },
    Push {
        to: &'c str,
        branches: Vec<&'c str>,
        force: bool,
    },
    /// Files that leave this machine; `piped` for what another command prints. Without `to` the host is known only when it
    /// runs.
    Send {
        paths: Vec<&'c str>,
        piped: bool,
        to: Option<&'c str>,
    },
    /// Hosts that are only asked.
    Fetch {
        hosts: Vec<&'c str>,
    },
}

/// A verb and what it is about, for a call that is one plain command. Nothing if it is not certain.
pub fn does<'c>(script: &Script<'_>, commands: &'c Commands<'_>) -> Option<Does<'c>> {
    let ([_], [simple], [usage]) = (script.commands(), commands.simples.as_slice(), commands.usages.as_slice()) else {
        return None;
    };
    let plain = script.opaque().is_empty()
        && script.hidden().is_empty()
        && commands.doubts.is_empty()
        && commands.redirections.is_empty()
        && commands.tested.is_empty()
        && simple.assignments.is_empty()
        && simple.redirections.is_empty();
    of_command(simple, usage).filter(|_| plain)
}

/// The same for one command among others.
pub fn of_command<'c>(simple: &'c Simple<'_>, usage: &'c Usage) -> Option<Does<'c>> {
    if let Some(sending) = sending(simple, usage) {
        let (paths, piped) = sending.files();
        return Some(Does::Send { paths, piped, to: sending.to });
    }
    let words: Option<Vec<&str>> = simple.items.iter().map(Item::text).collect();
    let words = words.filter(|_| !usage.open && usage.options.iter().all(|used| used.known))?;
    let named: Option<Vec<&str>> = usage.operands.iter().map(|(at, _)| words.get(*at).copied()).collect();
    let named = named?;
    let only = |allowed: &[&str]| usage.options.iter().all(|used| allowed.contains(&used.key.as_ref()));
    // By its own name: `/tmp/rm` is another program.
    match (usage.path.as_slice(), *words.first()?) {
        (["rm"], "rm") if only(&["-r", "-f", "-v"]) && !named.is_empty() => {
            Some(Does::Delete { paths: named, recursive: has(usage, &["-r"]) })
        }
        (["rmdir"], "rmdir") if only(&[]) && !named.is_empty() => Some(Does::Delete { paths: named, recursive: false }),
        (["mkdir"], "mkdir") if only(&["-p", "-v"]) && !named.is_empty() => Some(Does::Make { paths: named }),
        (["mv"], "mv") if only(&["-f", "-v"]) => between(&named).map(|(paths, to)| Does::Move { paths, to }),
        (["cp"], "cp") if only(&["-r", "-R", "-a", "-f", "-v", "-p"]) => {
            between(&named).map(|(paths, to)| Does::Copy { paths, to })
        }
        (["git", "push"], "git") if only(&["-f", "-u", "--set-upstream", "-q", "-v"]) => {
            pushes(&named, has(usage, &["-f"]))
        }
        (["curl" | "wget"], _) => {
            let hosts: Option<Vec<&str>> = addresses(simple, usage).map(|item| item.text().map(host_of)).collect();
            hosts.filter(|hosts| !hosts.is_empty()).map(|hosts| Does::Fetch { hosts })
        }
        _ => None,
    }
}

fn has(usage: &Usage, keys: &[&str]) -> bool {
    usage.options.iter().any(|used| keys.contains(&used.key.as_ref()))
}

fn between<'c>(named: &[&'c str]) -> Option<(Vec<&'c str>, &'c str)> {
    let (to, paths) = named.split_last().filter(|(_, paths)| !paths.is_empty())?;
    Some((paths.to_vec(), to))
}

/// A push whose branches are named. Without names the configuration says which, and `a:b`, `+a` and `:a` say more than
/// a name.
fn pushes<'c>(named: &[&'c str], force: bool) -> Option<Does<'c>> {
    let (to, branches) = named.split_first().filter(|(_, branches)| !branches.is_empty())?;
    let plain = branches.iter().all(|one| !one.contains([':', '+', '*', '^']) && *one != "tag" && !one.is_empty());
    plain.then(|| Does::Push { to, branches: branches.to_vec(), force })
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    fn does(command: &str) -> Value {
        let script = byleave_shell::read(command);
        let commands = byleave_policy::command::collect(&script);
        serde_json::to_value(super::does(&script, &commands)).expect("JSON")
    }

    #[test]
    fn what_is_certain_is_told_and_nothing_else() {
        let delete =
            |paths: &[&str], recursive: bool| json!({ "verb": "delete", "paths": paths, "recursive": recursive });
        let push = |to: &str, branches: &[&str], force: bool| json!({ "verb": "push", "to": to, "branches": branches, "force": force });
        for (command, expected) in [
            ("rm a", delete(&["a"], false)),
            ("rm -rf build/ dist", delete(&["build/", "dist"], true)),
            ("rm --recursive --force 'a b'", delete(&["a b"], true)),
            ("rm -- -rf", delete(&["-rf"], false)),
            ("rmdir a", delete(&["a"], false)),
            ("mkdir -p a/b", json!({ "verb": "make", "paths": ["a/b"] })),
            ("mv a b", json!({ "verb": "move", "paths": ["a"], "to": "b" })),
            ("cp -r a b c", json!({ "verb": "copy", "paths": ["a", "b"], "to": "c" })),
            ("git push origin main", push("origin", &["main"], false)),
            ("git push -f origin main dev", push("origin", &["main", "dev"], true)),
            ("git push -u https://github.com/acme/app main", push("https://github.com/acme/app", &["main"], false)),
            (
                "curl -d @a https://u@p.example/x",
                json!({ "verb": "send", "paths": ["a"], "piped": false, "to": "p.example" }),
            ),
            ("curl -T - \"$url\"", json!({ "verb": "send", "paths": [], "piped": true, "to": null })),
            ("curl -sL https://a.example/x", json!({ "verb": "fetch", "hosts": ["a.example"] })),
        ] {
            assert_eq!(does(command), expected, "{command}");
        }
        for command in [
            "rm a; ls",
            "rm a && true",
            "rm -rf build/*",
            "rm $x",
            "rm ~/a",
            "rm {a,b}/$c",
            "rm a > log",
            "A=1 rm a",
            "sudo rm a",
            "/tmp/rm a",
            "\\rm a $(x)",
            "rm --no-preserve-root -r a",
            "rm -i a",
            "rm",
            "cp -t a b",
            "mv a",
            "git push",
            "git push origin",
            "git push origin main:prod",
            "git push origin +main",
            "git push origin :main",
            "git push origin tag v1",
            "git push --mirror origin main",
            "git push --delete origin main",
            "git push --force-with-lease=x origin main",
            "git -C .. push origin main",
            "git push --repo=x origin main",
            "if rm a; then :; fi",
            "rm() { :; }; rm a",
            "rm 'a",
            "rm a\u{202e}b",
        ] {
            assert_eq!(does(command), Value::Null, "{command}");
        }
    }
}
