//! What `seq` is followed by.

use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq("var")]
struct WithLiteral(u32);

#[derive(StructuralEq)]
#[seq(kind "var")]
struct WithSyntaxError(u32);

#[derive(StructuralEq)]
struct WithValue {
    #[seq = "ignore"]
    span: u32,
}

#[derive(StructuralEq)]
#[seq]
struct WithoutList(u32);

fn main() {}
