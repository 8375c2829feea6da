use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(kind = "dag", scope(predeclare = name))]
struct Module {
    #[seq(key)]
    name: String,
    items: Vec<Item>,
}

#[derive(StructuralEq)]
struct Item(#[seq(var, def)] String);

fn main() {}
