//! Terms whose variables are objects, or names.

use std::sync::Arc;

use sexpr_core::StructuralEq;

use super::counted::Counted;
use crate::nodes::Var;

/// A way to write terms.
pub(crate) trait Terms {
    /// A variable, where it is bound and where it is used.
    type Var: Clone;
    /// A pointer to a node.
    type Term: StructuralEq + Clone;

    /// A variable; where variables are names, the one that is called so.
    fn var(name: u32) -> Self::Var;
    fn constant() -> Self::Term;
    fn usage(var: &Self::Var) -> Self::Term;
    fn pair(left: &Self::Term, right: &Self::Term) -> Self::Term;
    /// Binds a variable for the rest of the comparison.
    fn sticky(param: &Self::Var, left: &Self::Term, right: &Self::Term) -> Self::Term;
    /// Binds a variable in a scope, and uses the same or another in it.
    fn scope(param: &Self::Var, used: &Self::Var, left: &Self::Term, right: &Self::Term) -> Self::Term;
}

/// Declares a way to write terms: how a variable is made from a number, and what is written on binders and on uses.
macro_rules! terms {
    ($name:ident, $var:ty, $new_var:expr, #[$binds:meta] $(#[$uses:meta])?) => {
        pub(crate) mod $name {
            use super::*;

            pub(crate) struct Written;

            #[derive(StructuralEq)]
            pub(crate) enum Node {
                Constant(Counted),
                Use(Counted, $(#[$uses])? $var),
                Pair {
                    mark: Counted,
                    below: Option<[Arc<Node>; 2]>,
                },
                Sticky {
                    mark: Counted,
                    #[$binds]
                    param: $var,
                    below: Option<[Arc<Node>; 2]>,
                },
                #[seq(scope)]
                Scope {
                    mark: Counted,
                    #[$binds]
                    param: $var,
                    $(#[$uses])?
                    used: $var,
                    below: Option<[Arc<Node>; 2]>,
                },
            }

            impl Terms for Written {
                type Var = $var;
                type Term = Arc<Node>;

                fn var(name: u32) -> $var {
                    let new_var: fn(u32) -> $var = $new_var;
                    new_var(name)
                }
                fn constant() -> Arc<Node> {
                    Arc::new(Node::Constant(Counted))
                }
                fn usage(var: &$var) -> Arc<Node> {
                    Arc::new(Node::Use(Counted, var.clone()))
                }
                fn pair(left: &Arc<Node>, right: &Arc<Node>) -> Arc<Node> {
                    Arc::new(Node::Pair { mark: Counted, below: Some([left.clone(), right.clone()]) })
                }
                fn sticky(param: &$var, left: &Arc<Node>, right: &Arc<Node>) -> Arc<Node> {
                    let below = Some([left.clone(), right.clone()]);
                    Arc::new(Node::Sticky { mark: Counted, param: param.clone(), below })
                }
                fn scope(param: &$var, used: &$var, left: &Arc<Node>, right: &Arc<Node>) -> Arc<Node> {
                    let below = Some([left.clone(), right.clone()]);
                    Arc::new(Node::Scope { mark: Counted, param: param.clone(), used: used.clone(), below })
                }
            }

            impl Node {
                fn take_below(&mut self) -> impl Iterator<Item = Arc<Node>> + use<> {
                    let below = match self {
                        Node::Pair { below, .. } | Node::Sticky { below, .. } | Node::Scope { below, .. } => {
                            below.take()
                        }
                        Node::Constant(_) | Node::Use(..) => None,
                    };
                    below.into_iter().flatten()
                }
            }

            /// In a loop, since towers are high.
            impl Drop for Node {
                fn drop(&mut self) {
                    let mut pending = Vec::from_iter(self.take_below());
                    while let Some(term) = pending.pop() {
                        if let Some(mut node) = Arc::into_inner(term) {
                            pending.extend(node.take_below());
                        }
                    }
                }
            }
        }
    };
}

terms!(arc, Arc<Var>, |_| crate::nodes::var(), #[seq(def)]);
terms!(arc_names, u32, |name| name, #[seq(var, def)] #[seq(var)]);
