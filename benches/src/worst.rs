//! How long the nastiest shapes take.

use std::hint::black_box;
use std::time::Instant;

use crate::shapes::{SHAPES, Shape};

/// How many of the slowest are told.
const TOLD: usize = 5;
/// How often those are timed again: the best of many is what the reader takes, the rest is what the neighbours take.
const AGAIN: usize = 25;

/// The shapes that take longest at a size, with their milliseconds, worst first.
#[must_use]
pub fn worst(bytes: usize) -> Vec<(&'static str, f64)> {
    let mut times: Vec<(&Shape, f64)> = SHAPES.iter().map(|shape| (shape, best(shape, bytes, 2))).collect();
    let slowest_first = |(_, a): &(&Shape, f64), (_, b): &(&Shape, f64)| b.total_cmp(a);
    times.sort_by(slowest_first);
    times.truncate(2 * TOLD);
    for (shape, time) in &mut times {
        *time = time.min(best(shape, bytes, AGAIN));
    }
    times.sort_by(slowest_first);
    times.iter().take(TOLD).map(|(shape, time)| (shape.name, *time)).collect()
}

fn best(shape: &Shape, bytes: usize, rounds: usize) -> f64 {
    let text = shape.sized(bytes);
    (0..rounds).map(|_| milliseconds(&text)).fold(f64::INFINITY, f64::min)
}

fn milliseconds(text: &[u8]) -> f64 {
    let start = Instant::now();
    let script = black_box(byleave_shell::read(black_box(text)));
    let taken = start.elapsed();
    // Giving a hundred megabytes back to the system is not reading.
    drop(script);
    taken.as_secs_f64() * 1e3
}
