use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(kind = "var")]
struct Var;

#[derive(StructuralEq)]
struct Use<'ir> {
    var: &'ir Var,
}

fn main() {}
