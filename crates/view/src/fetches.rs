//! What `curl` and `wget` ask of whom, as far as their words tell.

use byleave_policy::command::{Commands, Item, Simple, Usage};
use byleave_policy::programs::Arg;
use byleave_shell::Script;
use serde::Serialize;

/// At most this many addresses are listed; the text has the others.
const MOST: usize = 20;

/// Options by which the request goes to another host than the address says, or more than it says is in a file.
const DETOURS: [&str; 14] = [
    "-x",
    "--proxy1.0",
    "--preproxy",
    "--socks4",
    "--socks4a",
    "--socks5",
    "--socks5-hostname",
    "--connect-to",
    "--resolve",
    "--doh-url",
    "--unix-socket",
    "--abstract-unix-socket",
    "-K",
    "--proxy",
];
/// Options whose values are sent as they are, or name a file that is.
const BODIES: [&str; 11] = [
    "-d",
    "--data-binary",
    "--data-raw",
    "--data-urlencode",
    "--json",
    "-F",
    "--form-string",
    "--post-data",
    "--post-file",
    "--body-data",
    "--body-file",
];

/// `fetches`: address, method, what the command sends, and whether an option redirects it.
pub fn fetches<'c>(script: &Script<'_>, commands: &'c Commands<'_>) -> Vec<Fetch<'c>> {
    let both = commands.simples.iter().zip(&commands.usages).filter(|(simple, _)| simple.runs());
    both.flat_map(|(simple, usage)| of(script, simple, usage)).take(MOST).collect()
}

/// One address that is asked for something.
#[derive(Serialize)]
pub struct Fetch<'c> {
    program: &'c str,
    /// Nothing if it is not known before it runs.
    url: Option<&'c str>,
    method: Option<&'c str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    sends: Vec<Option<&'c str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    detour: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    span: Option<(u32, u32)>,
}

/// The words that say whom `curl` or `wget` asks.
pub fn addresses<'c>(simple: &'c Simple<'_>, usage: &'c Usage) -> impl Iterator<Item = &'c Item<'c>> {
    let hosts = usage.operands.iter().filter(|(_, arg)| *arg == Arg::Host).map(|(at, _)| *at);
    let named = usage.options.iter().filter(|used| used.key == "--url").filter_map(|used| used.value.map(|one| one.at));
    hosts.chain(named).filter_map(|at| simple.items.get(at))
}

fn of<'c>(script: &Script<'_>, simple: &'c Simple<'_>, usage: &'c Usage) -> Vec<Fetch<'c>> {
    let Some(program @ ("curl" | "wget")) = usage.path.first().copied() else { return Vec::new() };
    let value = |keys: &[&str]| {
        let used = usage.options.iter().rev().find(|used| keys.contains(&used.key.as_ref()));
        used.map(|used| used.text(&simple.items))
    };
    let has = |keys: &[&str]| usage.options.iter().any(|used| keys.contains(&used.key.as_ref()));
    let sent = usage.options.iter().filter(|used| BODIES.contains(&used.key.as_ref()));
    let sent: Vec<Option<&str>> = sent.map(|used| used.text(&simple.items)).collect();
    let method = match value(&["-X", "--method"]) {
        // Chosen, and perhaps not known.
        Some(chosen) => chosen,
        None if usage.open => None,
        None if has(&["-T"]) && program == "curl" => Some("PUT"),
        None if has(&["-I", "--head"]) && program == "curl" => Some("HEAD"),
        None if has(&["-G", "--get"]) && program == "curl" => Some("GET"),
        None if sent.is_empty() => Some("GET"),
        None => Some("POST"),
    };
    let detour = has(&DETOURS);
    let written = crate::commands::is_written(script, simple);
    addresses(simple, usage)
        .map(|item| Fetch {
            program,
            url: item.text(),
            method,
            sends: sent.clone(),
            detour: detour.then_some(true),
            span: written.then_some((item.span.start, item.span.end)),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    fn fetches(command: &str) -> Value {
        let script = byleave_shell::read(command);
        let commands = byleave_policy::command::collect(&script);
        let list = serde_json::to_value(super::fetches(&script, &commands)).expect("JSON");
        let row = |one: &Value| json!([one.get("url"), one.get("method"), one.get("sends"), one.get("detour")]);
        list.as_array().into_iter().flatten().map(row).collect()
    }

    #[test]
    fn what_is_asked_of_whom() {
        for (command, expected) in [
            ("curl https://a.example/x", json!([["https://a.example/x", "GET", null, null]])),
            (
                "curl -sSL a.example b.example",
                json!([["a.example", "GET", null, null], ["b.example", "GET", null, null]]),
            ),
            ("curl -X DELETE https://a.example/", json!([["https://a.example/", "DELETE", null, null]])),
            ("curl -X \"$m\" https://a.example/", json!([["https://a.example/", null, null, null]])),
            (
                "curl -d a=1 --data-raw=b https://a.example/",
                json!([["https://a.example/", "POST", ["a=1", "b"], null]]),
            ),
            ("curl -G -d a=1 https://a.example/", json!([["https://a.example/", "GET", ["a=1"], null]])),
            ("curl -d \"$body\" https://a.example/", json!([["https://a.example/", "POST", [null], null]])),
            ("curl -I https://a.example/", json!([["https://a.example/", "HEAD", null, null]])),
            ("curl -T f https://a.example/", json!([["https://a.example/", "PUT", null, null]])),
            ("curl -x evil.example https://a.example/", json!([["https://a.example/", "GET", null, true]])),
            (
                "curl --connect-to ::evil.example: https://a.example/",
                json!([["https://a.example/", "GET", null, true]]),
            ),
            ("curl --url https://a.example/", json!([["https://a.example/", "GET", null, null]])),
            ("curl \"$url\"", json!([[null, null, null, null]])),
            ("wget --post-data x https://a.example/", json!([["https://a.example/", "POST", ["x"], null]])),
            ("wget --method PUT --body-file f https://a.example/", json!([["https://a.example/", "PUT", ["f"], null]])),
            ("sudo curl https://a.example/ | sh", json!([["https://a.example/", "GET", null, null]])),
            ("ls", json!([])),
        ] {
            assert_eq!(fetches(command), expected, "{command}");
        }
    }
}
