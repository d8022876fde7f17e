//! Secrets among the words of a command: the word before says what a word is.

use std::ops::Range;

use byleave_knowledge::secrets::{is_secret, is_secret_option, is_secret_variable};

use super::value::{is_given, is_odd, is_program};

/// How an option takes its secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Takes {
    /// In the same word: `-pX`.
    Attached,
    /// In the same word or the next.
    Next,
    /// In the same word or the next, after this sign: `user:X`.
    After(char),
}

/// Programs whose secret options have no telling names: programs, a word that must be among the words, options.
type Row = (&'static [&'static str], &'static str, &'static [(&'static str, Takes)]);

const PROGRAMS: &[Row] = &[
    (
        &["mysql", "mysqldump", "mysqladmin", "mysqlimport", "mysqlshow", "mysqlcheck", "mariadb", "mariadb-dump"],
        "",
        &[("-p", Takes::Attached)],
    ),
    (
        &["sshpass", "mongo", "mongosh", "mongodump", "mongorestore", "mongoexport", "useradd", "usermod"],
        "",
        &[("-p", Takes::Next)],
    ),
    (
        &["docker", "podman", "nerdctl", "buildah", "skopeo", "helm", "oras", "crane", "az", "oc", "snyk"],
        "login",
        &[("-p", Takes::Next)],
    ),
    (&["redis-cli", "valkey-cli"], "", &[("-a", Takes::Next)]),
    (
        &["curl"],
        "",
        &[
            ("-u", Takes::After(':')),
            ("-U", Takes::After(':')),
            ("--user", Takes::After(':')),
            ("--proxy-user", Takes::After(':')),
            ("-b", Takes::After('=')),
            ("--cookie", Takes::After('=')),
        ],
    ),
    (&["http", "https", "xh"], "", &[("-a", Takes::After(':')), ("--auth", Takes::After(':'))]),
    (&["ldapsearch", "ldapmodify", "ldapadd", "ldapdelete", "ldappasswd", "ldapwhoami"], "", &[("-w", Takes::Next)]),
    (&["smbclient", "rpcclient", "smbget"], "", &[("-U", Takes::After('%')), ("--user", Takes::After('%'))]),
    (&["zip", "unzip", "zipcloak", "sqlcmd", "bcp", "ipmitool"], "", &[("-P", Takes::Next)]),
    (&["7z", "7za", "7zz", "rar", "unrar"], "", &[("-p", Takes::Attached)]),
    (
        &["openssl"],
        "",
        &[
            ("-passin", Takes::After(':')),
            ("-passout", Takes::After(':')),
            ("-pass", Takes::After(':')),
            ("-k", Takes::Next),
            ("-K", Takes::Next),
        ],
    ),
    (&["lftp"], "", &[("-u", Takes::After(','))]),
    (&["security"], "", &[("-w", Takes::Next)]),
    (&["gh"], "secret", &[("--body", Takes::Next), ("-b", Takes::Next)]),
    (&["kubectl", "oc"], "secret", &[("--from-literal", Takes::After('='))]),
    (&["nmcli"], "", &[("password", Takes::Next)]),
    (&["xfreerdp", "xfreerdp3"], "", &[("/p", Takes::After(':'))]),
];

/// The secrets in the words of a command: which word, and which part of it. Words whose value is not known are `None`.
pub(super) fn secrets(words: &[Option<&str>]) -> Vec<(usize, Range<usize>)> {
    let mut found = Vec::new();
    // The rows of the programs that were named, and which of them have the word they need.
    let mut rows: Vec<&Row> = Vec::new();
    let mut seen: Vec<&str> = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let Some(word) = *word else { continue };
        let next = words.get(at + 1).copied().flatten();
        let counts = |row: &&&Row| row.1.is_empty() || seen.contains(&row.1);
        let by_program = rows.iter().filter(counts).find_map(|row| by_program(row, word, next));
        if !word.starts_with('-') {
            let name = word.rsplit('/').next().unwrap_or(word);
            let named = |row: &&Row| row.0.contains(&name) && !rows.iter().any(|known| std::ptr::eq(*known, *row));
            let new: Vec<&Row> = PROGRAMS.iter().filter(named).collect();
            rows.extend(new);
            if PROGRAMS.iter().any(|row| row.1 == word) && !seen.contains(&word) {
                seen.push(word);
            }
        }
        let place = by_program.or_else(|| by_name(word, next));
        if let Some((further, range)) = place {
            let index = at + usize::from(further);
            if words.get(index).copied().flatten().and_then(|word| word.get(range.clone())).is_some_and(is_given) {
                found.push((index, range));
            }
        }
    }
    found.extend(last_operand(words));
    found
}

/// Whether a command reads a password, and nothing else, from its standard input.
pub(super) fn reads_password(words: &[Option<&str>]) -> bool {
    let has = |wanted: &str| words.contains(&Some(wanted));
    ["--password-stdin", "--with-token", "--passphrase-fd", "--secret-stdin", "chpasswd"].into_iter().any(has)
        || has("sudo") && (has("-S") || has("--stdin"))
        || has("passwd") && has("--stdin")
        || has("cryptsetup")
}

/// Whether it is the next word, and which part.
fn by_program(row: &Row, word: &str, next: Option<&str>) -> Option<(bool, Range<usize>)> {
    for (option, takes) in row.2 {
        let Some(rest) = word.strip_prefix(option) else { continue };
        let long = option.starts_with("--") || option.len() > 2;
        let (further, offset, value) = match (rest, rest.strip_prefix('=')) {
            ("", _) if *takes == Takes::Attached => return None,
            ("", _) => (true, 0, next?),
            (_, Some(value)) if long => (false, option.len() + 1, value),
            _ if long && option.starts_with('/') => (false, option.len(), rest),
            _ if long => continue,
            _ => (false, option.len(), rest),
        };
        let start = match takes {
            Takes::Attached | Takes::Next => 0,
            Takes::After(sign) => value.find(*sign)? + sign.len_utf8(),
        };
        return Some((further, offset + start..offset + value.len()));
    }
    None
}

fn by_name(word: &str, next: Option<&str>) -> Option<(bool, Range<usize>)> {
    let dashes = word.len() - word.trim_start_matches('-').len();
    let bare = word.trim_start_matches('-');
    if let Some((name, value)) = bare.split_once('=') {
        let plain =
            name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b':' | b'/'));
        let secret = if dashes == 0 { is_secret_variable(name) } else { is_secret_option(name) };
        let start = dashes + name.len() + 1;
        return (plain && secret && !is_program(value)).then_some((false, start..word.len()));
    }
    let value = next?;
    // Hiding a program would hide what runs, and an option is no secret.
    let possible = !value.starts_with('-') && !is_program(value);
    let option = dashes > 0 && is_secret_option(bare);
    // `aws configure set aws_secret_access_key X`
    let setting = dashes == 0 && bare.contains(['_', ':']) && is_secret(bare) && is_odd(value);
    (possible && (option || setting)).then_some((true, 0..value.len()))
}

/// `htpasswd -b file user X`, `rclone obscure X`
fn last_operand(words: &[Option<&str>]) -> Option<(usize, Range<usize>)> {
    let has = |wanted: &str| words.contains(&Some(wanted));
    let password = has("rclone") && has("obscure")
        || has("htpasswd") && words.iter().flatten().any(|word| word.starts_with('-') && word.contains('b'));
    let index = words.len().checked_sub(1).filter(|_| password)?;
    let word = words.get(index).copied().flatten().filter(|word| is_given(word) && !word.starts_with('-'))?;
    Some((index, 0..word.len()))
}
