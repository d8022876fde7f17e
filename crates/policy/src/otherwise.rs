//! What another shell than bash may read otherwise.
//!
//! byleave reads every text as bash does. Plain text (`byleave_proof`) means the same to bash, dash, busybox, mksh and zsh; of other text
//! only what is made of the few constructs, builtins and signs here. Whatever else another shell may run is in doubt, and a doubt asks. So
//! nothing here says how another shell reads a text: each answer may be yes where no would be right.

use byleave_proof::{Host, Options, Role, is_special, role};
use byleave_shell::{
    Class, Clause, Command, Connector, Descriptor, Kind, Node, Origin, Part, PartKind, Place, RedirectOperator,
    Redirection, Script, Shell, Shells, Span, Unknown, Word,
};

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

/// Where a word stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Around {
    /// It is the command word.
    Name,
    /// Behind the command word, or among the words of a loop.
    Command,
    /// It is the value of an assignment.
    Assignment,
    /// Behind `<` or `>`.
    Target,
}

/// A look at a script as bash reads it.
struct Look<'s, 'a> {
    script: &'s Script<'a>,
    source: &'s [u8],
    /// dash, busybox, mksh or a bash in POSIX mode may run it.
    sh: bool,
    zsh: bool,
}

impl<'s, 'a> Look<'s, 'a> {
    fn new(script: &'s Script<'a>, shells: Shells) -> Self {
        let sh = shells.contains(Shell::Sh) || shells.contains(Shell::PosixBash);
        Self { script, source: script.source().as_bytes(), sh, zsh: shells.contains(Shell::Zsh) }
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

    fn written(&self, span: Span) -> &'s [u8] {
        self.source.get(span.start as usize..span.end as usize).unwrap_or(&[])
    }

    /// `fi\` and a line break: to zsh the reserved word ends elsewhere. `{,}`, which is no word at all in bash.
    fn signs(&self) -> Option<Span> {
        let odd = |three: &[u8]| matches!(three, [b'}' | b')' | b'a'..=b'z', b'\\', b'\n'] | [b'{', b',', b',' | b'}']);
        let at = u32::try_from(self.source.windows(3).position(odd)?).ok()?;
        Some(Span::new(at, at.saturating_add(3)))
    }

    fn is_odd_node(&self, node: &Node) -> bool {
        let written = self.written(node.span);
        let odd = match node.kind {
            Kind::Simple(_)
            | Kind::Group
            | Kind::If
            | Kind::While
            | Kind::Until
            | Kind::HereDocument
            | Kind::Clause(Clause::Condition | Clause::Body | Clause::Else) => false,
            Kind::Script(Place::Top | Place::Substitution) => written.starts_with(b"$(("),
            Kind::Script(Place::ProcessInput | Place::ProcessOutput) => self.sh,
            Kind::Subshell => written.starts_with(b"(("),
            Kind::For { variable, words, .. } => {
                let name = self.script.text(variable);
                let words = self.script.words(words).iter();
                // Between the variable and its words stand blanks alone.
                let head = format!("for {name} in ");
                is_special(name)
                    || !written.starts_with(head.as_bytes())
                    || words.clone().any(|word| self.is_odd_word(word, Around::Command))
            }
            Kind::Conditional { words } => self.sh || self.is_odd_condition(self.script.words(words)),
            Kind::Script(_)
            | Kind::Select { .. }
            | Kind::ArithmeticFor
            | Kind::Arithmetic { .. }
            | Kind::Case { .. }
            | Kind::Clause(Clause::Arm { .. })
            | Kind::Function { .. }
            | Kind::Coproc { .. } => true,
        };
        odd || node.timed || self.is_odd_joint(node)
    }

