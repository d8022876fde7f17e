//! Names that a program passes on: to a shell, to a name server, to a reader of other documents.

use super::at;
use crate::must::operands::leads_out;
use crate::must::{Gap, Must, Word};

/// What is compressed they read through another program, and a shell starts it.
pub(super) fn shell_names(must: &Must<'_, '_>) -> Result<(), Gap> {
    at(must.operand_that(|text| !means_itself(text)), "hands the name to a shell")
}

/// With `--test`, what it is given are tests to run.
pub(super) fn tests_code(must: &Must<'_, '_>) -> Result<(), Gap> {
    let found = must.operand_that(leads_out).filter(|_| must.gives(&["--test"]));
    at(found, "runs code outside the project")
}

pub(super) fn documents(must: &Must<'_, '_>) -> Result<(), Gap> {
    at(word_that(must, leaves_document), "reads or fetches other documents")
}

/// The first word after the program that is not known, or is what it must not be.
fn word_that<'m>(must: &Must<'m, '_>, is: fn(&str) -> bool) -> Option<Word<'m>> {
    must.words().skip(1).find(|word| word.exact().is_none_or(is))
}

/// Whether a shell takes a name for nothing but one word.
fn means_itself(name: &str) -> bool {
    name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._-+/,:=@%".contains(&byte))
}

/// Whether a path of XML reaches beyond the document, or is an address.
fn leaves_document(path: &str) -> bool {
    let dense: String = path.split_whitespace().collect();
    dense.contains("document(") || dense.contains("evaluate(") || dense.contains("://")
}
