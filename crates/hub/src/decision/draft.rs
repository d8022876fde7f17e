//! Tries a policy before it counts: what is wrong with it, its verdict on a call, and its verdicts on recorded calls. A
//! draft is never kept, and it has no other effect.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Json;
use axum::http::StatusCode;
use byleave_config::{Kind, Lint, Severity, Standing, Surroundings, World};
use byleave_gate::StoredGrant;
use byleave_gate::files::{self, Disk};
use byleave_gate::record::{Entry, Row};
use byleave_gate::replay::Recorded;
use byleave_policy::remedy::{self, Remedy};
use byleave_policy::rules::Layer;
use byleave_policy::{CallFacts, Decision, Mode, Policy, Profile, Situation, Verdict, decide_read};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use tokio::sync::Semaphore;

use crate::decision::DecisionBody;
use crate::decision::timing::{self, Timings};
use crate::entry::entries;
use crate::server::{Body, JsonReply, Problem, SaidShells, Sender, blocking, fields, json_of, told};

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
    problems: Vec<DraftProblem>,
}

/// What is wrong with a draft.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct DraftProblem {
    severity: &'static str,
    code: &'static str,
    line: usize,
    column: usize,
    message: String,
    help: Option<String>,
}

/// What a draft says. What was not asked is left out.
#[derive(Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Tried<'d> {
    usable: bool,
    problems: &'d [DraftProblem],
    #[serde(skip_serializing_if = "Option::is_none")]
    lints: Option<Vec<LintBody>>,
    #[serde(flatten)]
    decided: Option<TriedCall<'d>>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Lint"))]
struct LintBody {
    code: &'static str,
    rule: String,
    location: Option<String>,
    message: String,
}

/// A draft's verdict on a call.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct TriedCall<'d> {
    profile: &'static str,
    decision: DecisionBody<'d>,
    decided_us: u64,
    timings: Timings,
    digest: String,
    #[cfg_attr(test, schemars(with = "Option<Value>"))]
    remedy: Remedy<'d>,
    #[cfg_attr(test, schemars(with = "BTreeMap<String, DecisionBody<'_>>"))]
    profiles: BTreeMap<&'static str, Value>,
}

const FAILED: &str = "trying it out failed; nothing has changed";

/// Reads a draft like a file that is named on the command line. It does not read files that the draft would include: a
/// page must not choose which files the hub reads from its disk.
fn read(text: &str) -> Draft {
    let world = World { zones: jiff::tz::db(), local: TimeZone::system() };
    let told = |problem: &byleave_config::Problem| DraftProblem {
        severity: match problem.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        },
        code: problem.code,
        line: problem.place.line,
        column: problem.place.column,
        message: problem.message.clone(),
        help: problem.help.clone(),
    };
    let file = match byleave_config::read(NAME, text, Kind::Policy, &world) {
        Ok(file) => file,
        Err(problems) => return Draft { policy: None, problems: problems.0.iter().map(told).collect() },
    };
    let mut problems: Vec<DraftProblem> = file
        .include
        .iter()
        .map(|(name, place)| DraftProblem {
            severity: "warning",
            code: "",
            line: place.line,
            column: place.column,
            message: format!("`{name}` is not read: a draft stands by itself"),
            help: None,
        })
        .collect();
    let standing = Standing { layer: Layer::Given, trusted: true, file };
    let (policy, warnings) = byleave_config::merge(vec![standing], &Surroundings::default());
    problems.extend(warnings.iter().map(told));
    Draft { policy: Some(policy), problems }
}

fn short_enough(text: &str) -> Result<(), Problem> {
    if text.len() > LONGEST {
        return Err(Problem::bad(format!("a draft has at most {LONGEST} bytes")));
    }
    Ok(())
}

