//! Looking into the programs that `sed`, `awk` and databases are given.

mod awk;
mod sed;
mod sql;

pub use awk::awk_acts;
pub use sed::{sed_acts, sed_files};
pub use sql::sql_danger;
