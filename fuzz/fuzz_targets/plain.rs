//! Any bytes at all: the plain reader ends, does not panic, blames a place that exists, and says no less of a text for a host that may
//! do less with it.
#![no_main]

use byleave_proof::{Host, NotPlain, Options, read};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let host = Host { options: Options::Default, home: Some("/home/dev"), directory: Some("/home/dev/project") };
    let script = read(bytes, &host);
    match read(bytes, &Host { options: Options::Unknown, ..host }) {
        Ok(plain) => {
            assert!(script.is_ok());
            assert_eq!(plain.text().as_bytes(), bytes);
            let stands = |span: byleave_proof::Span| plain.text().get(span.start..span.end).is_some();
            for command in plain.commands() {
                assert!(stands(command.span()) && command.words().iter().all(|word| stands(word.span)));
            }
        }
        Err(NotPlain { span, .. }) => assert!(span.start <= span.end && span.end <= bytes.len()),
    }
});