/// `POST /v1/try`: warnings about a policy, and its verdict on a call under each profile. Without `policy` it uses the
/// policy in force; without `tool` it judges no call.
pub async fn attempt(Sender { hub, caller }: Sender, Body(body): Body) -> JsonReply {
    hub.require(&caller, caller.role().watches(), "try calls out").await?;
    let Attempt { policy: text, tool, arguments, shell: SaidShells(shell), cwd, project, home } = fields::read(body)?;
    for (key, path) in [("cwd", &cwd), ("project", &project), ("home", &home)] {
        if path.as_ref().is_some_and(|path| !path.is_absolute()) {
            return Err(Problem::bad(format!("`{key}` must be an absolute path")));
        }
    }
    short_enough(text.as_deref().unwrap_or_default())?;
    let call = tool.filter(|tool| !tool.is_empty()).map(|tool| {
        let mut call = byleave_gate::Call::new(tool, Value::Object(arguments.unwrap_or_default()));
        call.project = project.or_else(|| cwd.as_deref().map(files::project_of));
        (call.cwd, call.home, call.shell) = (cwd, home, shell);
        hub.gate.facts(&call)
    });
    let now = hub.now();
    let tried = blocking(FAILED, move || {
        let draft = match &text {
            Some(text) => read(text),
            None => Draft { policy: Some(Policy::clone(&hub.gate.policy())), problems: Vec::new() },
        };
        tried(&draft, call.as_ref(), now)
    });
    Ok(Json(tried.await?))
}

/// A draft, and a call to try it with.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Attempt {
    policy: Option<String>,
    tool: Option<String>,
    arguments: Option<Map<String, Value>>,
    #[serde(default)]
    shell: SaidShells,
    cwd: Option<PathBuf>,
    project: Option<PathBuf>,
    home: Option<PathBuf>,
}

/// A draft, and the recorded calls to decide again under it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ReplayOrder {
    policy: String,
    #[cfg_attr(test, schemars(extend("format" = "date-time")))]
    since: Option<String>,
    #[cfg_attr(test, schemars(range(min = 1, max = MOST)))]
    limit: Option<u64>,
}

fn tried(draft: &Draft, call: Option<&CallFacts>, now: Timestamp) -> Value {
    let Some(policy) = &draft.policy else {
        return json_of(&Tried { problems: &draft.problems, ..Tried::default() });
    };
    let lints = byleave_config::lint(policy, Some(now)).into_iter();
    let lints = lints.map(|Lint { code, rule, location, message }| LintBody { code, rule, location, message });
    let tried = Tried { usable: true, problems: &draft.problems, lints: Some(lints.collect()), decided: None };
    let Some(call) = call else { return json_of(&tried) };
    let situation = Situation { now: Some(now), ..Situation::new(&Disk) };
    let start = Instant::now();
    let reading = byleave_policy::read::read(call.clone(), policy);
    let decision = decide_read(&reading, policy, &situation);
    let took = start.elapsed();
    let profiles: BTreeMap<&str, Value> = Profile::ALL
        .into_iter()
        .map(|profile| {
            let decision = decide_read(&reading, &Policy { profile, ..policy.clone() }, &situation);
            (profile.name(), json_of(&DecisionBody::of(&decision)))
        })
        .collect();
    let decided = TriedCall {
        profile: policy.profile.name(),
        decision: DecisionBody::of(&decision),
        decided_us: u64::try_from(took.as_micros()).unwrap_or(u64::MAX),
        timings: timing::of(&reading, policy, &situation),
        digest: reading.digest().to_string(),
        remedy: remedy::find(&reading, policy, &situation, &decision),
        profiles,
    };
    json_of(&Tried { decided: Some(decided), ..tried })
}

