use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(kind = "var")]
struct Var {
    #[seq(ignore, name)]
    name: Option<String>,
}

fn main() {}
