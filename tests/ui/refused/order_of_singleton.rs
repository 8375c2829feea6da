use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(kind = "singleton", order(arity, name))]
struct Op {
    name: String,
    arity: u32,
}

fn main() {}
