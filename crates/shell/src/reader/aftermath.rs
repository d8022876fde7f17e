//! What shells other than bash do with commands after they are read: state that changes how the rest is read or run.

use std::collections::BTreeSet;

use crate::dialect::{SwitchKind, switches};
use crate::script::{Assignment, Command, Connector, Kind, Node, Place, RedirectOperator, Script};
use crate::{Class, Dialect, Difference, Opaque, Reason, Span};

/// Parameters that zsh ties to its own state: setting one changes which program a name means, or runs something.
const TIED: [&str; 48] = [
    "ARGV0",
    "CDPATH",
    "ENV",
    "FPATH",
    "HISTCHARS",
    "MODULE_PATH",
    "NULLCMD",
    "PROMPT",
    "PS1",
    "PS2",
    "PS3",
    "PS4",
    "READNULLCMD",
    "STTY",
    "ZDOTDIR",
    "aliases",
    "argv",
    "builtins",
    "cdpath",
    "chpwd_functions",
    "commands",
    "dis_aliases",
    "dis_builtins",
    "dis_functions",
    "dis_functions_source",
    "dis_galiases",
    "dis_reswords",
    "dis_saliases",
    "fignore",
    "fpath",
    "functions",
    "functions_source",
    "galiases",
    "histchars",
    "historywords",
    "mailpath",
    "manpath",
    "module_path",
    "modules",
    "nameddirs",
    "options",
    "path",
    "periodic_functions",
    "precmd_functions",
    "preexec_functions",
    "saliases",
    "userdirs",
    "zshexit_functions",
];

/// Builtins of zsh that set parameters named by their arguments.
const SETTING: [&str; 25] = [
    "declare",
    "export",
    "float",
    "getln",
    "getopts",
    "hash",
    "integer",
    "let",
    "local",
    "print",
    "printf",
    "private",
    "read",
    "readonly",
    "set",
    "strftime",
    "sysopen",
    "sysread",
    "typeset",
    "unset",
    "vared",
    "zformat",
    "zparseopts",
    "zselect",
    "zstat",
];

/// What POSIX calls special builtins.
const SPECIAL: [&str; 15] = [
    ".", ":", "break", "continue", "eval", "exec", "exit", "export", "readonly", "return", "set", "shift", "times",
    "trap", "unset",
];

/// Commands that change the state of the shell that runs them.
const STATEFUL: [&str; 30] = [
    ".",
    "alias",
    "builtin",
    "cd",
    "command",
    "declare",
    "enable",
    "eval",
    "exec",
    "exit",
    "export",
    "getopts",
    "hash",
    "local",
    "mapfile",
    "popd",
    "pushd",
    "read",
    "readarray",
    "readonly",
    "return",
    "set",
    "shift",
    "shopt",
    "source",
    "trap",
    "typeset",
    "ulimit",
    "umask",
    "unset",
];

/// Whether zsh ties a parameter to its own state.
pub(super) fn is_tied(name: &str) -> bool {
    TIED.binary_search(&name).is_ok()
}

/// Whether a builtin sets parameters that its arguments name.
pub(super) fn is_setting(name: &str) -> bool {
    SETTING.contains(&name)
}

/// Marks as opaque what the current shell treats differently after reading.
pub(super) fn look(script: &mut Script<'_>) {
    let found = Aftermath { script, found: Vec::new() }.all();
    if !found.is_empty() {
        script.opaque.extend(found);
        script.opaque.sort_by_key(|opaque| opaque.span);
    }
}

struct Aftermath<'s, 'a> {
    script: &'s Script<'a>,
    found: Vec<Opaque>,
}

impl Aftermath<'_, '_> {
    fn all(mut self) -> Vec<Opaque> {
        self.switches();
        match self.script.dialect() {
            Dialect::Bash => {}
            Dialect::PosixBash => self.lasting_assignments(),
            Dialect::Sh => {
                self.lasting_assignments();
                self.ampersands();
                self.evaluated();
            }
            Dialect::Zsh => {
                self.tied();
                self.null_commands();
                self.evaluated();
            }
        }
        self.found
    }

    fn doubt(&mut self, span: Span, difference: Difference) {
        self.found.push(Opaque { span, reason: Reason::Dialect(difference) });
    }

    /// After an alias or an option, the rest of the text is read differently.
    fn switches(&mut self) {
        let end = u32::try_from(self.script.source().len()).unwrap_or(u32::MAX);
        for switch in switches(self.script) {
            let difference = match switch.kind {
                SwitchKind::Alias | SwitchKind::ExpandAliases => Difference::Alias,
                SwitchKind::Dialect(dialect) if dialect == self.script.dialect() => continue,
                SwitchKind::Dialect(_) | SwitchKind::Keyword | SwitchKind::Option => Difference::Option,
                SwitchKind::Shebang(_) => continue,
            };
            self.doubt(Span::new(switch.span.start, end), difference);
        }
    }

