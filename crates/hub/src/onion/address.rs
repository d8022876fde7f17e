//! ConnectOnion addresses: Ed25519 public keys, as `0x` and 64 hexadecimal digits.

use std::fmt;

use byleave_policy::write_hex;
use thiserror::Error;

/// The two encodings of weak points that have no simple form.
const ODD: [[u8; 32]; 2] = [
    [
        0x26, 0xe8, 0x95, 0x8f, 0xc2, 0xb2, 0x27, 0xb0, 0x45, 0xc3, 0xf4, 0x89, 0xf2, 0xef, 0x98, 0xf0, 0xd5, 0xdf,
        0xac, 0x05, 0xd3, 0xc6, 0x33, 0x39, 0xb1, 0x38, 0x02, 0x88, 0x6d, 0x53, 0xfc, 0x05,
    ],
    [
        0xc7, 0x17, 0x6a, 0x70, 0x3d, 0x4d, 0xd8, 0x4f, 0xba, 0x3c, 0x0b, 0x76, 0x0d, 0x10, 0x67, 0x0f, 0x2a, 0x20,
        0x53, 0xfa, 0x2c, 0x39, 0xcc, 0xc6, 0x4e, 0xc7, 0xfd, 0x77, 0x92, 0xac, 0x03, 0x7a,
    ],
];

/// Whether the bytes are a point of small order, in any encoding. No secret belongs to such a "key", and one signature
/// fits many messages, so enrolling one would let anyone in.
fn is_weak(bytes: [u8; 32]) -> bool {
    let [rest @ .., last] = bytes;
    // The highest bit is the sign of the other coordinate.
    let last = last & 0x7f;
    let [first, middle @ ..] = rest;
    let near_zero = first <= 1 && middle == [0; 30] && last == 0;
    let near_the_prime = (0xec..=0xee).contains(&first) && middle == [0xff; 30] && last == 0x7f;
    near_zero || near_the_prime || ODD.iter().any(|[start @ .., end]| *start == rest && *end == last)
}

/// A public key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Address([u8; 32]);

/// Why a text is not a key that could be enrolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BadAddress {
    /// It is not an address.
    #[error("an address is `0x` and 64 hexadecimal digits; `co keys` of ConnectOnion shows yours")]
    Form,
    /// No secret belongs to it.
    #[error("this is no key: no secret belongs to it, so anybody could sign with it")]
    Weak,
}

impl Address {
    /// From the bytes of a key.
    #[must_use]
    pub const fn of(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// Parses an address.
    ///
    /// # Errors
    ///
    /// If the text is not an address, or is one that anyone could sign for.
    pub fn parse(text: &str) -> Result<Self, BadAddress> {
        let digits = text.strip_prefix("0x").ok_or(BadAddress::Form)?;
        let bytes: [u8; 32] = bytes(digits).ok_or(BadAddress::Form)?;
        if is_weak(bytes) { Err(BadAddress::Weak) } else { Ok(Self(bytes)) }
    }

    /// The bytes.
    #[must_use]
    pub const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("0x")?;
        write_hex(&self.0, f)
    }
}

/// A fixed number of bytes from hexadecimal digits, and nothing else.
pub fn bytes<const N: usize>(digits: &str) -> Option<[u8; N]> {
    let value = |digit: &u8| char::from(*digit).to_digit(16).and_then(|value| u8::try_from(value).ok());
    let (pairs, []) = digits.as_bytes().as_chunks::<2>() else { return None };
    let bytes: Option<Vec<u8>> = pairs.iter().map(|[high, low]| Some(value(high)? << 4 | value(low)?)).collect();
    bytes?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::{Address, BadAddress};

    #[test]
    fn an_address_is_a_key_and_nothing_else() {
        let good = format!("0x{}", "3d40".repeat(16));
        assert_eq!(Address::parse(&good).map(|address| address.to_string()), Ok(good.clone()));
        assert_eq!(Address::parse(&good.replace('d', "D")), Address::parse(&good), "case means nothing");
        let (p, minus_one) = (format!("0xed{}7f", "ff".repeat(30)), format!("0xec{}ff", "ff".repeat(30)));
        for (text, wrong) in [
            ("", BadAddress::Form),
            ("0x", BadAddress::Form),
            (good.trim_start_matches("0x"), BadAddress::Form),
            (&format!("{good}00"), BadAddress::Form),
            (&good.replace("0x3", "0x"), BadAddress::Form),
            (&good.replace("0x3", "0x+"), BadAddress::Form),
            (&good.replace("0x3", "0xg"), BadAddress::Form),
            (&good.replace("0x", "0X"), BadAddress::Form),
            (&format!(" {good}"), BadAddress::Form),
            (&format!("0x{}", "é".repeat(32)), BadAddress::Form),
            (&format!("0x{}", "00".repeat(32)), BadAddress::Weak),
            (&format!("0x{}80", "00".repeat(31)), BadAddress::Weak),
            (&format!("0x01{}", "00".repeat(31)), BadAddress::Weak),
            ("0x26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85", BadAddress::Weak),
            ("0xc7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a", BadAddress::Weak),
            (&p, BadAddress::Weak),
            (&minus_one, BadAddress::Weak),
        ] {
            assert_eq!(Address::parse(text), Err(wrong), "{text}");
        }
    }
}