/// `POST /v1/replay`: decides recorded calls again under a draft. Only for roles that may answer, because it takes
/// time.
pub async fn replay(Sender { hub, caller }: Sender, Body(body): Body) -> JsonReply {
    hub.require(&caller, caller.role().answers(), "replay the record under another policy").await?;
    let ReplayOrder { policy: text, since, limit } = fields::read(body)?;
    let since = since.map(|text| text.parse::<Timestamp>()).transpose();
    let since = since.map_err(|_| Problem::bad("`since` must be a moment such as 2026-01-31T12:00:00Z"))?;
    let limit = limit.map_or(Some(USUAL), |limit| u32::try_from(limit).ok()).filter(|limit| (1..=MOST).contains(limit));
    let limit = limit.ok_or_else(|| Problem::bad(format!("`limit` must be a whole number from 1 to {MOST}")))?;
    short_enough(&text)?;
    let Ok(_turn) = TURN.try_acquire() else {
        return Err(Problem::too_many("another replay is running; try again in a moment"));
    };
    let draft = blocking(FAILED, move || read(&text)).await?;
    let Some(policy) = draft.policy else {
        let first = draft.problems.first().map(|one| one.message.as_str());
        let message = format!("the draft is no policy: {}", first.unwrap_or("it cannot be read"));
        let problem = Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "broken_policy", message);
        return Err(problem.with("problems", json_of(&draft.problems)));
    };
    let session = caller.token.session.clone();
    let mut query = byleave_gate::Query { since, session, newest_first: true, ..Default::default() };
    let grants: Arc<[StoredGrant]> = hub.store().grants(true).await?.into();
    let modes: Arc<[Policy]> = Mode::ALL.into_iter().map(|mode| Policy { mode, ..policy.clone() }).collect();
    let start = Instant::now();
    let mut again = Again { problems: draft.problems, ..Again::new() };
    while again.counted < u64::from(limit) && start.elapsed() < LONG_ENOUGH {
        let left = u64::from(limit).saturating_sub(again.counted);
        let batch = u32::try_from(left).unwrap_or(BATCH).min(BATCH);
        query.limit = Some(batch);
        let rows = hub.store().rows(&query).await?;
        query.before = rows.last().map(|row| row.number);
        again.more = rows.len() >= usize::try_from(batch).unwrap_or(usize::MAX);
        let (grants, modes) = (Arc::clone(&grants), Arc::clone(&modes));
        let deciding = blocking(FAILED, move || {
            again.take(&rows, &grants, &modes, start);
            again
        });
        again = deciding.await?;
        if !again.more {
            break;
        }
    }
    told(&again)
}

/// The result of deciding again.
#[derive(Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Replayed"))]
pub struct Again {
    // By the old verdict, then by the new one.
    matrix: BTreeMap<&'static str, BTreeMap<&'static str, u64>>,
    counted: u64,
    changed: u64,
    calls: Vec<ChangedCall>,
    // Calls that used grants which are not known any more.
    lost_grants: u64,
    // Whether there are older rows that were not decided again.
    more: bool,
    problems: Vec<DraftProblem>,
}

impl Again {
    fn new() -> Self {
        let names = Verdict::NAMES;
        Self { matrix: names.map(|was| (was, names.map(|now| (now, 0)).into())).into(), ..Self::default() }
    }

    fn take(&mut self, rows: &[Row], grants: &[StoredGrant], modes: &[Policy], start: Instant) {
        for (number, entry) in entries(rows) {
            if start.elapsed() >= LONG_ENOUGH {
                self.more = true;
                return;
            }
            if entry.notice {
                continue;
            }
            let recorded = Recorded::of(&entry, grants);
            let same = recorded.mode.and_then(|mode| modes.iter().find(|policy| policy.mode == mode));
            let Some(policy) = same.or_else(|| modes.first()) else { continue };
            let now = recorded.decide(policy, &Disk);
            self.counted = self.counted.saturating_add(1);
            self.lost_grants = self.lost_grants.saturating_add(u64::from(recorded.lost > 0));
            let was = Verdict::find(&entry.verdict).unwrap_or(Verdict::Deny);
            let count = self.matrix.entry(was.name()).or_default().entry(now.verdict.name()).or_default();
            *count = count.saturating_add(1);
            if was != now.verdict {
                self.changed = self.changed.saturating_add(1);
                if self.calls.len() < LISTED {
                    self.calls.push(ChangedCall::of(number, entry, now));
                }
            }
        }
    }
}

/// A recorded call that a draft decides otherwise.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct ChangedCall {
    number: u64,
    id: String,
    timestamp: Timestamp,
    session: String,
    tool: String,
    category: Option<String>,
    arguments: Map<String, Value>,
    was: String,
    approved: bool,
    #[cfg_attr(test, schemars(with = "crate::server::described::Verdict"))]
    now: Verdict,
    rule: Option<String>,
    reason: String,
}

impl ChangedCall {
    fn of(number: u64, entry: Entry, now: Decision) -> Self {
        let Entry { id, timestamp, session, tool, category, arguments, verdict: was, approved, .. } = entry;
        let Decision { verdict: now, rule, reason, .. } = now;
        let reason = reason.to_string();
        Self { number, id, timestamp, session, tool, category, arguments, was, approved, now, rule, reason }
    }
}
