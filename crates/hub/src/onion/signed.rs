//! Signed frames: `payload`, the signer, and the signature over the canonical text of the payload.

use std::fmt::Write as _;
use std::time::Duration;

use byleave_policy::canonical;
use jiff::Timestamp;
use ring::signature::{ED25519, UnparsedPublicKey};
use serde_json::{Map, Value};
use thiserror::Error;

use super::address::{Address, bytes};

/// How far the time of a signature may differ from the server's, either way. ConnectOnion uses the same.
pub const WINDOW: Duration = Duration::from_mins(5);

/// Why a frame does not count. The messages begin like ConnectOnion's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BadFrame {
    #[error("unauthorized: signed request required")]
    Unsigned,
    #[error("unauthorized: 'from' must be `0x` and 64 hexadecimal digits")]
    Sender,
    #[error("unauthorized: the signature must be 128 hexadecimal digits")]
    Form,
    #[error("unauthorized: timestamp required in payload, in seconds since 1970")]
    Time,
    #[error("unauthorized: signature expired; sign it again, and look whether the clocks agree")]
    Expired,
    #[error("unauthorized: signed before this hub was started; sign it again")]
    Before,
    #[error("unauthorized: wrong recipient; `byleave hub key list` shows the address of this hub")]
    Recipient,
    #[error("unauthorized: invalid signature")]
    Invalid,
    #[error("forbidden: this key is not enrolled here, or no longer; see `byleave hub key add`")]
    Unknown,
    #[error("unauthorized: this CONNECT was already used; sign another, a second later")]
    Used,
    #[error("unauthorized: command signer does not own this connection")]
    Other,
    #[error("unauthorized: signed command type mismatch")]
    Kind,
    #[error("unauthorized: signed command nonce required, and each but once")]
    Nonce,
}

/// A frame with a valid signature.
#[derive(Debug)]
pub struct Signed {
    pub from: Address,
    pub payload: Map<String, Value>,
    pub signature: [u8; 64],
    /// The time that the signer states, in seconds.
    pub seconds: f64,
}

impl Signed {
    /// Checks a frame: its time by the hub's clock, its receiver, and last its signature. It does not check whether the
    /// key counts.
    pub fn read(frame: &Map<String, Value>, hub: Address, now: Timestamp) -> Result<Self, BadFrame> {
        let text = |key: &str| frame.get(key).and_then(Value::as_str);
        let payload = frame.get("payload").and_then(Value::as_object).ok_or(BadFrame::Unsigned)?;
        let signature = text("signature").ok_or(BadFrame::Unsigned)?;
        let from = Address::parse(text("from").ok_or(BadFrame::Sender)?).map_err(|_| BadFrame::Sender)?;
        let signature = bytes(signature.strip_prefix("0x").unwrap_or(signature)).ok_or(BadFrame::Form)?;
        let seconds = payload.get("timestamp").and_then(Value::as_f64).ok_or(BadFrame::Time)?;
        let apart = now.duration_since(Timestamp::UNIX_EPOCH).as_secs_f64() - seconds;
        // Written this way because every comparison with NaN is false.
        let near = apart.abs() <= WINDOW.as_secs_f64();
        if !near {
            return Err(BadFrame::Expired);
        }
        let to = payload.get("to").and_then(Value::as_str).and_then(|to| bytes(to.strip_prefix("0x")?));
        if to.map(Address::of) != Some(hub) {
            return Err(BadFrame::Recipient);
        }
        let key = UnparsedPublicKey::new(&ED25519, from.bytes());
        let fits = forms(payload).iter().any(|form| key.verify(form.as_bytes(), &signature).is_ok());
        if fits { Ok(Self { from, payload: payload.clone(), signature, seconds }) } else { Err(BadFrame::Invalid) }
    }
}

/// The texts that a signature may be over: compact, keys in order, and either all in ASCII as Python writes it or in
/// UTF-8 as JavaScript does. Both mean the same, so either is accepted.
///
/// Languages write numbers with a fraction differently. No accepted frame has one, so a signature over one never fits.
fn forms(payload: &Map<String, Value>) -> Vec<String> {
    let plain = canonical(payload);
    let ascii = ascii(&plain);
    if ascii == plain { vec![plain] } else { vec![ascii, plain] }
}

