use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(scope(predeclare = label))]
struct Group {
    #[seq(opaque)]
    label: String,
    #[seq(var, def)]
    names: Vec<String>,
    values: Vec<Group>,
}

fn main() {}
