use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(kind = "var", scope(predeclare = bound))]
struct Var {
    #[seq(key)]
    name: String,
    bound: Vec<Var>,
}

fn main() {}
