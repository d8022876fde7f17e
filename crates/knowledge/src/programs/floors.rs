//! Commands that no mode lets through, by the programs they are about: `programs/floors.list`.

use std::collections::HashMap;

/// There are fewer lists than this.
pub const MOST_LISTS: usize = 256;

/// Floors by the programs they are about.
#[derive(Clone, Debug, Default)]
pub struct Floors {
    /// The rows on programs that are only named by a pattern, one on each line.
    pub starred: String,
    /// The rows on one program each.
    pub lists: Vec<String>,
    /// Which of these lists, counted from 1, is about a program, by its first name.
    pub by_program: HashMap<String, u16>,
}
