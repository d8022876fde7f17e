//! Any bytes at all: the plain reader ends, does not panic, blames a place that exists, and says no less of a text for a host that may
//! do less with it.
#![no_main]

use byleave_proof::{Entry, Host, NotPlain, Options, read};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let host = Host { home: Some("/home/dev"), directory: Some("/home/dev/project"), ..Host::script() };
    let script = read(bytes, &host);
    for narrower in [Host { options: Options::Unknown, ..host }, Host { entry: Entry::Typed, ..host }] {
        match read(bytes, &narrower) {
            Ok(plain) => {
                assert!(script.is_ok());
                assert_eq!(plain.text().as_bytes(), bytes);
                for command in plain.commands() {
                    assert!(plain.text().get(command.span.start..command.span.end).is_some());
                    assert!(
                        command.words.iter().all(|word| plain.text().get(word.span.start..word.span.end).is_some())
                    );
                }
            }
            Err(NotPlain { span, .. }) => assert!(span.start <= span.end && span.end <= bytes.len()),
        }
    }
});
