//! The file that a request would change, as it is now, for approvers who look at the change.
//!
//! A hub sees only the files of its own machine. It shows a file to approvers only if a process of this machine
//! submitted the request to this hub, the file is a regular one inside the request's project, and the policy lets an
//! agent read it without a question. Secrets are not shown on a page either.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::Read as _;
use std::os::unix::fs::MetadataExt as _;
use std::path::Path as FilePath;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use axum::extract::Path;
use byleave_gate::files::Disk;
use byleave_gate::{Call, StoredRequest};
use byleave_knowledge::arguments::FILES;
use byleave_policy::paths::{Resolver as _, control, is_below, sensitive};
use byleave_policy::tools::{self, Category};
use byleave_policy::{Digest, Verdict};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::answer::visible;
use crate::hub::Hub;
use crate::server::{JsonReply, Sender, blocking, told};

/// Larger files are not shown.
const LARGEST: u64 = 512 << 10;

/// How long to wait for a disk that does not answer.
const PATIENCE: Duration = Duration::from_secs(5);

/// Requests that were submitted to this hub. Requests that another hub put into the same store may be about other
/// machines.
#[derive(Debug, Default)]
pub struct Here(Mutex<Ids>);

#[derive(Debug, Default)]
struct Ids {
    all: HashSet<String>,
    /// The size at which ended requests are forgotten: twice the number that was left last time, so that the cost for
    /// each stays small, however many are pending.
    full: usize,
}

impl Here {
    /// A request was submitted to this hub.
    pub fn add(&self, hub: &Hub, id: &str) {
        let mut ids = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if ids.all.len() > ids.full.max(hub.limits.pending.saturating_mul(4)) {
            ids.all.retain(|id| hub.queue.has(id));
            ids.full = ids.all.len().saturating_mul(2);
        }
        ids.all.insert(id.to_owned());
    }

    fn has(&self, id: &str) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).all.contains(id)
    }
}

fn unseen(why: impl Into<String>) -> FileState {
    FileState::Unseen { reason: why.into() }
}

/// `GET /v1/requests/ID/file`
pub async fn show(Sender { hub, caller }: Sender, Path(id): Path<String>) -> JsonReply {
    hub.require(&caller, caller.role().watches(), "see the file of a request").await?;
    let stored = visible(&hub, &caller, &id).await?;
    let (path, shown) = match place(&hub, &stored) {
        Err(why) => (None, unseen(why)),
        Ok(asked) => {
            let path = asked.path.clone();
            // Finding secrets in a large file takes a while, so it runs on a thread of its own.
            let looking = blocking("the disk does not answer", move || look(&hub, &asked));
            let shown = match tokio::time::timeout(PATIENCE, looking).await {
                Ok(Ok(shown)) => shown,
                Ok(Err(_)) | Err(_) => unseen("the disk does not answer"),
            };
            (Some(path), shown)
        }
    };
    told(&ChangedFile { id, path, shown })
}

/// The file that a request would change.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ChangedFile {
    id: String,
    path: Option<String>,
    #[serde(flatten)]
    shown: FileState,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "state", rename_all = "snake_case")]
