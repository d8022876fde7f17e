//! How long the nastiest shapes take.

use std::time::Instant;

use crate::shapes::SHAPES;

/// The shapes that take longest at a size, with their milliseconds, worst first.
#[must_use]
pub fn worst(bytes: usize, rounds: usize) -> Vec<(&'static str, f64)> {
    let mut times: Vec<(&'static str, f64)> = SHAPES
        .iter()
        .map(|shape| {
            let text = shape.sized(bytes);
            let best = (0..rounds).map(|_| milliseconds(&text)).fold(f64::INFINITY, f64::min);
            (shape.name, best)
        })
        .collect();
    times.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    times
}

fn milliseconds(text: &[u8]) -> f64 {
    let start = Instant::now();
    std::hint::black_box(byleave_shell::read(std::hint::black_box(text)));
    start.elapsed().as_secs_f64() * 1e3
}
