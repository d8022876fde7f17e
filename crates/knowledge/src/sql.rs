//! Which names may stand before a parenthesis in SQL. All others may read files, load libraries, or change something.

include!(concat!(env!("OUT_DIR"), "/sql.rs"));

/// Whether a name is one of everyday questions that calls nothing, or a function that only computes.
#[must_use]
pub fn is_everyday(name: &str) -> bool {
    FUNCTIONS.contains(&name) || KEYWORDS.contains(&name)
}

/// Whether a name calls nothing, or a function of some database that only computes.
#[must_use]
pub fn only_computes(name: &str) -> bool {
    is_everyday(name) || OTHER_FUNCTIONS.binary_search(&name).is_ok() || OTHER_KEYWORDS.binary_search(&name).is_ok()
}

#[cfg(test)]
mod tests {
    use super::{OTHER_FUNCTIONS, OTHER_KEYWORDS};

    #[test]
    fn what_is_looked_up_by_halving_is_sorted() {
        assert!(OTHER_FUNCTIONS.is_sorted() && OTHER_KEYWORDS.is_sorted());
    }
}
