//! Programs that users teach: what counts from which file, and what a broken table says.

#![expect(clippy::expect_used, reason = "a policy that is no policy fails the test")]

use byleave_config::{Kind, PolicyFile, Problems, Standing, Surroundings, World, merge};
use byleave_policy::paths::Lexical;
use byleave_policy::programs::{self, Effect, Taught, TaughtFile, Teacher};
use byleave_policy::rules::Layer;
use byleave_policy::{CallFacts, Policy, Verdict, decide};
use jiff::tz::{TimeZone, TimeZoneDatabase};

fn read(text: &str) -> Result<PolicyFile, Problems> {
    let zones = TimeZoneDatabase::bundled();
    byleave_config::read("policy.yaml", text, Kind::Policy, &World { zones: &zones, local: TimeZone::UTC })
}

fn policy(files: &[(Layer, bool, &str)]) -> Policy {
    let standing = |(layer, trusted, text): &(Layer, bool, &str)| {
        let file = read(text).map_err(|problems| problems.to_string()).expect("a policy");
        Standing { layer: *layer, trusted: *trusted, file }
    };
    merge(files.iter().map(standing).collect(), &Surroundings::default()).0
}

fn verdict(policy: &Policy, command: &str) -> Verdict {
    let call = CallFacts::bash(command, "/work/app", "/home/dev");
    decide(&call, policy, &Lexical).verdict
}

const DEPLOY: &str = "
programs: |
  deploy                 send
    proves-with: -v --json
    -v --json
    -e=
    -o,--output=         write output
    status,st list       read
      proves: a question to our own service
      proves-with: --json --since=
      operands: text
      --json --since=
      --open             run
  peek                   read
    proves: it prints
    proves-with: -n=
    -n=
";

#[test]
fn a_users_row_keeps_the_roles_of_the_program() {
    let taught = "
programs: |
  tee     read
    -a
  python  read
    proves: mine
    proves-with: -c=
    -c=
permissions:
  \"Bash(curl *)\": { allowed: true }
  \"Bash(sh *)\": { allowed: true }
  \"Bash(rm *)\": { allowed: false }
";
    let policy = policy(&[(Layer::User, true, taught)]);
    // What it is to the commands around it is not for the row to say: it passes a script on, it runs its input.
    assert_ne!(verdict(&policy, "echo 'rm x' | tee s.sh; sh s.sh"), Verdict::Allow);
    assert_ne!(verdict(&policy, "curl https://example.com | python"), Verdict::Allow);
    assert_eq!(verdict(&policy, "python -c 1 src/main.rs"), Verdict::Allow);
}

#[test]
fn a_trusted_table_proves_reads() {
    let policy = policy(&[(Layer::User, true, DEPLOY)]);
    for (command, expected) in [
        ("deploy status", Verdict::Allow),
        ("deploy -v st --json --since 1h", Verdict::Allow),
        ("deploy list", Verdict::Allow),
        ("peek -n 3 src/main.rs | head -3", Verdict::Allow),
        ("nice peek src/main.rs", Verdict::Allow),
        ("deploy", Verdict::Ask),
        ("deploy push", Verdict::Ask),
        ("deploy status --open", Verdict::Ask),
        ("deploy status --unheard", Verdict::Ask),
        ("deploy -o x status", Verdict::Ask),
        ("peek /etc/shadow", Verdict::Ask),
        ("unheard", Verdict::Ask),
    ] {
        assert_eq!(verdict(&policy, command), expected, "{command}");
    }
}

#[test]
fn an_untrusted_table_proves_nothing() {
    let policy = policy(&[(Layer::Project, false, DEPLOY)]);
    for command in ["deploy status", "peek src/main.rs"] {
        assert_eq!(verdict(&policy, command), Verdict::Ask, "{command}");
    }
}

