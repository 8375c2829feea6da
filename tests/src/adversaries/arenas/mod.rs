//! Ids and arenas: rings, lists, scopes, arenas in arenas, ids that dangle, nodes that many functions share.
//!
//! - [`flow`]: blocks that bind their parameters, in a function that is a scope;
//! - [`graphs`]: nodes of one arena, in rings, lists, chains and towers; ids that dangle;
//! - [`scopes`]: variables, and nodes that bind them;
//! - [`nested`]: arenas inside each other;
//! - [`functions`]: functions, each with an arena, that share something.

pub mod flow;
pub mod functions;
pub mod graphs;
pub mod nested;
pub mod scopes;

use sexpr_core::{StructuralEq, rewrite::Rewritable, terms::Dismantle};

use super::Case;

/// Ids that are indices.
macro_rules! ids {
    ($($(#[$doc:meta])* $id:ident => $node:ty),* $(,)?) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, Debug)]
            pub struct $id(pub(in crate::adversaries::arenas) usize);

            impl Id for $id {
                type Node = $node;
                fn index(&self) -> u64 {
                    self.0 as u64
                }
            }
            sexpr_core::id!($id);
            sexpr_core::rewritable!(id $id);
        )*
    };
}
use ids;

/// The numbers below `size` in some other order.
fn scattered(size: usize) -> impl Fn(usize) -> usize {
    let stride = [7_919, 104_729, 1].into_iter().find(|stride| !size.is_multiple_of(*stride)).unwrap_or(1);
    move |number| number * stride % size
}

fn of<T: StructuralEq + 'static>(name: &str, largest: usize, make: fn(usize, i64) -> T) -> Case {
    Case::of(format!("arenas/{name}"), largest, make).on_a_small_stack()
}

fn dismantled<T: Rewritable + Dismantle>(name: &str, largest: usize, make: fn(usize, i64) -> T) -> Case {
    Case::dismantled(format!("arenas/{name}"), largest, make).on_a_small_stack()
}

/// The cases.
pub fn cases() -> Vec<Case> {
    [graphs::cases(), scopes::cases(), flow::cases(), nested::cases(), functions::cases()]
        .into_iter()
        .flatten()
        .collect()
}
