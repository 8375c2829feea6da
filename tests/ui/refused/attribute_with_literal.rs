use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq("var")]
struct Var(u32);

fn main() {}
