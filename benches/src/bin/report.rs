//! Tables, bars and verdicts from what the benches printed: `report TIMES COUNTS DECISIONS`, three files. Fails when a
//! promise is not kept; a goal that is not reached yet is told.

use std::process::ExitCode;
use std::{env, fs, io};

use byleave_benches::decisions::{LOADED, RULES};
use byleave_benches::figures::{self, Figure, find};
use byleave_benches::worst::worst;
use byleave_benches::{Input, Parser};

/// How many times faster than tree-sitter-bash on the typical commands.
const FASTER: f64 = 7.0;
/// Megabytes per second on the large script.
const THROUGHPUT: f64 = 40.0;
/// How far the cost of a byte may drift while a script grows eightfold.
const DRIFT: f64 = 1.2;
/// Milliseconds for the worst shape at 64 KB, and at 1 MB.
const WORST: [(usize, f64); 2] = [(64 << 10, 5.0), (1 << 20, 50.0)];
/// Microseconds to decide each of these.
const DECIDE: [(&str, f64); 3] = [("status", 1.0), ("five", 5.0), ("script", KILOBYTE)];
/// And a kilobyte of script.
const KILOBYTE: f64 = 30.0;
/// Milliseconds to load a policy with so many rules.
const LOAD: [f64; LOADED.len()] = [1.0, 6.0];
/// How much longer a decision may take with the most rules than with the fewest.
const RULES_DRIFT: f64 = 1.3;
/// Width of the longest bar.
const BAR: u8 = 44;

fn main() -> ExitCode {
    let mut arguments = env::args().skip(1);
    let (Some(times), Some(counts), Some(decisions)) = (arguments.next(), arguments.next(), arguments.next()) else {
        eprintln!("usage: report TIMES COUNTS DECISIONS");
        return ExitCode::from(2);
    };
    match report(&times, &counts, &decisions) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("report: {error}");
            ExitCode::from(2)
        }
    }
}

fn report(times: &str, counts: &str, decisions: &str) -> io::Result<bool> {
    let times = figures::times(&fs::read_to_string(times)?);
    let counts = figures::instructions(&fs::read_to_string(counts)?);
    let decisions = figures::times(&fs::read_to_string(decisions)?);
    table("time (fastest of 100 samples)", &times, time);
    table("instructions", &counts, count);
    bars(&times);
    decided(&decisions);
    let slowest = WORST.map(|(bytes, limit)| (bytes, limit, worst(bytes)));
    for (bytes, _, shapes) in &slowest {
        println!("\nslowest shapes at {} KB", bytes >> 10);
        for (name, milliseconds) in shapes {
            println!("  {name:<40} {milliseconds:>8.3} ms");
        }
    }

    println!("\npromises");
    let throughput = find(&times, "byleave", "large").map(|time| ratio(Input::large().bytes()) * 1e3 / time);
    let mut promises = vec![
        Promise::at_least("times faster than tree-sitter-bash, typical", faster(&times, "typical"), FASTER),
        Promise::at_least("times faster than tree-sitter-bash, chain", faster(&times, "chain"), FASTER),
        Promise::at_least("times fewer instructions, typical", faster(&counts, "typical"), FASTER),
        Promise::at_least("MB/s on the large script", throughput, THROUGHPUT),
        Promise::at_most("times the cost per byte, from 75 to 600 KB", growth(&counts), DRIFT),
    ];
    for (bytes, limit, shapes) in &slowest {
        let what = format!("ms for the slowest shape of {} KB", bytes >> 10);
        promises.push(Promise::at_most(&what, shapes.first().map(|(_, milliseconds)| *milliseconds), *limit));
    }
    promises.extend(decision_promises(&decisions));
    promises.iter().for_each(Promise::print);
    goals(&decisions);
    Ok(promises.iter().all(|promise| promise.kept))
}

/// Decisions beside what parsing alone takes tree-sitter, then rules and loading.
fn decided(decisions: &[Figure]) {
    println!("\ndeciding (fastest of 100 samples)");
    println!("  {:<10} {:>9} {:>12} {:>22} {:>8}", "input", "bytes", "decide", "tree_sitter's parse", "ratio");
    let cell = |value: Option<f64>| value.map_or_else(|| "–".to_owned(), time);
    for input in Input::decided() {
        let (ours, theirs) = (find(decisions, "decide", input.name), find(decisions, "tree_sitter", input.name));
        let times = ours.zip(theirs).map(|(ours, theirs)| format!("{:.1} ×", theirs / ours)).unwrap_or_default();
        println!("  {:<10} {:>9} {:>12} {:>22} {times:>8}", input.name, input.bytes(), cell(ours), cell(theirs));
    }
    for rules in RULES {
        println!("  five, {rules} rules: {}", cell(find(decisions, "rules", &rules.to_string())));
    }
    for rules in LOADED {
        println!("  loading {rules} rules: {}", cell(find(decisions, "loading", &rules.to_string())));
    }
}

fn decision_promises(decisions: &[Figure]) -> Vec<Promise> {
    let mut promises = Vec::new();
    for (input, limit) in DECIDE {
        let taken = find(decisions, "decide", input).map(|time| time / 1e3);
        promises.push(Promise::at_most(&format!("µs to read and decide `{input}`"), taken, limit));
    }
    let [fewest, .., most] = RULES.map(|rules| find(decisions, "rules", &rules.to_string()));
    let drift = most.zip(fewest).map(|(most, fewest)| most / fewest);
    promises.push(Promise::at_most("times as long with 1,000 rules as with 10", drift, RULES_DRIFT));
    for (rules, limit) in LOADED.into_iter().zip(LOAD) {
        let taken = find(decisions, "loading", &rules.to_string()).map(|time| time / 1e6);
        promises.push(Promise::at_most(&format!("ms to load {rules} rules"), taken, limit));
    }
    promises
}

