use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(rewrite)]
struct Name<'source> {
    text: &'source str,
}

fn main() {}
