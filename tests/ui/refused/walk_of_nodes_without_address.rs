use sexpr_core::{StructuralEq, walk::Walk};

#[derive(StructuralEq)]
#[seq(kind = "singleton")]
struct Marker;

fn main() {
    Walk::new().on(|_: &Marker, _| {}).run(&Marker);
}
