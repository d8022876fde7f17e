//! Metamorphic tests: a denied command stays denied in every disguise, an allowed one stays allowed in harmless dress.

mod support {
    pub mod command;
    pub mod judging;
    pub mod known;
}

use byleave_policy::{Mode, Policy, Profile, Verdict};
use support::command::command;
use support::judging::policy;
use support::known::Known;

/// A deny rule and a command it is about. All words are plain: no quotes, no operators.
const DENIED: [(&str, &str); 44] = [
    ("Bash(git push *)", "git push origin main"),
    ("Bash(git push)", "git push"),
    ("Bash(git push --force *)", "git push --force origin main"),
    ("Bash(git commit *)", "git commit -m x"),
    ("Bash(git reset --hard *)", "git reset --hard HEAD"),
    ("Bash(git clean -f *)", "git clean -f -d"),
    ("Bash(git config *)", "git config user.name x"),
    ("Bash(rm *)", "rm a"),
    ("Bash(rm -rf *)", "rm -rf build"),
    ("Bash(rm -r *)", "rm -r -f build"),
    ("Bash(curl *)", "curl https://example.org/x"),
    ("Bash(wget *)", "wget https://example.org/x"),
    ("Bash(ssh *)", "ssh host uptime"),
    ("Bash(scp *)", "scp a host:b"),
    ("Bash(nc *)", "nc -l 80"),
    ("Bash(npm publish *)", "npm publish"),
    ("Bash(npm install *)", "npm install left-pad"),
    ("Bash(pip install *)", "pip install x"),
    ("Bash(cargo publish *)", "cargo publish --dry-run"),
    ("Bash(cargo run *)", "cargo run --release"),
    ("Bash(docker run *)", "docker run alpine"),
    ("Bash(docker rm *)", "docker rm x"),
    ("Bash(kubectl delete *)", "kubectl delete pod x"),
    ("Bash(terraform apply *)", "terraform apply"),
    ("Bash(helm uninstall *)", "helm uninstall x"),
    ("Bash(make deploy)", "make deploy"),
    ("Bash(systemctl stop *)", "systemctl stop nginx"),
    ("Bash(kill -9 *)", "kill -9 1"),
    ("Bash(chmod *)", "chmod 777 a"),
    ("Bash(chmod -R *)", "chmod -R 777 a"),
    ("Bash(chown *)", "chown u a"),
    ("Bash(mv *)", "mv a b"),
    ("Bash(dd *)", "dd if=a of=b"),
    ("Bash(touch *)", "touch a"),
    ("Bash(find * -delete)", "find src -delete"),
    ("Bash(sed -i *)", "sed -i s/a/b/ x"),
    ("Bash(python3 *)", "python3 x.py"),
    ("Bash(node *)", "node x.js"),
    ("Bash(psql *)", "psql -c select"),
    ("Bash(gh pr merge *)", "gh pr merge 12"),
    ("Bash(aws s3 rm *)", "aws s3 rm s3://b/k"),
    ("Bash(apt-get install *)", "apt-get install vim"),
    ("Bash(frobnicate *)", "frobnicate a b"),
    ("Bash(frobnicate)", "frobnicate"),
];

/// Everything is allowed but for the one rule, so that nothing else hides a miss.
fn strict(rule: &str) -> Policy {
    let deny = format!("!{rule}");
    policy(Profile::Byleave, Mode::Yolo, ["bash", "write", deny.as_str()]).unwrap_or_default()
}

