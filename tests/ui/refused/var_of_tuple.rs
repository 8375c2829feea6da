use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
struct Pair {
    #[seq(var, def)]
    names: (String, String),
}

fn main() {}
