//! Tokens: 256 random bits, shown once, stored as a hash.

pub(crate) mod callers;
pub(crate) mod login;
pub(crate) mod names;

use byleave_gate::record::Hash;
use byleave_gate::{Role, StoredToken, Workplace};
use byleave_policy::hex;
use jiff::Timestamp;
use sha2::{Digest as _, Sha256};
use subtle::ConstantTimeEq as _;
use thiserror::Error;

/// The prefix of every token, so that people and secret scanners recognise one.
const PREFIX: &str = "byleave_";

/// The number of hexadecimal digits of a token's id, and of its secret.
const ID: usize = 16;
const SECRET: usize = 64;

/// The name of the token for the page's first visit.
pub const PAGE: &str = "page";

/// The prefix of every name that a person chose on the page, so that it is never taken for one that an admin gave.
pub(crate) const SELF_GIVEN: &str = "page: ";

/// Whether a token says which person holds it. Three kinds do not: the token of the page's first visit, tokens with a
/// name chosen on the page, and tokens made without a name. Two of these may belong to the same person.
#[must_use]
pub fn names_a_person(token: &StoredToken) -> bool {
    let name = token.name.trim();
    let nobody = |other: &str| name.eq_ignore_ascii_case(other);
    let self_given = token.name.starts_with(SELF_GIVEN);
    !name.is_empty() && !self_given && !nobody(PAGE) && !Role::ALL.into_iter().any(|role| nobody(role.name()))
}

/// There is no randomness, so no token can be made: it could be guessed.
#[derive(Clone, Copy, Debug, Error)]
#[error("the system gives no random numbers; no token can be made")]
pub struct NoRandomness;

/// The text of a token. Its `Debug` does not show it.
pub struct Secret(String);

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret(..)")
    }
}

impl Secret {
    /// The text, to show it once.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// Two halves; each is worthless without the other.
    pub(crate) fn halves(&self) -> (&str, &str) {
        self.0.split_at_checked(PREFIX.len() + ID + 1 + SECRET / 2).unwrap_or((&self.0, ""))
    }
}

/// The properties of a new token.
#[derive(Clone, Debug)]
pub struct NewToken {
    /// Its name.
    pub name: String,
    /// Its role.
    pub role: Role,
    /// The only session it is valid for.
    pub session: Option<String>,
    /// When it ends.
    pub expires: Option<Timestamp>,
    /// Where its holder works, if it is an agent.
    pub workplace: Workplace,
}

impl NewToken {
    /// A token for everything its role may do, without an end.
    #[must_use]
    pub fn new(name: impl Into<String>, role: Role) -> Self {
        Self { name: name.into(), role, session: None, expires: None, workplace: Workplace::default() }
    }
}

/// Creates a token: the row to store, and the secret for its holder.
///
/// # Errors
///
/// If there is no randomness.
pub fn make(wanted: NewToken, now: Timestamp) -> Result<(StoredToken, Secret), NoRandomness> {
    let (id, text) = text()?;
    let NewToken { name, role, session, expires, workplace } = wanted;
    let id = format!("tok_{id}");
    let hash = Offered::new(&text).keep();
    let token = StoredToken { id, name, role, session, hash, created: now, expires, revoked: None, workplace };
    Ok((token, Secret(text)))
}

/// A secret for the first visit of the page. It is not stored anywhere.
pub(crate) fn once() -> Result<(Hash, Secret), NoRandomness> {
    let (_, text) = text()?;
    Ok((Offered::new(&text).keep(), Secret(text)))
}

fn text() -> Result<(String, String), NoRandomness> {
    let mut bytes = [0_u8; usize::midpoint(ID, SECRET)];
    getrandom::fill(&mut bytes).map_err(|_| NoRandomness)?;
    let digits = hex(&bytes);
    let (id, secret) = digits.split_at_checked(ID).ok_or(NoRandomness)?;
    Ok((id.to_owned(), format!("{PREFIX}{id}_{secret}")))
}