    /// `|&` and `&!`, and `!(` before a command.
    fn is_odd_joint(&self, node: &Node) -> bool {
        let before = (node.span.start as usize).checked_sub(1).and_then(|at| self.source.get(at));
        let mut rest = self.source.get(node.span.end as usize..).unwrap_or(&[]).trim_ascii_start().iter();
        match node.connector {
            Connector::PipeBoth => self.sh,
            Connector::Background => {
                rest.next() != Some(&b'&') || matches!(rest.next(), Some(b'!' | b'|' | b'>' | b'\\'))
            }
            Connector::End | Connector::Sequence | Connector::And | Connector::Or | Connector::Pipe => {
                node.negated && before == Some(&b'!')
            }
        }
    }

    fn is_odd_command(&self, command: &Command) -> bool {
        let script = self.script;
        let assignments = script.assignments(command.assignments);
        let odd = assignments.iter().any(|one| {
            let variable = script.text(one.name);
            // It says how one `read` splits its line.
            let splits = variable == "IFS" && script.is_called(command, "read");
            let means = is_special(variable) && variable != "PATH" && !splits;
            one.array
                || one.subscript.is_some()
                || one.append
                || means
                || self.is_odd_word(&one.value, Around::Assignment)
        });
        let [first, arguments @ ..] = script.words(command.words) else {
            // zsh runs a program for a redirection without a command.
            return odd || self.zsh && !command.redirections.is_empty();
        };
        odd || self.is_odd_word(first, Around::Name)
            || self.is_odd_builtin(first, arguments, !assignments.is_empty())
            || arguments.iter().any(|word| self.is_odd_word(word, Around::Command))
    }

    /// Whether a command is a builtin that another shell may take otherwise with these words. `assigned`: assignments stand before it,
    /// which stay behind some builtins in other shells.
    fn is_odd_builtin(&self, first: &Word, arguments: &[Word], assigned: bool) -> bool {
        let script = self.script;
        let Some(name) = script.literal(first) else { return true };
        let argument = |at: usize| arguments.get(at).and_then(|word| script.literal(word));
        let plain_name = |word: &Word| script.literal(word).is_some_and(|text| is_variable(text) && !is_special(text));
        // `printf %d 'a[$(touch x)]'` runs `touch` in zsh.
        let prints_text = |format: &str| {
            !format.starts_with('-') && format.split('%').skip(1).all(|rest| rest.starts_with(['s', 'b', 'q']))
        };
        match role(name) {
            Ok(Role::Program) if matches!(name, "-" | ".") => true,
            Ok(Role::Program) if name == "printf" => self.zsh && !argument(0).is_some_and(prints_text),
            Ok(Role::Program | Role::Echo) => false,
            Ok(Role::Command) if matches!(argument(0), Some("-v" | "-V")) => false,
            Ok(Role::Numbers) if matches!(name, "kill" | "wait") => false,
            _ if assigned && name != "read" => true,
            // `cd a b` goes to another place in zsh.
            Ok(Role::Cd) => arguments.len() > 1,
            Ok(Role::Command) => true,
            Ok(Role::Colon) => false,
            Ok(Role::Numbers) => !arguments.iter().all(|word| script.is_number(word)),
            Ok(Role::Test) => self.is_odd_test(arguments),
            Err(_) => match name {
                "break" | "continue" => !arguments.is_empty(),
                "export" => arguments.iter().any(|word| self.is_odd_declaration(word)),
                "read" => !arguments.iter().all(|word| script.literal(word) == Some("-r") || plain_name(word)),
                "set" => match argument(0) {
                    Some("-e" | "-eu" | "-u" | "-x" | "-ex") => arguments.len() > 1,
                    Some("-o" | "-eo" | "-euo" | "-euxo") => argument(1) != Some("pipefail") || arguments.len() > 2,
                    _ => true,
                },
                "printf" => self.zsh && !argument(0).is_some_and(prints_text),
                _ => true,
            },
        }
    }

    /// `NAME=value` behind `export`.
    fn is_odd_declaration(&self, word: &Word) -> bool {
        let name = self.script.shown(word).split('=').next().unwrap_or("");
        // dash splits what it expands here.
        let splits = |part: &Part| !part.quoted && !matches!(part.kind, PartKind::Text(_));
        !is_variable(name)
            || is_special(name) && name != "PATH"
            || self.is_odd_word(word, Around::Assignment)
            || self.sh && self.script.parts(word).iter().any(splits)
    }

