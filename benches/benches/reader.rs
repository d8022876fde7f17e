//! Time per input and parser. Run by `scripts/bench`, or `cargo bench --bench reader -- FILTER` in this folder.
#![allow(missing_docs, reason = "divan's functions are no interface")]

use byleave_benches::{Input, TreeSitter, parsers};
use divan::Bencher;

fn main() {
    divan::main();
}

#[divan::bench(args = Input::all())]
fn byleave(bencher: Bencher<'_, '_>, input: &Input) {
    bencher.bench_local(|| parsers::byleave(&input.texts));
}

#[divan::bench(args = Input::all())]
fn tree_sitter(bencher: Bencher<'_, '_>, input: &Input) {
    let mut parser = TreeSitter::new();
    bencher.bench_local(|| parser.read(&input.texts));
}

#[divan::bench(args = Input::all())]
fn brush(bencher: Bencher<'_, '_>, input: &Input) {
    bencher.bench_local(|| parsers::brush(&input.texts));
}
