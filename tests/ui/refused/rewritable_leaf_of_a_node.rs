use sexpr_core::StructuralEq;

#[derive(StructuralEq, Clone)]
struct Path(Vec<String>);

sexpr_core::rewritable_leaf!(Path);

fn main() {}
