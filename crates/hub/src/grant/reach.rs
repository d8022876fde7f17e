//! What a grant would have let run, according to the record: shown before it is given.

use axum::extract::Path;
use byleave_gate::record::Entry;
use byleave_gate::{Reach, Scope, block_on};
use byleave_policy::grant::Breadth;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::answer::visible;
use crate::entry::entries;
use crate::server::{Body, JsonReply, Problem, Sender, blocking, fields, told};

/// How many of the last calls are checked.
const LAST: u32 = 500;

/// How many of the matches are listed; all are counted.
const LISTED: usize = 50;

/// Whether a grant of this reach would have covered the session or project of an entry.
fn reaches(reach: Reach, entry: &Entry, session: &str, project: &str) -> bool {
    match reach {
        Reach::Call => false,
        Reach::Session => entry.session == session || entry.parent.as_deref() == Some(session),
        Reach::Project => entry.project == project,
        Reach::Everyone => true,
    }
}

/// A grant that an approver thinks of giving.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PossibleGrant {
    #[serde(default)]
    #[cfg_attr(test, schemars(schema_with = "crate::server::described::scope_or_none"))]
    scope: Option<String>,
    #[serde(default)]
    #[cfg_attr(test, schemars(schema_with = "crate::server::described::breadth_or_none"))]
    breadth: Option<String>,
}

/// `POST /v1/requests/ID/radius {"scope", "breadth"}`: changes nothing.
pub async fn show(Sender { hub, caller }: Sender, Path(id): Path<String>, Body(body): Body) -> JsonReply {
    hub.require(&caller, caller.role().watches(), "see how far a grant would reach").await?;
    let PossibleGrant { scope, breadth } = fields::read(body)?;
    let scope = scope.map_or(Some(Scope::Session), |name| Scope::find(&name));
    let scope = scope.ok_or_else(|| Problem::bad("`scope` must be `turn`, `session`, `project` or `always`"))?;
    let found = breadth
        .map(|name| Breadth::find(&name).ok_or_else(|| Problem::bad("`breadth` must be `exact`, `prefix` or `tool`")));
    let breadth = found.transpose()?;
    let stored = visible(&hub, &caller, &id).await?;
    let rows = hub.newest(caller.token.session.as_deref(), LAST).await?;
    let (numbers, entries): (Vec<u64>, Vec<Entry>) = entries(&rows).filter(|(_, entry)| !entry.notice).unzip();
    let (gate, asked) = (hub.gate.clone(), stored.clone());
    // This takes up to a thousand decisions.
    let looking = move || (block_on(gate.radius(&asked, breadth, &entries)), entries);
    let (found, entries) = blocking("it could not be counted; try again", looking).await?;
    let found = found?;
    let project = stored.frame.get("project").and_then(Value::as_str).unwrap_or_default();
    let mut covered: Vec<(u64, &Entry)> =
        found.iter().filter_map(|at| Some((*numbers.get(*at)?, entries.get(*at)?))).collect();
    let rejected = covered.iter().filter(|(_, entry)| !entry.approved && entry.person.is_some()).count();
    let in_reach = covered.iter().filter(|(_, entry)| reaches(scope.reach(), entry, &stored.session, project)).count();
    // Calls that a person rejected come first: they matter most.
    covered.sort_by_key(|(_, entry)| entry.approved || entry.person.is_none());
    let listed = covered.iter().take(LISTED).map(|(number, entry)| CoveredCall {
        number: *number,
        timestamp: entry.timestamp,
        session: &entry.session,
        tool: &entry.tool,
        arguments: &entry.arguments,
        approved: entry.approved,
        person: entry.person.as_deref(),
    });
    let calls = listed.collect();
    told(&ReachBody { looked: entries.len(), covered: covered.len(), in_reach, rejected, calls })
}

/// What a grant would have let run.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Reach"))]
pub struct ReachBody<'e> {
    looked: usize,
    covered: usize,
    in_reach: usize,
    rejected: usize,
    calls: Vec<CoveredCall<'e>>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct CoveredCall<'e> {
    number: u64,
    timestamp: Timestamp,
    session: &'e str,
    tool: &'e str,
    arguments: &'e Map<String, Value>,
    approved: bool,
    person: Option<&'e str>,
}
