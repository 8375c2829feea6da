use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(scope(predeclare = 7))]
struct Group {
    #[seq(var, def)]
    names: Vec<String>,
    values: Vec<Group>,
}

fn main() {}
