//! Looking into the programs that `sed` and `awk` are given.

mod awk;
mod sed;
mod sql;

pub use awk::awk_danger;
pub use sed::sed_danger;
pub use sql::sql_danger;
