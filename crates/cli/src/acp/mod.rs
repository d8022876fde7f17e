//! `byleave acp`: a broker between an editor and the agent that it starts.

pub mod arguments;

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use byleave_agents::Agent;
use byleave_agents::acp::{Broker, EditorChannel, Launch, Setup};
use byleave_gate::{Gate, Store};
use byleave_store::{Attended, Sqlite};

use self::arguments::AcpTask;
use crate::ending;
use crate::escape;
use crate::failure::Failure;
use crate::opened;
use byleave_hook::SameStore;

/// How often it looks whether the agent still lives.
const LOOK: Duration = Duration::from_millis(500);

/// How long an agent may take to end after its editor has left.
const LEAVING: Duration = Duration::from_secs(5);

/// How long the rest of what an agent said may take after it has ended.
const REST: Duration = Duration::from_secs(1);

/// Starts the agent, runs between it and the editor, and exits with its code.
pub fn run(task: &AcpTask) -> Result<ExitCode, Failure> {
    let agent = task.agent.as_deref().map(str::parse::<Agent>).transpose();
    let agent = agent.map_err(|error| Failure::Usage(error.to_string()))?;
    let Some((program, words)) = task.command.split_first() else {
        return Err(Failure::Usage("`byleave acp` needs the agent's command after `--`".to_owned()));
    };
    let path = match &task.store {
        Some(path) => path.clone(),
        None => Sqlite::default_path()?,
    };
    let place = Opener {
        store: Arc::new(opened::store(Some(&path))?),
        attended: Attended::beside(&path),
        config: task.config.clone(),
    };
    // A policy that is broken here would refuse every session: better not to start.
    let here = std::env::current_dir().map_err(Failure::Input)?;
    let name = Path::new(program).file_stem().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    place.builder(&here, &name).build()?;
    let mut command = Command::new(program);
    let launch = Launch::of(agent, task.command.iter().filter_map(|word| word.to_str()));
    tell(launch.limits);
    if let Some((name, value)) = launch.variable {
        if std::env::var_os(name).is_some() {
            tell(&format!("{name} is set already; the agent asks about no more than it says"));
        } else {
            command.env(name, value);
        }
    }
    let mut child = start(command.args(words))?;
    let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
        return Err(Failure::Usage("the agent has no standard input and output".to_owned()));
    };
    let setup = Setup {
        agent,
        program: name,
        modes: task.mode.clone(),
        open: Box::new(move |cwd, agent, editor| place.open(cwd, agent, editor).map_err(|error| error.to_string())),
        tell: Box::new(tell),
    };
    let broker = Broker::new(setup, io::stdout(), input);
    let (ended, ends) = channel();
    let told = ended.clone();
    // Without it the broker still ends with its editor's input.
    let _ = ending::watch(move || {
        // A line that has ended needs no word.
        let _ = told.send(End::Told);
    });
    for (end, side) in [(End::Editor, None), (End::Agent, Some(output))] {
        let (broker, ended) = (broker.clone(), ended.clone());
        thread::Builder::new()
            .name("byleave-acp".to_owned())
            .spawn(move || {
                match side {
                    Some(output) => broker.from_agent(output),
                    None => broker.from_editor(io::stdin()),
                }
                let _ = ended.send(end);
            })
            .map_err(Failure::Input)?;
    }
    let mut editor_left = None;
    let mut agent_left = None;
    let status = loop {
        match ends.recv_timeout(LOOK) {
            // All that the agent said has been read.
            Ok(End::Agent) => break wait(&mut child, LEAVING),
            Ok(End::Editor) => editor_left = Some(Instant::now()),
            Ok(End::Told) => {
                terminate(&child);
                break wait(&mut child, REST);
            }
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {}
        }
        if editor_left.is_some_and(|since| since.elapsed() > LEAVING) {
            break wait(&mut child, Duration::ZERO);
        }
        if let Ok(Some(status)) = child.try_wait()
            && agent_left.get_or_insert_with(Instant::now).elapsed() > REST
        {
            // A process that it left behind keeps its output open.
            break Ok(status);
        }
    };
    broker.finish();
    Ok(code(status.map_err(Failure::Input)?))
}

/// Tells the operator something.
fn tell(words: &str) {
    // There is no other way left to tell it.
    let _ = writeln!(io::stderr(), "byleave: {}", escape::shown(words));
}

/// What ends the line.
#[derive(Clone, Copy)]
enum End {
    Agent,
    Editor,
    /// Neither: the broker got a signal to end.
    Told,
}

/// Where gates come from.
struct Opener {
    store: Arc<dyn Store>,
    attended: Attended,
    config: Option<PathBuf>,
}

impl Opener {
    fn builder(&self, cwd: &Path, agent: &str) -> byleave_gate::GateBuilder {
        let place = opened::Place { config: self.config.as_deref(), cwd: Some(cwd), ..opened::Place::default() };
        let builder = opened::builder(&place).shared_store(Arc::clone(&self.store));
        builder.agent(agent).channel(SameStore(self.attended.clone()))
    }

    fn open(&self, cwd: &Path, agent: &str, editor: EditorChannel) -> Result<Gate, Failure> {
        Ok(self.builder(cwd, agent).channel(editor).build()?)
    }
}

fn start(command: &mut Command) -> Result<Child, Failure> {
    let child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let program = command.get_program().to_string_lossy().into_owned();
    child.map_err(|error| Failure::Usage(format!("cannot start the agent `{program}`: {error}")))
}

fn terminate(child: &Child) {
    let id = i32::try_from(child.id()).ok().and_then(rustix::process::Pid::from_raw);
    if let Some(id) = id {
        // One that is gone already is what is wanted.
        let _ = rustix::process::kill_process(id, rustix::process::Signal::TERM);
    }
}

/// Waits until the agent has ended, and ends it if it does not.
fn wait(child: &mut Child, patience: Duration) -> io::Result<ExitStatus> {
    let end = Instant::now().checked_add(patience);
    while end.is_some_and(|end| Instant::now() < end) {
        if let Some(status) = child.try_wait()? {
            return Ok(status);
        }
        thread::sleep(Duration::from_millis(10));
    }
    child.kill()?;
    child.wait()
}

fn code(status: ExitStatus) -> ExitCode {
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    code.map_or(ExitCode::FAILURE, ExitCode::from)
}
