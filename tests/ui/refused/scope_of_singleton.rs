use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(kind = "singleton", scope)]
struct Op {
    #[seq(key)]
    name: String,
}

fn main() {}
