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
    #[seq(rest = shown, kind = "const-tree")]
    Other,
}

fn shown(_: &foreign::Op) -> u8 {
    0
}

fn main() {}
