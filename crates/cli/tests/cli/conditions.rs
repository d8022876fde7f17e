//! R-133 from outside: `byleave check --now` by every form of rule and every condition.

use crate::common::{Home, bash};

/// A policy with a place for conditions, and a call its rule is about.
struct Form {
    name: &'static str,
    policy: &'static str,
    tool: &'static str,
    arguments: &'static str,
}

const fn form(name: &'static str, policy: &'static str, tool: &'static str, arguments: &'static str) -> Form {
    Form { name, policy, tool, arguments }
}

const MAKE: &str = r#"{"command":"make test"}"#;
const DOCS: &str = r#"{"file_path":"docs/a.md"}"#;

/// Entries of `permissions`, which take every condition.
const PERMISSIONS: &[Form] = &[
    form("tool name", "permissions: {deploy: {allowed: true, COND}}", "deploy", "{}"),
    form("tool name, writing", "permissions: {write: {allowed: true, COND}}", "write_file", DOCS),
    form("tool name, a shell", "permissions: {bash: {allowed: true, COND}}", "bash", MAKE),
    form("command, exact", "permissions: {\"Bash(make test)\": {allowed: true, COND}}", "bash", MAKE),
    form("command, star", "permissions: {\"Bash(make *)\": {allowed: true, COND}}", "Shell", MAKE),
    form("path", "permissions: {\"write(docs/**)\": {allowed: true, COND}}", "write", DOCS),
    form(
        "path, by a redirection",
        "permissions: {\"write(docs/**)\": {allowed: true, COND}}",
        "bash",
        r#"{"command":"echo x > docs/a.md"}"#,
    ),
    form(
        "domain",
        "permissions: {\"WebFetch(domain:docs.rs)\": {allowed: true, COND}}",
        "fetch",
        r#"{"url":"https://docs.rs/serde"}"#,
    ),
    form("mcp", "permissions: {mcp__git__*: {allowed: true, COND}}", "mcp__git__log", "{}"),
    form("when", "permissions: {write: {allowed: true, when: {file_path: \"*.md\"}, COND}}", "write", DOCS),
];

/// Entries of `auto_approve_tools`, which take hours and limits.
const APPROVED: &[Form] = &[
    form("commands", "auto_approve_tools: {bash: {commands: [make test], COND}}", "bash", MAKE),
    form("patterns", "auto_approve_tools: {bash: {patterns: [\"^make test$\"], COND}}", "bash", MAKE),
    form("safe_prefixes", "auto_approve_tools: {bash: {safe_prefixes: [make], COND}}", "bash", MAKE),
    form("validate", "auto_approve_tools: {bash: {validate: {one_of: [make test]}, COND}}", "bash", MAKE),
    form(
        "require",
        "auto_approve_tools: {bash: {commands: [make test], require: {under: project}, COND}}",
        "bash",
        MAKE,
    ),
    form("patterns on a path", "auto_approve_tools: {write_file: {patterns: [\"^docs/\"], COND}}", "write", DOCS),
];

/// A Monday.
const NOW: &str = "2026-11-16T10:00:00Z";

fn judged(form: &Form, condition: &str, now: &str) -> (Option<i32>, String) {
    let home = Home::new();
    let text = format!("ceiling: yolo\n{}\n", form.policy.replace("COND", condition));
    home.write("policy.yaml", text);
    let place = ["--cwd", "project", "--project", "project", "-c", "policy.yaml", "--now", now];
    let mut command = home.byleave();
    command.env("STAGE", "test").arg("check").args([form.tool, form.arguments]).args(place);
    let ran = crate::common::finish(&mut command, b"");
    (ran.code, format!("{}{}", ran.out, ran.err))
}

#[test]
fn r133_hours_and_limits_on_every_form() {
    for form in PERMISSIONS.iter().chain(APPROVED) {
        for (condition, now, code) in [
            ("", NOW, 0),
            ("hours: \"Mon-Fri 09:00-17:00 UTC\"", NOW, 0),
            ("hours: \"Mon-Fri 09:00-17:00 UTC\"", "2026-11-15T03:00:00Z", 3),
            ("hours: \"Mon-Fri 22:00-06:00 UTC\"", "2026-11-17T03:00:00Z", 0),
            // A dry run has no session, so nothing of a limit is used.
            ("limit: 1/min", NOW, 0),
            ("limit: 1/min, hours: \"Sat 09:00-10:00 UTC\"", NOW, 3),
        ] {
            let (found, out) = judged(form, condition, now);
            assert_eq!(found, Some(code), "{}, {condition} at {now}: {out}", form.name);
        }
    }
}

#[test]
fn r133_ends_and_the_environment_on_every_form() {
    for form in PERMISSIONS {
        for (condition, code) in [
            ("expires: 2026-12-31", 0),
            ("expires: 2026-11-01", 3),
            ("expires: \"2026-11-16T10:00:01Z\"", 0),
            ("expires: \"2026-11-16T10:00:00Z\"", 3),
            ("when_env: {STAGE: test}", 0),
            ("when_env: {STAGE: production}", 3),
            ("when_env: {NO_SUCH_VARIABLE: \"*\"}", 3),
            ("when_env: {STAGE: test}, expires: 2026-12-31, hours: \"Mon-Fri 09:00-17:00 UTC\", limit: 1/min", 0),
            ("when_env: {STAGE: test}, expires: 2026-12-31, hours: \"Sat 09:00-17:00 UTC\", limit: 1/min", 3),
        ] {
            let (found, out) = judged(form, condition, NOW);
            assert_eq!(found, Some(code), "{}, {condition}: {out}", form.name);
        }
    }
}

#[test]
fn r133_what_auto_approval_has_no_key_for_is_an_error() {
    for form in APPROVED {
        for condition in ["expires: 2026-12-31", "when_env: {STAGE: test}", "dry_run: true"] {
            let (code, out) = judged(form, condition, NOW);
            assert_eq!(code, Some(2), "{}, {condition}: {out}", form.name);
            assert!(out.contains("Unknown auto-approve keys"), "{}, {condition}: {out}", form.name);
        }
    }
}

#[test]
fn r133_the_reason_says_which_condition_and_which_rule() {
    let home = Home::new();
    home.write(
        "policy.yaml",
        "permissions:\n  \"Bash(make *)\": {allowed: true, hours: \"Mon-Fri 09:00-17:00 UTC\"}\nlimits: {auto_approvals: 1/min}\n",
    );
    let check = |now: &str| {
        home.check(&[
            "bash",
            &bash("make"),
            "-c",
            "policy.yaml",
            "--project",
            "project",
            "--cwd",
            "project",
            "--now",
            now,
        ])
    };
    let open = check(NOW);
    assert_eq!((open.code, open.out.contains("[Bash(make *)]")), (Some(0), true), "{}", open.out);
    let closed = check("2026-11-15T03:00:00Z");
    assert_eq!((closed.code, closed.out.contains("Mon-Fri 09:00-17:00")), (Some(3), true), "{}", closed.out);
}
