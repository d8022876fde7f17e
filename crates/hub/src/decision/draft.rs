//! Tries a policy before it counts: what is wrong with it, its verdict on a call, and its verdicts on recorded calls. A
//! draft is never kept, and it has no other effect.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use byleave_gate::StoredGrant;
use byleave_gate::files::{self, Disk};
use byleave_gate::record::{Entry, Row};
use byleave_gate::replay::Recorded;
use byleave_policy::file::{self, Kind, Severity, Standing, Surroundings, World};
use byleave_policy::remedy::{self, Remedy};
use byleave_policy::rules::Layer;
use byleave_policy::{Call, Decision, Mode, Policy, Profile, Situation, Verdict, decide_read};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde_json::{Map, Value, json};
use tokio::sync::Semaphore;

use crate::decision::decision_json;
use crate::decision::timing;
use crate::entry::stats::only_session;
use crate::hub::Hub;
use crate::server::intake::{Body, Fields, Sender};
use crate::server::problem::{JsonReply, Problem};

/// The name of a draft in messages.
const NAME: &str = "draft.yaml";

/// The longest draft, in bytes. People do not write longer policies on a page.
const LONGEST: usize = 256 << 10;

/// How many rows are decided again, at most, and by default.
const MOST: u32 = 10_000;
const USUAL: u32 = 5000;

/// Rows read from the store at once.
const BATCH: u32 = 1000;

/// Changed calls that are listed.
const LISTED: usize = 500;

/// The longest time for deciding again.
const LONG_ENOUGH: Duration = Duration::from_secs(5);

/// One replay at a time: agents need the same processors.
static TURN: Semaphore = Semaphore::const_new(1);

/// A draft that was read.
struct Draft {
    policy: Option<Policy>,
    problems: Vec<Value>,
}

fn failed() -> Problem {
    Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "failed", "trying it out failed; nothing has changed")
}

/// Reads a draft like a file that is named on the command line. It does not read files that the draft would include: a
/// page must not choose which files the hub reads from its disk.
fn read(text: &str) -> Draft {
    let world = World { zones: jiff::tz::db(), local: TimeZone::system() };
    let told = |problem: &file::Problem| {
        json!({
            "severity": match problem.severity { Severity::Error => "error", Severity::Warning => "warning" },
            "code": problem.code,
            "line": problem.place.line,
            "column": problem.place.column,
            "message": problem.message,
            "help": problem.help,
        })
    };
    let file = match file::read(NAME, text, Kind::Policy, &world) {
        Ok(file) => file,
        Err(problems) => return Draft { policy: None, problems: problems.0.iter().map(told).collect() },
    };
    let mut problems: Vec<Value> = file
        .include
        .iter()
        .map(|(name, place)| {
            json!({
                "severity": "warning", "code": "", "line": place.line, "column": place.column,
                "message": format!("`{name}` is not read: a draft stands by itself"), "help": Value::Null,
            })
        })
        .collect();
    let standing = Standing { layer: Layer::Given, trusted: true, file };
    let (policy, warnings) = file::merge(vec![standing], &Surroundings::default());
    problems.extend(warnings.iter().map(told));
    Draft { policy: Some(policy), problems }
}

fn short_enough(text: &str) -> Result<(), Problem> {
    if text.len() > LONGEST {
        return Err(Problem::bad(format!("a draft has at most {LONGEST} bytes")));
    }
    Ok(())
}

/// `GET /v1/policy/files`: the policy files, strongest first, as they are on the disk now.
pub async fn files(State(hub): State<Arc<Hub>>, Sender(caller): Sender) -> JsonReply {
    hub.require(&caller, caller.role().watches(), "see the policy").await?;
    let read = tokio::task::spawn_blocking(move || {
        let used = hub.gate.policy_files().unwrap_or_default();
        let shown = used.iter().map(|used| {
            let content = files::content(&used.path).ok();
            let text = content.map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
            json!({
                "path": used.path.to_string_lossy(),
                "layer": used.layer.name(),
                "trusted": used.trusted,
                "text": text,
            })
        });
        shown.collect::<Vec<_>>()
    });
    let shown = read.await.map_err(|_| failed())?;
    Ok(Json(json!({ "files": shown })))
}

