use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(kind = "var")]
struct Var {
    #[seq(key)]
    module: String,
    #[seq(key)]
    name: String,
}

fn main() {}