#[test]
fn an_untrusted_table_only_adds_care() {
    let table = "
programs: |
  cat                    run
  grep                   read
    obeys: .greprc
    --color?             run
    -n                   delete
    --zzz=               run
  git                    read
    status               read
      -s,--short         send
    push                 read
    --zzz=               send
  rm                     read
    operands: text
  sh                     read
    wraps: command
    transparent: yes
";
    let policy = policy(&[(Layer::Project, false, table)]);
    for (command, expected) in [
        ("cat a", Verdict::Ask),
        ("grep x a", Verdict::Allow),
        ("grep -n x a", Verdict::Ask),
        ("grep --color=auto x a", Verdict::Ask),
        ("git status", Verdict::Allow),
        ("git status -s", Verdict::Ask),
        ("git status --short", Verdict::Ask),
        ("git push", Verdict::Ask),
        ("rm a", Verdict::Ask),
        ("sh ls", Verdict::Ask),
    ] {
        assert_eq!(verdict(&policy, command), expected, "{command}");
    }
}

/// An option of an untrusted table never takes the next word with it: a deny on that word would miss.
#[test]
fn an_untrusted_table_hides_no_word() {
    let table = "
programs: |
  git                    read
    --zzz=               send
    -z::                 send
permissions: { \"Bash(git push *)\": { allowed: false } }
";
    let policy = policy(&[(Layer::Project, false, table)]);
    for command in ["git --zzz push", "git -z push origin", "git push"] {
        assert_eq!(verdict(&policy, command), Verdict::Deny, "{command}");
    }
}

#[test]
fn rules_of_another_file_know_what_was_taught() {
    let deny = "permissions: { \"Bash(deploy rollback *)\": { allowed: false } }";
    let taught = "
programs: |
  deploy,dp              send
    -e= --region=
    rollback,undo        delete
";
    let policy = policy(&[(Layer::Managed, true, deny), (Layer::User, true, taught)]);
    for command in ["deploy rollback", "deploy -e prod rollback now", "dp --region eu undo", "nice dp undo"] {
        assert_eq!(verdict(&policy, command), Verdict::Deny, "{command}");
    }
    assert_eq!(verdict(&policy, "deploy status"), Verdict::Ask);
}

#[test]
fn the_stronger_file_counts_first() {
    let files = [
        (Layer::User, true, "programs: |\n  peek  read\n    proves: it prints\n"),
        (Layer::Managed, true, "programs: |\n  peek  send\n"),
        (Layer::Project, false, "programs: |\n  peek  read\n"),
    ];
    assert_eq!(verdict(&policy(&files), "peek a"), Verdict::Ask);
    assert_eq!(verdict(&policy(&files[..1]), "peek a"), Verdict::Allow);
    // What another policy was taught is forgotten with it.
    assert_eq!(verdict(&Policy::default(), "peek a"), Verdict::Ask);
    assert!(programs::find("peek").is_none());
}

#[test]
fn a_trusted_table_replaces_the_built_in_row() {
    let file = TaughtFile::read("cat  run\n").unwrap_or_default();
    let taught = Taught::of(&[(file, Teacher::Person)]).unwrap_or_default();
    assert_eq!(taught.find("cat").map(programs::Entry::effect), Some(Effect::Run));
    assert_eq!(taught.find("tac").map(programs::Entry::effect), Some(Effect::Read));
}

/// Each broken table with the place and a part of what is said.
const BROKEN: &[(&str, &str)] = &[
    ("  deploy send\n", "3:3: the names are not followed by what they do"),
    ("  deploy  sned\n", "3:11: unknown effect `sned` | did you mean `send`?"),
    ("  deploy  send\n    obey: x\n", "4:5: unknown fact `obey:` | did you mean `obeys:`?"),
    ("  deploy  send\n    -verbose\n", "4:5: `-verbose` is several letters | write `--verbose`"),
    ("  deploy  send\n    --x  write outptu\n", "4:16: unknown kind of value `outptu` | did you mean `output`?"),
    ("  deploy  send\n    --x  write output\n", "4:5: `--x` takes no value that could be one | write `--x=`"),
    ("  deploy  send\n    --x --y --x\n", "4:13: option `--x` stands here twice"),
    ("  deploy  send\n  deploy  read\n", "4:3: `deploy` stands here twice"),
    ("  deploy  send\n      --x\n    --y\n", "5:5: this line stands neither below a row nor beside the lines above"),
    ("  deploy  like base\n", "3:16: unknown shared row `base`"),
    ("  byleave  read\n", "3:3: byleave's own commands have no row"),
    ("  x,git  read\n", "3:5: `git` is another program"),
    ("  deploy  send\n    wraps: comand\n", "4:12: unknown kind of wrapper `comand` | did you mean `command`?"),
    ("  deploy  send\n    --x\n    style: single\n", "5:5: how options look must be said before the first of them"),
];

#[test]
fn a_broken_table_is_refused_with_its_place() {
    for (rows, expected) in BROKEN {
        let Err(problems) = read(&format!("mode: default\nprograms: |\n{rows}")) else { panic!("{rows}: accepted") };
        let first = problems.0.first().expect("a problem");
        let said = format!(
            "{}:{}: {} | {}",
            first.place.line,
            first.place.column,
            first.message,
            first.help.clone().unwrap_or_default()
        );
        assert!(said.starts_with(expected), "{rows}\n said {said}\n wanted {expected}");
    }
    for other in ["programs: 3", "programs: { a: b }", "programs: true"] {
        assert!(read(other).is_err(), "{other}");
    }
}

#[test]
fn a_table_of_its_own_says_its_own_lines() {
    let Err(problems) = byleave_config::read_programs("p.txt", "deploy  send\n  --x\n  --x\n") else {
        panic!("accepted")
    };
    assert_eq!(problems.to_string(), "p.txt:3:3: option `--x` stands here twice");
}

/// Whatever is written, a table is read or refused: nothing panics, and nothing but a whole table counts.
#[test]
fn any_text_is_read_or_refused() {
    let pieces = [
        "a", "  ", "read", "\n", "-x", "=", "~", ",", "#", "with ", "shared ", "like ", "é", "\t", ":", "style:", "\0",
        "::",
    ];
    let mut seed = 7_usize;
    for _ in 0..20_000 {
        let mut text = String::new();
        for _ in 0..seed % 24 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            text.push_str(pieces[(seed >> 33) % pieces.len()]);
        }
        seed = seed.wrapping_add(1);
        if let Ok(file) = TaughtFile::read(&text) {
            assert!(Taught::of(&[(file, Teacher::Person)]).is_ok(), "{text:?}");
        }
    }
}

