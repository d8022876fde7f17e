//! What grants of a session cover, and what they never do.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test may fail")]

use byleave_policy::grant::{Coverage, Grant, SessionGrants, covered};
use byleave_policy::paths::Lexical;
use byleave_policy::rules::Rule;
use byleave_policy::rules::conditions::Expires;
use byleave_policy::{CallFacts, Digest, Mode, Policy, Profile, Situation, Source, Verdict, decide_in};
use serde_json::json;

fn call(tool: &str, arguments: &serde_json::Value) -> CallFacts {
    CallFacts::new(tool, arguments.as_object().cloned().unwrap(), "/home/dev/project", "/home/dev")
}

fn bash(command: &str) -> CallFacts {
    call("bash", &json!({ "command": command }))
}

fn grant(source: Source, coverage: Coverage) -> Grant {
    Grant {
        id: "g1".to_owned(),
        source,
        reason: "approved for session".to_owned(),
        coverage,
        expires: Expires::SessionEnd,
        uses: None,
        people: 1,
    }
}

/// The grant that "always" with prefix breadth gives for a command.
fn prefix(command: &str) -> Grant {
    let parts = covered(command).unwrap_or_else(|| panic!("{command} cannot be stored"));
    grant(Source::User, Coverage::Commands { parts, cwd: "/home/dev/project".to_owned() })
}

fn verdict(call: &CallFacts, grants: &[Grant], profile: Profile) -> Verdict {
    let policy = Policy { profile, ..Policy::default() };
    let held = SessionGrants { grants, ..SessionGrants::default() };
    decide_in(call, &policy, &Situation { held, ..Situation::new(&Lexical) }).verdict
}

#[test]
fn prefix_grants_cover_commands_like_it_and_no_others() {
    let same = &[
        // the directory, not the file; U-19: directories below it too, siblings never.
        ("cat src/main.go", "cat src/other.go", true),
        ("cat src/main.go", "cat src/deep/other.go", true),
        ("cat src/main.go", "cat src/a src/b", true),
        ("cat src/main.go", "cat srcs/main.go", false),
        ("cat src/main.go", "cat docs/main.go", false),
        ("cat src/main.go", "head src/main.go", false),
        ("ls -la tools/", "ls tools/", true),
        ("head -n 100 README.md", "head LICENSE", true),
        ("head -n 100 README.md", "head src/LICENSE", false),
        ("grep -r pattern api/", "grep -rn other api/", true),
        // C-21: what a naive prefix let through.
        ("cat src/x", "cat src/x; rm -r ~", false),
        ("cat src/x", "cat src/a > ~/.bashrc", false),
        ("cat src/x", "cat src/a > src/b", false),
        ("cat src/x", "cat src/a src/../../etc/shadow", false),
        ("cat src/x", "cat src/../docs/a", false),
        ("cat src/x", "cat src/$x", false),
        ("cat src/x", "cat src/a $(rm b)", false),
        ("find src/ -name a", "find src/ -name b", true),
        ("find src/ -name a", "find src/ -delete", false),
        ("find src/ -name a", "find src/ -exec rm {} +", false),
        ("find src/ -name a", "find src/ -fprint x", false),
        ("tree src/", "tree -o x src/", false),
        ("grep x src/a", "grep -f /etc/shadow src/a", false),
        ("cat src/x", "cd / && cat src/x", false),
        // everything else is exact.
        ("rm a", "rm a", true),
        ("rm a", "rm b", false),
        ("rm a", "rm a b", false),
        ("rm 'a b'", "rm a b", false),
        ("rm 'a b'", "rm 'a b'", true),
        ("rm '*'", "rm x", false),
        ("curl https://a.example", "curl https://b.example", false),
        ("npm install", "npm install", true),
        ("npm install", "npm install evil", false),
        ("git commit -m x", "git commit -m y", true),
        ("git commit -m x", "git commit -m x && git push", false),
        ("git commit -m x", "git push", false),
        // A wrapper is never stored; what it wraps is.
        ("bash -lc 'cat src/a'", "cat src/b", true),
        ("bash -lc 'cat src/a'", "bash -lc 'rm src/b'", false),
        ("timeout 5 npm test", "npm test", true),
        // Compounds: each part by itself.
        ("cat src/a | head", "cat src/b | head", true),
        ("cat src/a | head", "cat src/b | tee x", false),
    ];
    for (given, asked, expected) in same {
        let found = verdict(&bash(asked), &[prefix(given)], Profile::Ollama) == Verdict::Allow;
        assert_eq!(found, *expected, "with `{given}` granted, `{asked}`");
    }
}

