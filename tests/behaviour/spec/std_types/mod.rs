//! Every type of the standard library, and of the crates behind optional features, that can stand in a compared
//! field: equal values, different values, the same hash, and the right path.

mod foreign;
mod leaves;
mod map_keys;
mod maps;
mod pointers;
mod sequences;
mod sums;
mod tuples;

use sexpr_core::{Field, StructuralEq};
use sexpr_test_support::check::all_distinct;

/// A field of some type.
#[derive(StructuralEq)]
struct Holder<T> {
    value: T,
}

fn hold<T>(value: T) -> Holder<T> {
    Holder { value }
}

/// A leaf's values are all distinct. As a root only, to keep the build quick: where a leaf stands is looked at in
/// [`leaf_everywhere`].
#[track_caller]
fn leaf<T: Field>(make: impl Fn() -> Vec<T>) {
    all_distinct("", make);
}

/// They are so in every place: as a root, as a field, and in containers.
#[track_caller]
fn leaf_everywhere<T: Field>(make: impl Fn() -> Vec<T>) {
    all_distinct("", &make);
    all_distinct(".value", || make().into_iter().map(hold).collect());
    all_distinct("[0]", || make().into_iter().map(|value| vec![value]).collect());
    all_distinct("", || make().into_iter().map(Some).collect());
    all_distinct(".1", || make().into_iter().map(|value| (1, value)).collect());
    all_distinct("", || make().into_iter().map(Box::new).collect());
}
