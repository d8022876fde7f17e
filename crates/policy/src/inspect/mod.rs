//! Looking into the programs that `sed` and `awk` are given.

mod awk;
mod sed;

pub use awk::awk_danger;
pub use sed::sed_danger;
