use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
struct Name {
    #[seq(key)]
    name: String,
}

fn main() {}
