//! Plots made of characters.

const LEVELS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

/// One character for each number, the highest for `most`. Every number above zero is visible.
pub fn sparkline(numbers: &[usize], most: usize) -> String {
    let level = |number: &usize| match (*number, most) {
        (0, _) | (_, 0) => 0,
        (number, most) => number.saturating_mul(8).div_ceil(most).clamp(1, 8),
    };
    numbers.iter().map(|number| LEVELS.get(level(number)).copied().unwrap_or(' ')).collect()
}

/// A bar of up to this many columns. Every number above zero is visible.
pub fn bar(number: usize, most: usize, columns: usize) -> String {
    if number == 0 || most == 0 {
        return String::new();
    }
    let eighths = number.saturating_mul(columns).saturating_mul(8).div_ceil(most).clamp(1, columns.saturating_mul(8));
    let rest = EIGHTHS.get(eighths % 8).copied().unwrap_or("");
    format!("{}{rest}", "█".repeat(eighths / 8))
}

#[cfg(test)]
mod tests {
    use super::{bar, sparkline};

    #[test]
    fn pictures_are_to_scale_and_never_hide_something() {
        assert_eq!(sparkline(&[0, 1, 4, 8, 1000], 8), " ▁▄██");
        assert_eq!(sparkline(&[0, 1], 1_000_000), " ▁");
        assert_eq!(sparkline(&[3], 0), " ");
        assert_eq!(bar(8, 8, 4), "████");
        assert_eq!(bar(4, 8, 4), "██");
        assert_eq!(bar(1, 1_000, 4), "▏");
        assert_eq!(bar(0, 8, 4), "");
        assert_eq!(bar(3, 8, 4), "█▌");
    }
}