/// What any shell text may stand in; `§` is the text.
const LISTS: &[&str] = &[
    // lists and blanks
    "  §  ",
    "§;",
    "§ # comment",
    "# comment\n§",
    "\n\n§\n",
    "true; §",
    "true && §",
    "false || §",
    "true\n§",
    "true & §",
    "§ &",
    "§ && true",
    "§ || true",
    "echo x | §",
    "§ | cat",
    "§ |& cat",
    // groups
    "(§)",
    "( ( § ) )",
    "{ §; }",
    "{ { §; }; }",
    "if true; then §; fi",
    "if §; then true; fi",
    "if false; then true; elif §; then true; else true; fi",
    "if true; then true; else §; fi",
    "for i in 1 2; do §; done",
    "for ((i=0;i<3;i++)); do §; done",
    "while §; do true; done",
    "until false; do §; done",
    "case x in x) §;; esac",
    "case x in (a|b) true;; *) §;& esac",
    "select x in a; do §; done",
    "f() { §; }; f",
    "function f { §; }\nf",
    "f() ( § )",
    "coproc X { §; }",
    "[[ -n x ]] && §",
    "((1)) && §",
    // substitutions
    "echo $(§)",
    "echo \"$(§)\"",
    "echo `§`",
    "echo \"`§`\"",
    "x=$(§)",
    "x=`§` true",
    "echo ${x:-$(§)}",
    "echo \"${x:+$(§)}\"",
    "echo $(( $(§) + 1 ))",
    "echo $(echo $(§))",
    "cat <(§)",
    "echo x > >(§)",
    "[[ -n $(§) ]]",
    "case $(§) in x) ;; esac",
    "for i in $(§); do true; done",
    "a=( $(§) )",
    "cat <<X\n$(§)\nX",
    "cat <<< \"$(§)\"",
    "cat < \"$(§)\"",
    "trap '§' EXIT",
    // redirections
    "{ §; } 2>/dev/null",
];

/// What shell text without quotes may stand in, as text of its own.
const TEXTS: &[&str] = &[
    "bash -c '§'",
    "bash -c \"§\"",
    "bash -lc '§'",
    "bash -xec '§'",
    "bash --norc -c '§'",
    "bash -c -- '§'",
    "bash -o pipefail -c '§'",
    "sh -c '§' sh",
    "dash -c '§'",
    "zsh -c '§'",
    "/bin/bash -c '§'",
    "bash -c 'bash -c \"§\"'",
    "sudo bash -c '§'",
    "xargs -I{} sh -c '§'",
    "find . -exec sh -c '§' \\;",
    "eval '§'",
    "eval \"true; §\"",
    "bash <<'X'\n§\nX",
    "bash <<X\n§\nX",
    "bash -s <<'X'\n§\nX",
    "cat <<'X' | bash\n§\nX",
    "bash <<< '§'",
    "echo '§' | sh",
    "echo '§' | bash -s",
    "printf '§' | sh",
    "printf '%s\\n' '§' | sh",
    "bash <(echo '§')",
    "source <(echo '§')",
    ". /dev/stdin <<< '§'",
    "ssh host '§'",
    "su -c '§'",
    "script -c '§' /dev/null",
    "script -qc '§'",
    "flock /tmp/l -c '§'",
    "watch '§'",
    "env bash -c '§'",
];

/// What only the words of one command may follow.
const FRONTS: &[&str] = &[
    "! §",
    "time §",
    "time -p §",
    "coproc §",
    "§ > /dev/null",
    "§ >/dev/null 2>&1",
    "> /dev/null §",
    "2>&1 §",
    "< /dev/null §",
    "§ <<X\ntext\nX",
    "§ <<< text",
    "A=1 §",
    "A=1 B='x y' §",
    "LC_ALL=C §",
    "command §",
    "command -p §",
    "exec §",
    "exec -a x §",
    "time nice timeout 5 env A=1 nohup §",
    "eval §",
    "eval eval §",
    "env -S '§'",
];

/// Programs that run the words after them.
const WRAPPERS: &[&str] = &[
    "env §",
    "env -i §",
    "env A=1 §",
    "env -u A B=2 §",
    "env -- §",
    "/usr/bin/env §",
    "sudo §",
    "sudo -n §",
    "sudo -u root §",
    "sudo -E -H §",
    "sudo -- §",
    "sudo A=1 §",
    "doas §",
    "nohup §",
    "nohup § &",
    "setsid §",
    "setsid -f §",
    "nice §",
    "nice -n 10 §",
    "nice -10 §",
    "ionice -c 3 §",
    "timeout 5 §",
    "timeout -k 1 5s §",
    "timeout --signal=KILL 5 §",
    "stdbuf -oL §",
    "chrt -b 0 §",
    "taskset -c 0 §",
    "strace -f §",
    "ltrace §",
    "watch §",
    "watch -n 1 §",
    "flock /tmp/l §",
    "unshare -r §",
    "chroot / §",
    "sudo env A=1 timeout 3 §",
    "xargs §",
    "echo | xargs -r §",
    "echo | xargs -n 1 -P 2 §",
    "find . -exec § \\;",
    "find . -exec § {} +",
    "find . -name x -execdir § ';'",
    "find . -ok § \\;",
    "parallel § ::: a",
    "busybox env §",
];

