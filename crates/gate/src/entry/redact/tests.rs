//! What redaction must hide, what it must leave, and that judgement stays the same.

use std::path::PathBuf;

use byleave_knowledge::secrets::samples;
use byleave_policy::paths::Lexical;
use byleave_policy::rules::Rule;
use byleave_policy::{CallFacts, Mode, Policy, Verdict, decide};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

use super::Redactor;

const REDACTOR: Redactor = Redactor::new([7; 32]);

/// Random bytes, the same on every run.
fn random(mut state: u64) -> impl FnMut() -> u8 {
    move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        u8::try_from(state >> 56).unwrap_or(0)
    }
}

fn command(text: &str) -> Map<String, Value> {
    Map::from_iter([("command".to_owned(), text.into())])
}

fn redacted(text: &str) -> String {
    let arguments = REDACTOR.arguments("bash", &command(text));
    arguments.get("command").and_then(Value::as_str).unwrap_or("").to_owned()
}

fn judged(tool: &str, arguments: Map<String, Value>, policy: &Policy) -> Verdict {
    let call = CallFacts::new(tool, arguments, "/home/dev/project", "/home/dev");
    decide(&call, policy, &Lexical).verdict
}

/// The words and other texts of a command, as bash sees them.
fn values(text: &str) -> String {
    let script = byleave_shell::read(text);
    let mut all = text.to_owned();
    for command in script.commands() {
        for word in script.words(command.words) {
            all.push('\n');
            all.push_str(script.shown(word));
        }
        for assignment in script.assignments(command.assignments) {
            all.push('\n');
            all.push_str(script.shown(&assignment.value));
        }
    }
    all
}

/// What a command is made of: its programs, its long options, and how many words, assignments and redirections it has.
fn skeleton(text: &str) -> Vec<(String, usize, Vec<String>)> {
    let script = byleave_shell::read(text);
    let mut all = Vec::new();
    for command in script.commands() {
        let words = script.words(command.words);
        let option = |word: &byleave_shell::Word| {
            let name = script.shown(word).split(['=', ':', ' ', '\n']).next().unwrap_or("").to_owned();
            name.starts_with("--").then_some(name)
        };
        // A secret where a program should stand is still a secret.
        let name = REDACTOR.text(words.first().map_or("", |word| script.shown(word))).into_owned();
        let count = words.len() + 1_000 * command.assignments.len() + 1_000_000 * command.redirections.len();
        all.push((name, count, words.iter().filter_map(option).collect()));
    }
    all
}

/// Ways to write the same characters in bash.
fn spellings(secret: &str) -> Vec<String> {
    let (head, tail) = secret.split_at(secret.len() / 2);
    let (first, rest) = secret.split_at(1);
    let hexadecimal: Vec<String> = secret.bytes().map(|byte| format!("\\x{byte:02x}")).collect();
    let hexadecimal = hexadecimal.concat();
    vec![
        secret.replace(' ', "\\ "),
        format!("'{secret}'"),
        format!("\"{secret}\""),
        format!("'{head}''{tail}'"),
        format!("'{head}'\"{tail}\""),
        format!("\"{head}\"'{tail}'"),
        format!("'{first}'\"{rest}\""),
        format!("$'{secret}'"),
        format!("$'{hexadecimal}'"),
        format!("\\{}", secret.replace(' ', "\\ ")),
        format!("'{head}'\\\n'{tail}'"),
        format!("{{'{secret}',b}}"),
    ]
}

const PLACES: &[&str] = &[
    "echo %",
    "curl -H %",
    "X=% make",
    "export X=%",
    "git push % && ls",
    "ls; (cat <<< % | wc)",
    "for x in a % b; do echo $x; done",
    "echo a${x}%",
    "echo $(printf %s %)",
    "deploy --to=%",
    "a=(1 % 2)",
    "case % in x) ls;; esac",
    "[[ % == x ]]",
    "cat > %",
    "sudo -u root env A=1 run %",
];

