use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
struct Use {
    #[seq(ignore, var)]
    name: String,
}

fn main() {}
