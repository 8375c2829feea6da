use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(scope = "body")]
struct Lambda {
    #[seq(def, var)]
    param: String,
    body: Vec<Lambda>,
}

fn main() {}
