use sexpr_core::StructuralEq;

struct Half(u16);

fn bits(half: &u16) -> u16 {
    *half
}

#[derive(StructuralEq)]
struct Node {
    #[seq(via = bits)]
    value: Half,
}

fn main() {}
