use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
enum Node {
    #[seq(ignore)]
    Comment(String),
    Int(i64),
}

fn main() {}
