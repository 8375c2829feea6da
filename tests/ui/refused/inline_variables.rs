use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
enum EnumWithVar {
    #[seq(kind = "var")]
    Var(u32),
    Not(Box<EnumWithVar>),
}

#[derive(StructuralEq)]
#[seq(kind = "var")]
struct Var {
    ty: u32,
}

#[derive(StructuralEq)]
struct Struct {
    #[seq(def)]
    param: Var,
}

fn main() {}
