use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(kind = "singelton")]
struct Op(u32);

fn main() {}
