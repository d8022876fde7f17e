//! A call that was approved runs only if the files it would run or write are what they were when people were asked.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test may fail")]

use std::path::{Path, PathBuf};
use std::sync::Arc;

use byleave_gate::{
    Answer, AnsweredBy, Asking, Authorization, Call, Cause, Channel, ChannelKind, Gate, MemoryStore, Reply, Request,
    Settled, Store, block_on,
};
use byleave_policy::Policy;
use serde_json::{Value, json};

/// What happens, the call, what is done to the files, and which of them then is not what it was.
type Row<'r> = (&'r str, (&'r str, Value), fn(&Path), Option<&'r str>);

/// Somebody, or a program, who says yes while something happens to the files.
struct Meanwhile {
    kind: ChannelKind,
    happens: fn(&Path),
    project: PathBuf,
}

impl Channel for Meanwhile {
    fn name(&self) -> &'static str {
        "meanwhile"
    }

    fn kind(&self) -> ChannelKind {
        self.kind
    }

    fn ask(&self, _: Arc<Request>, _: Settled) -> Asking<'_> {
        (self.happens)(&self.project);
        Box::pin(async { Ok(Reply::of(Answer::once())) })
    }
}

fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("seals-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(path.join("src")).unwrap();
    path.canonicalize().unwrap()
}

fn swap(link: &Path, to: &Path) {
    let _ = std::fs::remove_file(link);
    std::os::unix::fs::symlink(to, link).unwrap();
}

#[test]
fn s12_what_changed_while_the_question_was_open_does_not_run() {
    let bash = |command: &str| ("bash", json!({ "command": command }));
    let edit = |path: &str| ("edit", json!({ "file_path": path, "old_string": "a", "new_string": "b" }));
    let rows: [Row<'_>; 14] = [
        ("nothing", bash("./run.sh"), |_| {}, None),
        ("another file", bash("./run.sh"), |at| std::fs::write(at.join("other"), "x").unwrap(), None),
        ("only touched", bash("./run.sh"), |at| std::fs::write(at.join("run.sh"), "ls").unwrap(), None),
        ("rewritten", bash("./run.sh"), |at| std::fs::write(at.join("run.sh"), "rm").unwrap(), Some("run.sh")),
        ("by a shell", bash("sh run.sh"), |at| std::fs::write(at.join("run.sh"), "rm").unwrap(), Some("run.sh")),
        (
            "deep",
            bash("sudo env X=1 sh -c 'cd src && ../run.sh'"),
            |at| {
                std::fs::write(at.join("run.sh"), "rm").unwrap();
            },
            Some("run.sh"),
        ),
        ("gone", bash("./run.sh"), |at| std::fs::remove_file(at.join("run.sh")).unwrap(), Some("run.sh")),
        (
            "a directory now",
            bash("./run.sh"),
            |at| {
                std::fs::remove_file(at.join("run.sh")).unwrap();
                std::fs::create_dir(at.join("run.sh")).unwrap();
            },
            Some("run.sh"),
        ),
        (
            "the same through a link",
            bash("./run.sh"),
            |at| swap(&at.join("run.sh"), &at.join("same.sh")),
            Some("run.sh"),
        ),
        ("a link swapped", bash("sh link"), |at| swap(&at.join("link"), &at.join("evil.sh")), Some("link")),
        (
            "a link above it swapped",
            bash("./here/run.sh"),
            |at| swap(&at.join("here"), &at.join("src")),
            Some("here/run.sh"),
        ),
        ("an edit of another text", edit("notes"), |at| std::fs::write(at.join("notes"), "b").unwrap(), Some("notes")),
        ("a log that grows", bash("make >> log"), |at| std::fs::write(at.join("log"), "more").unwrap(), None),
        ("a log that leads away", bash("make >> log"), |at| swap(&at.join("log"), Path::new("/etc/x")), Some("log")),
    ];
    for (number, (what, (tool, arguments), happens, changed)) in rows.into_iter().enumerate() {
        for kind in [ChannelKind::People, ChannelKind::Program] {
            let project = folder(&format!("{number}-{kind:?}"));
            for (name, text) in [("run.sh", "ls"), ("same.sh", "ls"), ("evil.sh", "rm"), ("notes", "a"), ("log", "x")] {
                std::fs::write(project.join(name), text).unwrap();
            }
            std::fs::write(project.join("src/run.sh"), "rm").unwrap();
            swap(&project.join("link"), &project.join("run.sh"));
            swap(&project.join("here"), &project);
            let channel = Meanwhile { kind, happens, project: project.clone() };
            let builder = Gate::builder().policy(Policy::default()).channel(channel).cwd(&project).project(&project);
            let gate = builder.home("/home/dev").build().unwrap();
            let call = Call::new(tool, arguments.clone());
            match (block_on(gate.authorize(call)), changed) {
                (Authorization::Approved(_), None) => {}
                (Authorization::Rejected(refusal), Some(path)) => {
                    let path = project.join(path).to_string_lossy().into_owned();
                    assert_eq!(refusal.cause, Cause::Changed(path), "{what}");
                    assert!(refusal.to_model_text().contains("the file changed while the question was open"), "{what}");
                }
                (other, _) => panic!("{what}: {other:?}"),
            }
            let _ = std::fs::remove_dir_all(project);
        }
    }
}

/// Nobody here: somebody says yes in the store, and a file changes before or after that.
struct Elsewhere {
    hub: Gate,
    file: PathBuf,
    changes_before: Option<bool>,
}

impl Channel for Elsewhere {
    fn name(&self) -> &'static str {
        "elsewhere"
    }

    fn ask(&self, request: Arc<Request>, _: Settled) -> Asking<'_> {
        let change = |when: bool| {
            if self.changes_before == Some(when) {
                std::fs::write(&self.file, "rm").unwrap();
            }
        };
        change(true);
        let ann = AnsweredBy { person: "ann".to_owned(), channel: "hub".to_owned() };
        let resolved = block_on(self.hub.resolve(&request.id, Answer::once(), &ann)).unwrap();
        assert_eq!(resolved.approved, self.changes_before != Some(true));
        change(false);
        Box::pin(std::future::pending())
    }
}

#[test]
fn s12_what_changed_does_not_run_either_if_the_yes_was_said_elsewhere() {
    for changes_before in [None, Some(true), Some(false)] {
        let project = folder(&format!("elsewhere-{changes_before:?}"));
        let file = project.join("run.sh");
        std::fs::write(&file, "ls").unwrap();
        let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
        let make = || {
            let builder = Gate::builder().policy(Policy::default()).cwd(&project).project(&project).home("/home/dev");
            builder.shared_store(Arc::clone(&store)).session("sess_a")
        };
        let hub = make().build().unwrap();
        let gate = make().channel(Elsewhere { hub, file: file.clone(), changes_before }).build().unwrap();
        let found = block_on(gate.authorize(Call::new("bash", json!({"command": "./run.sh"})))).permit();
        let changed = changes_before.map(|_| Cause::Changed(file.to_string_lossy().into_owned()));
        assert_eq!(found.err().map(|refusal| refusal.cause), changed, "{changes_before:?}");
        let _ = std::fs::remove_dir_all(project);
    }
}
