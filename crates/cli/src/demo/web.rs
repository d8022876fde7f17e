//! `byleave demo --web`: the same agent, with the page to answer on.

use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::time::Duration;

use anstyle::Style;
use byleave_gate::{Gate, Role, Store, Workplace};
use byleave_hub::token::{self, NewToken};
use byleave_hub::{Hub, Limits, Server};
use byleave_policy::Verdict;
use byleave_store::Sqlite;
use jiff::{SignedDuration, Timestamp};
use serde_json::{Map, Value};
use tokio::sync::oneshot;

use super::agent::{Agent, Told};
use super::place::Place;
use super::script::{Step, WEB_STEPS};
use super::{Row, execute, flow, policy, record, shown, table};
use crate::escape;
use crate::failure::Failure;
use crate::hub::browser::Door;
use crate::style::{CHANGING, DANGER, HEADING, LABEL, NAME};

const SESSION: &str = "demo";

/// The pause between two calls, so that people can follow.
const PAUSE: Duration = Duration::from_millis(700);

/// How long a person may take to open the page.
const PATIENCE: Duration = Duration::from_mins(5);

/// Plays the demo with a hub of its own, which ends with it.
pub fn run(out: &mut dyn Write) -> Result<(), Failure> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    let runtime = runtime.map_err(|error| Failure::Usage(format!("no threads can be started: {error}")))?;
    let place = Place::new()?;
    let played = runtime.block_on(play(out, &place));
    // A thread that still reads from the terminal is not waited for.
    runtime.shutdown_background();
    played?;
    Ok(out.flush()?)
}

async fn play(out: &mut dyn Write, place: &Place) -> Result<(), Failure> {
    let stop = crate::hub::stop()?;
    let store: Arc<dyn Store> = Arc::new(Sqlite::open(place.store())?);
    let gate = Gate::builder().policy(policy()?).project(place.project()).cwd(place.project());
    let gate = gate.agent("demo").shared_store(Arc::clone(&store)).build()?;
    let token = token(&*store, place).await?;
    let hub = Hub::new(gate, store, Limits::default(), false).await?;
    let server = Server::bind(Arc::clone(&hub), ([127, 0, 0, 1], 0).into(), None, &[], &[]).await.map_err(usage)?;
    let address = server.address();
    let secret = hub.first_visit().map_err(usage)?;
    let (end, ended) = oneshot::channel::<()>();
    let serving = tokio::spawn(server.serve(async move {
        // A dropped sender also means the end.
        let _ = ended.await;
    }));
    let agent = Agent::new(address, token, SESSION);
    let page = format!("http://{address}/#token={}", secret.reveal());
    let told = tokio::select! {
        told = tell(out, place, &hub, &agent, &page) => told,
        () = stop => {
            writeln!(io::stderr())?;
            Ok(())
        }
    };
    drop(end);
    let _ = serving.await;
    told
}

fn usage(error: impl std::fmt::Display) -> Failure {
    Failure::Usage(error.to_string())
}

/// A token for the agent, for as long as a demo may take.
async fn token(store: &dyn Store, place: &Place) -> Result<String, Failure> {
    let now = Timestamp::now();
    let expires = now.checked_add(SignedDuration::from_hours(12)).ok();
    let projects = vec![place.project().to_string_lossy().into_owned()];
    let workplace = Workplace { projects, home: None };
    let wanted = NewToken { expires, workplace, ..NewToken::new("demo", Role::Agent) };
    let (stored, secret) = token::make(wanted, now).map_err(usage)?;
    store.put_token(stored).await?;
    Ok(secret.reveal().to_owned())
}

