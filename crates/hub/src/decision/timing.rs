//! How long the stages of a decision take. Floors and layers are one walk over the parts of a call, so they have one
//! time. The engine has no clock, so it is measured from outside.

use std::hint::black_box;
use std::time::{Duration, Instant};

use byleave_policy::read::{Reading, read};
use byleave_policy::{Policy, Situation, decide_read};
use serde::Serialize;

/// How often to measure, unless it takes too long. The shortest time is that of the work itself; the rest is other
/// load.
const TIMES: u32 = 7;
const LONG_ENOUGH: Duration = Duration::from_millis(20);

fn shortest(mut work: impl FnMut()) -> Duration {
    let begin = Instant::now();
    let mut best = Duration::MAX;
    for _ in 0..TIMES {
        let start = Instant::now();
        work();
        best = best.min(start.elapsed());
        if begin.elapsed() > LONG_ENOUGH {
            break;
        }
    }
    best
}

fn micros(time: Duration) -> f64 {
    // Whole tenths: more digits would be noise.
    (time.as_secs_f64() * 10_000_000.0).round() / 10.0
}

/// How long reading a call and judging it took, in microseconds.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Timings {
    read_us: f64,
    judge_us: f64,
}

/// Times reading the call, and judging what was read.
pub fn of(reading: &Reading<'_>, policy: &Policy, situation: &Situation<'_>) -> Timings {
    let again = shortest(|| {
        black_box(read(black_box(reading.call()).clone(), policy));
    });
    let judge = shortest(|| {
        black_box(decide_read(black_box(reading), policy, situation));
    });
    Timings { read_us: micros(again), judge_us: micros(judge) }
}
