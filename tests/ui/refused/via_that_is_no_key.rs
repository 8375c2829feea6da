use sexpr_core::StructuralEq;

struct Foreign(Vec<u32>);

fn list(foreign: &Foreign) -> &[u32] {
    &foreign.0
}

#[derive(StructuralEq)]
#[seq(kind = "var")]
struct Var {
    #[seq(key, via = list)]
    value: Foreign,
}

fn main() {}
