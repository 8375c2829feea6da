use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
struct Lambda {
    #[seq(var, def, ordered)]
    params: Vec<String>,
}

fn main() {}
