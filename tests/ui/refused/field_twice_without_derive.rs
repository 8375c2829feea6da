use sexpr_core::StructuralEq;

struct Token(u32);

#[derive(StructuralEq)]
struct Range {
    from: Token,
    to: Token,
}

#[derive(StructuralEq)]
struct Uses {
    #[seq(var)]
    first: Token,
    #[seq(var)]
    last: Token,
}

fn main() {}
