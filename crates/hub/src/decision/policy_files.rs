//! The policy files in force, and what is different on the disk.

use byleave_gate::files::Sources;
use jiff::Timestamp;
use serde::Serialize;

use crate::hub::Hub;
use crate::server::files_in_force::InForce;
use crate::server::{JsonReply, Problem, Sender, blocking, told};

const FAILED: &str = "the policy files could not be looked at; nothing has changed";

/// What is different between what was loaded and what is on the disk.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Drift {
    /// When what is in force was loaded.
    loaded_at: Timestamp,
    /// Why what is on the disk could not be loaded; null if nothing is wrong.
    problem: Option<String>,
    /// The files that are different on the disk: changed, new or gone. What is there does not count yet.
    changed_on_disk: Vec<String>,
}

impl Drift {
    /// As it is now.
    pub async fn now(hub: &Hub) -> Result<Self, Problem> {
        let sources = hub.gate.policy_sources();
        let changed = blocking(FAILED, move || Sources::changed(&sources)).await?;
        let InForce { loaded_at, problem } = hub.files.policy();
        let changed_on_disk = changed.into_iter().map(|path| path.to_string_lossy().into_owned()).collect();
        Ok(Self { loaded_at, problem, changed_on_disk })
    }
}

/// A policy file in force.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "PolicyFile"))]
struct FileBody {
    path: String,
    layer: &'static str,
    trusted: bool,
    /// Its text as it was loaded.
    text: Option<String>,
    /// Whether it is different on the disk.
    changed_on_disk: bool,
}

/// The policy files.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "PolicyFiles"))]
pub struct FilesBody {
    files: Vec<FileBody>,
    #[serde(flatten)]
    drift: Drift,
}

/// `GET /v1/policy/files`: the policy files, strongest first, as they were loaded.
pub async fn show(Sender { hub, caller }: Sender) -> JsonReply {
    hub.require(&caller, caller.role().watches(), "see the policy").await?;
    let drift = Drift::now(&hub).await?;
    let (used, sources) = (hub.gate.policy_files(), hub.gate.policy_sources());
    let files = used.iter().map(|used| {
        let path = used.path.to_string_lossy().into_owned();
        FileBody {
            layer: used.layer.name(),
            trusted: used.trusted,
            text: sources.content(&used.path).map(|bytes| String::from_utf8_lossy(bytes).into_owned()),
            changed_on_disk: drift.changed_on_disk.contains(&path),
            path,
        }
    });
    told(&FilesBody { files: files.collect(), drift })
}
