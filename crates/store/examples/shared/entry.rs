//! An entry of usual size.

use byleave_gate::record::Entry;
use jiff::Timestamp;
use serde_json::{Map, json};

pub fn entry(id: &str, session: &str) -> Entry {
    Entry {
        id: id.to_owned(),
        timestamp: Timestamp::UNIX_EPOCH,
        session: session.to_owned(),
        parent: None,
        turn: 1,
        agent: Some("tester".to_owned()),
        call: format!("call-{id}"),
        tool: "Bash".to_owned(),
        category: Some("command".to_owned()),
        arguments: Map::from_iter([("command".to_owned(), json!("git status --short"))]),
        digest: "sha256:00".to_owned(),
        cwd: "/home/me/project".to_owned(),
        project: "/home/me/project".to_owned(),
        home: "/home/me".to_owned(),
        verdict: "allow".to_owned(),
        approved: true,
        source: "config".to_owned(),
        stage: "layers".to_owned(),
        rule: Some("Bash(git status *)".to_owned()),
        location: Some("policy.yaml:4".to_owned()),
        reason: "safe git status".to_owned(),
        request: None,
        channel: None,
        person: None,
        cause: None,
        escalated: None,
        approvals: Vec::new(),
        ask: false,
        notice: false,
        frozen: None,
        answer: None,
        edited: None,
        decided_us: 1,
        waited_ms: 0,
        policy: "sha256:11".to_owned(),
        profile: "byleave".to_owned(),
        mode: "default".to_owned(),
        grants: Vec::new(),
        limits: Vec::new(),
        needs_approval: None,
        stopped: None,
        findings: Vec::new(),
        findings_left_out: 0,
    }
}
