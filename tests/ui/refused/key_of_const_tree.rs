use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(kind = "const-tree")]
struct Name {
    #[seq(key)]
    name: String,
}

fn main() {}
