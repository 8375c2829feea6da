use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
struct Place {
    lines: Vec<u32>,
}

#[derive(StructuralEq)]
#[seq(scope(predeclare = place))]
struct Group {
    place: Place,
    #[seq(var, def)]
    names: Vec<String>,
    values: Vec<Group>,
}

fn main() {}
