use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
struct Symbol(String);

#[derive(StructuralEq)]
#[seq(rewrite)]
struct Use {
    #[seq(var)]
    symbols: Vec<Symbol>,
}

fn main() {}
