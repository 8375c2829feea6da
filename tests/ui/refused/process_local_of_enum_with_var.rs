use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(process_local)]
enum Symbol {
    Interned(u32),
    #[seq(kind = "var")]
    Var(#[seq(key)] u32),
}

fn main() {}
