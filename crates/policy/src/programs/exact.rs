//! How certain the rows of a program are: which arities were compared with the program itself.
//!
//! A row lists what an option takes. Where that was compared with the program, or its parser leaves no doubt, the next
//! word is certain to be a value; elsewhere a value that could be an option is not taken for granted.

/// Programs whose options take exactly what their rows say, in every spelling.
const EXACT: &[&str] = &[
    "awk", "base32", "base64", "basename", "cat", "chgrp", "chmod", "chown", "cksum", "cmp", "column", "comm", "cp", "csplit",
    "cut", "date", "dd", "df", "diff", "dirname", "du", "echo", "env", "expand", "expr", "file", "find", "fmt", "fold", "grep",
    "gzip", "head", "hostname", "id", "install", "ionice", "join", "jq", "less", "link", "ln", "ls", "md5sum", "mkdir", "mktemp",
    "mv", "nice", "nl", "nohup", "nproc", "numfmt", "od", "paste", "pathchk", "pr", "printenv", "printf", "ps", "pwd", "readlink",
    "realpath", "rev", "rg", "rm", "rmdir", "sed", "seq", "setsid", "sha1sum", "sha224sum", "sha256sum", "sha384sum", "sha512sum",
    "shuf", "sleep", "sort", "split", "stat", "stdbuf", "sum", "tac", "tail", "tar", "tee", "test", "timeout", "touch", "tr", "tree", "xmllint", "go", "terraform", "tofu",
    "gh", "glab", "kubectl", "oc", "helm", "docker", "podman", 
    "truncate", "tsort", "tty", "uname", "unexpand", "uniq", "users", "wc", "which", "who", "xargs", "xxd", "zcat", "zgrep",
];

/// Programs that take their own options after a sub-command as well as before it.
const ANYWHERE: &[&str] = &[
    "aws", "az", "cargo", "docker-compose", "gcloud", "gh", "glab", "helm", "kubectl", "oc", "npm", "pnpm", "yarn", "pip", "rustup", "uv",
    "ruff", "poetry", "systemctl", "journalctl", "terraform", "tofu", "brew", "go", "dotnet", "flutter", "dart", "deno", "bun", "apt",
    "apt-get", "apt-cache", "dnf", "snap", "flatpak", "nix", "just", "rclone", "consul", "vault", "nomad", "argocd", "flux", "fly",
    "heroku", "vercel", "netlify", "wrangler", "firebase", "doctl", "hcloud", "ip", "loginctl", "hostnamectl", "timedatectl",
    "localectl", "bluetoothctl", "podman", "docker", "skopeo", "crictl", "minikube", "kind", "k3d", "stern", "tilt", "skaffold",
];

/// Wrappers that only print something when they are given no command.
const PRINT_ALONE: &[&str] = &["arch", "chrt", "ionice", "nice", "taskset", "xargs"];

/// Whether the arities of a program's options are certain.
#[must_use]
pub fn is_exact(program: &str) -> bool {
    EXACT.contains(&program)
}

/// Whether a program takes its own options after a sub-command too.
#[must_use]
pub fn takes_options_anywhere(program: &str) -> bool {
    ANYWHERE.contains(&program)
}

/// Whether a wrapper only prints when it is given no command.
#[must_use]
pub fn prints_without_command(program: &str) -> bool {
    PRINT_ALONE.contains(&program)
}
