//! A call is read once, on its whole way: judged, offered, sealed, shown in the box,
//! answered, judged again, put on record.
#![cfg(debug_assertions)]
#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a test may fail")]

use std::sync::{Arc, Mutex};

use byleave_gate::record::{Entry, Row};
use byleave_gate::{
    Answer, Approval, Asking, Authorization, Call, Channel, ChannelError, Gate, Hosted, LeftTo, MemoryStore, Query,
    Reply, Request, Scope, Settled, Store, block_on,
};
use byleave_policy::Policy;
use byleave_policy::grant::Breadth;
use byleave_policy::paths::Lexical;
use byleave_shell::counted::Watch;
use byleave_terminal::{Subject, question, style_of};
use serde_json::{Value, json};

/// Somebody at a box.
struct AtBox {
    answer: Option<Answer>,
    shown: Arc<Mutex<Vec<String>>>,
}

impl Channel for AtBox {
    fn name(&self) -> &'static str {
        "box"
    }

    fn ask(&self, request: Arc<Request>, _: Settled) -> Asking<'_> {
        let question = question(&request, style_of(request.profile));
        if let Subject::Command(text) = question.subject {
            self.shown.lock().unwrap().push(text);
        }
        let answer = self.answer.clone();
        Box::pin(async move {
            let answer = answer.ok_or(ChannelError::Closed)?;
            Ok(Reply::Answer { answer, person: Some("ann".to_owned()) })
        })
    }
}

/// What became of one call.
struct Went {
    read: usize,
    approved: bool,
    shown: Vec<String>,
    /// The command as it stands on record.
    recorded: Vec<Value>,
}

fn go(tool: &str, key: &str, text: &str, answer: Option<Answer>) -> Went {
    let store = Arc::new(MemoryStore::default());
    let shown = Arc::new(Mutex::new(Vec::new()));
    let gate = Gate::builder()
        .policy(Policy::default())
        .shared_store(Arc::clone(&store) as Arc<dyn Store>)
        .resolver(Lexical)
        .channel(AtBox { answer, shown: Arc::clone(&shown) })
        .build()
        .expect("a gate");
    let watch = Watch::on(text);
    let authorization = block_on(gate.authorize(Call::new(tool, json!({ key: text }))));
    let read = watch.times();
    let approved = matches!(authorization, Authorization::Approved(_));
    let rows = block_on(store.rows(&Query::default())).expect("the record");
    let entry = |row: &Row| serde_json::from_str::<Entry>(&row.body).expect("an entry");
    let recorded = rows.iter().filter_map(|row| entry(row).arguments.get(key).cloned()).collect();
    let shown = shown.lock().unwrap().clone();
    Went { read, approved, shown, recorded }
}

fn yes(scope: Scope, breadth: Breadth) -> Answer {
    Answer::Approve(Approval { scope, breadth: Some(breadth), ..Approval::default() })
}

// Two blanks: the texts of the rules that are offered are written with one, and are read as rules.

#[test]
fn one_authorize_reads_a_call_once() {
    for (text, answer, asked, approved) in [
        ("ls  src", None, false, true),
        ("pwd && ls  src | wc  -l", None, false, true),
        ("rm  a.o", Some(yes(Scope::Once, Breadth::Exact)), true, true),
        ("rm  b.o && make  all", Some(yes(Scope::Session, Breadth::Prefix)), true, true),
        ("make  all > out  2>&1", Some(yes(Scope::Always, Breadth::Tool)), true, true),
        ("timeout  5 sh -c 'rm  c.o'", Some(yes(Scope::Turn, Breadth::Prefix)), true, true),
        ("for f in a  b; do rm  $f; done", Some(yes(Scope::Once, Breadth::Exact)), true, true),
        // No answer, so the rule is looked for that would have let it run.
        ("rm  d.o > log", None, true, false),
        ("byleave  trust x", None, false, false),
    ] {
        let went = go("bash", "command", text, answer);
        assert_eq!(went.read, 1, "{text}");
        assert_eq!((went.approved, went.shown.len()), (approved, usize::from(asked)), "{text}");
        assert_eq!(went.recorded.len(), 1, "{text}");
    }
}

#[test]
fn what_only_a_rule_on_all_of_it_could_allow_is_read_again_as_that_rule() {
    for text in ["echo  'open", "curl  -H 'Authorization: Bearer abcdefghijklmnop0123456789' https://a.example/"] {
        let went = go("bash", "command", text, None);
        assert_eq!(went.read, 2, "{text}");
        assert_eq!((went.approved, went.shown.len(), went.recorded.len()), (false, 1, 1), "{text}");
    }
}

#[test]
fn a_command_is_read_once_under_every_name_it_comes_by() {
    for key in ["cmd", "script"] {
        let text = format!("rm  {key}.o && ls");
        let went = go("bash", key, &text, Some(yes(Scope::Session, Breadth::Prefix)));
        assert_eq!((went.read, went.shown), (1, vec![text.clone()]));
        assert_eq!(went.recorded, [json!(text)]);
    }
}

#[test]
fn a_call_that_is_left_to_the_agents_own_prompt_is_read_once() {
    let text = "rm  left.o && make  left";
    let gate = Gate::builder().policy(Policy::default()).resolver(Lexical).build().expect("a gate");
    let watch = Watch::on(text);
    let hosted = block_on(
        gate.authorize_or_leave(Call::new("bash", json!({ "command": text })), |_| Some(LeftTo::Prompt("its"))),
    );
    assert!(matches!(hosted, Hosted::Left { .. }));
    assert_eq!(watch.times(), 1);
}
