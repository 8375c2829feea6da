use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
enum List {
    Nil,
    Cons(i64, Option<List>),
}

fn main() {}
