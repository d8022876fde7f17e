//! The only code of byleave that can say yes to a command.
//!
//! It reads *plain* text, which means the same in bash, dash, busybox, mksh and zsh, and shows of each command in it that it only reads
//! or that a rule covers it. Everything else in the house can only ask or deny.
mod fact;
mod git;
mod ground;
mod not_plain;
mod plain;
mod proof;
mod reads;
mod reason;
mod rule;
mod span;
mod text;
mod usage;

pub use fact::{Answer, At, Bytes, Disk, Environment, Kind, Log, Name, Names, Told, World};
pub use ground::Ground;
pub use not_plain::{NotPlain, Obstacle};
pub use plain::{
    Assignment, Command, CommandId, Descriptor, Effect, Input, Place, PlaceId, Plain, Redirection, Value, Word,
};
pub use proof::{Leave, Proof, Sets, Starts, leave, prove, sets};
pub use reads::{Inner, Reads, Scene, reads};
pub use reason::{NotProven, Reason};
pub use rule::{Gap, NotCovered, Pattern, covers};
pub use span::Span;
pub use text::{Entry, Host, Options, read};
pub use usage::{Given, Known, Operand, OptionName, Unwrapped, Usage, Used, unwrapped, usage_of};
