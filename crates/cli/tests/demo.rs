//! `byleave demo --web` as a person meets it at a terminal, with answers over HTTP instead of a browser.
#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test may fail")]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// A page of the demo's hub that is logged in.
struct Page {
    host: String,
    cookie: String,
    key: String,
}

impl Page {
    fn enter(host: &str, secret: &str) -> Self {
        let mut page = Self { host: host.to_owned(), cookie: String::new(), key: String::new() };
        let (head, body) = page.send("POST", "/v1/login", &json!({ "token": secret })).unwrap();
        let cookie = head.lines().find_map(|line| line.strip_prefix("set-cookie: ")).unwrap();
        cookie.split(';').next().unwrap().clone_into(&mut page.cookie);
        body["key"].as_str().unwrap().clone_into(&mut page.key);
        page
    }

    /// A request; none if the hub is gone, or goes meanwhile.
    fn send(&self, method: &str, path: &str, body: &Value) -> Option<(String, Value)> {
        let Self { host, cookie, key } = self;
        let body = if method == "GET" { String::new() } else { body.to_string() };
        let own = if key.is_empty() { String::new() } else { format!("cookie: {cookie}\r\nx-byleave-key: {key}\r\n") };
        let mut stream = TcpStream::connect(host).ok()?;
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nhost: {host}\r\norigin: http://{host}\r\n{own}connection: close\r\n\
             content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        )
        .ok()?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).ok()?;
        let (head, body) = answer.split_once("\r\n\r\n")?;
        Some((head.to_owned(), serde_json::from_str(body).ok()?))
    }

    /// Allows whatever waits, this time only.
    fn allow_once(&self) -> Option<()> {
        let (_, waiting) = self.send("GET", "/v1/requests", &Value::Null)?;
        for request in waiting["requests"].as_array()? {
            let path = format!("/v1/requests/{}/answer", request["id"].as_str()?);
            self.send("POST", &path, &json!({ "approved": true, "scope": "once" }))?;
        }
        Some(())
    }
}

/// All that the demo writes on a terminal of this many columns, while its person allows each call once.
fn told(columns: &str) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("demo-{columns}"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let mut demo = Command::new(env!("CARGO_BIN_EXE_byleave"))
        .args(["demo", "--web", "--color", "never"])
        .current_dir(&folder)
        .envs([("HOME", folder.to_str().unwrap()), ("COLUMNS", columns), ("BROWSER", "true")])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(demo.stdout.take().unwrap());
    let mut text = String::new();
    let address = loop {
        let mut line = String::new();
        assert_ne!(lines.read_line(&mut line).unwrap(), 0, "it has no address: {text}");
        text.push_str(&line);
        if let Some((_, address)) = line.split_once("http://") {
            break address.trim().to_owned();
        }
    };
    let (host, secret) = address.split_once("/#token=").unwrap();
    let page = Page::enter(host, secret);
    let rest = std::thread::spawn(move || {
        let mut rest = String::new();
        lines.read_to_string(&mut rest).map(|_| rest).unwrap()
    });
    let end = Instant::now() + Duration::from_mins(2);
    while demo.try_wait().unwrap().is_none() && Instant::now() < end {
        // Its hub ends with it, perhaps in the middle of this.
        let _ = page.allow_once();
        std::thread::sleep(Duration::from_millis(100));
    }
    assert!(demo.try_wait().unwrap().is_some_and(|status| status.success()), "{text}");
    text.push_str(&rest.join().unwrap());
    text.replace(&address, "ADDRESS")
}

/// The words up to the table, which cuts what does not fit, and those behind the record, whose hash differs. The output of programs and
/// the scratch folder differ as well.
fn words(text: &str) -> Vec<String> {
    let (before, rest) = text.split_once("What happened").unwrap();
    let (_, after) = rest.split_once("Look around").unwrap();
    let lines = before.lines().chain(after.lines()).filter(|line| !line.trim_start().starts_with('│'));
    let words = lines.flat_map(str::split_whitespace);
    words.map(|word| word.rsplit_once("/weather/").map_or(word, |(_, path)| path).to_owned()).collect()
}

#[test]
fn the_demo_on_the_web_breaks_lines_between_words_and_promises_nothing_that_was_not_granted() {
    let (narrow, wide) = std::thread::scope(|scope| {
        let wide = scope.spawn(|| told("400"));
        (told("80"), wide.join().unwrap())
    });
    for line in narrow.lines() {
        assert!(line.chars().count() <= 80, "a terminal breaks this line where it likes: {line:?}");
    }
    assert_eq!(words(&narrow), words(&wide), "a line breaks inside a word");
    // Each call was allowed once, so the same call asks again, and its heading does not say otherwise.
    let (_, again) = narrow.split_once(" 6. ").unwrap();
    let (heading, then) = again.split_once('\n').unwrap();
    assert_eq!(heading, "check it again: what you allowed for longer does not ask");
    assert!(then.lines().nth(1).unwrap().contains("? it asks"), "{again}");
}
