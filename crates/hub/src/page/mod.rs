//! The page for people: files of `web/`, held in the program, so that a hub needs nothing beside it.

use axum::extract::Path;
use axum::http::{HeaderName, HeaderValue, header};
use axum::response::{IntoResponse, Response};

use crate::problem::Problem;

/// What browsers let the page do: run its own files and speak to this hub. No markup is ever made of text, so there is
/// no policy for doing that either.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'; \
                      require-trusted-types-for 'script'; trusted-types 'none'";

/// What the page never needs.
const PERMISSIONS: &str = "camera=(), geolocation=(), microphone=(), payment=(), usb=()";

const HTML: &str = "text/html; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";

macro_rules! files {
    ($($name:literal as $kind:expr),+ $(,)?) => {
        /// The files: name, kind, content.
        const FILES: &[(&str, &str, &[u8])] =
            &[$(($name, $kind, include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/", $name)))),+];
    };
}

files! {
    "answering.js" as SCRIPT,
    "bar.js" as SCRIPT,
    "card.js" as SCRIPT,
    "change.js" as SCRIPT,
    "command.js" as SCRIPT,
    "confirm.js" as SCRIPT,
    "dialog.js" as SCRIPT,
    "diff.js" as SCRIPT,
    "dom.js" as SCRIPT,
    "facts.js" as SCRIPT,
    "grants.js" as SCRIPT,
    "history.js" as SCRIPT,
    "icon.svg" as "image/svg+xml",
    "index.html" as HTML,
    "keys.js" as SCRIPT,
    "link.js" as SCRIPT,
    "main.js" as SCRIPT,
    "plot.js" as SCRIPT,
    "policy.js" as SCRIPT,
    "queue.js" as SCRIPT,
    "radius.js" as SCRIPT,
    "receipt.js" as SCRIPT,
    "screen.js" as SCRIPT,
    "sentence.js" as SCRIPT,
    "sessions.js" as SCRIPT,
    "settings.js" as SCRIPT,
    "spell.js" as SCRIPT,
    "state.js" as SCRIPT,
    "stats.js" as SCRIPT,
    "style.css" as "text/css; charset=utf-8",
    "thing.js" as SCRIPT,
}

/// `GET /`
pub async fn index() -> Result<Response, Problem> {
    named("index.html")
}

/// `GET /page/FILE`
pub async fn file(Path(name): Path<String>) -> Result<Response, Problem> {
    named(&name)
}

fn named(name: &str) -> Result<Response, Problem> {
    let found = FILES.iter().find(|(known, _, _)| *known == name);
    let (_, kind, content) = found.ok_or_else(|| Problem::missing("file"))?;
    let headers = [
        (header::CONTENT_TYPE, *kind),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (HeaderName::from_static("permissions-policy"), PERMISSIONS),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        // A new hub has new files; asking again costs nothing on the same machine.
        (header::CACHE_CONTROL, "no-cache"),
    ];
    let mut response = content.into_response();
    for (name, value) in headers {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    Ok(response)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    use super::{FILES, named};

    /// What the whole page may weigh as it stands.
    const HEAVIEST: usize = 200 * 1024;

    #[test]
    fn every_file_of_the_page_is_held_and_nothing_else() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
        let there: BTreeSet<String> = fs::read_dir(folder)
            .expect("the page")
            .filter_map(Result::ok)
            .filter(|entry| entry.path().is_file())
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .collect();
        assert_eq!(there, FILES.iter().map(|(name, _, _)| (*name).to_owned()).collect());
        assert!(FILES.iter().map(|(_, _, content)| content.len()).sum::<usize>() < HEAVIEST);
    }

    #[test]
    fn no_file_makes_markup_of_text_or_speaks_to_others() {
        for (name, _, content) in FILES {
            let text = std::str::from_utf8(content).expect("text");
            for trick in [
                "innerHTML",
                "outerHTML",
                "insertAdjacentHTML",
                "document.write",
                "eval(",
                "new Function",
                " style=",
                "javascript:",
            ] {
                assert!(!text.contains(trick), "{name}: {trick}");
            }
            let others = text.matches("://").count() - text.matches("http://www.w3.org/2000/svg").count();
            // The address of the socket is put together from the page's own.
            assert_eq!(others, 0, "{name} names another address");
        }
    }

    #[test]
    fn only_known_names_are_files() {
        assert!(named("main.js").is_ok());
        for wrong in ["", "..", "../Cargo.toml", "tests", "main.js/", "MAIN.JS"] {
            assert!(named(wrong).is_err(), "{wrong}");
        }
    }
}
