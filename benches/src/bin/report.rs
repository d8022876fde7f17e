//! Tables, bars and verdicts from what the benches printed: `report TIMES COUNTS`, two files. Fails when a promise is
//! not kept.

use std::process::ExitCode;
use std::{env, fs, io};

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
/// Width of the longest bar.
const BAR: u8 = 44;

fn main() -> ExitCode {
    let mut arguments = env::args().skip(1);
    let (Some(times), Some(counts)) = (arguments.next(), arguments.next()) else {
        eprintln!("usage: report TIMES COUNTS");
        return ExitCode::from(2);
    };
    match report(&times, &counts) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("report: {error}");
            ExitCode::from(2)
        }
    }
}

fn report(times: &str, counts: &str) -> io::Result<bool> {
    let times = figures::times(&fs::read_to_string(times)?);
    let counts = figures::instructions(&fs::read_to_string(counts)?);
    table("time (fastest of 100 samples)", &times, time);
    table("instructions", &counts, count);
    bars(&times);
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
    promises.iter().for_each(Promise::print);
    Ok(promises.iter().all(|promise| promise.kept))
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