#[test]
fn no_token_survives_anywhere_in_any_spelling() {
    let mut random = random(1);
    let all = samples(&mut random);
    assert!(all.len() >= 40);
    let mut left = Vec::new();
    for secret in &all {
        let tail = secret.get(secret.len() - 12..).expect("a long token");
        for place in PLACES {
            for spelling in spellings(secret) {
                let text = place.replace('%', &spelling).replace("printf echo", "printf");
                let after = redacted(&text);
                if values(&after).contains(tail) {
                    left.push(format!("{text}\n    {after}"));
                }
            }
        }
        for text in [format!("# {secret}\nls"), format!("cat <<E\n{secret}\nE"), format!("bash -c 'echo \"{secret}\"'")]
        {
            if redacted(&text).contains(tail) {
                left.push(text);
            }
        }
        for (tool, arguments) in [
            ("write", json!({"file_path": "a", "content": format!("x = \"{secret}\"\n")})),
            ("edit", json!({"file_path": "a", "old_string": "a", "new_string": secret})),
            ("mcp__x__y", json!({"a": [{"b": secret}], "c": format!("see {secret}.")})),
            ("fetch", json!({"url": format!("https://a.example/?x={secret}")})),
        ] {
            let Value::Object(arguments) = arguments else { continue };
            let after = Value::Object(REDACTOR.arguments(tool, &arguments)).to_string();
            if after.contains(tail) {
                left.push(after);
            }
        }
        if REDACTOR.text(&format!("because of {secret}, no")).contains(tail) {
            left.push(secret.clone());
        }
    }
    assert!(left.is_empty(), "{} left:\n{}", left.len(), left.join("\n"));
}

#[test]
fn what_a_name_or_an_option_gives_away_is_hidden() {
    for text in [
        "mysql -u root -pS3same! db",
        "mysqldump -pS3same! db > out.sql",
        "sudo mysql -pS3same!",
        "docker exec db mysql -uroot -pS3same!",
        "sshpass -p S3same! ssh host",
        "sshpass -pS3same! ssh host",
        "docker login -u me -p S3same! r.example",
        "tool --password S3same!",
        "tool --password=S3same!",
        "tool --password='S3same!'",
        "tool '--password' \"S3same!\"",
        "tool --db-password S3same! run",
        "tool -password S3same!",
        "tool --api-key=S3same!",
        "gpg --batch --passphrase S3same! -d a",
        "redis-cli -a S3same! ping",
        "curl -u me:S3same! https://a.example",
        "curl -ume:S3same! https://a.example",
        "curl --user 'me:S3same!' https://a.example",
        "curl https://me:S3same!@a.example/x",
        "curl https://me:'S3same!'@a.example/x",
        "git clone https://me:S3same!@a.example/x.git",
        "psql postgres://me:S3same!@db/x",
        "psql 'host=db password=S3same!'",
        "curl -H 'Authorization: Basic S3same!' https://a.example",
        "curl -H \"Authorization: Bearer S3same!\" https://a.example",
        "curl -H 'X-Api-Key: S3same!' https://a.example",
        "curl -H 'Cookie: a=S3same!; b=S3same!' https://a.example",
        "curl -b session=S3same! https://a.example",
        "curl 'https://a.example/?token=S3same!&x=1'",
        "curl -d 'user=me&password=S3same!' https://a.example",
        "curl -d '{\"password\": \"S3same!\"}' https://a.example",
        "curl -d \"{\\\"password\\\": \\\"S3same!\\\", \\\"x\\\": $x}\" https://a.example",
        "DB_PASSWORD=S3same! make",
        "DB_PASSWORD='S3same! with more' make",
        "export STRIPE_KEY=S3same!",
        "env TOKEN=S3same! make",
        "docker run -e DB_PASSWORD=S3same! x",
        "docker run --env=API_TOKEN=S3same! x",
        "docker build --build-arg NPM_TOKEN=S3same! .",
        "kubectl create secret generic x --from-literal=a=S3same!",
        "gh secret set NAME --body S3same!",
        "aws configure set aws_secret_access_key S3same!",
        "npm config set //registry.npmjs.org/:_authToken=S3same!",
        "bash -c 'mysql -pS3same!'",
        "ssh host \"mysql -pS3same!\"",
        "bash -c \"sh -c 'tool --password S3same!'\"",
        "cat > .env <<'E'\nDB_PASSWORD=S3same!\nE",
        "cat > a.json <<E\n{\"secret\": \"S3same!\", \"x\": \"$x\"}\nE",
        "echo \"password=S3same! for $user\"",
        "openssl enc -aes-256-cbc -pass pass:S3same! -in a",
        "htpasswd -b file me S3same!",
        "zip -P S3same! a.zip a",
        "7z x -pS3same! a.7z",
        "ldapsearch -D x -w S3same!",
        "echo S3same! | sudo -S ls",
        "printf '%s' 'S3same! ' | docker login -u me --password-stdin",
        "sudo -S ls <<< S3same!",
        "echo me:S3same! | sudo chpasswd",
        "echo \"open; TOKEN=S3same!",
        "x=$(tool --token S3same!)",
        "p=(--password S3same!); TOKEN+=S3same! x",
    ] {
        // An array is no command, but its words are like those of one.
        let after = redacted(&text.replace("p=(--password S3same!); ", ""));
        assert!(!values(&after).contains("S3same"), "{text}\n{after}");
        assert!(after.contains("REDACTED-"), "{text}\n{after}");
    }
    for (tool, arguments) in [
        ("mcp__db__connect", json!({"host": "db", "password": "S3same!"})),
        ("mcp__db__connect", json!({"config": {"auth": {"api_key": "S3same!"}}})),
        (
            "http_post",
            json!({"url": "https://a.example", "headers": {"Authorization": "Bearer S3same!", "Cookie": "S3same!"}}),
        ),
        ("mcp__x__y", json!({"credentials": {"user": "S3same!", "list": ["S3same!"]}})),
        ("mcp__x__y", json!({"argv": ["tool", "--password", "S3same!"]})),
        ("shell", json!({"command": ["mysql", "-pS3same!"]})),
        ("shell", json!({"command": ["bash", "-lc", "cd x && mysql -pS3same!"]})),
        ("mcp__term__run", json!({"cmd": "tool --password S3same!"})),
        ("write", json!({"file_path": ".env", "content": "A=1\nDB_PASSWORD=S3same!\n"})),
    ] {
        let Value::Object(arguments) = arguments else { continue };
        let after = Value::Object(REDACTOR.arguments(tool, &arguments)).to_string();
        assert!(!after.contains("S3same") && after.contains("REDACTED"), "{tool} {after}");
    }
}

