use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
struct Type;

#[derive(StructuralEq)]
#[seq(rewrite)]
struct Cast {
    ty: Type,
    to: Vec<Type>,
}

fn main() {}
