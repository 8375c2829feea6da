use sexpr_core::custom::DynStructural;

trait Op: DynStructural {}
sexpr_core::open!(Op);

struct Load {
    address: u64,
}

impl Op for Load {}

fn main() {}
