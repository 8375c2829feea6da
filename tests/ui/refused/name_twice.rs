use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(kind = "var")]
struct Var {
    #[seq(ignore, name)]
    name: String,
    #[seq(ignore, name)]
    hint: String,
}

fn main() {}
