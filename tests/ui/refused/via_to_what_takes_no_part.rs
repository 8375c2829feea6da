use sexpr_core::StructuralEq;

struct Foreign(Inner);
struct Inner;

fn inner(foreign: &Foreign) -> &Inner {
    &foreign.0
}

#[derive(StructuralEq)]
struct Node {
    #[seq(via = inner)]
    value: Foreign,
}

fn main() {}
