use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(scope, kind = "var")]
enum Var {
    Named(#[seq(key)] String),
    Numbered(#[seq(key)] u32),
}

fn main() {}
