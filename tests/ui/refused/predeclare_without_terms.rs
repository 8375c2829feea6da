use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
struct Place {
    lines: Vec<u32>,
}

#[derive(StructuralEq)]
#[seq(scope(predeclare = place))]
struct Closed {
    place: Place,
    #[seq(var, def)]
    names: Vec<String>,
    values: Vec<Closed>,
}

#[derive(StructuralEq)]
#[seq(scope(predeclare = entries))]
struct InMap {
    entries: std::collections::BTreeMap<u32, InMap>,
    #[seq(var, def)]
    names: Vec<String>,
    values: Vec<InMap>,
}

fn main() {}