/// Writes everything but printable ASCII as `\u`. In compact JSON such characters occur only inside strings.
fn ascii(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for one in text.chars() {
        if matches!(one, ' '..='~') {
            out.push(one);
        } else {
            let mut units = [0_u16; 2];
            for unit in one.encode_utf16(&mut units) {
                // Writing to a string cannot fail.
                let _ = write!(out, "\\u{unit:04x}");
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use jiff::{SignedDuration, Timestamp};
    use ring::signature::{Ed25519KeyPair, KeyPair as _};
    use serde_json::{Map, Value, json};

    use super::{Address, BadFrame, Signed, forms};

    fn object(value: Value) -> Map<String, Value> {
        let Value::Object(map) = value else { panic!("an object") };
        map
    }

    #[test]
    fn the_canonical_text_is_the_one_python_writes() {
        // The texts on the right are the output of `json.dumps(payload, sort_keys=True, separators=(",", ":"))`, with
        // `ensure_ascii` at its default and switched off.
        for (payload, expected) in [
            (json!({"b": 1, "a": "x"}), vec![r#"{"a":"x","b":1}"#]),
            (
                json!({"z": {"b": [1, {"d": null, "c": true}], "a": {}}}),
                vec![r#"{"z":{"a":{},"b":[1,{"c":true,"d":null}]}}"#],
            ),
            (json!({"t": "a\"b\\c/\n\t\u{1}\u{8}\u{c}"}), vec![r#"{"t":"a\"b\\c/\n\t\u0001\b\f"}"#]),
            (json!({"t": "ü你😀\u{7f}"}), vec![r#"{"t":"\u00fc\u4f60\ud83d\ude00\u007f"}"#, "{\"t\":\"ü你😀\u{7f}\"}"]),
            (json!({"é": 1, "e": 2}), vec![r#"{"e":2,"\u00e9":1}"#, r#"{"e":2,"é":1}"#]),
            (json!({"timestamp": 1_763_200_000}), vec![r#"{"timestamp":1763200000}"#]),
            (json!({}), vec!["{}"]),
        ] {
            assert_eq!(forms(&object(payload)), expected);
        }
    }

    #[test]
    fn only_what_is_signed_for_this_hub_at_this_time_is_read() {
        let pair = Ed25519KeyPair::from_seed_unchecked(&[7; 32]).expect("a key");
        let other = Ed25519KeyPair::from_seed_unchecked(&[8; 32]).expect("a key");
        let of =
            |pair: &Ed25519KeyPair| Address::of(pair.public_key().as_ref().try_into().expect("32 bytes")).to_string();
        let hub = Address::of([9; 32]);
        let now: Timestamp = "2026-11-15T12:00:00.5Z".parse().expect("a time");
        let hex = |bytes: &[u8]| bytes.iter().fold(String::new(), |text, byte| format!("{text}{byte:02x}"));
        let signed = |payload: &Value, text: &str| json!({"payload": payload, "from": of(&pair), "signature": hex(pair.sign(text.as_bytes()).as_ref())});
        let payload = |to: &str, time: Value| json!({"to": to, "timestamp": time, "signed_commands": 1});
        let right = payload(&hub.to_string(), now.as_second().into());
        let good = signed(&right, &right.to_string());
        let at = |seconds: i64| {
            let time = now.checked_add(SignedDuration::from_secs(seconds)).expect("a time").as_second();
            let payload = payload(&hub.to_string(), time.into());
            signed(&payload, &payload.to_string())
        };
        let with = |key: &str, value: Value| {
            let mut frame = object(good.clone());
            frame.insert(key.to_owned(), value);
            Value::Object(frame)
        };
        let to_other = payload(&of(&pair), now.as_second().into());
        let no_time = json!({"to": hub.to_string()});
        let text_time = payload(&hub.to_string(), now.as_second().to_string().into());
        let with_name = json!({"to": hub.to_string(), "timestamp": now.as_second(), "name": "Zoë"});
        for (frame, expected) in [
            (good.clone(), Ok(())),
            (at(-299), Ok(())),
            (at(299), Ok(())),
            (signed(&with_name, &with_name.to_string().replace("to", "ot")), Err(BadFrame::Invalid)),
            (signed(&with_name, &forms(&object(with_name.clone())).concat()), Err(BadFrame::Invalid)),
            (signed(&with_name, forms(&object(with_name.clone())).first().expect("a form")), Ok(())),
            (signed(&with_name, forms(&object(with_name.clone())).last().expect("a form")), Ok(())),
            (at(-301), Err(BadFrame::Expired)),
            (at(302), Err(BadFrame::Expired)),
            (signed(&to_other, &to_other.to_string()), Err(BadFrame::Recipient)),
            (signed(&no_time, &no_time.to_string()), Err(BadFrame::Time)),
            (signed(&text_time, &text_time.to_string()), Err(BadFrame::Time)),
            (with("from", of(&other).into()), Err(BadFrame::Invalid)),
            (with("from", Value::Null), Err(BadFrame::Sender)),
            (with("from", format!("0x{}", "00".repeat(32)).into()), Err(BadFrame::Sender)),
            (with("signature", "00".repeat(64).into()), Err(BadFrame::Invalid)),
            (with("signature", "00".into()), Err(BadFrame::Form)),
            (with("signature", Value::Null), Err(BadFrame::Unsigned)),
            (with("payload", Value::Null), Err(BadFrame::Unsigned)),
            (with("payload", json!({"to": hub.to_string(), "timestamp": now.as_second()})), Err(BadFrame::Invalid)),
            (json!({"type": "CONNECT"}), Err(BadFrame::Unsigned)),
        ] {
            assert_eq!(Signed::read(&object(frame.clone()), hub, now).map(drop), expected, "{frame}");
        }
    }
}
