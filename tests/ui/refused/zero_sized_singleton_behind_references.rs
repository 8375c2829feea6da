use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(kind = "singleton")]
struct Op;

#[derive(StructuralEq)]
struct Call<'ir> {
    ops: Vec<&'ir Op>,
}

fn main() {}
