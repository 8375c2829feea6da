use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
struct Lambda {
    #[seq(def, var)]
    param: String,
    #[seq(scope)]
    body: Vec<Lambda>,
}

fn main() {}
