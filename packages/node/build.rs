//! Tells the linker that Node.js has the functions of its interface.

fn main() {
    napi_build::setup();
}