/// Programs and options that run a command, farther from the beaten track. Checked with a few commands only.
const DEEP: &[&str] = &[
    "command -- §",
    "builtin command §",
    "env - §",
    "env -C src §",
    "env --chdir=src §",
    "env -iu A B=1 §",
    "env --unset=A §",
    "sudo -iu root §",
    "sudo --user=root §",
    "sudo -g wheel -- §",
    "sudo -b §",
    "sudo nice -n 5 §",
    "nice --adjustment=5 §",
    "ionice -c2 -n7 §",
    "timeout -s9 5 §",
    "timeout --foreground -v 10m §",
    "stdbuf -o0 -e0 §",
    "stdbuf --output=L §",
    "setsid --wait §",
    "xargs -0 -I % §",
    "xargs --max-args=1 --no-run-if-empty §",
    "xargs -a list.txt §",
    "find . -type f -exec § \\; -print",
    "find . \\( -name a -o -name b \\) -okdir § \\;",
    "fd . -x §",
    "fd -e rs --exec §",
    "fdfind x -X §",
    "strace -o out.txt -e trace=file §",
    "perf stat §",
    "valgrind --leak-check=full §",
    "gdb --args §",
    "fakeroot §",
    "unbuffer §",
    "rlwrap §",
    "xvfb-run -a §",
    "dbus-run-session §",
    "dbus-run-session -- §",
    "systemd-run --user §",
    "systemd-inhibit §",
    "caffeinate -i §",
    "firejail --noprofile §",
    "bwrap --ro-bind / / §",
    "nsenter -t 1 -m §",
    "runuser -u nobody -- §",
    "sg docker §",
    "prlimit --nofile=10 §",
    "numactl -N 0 §",
    "cgexec -g cpu:x §",
    "torsocks §",
    "proxychains4 -q §",
    "entr §",
    "ls | entr -r §",
    "watchexec -e rs §",
    "hyperfine -N §",
    "/usr/bin/time -v §",
    "/usr/bin/time -o t.txt §",
    "direnv exec . §",
    "mise exec -- §",
    "nix-shell -p git --run '§'",
    "nix develop -c §",
    "poetry run §",
    "uv run §",
    "uv run -- §",
    "pipenv run §",
    "pdm run §",
    "hatch run §",
    "conda run -n x §",
    "bundle exec §",
    "npx -c '§'",
    "npm exec -c '§'",
    "npm exec -- §",
    "pnpm exec §",
    "yarn exec §",
    "docker exec c §",
    "docker exec -it c sh -c '§'",
    "docker run --rm alpine §",
    "docker compose exec web §",
    "kubectl exec pod -- §",
    "kubectl exec -n x pod -c y -- sh -c '§'",
    "podman exec c §",
    "ssh -p 22 host §",
    "ssh -o BatchMode=yes u@host '§'",
    "ssh -t host -- §",
    "mosh host -- §",
    "tmux new-session -d '§'",
    "tmux send-keys '§' Enter",
    "screen -dm §",
    "script -q -c '§' out",
    "git rebase --exec '§' main",
    "git rebase -x '§'",
    "git bisect run §",
    "git submodule foreach '§'",
    "git submodule foreach --recursive §",
    "git -c alias.x='!§' x",
    "git filter-branch --tree-filter '§' HEAD",
    "git difftool -x '§'",
    "tar cf x.tar --checkpoint=1 --checkpoint-action=exec='§' src",
    "tar xf x.tar --to-command='§'",
    "tar -I '§' -xf x.tar",
    "rsync -e '§' a b:",
    "parallel -j 4 § ::: a b",
    "flock -n /tmp/l -c '§'",
    "su root -c '§'",
    "su -l root --command='§'",
    "sh -ec '§'",
    "bash -O extglob -c '§'",
    "bash +x -c '§'",
    "bash --rcfile x -ic '§'",
    "env -S'§'",
    "env --split-string='§'",
    "busybox sh -c '§'",
    "toybox §",
    "ksh -c '§'",
    "fish -c '§'",
    "trap -- '§' INT TERM",
    "at now <<< '§'",
    "echo '§' | at now",
    "echo '* * * * * §' | crontab -",
    "mapfile -C '§' x",
    "complete -C '§' x",
];

