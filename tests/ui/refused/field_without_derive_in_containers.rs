use sexpr_core::StructuralEq;

struct Span(u32);

#[derive(StructuralEq)]
enum Node {
    Leaf,
    Inner { spans: Vec<Option<Box<Span>>> },
}

fn main() {}
