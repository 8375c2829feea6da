use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(kind = "const-tree", scope)]
struct Shape {
    sizes: Vec<u64>,
}

fn main() {}