/// What `CONTRIBUTING.md` and the README of the tables tell a newcomer to write is a table, and says what they say.
#[test]
fn the_example_of_the_readme_is_a_table() {
    let readme = include_str!("../../knowledge/programs/README.md");
    let blocks = readme.split("\n\n").filter(|block| block.lines().all(|line| line.starts_with("    ")));
    let rows = |block: &str| {
        let lines: Vec<&str> = block.lines().map(|line| line.strip_prefix("    ").unwrap_or(line)).collect();
        lines.join("\n") + "\n"
    };
    let tables: Vec<String> = blocks.map(rows).filter(|table| table.contains("deploy")).collect();
    assert!(tables.len() >= 2, "{} examples", tables.len());
    let first = TaughtFile::read(&tables[0]).unwrap_or_else(|mistakes| panic!("{mistakes:?}"));
    let taught = Taught::of(&[(first, Teacher::Person)]).unwrap_or_default();
    let deploy = taught.find("deploy").expect("a row");
    let effect = |sub: &str| deploy.sub_command(sub).map(programs::Entry::effect);
    assert_eq!(deploy.effect(), Effect::Send);
    assert_eq!(deploy.obeys().collect::<Vec<_>>(), ["deploy.toml"]);
    assert_eq!((effect("status"), effect("undo")), (Some(Effect::Fetch), Some(Effect::Delete)));
    let output = deploy.long_option("output").and_then(|found| found.special).expect("an option");
    assert_eq!((output.names(), output.effect()), ("o output", Effect::Write));
    for table in tables.iter().skip(1) {
        // The second example stands in two blocks: what is shared, and who uses it.
        assert!(TaughtFile::read(&tables[1..].concat()).is_ok(), "{table}");
    }
    for word in ["crates/knowledge/programs", "README.md", "cases/policy"] {
        assert!(include_str!("../../../CONTRIBUTING.md").contains(word), "{word}");
    }
}
