//! Rules as people write them on a command line: `cargo test *` for `Bash(cargo test *)`.

use byleave_shell::{hidden_in, quoted};

use crate::tool;

/// The rule that is meant: what looks like no tool is a command.
#[must_use]
pub fn rule(text: &str) -> String {
    let text = text.trim();
    if is_rule(text) { text.to_owned() } else { format!("Bash({text})") }
}

/// Whether a text is a rule as it stands.
fn is_rule(text: &str) -> bool {
    let is_name = |name: &str| {
        name.starts_with(char::is_alphabetic)
            && !name.contains(|one: char| one.is_whitespace() || "'\"$&|;<>`".contains(one))
    };
    match text.split_once('(') {
        Some((name, rest)) => rest.ends_with(')') && is_name(name),
        None => is_name(text) && (tool::find(text).is_some() || text.starts_with("mcp__")),
    }
}

/// The command that adds rules which allow, to paste into a shell; `None` if they hold what does not survive that.
///
/// Part of a rule may be an agent's words. Nothing in it acts in the shell: each rule is one quoted word.
#[must_use]
pub fn allow(rules: &[String]) -> Option<String> {
    let unseen = |rule: &String| rule.contains(char::is_control) || !hidden_in(rule).is_empty();
    if rules.is_empty() || rules.iter().any(unseen) {
        return None;
    }
    let names = rules.iter().all(|one| !one.contains('('));
    let mut command = String::from("byleave allow");
    // The name of a tool that byleave does not know looks like a command.
    let by_name = names && rules.iter().any(|one| rule(one) != *one);
    if by_name {
        command.push_str(" --tool");
    }
    for one in rules {
        command.push(' ');
        command.push_str(&quoted(if by_name { one } else { short(one) }));
    }
    Some(command)
}

/// A rule in its shortest form that means the same.
fn short(one: &str) -> &str {
    let inner = one.strip_prefix("Bash(").and_then(|rest| rest.strip_suffix(')'));
    inner.filter(|inner| !inner.starts_with('-') && rule(inner) == one).unwrap_or(one)
}

#[cfg(test)]
mod tests {
    use super::{allow, rule};

    #[test]
    fn what_is_no_tool_is_a_command() {
        for (text, expected) in [
            ("cargo test *", "Bash(cargo test *)"),
            ("make", "Bash(make)"),
            ("./build.sh", "Bash(./build.sh)"),
            ("echo $(date)", "Bash(echo $(date))"),
            ("(cd a; ls)", "Bash((cd a; ls))"),
            ("Bash(git push *)", "Bash(git push *)"),
            ("write(docs/**)", "write(docs/**)"),
            ("my_tool(x)", "my_tool(x)"),
            ("WebFetch(domain:docs.rs)", "WebFetch(domain:docs.rs)"),
            ("edit", "edit"),
            ("mcp__fs__*", "mcp__fs__*"),
        ] {
            assert_eq!(rule(text), expected, "{text}");
        }
    }

    #[test]
    fn what_is_pasted_is_the_rule_again() {
        for (rules, expected) in [
            (&["Bash(cargo test *)"][..], Some("byleave allow 'cargo test *'")),
            (&["Bash(make)"], Some("byleave allow make")),
            (&["Bash(-x)"], Some("byleave allow 'Bash(-x)'")),
            (&["Bash(edit)"], Some("byleave allow 'Bash(edit)'")),
            (&["Bash(echo 'a b')"], Some("byleave allow 'echo '\\''a b'\\'''")),
            (&["Bash(make)", "write(out/a)"], Some("byleave allow make 'write(out/a)'")),
            (&["my_query"], Some("byleave allow --tool my_query")),
            (&["my_query", "mcp__fs__read"], Some("byleave allow --tool my_query mcp__fs__read")),
            (&["Bash(echo \u{202e})"], None),
            (&["Bash(a\nb)"], None),
            (&[], None),
        ] {
            let rules: Vec<String> = rules.iter().map(|one| (*one).to_owned()).collect();
            assert_eq!(allow(&rules).as_deref(), expected, "{rules:?}");
        }
    }
}
