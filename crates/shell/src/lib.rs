//! Reads bash text and finds **every** simple command it may run, wherever it hides.
//!
//! Grammar only: not a word about policy or programs. See [`read`].
mod directory;
mod hidden;
mod limits;
mod reader;
mod reason;
mod script;
mod span;

pub use directory::{Directory, Whereabouts, directories, stays};
pub use hidden::{Hidden, HiddenKind};
pub use limits::Limits;
pub use reader::{Reader, read};
pub use reason::{Construct, Opaque, Reason, Token};
pub use script::{
    Assignment, Class, Clause, Command, CommandId, Connector, Descriptor, Evaluation, EvaluationKind, HereDocument,
    Kind, Node, NodeId, Operator, Origin, Parameter, Part, PartKind, Place, Range, RedirectOperator, Redirection,
    Script, Text, Unknown, Word,
};
pub use span::Span;
