//! Rate limits.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// A bucket that refills by itself, on a monotonic clock.
#[derive(Debug)]
pub struct Rate {
    per_second: f64,
    most: f64,
    left: Mutex<(f64, Instant)>,
}

impl Rate {
    /// This many each second, and twice as many at once.
    pub fn new(per_second: u32) -> Self {
        let most = f64::from(per_second) * 2.0;
        Self { per_second: f64::from(per_second), most, left: Mutex::new((most, Instant::now())) }
    }

    /// Takes one, if there is one left.
    pub fn take(&self) -> bool {
        let mut left = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        let filled = (left.0 + now.duration_since(left.1).as_secs_f64() * self.per_second).min(self.most);
        let passes = filled >= 1.0;
        *left = (if passes { filled - 1.0 } else { filled }, now);
        passes
    }
}

/// How many machines are remembered; the ones heard of least recently are forgotten first.
const MACHINES: usize = 4096;

/// A limit for each machine. One machine never uses up the allowance of another.
#[derive(Debug)]
pub struct PeerRates {
    per_second: u32,
    by_machine: Mutex<HashMap<IpAddr, (Rate, Instant)>>,
}

impl PeerRates {
    /// This many each second for each machine.
    pub fn new(per_second: u32) -> Self {
        Self { per_second, by_machine: Mutex::default() }
    }

    /// Takes one from the allowance of a machine.
    pub fn take(&self, from: IpAddr) -> bool {
        let mut known = self.by_machine.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= MACHINES && !known.contains_key(&from) {
            let oldest = known.iter().min_by_key(|(_, (_, heard))| *heard).map(|(machine, _)| *machine);
            oldest.map(|machine| known.remove(&machine));
        }
        let (rate, heard) = known.entry(from).or_insert_with(|| (Rate::new(self.per_second), Instant::now()));
        *heard = Instant::now();
        rate.take()
    }
}

#[cfg(test)]
mod tests {
    use super::{PeerRates, Rate};

    #[test]
    fn what_one_machine_uses_up_is_not_taken_from_another() {
        let rates = PeerRates::new(1);
        let [one, other] = ["192.0.2.1", "192.0.2.2"].map(|text| text.parse().expect("an address"));
        assert_eq!([rates.take(one), rates.take(one), rates.take(one)], [true, true, false]);
        assert!(rates.take(other));
    }

    #[test]
    fn what_is_used_up_is_used_up() {
        let rate = Rate::new(1);
        assert_eq!([rate.take(), rate.take(), rate.take()], [true, true, false]);
        assert!(!Rate::new(0).take());
    }
}
