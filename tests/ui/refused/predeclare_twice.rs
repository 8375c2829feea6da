use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(scope(predeclare = names, predeclare = names))]
struct Group {
    #[seq(var, def)]
    names: Vec<String>,
    values: Vec<Group>,
}

fn main() {}