/// Commands in text of other languages, in settings and in variables: whatever a rule on the program says, they ask.
const EMBEDDED: &[&str] = &[
    "expect -c 'spawn §'",
    "git -c core.pager='§' log",
    "git -c core.sshCommand='§' fetch",
    "make SHELL='§'",
    "pwsh -c '§'",
    "PROMPT_COMMAND='§'",
    "PAGER='§' git log",
    "GIT_SSH_COMMAND='§' git fetch",
    "EDITOR='§' git commit",
    "vim -c ':!§' x",
    "awk 'BEGIN { system(\"§\") }'",
    "sed '1e §' x",
    "python3 -c 'import os; os.system(\"§\")'",
    "perl -e 'system(\"§\")'",
    "node -e 'require(\"child_process\").execSync(\"§\")'",
    "ruby -e 'system(\"§\")'",
    "php -r 'system(\"§\");'",
    "lua -e 'os.execute(\"§\")'",
    "bind -x '\"a\": §'",
    "git -c core.fsmonitor='§' status",
    "git -c diff.external='§' diff",
    "git --config-env=core.pager=X log",
    "git grep -O'§' x",
    "rg --pre '§' x",
    "sort --compress-program='§' a",
    "man -P '§' ls",
    "less +'!§' a",
    "tar --use-compress-program='§' -cf a b",
    "rsync --rsh='§' a b:",
    "LD_PRELOAD='§' ls",
    "BASH_ENV='§' ls",
    "PERL5OPT='§' perl x.pl",
    "find . -fprintf x '§'",
    "xargs -a x sh",
    "gawk -f x.awk",
    "python3 -m timeit '§'",
    "wget --use-askpass='§' https://example.org",
    "curl -K x",
    "ssh -o ProxyCommand='§' host",
    "zip x.zip a -T -TT '§'",
    "jq 'env.X' a",
    "psql -c '\\! §'",
    "sqlite3 a.db '.shell §'",
    "date -s '§'",
];

/// All of them.
fn around() -> impl Iterator<Item = &'static str> {
    [LISTS, TEXTS, FRONTS, WRAPPERS].into_iter().flatten().copied()
}

/// Puts a text into another. `( (x) )` is not `((x))`. Nothing if what is around adds words and the rule is about exactly
/// these words.
fn put(rule: &str, around: &str, text: &str) -> Option<String> {
    let adds = ["{} +", ":::"].iter().any(|more| around.contains(more) || text.contains(more));
    // `find` fills in its braces even in text, and `!` begins a pipeline but never stands in one.
    let clash = around.contains("-exec") && text.contains("{}") || around.contains("| §") && text.starts_with('!');
    if adds && !rule.contains('*') || clash {
        return None;
    }
    let text = if text.starts_with('(') { format!(" {text}") } else { text.to_owned() };
    Some(around.replace('§', &text))
}

/// Disguises of the command's own words.
fn respelt(text: &str) -> Vec<String> {
    let words: Vec<&str> = text.split(' ').collect();
    let Some((program, rest)) = words.split_first() else { return Vec::new() };
    let with = |name: &str| {
        if rest.is_empty() { name.to_owned() } else { format!("{name} {}", rest.join(" ")) }
    };
    let each = |dress: &dyn Fn(&str) -> String| words.iter().map(|word| dress(word)).collect::<Vec<_>>().join(" ");
    let (first, others) = program.split_at(1);
    let hex = |word: &str| word.bytes().map(|byte| format!("\\x{byte:02x}")).collect::<Vec<_>>().concat();
    let octal = |word: &str| word.bytes().map(|byte| format!("\\{byte:03o}")).collect::<Vec<_>>().concat();
    let letters = |word: &str| word.chars().map(|one| format!("\"{one}\"")).collect::<Vec<_>>().concat();
    let slashes = |word: &str| word.chars().map(|one| format!("\\{one}")).collect::<Vec<_>>().concat();
    let mut all = vec![
        with(&format!("'{program}'")),
        with(&format!("\"{program}\"")),
        with(&format!("{first}''{others}")),
        with(&format!("{first}\"\"{others}")),
        with(&format!("{first}\"{others}\"")),
        with(&format!("'{first}'{others}")),
        with(&format!("\\{program}")),
        with(&format!("{first}\\{others}")),
        with(&format!("$'{program}'")),
        with(&format!("$\"{program}\"")),
        with(&format!("$'{}'", hex(program))),
        with(&format!("$'{}'", octal(program))),
        with(&format!("{first}$'{}'", hex(others))),
        with(&format!("{first}\\\n{others}")),
        with(&format!("/bin/{program}")),
        with(&format!("/usr/bin/{program}")),
        with(&format!("/usr/local/bin/{program}")),
        with(&format!("/bin/../bin/{program}")),
        with(&format!("//bin//{program}")),
        with(&format!("\"/usr/bin/\"{program}")),
        each(&|word| format!("'{word}'")),
        each(&|word| format!("\"{word}\"")),
        each(&|word| format!("$'{word}'")),
        each(&letters),
        each(&slashes),
        each(&|word| format!("''{word}\"\"")),
        each(&|word| format!("$'{}'", hex(word))),
        words.join("  "),
        words.join("\t"),
        words.join(" \\\n "),
        format!("{{{}}}", words.join(",")),
        text.replace(' ', " 2>/dev/null "),
    ];
    if words.len() < 2 {
        all.retain(|one| !one.starts_with('{'));
    }
    all
}

