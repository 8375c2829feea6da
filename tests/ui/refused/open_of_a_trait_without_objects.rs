use sexpr_core::custom::DynStructural;

trait Op: DynStructural + Clone {}

sexpr_core::open!(Op);

fn main() {}
