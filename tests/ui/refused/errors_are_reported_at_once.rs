use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(knid = "var", with = 3)]
struct Lambda {
    #[seq(ingore)]
    span: u32,
    #[seq(def = "patern")]
    param: String,
    #[seq(opaque, ordered)]
    attributes: u32,
}

fn main() {}