#[test]
fn r149_a_tool_grant_covers_all_its_calls_but_no_floor() {
    let tool = |name: &str| [grant(Source::User, Coverage::Tool(name.to_owned()))];
    let cases = [
        ("bash", bash("pytest"), Verdict::Allow),
        ("bash", bash("npm install && npm run build > out.txt"), Verdict::Allow),
        ("bash", call("shell", &json!({"command": "pytest"})), Verdict::Allow),
        ("bash", bash("byleave trust"), Verdict::Deny),
        ("bash", bash("sudo ls"), Verdict::Ask),
        ("bash", bash("cat ~/.ssh/id_rsa"), Verdict::Ask),
        ("bash", bash("echo x > ../other"), Verdict::Ask),
        ("bash", bash("$cmd"), Verdict::Ask),
        ("bash", call("write", &json!({"file_path": "a"})), Verdict::Ask),
        ("write", call("write", &json!({"file_path": "a"})), Verdict::Allow),
        ("write", call("write", &json!({"file_path": "/etc/x"})), Verdict::Ask),
        ("write", call("write", &json!({"file_path": ".byleave/policy.yaml"})), Verdict::Deny),
        ("write", bash("echo x > a"), Verdict::Ask),
        ("mcp__a__b", call("mcp__a__b", &json!({})), Verdict::Allow),
        ("mcp__a__b", call("mcp__a__c", &json!({})), Verdict::Ask),
        ("frobnicate", call("frobnicate", &json!({})), Verdict::Allow),
    ];
    for (name, call, expected) in cases {
        let found = verdict(&call, &tool(name), Profile::OriCore);
        assert_eq!(found, expected, "{name}: {} {:?}", call.tool, call.arguments);
    }
}

#[test]
fn only_a_persons_grant_of_this_very_call_lifts_the_ask_floors() {
    let risky = bash("sudo ls");
    let exact = |call: &CallFacts, source| [grant(source, Coverage::Call(Digest::of(call)))];
    for (name, grants, asked, expected) in [
        ("the same call", exact(&risky, Source::User), &risky, Verdict::Allow),
        ("by a skill", exact(&risky, Source::Skill), &risky, Verdict::Ask),
        ("another call", exact(&bash("sudo  ls"), Source::User), &risky, Verdict::Ask),
        ("opaque text", exact(&bash("$x"), Source::User), &bash("$x"), Verdict::Allow),
        ("a deny", exact(&bash("byleave trust"), Source::User), &bash("byleave trust"), Verdict::Deny),
    ] {
        assert_eq!(verdict(asked, &grants, Profile::Byleave), expected, "{name}");
    }
}

#[test]
fn r175_to_r184_skills_add_and_never_replace() {
    let mut git = grant(
        Source::Skill,
        Coverage::Rule(Box::new(Rule { source: Source::Skill, ..Rule::new("Bash(git *)", Verdict::Allow).unwrap() })),
    );
    git.expires = Expires::TurnEnd;
    let all = grant(Source::User, Coverage::Tool("bash".to_owned()));
    let both = [all, git.clone()];
    for (command, grants, expected) in [
        ("git status", &[git.clone()][..], Verdict::Allow),
        ("git commit -m x", &[git.clone()], Verdict::Allow),
        ("git push", &[git.clone()], Verdict::Ask),
        ("pytest", &[git], Verdict::Ask),
        ("pytest", &both, Verdict::Allow),
    ] {
        assert_eq!(verdict(&bash(command), grants, Profile::ConnectOnion), expected, "{command}");
    }
    let held = SessionGrants { grants: &both, ..SessionGrants::default() };
    let policy = Policy { profile: Profile::ConnectOnion, ..Policy::default() };
    let decision = decide_in(&bash("git status"), &policy, &Situation { held, ..Situation::new(&Lexical) });
    assert_eq!(decision.source, Source::Skill, "R-072: skills are credited before people");
}

#[test]
fn grants_end() {
    let now = "2026-11-15T10:00:00Z".parse().unwrap();
    let later = "2026-11-15T10:00:01Z".parse().unwrap();
    for (name, expires, uses, at, expected) in [
        ("no end", Expires::SessionEnd, None, None, true),
        ("before its end", Expires::At(later), None, Some(now), true),
        ("at its end", Expires::At(now), None, Some(now), false),
        ("without a clock", Expires::At(later), None, None, false),
        ("uses left", Expires::SessionEnd, Some(1), None, true),
        ("used up", Expires::SessionEnd, Some(0), None, false),
    ] {
        let one = Grant { expires, uses, ..grant(Source::User, Coverage::Tool("bash".to_owned())) };
        assert_eq!(one.is_live(at), expected, "{name}");
    }
}

#[test]
fn a_stopped_session_denies_even_what_is_safe() {
    let held = SessionGrants { stopped: Some("wrong approach"), ..SessionGrants::default() };
    let policy = Policy { mode: Mode::Yolo, ..Policy::default() };
    for call in [bash("ls"), call("read", &json!({"file_path": "a"}))] {
        let decision = decide_in(&call, &policy, &Situation { held, ..Situation::new(&Lexical) });
        assert_eq!(decision.verdict, Verdict::Deny, "{}", call.tool);
    }
}

#[test]
fn r222_a_tool_that_needs_no_approval_needs_none_but_for_the_floors() {
    for (call, says, expected) in [
        (call("frobnicate", &json!({})), Some(false), Verdict::Allow),
        (call("frobnicate", &json!({})), Some(true), Verdict::Ask),
        (bash("npm install"), Some(false), Verdict::Allow),
        (bash("sudo ls"), Some(false), Verdict::Ask),
        (bash("byleave trust"), Some(false), Verdict::Deny),
    ] {
        let held = SessionGrants { needs_approval: says, ..SessionGrants::default() };
        let decision = decide_in(&call, &Policy::default(), &Situation { held, ..Situation::new(&Lexical) });
        assert_eq!(decision.verdict, expected, "{} {:?}", call.tool, call.arguments);
    }
}