/// The hash of a text that may be a token. It has no `==`, which stops at the first different byte and so reveals by
/// its time how much was right. Only this file can take it apart.
struct Offered([u8; 32]);

impl Offered {
    fn new(text: &str) -> Self {
        Self(Sha256::digest(text.as_bytes()).into())
    }

    /// Compares in constant time.
    fn is(&self, known: Hash) -> bool {
        self.0.ct_eq(&known.0).into()
    }

    /// The hash of a new token, to store.
    const fn keep(self) -> Hash {
        Hash(self.0)
    }
}

/// Whether a text has this hash. All text from outside is compared here only.
pub(crate) fn is(text: &str, known: Hash) -> bool {
    Offered::new(text).is(known)
}

/// The token id that a text claims; `None` if it cannot be a token.
pub(crate) fn id_of(text: &str) -> Option<String> {
    let (id, secret) = text.strip_prefix(PREFIX)?.split_once('_')?;
    let hexadecimal = |text: &str| text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    let fits = id.len() == ID && secret.len() == SECRET && hexadecimal(id) && hexadecimal(secret);
    fits.then(|| format!("tok_{id}"))
}

#[cfg(test)]
mod tests {
    use byleave_gate::Role;
    use jiff::Timestamp;

    use super::{NewToken, Offered, PAGE, Secret, id_of, is, make, names_a_person};

    /// Two empty implementations, the second only for types that can be compared. If both fit, the compiler cannot
    /// choose, and this file does not compile.
    trait NotComparable<Way> {
        const FINE: () = ();
    }
    struct Compared;
    impl<T> NotComparable<()> for T {}
    impl<T: PartialEq> NotComparable<Compared> for T {}

    #[test]
    fn s22_what_is_secret_is_compared_in_the_same_time_or_not_at_all() {
        // This stops compiling as soon as one of them gets `PartialEq`.
        let () = <Offered as NotComparable<_>>::FINE;
        let () = <Secret as NotComparable<_>>::FINE;
        let known = Offered::new("right").keep();
        let mut first = known;
        first.0[0] ^= 1;
        let mut last = known;
        last.0[31] ^= 1;
        for (text, hash, same) in
            [("right", known, true), ("wrong", known, false), ("right", first, false), ("right", last, false)]
        {
            assert_eq!(is(text, hash), same, "{text} {hash:?}");
        }
    }

    #[test]
    fn only_a_name_of_its_own_says_who_holds_it() {
        for (name, person) in
            [("ann", true), ("", false), (" ", false), (PAGE, false), ("approver", false), ("Admin ", false)]
        {
            let wanted = NewToken::new(name, Role::Approver);
            let (stored, _) = make(wanted, Timestamp::UNIX_EPOCH).expect("randomness");
            assert_eq!(names_a_person(&stored), person, "{name}");
        }
    }

    #[test]
    fn a_token_is_known_by_its_hash_and_by_nothing_less() {
        let wanted = NewToken::new("n", Role::Agent);
        let (stored, secret) = make(wanted.clone(), Timestamp::UNIX_EPOCH).expect("randomness");
        let (other, _) = make(wanted, Timestamp::UNIX_EPOCH).expect("randomness");
        let text = secret.reveal();
        assert_eq!(id_of(text), Some(stored.id.clone()));
        assert!(is(text, stored.hash) && !is(text, other.hash));
        assert!(!format!("{stored:?} {secret:?}").contains(text.rsplit('_').next().expect("a part")));
        let (first, second) = secret.halves();
        assert_eq!((first.len() + second.len(), second.len()), (text.len(), 32));
        for wrong in ["", "byleave_", &text.to_uppercase(), &text.replace('_', "-"), &format!("{text}0"), " "] {
            assert_eq!(id_of(wrong), None, "{wrong}");
        }
    }
}