#[test]
fn what_is_no_secret_or_could_be_dangerous_stays() {
    for text in [
        "git status",
        "docker run -p 8080:80 x",
        "mkdir -p a/b",
        "ssh -p 2222 host",
        "mysql -p db",
        "cp -p a b",
        "curl -u \"$USER:$PASS\" https://a.example",
        "curl -H \"Authorization: Bearer $TOKEN\" https://a.example",
        "TOKEN=$(cat f) make",
        "TOKEN=rm; $TOKEN -rf /",
        "TOKEN='rm -rf /'; eval $TOKEN",
        "sudo --password rm -rf /",
        "env --token rm -rf /",
        "tool --token-file /run/secrets/x",
        "SSH_KEY=~/.ssh/id_ed25519 git push",
        "ansible-playbook --private-key ~/.ssh/id x.yml",
        "tool --private-key ./keys/a.pem",
        "gh auth status --show-token repo",
        "grep -rn password src",
        "grep -rn 'token:' src",
        "rg 'secret = ' src",
        "git commit -m 'fix: handle token expiry'",
        "cat src/password.rs",
        "ls -la ~/.ssh/id_rsa",
        "python3 -c 'max_tokens=100'",
        "PWD=/tmp/x/y ls",
        "git log --author=me@example.com",
        "git clone git@github.com:a/b.git",
        "curl https://a.example:8080/x",
        "echo 'Cookie: '",
        "kubectl get secret -o yaml",
        "echo hello | sudo tee a",
        "echo \"$TOKEN\" | gh auth login --with-token",
        "ls | sudo -S cat",
        "bash <<E\n-----BEGIN PRIVATE KEY-----\nreboot\nrm x\n-----END PRIVATE KEY-----\nE",
    ] {
        assert_eq!(redacted(text), text);
    }
    for (text, kept) in [
        ("curl -H Authorization:abc123def x; rm -rf /", "; rm -rf /"),
        ("bash -c 'curl -H Cookie:a=b1c2d3e4 x; rm -rf /'", " x; rm -rf /"),
        ("echo ghp_0123456789abcdefghijABCDEFGHIJ012345; rm -rf /", "; rm -rf /"),
        ("echo $'ghp_0123456789abcdefghijABCDEFGHIJ012345\\nrm -rf /'", "rm -rf /"),
        ("PASSWORD=hunter2 rm -rf \"$HOME\"", " rm -rf \"$HOME\""),
        ("tool --password \"a$(rm -rf x)\"", "$(rm -rf x)"),
        ("echo 'password=a1b2c3d4'\"$(rm -rf x)\"", "\"$(rm -rf x)\""),
    ] {
        assert!(redacted(text).contains(kept), "{text}\n{}", redacted(text));
    }
}

