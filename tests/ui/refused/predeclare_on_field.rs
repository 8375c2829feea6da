use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(scope)]
struct Group {
    #[seq(predeclare)]
    names: Vec<Name>,
}

#[derive(StructuralEq)]
struct Name(#[seq(var, def)] String);

fn main() {}
