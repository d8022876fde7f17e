//! Time per decision, beside the time tree-sitter-bash takes to parse the same text, and time to load a policy. Run by
//! `scripts/bench`, or `cargo bench --bench decide -- FILTER` in this folder.
#![allow(missing_docs, reason = "divan's functions are no interface")]

use byleave_benches::decisions::{Case, LOADED, RULES, load, policy, policy_text};
use byleave_benches::{Input, TreeSitter};
use divan::Bencher;

fn main() {
    divan::main();
}

#[divan::bench(args = Input::decided())]
fn decide(bencher: Bencher<'_, '_>, input: &Input) {
    let case = Case::new(input, policy(0));
    bencher.bench_local(|| case.decide());
}

#[divan::bench(args = Input::decided())]
fn tree_sitter(bencher: Bencher<'_, '_>, input: &Input) {
    let mut parser = TreeSitter::new();
    bencher.bench_local(|| parser.read(&input.texts));
}

#[divan::bench(args = RULES)]
fn rules(bencher: Bencher<'_, '_>, rules: usize) {
    let case = Case::new(&Input::five(), policy(rules));
    bencher.bench_local(|| case.decide());
}

#[divan::bench(args = LOADED)]
fn loading(bencher: Bencher<'_, '_>, rules: usize) {
    let text = policy_text(rules);
    bencher.bench_local(|| load(&text));
}