#[test]
fn private_keys_go_but_their_frame_stays() {
    let line = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj";
    let key = format!("-----BEGIN RSA PRIVATE KEY-----\n{line}\n{line}\nAb3dEf==\n-----END RSA PRIVATE KEY-----\n");
    for text in
        [format!("cat > k <<'E'\n{key}E"), format!("echo '{key}' > k"), format!("echo $'{}'", key.replace('\n', "\\n"))]
    {
        let after = redacted(&text);
        assert!(!after.contains("MIIE") && !after.contains("Ab3dEf"), "{after}");
        assert!(after.contains("-----BEGIN RSA PRIVATE KEY-----") && after.contains("-----END"), "{after}");
    }
    let Value::Object(write) = json!({"file_path": "k", "content": key}) else { return };
    let after = REDACTOR.arguments("write", &write);
    assert!(!Value::Object(after).to_string().contains("MIIE"));
}

#[test]
fn equal_secrets_stay_comparable_only_under_the_same_key() {
    let stand_in = |redactor: &Redactor, text: &str| redactor.text(text).into_owned();
    let other = Redactor::new([8; 32]);
    let (one, two) = ("password=hunter2", "password=hunter3");
    assert_eq!(stand_in(&REDACTOR, one), stand_in(&REDACTOR, one));
    assert_ne!(stand_in(&REDACTOR, one), stand_in(&REDACTOR, two));
    assert_ne!(stand_in(&REDACTOR, one), stand_in(&other, one));
    assert!(!format!("{REDACTOR:?}").contains('7'));
}

#[test]
fn reasons_and_spans_follow_the_redaction() {
    let text = "ls && mysql -pS3same! db && make";
    let redacted = REDACTOR.redact("bash", &command(text));
    let after = redacted.arguments.get("command").and_then(Value::as_str).unwrap_or("").to_owned();
    for part in ["ls", "make", "db"] {
        let start = u32::try_from(text.find(part).expect("a part")).expect("short");
        let (from, to) = redacted.span((start, start + u32::try_from(part.len()).expect("short")));
        assert_eq!(after.get(from as usize..to as usize), Some(part));
    }
    let (from, to) = redacted.span((6, 24));
    assert!(
        after
            .get(from as usize..to as usize)
            .is_some_and(|part| part.starts_with("mysql -pREDACTED-") && part.ends_with(" db"))
    );
    let reason = redacted.scrub("no rule allows `mysql -pS3same! db`");
    assert!(!reason.contains("S3same") && reason.contains("mysql -pREDACTED-"), "{reason}");
}

/// All commands of the tables of the policy crate, with the rules they are judged by.
fn cases() -> Vec<(Policy, String)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../cases/policy");
    let mut found = Vec::new();
    for (file, rules_at, command_at) in [
        ("allow.txt", Some(2), 3),
        ("ask.txt", Some(2), 3),
        ("deny.txt", Some(2), 3),
        ("everyday.txt", None, 2),
        ("outside.txt", None, 3),
    ] {
        let content = std::fs::read_to_string(folder.join(file)).expect("a table");
        for line in content.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let fields: Vec<String> =
                line.split('\t').map(|field| field.replace('␤', "\n").replace('␉', "\t")).collect();
            let mut policy = Policy { rules_only: rules_at.is_some(), ..Policy::default() };
            let rules = rules_at.and_then(|at| fields.get(at)).map_or("", String::as_str);
            for text in rules.split(" ; ").filter(|text| !text.is_empty()) {
                let (says, text) = match text.split_at(1) {
                    ("!", rest) => (Verdict::Deny, rest),
                    ("?", rest) => (Verdict::Ask, rest),
                    _ => (Verdict::Allow, text),
                };
                policy.rules.push(Rule::new(text, says).expect("a rule"));
            }
            found.push((policy, fields.get(command_at).cloned().unwrap_or_default()));
        }
    }
    assert!(found.len() > 4_000, "{}", found.len());
    found
}

