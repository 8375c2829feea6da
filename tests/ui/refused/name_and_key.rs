use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(kind = "var")]
struct Var {
    #[seq(name, key)]
    name: String,
}

fn main() {}
