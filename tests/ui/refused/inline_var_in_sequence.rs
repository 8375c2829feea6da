use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(kind = "var")]
struct Var {
    ty: u32,
}

#[derive(StructuralEq)]
struct Lambda {
    #[seq(def)]
    params: Vec<Var>,
}

fn main() {}
