//! A call with all that was read in it.

use std::borrow::Cow;
use std::sync::OnceLock;

use byleave_shell::Shells;

use super::Kind;
use super::command::{Command, argument};
use super::named::Named;
use crate::command::{Commands, collect_for};
use crate::paths::Ground;
use crate::programs::{Scope, Taught};
use crate::tool::{self, Category, Tool};
use crate::{CallFacts, Digest, Policy};

/// A call with all that was read in it.
///
/// ```
/// use byleave_policy::paths::Lexical;
/// use byleave_policy::read::read;
/// use byleave_policy::{CallFacts, Policy, Situation, Verdict, decide_read};
///
/// let arguments = serde_json::json!({ "cmd": "sudo make install" });
/// let arguments = arguments.as_object().cloned().unwrap_or_default();
/// let call = CallFacts::new("run_command", arguments, "/work/app", "/home/dev");
/// let policy = Policy::default();
/// let reading = read(call, &policy);
/// assert_eq!((reading.name(), reading.argument()), ("bash", Some("cmd")));
/// let names = reading.command().map(|all| all.simples.iter().filter_map(|one| one.name()).collect::<Vec<_>>());
/// assert_eq!(names, Some(vec!["sudo", "make"]));
/// assert_eq!(decide_read(&reading, &policy, &Situation::new(&Lexical)).verdict, Verdict::Ask);
/// ```
///
/// It is judged by a policy with the same program tables and the same categories of tools as the one it was read under;
/// under any other, [`decide_read`](crate::decide_read) reads the call again.
#[derive(Debug)]
pub struct Reading<'t> {
    call: Cow<'t, CallFacts>,
    tool: Option<Tool>,
    category: Option<Category>,
    subject: Subject<'t>,
    taught: Taught,
    /// The shells that may run its command, if the tool is given one.
    shells: Option<Shells>,
    digest: OnceLock<Digest>,
}

/// What a call is about.
#[derive(Debug)]
pub enum Subject<'t> {
    /// A command.
    Command(Read<'t>),
    /// The tool runs commands, and what it is given is neither text nor a list of texts.
    Odd,
    /// The tool runs commands, and it is given none.
    Missing,
    /// What the arguments of another tool name.
    Named(Names),
}

/// A command, as bash reads it.
#[derive(Debug)]
pub struct Read<'t> {
    commands: Commands<'t>,
    /// The shells that may run it.
    shells: Shells,
}

/// The paths and addresses that the arguments of a call name.
#[derive(Debug)]
pub struct Names(Named);

impl Names {
    pub(crate) const fn all(&self) -> &Named {
        &self.0
    }
}

impl<'t> Read<'t> {
    /// All that may run.
    #[must_use]
    pub const fn commands(&self) -> &Commands<'t> {
        &self.commands
    }

    /// The shells that may run it.
    #[must_use]
    pub const fn shells(&self) -> Shells {
        self.shells
    }
}

impl<'t> Reading<'t> {
    fn new(call: Cow<'t, CallFacts>, head: Head, subject: Subject<'t>) -> Self {
        let Head { tool, category, taught, shells } = head;
        Self { call, tool, category, subject, taught, shells, digest: OnceLock::new() }
    }

    /// The call.
    #[must_use]
    pub fn call(&self) -> &CallFacts {
        &self.call
    }

    /// The tool, if the engine knows it.
    #[must_use]
    pub const fn tool(&self) -> Option<Tool> {
        self.tool
    }

    /// The name of the tool: the canonical one of a known tool, that of the call otherwise.
    #[must_use]
    pub fn name(&self) -> &str {
        self.tool.map_or(self.call.tool.as_str(), |tool| tool.name)
    }

    /// The category of the tool, if the policy or the engine knows it.
    #[must_use]
    pub const fn category(&self) -> Option<Category> {
        self.category
    }

    /// What the call is about.
    #[must_use]
    pub const fn subject(&self) -> &Subject<'t> {
        &self.subject
    }

    /// The command that it runs.
    #[must_use]
    pub const fn command(&self) -> Option<&Commands<'t>> {
        match &self.subject {
            Subject::Command(read) => Some(read.commands()),
            Subject::Odd | Subject::Missing | Subject::Named(_) => None,
        }
    }

    /// The argument that holds the text of the command, if it is one.
    #[must_use]
    pub fn argument(&self) -> Option<&'static str> {
        self.command().filter(|_| self.call.command_bytes.is_none()).and_then(|_| argument(&self.call.arguments))
    }

    /// What an answer to the call is bound to.
    #[must_use]
    pub fn digest(&self) -> Digest {
        *self.digest.get_or_init(|| Digest::of(&self.call))
    }

    /// What paths in it are seen from.
    #[must_use]
    pub fn ground(&self) -> Ground<'_> {
        Ground::new(&self.call.project, &self.call.home, &self.call.cwd)
    }

    /// From now on and until the scope ends, this thread knows the programs it was read by.
    #[must_use]
    pub fn enter(&self) -> Scope {
        self.taught.enter()
    }

    /// Whether the call would be read the same under a policy.
    #[must_use]
    pub fn holds_under(&self, policy: &Policy) -> bool {
        self.taught == policy.programs
            && self.category == policy.category_of(&self.call.tool, self.tool)
            && self.shells == policy.shells_for(&self.call, self.tool)
    }
}

/// What is known of a call before its subject is read.
#[derive(Clone, Copy)]
struct Head {
    tool: Option<Tool>,
    category: Option<Category>,
    taught: Taught,
    shells: Option<Shells>,
}

impl Head {
    fn of(call: &CallFacts, policy: &Policy) -> Self {
        let tool = tool::find(&call.tool);
        let category = policy.category_of(&call.tool, tool);
        Self { tool, category, taught: policy.programs, shells: policy.shells_for(call, tool) }
    }

    fn named(self, call: &CallFacts) -> Subject<'static> {
        let kind = Kind { name: self.tool.map_or("", |tool| tool.name), category: self.category };
        Subject::Named(Names(Named::of(&call.arguments, kind)))
    }
}

/// Reads a call, to be kept as long as it is needed.
#[must_use]
pub fn read(call: CallFacts, policy: &Policy) -> Reading<'static> {
    let head = Head::of(&call, policy);
    let _known = head.taught.enter();
    let subject = if let Some(shells) = head.shells {
        match Command::of(&call) {
            Command::Text(text) => {
                let script = byleave_shell::read(text.as_ref());
                Subject::Command(Read { commands: collect_for(&script, shells).into_owned(), shells })
            }
            Command::Odd => Subject::Odd,
            Command::None => Subject::Missing,
        }
    } else {
        head.named(&call)
    };
    Reading::new(Cow::Owned(call), head, subject)
}

/// Reads a call and lends what was read, without copying any of it: for decisions that nothing else follows. The programs it
/// is read by are known until the end.
pub(crate) fn lent<R>(call: &CallFacts, policy: &Policy, with: impl FnOnce(&Reading<'_>) -> R) -> R {
    let head = Head::of(call, policy);
    let _known = head.taught.enter();
    let with = |subject: Subject<'_>| with(&Reading::new(Cow::Borrowed(call), head, subject));
    let Some(shells) = head.shells else { return with(head.named(call)) };
    match Command::of(call) {
        Command::Text(text) => {
            let script = byleave_shell::read(text.as_ref());
            with(Subject::Command(Read { commands: collect_for(&script, shells), shells }))
        }
        Command::Odd => with(Subject::Odd),
        Command::None => with(Subject::Missing),
    }
}