/// Other spellings of single commands: order and clusters of options, long names, global options, more operands.
const SPELLINGS: &[(&str, &[&str])] = &[
    (
        "Bash(git push *)",
        &[
            "git -C . push",
            "git -C /w/app push origin main",
            "git --git-dir=.git push",
            "git --git-dir .git --work-tree . push",
            "git -c a.b=c push",
            "git -c a.b=c -C x --no-pager push -f",
            "git --no-pager push",
            "git -p push",
            "git push --force-with-lease",
            "git push origin +main",
            "git --exec-path=/x push",
            "git --config-env=a=b push",
        ],
    ),
    (
        "Bash(rm -rf *)",
        &[
            "rm -fr build",
            "rm -r -f build",
            "rm -f -r build",
            "rm -Rf build",
            "rm -fR build",
            "rm -vrf build",
            "rm --recursive --force build",
            "rm --force --recursive build",
            "rm -r --force build",
            "rm --rec --forc build",
            "rm build -rf",
            "rm -r build -f",
            "rm -rf -- build",
            "rm -rfv build other",
            "rm -rf --no-preserve-root build",
            "rm -irf build",
            "find . -exec sh -c 'rm -rf {}' \\;",
            "find . -name x -exec rm -rf {} +",
            "ls | xargs rm -rf",
            "ls | xargs -I{} rm -rf {}",
            "ls | xargs -I{} sh -c 'rm -rf {}'",
        ],
    ),
    (
        "Bash(git reset --hard *)",
        &["git reset --hard", "git reset HEAD --hard", "git reset --har HEAD", "git -C x reset -q --hard"],
    ),
    (
        "Bash(git clean -f *)",
        &["git clean -fd", "git clean -df", "git clean -xdf", "git clean --force", "git clean -d --force"],
    ),
    (
        "Bash(git push --force *)",
        &[
            "git push -f",
            "git push origin main -f",
            "git push -uf origin main",
            "git push origin +main",
            "git push --forc",
        ],
    ),
    (
        "Bash(sed -i *)",
        &[
            "sed -i.bak s/a/b/ x",
            "sed --in-place s/a/b/ x",
            "sed -ni s/a/b/ x",
            "sed s/a/b/ -i x",
            "sed -E -i s/a/b/ x",
            "sed --in-place=.b s/a/b/ x",
            "sed -e s/a/b/ -i x",
            "sed --in s/a/b/ x",
        ],
    ),
    ("Bash(chmod -R *)", &["chmod 777 -R a", "chmod --recursive 777 a", "chmod -vR 777 a", "chmod -Rv 777 a"]),
    (
        "Bash(find * -delete)",
        &[
            "find -delete",
            "find . -delete",
            "find . -name x -delete",
            "find src lib -type f -delete -print",
            "find -L src -delete",
        ],
    ),
    (
        "Bash(kill -9 *)",
        &[
            "kill -KILL 1",
            "kill -SIGKILL 1",
            "kill -s KILL 1",
            "kill -s 9 1",
            "kill -n 9 1",
            "kill --signal KILL 1",
            "kill -s SIGKILL 1",
        ],
    ),
    (
        "Bash(docker run *)",
        &[
            "docker --context x run alpine",
            "docker -H tcp://x run alpine",
            "docker container run alpine",
            "docker --debug run -it alpine",
        ],
    ),
    (
        "Bash(kubectl delete *)",
        &[
            "kubectl -n x delete pod y",
            "kubectl --namespace=x delete pod y",
            "kubectl --context a delete -f x.yaml",
            "kubectl delete",
        ],
    ),
    (
        "Bash(npm install *)",
        &[
            "npm i x",
            "npm add x",
            "npm --prefix web install x",
            "npm -g install x",
            "npm install -g x",
            "npm in x",
            "npm install",
        ],
    ),
    ("Bash(npm publish *)", &["npm --access public publish", "npm publish --tag x", "npm --prefix x publish"]),
    (
        "Bash(pip install *)",
        &[
            "pip --quiet install x",
            "pip3 install x",
            "python3 -m pip install x",
            "python -m pip install x",
            "pip install -U x",
        ],
    ),
    (
        "Bash(cargo publish *)",
        &["cargo +nightly publish", "cargo --offline publish", "cargo -v publish", "cargo publish"],
    ),
    ("Bash(terraform apply *)", &["terraform -chdir=x apply", "terraform apply -auto-approve"]),
    ("Bash(systemctl stop *)", &["systemctl --user stop x", "systemctl -q stop x", "systemctl stop x --no-block"]),
    ("Bash(python3 *)", &["python3 -c x", "python3 -m x", "python3", "python3.11 x.py", "/usr/bin/python3 x.py"]),
    (
        "Bash(gh pr merge *)",
        &["gh -R a/b pr merge 1", "gh pr -R a/b merge 1", "gh pr merge --squash", "gh --repo a/b pr merge"],
    ),
    ("Bash(dd *)", &["dd of=b if=a", "dd"]),
    ("Bash(curl *)", &["curl -sSL https://x.example", "curl", "curl -o a https://x.example"]),
];

