//! The narrowest rules for what people keep approving, as `byleave suggest` finds them.

use byleave_gate::files::Disk;
use byleave_gate::suggest::{Example, Finder, Suggestion};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use tokio::sync::Semaphore;

use crate::entry::entries;
use crate::server::{JsonReply, Problem, QueryString, Sender, blocking, told};

/// How many rows are searched, the newest first.
const LOOKED_AT: u32 = 5000;

/// How often a call must have been approved, by default.
const USUAL: usize = 3;

/// How many rules are listed, and how many calls against each.
const TOLD: usize = 50;
const TOLD_AGAINST: usize = 5;

/// One at a time: agents need the same processors.
static TURN: Semaphore = Semaphore::const_new(1);

/// How many approvals are enough.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SuggestionQuery {
    least: Option<usize>,
}

const FAILED: &str = "looking for rules failed; nothing has changed";

/// `GET /v1/suggestions`: each rule was tested on the calls it is counted for.
pub async fn show(Sender { hub, caller }: Sender, QueryString(wanted): QueryString<SuggestionQuery>) -> JsonReply {
    hub.require(&caller, caller.role().watches(), "see what could be a rule").await?;
    let _turn = TURN.acquire().await.map_err(|_| Problem::failed(FAILED))?;
    let rows = hub.newest(caller.token.session.as_deref(), LOOKED_AT).await?;
    let grants = hub.store().grants(true).await?;
    let least = wanted.least.unwrap_or(USUAL).max(1);
    let counted = rows.len();
    let found = blocking(FAILED, move || {
        let policy = hub.gate.policy();
        let mut finder = Finder::new(&policy, &Disk);
        entries(&rows).for_each(|(number, entry)| finder.take(number, entry, &grants));
        finder.end(least)
    });
    let found = found.await?;
    told(&Suggestions { suggestions: found.iter().take(TOLD).map(SuggestionBody::of).collect(), counted })
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Suggestions<'s> {
    suggestions: Vec<SuggestionBody<'s>>,
    counted: usize,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Suggestion"))]
struct SuggestionBody<'s> {
    pattern: &'s str,
    approved: usize,
    sessions: usize,
    example: ExampleBody<'s>,
    against: usize,
    counter_examples: Vec<CounterExample<'s>>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct CounterExample<'s> {
    count: usize,
    call: ExampleBody<'s>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Example"))]
struct ExampleBody<'s> {
    number: u64,
    tool: &'s str,
    arguments: &'s Map<String, Value>,
    category: Option<&'s str>,
}

impl<'s> ExampleBody<'s> {
    fn of(Example { number, entry }: &'s Example) -> Self {
        Self { number: *number, tool: &entry.tool, arguments: &entry.arguments, category: entry.category.as_deref() }
    }
}

impl<'s> SuggestionBody<'s> {
    fn of(one: &'s Suggestion) -> Self {
        let against = one.against.iter().take(TOLD_AGAINST);
        Self {
            pattern: &one.pattern,
            approved: one.approved,
            sessions: one.sessions.len(),
            example: ExampleBody::of(&one.example),
            against: one.against.len(),
            counter_examples: against
                .map(|one| CounterExample { count: one.count, call: ExampleBody::of(&one.call) })
                .collect(),
        }
    }
}
