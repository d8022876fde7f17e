//! Sets of rows of a table, by a byte of their names: every path is compared with every row, and a look at one byte rules
//! most of them out at once.

/// Which rows of a table of up to [`ByByte::MOST`] have a byte in some place of their names.
pub(super) struct ByByte {
    rows: Vec<u128>,
    /// Those with a star there, which stands for any byte.
    starred: u128,
}

impl ByByte {
    /// How many rows a table may have.
    pub(super) const MOST: usize = 128;

    /// From the byte of each row, in order.
    pub(super) fn new(bytes: impl Iterator<Item = Option<u8>>) -> Self {
        let mut found = Self { rows: vec![0; 128], starred: 0 };
        for (row, byte) in bytes.enumerate() {
            let set = u32::try_from(row).ok().and_then(|row| 1_u128.checked_shl(row)).unwrap_or(0);
            match byte {
                Some(byte) if byte != b'*' => {
                    if let Some(rows) = found.rows.get_mut(usize::from(byte & 127)) {
                        *rows |= set;
                    }
                }
                _ => found.starred |= set,
            }
        }
        found
    }

    /// The rows with exactly this byte. Bytes beyond ASCII share rows with others, which only lets more through.
    pub(super) fn with(&self, byte: u8) -> u128 {
        self.rows.get(usize::from(byte & 127)).copied().unwrap_or(u128::MAX)
    }

    /// The rows with this byte or a star.
    pub(super) fn or_star(&self, byte: Option<&u8>) -> u128 {
        byte.map_or(0, |byte| self.with(*byte)) | self.starred
    }
}

/// The places in a set, in order.
pub struct Places(pub u128);

impl Iterator for Places {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        let place = self.0.trailing_zeros();
        // Takes the lowest bit out.
        self.0 &= self.0.checked_sub(1)?;
        usize::try_from(place).ok()
    }
}

/// The first bytes of the names of a table.
pub(super) const fn first_bytes(mut table: &[(&str, &str)]) -> u128 {
    let mut found = 0;
    while let [(name, _), rest @ ..] = table {
        if let [first, ..] = name.as_bytes() {
            found |= bit(*first);
        }
        table = rest;
    }
    found
}

/// One byte as a set. Bytes beyond ASCII share bits with others.
pub(super) const fn bit(byte: u8) -> u128 {
    1 << (byte & 127)
}
