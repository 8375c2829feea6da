use sexpr_core::StructuralEq;

struct Span(u32);

#[derive(StructuralEq)]
struct Node<T>(T);

#[derive(StructuralEq)]
struct Root {
    node: Node<Span>,
}

fn main() {}