/// `POST /v1/try`: warnings about a policy, and its verdict on a call under each profile. Without `policy` it uses the
/// policy in force; without `tool` it judges no call.
pub async fn attempt(State(hub): State<Arc<Hub>>, Sender(caller): Sender, Body(body): Body) -> JsonReply {
    hub.require(&caller, caller.role().watches(), "try calls out").await?;
    let mut fields = Fields(body);
    let text = fields.text("policy")?;
    let tool = fields.text("tool")?.filter(|tool| !tool.is_empty());
    let arguments = fields.object("arguments")?.unwrap_or_default();
    let shell = fields.shells("shell")?;
    let mut place = [None, None, None];
    for (slot, key) in place.iter_mut().zip(["cwd", "project", "home"]) {
        *slot = fields.text(key)?;
        if slot.as_deref().is_some_and(|path| !Path::new(path).is_absolute()) {
            return Err(Problem::bad(format!("`{key}` must be an absolute path")));
        }
    }
    fields.end()?;
    short_enough(text.as_deref().unwrap_or_default())?;
    let call = tool.map(|tool| {
        let [cwd, project, home] = place;
        let mut call = byleave_gate::Call::new(tool, Value::Object(arguments));
        call.project = project.map(Into::into).or_else(|| cwd.as_deref().map(Path::new).map(files::project_of));
        call.cwd = cwd.map(Into::into);
        call.home = home.map(Into::into);
        call.shell = shell;
        hub.gate.facts(&call)
    });
    let now = hub.now();
    let tried = tokio::task::spawn_blocking(move || {
        let draft = match &text {
            Some(text) => read(text),
            None => Draft { policy: Some(Policy::clone(&hub.gate.policy())), problems: Vec::new() },
        };
        tried(&draft, call.as_ref(), now)
    });
    Ok(Json(tried.await.map_err(|_| failed())?))
}

fn tried(draft: &Draft, call: Option<&Call>, now: Timestamp) -> Value {
    let Some(policy) = &draft.policy else {
        return json!({ "usable": false, "problems": draft.problems });
    };
    let lints = file::lint(policy, Some(now)).into_iter().map(
        |lint| json!({ "code": lint.code, "rule": lint.rule, "location": lint.location, "message": lint.message }),
    );
    let lints: Vec<Value> = lints.collect();
    let Some(call) = call else {
        return json!({ "usable": true, "problems": draft.problems, "lints": lints });
    };
    let situation = Situation { now: Some(now), ..Situation::new(&Disk) };
    let start = Instant::now();
    let reading = byleave_policy::read::read(call.clone(), policy);
    let decision = decide_read(&reading, policy, &situation);
    let took = start.elapsed();
    let profiles: Map<String, Value> = Profile::ALL
        .into_iter()
        .map(|profile| {
            let decision = decide_read(&reading, &Policy { profile, ..policy.clone() }, &situation);
            (profile.name().to_owned(), decision_json(&decision))
        })
        .collect();
    json!({
        "usable": true,
        "problems": draft.problems,
        "lints": lints,
        "profile": policy.profile.name(),
        "decision": decision_json(&decision),
        "decided_us": u64::try_from(took.as_micros()).unwrap_or(u64::MAX),
        "timings": timing::of(&reading, policy, &situation),
        "digest": reading.digest().to_string(),
        "remedy": remedy_json(&remedy::find(&reading, policy, &situation, &decision)),
        "profiles": profiles,
    })
}

fn remedy_json(remedy: &Remedy<'_>) -> Value {
    match remedy {
        Remedy::None => Value::Null,
        Remedy::Rules(rules) => json!({ "allow": rules }),
        Remedy::Person => json!({ "person": true }),
        Remedy::TooMany => json!({ "too_many": true }),
        Remedy::Refused(finding) => json!({ "rule": finding.rule, "location": finding.location }),
        Remedy::BuiltIn => json!({ "built_in": true }),
    }
}

