use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(kind = "singleton")]
struct Op {
    #[seq(var)]
    name: String,
}

fn main() {}
