use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
struct Type;

#[derive(StructuralEq)]
#[seq(rewrite)]
struct NotRewritable {
    ty: Type,
    to: Vec<Type>,
}

#[derive(StructuralEq)]
struct Symbol(String);

#[derive(StructuralEq)]
#[seq(rewrite)]
struct NamesThatStay {
    #[seq(var)]
    symbols: Vec<Symbol>,
}

struct Location;

#[derive(StructuralEq)]
#[seq(rewrite)]
struct IgnoredNotClone {
    value: i64,
    #[seq(ignore)]
    location: Location,
}

fn main() {}