/// Names of a table and a case in `known.txt`.
const TABLE: &str = "disguise";

/// A text under test: the rule, the text, and the disguise it wears, for `known.txt`.
struct Dressed {
    rule: String,
    text: String,
    disguise: String,
}

fn dressed(rule: &str, text: String, disguise: &str) -> Dressed {
    let disguise = disguise.replace('\n', "␤").replace('\t', "␉");
    Dressed { rule: rule.to_owned(), text, disguise }
}

fn settle(name: &str, all: &[Dressed], wanted: Verdict, judge: impl Fn(&str, &str) -> Verdict) {
    let mut failures = Vec::new();
    for Dressed { rule, text, disguise } in all {
        let found = judge(rule, text);
        if found != wanted {
            failures.push((disguise.clone(), format!("{rule} | {}  ->  {}", text.escape_debug(), found.name())));
        }
    }
    println!("{name}: {} texts, {} wrong", all.len(), failures.len());
    Known::read().settle(TABLE, all.iter().map(|one| one.disguise.as_str()), &failures);
}

fn denied(name: &str, all: &[Dressed]) {
    settle(name, all, Verdict::Deny, |rule, text| command(text, &strict(rule)).verdict);
}

#[test]
fn plain_commands_are_denied() {
    let all: Vec<Dressed> = DENIED.iter().map(|(rule, text)| dressed(rule, (*text).to_owned(), text)).collect();
    denied("plain", &all);
}

#[test]
fn other_spellings_are_denied() {
    let all: Vec<Dressed> = SPELLINGS
        .iter()
        .flat_map(|(rule, texts)| texts.iter().map(|text| dressed(rule, (*text).to_owned(), text)))
        .collect();
    denied("spellings", &all);
}

#[test]
fn respelt_commands_are_denied() {
    let all: Vec<Dressed> = DENIED
        .iter()
        .flat_map(|(rule, text)| respelt(text).into_iter().map(move |one| dressed(rule, one.clone(), &one)))
        .collect();
    denied("respelt", &all);
}

#[test]
fn hidden_commands_are_denied() {
    let all: Vec<Dressed> = DENIED
        .iter()
        .flat_map(|(rule, text)| around().filter_map(move |one| Some(dressed(rule, put(rule, one, text)?, one))))
        .collect();
    denied("hidden", &all);
}

