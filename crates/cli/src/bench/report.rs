//! The results as a table and a plot, or for programs.

use std::io::Write;
use std::time::Duration;

use serde::Serialize;
use serde_json::Value;

use super::load::Taken;
use crate::failure::Failure;
use crate::record::plot::bar;
use crate::record::screen::{count, padded, painted};
use crate::style;

/// The upper bounds of the plot's classes, in microseconds, with their names.
const CLASSES: [(u64, &str); 9] = [
    (250, "under 0.25 ms"),
    (500, "0.25–0.5 ms"),
    (1_000, "0.5–1 ms"),
    (2_000, "1–2 ms"),
    (3_000, "2–3 ms"),
    (5_000, "3–5 ms"),
    (10_000, "5–10 ms"),
    (50_000, "10–50 ms"),
    (u64::MAX, "longer"),
];

/// All results, by name.
#[derive(Debug, Default)]
pub struct Report {
    pub rows: Vec<(String, Taken)>,
    /// Memory before the load.
    pub empty: Option<u64>,
    /// How many processors there are, for the hub and its clients.
    pub processors: usize,
}

/// A duration in few characters.
fn time(length: Duration) -> String {
    let micros = length.as_micros();
    match micros {
        0..1_000 => format!("{micros} µs"),
        1_000..100_000 => format!("{}.{} ms", micros / 1_000, micros % 1_000 / 100),
        _ => format!("{} ms", micros / 1_000),
    }
}

fn megabytes(bytes: Option<u64>) -> String {
    bytes.map_or_else(|| "-".to_owned(), |bytes| format!("{} MB", bytes / 1_000_000))
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a rate is no larger than a count")]
fn rate(taken: &Taken) -> usize {
    taken.rate().round() as usize
}

impl Report {
    /// For people.
    pub fn show(&self, out: &mut dyn Write, width: usize) -> Result<(), Failure> {
        let names = self.rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
        let heads = ["number", "a second", "p50", "p99", "p99.9", "max", "CPU each", "memory"];
        let mut lines = vec![(String::new(), heads.map(str::to_owned).to_vec())];
        for (name, taken) in &self.rows {
            let processor = taken.processor_each().map_or_else(|| "-".to_owned(), time);
            let mut cells = vec![count(taken.each.len()), count(rate(taken))];
            cells.extend([500, 990, 999, 1000].map(|at| time(taken.at(at))));
            cells.extend([processor, megabytes(taken.memory)]);
            lines.push((name.clone(), cells));
        }
        let mut widths = vec![0_usize; heads.len()];
        for (_, cells) in &lines {
            for (width, cell) in widths.iter_mut().zip(cells) {
                *width = (*width).max(cell.chars().count());
            }
        }
        for (row, (name, cells)) in lines.iter().enumerate() {
            let cells: Vec<String> = cells
                .iter()
                .zip(&widths)
                .map(|(cell, width)| format!("{}{cell}", " ".repeat(width.saturating_sub(cell.chars().count()))))
                .collect();
            let line = format!("{}  {}", padded(name, names), cells.join("  "));
            writeln!(out, "{}", if row == 0 { painted(style::LABEL, &line) } else { line })?;
        }
        let before = megabytes(self.empty);
        let words = format!("memory before: {before}; processors, shared with the clients: {}", self.processors);
        writeln!(out, "{}", painted(style::LABEL, &words))?;
        for (name, taken) in &self.rows {
            writeln!(out, "\n{}", painted(style::HEADING, name))?;
            let classes = classes(taken);
            let most = classes.iter().map(|(_, number)| *number).max().unwrap_or(0);
            let label = CLASSES.iter().map(|(_, name)| name.chars().count()).max().unwrap_or(0);
            let room = width.saturating_sub(label + 2 + 2 + 10).clamp(4, 50);
            for (name, number) in classes {
                let line = painted(style::HEADING, &bar(number, most, room));
                writeln!(out, "  {}  {line} {}", padded(name, label), count(number))?;
            }
        }
        Ok(())
    }

    /// For programs: microseconds and bytes.
    pub fn to_json(&self) -> Value {
        let micros = |time: Duration| u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        let measured = self.rows.iter().map(|(name, taken)| Measured {
            name,
            number: taken.each.len(),
            per_second: rate(taken),
            p50_us: micros(taken.at(500)),
            p99_us: micros(taken.at(990)),
            p999_us: micros(taken.at(999)),
            max_us: micros(taken.at(1000)),
            cpu_us: taken.processor_each().map(micros),
            memory: taken.memory,
        });
        let (memory_before, processors) = (self.empty, self.processors);
        let all = AllMeasured { memory_before, processors, measured: measured.collect() };
        serde_json::to_value(all).unwrap_or_default()
    }
}

/// All results, for programs.
#[derive(Serialize)]
struct AllMeasured<'m> {
    memory_before: Option<u64>,
    processors: usize,
    measured: Vec<Measured<'m>>,
}

/// One result: microseconds and bytes.
#[derive(Serialize)]
struct Measured<'m> {
    name: &'m str,
    number: usize,
    per_second: usize,
    p50_us: u64,
    p99_us: u64,
    p999_us: u64,
    max_us: u64,
    cpu_us: Option<u64>,
    memory: Option<u64>,
}

fn classes(taken: &Taken) -> Vec<(&'static str, usize)> {
    let mut from = 0;
    let mut classes = Vec::new();
    for (end, name) in CLASSES {
        let fits = |time: &&Duration| (from..end).contains(&u64::try_from(time.as_micros()).unwrap_or(u64::MAX - 1));
        classes.push((name, taken.each.iter().filter(fits).count()));
        from = end;
    }
    classes
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Report, classes};
    use crate::bench::load::Taken;

    fn taken() -> Taken {
        let each = (1..=1000).map(|number| Duration::from_micros(number * 7)).collect();
        Taken {
            each,
            whole: Duration::from_millis(500),
            processor: Some(Duration::from_millis(150)),
            memory: Some(54_400_000),
        }
    }

    #[test]
    fn every_time_is_in_one_class_and_the_table_is_aligned() {
        let report = Report { rows: vec![("decisions".to_owned(), taken())], empty: Some(20_000_000), processors: 2 };
        assert_eq!(classes(&taken()).iter().map(|(_, number)| number).sum::<usize>(), 1000);
        let mut out = Vec::new();
        report.show(&mut out, 80).expect("a table");
        let text = String::from_utf8(out).expect("text");
        let plain = anstream::adapter::strip_str(&text).to_string();
        insta::assert_snapshot!(plain);
        let json = report.to_json();
        assert_eq!(json["measured"][0]["per_second"], 2000);
        assert_eq!((&json["measured"][0]["p99_us"], &json["measured"][0]["cpu_us"]), (&6930.into(), &150.into()));
    }
}
