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
    Negate(#[seq(getter = negated)] i32),
}

fn negated(_: &foreign::Op) -> i32 {
    0
}

fn main() {}
