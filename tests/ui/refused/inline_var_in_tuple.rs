use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(kind = "var")]
struct Var {
    ty: u32,
}

#[derive(StructuralEq)]
struct Lambda {
    #[seq(def)]
    param: (Var, u32),
}

fn main() {}
