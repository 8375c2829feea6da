use sexpr_core::{StructuralEq, structural_equal};

#[derive(StructuralEq)]
#[seq(bound = "T: PartialEq")]
struct Bounded<T>(Vec<T>);

#[derive(StructuralEq)]
struct Wrap<T>(T);

fn same<T: StructuralEq>(one: &Wrap<T>, other: &Wrap<T>) -> bool {
    structural_equal(one, other)
}

fn main() {
    same(&Wrap(1), &Wrap(1));
}