/// What is not reached yet. Told in every run, so that nobody takes it for reached.
fn goals(decisions: &[Figure]) {
    println!("\ngoals");
    for input in ["status", "five"] {
        let times = find(decisions, "tree_sitter", input).zip(find(decisions, "decide", input));
        let reached = times.map(|(theirs, ours)| theirs / ours);
        let goal = Promise::at_least(&format!("times faster decided than parsed, {input}"), reached, FASTER);
        println!("  {} {}", if goal.kept { "reached" } else { "open   " }, goal.text);
    }
    let taken = find(decisions, "decide", "kilobyte").map(|time| time / 1e3);
    let goal = Promise::at_most("µs to read and decide the densest kilobyte", taken, KILOBYTE);
    println!("  {} {}", if goal.kept { "reached" } else { "open   " }, goal.text);
}

/// Something the design promises, and what was measured.
struct Promise {
    text: String,
    kept: bool,
}

impl Promise {
    fn at_least(what: &str, reached: Option<f64>, limit: f64) -> Self {
        let kept = reached.is_some_and(|reached| reached >= limit);
        Self { text: Self::line(what, reached, &format!("at least {limit}")), kept }
    }

    fn at_most(what: &str, reached: Option<f64>, limit: f64) -> Self {
        let kept = reached.is_some_and(|reached| reached <= limit);
        Self { text: Self::line(what, reached, &format!("at most {limit}")), kept }
    }

    fn line(what: &str, reached: Option<f64>, limit: &str) -> String {
        let reached = reached.map_or_else(|| "not measured".to_owned(), |reached| format!("{reached:.2}"));
        format!("{what:<46} {reached:>12}   {limit}")
    }

    fn print(&self) {
        println!("  {} {}", if self.kept { "kept  " } else { "BROKEN" }, self.text);
    }
}

/// How many times what byleave takes tree-sitter takes.
fn faster(figures: &[Figure], input: &str) -> Option<f64> {
    Some(find(figures, "tree_sitter", input)? / find(figures, "byleave", input)?)
}

/// The largest cost of a byte over the smallest, while a script grows.
fn growth(counts: &[Figure]) -> Option<f64> {
    let costs: Option<Vec<f64>> = [75usize, 150, 300, 600]
        .iter()
        .map(|size| Some(find(counts, "growth", &format!("size_{size}k"))? / ratio(size * 1_000)))
        .collect();
    let costs = costs?;
    let most = costs.iter().copied().fold(0.0, f64::max);
    let least = costs.iter().copied().fold(f64::INFINITY, f64::min);
    Some(most / least)
}

/// One row for each input; `typical` is given per command.
fn table(title: &str, figures: &[Figure], shown: fn(f64) -> String) {
    println!("\n{title}");
    let [ours, rest @ ..] = Parser::ALL;
    print!("  {:<10} {:>9} {:>12}", "input", "bytes", ours.name());
    for parser in rest {
        print!(" {:>12} {:>8}", parser.name(), "ratio");
    }
    println!();
    for input in Input::all() {
        let texts = ratio(input.texts.len());
        let figure = |parser: Parser| find(figures, parser.name(), input.name).map(|value| value / texts);
        let cell = |value: Option<f64>| value.map_or_else(|| "–".to_owned(), shown);
        print!("  {:<10} {:>9} {:>12}", input.name, input.bytes() / input.texts.len(), cell(figure(ours)));
        for parser in rest {
            let times = figure(parser).zip(figure(ours)).map(|(theirs, ours)| format!("{:.1} ×", theirs / ours));
            print!(" {:>12} {:>8}", cell(figure(parser)), times.unwrap_or_default());
        }
        println!();
    }
}

fn bars(times: &[Figure]) {
    for input in Input::all() {
        let figures = Parser::ALL.map(|parser| (parser, find(times, parser.name(), input.name).unwrap_or(0.0)));
        let longest = figures.iter().map(|(_, value)| *value).fold(1.0, f64::max);
        println!("\n  {} ({} bytes)", input.name, input.bytes());
        for (parser, value) in figures {
            println!("  {:<12} {:<44} {}", parser.name(), bar(value / longest * f64::from(BAR)), time(value));
        }
    }
}

/// A bar in eighths of a character, never empty.
fn bar(length: f64) -> String {
    let full = (1..=BAR).take_while(|at| f64::from(*at) <= length).count();
    let part = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = (1..8u8).take_while(|at| f64::from(*at) / 8.0 <= length.fract()).count();
    let tail = part.get(eighths.max(usize::from(full == 0))).copied().unwrap_or("");
    format!("{}{tail}", "█".repeat(full))
}

fn time(nanoseconds: f64) -> String {
    match nanoseconds {
        value if value < 1e3 => format!("{value:.0} ns"),
        value if value < 1e6 => format!("{:.2} µs", value / 1e3),
        value => format!("{:.2} ms", value / 1e6),
    }
}

fn count(instructions: f64) -> String {
    match instructions {
        value if value < 1e4 => format!("{value:.0}"),
        value if value < 1e7 => format!("{:.1} k", value / 1e3),
        value => format!("{:.1} M", value / 1e6),
    }
}

#[expect(clippy::cast_precision_loss, reason = "sizes and counts are small")]
const fn ratio(count: usize) -> f64 {
    count as f64
}
