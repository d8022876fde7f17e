//! The description of the interface says what the code does: the same addresses, the same errors.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::format_push_string,
    reason = "tests"
)]

mod support;

use std::collections::BTreeSet;

use serde_json::Value;
use support::{Folder, Running, Wish};

fn document() -> Value {
    serde_json::from_str(include_str!("../openapi.json")).unwrap()
}

/// What `routes.rs` has below `/v1`, as `get /v1/calls`.
fn routes() -> BTreeSet<String> {
    let source = include_str!("../src/server/routes.rs");
    let mut found = BTreeSet::new();
    for part in source.split(".route(\"").skip(1) {
        let (path, rest) = part.split_once('"').unwrap();
        // Up to the next route or the end of the list.
        let handlers = rest.split("\n        .").next().unwrap();
        for method in ["get", "post", "put", "patch", "delete", "any"] {
            if path.starts_with("/v1/") && handlers.contains(&format!("{method}(")) {
                found.insert(format!("{method} {path}"));
            }
        }
    }
    found
}

#[test]
fn every_address_is_described_and_every_description_has_an_address() {
    let document = document();
    let paths = document["paths"].as_object().unwrap();
    let described: BTreeSet<String> = paths
        .iter()
        .flat_map(|(path, methods)| methods.as_object().unwrap().keys().map(move |method| format!("{method} {path}")))
        .collect();
    let routes = routes();
    assert!(routes.len() > 25, "only {} routes were found: {routes:?}", routes.len());
    let missing: Vec<_> = routes.difference(&described).collect();
    let invented: Vec<_> = described.difference(&routes).collect();
    assert!(
        missing.is_empty() && invented.is_empty(),
        "not in openapi.json: {missing:?}; not in routes.rs: {invented:?}"
    );
}

#[test]
fn every_error_is_described_and_none_is_made_up() {
    let mut made = BTreeSet::from(["gone".to_owned()]);
    let mut folders = vec![std::path::PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/src"))];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    for path in files {
        let source = std::fs::read_to_string(&path).unwrap();
        // `Problem::new(status, "code", message)`, also as `Self::new` where it is at home.
        let own = if path.ends_with("problem.rs") { "Self::new(" } else { "Problem::new(" };
        for part in source.split(own).skip(1) {
            let code = part.split('"').nth(1).unwrap_or_default();
            // Where it is at home the status may come from elsewhere.
            if part.trim_start().starts_with("StatusCode::") {
                made.insert(code.to_owned());
            }
        }
    }
    let document = document();
    let listed = document["components"]["schemas"]["Problem"]["properties"]["error"]["enum"].as_array().unwrap();
    let listed: BTreeSet<String> = listed.iter().map(|code| code.as_str().unwrap().to_owned()).collect();
    assert!(made.len() > 10, "only {made:?} were found");
    let missing: Vec<_> = made.difference(&listed).collect();
    let invented: Vec<_> = listed.difference(&made).collect();
    assert!(missing.is_empty() && invented.is_empty(), "not in openapi.json: {missing:?}; never made: {invented:?}");
}

#[test]
fn every_reference_leads_somewhere_and_everything_is_referred_to() {
    let document = document();
    let text = document.to_string();
    let mut used = BTreeSet::new();
    for part in text.split(r##""$ref":"#/"##).skip(1) {
        let place = part.split('"').next().unwrap();
        assert!(document.pointer(&format!("/{place}")).is_some(), "{place}");
        used.insert(place.to_owned());
    }
    for kind in ["schemas", "responses"] {
        for name in document["components"][kind].as_object().unwrap().keys() {
            assert!(used.contains(&format!("components/{kind}/{name}")), "nobody needs {kind}/{name}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn everybody_may_read_the_description() {
    let folder = Folder::new("openapi");
    let hub = Running::start(&folder, Wish::default()).await;
    let told = hub.send("GET", "/v1/openapi.json", &[], "").await;
    assert_eq!((told.status, told.body), (200, document()));
    assert!(told.head.contains("content-type: application/json"), "{}", told.head);
    hub.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_framework_refuses_by_itself_is_told_like_everything_else() {
    let folder = Folder::new("framework");
    let hub = Running::start(&folder, Wish::default()).await;
    let agent = hub.token(byleave_gate::Role::Agent, None).await;
    for (path, status) in [
        ("/v1/calls/%FF", 400),
        ("/v1/calls/x?wait=soon", 400),
        ("/v1/calls/x?wait=-1", 400),
        ("/v1/calls/x?wait=NaN", 400),
        ("/v1/sessions/%FF", 400),
        ("/v1/agent", 400),
    ] {
        let told = hub.get(path, &agent).await;
        assert_eq!(told.status, status, "{path} {told:?}");
        assert!(told.body["error"].is_string() && told.body["message"].is_string(), "{path} {told:?}");
    }
    hub.stop().await;
}
