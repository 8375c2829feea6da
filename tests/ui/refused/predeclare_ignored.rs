use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(scope(predeclare = cache))]
struct Group {
    #[seq(ignore)]
    cache: Vec<Group>,
    #[seq(var, def)]
    names: Vec<String>,
    values: Vec<Group>,
}

fn main() {}
