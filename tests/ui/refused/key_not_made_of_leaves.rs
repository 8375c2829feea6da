use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(kind = "var")]
struct Var {
    #[seq(key)]
    path: Vec<String>,
}

fn main() {}
