//! How long the stages of a decision take. Floors and layers are one walk over the parts of a call, so they have one
//! time. The engine has no clock, so it is measured from outside.

use std::hint::black_box;
use std::time::{Duration, Instant};

use byleave_policy::command::collect;
use byleave_policy::{Call, Policy, Situation, decide_in, tools};
use serde_json::{Value, json};

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

/// Times reading the call, and judging what was read.
pub fn of(call: &Call, policy: &Policy, situation: &Situation<'_>) -> Value {
    let command = tools::find(&call.tool)
        .filter(|tool| tool.command.is_some())
        .and_then(|_| call.arguments.get("command").or_else(|| call.arguments.get("cmd")))
        .and_then(Value::as_str);
    let whole = shortest(|| {
        black_box(decide_in(black_box(call), policy, situation));
    });
    let read = command.map_or(Duration::ZERO, |command| {
        shortest(|| {
            let script = byleave_shell::read(black_box(command));
            black_box(collect(&script));
        })
    });
    json!({ "read_us": micros(read), "judge_us": micros(whole.saturating_sub(read)) })
}
