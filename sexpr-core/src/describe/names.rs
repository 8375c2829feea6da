//! `NameField`: what a field marked `var` may hold, and the namespaces of names.

use alloc::{
    borrow::{Cow, ToOwned},
    boxed::Box,
    collections::{BTreeSet, LinkedList, VecDeque},
    rc::Rc,
    sync::Arc,
    vec::Vec,
};

use crate::describe::{
    keys::{KeyValue, MapKey},
    leaf::Leaf,
    reach::{Uses, Variable},
    region::Region,
    structural::{Field, StructuralEq},
    visitor::Visitor,
};

/// What a field marked `#[seq(var)]` holds: a name, or names in a container.
///
/// A name is a leaf (a string, a number, a leaf of one's own) or a derived value made of leaves, which is one name as a
/// whole. Containers are sequences, `Option`, sets, and pointers to leaves and sequences. The members of a set match by
/// which variables correspond, and bind nothing, as the keys of a map do. Implemented by the derive and by
/// [`leaf!`](crate::leaf!); there is nothing to write.
///
/// ```
/// use sexpr_core::{StructuralEq, structural_equal};
///
/// #[derive(StructuralEq)]
/// enum Expr {
///     Var(#[seq(var)] String),
///     #[seq(scope)]
///     Lambda(#[seq(var, def)] Vec<String>, Box<Expr>),
/// }
///
/// let first = |one: &str, other: &str| {
///     Expr::Lambda(vec![one.to_string(), other.to_string()], Box::new(Expr::Var(one.to_string())))
/// };
/// assert!(structural_equal(&first("x", "y"), &first("a", "b")));
/// assert!(!structural_equal(&first("x", "x"), &first("a", "b")));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is neither a name nor a container of names",
    label = "`#[seq(var)]` is for leaves, and for sequences, sets and `Option`s of leaves",
    note = "remove `var` if `{Self}` is a node: a node is a variable if its own type is marked `#[seq(kind = \"var\")]`",
    note = "for a name made of several leaves, put them into a struct that derives `StructuralEq`; for the keys of a map, \
            use a keyed node of kind `var`"
)]
pub trait NameField: Field {
    /// The shadow of the variables that the names are: a set's bind nothing. See `reach`.
    #[doc(hidden)]
    type NamesReach;

    /// Lists each name as a variable of the namespace.
    #[doc(hidden)]
    fn names<'a, N: Namespace, V: Visitor<'a>>(left: &'a Self, right: &'a Self, at: Region, visitor: &mut V) -> bool;
}

/// A namespace of variables that are known by their values: one spelling in two namespaces is two variables.
#[doc(hidden)]
pub trait Namespace: 'static {
    /// What the attribute calls it.
    const NAME: &'static str;
}

/// The namespace of `#[seq(var)]`.
#[doc(hidden)]
pub enum NoNamespace {}

impl Namespace for NoNamespace {
    const NAME: &'static str = "";
}

/// Containers that the visitor takes apart, each by one of its methods. The members of sets match by correspondence,
/// and bind nothing.
macro_rules! containers {
    ($method:ident: $([$($generics:tt)*] $ty:ty => $reach:ty;)*) => {$(
        impl<$($generics)*> $crate::describe::names::NameField for $ty {
            type NamesReach = $reach;

            fn names<'a, N: $crate::describe::names::Namespace, V: $crate::describe::visitor::Visitor<'a>>(
                left: &'a Self,
                right: &'a Self,
                at: $crate::describe::region::Region,
                visitor: &mut V,
            ) -> bool {
                visitor.$method::<_, N>(left, right, at)
            }
        }
    )*};
}
#[cfg(any(feature = "indexmap", feature = "smallvec"))]
pub(crate) use containers;

containers! {
    names_in_order:
    [T: NameField] Vec<T> => T::NamesReach;
    [T: NameField] VecDeque<T> => T::NamesReach;
    [T: NameField] LinkedList<T> => T::NamesReach;
    [T: NameField] [T] => T::NamesReach;
}

containers! {
    names_in_set:
    [T: KeyValue] BTreeSet<T> => Uses<Variable>;
}

#[cfg(feature = "std")]
containers! {
    names_in_set:
    [T: KeyValue, S] std::collections::HashSet<T, S> => Uses<Variable>;
}

impl<T: NameField, const LENGTH: usize> NameField for [T; LENGTH] {
    type NamesReach = T::NamesReach;

    fn names<'a, N: Namespace, V: Visitor<'a>>(left: &'a Self, right: &'a Self, at: Region, visitor: &mut V) -> bool {
        visitor.names_in_order::<_, N>(left.as_slice(), right.as_slice(), at)
    }
}

impl<T: NameField> NameField for Option<T> {
    type NamesReach = T::NamesReach;

    fn names<'a, N: Namespace, V: Visitor<'a>>(left: &'a Self, right: &'a Self, at: Region, visitor: &mut V) -> bool {
        visitor.variant(Self::variant(left));
        match (left, right) {
            (Some(left), Some(right)) => T::names::<N, V>(left, right, at, visitor),
            (None, None) => true,
            _ => {
                visitor.content_of(Self::INFO);
                visitor.variants_differ(Self::variant(left), Self::variant(right))
            }
        }
    }
}

// A pointer to a leaf is a name; one to names in order is these.
containers! {
    name:
    [T: Leaf + MapKey + ?Sized] Box<T> => Variable;
    [T: Leaf + MapKey + ?Sized] Arc<T> => Variable;
    [T: Leaf + MapKey + ?Sized] Rc<T> => Variable;
    [T: Leaf + MapKey + ?Sized] &T => Variable;
    [T: Leaf + MapKey + ToOwned + ?Sized] Cow<'_, T> => Variable;
}

macro_rules! pointers_to_sequences {
    ($($sequence:ty)*) => {$(
        pointers_to_sequences! { $sequence: Box<$sequence>; Arc<$sequence>; Rc<$sequence>; &$sequence; }
    )*};
    ($sequence:ty: $($pointer:ty;)*) => {$(
        impl<T: NameField> NameField for $pointer {
            type NamesReach = T::NamesReach;

            fn names<'a, N: Namespace, V: Visitor<'a>>(
                left: &'a Self,
                right: &'a Self,
                at: Region,
                visitor: &mut V,
            ) -> bool {
                <$sequence as NameField>::names::<N, V>(left, right, at, visitor)
            }
        }
    )*};
}

pointers_to_sequences! { [T] Vec<T> }
