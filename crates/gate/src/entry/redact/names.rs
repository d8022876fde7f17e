//! Names that say that a secret follows.

/// Last words of a name that say so by themselves.
const LAST: &[&str] = &[
    "password",
    "passwd",
    "passphrase",
    "pass",
    "pwd",
    "passwort",
    "secret",
    "secrets",
    "token",
    "apikey",
    "authorization",
    "cookie",
    "cookies",
    "credential",
    "credentials",
    "creds",
    "bearer",
    "jwt",
    "pat",
    "psk",
    "apitoken",
    "authtoken",
    "accesstoken",
    "sshpass",
    "dbpass",
    "userpass",
    "signature",
    "xsrf",
    "csrf",
];

/// Words before `key` that make it a secret one.
const KEYS: &[&str] = &[
    "api",
    "access",
    "private",
    "secret",
    "signing",
    "encryption",
    "auth",
    "account",
    "master",
    "session",
    "service",
    "shared",
    "storage",
    "app",
    "application",
    "license",
    "subscription",
    "deploy",
    "admin",
    "root",
    "client",
    "hmac",
];

/// Words at the beginning that make an option a question of yes or no: no value follows it.
const SWITCHES: &[&str] = &[
    "no", "show", "with", "use", "ask", "has", "without", "require", "skip", "allow", "enable", "disable", "hide",
    "list", "generate", "reset", "is", "print", "new", "rotate", "revoke", "delete", "create", "get", "need", "needs",
    "max", "min",
];

/// The words of a name, in small letters: `dbPassword`, `DB_PASSWORD` and `db-password` are `db password`.
fn words(name: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut before = '_';
    for one in name.chars() {
        if one.is_ascii_alphanumeric() {
            let begins = !before.is_ascii_alphanumeric() || one.is_ascii_uppercase() && before.is_ascii_lowercase();
            match found.last_mut().filter(|_| !begins) {
                Some(word) => word.push(one.to_ascii_lowercase()),
                None => found.push(one.to_ascii_lowercase().to_string()),
            }
        }
        before = one;
    }
    found
}

/// Whether a name says that its value is a secret: `password`, `apiKey`, `aws_secret_access_key`, `X-Auth-Token`.
pub(super) fn is_secret(name: &str) -> bool {
    if name.len() > 80 || matches!(name, "PWD" | "OLDPWD" | "pwd") {
        return false;
    }
    let words = words(name);
    let (last, before) = match words.as_slice() {
        [.., before, last] => (last.as_str(), Some(before.as_str())),
        [last] => (last.as_str(), None),
        [] => return false,
    };
    LAST.contains(&last)
        || ["password", "passwd", "secret", "apikey", "token"]
            .iter()
            .any(|end| last.len() > end.len() && last.ends_with(end))
        || last == "key" && before.is_some_and(|before| KEYS.contains(&before))
        || matches!((before, last), (Some("key"), "base" | "material") | (Some("session"), "id") | (None, "sig"))
        || ["accesskey", "privatekey", "secretkey", "accountkey", "sharedaccesskey", "sessionkey", "signingkey"]
            .contains(&last)
}

/// Whether an environment variable holds a secret; there, every `…_KEY` counts.
pub(super) fn is_secret_variable(name: &str) -> bool {
    let capitals = name.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_');
    is_secret(name) || capitals && (name.ends_with("_KEY") || name.ends_with("_AUTH"))
}

/// Whether an option takes a secret as its value.
pub(super) fn is_secret_option(name: &str) -> bool {
    let switch = words(name).first().is_some_and(|first| SWITCHES.contains(&first.as_str()));
    !switch && is_secret(name)
}

#[cfg(test)]
mod tests {
    use super::{is_secret, is_secret_option, is_secret_variable};

    #[test]
    fn names_of_secrets_are_known_and_others_are_not() {
        for name in [
            "password",
            "PASSWORD",
            "dbPassword",
            "DB_PASSWORD",
            "PGPASSWORD",
            "MYSQL_PWD",
            "apiKey",
            "api_key",
            "API_KEY",
            "aws_secret_access_key",
            "token",
            "GITHUB_TOKEN",
            "X-Auth-Token",
            "Authorization",
            "cookie",
            "client_secret",
            "access_token",
            "secret",
            "SECRET_KEY_BASE",
            "private_key",
            "_authToken",
            "AccountKey",
            "x-api-key",
        ] {
            assert!(is_secret(name), "{name}");
        }
        for name in [
            "max_tokens",
            "tokenizer",
            "token_count",
            "password_file",
            "TOKEN_PATH",
            "secret_name",
            "key",
            "PWD",
            "OLDPWD",
            "path",
            "public_key",
            "SSH_AUTH_SOCK",
            "GIT_ASKPASS",
            "passive",
            "compass",
            "",
            "primary_key",
        ] {
            assert!(!is_secret(name), "{name}");
        }
        assert!(is_secret_variable("STRIPE_KEY") && !is_secret_variable("KEY") && !is_secret_variable("menu_key"));
        assert!(is_secret_option("token") && !is_secret_option("show-token") && !is_secret_option("no-password"));
    }
}
