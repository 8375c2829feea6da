use sexpr_core::StructuralEq;

struct Location;

#[derive(StructuralEq)]
#[seq(rewrite)]
struct Literal {
    value: i64,
    #[seq(ignore)]
    location: Location,
}

fn main() {}
