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
    #[seq(rest = shown)]
    Other,
    Add,
}

fn shown(_: &foreign::Op) -> u8 {
    0
}

fn main() {}
