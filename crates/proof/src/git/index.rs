//! The submodules that the index of a git repository lists.

/// The bytes of an entry before its object's name: times, device, inode, mode, owner, size.
const STAT: usize = 40;
/// Where the mode stands in them.
const MODE: usize = 24;
/// The flag of an entry that has more flags.
const EXTENDED: u16 = 0x4000;
/// The length of the path, in the flags; longer ones are not told.
const LENGTH: u16 = 0x0fff;
/// The kind of a submodule in the mode: a link to a commit.
const LINK: u32 = 0o16;
/// The lengths of an object's name: SHA-1 and SHA-256.
const NAMES: [usize; 2] = [20, 32];

/// The paths of all submodules; `None` if the index is not understood to its end, so that one may be hidden in it.
pub(super) fn submodules(index: &[u8]) -> Option<Vec<String>> {
    NAMES.into_iter().find_map(|name| entries(index, name))
}

fn entries(index: &[u8], name: usize) -> Option<Vec<String>> {
    let mut rest = index.strip_prefix(b"DIRC")?;
    let version = number(&mut rest)?;
    let count = number(&mut rest)?;
    if !(2..=4).contains(&version) {
        return None;
    }
    let mut found = Vec::new();
    let mut path: Vec<u8> = Vec::new();
    for _ in 0..count {
        let whole = rest;
        let mut mode = rest.get(MODE..)?;
        let mode = number(&mut mode)?;
        let (flags, _) = rest.get(STAT.checked_add(name)?..)?.split_first_chunk::<2>()?;
        let flags = u16::from_be_bytes(*flags);
        // The third version added two bytes of flags, for entries that have some.
        let extended = if version > 2 && flags & EXTENDED != 0 { 2 } else { 0 };
        rest = rest.get(STAT.checked_add(name)?.checked_add(2)?.checked_add(extended)?..)?;
        if version == 4 {
            // So many bytes of the path before are cut off, then these come.
            let cut = offset(&mut rest)?;
            path.truncate(path.len().checked_sub(cut)?);
        } else {
            path.clear();
        }
        let end = rest.iter().position(|byte| *byte == 0)?;
        path.extend_from_slice(rest.get(..end)?);
        rest = rest.get(end..)?;
        let padding = if version == 4 { 1 } else { 8_usize.checked_sub(whole.len().checked_sub(rest.len())? % 8)? };
        rest = rest.get(padding..)?;
        // The entry tells how long its path is. If that is wrong, the objects' names are of the other length.
        if usize::from(flags & LENGTH) != path.len().min(usize::from(LENGTH)) {
            return None;
        }
        if mode >> 12 == LINK {
            found.push(String::from_utf8(path.clone()).ok()?);
        }
    }
    ends(rest, name).then_some(found)
}

/// Whether what follows the entries is understood: parts that say how long they are, and the hash of it all.
fn ends(mut rest: &[u8], name: usize) -> bool {
    while rest.len() > name {
        let Some(kind) = rest.first() else { return false };
        // A part in small letters changes what the entries mean, but for the mark of a sparse index.
        if kind.is_ascii_lowercase() && !rest.starts_with(b"sdir") {
            return false;
        }
        let mut after = rest.get(4..).unwrap_or(&[]);
        let Some(length) = number(&mut after).and_then(|length| usize::try_from(length).ok()) else { return false };
        let Some(next) = after.get(length..) else { return false };
        rest = next;
    }
    rest.len() == name
}

fn number(rest: &mut &[u8]) -> Option<u32> {
    let (bytes, after) = rest.split_first_chunk::<4>()?;
    *rest = after;
    Some(u32::from_be_bytes(*bytes))
}

/// A number in groups of seven bits, each but the first counted from one.
fn offset(rest: &mut &[u8]) -> Option<usize> {
    let mut value = 0_usize;
    loop {
        let (byte, after) = rest.split_first()?;
        *rest = after;
        value = value.checked_mul(128)?.checked_add(usize::from(byte & 0x7f))?;
        if byte & 0x80 == 0 {
            return Some(value);
        }
        value = value.checked_add(1)?;
    }
}
