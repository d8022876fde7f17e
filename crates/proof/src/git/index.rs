//! The index of a repository, as far as it tells which paths are submodules.

/// Of an entry: where the mode stands in it, and the bytes before its flags (times, device, inode, mode, owner, size, the name of its
/// object).
const MODE: usize = 24;
const STAT: usize = 60;
/// The flag of an entry that has more flags, and the length of the path in the flags; longer ones are not told.
const EXTENDED: u16 = 0x4000;
const LENGTH: u16 = 0x0fff;
/// The kind of a submodule, in the mode: a link to a commit.
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
    // Parts that say how long they are. One in small letters changes what the entries mean, but for the mark of a sparse index.
    while rest.len() > HASH {
        let (name, mut after) = rest.split_first_chunk::<4>()?;
        if name.first()?.is_ascii_lowercase() && name != b"sdir" {
            return None;
        }
        let length = usize::try_from(number(&mut after)?).ok()?;
        rest = after.get(length..)?;
    }
    (rest.len() == HASH).then_some(found)
}

fn number(rest: &mut &[u8]) -> Option<u32> {
    let (bytes, after) = rest.split_first_chunk()?;
    *rest = after;
    Some(u32::from_be_bytes(*bytes))
}