#[test]
fn deeply_hidden_commands_are_denied() {
    let few = ["git push origin main", "rm -rf build", "frobnicate a b"];
    let all: Vec<Dressed> = DENIED
        .iter()
        .filter(|(_, text)| few.contains(text))
        .flat_map(|(rule, text)| DEEP.iter().filter_map(move |one| Some(dressed(rule, put(rule, one, text)?, one))))
        .collect();
    denied("deeply hidden", &all);
}

#[test]
fn embedded_commands_are_never_allowed() {
    let mut failures = Vec::new();
    for text in EMBEDDED {
        let program = text.split(' ').find(|word| !word.contains('=')).unwrap_or("");
        let rules = [format!("Bash({program} *)"), format!("Bash({program})"), "!Bash(frobnicate *)".to_owned()];
        let policy = policy(Profile::Byleave, Mode::Default, rules.iter().map(String::as_str)).unwrap();
        let full = text.replace('§', "frobnicate a b");
        if command(&full, &policy).verdict == Verdict::Allow {
            failures.push(((*text).to_owned(), format!("{full}  ->  allow")));
        }
    }
    println!("embedded: {} texts, {} wrong", EMBEDDED.len(), failures.len());
    Known::read().settle(TABLE, EMBEDDED.iter().copied(), &failures);
}

/// Whether a disguise may stand inside another: its quotes must not end those around it, nor a comment hide what follows.
fn nests(around: &str) -> bool {
    !around.contains(['\'', '"', '#', '\n', '`', '\\'])
}

#[test]
fn commands_hidden_twice_are_denied() {
    let pairs = |outer: &'static [&'static str], inner: Vec<&'static str>| {
        outer.iter().flat_map(move |outer| inner.clone().into_iter().map(move |inner| (*outer, inner)))
    };
    let any: Vec<&str> = around().filter(|one| nests(one)).collect();
    let programs: Vec<&str> = WRAPPERS.iter().copied().filter(|one| nests(one)).collect();
    let straight: &[&str] =
        &["sudo §", "env A=1 §", "nohup §", "timeout 5 §", "nice -n 5 §", "xargs -n 1 §", "setsid §"];
    let pairs = pairs(LISTS, any.clone()).chain(pairs(TEXTS, any)).chain(pairs(straight, programs));
    // One denied command for each pair, in turn: all of them would take minutes.
    let all: Vec<Dressed> = pairs
        .enumerate()
        .filter_map(|(index, (outer, inner))| {
            let (rule, text) = DENIED.get(index % DENIED.len())?;
            Some(dressed(rule, put(rule, outer, &put(rule, inner, text)?)?, outer))
        })
        .collect();
    denied("hidden twice", &all);
}

#[test]
fn respelt_and_hidden_commands_are_denied() {
    let around: Vec<&str> = around().filter(|one| nests(one)).collect();
    let mut all = Vec::new();
    for (index, (rule, text)) in DENIED.iter().enumerate() {
        for (step, one) in respelt(text).into_iter().enumerate() {
            let Some(around) = around.get((index * 31 + step) % around.len()) else { continue };
            all.extend(put(rule, around, &one).map(|text| dressed(rule, text, around)));
        }
    }
    denied("respelt and hidden", &all);
}

