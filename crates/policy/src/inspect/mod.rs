//! Looking into the programs that `sed` and `awk` are given.

mod awk;
mod sed;
mod sql;

pub use awk::awk_danger;
pub use sed::{sed_danger, sed_files};
pub use sql::sql_danger;
