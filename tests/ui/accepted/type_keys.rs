//! What types are called, and which values mean something in one process only.

use std::{marker::PhantomData, sync::Arc};

use sexpr_core::{Field, StructuralEq, structural_equal};

mod ir {
    use sexpr_core::StructuralEq;

    #[derive(StructuralEq)]
    pub struct Block<T>(pub Vec<T>);

    #[derive(StructuralEq)]
    #[seq(type_key = "ir::Value")]
    pub struct Value;
}

/// A parameter that no bound speaks of.
#[derive(StructuralEq)]
#[seq(type_key = "Tagged")]
struct Tagged<T, U: ?Sized, P, const N: usize> {
    value: T,
    shared: Arc<U>,
    tag: PhantomData<P>,
    bytes: [u8; N],
}

/// The bounds are the user's.
#[derive(StructuralEq)]
#[seq(bound = "T: Field, U: StructuralEq")]
struct Bound<T, U: ?Sized>(T, Arc<U>);

/// No trait of the library.
mod math {
    pub trait Field {}

    impl Field for u8 {}
}

#[derive(StructuralEq)]
struct Matrix<F: math::Field>(PhantomData<F>);

#[derive(StructuralEq, Clone, Copy)]
#[seq(process_local)]
struct Symbol(u32);

#[derive(StructuralEq)]
#[seq(kind = "const-tree", process_local)]
enum Interned<T> {
    Known,
    Index { index: u32, of: T },
}

#[derive(StructuralEq)]
#[seq(process_local)]
enum Never {}

#[derive(StructuralEq)]
struct Uses(#[seq(var)] Symbol, Interned<Symbol>, Option<Never>);

fn key<T: StructuralEq>() -> String {
    T::type_info().type_key().to_string()
}

fn main() {
    assert_eq!(key::<ir::Value>(), "ir::Value");
    assert_eq!(key::<ir::Block<ir::Value>>(), format!("{}::ir::Block<ir::Value>", module_path!()));
    let marker = std::any::type_name::<ir::Value>();
    assert_eq!(key::<Tagged<u8, str, ir::Value, 1>>(), format!("Tagged<u8, str, {marker}, 1>"));
    assert_eq!(<Tagged<u8, str, ir::Value, 1>>::type_info().full_name().to_string(), "Tagged<u8, str, _, 1>");
    assert_eq!(key::<Bound<u8, str>>(), format!("{}::Bound<u8, str>", module_path!()));
    assert_eq!(key::<Matrix<u8>>(), format!("{}::Matrix<u8>", module_path!()));

    let uses = |index| Uses(Symbol(index), Interned::Index { index, of: Symbol(index) }, None);
    assert!(structural_equal(&uses(1), &uses(1)));
    assert!(!structural_equal(&Uses(Symbol(1), Interned::Known, None), &uses(1)));
}
