use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(scope(predeclare = entries))]
struct Group {
    #[seq(ordered)]
    entries: std::collections::BTreeMap<u32, Group>,
    #[seq(var, def)]
    names: Vec<String>,
    values: Vec<Group>,
}

fn main() {}
