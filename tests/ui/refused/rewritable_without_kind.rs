struct Pointer(Box<u32>);

sexpr_core::rewritable!(Pointer);

fn main() {}
