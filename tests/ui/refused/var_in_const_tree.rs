use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(kind = "const-tree")]
struct Size {
    #[seq(var)]
    name: String,
    at_least: u64,
}

fn main() {}
