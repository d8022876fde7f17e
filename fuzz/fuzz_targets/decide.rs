//! Any command under any of a few policies: deciding ends, does not panic, and a deny never loosens.
#![no_main]

use byleave_policy::paths::Lexical;
use byleave_policy::rules::Rule;
use byleave_policy::{CallFacts, Mode, Policy, Verdict, decide};

const ALLOWS: [&str; 8] = [
    "Bash(git *)",
    "Bash(ls *)",
    "Bash(find *)",
    "Bash(sed *)",
    "Bash(xargs grep *)",
    "Bash(echo *)",
    "write(src/**)",
    "bash",
];
const DENIES: [&str; 6] =
    ["Bash(rm -rf *)", "Bash(git push *)", "Bash(curl *)", "Read(.env)", "Write(**)", "Bash(sudo *)"];

fn policy(bits: u8, mode: u8, denies: &[&str]) -> Policy {
    let chosen =
        ALLOWS.iter().enumerate().filter(|(at, _)| bits >> at & 1 == 1).map(|(_, text)| (*text, Verdict::Allow));
    let rules = chosen.chain(denies.iter().map(|text| (*text, Verdict::Deny)));
    let rules = rules.filter_map(|(text, says)| Rule::new(text, says).ok()).collect();
    let mode = if mode & 1 == 1 { Mode::Yolo } else { Mode::Default };
    Policy { rules, mode, rules_only: mode == Mode::Default && bits & 1 == 1, ..Policy::default() }
}

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let [bits, mode, deny, command @ ..] = bytes else { return };
    let command_bytes = Some(command.to_vec());
    let facts = CallFacts::new("bash", serde_json::Map::new(), "/home/dev/project", "/home/dev");
    let call = CallFacts { command_bytes, ..facts };
    let without = decide(&call, &policy(*bits, *mode, &[]), &Lexical);
    let one = DENIES[usize::from(*deny) % DENIES.len()];
    let with = decide(&call, &policy(*bits, *mode, &[one]), &Lexical);
    assert!(with.verdict >= without.verdict, "`{one}` loosened {:?} to {:?}", without.verdict, with.verdict);
    let again = decide(&call, &policy(*bits, *mode, &[one]), &Lexical);
    assert_eq!(with, again, "the same call was decided in two ways");
});
