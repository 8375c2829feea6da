use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
struct Use {
    #[seq(opaque, var = "types")]
    name: String,
}

fn main() {}
