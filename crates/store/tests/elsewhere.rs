//! A gate with one handle on a file hears what is answered with another, as in another process.
#![cfg(unix)]
#![expect(clippy::expect_used, reason = "helpers of tests")]

mod support;

use std::sync::{Arc, mpsc};

use byleave_gate::{
    Answer, AnsweredBy, Asking, Call, Cause, Channel, Collected, EndedBy, Gate, GateBuilder, Query, Request,
    RequestState, Resolution, Settled, Store, block_on,
};
use byleave_policy::paths::Lexical;
use byleave_policy::{Policy, Profile};
use byleave_store::Sqlite;
use serde_json::json;
use support::Folder;

/// Somebody who only looks: says which question is on the screen, and how it ended.
struct Watches(mpsc::Sender<String>, mpsc::Sender<Resolution>);

impl Channel for Watches {
    fn name(&self) -> &'static str {
        "screen"
    }

    fn ask(&self, request: Arc<Request>, mut settled: Settled) -> Asking<'_> {
        Box::pin(async move {
            self.0.send(request.id.clone()).expect("a listener");
            self.1.send(settled.wait().await).expect("a listener");
            std::future::pending().await
        })
    }
}

fn gate(store: Sqlite) -> GateBuilder {
    let policy = Policy { profile: Profile::ConnectOnion, ..Policy::default() };
    let builder = Gate::builder().policy(policy).store(store).resolver(Lexical);
    builder.cwd("/w/app").project("/w/app").home("/home/dev").session("sess_a")
}

#[test]
fn what_is_answered_with_one_handle_is_heard_with_the_other() {
    let rejected = Cause::Rejected { mode: byleave_gate::RejectMode::Soft, feedback: Some("no".to_owned()) };
    for (name, answer, cause) in
        [("yes", Answer::once(), None), ("no", Answer::soft(Some("no".to_owned())), Some(rejected))]
    {
        let folder = Folder::new(&format!("elsewhere-{name}"));
        let (shown, questions) = mpsc::channel();
        let (ended, resolutions) = mpsc::channel();
        let asks = gate(folder.open()).channel(Watches(shown, ended)).build().expect("a gate");
        let asking = std::thread::spawn(move || {
            let call = Call::new("bash", json!({ "command": "npm install" }));
            block_on(asks.authorize(call)).permit().map(|_| ()).map_err(|refusal| refusal.cause)
        });
        let id = questions.recv().expect("a question");
        let hub = gate(folder.open()).build().expect("a gate");
        let ann = AnsweredBy { person: "ann".to_owned(), channel: "hub".to_owned() };
        block_on(hub.resolve(&id, answer, &ann)).expect("it waits");
        assert_eq!(asking.join().expect("no panic").err(), cause, "{name}");
        let by = EndedBy::Answer { channel: "hub".to_owned(), person: Some("ann".to_owned()) };
        let told = Resolution { approved: cause.is_none(), by };
        assert_eq!(resolutions.recv(), Ok(told), "{name}");
        assert_eq!(block_on(hub.collect(&id)), Ok(Collected::Gone(RequestState::Released)), "{name}");
        let rows = block_on(folder.open().rows(&Query::default())).expect("the record");
        assert_eq!(rows.len(), 1, "{name}: one record for one decision");
    }
}
