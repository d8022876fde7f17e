//! Pictures, sound, film and documents: words in the place of a file name that reach beyond a file.

use super::at;
use crate::must::{Gap, Must, gap};

/// `msl:script`, `https://…`: a prefix names a format, and some formats run what they read.
pub(super) fn formats(must: &Must<'_, '_>) -> Result<(), Gap> {
    let format = |text: &str| text.contains(':') || text.starts_with('@');
    at(must.operand_that(format), "names a format that may reach beyond the file")
}

pub(super) fn pictures(must: &Must<'_, '_>) -> Result<(), Gap> {
    at(must.operand_that(|text| !is_plain_picture(text)), "names a format that may reach beyond the file")
}

/// `concat:a|b`, `tcp:…`: a prefix names a protocol; `-f tee` writes to all that its output lists.
pub(super) fn protocols(must: &Must<'_, '_>) -> Result<(), Gap> {
    let lavfi = must.follows("-f", "lavfi");
    let mut inputs = must.usage.options.iter().filter(|used| used.key == "-i");
    let input = inputs.any(|used| !lavfi && must.value(used).is_none_or(names_protocol));
    let output = must.operand_that(names_protocol).is_some();
    let several = must.follows("-f", "tee") || must.follows("-f", "concat") && input;
    let beyond = input || output || several;
    if beyond { Err(gap("names a protocol that may reach beyond files", must.span())) } else { Ok(()) }
}

/// `|cmd` in place of a file.
pub(super) fn pipes(must: &Must<'_, '_>) -> Result<(), Gap> {
    at(must.operand_that(|text| text.starts_with('|')), "runs a program in place of a file")
}

/// What does not look like a file name is TeX itself; `|cmd` is a pipe.
pub(super) fn tex(must: &Must<'_, '_>) -> Result<(), Gap> {
    at(must.operand_that(|text| text.starts_with(['\\', '&', '|', '*'])), "TeX on the command line is run")
}

/// A writer or reader in Lua.
pub(super) fn lua(must: &Must<'_, '_>) -> Result<(), Gap> {
    let lua = |text: &str| text.split('+').next().is_some_and(|name| name.contains(".lua"));
    let mut given = must.usage.options.iter().filter(|used| used.value.is_some());
    let lua = given.any(|used| must.value(used).is_none_or(lua));
    if lua { Err(gap("runs a program in Lua", must.span())) } else { Ok(()) }
}

/// `-TAG=value` writes the tag.
pub(super) fn tags(must: &Must<'_, '_>) -> Result<(), Gap> {
    let found = must.words().skip(1).find(|word| word.exact().is_none_or(|text| text.contains(['=', '<'])));
    at(found, "writes a tag")
}

/// Whether what stands for a file names a protocol.
fn names_protocol(text: &str) -> bool {
    let prefix = text.split([':', ',']).next().filter(|prefix| prefix.len() < text.len());
    let protocol = prefix.is_some_and(|prefix| prefix.bytes().all(|byte| byte.is_ascii_alphanumeric()));
    protocol && !text.starts_with("pipe:") && !text.starts_with("file:") || text.contains('|')
}

/// Whether a picture is a file, with or without the name of a common format before it, or one that is only drawn.
fn is_plain_picture(text: &str) -> bool {
    const PLAIN: [&str; 30] = [
        "png",
        "png8",
        "png24",
        "png32",
        "jpg",
        "jpeg",
        "gif",
        "webp",
        "bmp",
        "tif",
        "tiff",
        "ico",
        "avif",
        "heic",
        "ppm",
        "pgm",
        "pbm",
        "xc",
        "canvas",
        "gradient",
        "radial-gradient",
        "pattern",
        "plasma",
        "null",
        "info",
        "logo",
        "rose",
        "mpr",
        "label",
        "caption",
    ];
    if text.starts_with(['@', '|', '-']) && text != "-" || matches!(text, "conjure" | "import" | "display" | "animate")
    {
        return false;
    }
    match text.split_once(':') {
        None => true,
        Some((format, rest)) => {
            PLAIN.iter().any(|one| one.eq_ignore_ascii_case(format)) && !rest.starts_with(['@', '|'])
        }
    }
}
