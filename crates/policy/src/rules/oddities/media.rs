//! Pictures, sound, film and documents: words that stand where a file name is expected and reach beyond one.

use super::{follows, operands_of};
use crate::command::{Simple, Usage};
use crate::rules::Gap;
use crate::rules::cover::gap;

pub(super) fn media(program: &str, usage: &Usage, simple: &Simple<'_>) -> Result<(), Gap> {
    let operands = || operands_of(usage, simple);
    match program {
        // `msl:script`, `https://…`: a prefix names a format, and some formats run what they read.
        "identify" => {
            let found = operands().find(|(item, _)| item.shown().contains(':') || item.shown().starts_with('@'));
            found.map_or(Ok(()), |(item, _)| Err(gap("names a format that may reach beyond the file", item.span)))
        }
        "convert" | "magick" | "montage" | "composite" | "mogrify" => {
            let found = operands().find(|(item, _)| !is_plain_picture(item.shown()));
            found.map_or(Ok(()), |(item, _)| Err(gap("names a format that may reach beyond the file", item.span)))
        }
        // `concat:a|b`, `tcp:…`: a prefix names a protocol; `-f tee` writes to all that its output lists.
        "ffmpeg" | "avconv" => {
            let reaches = |text: &str| {
                let prefix = text.split([':', ',']).next().filter(|prefix| prefix.len() < text.len());
                let protocol = prefix.is_some_and(|prefix| prefix.bytes().all(|byte| byte.is_ascii_alphanumeric()));
                protocol && !text.starts_with("pipe:") && !text.starts_with("file:") || text.contains('|')
            };
            let inputs = usage.options.iter().filter(|used| used.key == "-i");
            let lavfi = follows(simple, "-f", "lavfi");
            let input = inputs.filter_map(|used| used.text(&simple.items)).any(|text| !lavfi && reaches(text));
            let output = operands().any(|(item, _)| reaches(item.shown()));
            let several = follows(simple, "-f", "tee") || follows(simple, "-f", "concat") && input;
            let beyond = input || output || several;
            if beyond { Err(gap("names a protocol that may reach beyond files", simple.span)) } else { Ok(()) }
        }
        // `|cmd` in place of a file.
        "sox" => {
            let found = operands().find(|(item, _)| item.shown().starts_with('|'));
            found.map_or(Ok(()), |(item, _)| Err(gap("runs a program in place of a file", item.span)))
        }
        // What does not look like a file name is TeX itself; `|cmd` is a pipe.
        "tex" | "etex" | "pdftex" | "pdflatex" | "latex" | "xetex" | "xelatex" | "luatex" | "luahbtex" | "lualatex"
        | "dvilualatex" | "platex" | "uplatex" | "ptex" | "latexmk" => {
            let found = operands().find(|(item, _)| item.shown().starts_with(['\\', '&', '|', '*']));
            found.map_or(Ok(()), |(item, _)| Err(gap("TeX on the command line is run", item.span)))
        }
        // A writer or reader in Lua.
        "pandoc" => {
            let formats = usage.options.iter().filter_map(|used| used.text(&simple.items));
            let lua = formats.into_iter().any(|text| text.split('+').next().is_some_and(|name| name.contains(".lua")));
            if lua { Err(gap("runs a program in Lua", simple.span)) } else { Ok(()) }
        }
        // `-TAG=value` writes the tag.
        "exiftool" => {
            let found = simple.items.iter().skip(1).find(|item| item.shown().contains(['=', '<']));
            found.map_or(Ok(()), |item| Err(gap("writes a tag", item.span)))
        }
        _ => Ok(()),
    }
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
