use sexpr_core::StructuralEq;

struct Foreign(u32);

fn list(foreign: &Foreign) -> Vec<u32> {
    vec![foreign.0]
}

#[derive(StructuralEq)]
struct Node {
    #[seq(via = list)]
    value: Foreign,
}

fn main() {}
