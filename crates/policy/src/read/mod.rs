//! The first stage: from a call to all that is read in it, once.
//!
//! A [`Reading`] is the call with its tool, its subject and, if that is a command, every command at every depth as each shell
//! that may run it reads it. Whatever looks into a call afterwards borrows it: the floors and layers, the offers for
//! "always", the seals, the box, the record, the explanation.

mod command;
mod dialects;
mod keys;
mod named;
mod patch;
mod reading;
mod shells;

pub use command::{COMMANDS, Command, argument};
pub(crate) use dialects::{readings, shells_behind};
pub(crate) use keys::{Kind, Role, role};
pub(crate) use named::{Named, NamedPath, addresses_in};
pub(crate) use patch::files as files_of_patch;
pub(crate) use reading::lent;
pub use reading::{Names, Read, Reading, Subject, read};
pub use shells::{NotShells, shells_from_json, shells_to_json};
