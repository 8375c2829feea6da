//! What is not remembered, and values of any depth.

use std::{sync::Arc, thread};

use sexpr_core::{FingerprintCache, StructuralEq, arena::Id, structural_fingerprint, structural_hash};

#[derive(Clone, Copy)]
struct ExprId(usize);

impl Id for ExprId {
    type Node = Expr;
    fn index(&self) -> u64 {
        self.0 as u64
    }
}
sexpr_core::id!(ExprId);

#[derive(StructuralEq)]
enum Expr {
    Int(i64),
    Add(ExprId, ExprId),
    Tree(Arc<Tree>),
}

#[derive(StructuralEq)]
enum Tree {
    Int(i64),
    Id(ExprId),
    Pair(Arc<Tree>, Arc<Tree>),
}

#[derive(StructuralEq)]
struct Function {
    #[seq(arena(ExprId))]
    exprs: Vec<Expr>,
    body: Vec<ExprId>,
    tree: Arc<Tree>,
}

#[test]
fn what_ids_lead_to_is_that_of_the_arena_in_force() {
    let pairs = |leaf: Tree| (0..6).fold(Arc::new(leaf), |tree, _| Arc::new(Tree::Pair(tree.clone(), tree)));
    let [closed, open] = [Tree::Int(7), Tree::Id(ExprId(0))].map(pairs);
    let mut cache = FingerprintCache::new();
    for number in [1, 2, 1] {
        for tree in [&closed, &open] {
            let exprs = vec![Expr::Int(number), Expr::Add(ExprId(0), ExprId(2)), Expr::Tree(tree.clone())];
            let function = Function { exprs, body: vec![ExprId(1), ExprId(0), ExprId(9)], tree: tree.clone() };
            assert_eq!(cache.structural_hash(&function), structural_hash(&function));
            assert_eq!(cache.structural_fingerprint(&function), structural_fingerprint(&function));
            assert_eq!(cache.structural_hash(&**tree), structural_hash(&**tree));
        }
    }
}

#[derive(StructuralEq)]
enum Chain {
    End(i64),
    Link(Arc<Chain>),
}

#[test]
fn a_million_nested_nodes_take_no_native_stack_not_even_to_be_dropped() {
    let run = || {
        let chain = |length, end| (0..length).fold(Arc::new(Chain::End(end)), |chain, _| Arc::new(Chain::Link(chain)));
        let (mut cache, one) = (FingerprintCache::new(), chain(1_000_000, 1));
        let fingerprint = cache.structural_fingerprint(&one);
        assert_eq!(
            cache.structural_fingerprint(&Chain::Link(one.clone())),
            structural_fingerprint(&Chain::Link(one.clone()))
        );
        assert_eq!(fingerprint, structural_fingerprint(&one));
        // The cache is the last to let go of it.
        drop(one);
        let few = cache.len();
        assert!(few > 1000, "{few}");
        cache.retain_live();
        assert!(cache.is_empty());
    };
    thread::Builder::new().stack_size(256 << 10).spawn(run).unwrap().join().unwrap();
}
