//! How much of something is let through in a time.

use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// A bucket that fills by itself. On the clock that never steps back.
#[derive(Debug)]
pub struct Rate {
    per_second: f64,
    most: f64,
    left: Mutex<(f64, Instant)>,
}

impl Rate {
    /// So many each second, and twice as many at once.
    pub fn new(per_second: u32) -> Self {
        let most = f64::from(per_second) * 2.0;
        Self { per_second: f64::from(per_second), most, left: Mutex::new((most, Instant::now())) }
    }

    /// Whether one more is let through.
    pub fn take(&self) -> bool {
        let mut left = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        let filled = (left.0 + now.duration_since(left.1).as_secs_f64() * self.per_second).min(self.most);
        let passes = filled >= 1.0;
        *left = (if passes { filled - 1.0 } else { filled }, now);
        passes
    }
}

#[cfg(test)]
mod tests {
    use super::Rate;

    #[test]
    fn what_is_used_up_is_used_up() {
        let rate = Rate::new(1);
        assert_eq!([rate.take(), rate.take(), rate.take()], [true, true, false]);
        assert!(!Rate::new(0).take());
    }
}
