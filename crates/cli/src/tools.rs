//! `byleave tools show`: what byleave knows about a tool.

use std::io::{self, Write};

use byleave_policy::tools;

use crate::escape;

/// Prints the name, category and other names of a tool.
pub fn show(out: &mut dyn Write, name: &str) -> io::Result<()> {
    match tools::find(name) {
        Some(tool) => {
            writeln!(out, "tool      {}", tool.name)?;
            writeln!(out, "category  {}", tool.category.name())?;
            writeln!(out, "also      {}", tool.aliases.join(", "))
        }
        None if tools::is_mcp(name) => writeln!(
            out,
            "tool      {}\ncategory  none: an MCP tool, which asks unless a rule allows it",
            escape::shown(name)
        ),
        None => writeln!(out, "tool      {}\ncategory  none: unknown tools ask", escape::shown(name)),
    }
}
