use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(scope, kind = "var")]
struct Var {
    #[seq(key)]
    name: String,
}

fn main() {}