/// Plays the whole demo.
async fn tell(out: &mut dyn Write, place: &Place, hub: &Hub, agent: &Agent, page: &str) -> Result<(), Failure> {
    writeln!(out, "{HEADING}An agent works on a small project, and you are asked in the browser.{HEADING:#}")?;
    let scratch = "Everything happens in a scratch folder, with its own hub; byleave removes both afterwards.";
    flow(out, "", LABEL, scratch)?;
    writeln!(out)?;
    writeln!(out, "  The page: {NAME}{page}{NAME:#}\n")?;
    out.flush()?;
    let failed = || {
        let _ = writeln!(io::stderr(), "No browser could be opened: open the address above yourself.");
    };
    // The file is in the scratch folder, so it is removed with it at the latest.
    let door = Door::open(place.folder(), page, failed);
    match &door {
        Ok(_) => writeln!(out, "It opens now. {LABEL}The address counts once; Ctrl-C ends the demo.{LABEL:#}")?,
        Err(error) => {
            flow(out, "", CHANGING, &format!("There is no browser to open it with ({error}): open it yourself."))?;
        }
    }
    out.flush()?;
    let mut waited = Duration::ZERO;
    while !hub.is_visited() {
        if waited >= PATIENCE {
            return Err(Failure::Usage(
                "the page was not opened in time; start the demo again when you are ready".to_owned(),
            ));
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
        waited = waited.saturating_add(Duration::from_millis(100));
    }
    drop(door);
    agent.begin_turn().await?;
    let mut rows = Vec::new();
    for (step, number) in WEB_STEPS.iter().zip(1..) {
        tokio::time::sleep(PAUSE).await;
        let (row, stopped) = one(out, place, agent, step, number).await?;
        rows.push(row);
        if stopped {
            writeln!(out, "\n{CHANGING}You stopped the agent: it waits for you.{CHANGING:#}")?;
            break;
        }
    }
    table(out, &rows)?;
    record(out, &Sqlite::open(place.store())?)?;
    next(out)?;
    out.flush()?;
    if io::stdin().is_terminal() {
        write!(out, "\nThe page stays until you press Enter. ")?;
        out.flush()?;
        enter().await;
    }
    Ok(())
}

/// One call: submitted, answered by the policy or by a person, run or not; and whether the agent was stopped.
async fn one(
    out: &mut dyn Write,
    place: &Place,
    agent: &Agent,
    step: &Step,
    number: usize,
) -> Result<(Row, bool), Failure> {
    let arguments = step.arguments();
    let call = shown(&arguments);
    writeln!(out, "\n{NAME}{number:>2}. {}{NAME:#}", step.because)?;
    flow(out, &format!("    {} ", step.tool), Style::new(), &escape::shown(&call))?;
    out.flush()?;
    let (answer, asked) = match agent.ask(step, &arguments, &place.project()).await? {
        Told::Answered(answer) => (answer, false),
        Told::Waits(id) => {
            writeln!(out, "    {CHANGING}? it asks: the card is on the page; answer it there{CHANGING:#}")?;
            out.flush()?;
            (agent.wait(&id).await?, true)
        }
    };
    let text = |key: &str| answer.get(key).and_then(Value::as_str).unwrap_or_default();
    let is = |key: &str| answer.get(key).and_then(Value::as_bool) == Some(true);
    let verdict = match (asked, is("approved")) {
        (true, _) => Verdict::Ask,
        (false, true) => Verdict::Allow,
        (false, false) => Verdict::Deny,
    };
    if !is("approved") {
        let what = if asked { "✗ not run" } else { "✗ denied" };
        flow(out, &format!("    {what} "), DANGER, &escape::shown(text("reason")))?;
        return Ok((Row { call, verdict, ran: false, why: text("reason").to_owned() }, is("stop")));
    }
    let why = match (asked, is("edited")) {
        (true, true) => "you approved it with changes",
        (true, false) => "you approved",
        (false, _) => text("reason"),
    };
    flow(out, "    ✓ runs ", HEADING, &escape::shown(why))?;
    // An answer that is collected later and was not edited is about the call as submitted.
    let run: &Map<String, Value> = answer.get("arguments").and_then(Value::as_object).unwrap_or(&arguments);
    for line in execute(step.tool, run, place).lines().take(4) {
        flow(out, "      │ ", Style::new(), &escape::shown(line))?;
    }
    Ok((Row { call, verdict, ran: true, why: why.to_owned() }, false))
}

/// Waits for Enter, on its own thread, because a read from a terminal cannot be cancelled.
async fn enter() {
    let (pressed, heard) = oneshot::channel();
    std::thread::spawn(move || {
        let _ = io::stdin().read_line(&mut String::new());
        let _ = pressed.send(());
    });
    let _ = heard.await;
}

fn next(out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "\n{HEADING}Look around{HEADING:#}\n")?;
    let page = "History has every decision and its rule, Grants what you allowed for longer. Policy tries calls out, \
                and replays what happened under a policy you change.";
    flow(out, "  On the page: ", LABEL, page)?;
    writeln!(out, "  byleave serve --open   {LABEL}a hub of your own{LABEL:#}")
}
