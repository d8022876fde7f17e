//! A process that does nothing: what a start costs before byleave does anything.

fn main() {}