/// `POST /v1/replay`: decides recorded calls again under a draft. Only for roles that may answer, because it takes
/// time.
pub async fn replay(State(hub): State<Arc<Hub>>, Sender(caller): Sender, Body(body): Body) -> JsonReply {
    hub.require(&caller, caller.role().answers(), "replay the record under another policy").await?;
    let mut fields = Fields(body);
    let text = fields.text("policy")?.ok_or_else(|| Problem::bad("`policy` is missing: the text of the draft"))?;
    let since = fields.text("since")?.map(|text| text.parse::<Timestamp>()).transpose();
    let since = since.map_err(|_| Problem::bad("`since` must be a moment such as 2026-01-31T12:00:00Z"))?;
    let limit = match fields.0.remove("limit") {
        None | Some(Value::Null) => Some(USUAL),
        Some(value) => value.as_u64().and_then(|number| u32::try_from(number).ok()),
    };
    let limit = limit.filter(|limit| (1..=MOST).contains(limit));
    let limit = limit.ok_or_else(|| Problem::bad(format!("`limit` must be a whole number from 1 to {MOST}")))?;
    fields.end()?;
    short_enough(&text)?;
    let Ok(_turn) = TURN.try_acquire() else {
        return Err(Problem::too_many("another replay is running; try again in a moment"));
    };
    let draft = tokio::task::spawn_blocking(move || read(&text)).await.map_err(|_| failed())?;
    let Some(policy) = draft.policy else {
        let first = draft.problems.first().and_then(|one| one.get("message")).and_then(Value::as_str);
        let message = format!("the draft is no policy: {}", first.unwrap_or("it cannot be read"));
        let problem = Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "broken_policy", message);
        return Err(problem.with("problems", draft.problems));
    };
    let session = only_session(&caller, None)?;
    let mut query = byleave_gate::Query { since, session, newest_first: true, ..Default::default() };
    let grants: Arc<[StoredGrant]> = hub.store().grants(true).await?.into();
    let modes: Arc<[Policy]> = Mode::ALL.into_iter().map(|mode| Policy { mode, ..policy.clone() }).collect();
    let start = Instant::now();
    let mut again = Again::default();
    while again.counted < u64::from(limit) && start.elapsed() < LONG_ENOUGH {
        let left = u64::from(limit).saturating_sub(again.counted);
        let batch = u32::try_from(left).unwrap_or(BATCH).min(BATCH);
        query.limit = Some(batch);
        let rows = hub.store().rows(&query).await?;
        query.before = rows.last().map(|row| row.number);
        again.more = rows.len() >= usize::try_from(batch).unwrap_or(usize::MAX);
        let (grants, modes) = (Arc::clone(&grants), Arc::clone(&modes));
        let deciding = tokio::task::spawn_blocking(move || {
            again.take(&rows, &grants, &modes, start);
            again
        });
        again = deciding.await.map_err(|_| failed())?;
        if !again.more {
            break;
        }
    }
    Ok(Json(again.to_json(&draft.problems)))
}

/// The result of deciding again.
#[derive(Debug, Default)]
struct Again {
    /// By the old verdict, then by the new one: allow, ask, deny.
    matrix: [[u64; 3]; 3],
    counted: u64,
    changed: u64,
    listed: Vec<Value>,
    /// Calls that used grants which are not known any more.
    lost: u64,
    /// Whether there are older rows that were not decided again.
    more: bool,
}

const VERDICTS: [Verdict; 3] = [Verdict::Allow, Verdict::Ask, Verdict::Deny];

impl Again {
    fn take(&mut self, rows: &[Row], grants: &[StoredGrant], modes: &[Policy], start: Instant) {
        for row in rows {
            if start.elapsed() >= LONG_ENOUGH {
                self.more = true;
                return;
            }
            let Ok(entry) = serde_json::from_str::<Entry>(&row.body) else { continue };
            if entry.notice {
                continue;
            }
            let recorded = Recorded::of(&entry, grants);
            let Some(policy) = recorded
                .mode
                .and_then(|mode| modes.iter().find(|policy| policy.mode == mode))
                .or_else(|| modes.first())
            else {
                continue;
            };
            let now = recorded.decide(policy, &Disk);
            self.counted = self.counted.saturating_add(1);
            self.lost = self.lost.saturating_add(u64::from(recorded.lost > 0));
            let before = VERDICTS.iter().position(|one| one.name() == entry.verdict).unwrap_or(2);
            let after = VERDICTS.iter().position(|one| *one == now.verdict).unwrap_or(2);
            if let Some(cell) = self.matrix.get_mut(before).and_then(|row| row.get_mut(after)) {
                *cell = cell.saturating_add(1);
            }
            if before != after {
                self.changed = self.changed.saturating_add(1);
                if self.listed.len() < LISTED {
                    self.listed.push(changed(row.number, &entry, &now));
                }
            }
        }
    }

    fn to_json(&self, problems: &[Value]) -> Value {
        let matrix: Map<String, Value> = VERDICTS
            .iter()
            .zip(&self.matrix)
            .map(|(was, row)| {
                let row: Map<String, Value> =
                    VERDICTS.iter().zip(row).map(|(now, count)| (now.name().to_owned(), json!(count))).collect();
                (was.name().to_owned(), Value::Object(row))
            })
            .collect();
        json!({
            "matrix": matrix,
            "counted": self.counted,
            "changed": self.changed,
            "calls": self.listed,
            "lost_grants": self.lost,
            "more": self.more,
            "problems": problems,
        })
    }
}

fn changed(number: u64, entry: &Entry, now: &Decision) -> Value {
    json!({
        "number": number,
        "id": entry.id,
        "timestamp": entry.timestamp.to_string(),
        "session": entry.session,
        "tool": entry.tool,
        "category": entry.category,
        "arguments": entry.arguments,
        "was": entry.verdict,
        "approved": entry.approved,
        "now": now.verdict.name(),
        "rule": now.rule,
        "reason": now.reason,
    })
}