enum FileState {
    Unseen { reason: String },
    Absent { hash: &'static str },
    Present { content: String, size: u64, executable: bool, hash: String },
}

fn without_secrets(hub: &Hub, text: String) -> String {
    let arguments = Map::from_iter([("content".to_owned(), Value::from(text))]);
    let mut hidden = hub.gate.redactor().arguments("write", &arguments);
    match hidden.remove("content") {
        Some(Value::String(text)) => text,
        Some(_) | None => String::new(),
    }
}

/// A file that may be shown, as far as its name tells.
struct FilePlace {
    path: String,
    project: String,
    home: String,
}

/// The file of a request, or why this hub does not show it.
fn place(hub: &Hub, stored: &StoredRequest) -> Result<FilePlace, String> {
    if !hub.is_local() {
        return Err("agents may be on other machines than this hub".to_owned());
    }
    if !hub.here.has(&stored.id) {
        return Err("it was not handed in at this hub since it started".to_owned());
    }
    let text = |key: &str| stored.frame.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    let (tool, cwd, project, home) = (text("tool"), text("cwd"), text("project"), text("home"));
    if tools::find(&tool).is_none_or(|tool| tool.category != Category::Write) {
        return Err("the tool is not known to change a file".to_owned());
    }
    let arguments = stored.frame.get("arguments");
    let named = FILES.iter().find_map(|name| arguments?.get(*name)?.as_str());
    let named = named.filter(|path| !path.is_empty() && !path.contains('\0'));
    let named = named.ok_or_else(|| "no argument names a file".to_owned())?;
    if named.starts_with('~') {
        return Err("whether the tool expands `~` is not known".to_owned());
    }
    let whole = FilePath::new(&cwd).join(named);
    let path = Disk.resolve(&whole.to_string_lossy()).into_owned();
    let root = Disk.resolve(&project).into_owned();
    let home_root = Disk.resolve(&home).into_owned();
    // As everywhere: neither the root, nor a home directory, nor a directory above one is a project.
    if root == "/" || root.is_empty() || is_below(&home_root, &root) {
        return Err("the request has no project".to_owned());
    }
    if !is_below(&path, &root) || path == root {
        return Err("it lies outside the project".to_owned());
    }
    for (path, home) in [(&*whole.to_string_lossy(), &home), (&path, &home_root)] {
        if sensitive(path, "", home).is_some() || control(path, home, false).is_some() {
            return Err("it may hold secrets or rules".to_owned());
        }
    }
    let mut read = Call::new("read", Value::Object(Map::from_iter([("file_path".to_owned(), path.as_str().into())])));
    read.cwd = Some(root.clone().into());
    read.project = Some(root.clone().into());
    read.home = Some(home_root.clone().into());
    if hub.gate.check(&read).verdict != Verdict::Allow {
        return Err("the policy does not let it be read without a question".to_owned());
    }
    Ok(FilePlace { path, project: root, home: home_root })
}

/// Looks at a file whose links were resolved before. If the path leads elsewhere by now, or the opened file is another
/// one, it is not shown.
fn look(hub: &Hub, FilePlace { path, project, home }: &FilePlace) -> FileState {
    let before = match fs::symlink_metadata(path) {
        Ok(before) => before,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return FileState::Absent { hash: "absent" },
        Err(_) => return unseen("it cannot be read"),
    };
    if !before.is_file() {
        return unseen(if before.is_dir() { "it is a directory" } else { "it is no plain file" });
    }
    if before.len() > LARGEST {
        return unseen(format!("it is larger than {} KiB", LARGEST >> 10));
    }
    // Another hard link of the same file may be anywhere, with another meaning there.
    if before.nlink() > 1 {
        return unseen("it has other names as well");
    }
    let Ok(file) = File::open(path) else { return unseen("it cannot be read") };
    let same = file.metadata().is_ok_and(|now| (now.dev(), now.ino()) == (before.dev(), before.ino()));
    let real = Disk.resolve(path);
    if !same || real != *path || !is_below(&real, project) || sensitive(&real, "", home).is_some() {
        return unseen("it changed while it was looked at");
    }
    let mut bytes = Vec::new();
    if file.take(LARGEST.saturating_add(1)).read_to_end(&mut bytes).is_err() {
        return unseen("it cannot be read");
    }
    if bytes.len() as u64 > LARGEST {
        return unseen(format!("it is larger than {} KiB", LARGEST >> 10));
    }
    let Some(text) = String::from_utf8(bytes).ok().filter(|text| !text.contains('\0')) else {
        return unseen("it is not text");
    };
    // Secrets have the same stand-ins here as in the arguments, so that only real changes look changed.
    let content = without_secrets(hub, text);
    let hash = Digest::of(&byleave_policy::CallFacts {
        tool: "read".to_owned(),
        arguments: Map::from_iter([("content".to_owned(), Value::from(content.as_str()))]),
        command_bytes: None,
        shell: None,
        cwd: String::new(),
        project: String::new(),
        home: before.mode().to_string(),
    });
    let (size, executable) = (before.len(), before.mode() & 0o111 != 0);
    FileState::Present { content, size, executable, hash: hash.to_string() }
}
