use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
struct Function {
    #[seq(ignore, name)]
    name: String,
}

fn main() {}
