use sexpr_core::StructuralEq;

struct Span(u32);

#[derive(StructuralEq)]
#[seq(kind = "const-tree")]
struct Node {
    span: Span,
}

fn main() {}