    /// `[ 'a[$(touch x)]' -eq 1 ]` runs `touch` in mksh, `[ -t 'a[$(touch x)]' ]` in zsh; and a value may become the operator.
    fn is_odd_test(&self, words: &[Word]) -> bool {
        let script = self.script;
        let ends = |at: usize| {
            let next = words.get(at.saturating_add(1)).map(|word| script.shown(word));
            next.is_none_or(|text| {
                matches!(text, "]" | "=" | "==" | "!=" | "-eq" | "-ne" | "-lt" | "-le" | "-gt" | "-ge")
            })
        };
        let odd = |(at, word): (usize, &Word)| match script.literal(word) {
            Some("-v" | "-R" | "-t") => true,
            Some("-eq" | "-ne" | "-lt" | "-le" | "-gt" | "-ge") => self.sh,
            Some(_) => false,
            None if script.is_number(word) => false,
            None => !word.quoted || word.glob || !ends(at),
        };
        words.iter().enumerate().any(odd)
    }

    /// Whether zsh may read the words of `[[ … ]]` otherwise.
    fn is_odd_condition(&self, words: &[Word]) -> bool {
        const SIGNS: [&str; 12] = ["&&", "||", "(", ")", "<", ">", "!", "=", "==", "!=", "=~", "]]"];
        let odd = |word: &Word| match self.script.literal(word).filter(|_| !word.quoted) {
            Some("-t" | "-v" | "-R") => true,
            Some(sign) if SIGNS.contains(&sign) => false,
            _ => self.is_odd_word(word, Around::Command),
        };
        words.iter().any(odd)
    }

    fn is_odd_target(&self, one: &Redirection) -> bool {
        use RedirectOperator as Op;
        let target = self.written(one.target.span);
        let after = self.source.get(one.span.end as usize).copied().unwrap_or(0);
        let operator = match one.operator {
            // `2&>x` is a word and a job.
            Op::WriteBoth | Op::AppendBoth => {
                let before = (one.span.start as usize).checked_sub(1).and_then(|at| self.source.get(at));
                self.sh || !self.written(one.span).starts_with(b"&") || before.is_some_and(u8::is_ascii_alphanumeric)
            }
            Op::HereString => self.sh,
            // bash takes the dash alone, and the rest of the word for another one.
            Op::DuplicateIn | Op::DuplicateOut => {
                let alone = matches!(after, 0 | b' ' | b'\t' | b'\n' | b';' | b'&' | b'|' | b')');
                !alone || target != b"-" && !matches!(target, [b'0'..=b'9'])
            }
            Op::HereDocument | Op::HereDocumentTabs => return self.is_odd_document(one, target),
            // `<1-9>` is a pattern to zsh.
            Op::Read => after == b'>',
            Op::Write | Op::Append | Op::Clobber | Op::ReadWrite => false,
        };
        let descriptor = match one.descriptor {
            Descriptor::Default => false,
            Descriptor::Number(number) => number > 9,
            Descriptor::Variable(_) => true,
        };
        operator || descriptor || self.is_odd_word(&one.target, Around::Target)
    }

    /// A here-document whose delimiter is one name, and alone on its line at the end; without quotes, of nothing but text.
    fn is_odd_document(&self, one: &Redirection, delimiter: &[u8]) -> bool {
        let bare = delimiter.trim_ascii();
        let bare = match bare {
            [b'\'', inside @ .., b'\''] | [b'"', inside @ .., b'"'] => inside,
            bare => bare,
        };
        let Some(here) = one.here_document else { return true };
        let rest = self.source.get(here.body.end as usize..).unwrap_or(&[]);
        let ends = rest.strip_prefix(bare).is_some_and(|rest| matches!(rest, [] | [b'\n', ..]));
        let expands = |byte: &u8| matches!(byte, b'$' | b'`' | b'\\');
        one.operator == RedirectOperator::HereDocumentTabs
            || !ends
            || bare.is_empty()
            || !bare.iter().all(u8::is_ascii_alphanumeric)
            || !here.quoted && self.written(here.body).iter().any(expands)
    }

