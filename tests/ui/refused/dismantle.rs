use sexpr_core::{StructuralEq, terms::drop_iteratively};

#[derive(StructuralEq)]
struct Type;

#[derive(StructuralEq)]
#[seq(dismantle)]
struct Cast {
    ty: Vec<Type>,
}

#[derive(StructuralEq)]
#[seq(dismantle)]
struct Guard {
    value: Box<i64>,
}

impl Drop for Guard {
    fn drop(&mut self) {}
}

fn main() {
    drop_iteratively(Type);
}
