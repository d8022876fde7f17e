//! `measure RUNS EMPTY BYLEAVE`: how long byleave takes from start to end, beside a process that does nothing. All are
//! started in turn, so that whatever else the machine does meanwhile falls on all of them alike.

use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;
use std::{env, io};

/// How many times an empty process a start may take.
const MOST: f64 = 1.4;

const CALL: &str = r#"{"command":"git status"}"#;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [runs, empty, byleave] = arguments.as_slice() else {
        eprintln!("usage: measure RUNS EMPTY BYLEAVE");
        return ExitCode::from(2);
    };
    let Some(runs) = runs.parse::<usize>().ok().filter(|runs| *runs > 0) else {
        eprintln!("measure: `{runs}` is no number of runs");
        return ExitCode::from(2);
    };
    let commands: [(&str, &str, &[&str]); 3] = [
        ("empty process", empty, &[]),
        ("byleave --version", byleave, &["--version"]),
        ("byleave check", byleave, &["check", "bash", CALL]),
    ];
    let mut times = [const { Vec::new() }; 3];
    for _ in 0..runs {
        for ((name, program, words), times) in commands.iter().zip(&mut times) {
            match once(program, words) {
                Ok(time) => times.push(time),
                Err(error) => {
                    eprintln!("measure: {name}: {error}");
                    return ExitCode::from(2);
                }
            }
        }
    }
    for times in &mut times {
        times.sort_by(f64::total_cmp);
    }
    let at = |times: &[f64], share: f64| times.get((times.len() as f64 * share) as usize).copied().unwrap_or(f64::NAN);
    println!(
        "{runs} runs of each, microseconds\n{:<20} {:>8} {:>8} {:>8}   ratio of medians, of the least",
        "", "median", "quartile", "least"
    );
    let [first, ..] = &times;
    let mut kept = true;
    for ((name, ..), own) in commands.iter().zip(&times) {
        let (median, least) = (at(own, 0.5) / at(first, 0.5), at(own, 0.0) / at(first, 0.0));
        println!(
            "{name:<20} {:>8.0} {:>8.0} {:>8.0}   {median:.2}   {least:.2}",
            at(own, 0.5),
            at(own, 0.25),
            at(own, 0.0)
        );
        // A check does more than start.
        kept &= *name == "byleave check" || median <= MOST;
    }
    if kept {
        println!("a start takes at most {MOST} times an empty process");
        ExitCode::SUCCESS
    } else {
        println!("not reached: a start should take at most {MOST} times an empty process");
        ExitCode::FAILURE
    }
}

/// Microseconds from start to end.
fn once(program: &str, words: &[&str]) -> io::Result<f64> {
    let begun = Instant::now();
    Command::new(program).args(words).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status()?;
    Ok(begun.elapsed().as_secs_f64() * 1e6)
}
