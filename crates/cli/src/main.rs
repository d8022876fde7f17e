//! The `byleave` command.

mod acp;
mod arguments;
mod bench;
mod check;
mod choice;
mod demo;
mod ending;
mod failure;
mod generate;
mod help;
mod hook;
mod hub;
mod init;
mod input;
mod mcp;
mod opened;
mod parse;
mod policy;
mod prefix;
mod programs;
mod prompt;
mod quick;
mod record;
mod rule;
mod run;
mod sim;
mod spell;
mod style;
mod tools;

use std::io::{self, Write};
use std::process::ExitCode;

use byleave_policy::Verdict;
use byleave_terminal::escape;

use crate::arguments::{Arguments, DemoTask, ShowTask, Task, ToolsTask};
use crate::failure::Failure;
use crate::policy::arguments::TrustTask;
use crate::programs::ProgramsTask;
use crate::quick::Quick;

fn main() -> ExitCode {
    // First of all: it is started for every call of an agent.
    if let Some(words) = byleave_hook::words() {
        return byleave_hook::run(&words);
    }
    if policy::profiles::are_asked_for() {
        return match io::stdout().write_all(policy::profiles::TEXT.as_bytes()) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => Failure::from(error).report(),
        };
    }
    let done = match quick::asked(std::env::args_os()) {
        Some(Quick::Version) => writeln!(io::stdout(), "byleave {}", env!("CARGO_PKG_VERSION"))
            .map(|()| ExitCode::SUCCESS)
            .map_err(Failure::from),
        Some(Quick::Check(check)) => check::run(&check.task, check.color),
        None => run(help::parsed()),
    };
    match done {
        Ok(code) => code,
        Err(failure) => failure.report(),
    }
}

fn run(arguments: Arguments) -> Result<ExitCode, Failure> {
    if let Task::Check(task) = &arguments.task {
        return check::run(task, arguments.color);
    }
    if let Task::Run(task) = &arguments.task {
        return run::run(task, arguments.color);
    }
    if let Task::Sim(task) = &arguments.task {
        return sim::run(task, arguments.color);
    }
    if let Task::Prompt(task) = &arguments.task {
        return prompt::run(task, arguments.color);
    }
    if let Task::Acp(task) = &arguments.task {
        return acp::run(task);
    }
    if let Task::Mcp(task) = &arguments.task {
        return mcp::run(task, arguments.color);
    }
    let stdout = io::stdout().lock();
    match arguments.task {
        Task::Parse(task) if task.json => {
            let bytes = input::read(task.command)?;
            let mut out = io::BufWriter::new(stdout);
            let outside = check::is_outside(&bytes);
            parse::json(&mut out, &byleave_shell::read(&bytes), outside)?;
            out.flush()?;
        }
        Task::Parse(task) => {
            let bytes = input::read(task.command)?;
            let mut out = style::stream(stdout, arguments.color);
            parse::tree(&mut *out, &byleave_shell::read(&bytes), &bytes, style::width())?;
            out.flush()?;
        }
        // Of a hook only the help comes this way.
        Task::Acp(_)
        | Task::Check(_)
        | Task::Hook(_)
        | Task::Mcp(_)
        | Task::Prompt(_)
        | Task::Run(_)
        | Task::Sim(_) => {}
        Task::Init(task) => return init::init(&task, arguments.color),
        Task::Doctor(task) => return init::doctor(&task, arguments.color),
        Task::Uninstall(task) => return init::uninstall(&task, arguments.color),
        Task::Unnamed { word } => return init::unnamed(word, arguments.color),
        Task::Serve(task) => return hub::serve(&task),
        Task::Bench(task) => return bench::run(&task, arguments.color),
        Task::Freeze { reason, store } => {
            return hub::freeze::begin(reason.as_deref(), store.as_deref(), arguments.color);
        }
        Task::Thaw { store } => return hub::freeze::end(store.as_deref(), arguments.color),
        Task::Hub(task) => return hub::run(&task, arguments.color),
        Task::Policy(task) => return policy::run(&task, arguments.color),
        Task::Programs(task) => return programs::run(&task, arguments.color),
        Task::Allow(task) => return rule::run(&task, Verdict::Allow, arguments.color),
        Task::Deny(task) => return rule::run(&task, Verdict::Deny, arguments.color),
        Task::Ask(task) => return rule::run(&task, Verdict::Ask, arguments.color),
        Task::Project(task) => return policy::run_project(&task, arguments.color),
        Task::Trust(task) => return policy::run_trust(&task.task(), arguments.color),
        Task::Untrust { files } => return policy::run_trust(&TrustTask::Untrust(files), arguments.color),
        Task::Trusted { file } => return policy::run_trust(&TrustTask::Trusted(file), arguments.color),
        Task::Audit(task) => return record::audit(&task, arguments.color),
        Task::Log(task) => return record::log(&task, arguments.color),
        Task::Why(task) => return record::why(&task, arguments.color),
        Task::Grants(task) => return record::grants(&task, arguments.color),
        Task::Sessions(task) => return record::sessions(&task, arguments.color),
        Task::Replay(task) => return record::replay(&task, arguments.color),
        Task::Suggest(task) => return record::suggest(&task, arguments.color),
        Task::Stats(task) => return record::stats(&task, arguments.color),
        Task::Prefix { command } => {
            let mut out = style::stream(stdout, arguments.color);
            prefix::show(&mut *out, &command)?;
            out.flush()?;
        }
        Task::Show(ShowTask::Program { names, named }) => {
            return programs::run(&ProgramsTask::Show { names, named }, arguments.color);
        }
        Task::Help { all, words } => help::show(stdout, &words, all, arguments.color)?,
        Task::Show(ShowTask::Tool { name }) | Task::Tools { task: ToolsTask::Show { name } } => {
            let mut out = style::stream(stdout, arguments.color);
            tools::show(&mut *out, &name)?;
            out.flush()?;
        }
        Task::Demo { task: Some(DemoTask::Selector { warning }), .. } => {
            let mut out = style::stream(stdout, arguments.color);
            prompt::show_selector(&mut *out, warning)?;
            out.flush()?;
        }
        Task::Demo { task: Some(DemoTask::Reader), .. } => {
            let mut out = style::stream(stdout, arguments.color);
            demo::reader::show(&mut *out, style::width())?;
            out.flush()?;
        }
        Task::Demo { web: true, task: None } => demo::web::run(&mut *style::stream(stdout, arguments.color))?,
        Task::Demo { web: false, task: None } => {
            demo::run(&mut *style::stream(stdout, arguments.color), arguments.color)?;
        }
        Task::Completions { shell } => generate::completions(stdout, shell)?,
        Task::Man { command } => generate::man(stdout, command.as_deref())?,
    }
    Ok(ExitCode::SUCCESS)
}
