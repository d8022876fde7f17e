//! What another shell than bash may read otherwise.
//!
//! byleave reads every text as bash does. Plain text (`byleave_proof`) means the same to bash, dash, busybox, mksh and zsh; of other text
//! only what is written with the few signs and words that are known here. Whatever else another shell may run is in doubt, and a doubt
//! asks. So nothing here says how another shell reads a text: each answer may be yes where no would be right.

mod builtins;
mod words;

use byleave_proof::{Host, Options, is_special};
use byleave_shell::{
    Clause, Command, Connector, Descriptor, Kind, Node, Origin, Place, Range, RedirectOperator, Redirection, Script,
    Shell, Shells, Span, Word,
};

use self::words::Around;
use crate::Reason;
use crate::programs;

/// The part of a text that one of the shells which may run it may take otherwise than bash does, and why that is in doubt.
/// The place is empty if it is the whole text.
#[must_use]
pub fn otherwise(script: &Script<'_>, shells: Shells) -> Option<(Span, Reason)> {
    let unread = shells.not_read();
    if !unread.is_empty() {
        return Some((Span::default(), Reason::ShellNotRead(unread.to_string())));
    }
    let others = shells.without(Shells::BASH);
    // What could not be read asks in any case.
    if others.is_empty() || !script.opaque().is_empty() {
        return None;
    }
    let look = Look::new(script, others);
    // Plain text may print in two ways what it prints.
    let span = look.printed().or_else(|| look.first().filter(|_| !is_plain(script.source(), shells)))?;
    Some((span, Reason::OtherShells(others.to_string())))
}

/// Whether a text means the same to all of these shells.
fn is_plain(text: &str, shells: Shells) -> bool {
    let options = if shells.contains(Shell::Zsh) { Options::Unknown } else { Options::Default };
    let host = Host { options, home: None, directory: None };
    byleave_proof::read(text.as_bytes(), &host).is_ok()
}

/// The shells that may run the text which a program is given, by the program's name; `None` if it is the shell at hand.
pub(crate) fn shells_behind(program: &str, posix: bool) -> Option<Shells> {
    match programs::find(program).and_then(|entry| entry.rare("shell")) {
        Some("here") => None,
        Some("bash") if posix => Some(Shell::PosixBash.into()),
        Some("bash") => Some(Shells::BASH),
        Some("zsh") => Some(Shell::Zsh.into()),
        Some("fish") => Some(Shell::Fish.into()),
        Some("powershell") => Some(Shell::PowerShell.into()),
        Some("cmd") => Some(Shell::Cmd.into()),
        // The login shell of a user, here or on another machine.
        Some("login") => Some(Shells::POSIX),
        _ => Some(Shell::Sh.into()),
    }
}

/// A look at a script as bash reads it.
struct Look<'s, 'a> {
    script: &'s Script<'a>,
    source: &'s [u8],
    /// dash, busybox, mksh or a bash in POSIX mode may run it.
    sh: bool,
    zsh: bool,
    /// It defines functions.
    defines: bool,
}

impl<'s, 'a> Look<'s, 'a> {
    fn new(script: &'s Script<'a>, shells: Shells) -> Self {
        let sh = shells.contains(Shell::Sh) || shells.contains(Shell::PosixBash);
        let defines = script.nodes().any(|(_, node)| matches!(node.kind, Kind::Function { .. }));
        Self { script, source: script.source().as_bytes(), sh, zsh: shells.contains(Shell::Zsh), defines }
    }

    /// The first part that is in doubt.
    fn first(&self) -> Option<Span> {
        let script = self.script;
        let nodes = || script.nodes().find(|(_, node)| self.is_odd_node(node)).map(|(_, node)| node.span);
        let commands = || script.commands().iter().find(|one| self.is_odd_command(one)).map(|one| one.span);
        let redirections = || script.all_redirections().iter().find(|one| self.is_odd_target(one)).map(|one| one.span);
        self.signs().or_else(nodes).or_else(commands).or_else(redirections)
    }

    /// `echo 'ls\ntouch x' | sh`: most shells decode `\n` without being told to, and what is fed to a shell has another line.
    fn printed(&self) -> Option<Span> {
        let script = self.script;
        let escapes = script.source().contains('\\');
        let decoded = |word: &Word| escapes && script.literal(word).is_none_or(|text| text.contains('\\'));
        let goes_on = |one: &Command| {
            let fed = [Origin::Pipeline, Origin::Substitution, Origin::Backticks, Origin::ProcessSubstitution];
            !one.redirections.is_empty() || script.origins(one.node).iter().any(|origin| fed.contains(origin))
        };
        let echoes = |one: &&Command| {
            script.is_called(one, "echo") && script.words(one.words).iter().any(decoded) && goes_on(one)
        };
        script.commands().iter().find(echoes).map(|one| one.span)
    }

