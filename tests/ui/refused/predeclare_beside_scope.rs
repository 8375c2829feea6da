use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(scope, predeclare = names)]
struct Group {
    #[seq(var, def)]
    names: Vec<String>,
}

fn main() {}
