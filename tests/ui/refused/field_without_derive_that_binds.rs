use sexpr_core::StructuralEq;

struct Name(u32);

#[derive(StructuralEq)]
struct Lambda {
    #[seq(def)]
    params: Vec<Name>,
}

fn main() {}
