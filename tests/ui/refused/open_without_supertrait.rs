trait Op {
    fn name(&self) -> &str;
}

sexpr_core::open!(Op);

fn main() {}
