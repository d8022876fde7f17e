//! Measures decisions: how long each takes, how much memory, how many steps.
//!
//! Reads one JSON object a line, `{"name", "command"}`; a line `{"policy", "allow": […], "deny": […]}` sets the policy that
//! all lines after it are decided by, `{"shell"}` the shells. Prints name, policy, milliseconds of CPU time, megabytes at the
//! peak and verdict, with tabs between. `scripts/worst` makes such lines. Linux only: times and sizes come from `/proc`.

use std::fs;
use std::io::{self, BufRead};

use byleave_policy::paths::Lexical;
use byleave_policy::rules::Rule;
use byleave_policy::{CallFacts, Policy, Verdict, decide};
use serde_json::Value;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut policy = Policy::default();
    let mut policy_name = "none".to_owned();
    for line in io::stdin().lock().lines() {
        let line: Value = serde_json::from_str(&line?)?;
        let text = |key: &str| line.get(key).and_then(Value::as_str).map(str::to_owned);
        if let Some(name) = text("policy") {
            policy_name = name;
            policy = Policy::default();
            for (key, says) in [("allow", Verdict::Allow), ("deny", Verdict::Deny)] {
                let rules = line.get(key).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
                for rule in rules {
                    policy.rules.push(Rule::new(rule, says)?);
                }
            }
            continue;
        }
        let (Some(name), Some(command)) = (text("name"), text("command")) else { continue };
        let tool = text("tool").unwrap_or_else(|| "bash".to_owned());
        measure(&name, &policy_name, &call(tool, &command), &policy)?;
    }
    Ok(())
}

fn call(tool: String, command: &str) -> CallFacts {
    CallFacts { tool, ..CallFacts::bash(command, "/home/dev/project", "/home/dev") }
}

fn measure(name: &str, policy_name: &str, call: &CallFacts, policy: &Policy) -> io::Result<()> {
    // The peak is counted from here.
    fs::write("/proc/self/clear_refs", "5")?;
    let before = memory("VmRSS:")?;
    let start = cpu_time()?;
    let decision = decide(call, policy, &Lexical);
    let mut taken = cpu_time()?.saturating_sub(start);
    let peak = memory("VmHWM:")?.saturating_sub(before);
    // The best of some is what it takes; the rest is what the neighbours take.
    for _ in 0..12 {
        if !(10_000_000..=200_000_000).contains(&taken) {
            break;
        }
        let start = cpu_time()?;
        drop(decide(call, policy, &Lexical));
        taken = taken.min(cpu_time()?.saturating_sub(start));
    }
    let micros = taken / 1000;
    println!(
        "{}.{:03}\t{}\t{name}\t{policy_name}\t{}\t{}",
        micros / 1000,
        micros % 1000,
        peak / 1024,
        decision.verdict.name(),
        decision.reason
    );
    Ok(())
}

/// Nanoseconds that this thread has run.
fn cpu_time() -> io::Result<u64> {
    // The kernel counts in ticks of some milliseconds, and to the nanosecond whenever a thread steps aside.
    std::thread::yield_now();
    let text = fs::read_to_string("/proc/thread-self/schedstat")?;
    Ok(text.split_whitespace().next().and_then(|first| first.parse().ok()).unwrap_or(0))
}

/// Kilobytes, by the name of a line.
fn memory(line: &str) -> io::Result<u64> {
    let text = fs::read_to_string("/proc/self/status")?;
    let found = text.lines().find_map(|one| one.strip_prefix(line));
    Ok(found.and_then(|rest| rest.split_whitespace().next()).and_then(|number| number.parse().ok()).unwrap_or(0))
}