    /// `PATH=x :` sets `PATH` permanently where `:` is a special builtin; so may a function.
    fn lasting_assignments(&mut self) {
        let script = self.script;
        let functions: BTreeSet<&str> = script.nodes().filter_map(|(_, node)| function(script, node)).collect();
        for name in &functions {
            if SPECIAL.contains(name) {
                self.doubt(
                    Span::new(0, u32::try_from(script.source().len()).unwrap_or(u32::MAX)),
                    Difference::BuiltinName,
                );
            }
        }
        let small = script.dialect() == Dialect::Sh;
        for command in script.commands().iter().filter(|command| !command.assignments.is_empty()) {
            let stays =
                script.name(command).is_some_and(|name| SPECIAL.contains(&name) || small && functions.contains(name));
            if stays {
                self.doubt(command.span, Difference::LastingAssignment);
            }
        }
    }

    /// `a &>b`: dash runs `a` in the background and only creates `b`; others redirect the output of `a`. The result is
    /// the same only if `a` changes no shell state and no word follows.
    fn ampersands(&mut self) {
        let script = self.script;
        let split = |node: &Node| {
            let rest = script.source().get(node.span.end as usize..).unwrap_or("").trim_start_matches([' ', '\t']);
            node.connector == Connector::Background && rest.starts_with("&>")
        };
        let places: Vec<Span> = script.nodes().filter(|(_, node)| split(node)).map(|(_, node)| node.span).collect();
        if places.is_empty() {
            return;
        }
        let stateful = script.commands().iter().any(|command| leaves_something(script, command))
            || script.nodes().any(|(_, node)| function(script, node).is_some());
        for span in places {
            let next = script.commands().partition_point(|command| command.span.start <= span.end);
            let next = script.commands().get(next);
            let words = next.is_none_or(|command| !command.words.is_empty() || !command.assignments.is_empty());
            if words || stateful {
                self.doubt(Span::new(span.end, span.end.saturating_add(1)), Difference::AmpersandRedirection);
            }
        }
    }

    fn evaluated(&mut self) {
        for span in super::evaluated::places(self.script) {
            self.doubt(span, Difference::Evaluated);
        }
    }

    fn tied(&mut self) {
        let script = self.script;
        let tied = |assignment: &&Assignment| is_tied(script.text(assignment.name));
        for command in script.commands() {
            let assigned = script.assignments(command.assignments).iter().find(tied).map(|found| found.span);
            let span = assigned.or_else(|| self.set_by_name(command));
            if let Some(span) = span {
                self.doubt(span, Difference::ShellState);
            }
        }
        for (_, node) in script.nodes() {
            let variable = match node.kind {
                Kind::For { variable, .. } | Kind::Select { variable, .. } => script.text(variable),
                Kind::Script(_)
                | Kind::Simple(_)
                | Kind::Subshell
                | Kind::Group
                | Kind::If
                | Kind::While
                | Kind::Until
                | Kind::ArithmeticFor
                | Kind::Case { .. }
                | Kind::Clause(_)
                | Kind::Function { .. }
                | Kind::Coproc { .. }
                | Kind::Arithmetic { .. }
                | Kind::Conditional { .. }
                | Kind::HereDocument => continue,
            };
            if is_tied(variable) {
                self.doubt(node.span, Difference::ShellState);
            }
        }
    }

    /// An argument that names a tied parameter, of a builtin that sets what it names: `read path`, `print -v path`.
    fn set_by_name(&self, command: &Command) -> Option<Span> {
        let script = self.script;
        let words = script.words(command.words);
        let sets = |name: Option<&str>| name.is_some_and(|name| SETTING.contains(&name));
        let [_, arguments @ ..] = words.get(words.iter().position(|word| sets(script.literal(word)))?..)? else {
            return None;
        };
        let names = |text: &str| {
            let name = text.split(['=', '+', '[']).next().unwrap_or(text);
            is_tied(name) || name.starts_with('-') && TIED.iter().any(|tied| name.ends_with(tied))
        };
        arguments.iter().find(|word| names(script.shown(word))).map(|word| word.span)
    }

    /// `< file` runs a pager, `> file` runs `cat`; `$(< file)` runs nothing.
    fn null_commands(&mut self) {
        let script = self.script;
        let mut spans = Vec::new();
        for command in
            script.commands().iter().filter(|command| command.words.is_empty() && !command.redirections.is_empty())
        {
            let reads = matches!(
                script.redirections(command.redirections),
                [only] if only.operator == RedirectOperator::Read
            );
            let parent = script.node(command.node).map(|node| node.parent);
            let around = parent.and_then(|parent| Some((parent, script.node(parent)?.kind)));
            let alone = around.is_some_and(|(id, kind)| {
                matches!(kind, Kind::Script(Place::Substitution)) && script.children(id).nth(1).is_none()
            });
            if !(reads && alone) {
                spans.push(command.span);
            }
        }
        for span in spans {
            self.doubt(span, Difference::NullCommand);
        }
    }
}

/// The name of the function that a node defines.
fn function<'s>(script: &'s Script<'_>, node: &Node) -> Option<&'s str> {
    if let Kind::Function { name } = node.kind { Some(script.text(name)) } else { None }
}

/// Whether a command may change the state of the shell that runs it.
fn leaves_something(script: &Script<'_>, command: &Command) -> bool {
    match script.words(command.words).first() {
        None => !command.assignments.is_empty(),
        Some(first) if first.class == Class::Literal => {
            script.name(command).is_none_or(|name| STATEFUL.contains(&name))
        }
        Some(_) => true,
    }
}