    /// Whether another shell may make something else of a word.
    fn is_odd_word(&self, word: &Word, around: Around) -> bool {
        let text = self.written(word.span);
        if text.iter().all(|byte| is_plain_byte(*byte))
            || around == Around::Command && matches!(text, b"=" | b"!=" | b"!")
        {
            return false;
        }
        if word.brace {
            // Before a command zsh takes a brace for a group.
            return self.sh || around != Around::Command || !has_plain_braces(text);
        }
        let unread = Class::Unknown(Unknown::Opaque) == word.class || Class::Unknown(Unknown::Unreadable) == word.class;
        let start = word.span.start;
        let substitution = |at: usize| {
            let at = start.saturating_add(u32::try_from(at).unwrap_or(u32::MAX));
            let parts = self.script.parts(word);
            let part =
                parts.get(parts.partition_point(|part| part.span.start < at)).filter(|part| part.span.start == at)?;
            let whole = matches!(part.kind, PartKind::Substitution(_));
            whole.then(|| part.span.end.saturating_sub(start) as usize)
        };
        unread || !Signs { text, at: 0, around, sh: self.sh }.are_plain(substitution)
    }
}

fn is_variable(name: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    name.bytes().all(plain) && !name.starts_with(|first: char| first.is_ascii_digit()) && !name.is_empty()
}

/// Whether a byte stands for itself in every word.
const fn is_plain_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b'/' | b',' | b':' | b'@' | b'%' | b'+')
}

/// `{src,tests}/*.py`, which zsh expands as bash does.
fn has_plain_braces(text: &[u8]) -> bool {
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-./,{}*".contains(byte);
    let odd = |pair: &[u8]| matches!(pair, [b'{' | b',', b','] | [b',', b'}'] | b"..");
    text.iter().all(plain) && !text.windows(2).any(odd)
}

/// The signs of a word as it is written.
struct Signs<'w> {
    text: &'w [u8],
    at: usize,
    around: Around,
    sh: bool,
}

