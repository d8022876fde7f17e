//! The page for people: the files of `web/`, embedded in the program, so that a hub needs nothing else. They are stored
//! compressed and sent as stored.

pub mod plain;
pub mod setup;

use std::io::Read as _;

use axum::extract::Path;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use flate2::read::GzDecoder;

use crate::server::Problem;

/// What browsers let the page do: run its own files and talk to this hub. The page never makes markup from text, so
/// there is no Trusted Types policy for that either.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
                      manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; \
                      require-trusted-types-for 'script'; trusted-types 'none'";

/// What the page never needs.
const PERMISSIONS: &str = "camera=(), geolocation=(), microphone=(), payment=(), usb=()";

include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// A file of the page.
#[derive(Debug)]
pub struct File {
    name: &'static str,
    kind: &'static str,
    /// Identifies the content.
    tag: &'static str,
    /// The uncompressed size in bytes.
    length: usize,
    packed: &'static [u8],
}

impl File {
    fn find(name: &str) -> Option<&'static Self> {
        FILES.iter().find(|file| file.name == name)
    }

    /// The content, for the few clients that do not accept gzip.
    fn content(&self) -> std::io::Result<Vec<u8>> {
        let mut content = Vec::with_capacity(self.length);
        GzDecoder::new(self.packed).read_to_end(&mut content)?;
        Ok(content)
    }
}

/// `GET /`
pub async fn index(headers: HeaderMap) -> Result<Response, Problem> {
    named("index.html", &headers)
}

/// `GET /page/FILE`
pub async fn file(Path(name): Path<String>, headers: HeaderMap) -> Result<Response, Problem> {
    named(&name, &headers)
}

fn named(name: &str, asked: &HeaderMap) -> Result<Response, Problem> {
    let file = File::find(name).ok_or_else(|| Problem::missing("file"))?;
    let packed = takes_gzip(asked);
    // To a cache, the two forms of one file are two things.
    let tag = format!("\"{}{}\"", file.tag, if packed { "-gz" } else { "" });
    let failed = || Problem::failed("the file could not be unpacked");
    let mut response = if has(asked, &tag) {
        StatusCode::NOT_MODIFIED.into_response()
    } else if packed {
        let mut response = file.packed.into_response();
        response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        response
    } else {
        file.content().map_err(|_| failed())?.into_response()
    };
    for (name, value) in [
        (header::CONTENT_TYPE, file.kind),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (HeaderName::from_static("permissions-policy"), PERMISSIONS),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        // A new hub has new files; revalidating is cheap.
        (header::CACHE_CONTROL, "no-cache"),
        (header::VARY, "accept-encoding"),
    ] {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response.headers_mut().insert(header::ETAG, HeaderValue::from_str(&tag).map_err(|_| failed())?);
    Ok(response)
}

/// Whether the browser already has this content.
fn has(asked: &HeaderMap, tag: &str) -> bool {
    let all = asked.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    all.flat_map(|text| text.split(',')).map(str::trim).any(|one| one.strip_prefix("W/").unwrap_or(one) == tag)
}

/// Whether the client accepts gzip: named or covered by `*`, and not with weight 0.
fn takes_gzip(asked: &HeaderMap) -> bool {
    let all = asked.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    let mut any = None;
    for one in all.flat_map(|text| text.split(',')) {
        let (name, rest) = one.split_once(';').unwrap_or((one, ""));
        let weight = rest.trim().strip_prefix("q=").map_or(Ok(1.0), str::parse::<f32>);
        let wanted = weight.is_ok_and(|weight| weight > 0.0);
        match name.trim().to_ascii_lowercase().as_str() {
            "gzip" => return wanted,
            "*" => any = Some(wanted),
            _ => {}
        }
    }
    any == Some(true)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};

    use super::{FILES, File, named, takes_gzip};

    /// The largest total size of the page in transfer.
    const HEAVIEST: usize = 150 * 1024;

    fn asking(name: HeaderName, value: &str) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(name, HeaderValue::from_str(value).expect("a value"));
        headers
    }

    #[test]
    fn every_file_of_the_page_is_held_as_it_is_and_nothing_else() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
        let names = |room: &str| -> Vec<String> {
            let found = fs::read_dir(folder.join(room)).expect("a room").filter_map(Result::ok);
            let files = found.filter(|entry| entry.path().is_file());
            files.map(|entry| format!("{room}{}", entry.file_name().to_string_lossy())).collect()
        };
        let all = ["", "card/", "hub/", "screens/", "text/"].into_iter().flat_map(names);
        let there: BTreeSet<String> = all.filter(|name| !name.ends_with(".d.ts")).collect();
        assert_eq!(there, FILES.iter().map(|file| file.name.to_owned()).collect());
        for file in FILES {
            let content = file.content().expect("what was packed");
            assert_eq!(content, fs::read(folder.join(file.name)).expect("a file"), "{}", file.name);
            assert_eq!(content.len(), file.length, "{}", file.name);
        }
    }

    #[test]
    fn the_page_is_light() {
        let packed: usize = FILES.iter().map(|file| file.packed.len()).sum();
        assert!(packed < HEAVIEST, "{packed}");
    }

    #[test]
    fn no_file_makes_markup_of_text_or_speaks_to_others() {
        for file in FILES.iter().filter(|file| file.kind != "image/png") {
            let (name, content) = (file.name, file.content().expect("what was packed"));
            let text = std::str::from_utf8(&content).expect("text");
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
            // The page builds the address of the socket from its own address.
            assert_eq!(others, 0, "{name} names another address");
        }
    }

    #[test]
    fn only_known_names_are_files() {
        assert!(named("main.js", &HeaderMap::new()).is_ok());
        for wrong in ["", "..", "../Cargo.toml", "tests", "main.js/", "MAIN.JS", "main.js.gz"] {
            assert!(named(wrong, &HeaderMap::new()).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_browser_that_takes_gzip_gets_it_and_others_the_plain_text() {
        for (said, takes) in [
            ("gzip, deflate, br, zstd", true),
            ("br;q=1.0, GZIP;q=0.5", true),
            ("*", true),
            ("deflate", false),
            ("gzip;q=0", false),
            ("gzip;q=0, *", false),
            ("*;q=0", false),
            ("gzip;q=much", false),
            ("xgzip", false),
            ("", false),
        ] {
            let asked = asking(header::ACCEPT_ENCODING, said);
            assert_eq!(takes_gzip(&asked), takes, "{said}");
            let response = named("main.js", &asked).expect("a file");
            assert_eq!(response.headers().contains_key(header::CONTENT_ENCODING), takes, "{said}");
            assert_eq!(response.headers().get(header::VARY).expect("vary"), "accept-encoding");
        }
    }

    #[test]
    fn what_a_browser_has_is_not_sent_again() {
        let file = File::find("main.js").expect("a file");
        for (said, status) in [
            (format!("\"{}\"", file.tag), StatusCode::NOT_MODIFIED),
            (format!("W/\"{}\"", file.tag), StatusCode::NOT_MODIFIED),
            (format!("\"other\", \"{}\"", file.tag), StatusCode::NOT_MODIFIED),
            (format!("\"{}-gz\"", file.tag), StatusCode::OK),
            ("\"other\"".to_owned(), StatusCode::OK),
        ] {
            let response = named("main.js", &asking(header::IF_NONE_MATCH, &said)).expect("a file");
            assert_eq!(response.status(), status, "{said}");
            assert!(response.headers().contains_key(header::CONTENT_SECURITY_POLICY), "{said}");
        }
    }
}
