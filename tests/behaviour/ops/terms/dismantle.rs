//! Dropping piece by piece.

#![allow(clippy::arc_with_non_send_sync, reason = "the tests are about pointers, not about threads")]

use std::{
    cell::Cell,
    collections::{BTreeMap, HashMap},
    rc::Rc,
    sync::Arc,
};

use sexpr_core::{ByIdentity, StructuralEq, StructuralKey, arena::Arena, terms::drop_iteratively};
use sexpr_test_support::{ids, stack::with_stack};

thread_local! {
    static DROPPED: Cell<usize> = const { Cell::new(0) };
}

/// Counts how many of it are dropped.
#[derive(StructuralEq, Clone)]
struct Counted;

impl Drop for Counted {
    fn drop(&mut self) {
        DROPPED.set(DROPPED.get() + 1);
    }
}

/// Holds itself in all ways.
#[derive(StructuralEq)]
#[seq(dismantle)]
enum Term {
    Leaf(#[seq(ignore)] Counted),
    Boxed(Box<Term>),
    Shared(Arc<Term>),
    Counted(Rc<Term>),
    List(Vec<Term>),
    Nested(Option<Box<[(Term, String)]>>),
    Table { entries: BTreeMap<u32, Result<Box<Term>, i64>> },
}

fn leaf() -> Term {
    Term::Leaf(Counted)
}

#[test]
fn whatever_holds_it_a_deep_term_is_dropped_on_a_small_stack() {
    const DEPTH: usize = if cfg!(miri) { 600 } else { 600_000 };
    with_stack(128, || {
        let term = (0..DEPTH).fold(leaf(), |term, level| match level % 6 {
            0 => Term::Boxed(Box::new(term)),
            1 => Term::Shared(Arc::new(term)),
            2 => Term::Counted(Rc::new(term)),
            3 => Term::List(vec![leaf(), term]),
            4 => Term::Nested(Some(Box::new([(term, "text".into()), (leaf(), String::new())]))),
            _ => Term::Table { entries: BTreeMap::from([(1, Ok(Box::new(term))), (2, Err(3))]) },
        });
        drop_iteratively(term);
        assert_eq!(DROPPED.get(), 1 + 2 * (DEPTH / 6));
    });
}

#[test]
fn keys_of_maps_are_dropped() {
    #[derive(StructuralEq)]
    #[seq(kind = "var", dismantle)]
    struct Var(Option<Box<Term>>);
    #[derive(StructuralEq)]
    #[seq(dismantle)]
    struct Keys {
        terms: HashMap<StructuralKey<Term>, ()>,
        variables: HashMap<ByIdentity<Arc<Var>>, Term>,
    }
    const DEPTH: usize = if cfg!(miri) { 100 } else { 100_000 };
    let deep = || (0..DEPTH).fold(leaf(), |term, _| Term::Boxed(Box::new(term)));
    with_stack(128, move || {
        let variable = Arc::new(Var(Some(Box::new(deep()))));
        drop_iteratively(Keys {
            terms: HashMap::from([(StructuralKey::new(deep()), ())]),
            variables: HashMap::from([(ByIdentity(variable), leaf())]),
        });
        assert_eq!(DROPPED.get(), 3);
    });
}

#[test]
fn what_something_else_holds_stays() {
    let shared = Arc::new(leaf());
    let before = DROPPED.get();
    drop_iteratively(Term::List(vec![Term::Shared(shared.clone()), Term::Shared(shared.clone()), leaf()]));
    assert_eq!(DROPPED.get(), before + 1);
    assert_eq!(Arc::strong_count(&shared), 1);
}

#[test]
fn what_nodes_in_an_arena_own_is_dropped_on_a_small_stack() {
    ids! { NodeId => Node; OtherId => Node; }

    #[derive(StructuralEq)]
    #[seq(dismantle)]
    struct Node {
        term: Term,
    }

    #[derive(StructuralEq)]
    #[seq(dismantle)]
    struct Graph<A: Arena<NodeId>> {
        #[seq(arena(NodeId))]
        nodes: A,
        root: NodeId,
    }

    /// Cannot be taken apart.
    struct Table(Vec<Node>);

    impl Arena<NodeId> for Table {
        fn node(&self, id: &NodeId) -> Option<&Node> {
            self.0.get(id.0)
        }
        fn nodes(&self) -> impl Iterator<Item = &Node> {
            self.0.iter()
        }
    }

    #[derive(StructuralEq)]
    #[seq(dismantle)]
    struct Function {
        #[seq(arena)]
        nodes: Table,
        #[seq(arena(OtherId))]
        deep: Vec<Node>,
    }

    const DEPTH: usize = if cfg!(miri) { 600 } else { 600_000 };
    with_stack(128, || {
        let deep = || (0..DEPTH).fold(leaf(), |term, _| Term::Boxed(Box::new(term)));
        drop_iteratively(Graph { nodes: vec![Node { term: deep() }, Node { term: leaf() }], root: NodeId(0) });
        assert_eq!(DROPPED.get(), 2);
        let table = || Table(vec![Node { term: leaf() }]);
        drop_iteratively(Function { nodes: table(), deep: vec![Node { term: deep() }] });
        assert_eq!(DROPPED.get(), 4);
    });
}
