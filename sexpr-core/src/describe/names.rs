//! `NameField`: what a field marked `var` may hold, and the namespaces of names.

use crate::describe::{region::Region, structural::Field, visitor::Visitor};

/// The type of a field marked `#[seq(var)]`: a name, or names in a container.
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
    message = "`{Self}` is neither a name nor a container of names [SEQ408]",
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

/// The method that lists the names in values of a type to a `Visit`, in the namespace `Names`.
macro_rules! listed_names {
    ($value:ty, |$left:ident, $right:ident, $at:ident, $visitor:ident| $listed:expr) => {
        fn names<'a, Names: $crate::describe::names::Namespace, Visit: $crate::describe::visitor::Visitor<'a>>(
            $left: &'a $value,
            $right: &'a $value,
            $at: $crate::describe::region::Region,
            $visitor: &mut Visit,
        ) -> bool {
            $listed
        }
    };
}
pub(crate) use listed_names;

/// A namespace of variables that are known by their values: one spelling in two namespaces is two variables.
#[doc(hidden)]
pub trait Namespace: 'static {
    /// Its name in the attribute.
    const NAME: &'static str;
}

/// The namespace of `#[seq(var)]`.
#[doc(hidden)]
pub enum NoNamespace {}

impl Namespace for NoNamespace {
    const NAME: &'static str = "";
}
