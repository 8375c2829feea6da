use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(kind = "var")]
enum Name {
    Local(#[seq(key)] String),
    #[seq(kind = "tree")]
    Path(#[seq(key)] String),
}

fn main() {}