impl Signs<'_> {
    fn byte(&self, ahead: usize) -> u8 {
        self.text.get(self.at.saturating_add(ahead)).copied().unwrap_or(0)
    }

    /// Whether all of them mean the same to every shell. `substitution` tells where one ends that begins at a place.
    fn are_plain(mut self, substitution: impl Fn(usize) -> Option<usize>) -> bool {
        let mut quoted = false;
        while self.at < self.text.len() {
            let next = match self.byte(0) {
                b'"' => {
                    quoted = !quoted;
                    Some(self.at.saturating_add(1))
                }
                b'\\' if quoted || matches!(self.byte(1), b' '..=b'~') => Some(self.at.saturating_add(2)),
                b'$' | b'`' => self.expansion(quoted, &substitution),
                b'<' | b'>' if !quoted => substitution(self.at),
                b'\'' if !quoted => {
                    let rest = self.text.get(self.at.saturating_add(1)..).unwrap_or(&[]);
                    let length = rest.iter().position(|byte| *byte == b'\'');
                    length.map(|length| self.at.saturating_add(length).saturating_add(2))
                }
                _ if quoted || self.stands_for_itself() => Some(self.at.saturating_add(1)),
                b'{' if self.byte(1) == b'}' && self.around == Around::Command => Some(self.at.saturating_add(2)),
                _ => None,
            };
            match next {
                Some(next) => self.at = next,
                None => return false,
            }
        }
        !quoted
    }

    /// A sign outside quotes. To zsh `=ls` is the path of ls, a tilde may be a directory anywhere, and a pattern begins with `^` or `#`.
    fn stands_for_itself(&self) -> bool {
        let last = self.at.checked_sub(1).and_then(|before| self.text.get(before)).copied();
        let named = last.is_some_and(|last| last.is_ascii_alphanumeric() || matches!(last, b'-' | b'_' | b'.'));
        match self.byte(0) {
            byte if is_plain_byte(byte) || byte >= 128 => true,
            b'*' | b'?' => self.around == Around::Command,
            b'!' | b'^' | b'#' => last.is_some() && self.around == Around::Command,
            b'=' => {
                let version = last == Some(b'=') && self.byte(1).is_ascii_digit();
                (named || version) && self.around != Around::Name && self.byte(1) != b'~'
            }
            b'~' => last.is_none() && matches!(self.byte(1), 0 | b'/'),
            b'[' | b']' => self.text == [self.byte(0)] && self.around != Around::Target,
            _ => false,
        }
    }

    /// `$name`, `$?`, `${name}`, `${name:-word}`, `$(…)`, `$((1 + x))`: where it ends, unless zsh may take what follows to it.
    fn expansion(&self, quoted: bool, substitution: &impl Fn(usize) -> Option<usize>) -> Option<usize> {
        let rest = self.text.get(self.at..)?;
        let counts = rest.starts_with(b"$((");
        let end = match rest {
            [b'$', b'('] | [b'`'] => None,
            [b'$', b'(', ..] if counts => {
                let length = rest.windows(2).position(|two| two == b"))")?;
                let known = |byte: &u8| byte.is_ascii_alphanumeric() || b"_ +-*".contains(byte);
                rest.get(3..length)?.iter().all(known).then(|| self.at.saturating_add(length).saturating_add(2))
            }
            [b'$', b'(', ..] | [b'`', ..] => substitution(self.at),
            [b'$', b'{', inside @ ..] => {
                let close = inside.iter().position(|byte| *byte == b'}')?;
                self.is_plain_parameter(inside.get(..close)?).then(|| self.at.saturating_add(close).saturating_add(3))
            }
            [b'$', b'0'..=b'9' | b'?' | b'@' | b'*', ..] => Some(self.at.saturating_add(2)),
            [b'$', rest @ ..] => {
                let length = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
                // A dollar between quotes is one, before what can begin nothing.
                let alone =
                    quoted && matches!(rest.first(), Some(b'"' | b' ' | b'/' | b'.' | b',' | b'|' | b')' | b';'));
                (length > 0 || alone).then(|| self.at.saturating_add(length).saturating_add(1))
            }
            _ => None,
        }?;
        let byte = |ahead: usize| self.text.get(end.saturating_add(ahead)).copied().unwrap_or(0);
        let digits = matches!(rest.get(1), Some(b'0'..=b'9')) && byte(0).is_ascii_digit();
        let modified = byte(0) == b':' && (byte(1).is_ascii_alphabetic() || byte(1) == b'&');
        (byte(0) != b'[' && !modified && !digits && byte(0) < 128).then_some(end)
    }

    /// What stands between the braces of `${…}`.
    fn is_plain_parameter(&self, inside: &[u8]) -> bool {
        if let Some(name) = inside.strip_prefix(b"#") {
            return name.first().is_some_and(u8::is_ascii_alphabetic)
                && name.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
        }
        let length = inside.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
        let plain = |byte: &u8| is_plain_byte(*byte) || matches!(byte, b'*' | b'?' | b' ');
        let numbers = |byte: &u8| byte.is_ascii_digit() || *byte == b':';
        let operation = match inside.get(length..) {
            Some([]) => true,
            Some([b':', b'-' | b'+' | b'?', word @ ..] | [b'-' | b'+' | b'?' | b'#' | b'%', word @ ..]) => {
                let word = word.strip_prefix(b"#").or(word.strip_prefix(b"%")).unwrap_or(word);
                word.iter().all(plain)
            }
            // `${x:0:3}`
            Some([b':', b'0'..=b'9', rest @ ..]) => !self.sh && rest.iter().all(numbers),
            _ => false,
        };
        length > 0 && operation && !(inside.first().is_some_and(u8::is_ascii_digit) && length > 1)
    }
}
