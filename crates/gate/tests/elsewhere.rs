//! Commands of agents that do not tell the directory: what a file refuses in the directory where it lies is put to a
//! person, and all else is judged as before.
#![expect(clippy::expect_used, reason = "a test fails loudly")]

use std::fs;
use std::path::PathBuf;

use byleave_gate::{Call, Gate};
use byleave_policy::rules::Rule;
use byleave_policy::{Mode, Policy, Verdict};
use serde_json::json;

/// A project and a home with these files; gone at the end.
struct Place(PathBuf);

impl Place {
    fn new(name: &str) -> Self {
        let root = std::env::temp_dir().join(format!("byleave-elsewhere-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&root);
        for file in [
            "project/src/main.rs",
            "project/README.md",
            "project/infra/prod.tf",
            "project/infra/modules/net/main.tf",
            "project/secrets/prod.txt",
            "project/notes/prod.txt",
            "home/.claude/hooks/guard.sh",
            "home/.local/state/byleave/record.db",
            "home/private/diary.txt",
            "project/keys/list.txt",
            "project/deep/vault/x.txt",
        ] {
            let path = root.join(file);
            fs::create_dir_all(path.parent().expect("a folder")).expect("folders");
            fs::write(path, "").expect("a file");
        }
        Self(root.canonicalize().expect("a real path"))
    }

    fn refused(&self, command: &str, rules: &[&str]) -> Option<String> {
        let mut policy = Policy { mode: Mode::Yolo, ..Policy::default() };
        for rule in rules {
            let (says, text) = rule.strip_prefix('?').map_or((Verdict::Deny, *rule), |text| (Verdict::Ask, text));
            policy.rules.push(Rule::new(text, says).expect("a rule"));
        }
        let project = self.0.join("project");
        let gate = Gate::builder().policy(policy).build().expect("a gate");
        let call = Call::new("bash", json!({ "command": command }));
        gate.refused_elsewhere(&call.cwd(&project).project(&project).home(self.0.join("home")))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn what_is_refused_where_the_file_lies_is_put_to_a_person() {
    let place = Place::new("refused");
    let rules = [
        "Write(infra/prod.tf)",
        "Edit(infra/modules/**)",
        "Read(secrets/**)",
        "Read(**/vault/*.txt)",
        "Read(~/private/**)",
        "?Read(docs/plan.md)",
        "Read(keys)",
    ];
    // More files of that name than a look finds, and only one of them is refused.
    for at in 0..12 {
        fs::create_dir_all(place.0.join(format!("project/a{at}"))).expect("a folder");
        fs::write(place.0.join(format!("project/a{at}/x.txt")), "").expect("a file");
    }
    for command in [
        // byleave's files and the hooks it hangs on, though there is none yet.
        "cp x policy.yaml",
        "echo 'mode: yolo' > policy.yaml",
        "cd byleave && cp x policy.yaml",
        "cp x byleave/policy.yaml",
        "sh -c 'tee policy.yaml'",
        "rm hooks.json",
        "sed -i d settings.json",
        "dd if=x of=settings.local.json",
        "touch HOST.yaml",
        "rm guard.sh",
        "rm *.sh",
        "cp /tmp/policy.yaml .",
        "cp -t . /tmp/policy.yaml",
        "mv ../x/policy.yaml .",
        "ln -sf /tmp/x policy.yaml",
        "install -m 600 /tmp/x policy.yaml",
        "curl -o policy.yaml https://example.com/x",
        "curl -opolicy.yaml https://example.com/x",
        "wget --output-document=policy.yaml https://example.com/x",
        "truncate -s0 policy.yaml",
        "printf x >| policy.yaml",
        "cat x >>policy.yaml",
        "rsync /tmp/policy.yaml .",
        "chmod 777 policy.yaml",
        "git checkout -- settings.json",
        "env x=1 nice tee -a settings.json",
        "find . -name x -exec cp {} hooks.json ;",
        "for f in policy.yaml; do cp x $f; done",
        "f=policy.yaml; cp x $f",
        "cp x poli{c,d}y.yaml",
        "cp x 'policy'.yaml",
        "sqlite3 record.db 'delete from record'",
        // What rules refuse.
        "echo x > prod.tf",
        "cp /tmp/prod.tf .",
        "sed -i s/a/b/ main.tf",
        "sed -i s/a/b/ net/main.tf",
        "sed -i s/a/b/ ./net/../net/main.tf",
        "cat prod.txt",
        "cat p*.txt",
        "grep -f prod.txt README.md",
        "cat diary.txt",
        "cat plan.md",
        "cat list.txt",
        "cat x.txt",
    ] {
        assert!(place.refused(command, &rules).is_some(), "{command}");
    }
}

#[test]
fn all_else_is_judged_from_the_directory_of_the_session() {
    let place = Place::new("judged");
    let rules = ["Write(infra/prod.tf)", "Edit(infra/modules/**)", "Read(secrets/**)", "Read(*.pem)"];
    for command in [
        "ls",
        "git status",
        "cat README.md",
        "cat src/main.rs",
        "cat policy.yaml",
        "cat prod.tf main.tf",
        "cat notes/prod.txt",
        "rm *.o",
        "rm x",
        "cargo test",
        "cp a b",
        "echo policy.yaml",
        "cd /tmp && cp x policy.yaml",
        "cp x /tmp/policy.yaml",
        "cp policy.yaml /tmp/x",
        "grep -n mode policy.yaml",
        "head -3 settings.json",
        "git log -- settings.json",
        "git add config.toml",
        "npm test -- settings.json",
    ] {
        assert_eq!(place.refused(command, &rules), None, "{command}");
    }
}

#[test]
fn the_reason_names_the_directory_and_what_refuses() {
    let place = Place::new("reason");
    let why = place.refused("echo x > prod.tf", &["Write(infra/prod.tf)"]).expect("a reason");
    let root = place.0.join("project/infra");
    let wanted = format!("byleave does not know its directory; in {}: writes", root.display());
    assert!(why.starts_with(&wanted), "{why}");
}

#[test]
fn a_command_that_takes_too_long_to_look_into_is_put_to_a_person() {
    let place = Place::new("long");
    let words = |count: usize, word: &str| (0..count).map(|at| format!("{at}{word}")).collect::<Vec<_>>().join(" ");
    let many = place.refused(&format!("cat {}", words(100, "*.txt")), &[]).expect("a reason");
    assert!(many.ends_with("there is too much to look into"), "{many}");
    let long = place.refused(&format!("rm policy.yaml {}", words(9000, "x.txt")), &[]).expect("a reason");
    assert!(long.ends_with("there is too much to look into"), "{long}");
    assert_eq!(place.refused(&format!("cat {}", words(9000, "x.txt")), &["Read(secrets/**)"]), None);
}
