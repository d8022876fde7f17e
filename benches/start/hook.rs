//! `hook RUNS EMPTY BYLEAVE HOME`: how long `byleave hook` takes from start to end, record written, beside a process that
//! does nothing. All are started in turn, so that whatever else the machine does meanwhile falls on all of them alike.

use std::io::{self, Write as _};
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;
use std::{env, fs};

/// How many times an empty process a hook may take.
const MOST: f64 = 2.0;

/// Ten rules, as a policy has them.
const POLICY: &str = r#"permissions:
  "Bash(make *)": { allowed: true, reason: we build }
  "Bash(cargo test *)": { allowed: true }
  "Bash(cargo build *)": { allowed: true }
  "Bash(npm test)": { allowed: true }
  "Bash(npm run lint)": { allowed: true }
  "write(docs/**)": { allowed: true }
  "Bash(git push *)": { allowed: false, reason: people push }
  "Bash(npm publish *)": { allowed: ask, reason: a release }
  "Read(.env)": { allowed: false }
  "WebFetch(domain:docs.rs)": { allowed: true }
"#;

/// What is measured, and whether the hook says `deny`.
const CASES: [(&str, &str, bool); 3] = [
    ("git status", "git status", false),
    ("a denied call", "git push origin main", true),
    ("a chain of five", "cd src && git diff | grep -n todo | sort -u | head -5", false),
];

fn main() -> ExitCode {
    match measure() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("hook: {error}");
            ExitCode::from(2)
        }
    }
}

fn measure() -> io::Result<bool> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [runs, empty, byleave, home] = arguments.as_slice() else {
        return Err(io::Error::other("usage: hook RUNS EMPTY BYLEAVE HOME"));
    };
    let runs = runs.parse::<usize>().map_err(io::Error::other)?.max(1);
    let project = format!("{home}/app");
    fs::create_dir_all(format!("{project}/.git"))?;
    fs::create_dir_all(format!("{project}/src"))?;
    fs::create_dir_all(format!("{home}/.config/byleave"))?;
    fs::write(format!("{home}/.config/byleave/policy.yaml"), POLICY)?;
    let said = CASES.map(|(_, command, _)| {
        format!(
            r#"{{"session_id":"s1","cwd":"{project}","hook_event_name":"PreToolUse","permission_mode":"default","tool_name":"Bash","tool_input":{{"command":"{command}"}},"tool_use_id":"t1"}}"#
        )
    });
    let mut times = vec![Vec::new(); CASES.len() + 1];
    // The first makes the store.
    once(byleave, home, &said[0])?;
    for _ in 0..runs {
        times[0].push(once(empty, home, "")?.0);
        for (at, (name, _, denied)) in CASES.iter().enumerate() {
            let (time, out) = once(byleave, home, &said[at])?;
            if out.contains("\"deny\"") != *denied || !*denied && !out.contains("\"allow\"") {
                return Err(io::Error::other(format!("{name}: the hook says {out}")));
            }
            times[at + 1].push(time);
        }
    }
    for times in &mut times {
        times.sort_by(f64::total_cmp);
    }
    let at = |times: &[f64], share: f64| times[((times.len() - 1) as f64 * share) as usize];
    println!(
        "{runs} runs of each, microseconds\n{:<20} {:>8} {:>8} {:>8}   ratio of medians, of the least",
        "", "median", "quartile", "least"
    );
    let names = ["empty process"].into_iter().chain(CASES.iter().map(|(name, ..)| *name));
    let mut kept = true;
    for (name, own) in names.zip(&times) {
        let (median, least) = (at(own, 0.5) / at(&times[0], 0.5), at(own, 0.0) / at(&times[0], 0.0));
        println!(
            "{name:<20} {:>8.0} {:>8.0} {:>8.0}   {median:.2}   {least:.2}",
            at(own, 0.5),
            at(own, 0.25),
            at(own, 0.0)
        );
        kept &= median <= MOST;
    }
    println!("{}a hook takes at most {MOST} times an empty process", if kept { "" } else { "not reached: " });
    Ok(kept)
}

/// Microseconds from start to end, and what it printed.
fn once(program: &str, home: &str, said: &str) -> io::Result<(f64, String)> {
    let mut command = Command::new(program);
    command
        .args(["hook", "--agent", "claude"])
        .env_clear()
        .env("HOME", home)
        .env("SHELL", "/bin/bash")
        .env("PATH", "/usr/bin:/bin");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let begun = Instant::now();
    let mut child = command.spawn()?;
    // A process that does nothing does not read it either.
    let _ = child.stdin.take().map(|mut stdin| stdin.write_all(said.as_bytes()));
    let output = child.wait_with_output()?;
    Ok((begun.elapsed().as_secs_f64() * 1e6, String::from_utf8_lossy(&output.stdout).into_owned()))
}
