use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(kind = "singleton")]
struct Op {
    #[seq(def)]
    name: String,
}

fn main() {}
