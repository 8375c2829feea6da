use sexpr_core::StructuralEq;

struct Span(u32);

#[derive(StructuralEq)]
struct Node {
    value: u32,
    span: Span,
}

fn main() {}
