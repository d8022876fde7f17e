//! Instructions per input and parser, and over growing scripts. The same on a busy machine and an idle one.
#![allow(missing_docs, reason = "gungraun's functions are no interface")]

use byleave_benches::inputs::script_of;
use byleave_benches::{Input, TreeSitter, parsers};
use gungraun::prelude::*;

fn with_tree_sitter(input: Input) -> (TreeSitter, Input) {
    (TreeSitter::new(), input)
}

fn sized(bytes: usize) -> Vec<String> {
    vec![script_of(bytes)]
}

// Inputs are handed back, so that freeing them is not counted.

#[library_benchmark]
#[bench::typical(Input::typical())]
#[bench::chain(Input::chain())]
#[bench::kilobyte(Input::kilobyte())]
#[bench::nested(Input::nested())]
#[bench::large(Input::large())]
fn byleave(input: Input) -> Input {
    parsers::byleave(&input.texts);
    input
}

#[library_benchmark(setup = with_tree_sitter)]
#[bench::typical(Input::typical())]
#[bench::chain(Input::chain())]
#[bench::kilobyte(Input::kilobyte())]
#[bench::nested(Input::nested())]
#[bench::large(Input::large())]
fn tree_sitter((mut parser, input): (TreeSitter, Input)) -> (TreeSitter, Input) {
    parser.read(&input.texts);
    (parser, input)
}

#[library_benchmark]
#[bench::typical(Input::typical())]
#[bench::chain(Input::chain())]
#[bench::kilobyte(Input::kilobyte())]
#[bench::nested(Input::nested())]
#[bench::large(Input::large())]
fn brush(input: Input) -> Input {
    parsers::brush(&input.texts);
    input
}

#[library_benchmark(setup = sized)]
#[bench::size_75k(75_000)]
#[bench::size_150k(150_000)]
#[bench::size_300k(300_000)]
#[bench::size_600k(600_000)]
fn growth(texts: Vec<String>) -> Vec<String> {
    parsers::byleave(&texts);
    texts
}

library_benchmark_group!(name = readers, benchmarks = [byleave, tree_sitter, brush, growth]);

main!(library_benchmark_groups = readers);
