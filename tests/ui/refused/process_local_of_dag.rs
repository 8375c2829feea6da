use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(kind = "dag", process_local)]
struct Node {
    #[seq(key)]
    index: u32,
}

fn main() {}
