//! The command `sexpr`.

fn main() {}
