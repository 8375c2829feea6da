use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(kind = "dag")]
struct Marker;

#[derive(StructuralEq)]
struct Root<'ir> {
    marker: &'ir Marker,
}

fn main() {}
