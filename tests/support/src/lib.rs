//! What tests share that are built without the rest of the test suite, as under Miri and AddressSanitizer.
//!
//! - [`check`]: assertions that look at equality, hash and mismatch at once;
//! - [`terms`]: the IR that most cases are about, and random terms of it; [`layout`], where their nodes lie in memory;
//! - [`hashes`]: values of one hash;
//! - [`random`]: random numbers that are the same in every run;
//! - [`stack`]: work in a thread whose stack is small;
//! - [`ids!`] and [`container!`]: types of ids, and what it takes for a pointer or container to be compared.

pub mod check;
pub mod hashes;
pub mod layout;
pub mod random;
pub mod stack;
pub mod terms;

/// Declares types of ids, each for a type of nodes: `ids! { ExprId => Expr; }`. An id is an index into an arena, and may
/// be the key of a map. `, columns` is for arenas that hold parts of nodes in other tables.
#[macro_export]
macro_rules! ids {
    ($($id:ident => $node:ty $(, $columns:ident)?;)*) => {
        $(
            #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
            struct $id(usize);

            impl sexpr_core::arena::Id for $id {
                type Node = $node;
                fn index(&self) -> u64 {
                    self.0 as u64
                }
            }
            sexpr_core::id!($id $(, $columns)?);
        )*
    };
}

/// Compares a pointer or container by the trait that it implements: `container!([T: Field] Gap<T>,
/// Shape::Sequence(|| T::INFO), T::Reach, sequence)`. The last is the method of a visitor.
#[macro_export]
macro_rules! container {
    ([$($bounds:tt)*] $name:ident $(<$($argument:ident),+>)?, $shape:expr, $reach:ty, $method:ident) => {
        impl<$($bounds)*> sexpr_core::StructuralEq for $name $(<$($argument),+>)? {
            const INFO: &'static sexpr_core::reflect::TypeInfo =
                &sexpr_core::reflect::TypeInfo::container(stringify!($name), $shape);
            type Reach = $reach;
            fn content<'a, Visit: sexpr_core::custom::Visitor<'a>>(
                left: &'a Self,
                right: &'a Self,
                at: sexpr_core::custom::Region,
                visitor: &mut Visit,
            ) -> bool {
                visitor.$method(left, right, at)
            }
        }
        impl<$($bounds)*> sexpr_core::Field for $name $(<$($argument),+>)? {}
    };
}
