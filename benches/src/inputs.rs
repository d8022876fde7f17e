//! The texts that are read.

use std::fmt;

/// One named set of texts, read one after the other.
#[derive(Clone, Debug)]
pub struct Input {
    /// As it appears in tables.
    pub name: &'static str,
    /// The texts.
    pub texts: Vec<String>,
}

impl fmt::Display for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl Input {
    /// All of them, in the order of the tables.
    #[must_use]
    pub fn all() -> Vec<Self> {
        vec![Self::typical(), Self::chain(), Self::kilobyte(), Self::nested(), Self::large()]
    }

    /// Those that are decided, in the order of the table.
    #[must_use]
    pub fn decided() -> Vec<Self> {
        vec![Self::status(), Self::five(), Self::script(), Self::kilobyte()]
    }

    /// The command agents run most.
    #[must_use]
    pub fn status() -> Self {
        Self::one("status", "git status".to_owned())
    }

    /// Five commands in one line, joined in every way.
    #[must_use]
    pub fn five() -> Self {
        Self::one("five", FIVE.to_owned())
    }

    /// Commands that coding agents run every day, each a text of its own.
    #[must_use]
    pub fn typical() -> Self {
        Self { name: "typical", texts: TYPICAL.iter().map(|text| (*text).to_owned()).collect() }
    }

    /// Five commands in one line.
    #[must_use]
    pub fn chain() -> Self {
        Self::one("chain", CHAIN.to_owned())
    }

    /// A script of a kilobyte as people write them.
    #[must_use]
    pub fn script() -> Self {
        Self::one("script", SCRIPT.to_owned())
    }

    /// One as dense as can be: as many commands as fit, half of them in functions.
    #[must_use]
    pub fn kilobyte() -> Self {
        Self::one("kilobyte", KILOBYTE.to_owned())
    }

    /// Constructs inside constructs, as deep as people still write them.
    #[must_use]
    pub fn nested() -> Self {
        Self::one("nested", NESTED.to_owned())
    }

    /// A script of the size of the largest `configure` scripts.
    #[must_use]
    pub fn large() -> Self {
        Self::one("large", script_of(600_000))
    }

    fn one(name: &'static str, text: String) -> Self {
        Self { name, texts: vec![text] }
    }

    /// The bytes of all texts together.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.texts.iter().map(String::len).sum()
    }
}

/// A script of about `bytes` bytes: functions, loops, tests and here-documents of ordinary build scripts in turn, with
/// names that differ, so that nothing is won by seeing the same line again.
#[must_use]
pub fn script_of(bytes: usize) -> String {
    let mut text = String::with_capacity(bytes + 1_000);
    text.push_str("#!/usr/bin/env bash\nset -euo pipefail\n\n");
    for (number, block) in BLOCKS.split("\n\n").cycle().enumerate() {
        if text.len() >= bytes {
            break;
        }
        text.push_str(&block.replace("NUM", &number.to_string()));
        text.push_str("\n\n");
    }
    text
}

const CHAIN: &str =
    "cd crates/shell && cargo fmt --check && cargo clippy -- -D warnings 2>&1 | tail -20; git status --short";

const FIVE: &str = "cd src && cargo test --all 2>&1 | tail -20; git diff --stat || echo done";

const TYPICAL: [&str; 60] = [
    "ls -la",
    "git status",
    "git diff --stat HEAD~1",
    "git log --oneline -20",
    "git show HEAD:src/main.rs | head -50",
    "git add -A && git commit -m \"fix: handle empty input\"",
    "git checkout -b feature/reader",
    "git push -u origin feature/reader",
    "git stash && git pull --rebase && git stash pop",
    "cargo build --release 2>&1 | tail -20",
    "cargo test -p byleave-shell -- --nocapture",
    "cargo clippy --workspace --all-targets -- -D warnings",
    "cargo fmt --all --check",
    "npm install --save-dev typescript@5",
    "npm run build && npm test",
    "npx tsc --noEmit",
    "pnpm --filter web dev",
    "python3 -m pytest -x -q tests/test_api.py::test_login",
    "python3 -c 'import json,sys; print(json.load(sys.stdin)[\"name\"])' < package.json",
    "pip install -r requirements.txt",
    "uv run ruff check --fix .",
    "go test ./... -run TestParse -count=1",
    "make -j4 all",
    "cat src/main.rs",
    "head -n 100 README.md",
    "tail -f /var/log/syslog",
    "sed -n '120,180p' src/lib.rs",
    "sed -i 's/foo/bar/g' src/*.rs",
    "grep -rn \"TODO\" --include='*.rs' src",
    "rg -n 'fn main' -g '!target'",
    "find . -name '*.ts' -not -path './node_modules/*' | head -20",
    "find . -type f -name '*.log' -mtime +7 -delete",
    "wc -l $(git ls-files '*.rs')",
    "mkdir -p build/out && cp -r assets/* build/out/",
    "rm -rf node_modules dist",
    "mv old.txt new.txt",
    "chmod +x scripts/test",
    "echo \"export PATH=$HOME/.local/bin:$PATH\" >> ~/.bashrc",
    "curl -sSL https://example.com/api/v1/users?id=3 | jq '.[0].name'",
    "curl -X POST -H 'Content-Type: application/json' -d '{\"a\": 1}' http://localhost:8080/items",
    "wget -q https://example.com/file.tar.gz && tar xzf file.tar.gz",
    "docker build -t app:latest .",
    "docker compose up -d --build",
    "docker exec -it web sh -c 'ls /app && cat /app/config.json'",
    "kubectl get pods -n prod -o wide",
    "ps aux | grep node | grep -v grep",
    "kill -9 $(lsof -t -i:3000)",
    "df -h && free -m",
    "which node && node --version",
    "env | sort",
    "test -f .env && source .env",
    "if [ -d dist ]; then rm -r dist; fi",
    "for f in *.png; do convert \"$f\" \"${f%.png}.jpg\"; done",
    "while read -r line; do echo \"$line\"; done < input.txt",
    "cat > notes.md <<'EOF'\n# Notes\n\n- one\n- two\nEOF\n",
    "diff -u expected.txt actual.txt || true",
    "timeout 60 ./run.sh > out.log 2>&1 &",
    "RUST_BACKTRACE=1 cargo run --example demo -- --verbose",
    "ssh -o BatchMode=yes host 'uptime'",
    "psql -h localhost -U app -c \"select count(*) from users where created_at > now() - interval '1 day'\"",
];

const SCRIPT: &str = include_str!("../texts/script.sh");
const KILOBYTE: &str = include_str!("../texts/kilobyte.sh");

const NESTED: &str = include_str!("../texts/nested.sh");

/// Blocks of a build script, with a blank line after each.
const BLOCKS: &str = include_str!("../texts/blocks.sh");
