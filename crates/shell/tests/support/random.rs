//! A small seeded source of chance, so that every failure can be repeated from its seed.

/// xorshift64* of Vigna, after one round of splitmix64 so that neighbouring seeds differ at once.
pub struct Random {
    state: u64,
}

impl Random {
    pub fn new(seed: u64) -> Self {
        let mut mixed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        Self { state: (mixed ^ (mixed >> 31)) | 1 }
    }

    /// A number below `limit`, or 0 if the limit is 0.
    pub fn below(&mut self, limit: usize) -> usize {
        self.state ^= self.state >> 12;
        self.state ^= self.state << 25;
        self.state ^= self.state >> 27;
        let high = self.state.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33;
        usize::try_from(high).unwrap_or(0).checked_rem(limit).unwrap_or(0)
    }

    /// True in `percent` of 100 cases.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of the given texts.
    pub fn pick(&mut self, choices: &[&'static str]) -> &'static str {
        choices.get(self.below(choices.len())).copied().unwrap_or("")
    }
}
