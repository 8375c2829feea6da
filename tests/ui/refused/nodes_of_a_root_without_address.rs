use sexpr_core::{StructuralEq, walk::nodes};

#[derive(StructuralEq)]
#[seq(kind = "singleton")]
struct Marker;

fn main() {
    nodes::<Marker>(&Marker).count();
}
