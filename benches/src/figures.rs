//! Reads what the two benches print.

use serde_json::Value;

/// One figure: what a parser (or `growth`) took for an input.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// The name of the bench function.
    pub function: String,
    /// The name of the input.
    pub input: String,
    /// Nanoseconds or instructions.
    pub value: f64,
}

/// The figure of a function and input.
#[must_use]
pub fn find(figures: &[Figure], function: &str, input: &str) -> Option<f64> {
    figures.iter().find(|figure| figure.function == function && figure.input == input).map(|figure| figure.value)
}

/// Nanoseconds from divan's tree. It has no output for machines, so this reads the one for people:
///
/// ```text
/// ├─ byleave                    │               │ …
/// │  ├─ chain     116.4 ns      │ 475.4 ns      │ …
/// ```
///
/// The fastest sample is taken: on a machine shared with others it is the one least disturbed.
#[must_use]
pub fn times(printed: &str) -> Vec<Figure> {
    let mut figures = Vec::new();
    let mut function = String::new();
    for line in printed.lines() {
        let Some((branches, rest)) = line.split_once("─ ") else { continue };
        let outer = branches.chars().count() == 1;
        let mut words = rest.split('│').next().unwrap_or("").split_whitespace();
        let Some(name) = words.next() else { continue };
        if outer {
            name.clone_into(&mut function);
        } else if let Some(value) = words.next().zip(words.next()).and_then(|(number, unit)| nanoseconds(number, unit))
        {
            figures.push(Figure { function: function.clone(), input: name.to_owned(), value });
        }
    }
    figures
}

fn nanoseconds(number: &str, unit: &str) -> Option<f64> {
    let factor = match unit {
        "ns" => 1.0,
        "µs" => 1e3,
        "ms" => 1e6,
        "s" => 1e9,
        _ => return None,
    };
    number.parse::<f64>().ok().map(|number| number * factor)
}

/// Instructions from gungraun's lines of JSON.
#[must_use]
pub fn instructions(printed: &str) -> Vec<Figure> {
    printed
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok())
        .filter_map(|value: Value| figure(&value))
        .collect()
}

fn figure(bench: &Value) -> Option<Figure> {
    let text = |key: &str| bench.get(key).and_then(Value::as_str).map(str::to_owned);
    let value = bench.pointer("/profiles/0/data/total/metrics/Ir/values/new")?.as_f64()?;
    Some(Figure { function: text("function_name")?, input: text("id")?, value })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_a_tree_of_times() {
        let printed = "reader          fastest       │ slowest\n\
                       ├─ byleave                    │              │\n\
                       │  ├─ chain     116.4 ns      │ 475.4 ns      │ 100\n\
                       ╰─ tree_sitter                │               │\n\
                       \u{20}  ╰─ large     72.3 ms       │ 104.8 ms      │ 100\n";
        let times = times(printed);
        assert_eq!(times.len(), 2);
        assert_eq!(find(&times, "byleave", "chain"), Some(116.4));
        assert_eq!(find(&times, "tree_sitter", "large"), Some(72.3e6));
    }

    #[test]
    fn reads_lines_of_counts() {
        let line = r#"{"function_name":"brush","id":"chain","profiles":[{"data":{"total":{"metrics":{"Ir":{"values":{"new":42}}}}}}]}"#;
        assert_eq!(find(&instructions(line), "brush", "chain"), Some(42.0));
        assert_eq!(instructions("no json\n{}"), []);
    }
}
