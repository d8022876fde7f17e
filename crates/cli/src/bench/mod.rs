//! `byleave bench`: how fast it is on this machine.

pub mod arguments;
mod client;
mod load;
mod report;
mod target;

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Duration;

use arguments::{BenchTask, HubBench};
use report::Report;
use target::Target;

use crate::failure::Failure;
use crate::style::{self, Colour};

/// Measures.
pub fn run(task: &BenchTask, color: Colour) -> Result<ExitCode, Failure> {
    let BenchTask::Hub(task) = task;
    let failed = |error: io::Error| Failure::Usage(format!("the measurement failed: {error}"));
    crate::hub::raise_files();
    let target = Target::of(task)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(failed)?;
    let report = runtime.block_on(measure(&target, task)).map_err(failed)?;
    drop(target);
    let mut out = style::stream(io::stdout().lock(), color);
    if task.json {
        writeln!(out, "{}", report.to_json())?;
    } else {
        report.show(&mut *out, style::width())?;
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

async fn measure(target: &Target, task: &HubBench) -> io::Result<Report> {
    let mut report = Report { empty: target.memory(), ..Report::default() };
    if task.pending > 0 {
        let taken = load::pending(target, task.connections, task.pending).await?;
        report.rows.push(("requests put".to_owned(), taken));
    }
    if task.waiting > 0 {
        let taken = load::answers(target, task.waiting).await?;
        report.rows.push(("answer to agent".to_owned(), taken));
    }
    let time = Duration::from_secs(task.seconds.into());
    report.rows.push(("decisions".to_owned(), load::decisions(target, task.connections, time).await?));
    Ok(report)
}
