use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
struct Shape(Vec<u32>);

struct Foreign(Shape);

fn shape(foreign: &Foreign) -> &Shape {
    &foreign.0
}

#[derive(StructuralEq)]
#[seq(kind = "const-tree")]
struct Type {
    #[seq(via = shape)]
    shape: Foreign,
}

fn main() {}
