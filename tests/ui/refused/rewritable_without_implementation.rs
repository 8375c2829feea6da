use sexpr_core::StructuralEq;

struct Pointer(Box<i64>);
sexpr_core::rewritable!(wrapper Pointer);

struct Counted(*const i64);
sexpr_core::rewritable!(shared Counted);

#[derive(StructuralEq)]
struct List(Vec<i64>);
sexpr_core::rewritable!(sequence List);

struct Table(Vec<(i64, i64)>);
sexpr_core::rewritable!(map Table);

fn main() {}
