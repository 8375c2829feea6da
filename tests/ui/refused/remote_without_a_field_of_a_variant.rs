use sexpr_core::StructuralEq;

mod foreign {
    pub enum Op {
        Add,
        Negate(i32),
    }
}

#[derive(StructuralEq)]
#[seq(remote = "foreign::Op")]
enum Op {
    Add,
    Negate(),
}

fn main() {}