/// Allow rules, separated by ` ; `, and a command they are about; no rule means that it only reads.
const ALLOWED: [(&str, &str); 44] = [
    ("Bash(git status)", "git status"),
    ("Bash(git diff *)", "git diff HEAD src"),
    ("Bash(git commit *)", "git commit -m done"),
    ("Bash(git *)", "git log --oneline -5"),
    ("Bash(git add *)", "git add src/a.rs"),
    ("Bash(npm test)", "npm test"),
    ("Bash(npm run *)", "npm run build"),
    ("Bash(cargo test *)", "cargo test --workspace"),
    ("Bash(cargo build)", "cargo build"),
    ("Bash(make *)", "make lint"),
    ("Bash(pytest *)", "pytest -q tests"),
    ("Bash(go test *)", "go test ./..."),
    ("Bash(tsc *)", "tsc --noEmit"),
    ("Bash(frobnicate *)", "frobnicate -x a"),
    ("Bash(mkdir -p *)", "mkdir -p target/x"),
    ("Bash(touch *)", "touch src/new.rs"),
    ("Bash(rm -f build/out.o)", "rm -f build/out.o"),
    ("Bash(docker ps *)", "docker ps -a"),
    ("Bash(python3 scripts/check.py)", "python3 scripts/check.py"),
    ("Bash(cp *)", "cp a.txt b.txt"),
    ("", "ls -la src"),
    ("", "cat README.md"),
    ("", "head -n 20 src/main.rs"),
    ("", "tail -5 log.txt"),
    ("", "wc -l src/main.rs"),
    ("", "grep -rn TODO src"),
    ("", "rg -n pattern src"),
    ("", "find . -name x.rs -type f"),
    ("", "git status --short"),
    ("", "git log -3"),
    ("", "git diff --stat"),
    ("", "git show HEAD"),
    ("", "git branch -a"),
    ("", "sort -u a.txt"),
    ("", "uniq -c a.txt"),
    ("", "cut -f1 a.txt"),
    ("", "diff a b"),
    ("", "stat a"),
    ("", "du -sh src"),
    ("", "sed -n 5p a.txt"),
    ("", "nl src/main.rs"),
    ("", "tree -L 2"),
    ("", "pwd"),
    ("", "echo hello"),
];

/// Harmless dress; `§` is the command.
const DRESS: &[&str] = &[
    "§",
    "  §  ",
    "§\n",
    "\n§",
    "§;",
    "§ # and why",
    "# why\n§",
    "§ 2>&1",
    "§ >/dev/null",
    "§ > /dev/null",
    "§ 2>/dev/null",
    "§ 2> /dev/null",
    "§ >/dev/null 2>&1",
    "§ < /dev/null",
    "( § )",
    "(§)",
    "{ §; }",
    "{ §; } 2>&1",
    "( § ) >/dev/null",
    "§ || true",
    "§ && true",
    "true && §",
    "§; true",
    "§ || :",
    "if §; then true; fi",
    "if §; then true; else false; fi",
    "for i in 1 2; do §; done",
    "§ && §",
    "§; §",
    "§ || §",
    "§ | cat",
    "§ 2>&1 | head -5",
    "§ | tail -n 3",
    "§ | grep x | wc -l",
    "LC_ALL=C §",
    "NO_COLOR=1 §",
];

/// Dress in which a text is not plain: a redirection before the command word, a command word in quotes, what shells read in different ways.
const NOT_PLAIN: &[&str] = &["§ &>/dev/null", "2>&1 §", "! §", "while §; do break; done"];

#[test]
fn dressed_commands_stay_allowed() {
    let mut all = Vec::new();
    for (rules, text) in ALLOWED {
        let quoted = in_quotes(text, "'", 1);
        let doubly = in_quotes(text, "\"", 1);
        let continued = text.replace(' ', " \\\n    ");
        let spelt = [quoted, doubly, text.replace(' ', "   "), text.replace(' ', "\t"), continued];
        all.extend(spelt.into_iter().map(|one| dressed(rules, one.clone(), &one)));
        all.extend(DRESS.iter().map(|dress| dressed(rules, dress.replace('§', text), dress)));
    }
    settle("dressed", &all, Verdict::Allow, under);
}

#[test]
fn commands_that_are_not_plain_are_asked_about_and_not_denied() {
    let mut all = Vec::new();
    for (rules, text) in ALLOWED {
        let spelt = [in_quotes(text, "'", 0), in_quotes(text, "\"", 0)];
        all.extend(spelt.into_iter().map(|one| dressed(rules, one.clone(), &one)));
        all.extend(NOT_PLAIN.iter().map(|dress| dressed(rules, dress.replace('§', text), dress)));
    }
    settle("not plain", &all, Verdict::Ask, under);
}

/// All words of a command in quotes, but for the first ones.
fn in_quotes(text: &str, quote: &str, but: usize) -> String {
    let word = |(at, word): (usize, &str)| if at < but { word.to_owned() } else { format!("{quote}{word}{quote}") };
    text.split(' ').enumerate().map(word).collect::<Vec<_>>().join(" ")
}

fn under(rules: &str, text: &str) -> Verdict {
    command(text, &policy(Profile::Byleave, Mode::Default, rules.split(" ; ")).unwrap_or_default()).verdict
}
