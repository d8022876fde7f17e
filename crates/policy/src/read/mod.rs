//! The first stage: from a call to all that is read in it, once.
//!
//! A [`Reading`] is the call with its tool, its subject and, if that is a command, every command at every depth as bash
//! reads it. Whatever looks into a call afterwards borrows it: the floors and layers, the offers for
//! "always", the seals, the box, the record, the explanation.

mod command;
mod named;
mod patch;
mod reading;
mod shells;

pub use crate::otherwise::otherwise;
pub use byleave_knowledge::arguments::{COMMANDS, subjects};
pub(crate) use byleave_knowledge::arguments::{Kind, Role, role};
pub use command::{Command, argument, command_text};
pub(crate) use named::{Named, NamedPath, addresses_in};
pub(crate) use patch::{files as files_of_patch, files_in, links as links_of_patch, makes_link};
pub(crate) use reading::lent;
pub use reading::{Names, Read, Reading, Subject, read};
pub use shells::{NotShells, shells_from_json, shells_to_json};
