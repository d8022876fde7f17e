//! The submodules that the index of a git repository lists: a link to a commit among its entries.

/// The bytes of an entry before its flags: times, device, inode, mode, owner, size, the name of its object.
const STAT: usize = 60;
/// Where the mode stands in them.
const MODE: usize = 24;
/// The flag of an entry that has more flags.
const EXTENDED: u16 = 0x4000;
/// The length of the path, in the flags; longer ones are not told.
const LENGTH: u16 = 0x0fff;
/// The kind of a submodule, in the mode.
const LINK: u32 = 0o16;
/// The hash of it all, at the end. The settings of a repository with longer ones ask.
const HASH: usize = 20;

/// The paths of all submodules; `None` if the index is not understood to its end, so that one may be hidden in it. The fourth version, whose
/// paths begin as those before them, is not.
pub(super) fn submodules(index: &[u8]) -> Option<Vec<String>> {
    let mut rest = index.strip_prefix(b"DIRC")?;
    let (version, count) = (number(&mut rest)?, number(&mut rest)?);
    if !matches!(version, 2 | 3) {
        return None;
    }
    let mut found = Vec::new();
    for _ in 0..count {
        let mode = number(&mut rest.get(MODE..)?)?;
        let (flags, after) = rest.get(STAT..)?.split_first_chunk()?;
        let flags = u16::from_be_bytes(*flags);
        // The third version added two bytes of flags, for entries that have some.
        let further = if version == 3 && flags & EXTENDED != 0 { 2 } else { 0 };
        let path = after.get(further..)?;
        let path = path.get(..path.iter().position(|byte| *byte == 0)?)?;
        if usize::from(flags & LENGTH) != path.len().min(LENGTH.into()) {
            return None;
        }
        // git looks at these four bits alone.
        if mode >> 12 & 0xf == LINK {
            found.push(String::from_utf8(path.to_vec()).ok()?);
        }
        // One to eight NULs, up to a multiple of eight.
        rest = rest.get((STAT + 2 + further + path.len()) / 8 * 8 + 8..)?;
    }
    ends(rest).then_some(found)
}

/// Whether what follows the entries is understood: parts that say how long they are, and the hash.
fn ends(mut rest: &[u8]) -> bool {
    while rest.len() > HASH {
        // A part in small letters changes what the entries mean, but for the mark of a sparse index.
        if rest.first().is_none_or(u8::is_ascii_lowercase) && !rest.starts_with(b"sdir") {
            return false;
        }
        let mut after = rest.get(4..).unwrap_or(&[]);
        let length = number(&mut after).and_then(|length| usize::try_from(length).ok());
        let Some(next) = length.and_then(|length| after.get(length..)) else { return false };
        rest = next;
    }
    rest.len() == HASH
}

fn number(rest: &mut &[u8]) -> Option<u32> {
    let (bytes, after) = rest.split_first_chunk()?;
    *rest = after;
    Some(u32::from_be_bytes(*bytes))
}
