use sexpr_core::StructuralEq;

struct Symbol(u32);

#[derive(StructuralEq)]
#[seq(kind = "var")]
struct Var {
    #[seq(key)]
    name: Symbol,
}

fn main() {}