#[test]
fn i11_the_tables_are_judged_the_same_without_secrets() {
    // Of some seeds a token spells `KEY` by chance, and `printenv` of such a word asks as for the name of a secret.
    let mut random = random(5);
    let secrets = samples(&mut random);
    let mut secret = secrets.iter().cycle();
    let mut wrong = Vec::new();
    let mut check = |policy: &Policy, text: &str| {
        let after = redacted(text);
        let (one, two) = (judged("bash", command(text), policy), judged("bash", command(&after), policy));
        if one != two || redacted(&after) != after || skeleton(text) != skeleton(&after) {
            wrong.push(format!("{one:?} {two:?}\n  {text}\n  {after}\n  {}", redacted(&after)));
        }
    };
    for (at, (policy, text)) in cases().into_iter().enumerate() {
        let token = secret.next().map_or("", String::as_str);
        check(&policy, &text);
        check(
            &policy,
            &match at % 5 {
                0 => format!("{text} '{token}'"),
                1 => format!("{text} --password hunter2"),
                2 => format!("API_TOKEN='{token}' {text}"),
                3 => format!("echo \"{token}\"; {text}"),
                _ => format!("{text}\ncurl -u me:hunter2 'https://a:b@c.example/?token=abc'"),
            },
        );
    }
    assert!(
        wrong.is_empty(),
        "{} differ:\n{}",
        wrong.len(),
        wrong.iter().take(30).cloned().collect::<Vec<_>>().join("\n")
    );
}

proptest! {
    #[test]
    fn redacting_again_changes_nothing(text in "(?s)[ -~\n]{0,80}", pieces in prop::collection::vec(0usize..40, 0..6)) {
        let parts = ["password=", "TOKEN=", "ghp_0123456789abcdefghij0123456789ABCDEF", "'", "\"", "$x", "$(", ")", " ", "; ",
            "--password ", "Authorization: Bearer ", "https://a:b1c2@c/", "mysql -p", "curl -u a:b ", "\\", "{a,", "}", "<<E\n", "\nE\n",
            "eyJhbGciOiJI.eyJzdWIiOi.abcdef1234", "hunter2", "-----BEGIN PRIVATE KEY-----\n", "secret: ", "\\n"];
        let mut text = text;
        for piece in pieces {
            text.push_str(parts.get(piece).copied().unwrap_or("x"));
        }
        let once = redacted(&text);
        let twice = redacted(&once);
        prop_assert_eq!(&twice, &once);
        let once = REDACTOR.text(&text).into_owned();
        let twice = REDACTOR.text(&once).into_owned();
        prop_assert_eq!(twice, once);
    }

    #[test]
    fn i11_other_tools_are_judged_the_same_without_secrets(which in 0usize..100, glued in "[a-z]{0,3}", yolo in any::<bool>(), seed in any::<u64>()) {
        let all = samples(&mut random(seed));
        let secret = format!("{glued}{}", all.get(which % all.len()).map_or("", String::as_str));
        let policy = Policy { mode: if yolo { Mode::Yolo } else { Mode::Default }, ..Policy::default() };
        for (tool, arguments) in [
            ("read_file", json!({"path": "src/a", "note": secret})),
            ("read_file", json!({"path": format!("src/{secret}")})),
            ("grep", json!({"pattern": secret})),
            ("fetch", json!({"url": format!("https://docs.rs/?key={secret}")})),
            ("fetch", json!({"url": format!("https://me:{secret}@docs.rs/")})),
            ("todo", json!({"password": secret, "token": format!("risk-{secret}")})),
            ("task", json!({"prompt": format!("use password={secret} and go")})),
            ("write", json!({"file_path": "a", "content": secret})),
        ] {
            let Value::Object(arguments) = arguments else { continue };
            let after = REDACTOR.arguments(tool, &arguments);
            prop_assert_eq!(judged(tool, arguments.clone(), &policy), judged(tool, after.clone(), &policy), "{} {:?} {:?}", tool, arguments, after);
            prop_assert_eq!(REDACTOR.arguments(tool, &after), after);
        }
    }
}
