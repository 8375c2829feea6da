use sexpr_core::rewrite::RewritableMap;

struct Table;

fn rewrite(_: &impl RewritableMap) {}

fn main() {
    rewrite(&Table);
}
