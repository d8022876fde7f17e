//! Tokens: 256 random bits, shown once, kept as a hash.

use byleave_gate::record::Hash;
use byleave_gate::{Role, StoredToken};
use jiff::Timestamp;
use sha2::{Digest as _, Sha256};
use subtle::ConstantTimeEq as _;
use thiserror::Error;

/// What every token begins with, so that people and secret scanners know one when they see it.
const PREFIX: &str = "byleave_";

/// How many hexadecimal digits name a token, and how many keep it secret.
const ID: usize = 16;
const SECRET: usize = 64;

/// The name of whoever opened the page by the address the hub printed.
pub const PAGE: &str = "page";

/// Before every name that somebody gave themselves on the page, so that it is never taken for one that an admin gave.
pub(crate) const SELF_GIVEN: &str = "page: ";

/// Whether a token says which person holds it. The one of the page's first visit, those whose name somebody chose there and
/// those that were made without a name do not; two of them may well be the same person's.
#[must_use]
pub fn names_a_person(token: &StoredToken) -> bool {
    let name = token.name.trim();
    let nobody = |other: &str| name.eq_ignore_ascii_case(other);
    let self_given = token.name.starts_with(SELF_GIVEN);
    !name.is_empty() && !self_given && !nobody(PAGE) && !Role::ALL.into_iter().any(|role| nobody(role.name()))
}

/// No randomness: no token can be made, and none that can be guessed is.
#[derive(Clone, Copy, Debug, Error)]
#[error("the system gives no random numbers; no token can be made")]
pub struct NoRandomness;

/// The text of a token. It has no `Debug` that shows it.
pub struct Secret(String);

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret(..)")
    }
}

impl Secret {
    /// The text, for whoever it is shown to.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// Two halves of which neither is worth anything without the other.
    pub(crate) fn halves(&self) -> (&str, &str) {
        self.0.split_at_checked(PREFIX.len() + ID + 1 + SECRET / 2).unwrap_or((&self.0, ""))
    }
}

/// What a new token is for.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// Whose it is, in words.
    pub name: String,
    /// What for.
    pub role: Role,
    /// The only session it is for.
    pub session: Option<String>,
    /// When it ends.
    pub expires: Option<Timestamp>,
}

/// Makes a token: what is stored, and what its holder keeps.
///
/// # Errors
///
/// If there is no randomness.
pub fn make(wanted: Wanted, now: Timestamp) -> Result<(StoredToken, Secret), NoRandomness> {
    let (id, text) = text()?;
    let Wanted { name, role, session, expires } = wanted;
    let id = format!("tok_{id}");
    let token =
        StoredToken { id, name, role, session, hash: Offered::new(&text).keep(), created: now, expires, revoked: None };
    Ok((token, Secret(text)))
}

/// A secret that is not stored anywhere: for the first visit of the page.
pub(crate) fn once() -> Result<(Hash, Secret), NoRandomness> {
    let (_, text) = text()?;
    Ok((Offered::new(&text).keep(), Secret(text)))
}

fn text() -> Result<(String, String), NoRandomness> {
    let mut bytes = [0_u8; usize::midpoint(ID, SECRET)];
    getrandom::fill(&mut bytes).map_err(|_| NoRandomness)?;
    let digits = bytes.iter().fold(String::new(), |text, byte| format!("{text}{byte:02x}"));
    let (id, secret) = digits.split_at_checked(ID).ok_or(NoRandomness)?;
    Ok((id.to_owned(), format!("{PREFIX}{id}_{secret}")))
}

/// The hash of a text that may be a token's. It cannot be compared with `==`, which ends at the first byte that differs and
/// so tells by its time how much was right; nor taken apart outside this file.
struct Offered([u8; 32]);

impl Offered {
    fn new(text: &str) -> Self {
        Self(Sha256::digest(text.as_bytes()).into())
    }

    /// In the same time whatever they are.
    fn is(&self, known: Hash) -> bool {
        self.0.ct_eq(&known.0).into()
    }

    /// What a new token is known by from now on.
    const fn keep(self) -> Hash {
        Hash(self.0)
    }
}

/// Whether a text is the one of a hash. Whatever comes from outside is only ever compared here.
pub(crate) fn is(text: &str, known: Hash) -> bool {
    Offered::new(text).is(known)
}

/// The id a text claims to be the token of; `None` for what cannot be a token.
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

    use super::{Offered, PAGE, Secret, Wanted, id_of, is, make, names_a_person};

    /// Two ways to do nothing, the second only for what can be compared with something. Where both fit, the compiler does
    /// not know which one is meant, and this file does not compile.
    trait NotComparable<Way> {
        const FINE: () = ();
    }
    struct Compared;
    impl<T> NotComparable<()> for T {}
    impl<T: PartialEq> NotComparable<Compared> for T {}

    #[test]
    fn s22_what_is_secret_is_compared_in_the_same_time_or_not_at_all() {
        // Fails by not compiling, as soon as one of them gets `PartialEq`.
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
            let wanted = Wanted { name: name.to_owned(), role: Role::Approver, session: None, expires: None };
            let (stored, _) = make(wanted, Timestamp::UNIX_EPOCH).expect("randomness");
            assert_eq!(names_a_person(&stored), person, "{name}");
        }
    }

    #[test]
    fn a_token_is_known_by_its_hash_and_by_nothing_less() {
        let wanted = Wanted { name: "n".to_owned(), role: Role::Agent, session: None, expires: None };
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
