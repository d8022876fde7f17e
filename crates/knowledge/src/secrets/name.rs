//! Names that say that a secret follows.

use super::{AMONG_SETTINGS, ENDS, KEYS, LAST, PAIRS, SWITCHES, TELLING, WHOLE};

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
#[must_use]
pub fn is_secret(name: &str) -> bool {
    if name.len() > 80 || matches!(name, "PWD" | "OLDPWD" | "pwd") {
        return false;
    }
    let words = words(name);
    let (last, before) = match words.as_slice() {
        [.., before, last] => (last.as_str(), Some(before.as_str())),
        [last] => (last.as_str(), None),
        [] => return false,
    };
    let pair = |pair: &&str| before.is_some_and(|before| pair.split_once('-') == Some((before, last)));
    LAST.contains(&last)
        || WHOLE.contains(&last)
        || ENDS.iter().any(|end| last.len() > end.len() && last.ends_with(end))
        || last == "key" && before.is_some_and(|before| KEYS.contains(&before))
        || PAIRS.iter().any(pair)
        || before.is_none() && last == "sig"
}

/// Whether an environment variable holds a secret; there, every `…_KEY` counts.
#[must_use]
pub fn is_secret_variable(name: &str) -> bool {
    let capitals = name.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_');
    is_secret(name) || capitals && (name.ends_with("_KEY") || name.ends_with("_AUTH"))
}

/// Whether an option takes a secret as its value.
#[must_use]
pub fn is_secret_option(name: &str) -> bool {
    let switch = words(name).first().is_some_and(|first| SWITCHES.contains(&first.as_str()));
    !switch && is_secret(name)
}

/// Whether a sub-command of this name prints what is kept secret.
#[must_use]
pub fn tells_secrets(sub_command: &str) -> bool {
    TELLING.iter().any(|part| sub_command.contains(part))
}

/// Whether a secret may stand among the settings of a file.
#[must_use]
pub fn may_be_among(settings: &str) -> bool {
    let settings = settings.to_ascii_lowercase();
    AMONG_SETTINGS.iter().any(|word| settings.contains(word))
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
