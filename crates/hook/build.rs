//! How the program is linked.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    byleave_link::pack_relocations();
    byleave_link::unwind_without_library();
}
