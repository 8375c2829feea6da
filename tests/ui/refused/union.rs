use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
union Bits {
    int: u32,
    float: f32,
}

fn main() {}