    fn byte(&self, at: u32) -> u8 {
        self.source.get(at as usize).copied().unwrap_or(0)
    }

    fn written(&self, span: Span) -> &'s [u8] {
        self.source.get(span.start as usize..span.end as usize).unwrap_or(&[])
    }

    /// `fi\` and a line break: to zsh the reserved word ends elsewhere. `{,}`, which is no word at all in bash.
    fn signs(&self) -> Option<Span> {
        let odd = |three: &[u8]| matches!(three, [b'}' | b')' | b'a'..=b'z', b'\\', b'\n'] | [b'{', b',', b',' | b'}']);
        let at = u32::try_from(self.source.windows(3).position(odd)?).ok()?;
        Some(Span::new(at, at.saturating_add(3)))
    }

    fn any(&self, words: Range, around: Around) -> bool {
        self.script.words(words).iter().any(|word| self.is_odd_word(word, around))
    }

    fn is_odd_node(&self, node: &Node) -> bool {
        let written = || self.written(node.span);
        let odd = match node.kind {
            Kind::Simple(_)
            | Kind::Group
            | Kind::If
            | Kind::While
            | Kind::Until
            | Kind::HereDocument
            | Kind::Clause(Clause::Condition | Clause::Body | Clause::Else) => false,
            Kind::Script(Place::Top | Place::Substitution) => written().starts_with(b"$(("),
            Kind::Script(Place::Backticks) => written().iter().any(|byte| matches!(byte, b'\\' | b'\'' | b'"')),
            Kind::Script(Place::ProcessInput | Place::ProcessOutput) => self.sh,
            Kind::Script(Place::BraceSubstitution)
            | Kind::Select { .. }
            | Kind::ArithmeticFor
            | Kind::Coproc { .. } => true,
            Kind::Subshell => written().starts_with(b"(("),
            Kind::For { variable, words, .. } => {
                let name = self.script.text(variable);
                is_special(name) || is_odd_header(written(), name) || self.any(words, Around::Command)
            }
            Kind::Case { subject } => self.any(subject, Around::Pattern),
            // `;&` goes on with the next arm.
            Kind::Clause(Clause::Arm { patterns }) => self.any(patterns, Around::Pattern) || written().ends_with(b"&"),
            Kind::Function { name } => self.is_odd_function(self.script.text(name), node),
            Kind::Arithmetic { .. } => self.sh || words::is_odd_arithmetic(written()),
            Kind::Conditional { words } => self.sh || self.is_odd_condition(self.script.words(words)),
        };
        odd || node.timed || self.is_odd_joint(node)
    }

    /// `|&` and `&!`, and `!(` before a command.
    fn is_odd_joint(&self, node: &Node) -> bool {
        let negated = node.negated && self.byte(node.span.start.saturating_sub(1)) == b'!';
        negated
            || match node.connector {
                Connector::PipeBoth => self.sh,
                Connector::Background => {
                    let rest = self.source.get(node.span.end as usize..).unwrap_or(&[]);
                    let mut rest = rest.iter().skip_while(|byte| matches!(byte, b' ' | b'\t'));
                    rest.next() != Some(&b'&') || matches!(rest.next(), Some(b'!' | b'|' | b'>' | b'\\'))
                }
                Connector::End | Connector::Sequence | Connector::And | Connector::Or | Connector::Pipe => false,
            }
    }

    fn is_odd_function(&self, name: &str, node: &Node) -> bool {
        let plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') && !name.is_empty();
        let written = self.written(node.span);
        // With a blank between them zsh takes the parentheses for a pattern, and a comment behind them for commands.
        let pattern = written.iter().position(|byte| *byte == b'(').is_some_and(|open| {
            let rest = written.get(open.saturating_add(1)..).unwrap_or(&[]);
            let blanks = rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\\' | b'\n')).count();
            blanks > 0 && rest.get(blanks) == Some(&b')')
        });
        !plain || pattern || !builtins::is_program(name) || self.sh && written.starts_with(b"function")
    }

    fn is_odd_command(&self, command: &Command) -> bool {
        let script = self.script;
        let words = script.words(command.words);
        let name = words.first().and_then(|first| script.literal(first));
        let assignments = script.assignments(command.assignments);
        let odd = assignments.iter().any(|one| {
            let variable = script.text(one.name);
            // It says how one `read` splits its line.
            let splits = variable == "IFS" && name == Some("read");
            one.array
                || one.subscript.is_some()
                || one.append && self.sh
                || builtins::is_odd_variable(variable) && !splits
                || self.is_odd_word(&one.value, Around::Assignment)
        });
        let [first, arguments @ ..] = words else {
            return odd || self.zsh && !command.redirections.is_empty() && !self.is_contents(command);
        };
        odd || name.is_none()
            || self.is_odd_word(first, Around::Name)
            || self.is_odd_builtin(words, !assignments.is_empty())
            || arguments.iter().any(|word| self.is_odd_word(word, Around::Command))
    }

    /// `$(< file)`, which is what the file holds; elsewhere zsh runs a program for a redirection without a command.
    fn is_contents(&self, command: &Command) -> bool {
        let script = self.script;
        let [only] = script.redirections(command.redirections) else { return false };
        let parent = script.node(command.node).map(|node| node.parent);
        only.operator == RedirectOperator::Read
            && parent.is_some_and(|parent| {
                let kind = script.node(parent).map(|node| node.kind);
                matches!(kind, Some(Kind::Script(Place::Substitution))) && script.children(parent).nth(1).is_none()
            })
    }

    fn is_odd_target(&self, one: &Redirection) -> bool {
        use RedirectOperator as Op;
        let target = self.written(one.target.span);
        let operator = match one.operator {
            Op::WriteBoth | Op::AppendBoth => {
                let before = self.byte(one.span.start.saturating_sub(1));
                self.sh || before.is_ascii_alphanumeric() || !self.written(one.span).starts_with(b"&")
            }
            Op::HereString => self.sh,
            // bash takes the dash alone, and the rest of the word for another one.
            Op::DuplicateIn | Op::DuplicateOut => {
                let alone = matches!(self.byte(one.span.end), 0 | b' ' | b'\t' | b'\n' | b';' | b'&' | b'|' | b')');
                !alone || target != b"-" && !matches!(target, [b'0'..=b'9'])
            }
            Op::HereDocument | Op::HereDocumentTabs => return self.is_odd_document(one, target),
            // `<1-9>` is a pattern to zsh.
            Op::Read => {
                self.byte(one.span.end) == b'>' && target.iter().all(|byte| byte.is_ascii_digit() || *byte == b'-')
            }
            Op::Write | Op::Append | Op::Clobber | Op::ReadWrite => false,
        };
        let descriptor = match one.descriptor {
            Descriptor::Default => false,
            Descriptor::Number(number) => number > 9,
            Descriptor::Variable(_) => true,
        };
        operator || descriptor || self.is_odd_word(&one.target, Around::Target)
    }

    fn is_odd_document(&self, one: &Redirection, delimiter: &[u8]) -> bool {
        let bare = match delimiter {
            [b'\'', inside @ .., b'\''] | [b'"', inside @ .., b'"'] => inside,
            bare => bare,
        };
        let plain = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
        let open = one.here_document.filter(|here| !here.quoted);
        // The body ends at a line that is the delimiter, and at none that only begins so or is joined of two.
        let ends = one.here_document.is_some_and(|here| {
            let rest = self.source.get(here.body.end as usize..).unwrap_or(&[]);
            let tabs = rest.iter().take_while(|byte| **byte == b'\t').count();
            let rest =
                if one.operator == RedirectOperator::HereDocumentTabs { rest.get(tabs..).unwrap_or(&[]) } else { rest };
            rest.strip_prefix(bare).is_some_and(|rest| matches!(rest, [] | [b'\n', ..]))
        });
        !ends
            || bare.is_empty()
            || !bare.iter().all(plain)
            || open.is_some_and(|here| words::is_odd_body(self.written(here.body), self.zsh))
    }
}

/// Whether something else than blanks stands between the variable of a loop and its `in`.
fn is_odd_header(written: &[u8], name: &str) -> bool {
    let rest = written.strip_prefix(b"for").unwrap_or(&[]).trim_ascii_start();
    let Some(rest) = rest.strip_prefix(name.as_bytes()) else { return true };
    let blanks = rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    let rest = rest.get(blanks..).unwrap_or(&[]);
    let follows = rest.starts_with(b"in") || rest.starts_with(b"do") || rest.starts_with(b";");
    let below = rest.starts_with(b"\n") && rest.trim_ascii_start().starts_with(b"do");
    !follows && !below
}
