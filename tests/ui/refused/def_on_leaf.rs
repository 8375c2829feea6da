use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
struct Lambda {
    #[seq(def)]
    param: String,
}

fn main() {}
