//! `byleave hook`: what a coding agent starts before it runs a tool.
//!
//! It lives for a moment and for every call, so it reads its command line itself and opens nothing that it does not need.
//! Whatever goes wrong, the call does not run, in the terms of the agent that asked.

mod channels;
mod deadline;
mod decide;
mod options;

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::{AsFd as _, BorrowedFd};
use std::os::unix::fs::{FileTypeExt as _, MetadataExt as _};
use std::panic;
use std::process::{self, ExitCode};
use std::time::Duration;

use byleave_agents::{Agent, Event, Hook, LARGEST, Reply, Ruling, Surroundings, read};
use byleave_terminal::escape;
use rustix::event::{PollFd, PollFlags, Timespec, poll};

pub use crate::channels::SameStore;
use crate::deadline::Deadline;
use crate::options::Options;

/// The exit code that refuses at most agents.
pub const BLOCK: u8 = 2;

/// The exit code of a hook that failed where nothing is decided.
const FAILED: u8 = 1;

/// The words after `byleave hook`, if that is what the command line says and help is not all that is wanted.
#[must_use]
pub fn words() -> Option<Vec<OsString>> {
    let mut words = std::env::args_os().skip(1);
    if words.next()? != "hook" {
        return None;
    }
    let words: Vec<OsString> = words.collect();
    let helps = words.iter().any(|word| word == "--help" || word == "-h");
    (!helps).then_some(words)
}

/// Answers an agent. Returns the exit code by which it understands the answer.
#[must_use]
pub fn run(words: &[OsString]) -> ExitCode {
    let options = match Options::parse(words) {
        Ok(options) => options,
        // Which agent asked may not be known; the code and the words refuse at most of them.
        Err(wrong) => return finish(&event_of(wrong.agent, wrong.event.as_deref()).failed(&wrong.why)).into(),
    };
    let event = event_of(options.agent, options.event.as_deref());
    let deadline = Deadline::start(&event, options.wait);
    refuse_in_panic(&deadline);
    let reply = answer(&options, &deadline);
    // If the deadline has answered already, it ends the process.
    ExitCode::from(if deadline.is_kept() { finish(&reply) } else { BLOCK })
}

/// Has a panic refuse the call. Nothing unwinds: packages carry this program without the code for that, which is a tenth of it.
fn refuse_in_panic(deadline: &Deadline) {
    let (deadline, tell) = (deadline.clone(), panic::take_hook());
    panic::set_hook(Box::new(move |panic| {
        tell(panic);
        let kept = deadline.is_kept();
        let code = if kept { finish(&deadline.event().failed("byleave stopped unexpectedly")) } else { BLOCK };
        process::exit(code.into());
    }));
}

/// What is known of the event before the input is read.
fn event_of(agent: Option<Agent>, name: Option<&str>) -> Event {
    // Without a name nothing is said that only one agent understands: a code and words, as Codex takes them.
    Event::unread(agent.unwrap_or(Agent::Codex), name)
}

fn answer(options: &Options, deadline: &Deadline) -> Reply {
    let hook = match input(deadline).and_then(|bytes| {
        read(&bytes, options.agent, options.event.as_deref(), &Surroundings::here()).map_err(|error| error.to_string())
    }) {
        Ok(hook) => hook,
        Err(why) => return deadline.event().failed(&why),
    };
    deadline.know(&hook.event);
    match decide::decide(&hook, options, deadline) {
        Ok(ruling) => hook.reply(&ruling),
        Err(why) => failed(&hook, &why),
    }
}

/// A failure: a refusal where something is decided, and otherwise a note, because a turn must not end over it.
fn failed(hook: &Hook, why: &str) -> Reply {
    if hook.moment.decides() {
        return hook.event.failed(why);
    }
    Reply { stderr: format!("byleave: {why}"), code: FAILED, ..hook.reply(&Ruling::Silent) }
}

/// How long an agent may take to send what it says, piece by piece, before its hook is watched.
const AT_ONCE: Duration = Duration::from_millis(250);

/// How much is read at a time: as much as standard input keeps, so it keeps nothing that [`arrives`] would not see.
const PIECE: usize = 8 << 10;

/// All of standard input, as far as it can be what an agent says.
fn input(deadline: &Deadline) -> Result<Vec<u8>, String> {
    let mut stdin = io::stdin().lock();
    let (mut bytes, mut piece) = (Vec::new(), [0; PIECE]);
    // One more shows that it is too much.
    while bytes.len() <= LARGEST {
        if !arrives(stdin.as_fd()) {
            deadline.watch();
        }
        match stdin.read(&mut piece) {
            Ok(0) => break,
            Ok(read) => bytes.extend_from_slice(piece.get(..read).unwrap_or_default()),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(format!("standard input cannot be read: {error}")),
        }
    }
    Ok(bytes)
}

/// Whether there is something to read, or nothing more to come, within a moment.
fn arrives(input: BorrowedFd<'_>) -> bool {
    let moment = Timespec::try_from(AT_ONCE).ok();
    let mut inputs = [PollFd::from_borrowed_fd(input, PollFlags::IN)];
    poll(&mut inputs, moment.as_ref()).is_ok_and(|ready| ready > 0)
}

/// Prints a reply, and returns the exit code. If the agent cannot read it, the code and the words on standard error must do.
fn finish(reply: &Reply) -> u8 {
    let mut code = reply.code;
    let mut words = reply.stderr.clone();
    if !reply.stdout.is_empty()
        && let Err(error) = print(&reply.stdout)
    {
        code = BLOCK;
        words = format!("byleave could not answer ({error}), so the call does not run");
    }
    if !words.is_empty() {
        // There is no other way left to tell it.
        let _ = writeln!(io::stderr(), "{}", lines(&words));
    }
    code
}

/// Prints what the agent reads.
fn print(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    // A standard output that was closed is this device by now: what is written there is lost, and no error.
    let device = File::from(out.as_fd().try_clone_to_owned()?).metadata()?;
    let nowhere = std::fs::metadata("/dev/null")?;
    if device.file_type().is_char_device() && device.rdev() == nowhere.rdev() {
        return Err(io::Error::other("standard output is closed"));
    }
    writeln!(out, "{text}")?;
    out.flush()
}

/// Words for people and agents on standard error: what acts on a terminal is spelt out, lines stay lines.
fn lines(words: &str) -> String {
    words.lines().map(|line| escape::shown(line).into_owned()).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use byleave_agents::{Agent, Event};

    use super::{BLOCK, Deadline, refuse_in_panic};

    #[test]
    #[ignore = "the test below starts it in a process of its own"]
    fn panics() {
        let event = Event::unread(Agent::Claude, Some("PreToolUse"));
        refuse_in_panic(&Deadline::start(&event, Some(60)));
        panic!("on purpose");
    }

    #[test]
    fn a_panic_refuses_the_call_in_the_agents_own_terms() {
        let program = std::env::current_exe().expect("this program");
        let words = ["--exact", "tests::panics", "--include-ignored", "--nocapture"];
        let output = Command::new(program).args(words).output().expect("it starts");
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(said.contains("\"deny\"") && said.contains("byleave stopped unexpectedly"), "{output:?}");
        assert_eq!(output.status.code(), Some(BLOCK.into()), "{output:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("on purpose"), "{output:?}");
    }
}
