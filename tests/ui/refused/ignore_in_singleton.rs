use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(kind = "singleton")]
struct Op {
    #[seq(ignore)]
    name: String,
}

fn main() {}
