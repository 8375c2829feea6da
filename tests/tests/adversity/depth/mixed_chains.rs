//! Chains through containers, variants, binders and functions of the user's.

use std::{collections::BTreeMap, mem, sync::Arc};

use sexpr_core::{
    Options, StructuralEq,
    custom::{CustomStructural, EqualParts, HashParts, VirtualFields},
    reflect::Def,
};

use super::{DEPTH, deep, with_a_small_stack};

/// A `Drop` that takes apart with a loop what `parts` takes out of a value.
macro_rules! drop_in_a_loop {
    ($ty:ty, $parts:expr) => {
        impl Drop for $ty {
            fn drop(&mut self) {
                let parts: fn(&mut $ty, &mut Vec<$ty>) = $parts;
                let mut pending = Vec::new();
                parts(self, &mut pending);
                while let Some(mut next) = pending.pop() {
                    parts(&mut next, &mut pending);
                }
            }
        }
    };
}

/// `level` wraps the level below into the next; the path has `steps` steps a level, and one more.
#[track_caller]
fn chain<T: StructuralEq + 'static>(steps: usize, leaf: fn(i64) -> T, level: fn(T) -> T) {
    chain_of(DEPTH, steps, leaf, level);
}

#[track_caller]
fn chain_of<T: StructuralEq + 'static>(levels: usize, steps: usize, leaf: fn(i64) -> T, level: fn(T) -> T) {
    with_a_small_stack(move || {
        let mismatch = deep(Options::new(), |value| (0..levels).fold(leaf(value), |below, _| level(below)));
        assert_eq!(mismatch.lhs().steps().len(), steps * levels + 1);
    });
}

#[test]
fn vectors_of_values_held_inline() {
    #[derive(StructuralEq)]
    struct Nest {
        items: Vec<Nest>,
        value: i64,
    }
    drop_in_a_loop!(Nest, |nest, pending| pending.append(&mut nest.items));
    chain(2, |value| Nest { items: vec![], value }, |below| Nest { items: vec![below], value: 0 });
}

#[test]
fn maps_in_maps() {
    #[derive(StructuralEq)]
    struct Scope {
        entries: BTreeMap<&'static str, Scope>,
        value: i64,
    }
    drop_in_a_loop!(Scope, |scope, pending| pending.extend(mem::take(&mut scope.entries).into_values()));
    let leaf = |value| Scope { entries: BTreeMap::new(), value };
    chain_of(DEPTH / 5, 2, leaf, |below| Scope { entries: [("inner", below)].into(), value: 0 });
}

#[derive(StructuralEq)]
enum Expr {
    Int { value: i64 },
    Add(Box<Expr>, Box<Expr>),
}
drop_in_a_loop!(Expr, |expr, pending| {
    if let Expr::Add(lhs, rhs) = expr {
        for side in [lhs, rhs] {
            pending.push(mem::replace(side, Expr::Int { value: 0 }));
        }
    }
});

fn int(value: i64) -> Expr {
    Expr::Int { value }
}

#[test]
fn trees_that_lean_to_the_left() {
    chain(1, int, |below| Expr::Add(Box::new(below), Box::new(int(0))));
}

#[test]
fn two_types_in_turn() {
    #[derive(StructuralEq)]
    struct Statement {
        then: Option<Box<Block>>,
        value: i64,
    }
    #[derive(StructuralEq)]
    struct Block {
        statements: Vec<Statement>,
    }
    drop_in_a_loop!(Statement, |statement, pending| {
        pending.extend(statement.then.take().into_iter().flat_map(|block| block.statements));
    });
    let leaf = |value| Statement { then: None, value };
    chain(3, leaf, |below| Statement { then: Some(Box::new(Block { statements: vec![below] })), value: 0 });
}

#[test]
fn virtual_fields() {
    #[derive(StructuralEq)]
    #[seq(with = parts)]
    struct Node {
        next: Option<Box<Node>>,
        value: i64,
    }
    drop_in_a_loop!(Node, |node, pending| pending.extend(node.next.take().map(|next| *next)));
    fn parts<'a>(node: &'a Node, fields: &mut VirtualFields<'a>) {
        fields.field("next", Def::Inherit, &node.next);
        fields.leaf("value", node.value);
    }
    chain(1, |value| Node { next: None, value }, |below| Node { next: Some(Box::new(below)), value: 0 });
}

#[test]
fn custom_traversal() {
    #[derive(StructuralEq)]
    #[seq(custom)]
    struct Node {
        next: Option<Box<Node>>,
        value: i64,
    }
    drop_in_a_loop!(Node, |node, pending| pending.extend(node.next.take().map(|next| *next)));
    impl CustomStructural for Node {
        fn s_equal<'a>(&'a self, other: &'a Self, parts: &mut EqualParts<'a>) -> bool {
            parts.field("next", Def::Inherit, &self.next, &other.next);
            parts.field("value", Def::Inherit, &self.value, &other.value);
            true
        }
        fn s_hash<'a>(&'a self, parts: &mut HashParts<'a>) {
            parts.field("next", Def::Inherit, &self.next);
            parts.field("value", Def::Inherit, &self.value);
        }
    }
    chain(1, |value| Node { next: None, value }, |below| Node { next: Some(Box::new(below)), value: 0 });
}

#[test]
fn binders_in_binders() {
    #[derive(StructuralEq)]
    #[seq(kind = "var")]
    struct Var {
        ty: i64,
    }
    #[derive(StructuralEq)]
    enum Term {
        Use { var: Arc<Var>, value: i64 },
        Lambda(#[seq(def)] Arc<Var>, Option<Box<Term>>),
    }
    drop_in_a_loop!(Term, |term, pending| {
        if let Term::Lambda(_, body) = term {
            pending.extend(body.take().map(|body| *body));
        }
    });
    /// The innermost body uses the outermost variable.
    fn lambdas(value: i64) -> Term {
        let outermost = Arc::new(Var { ty: 0 });
        let body = Term::Use { var: outermost.clone(), value };
        let inner = (1..DEPTH).fold(body, |body, _| Term::Lambda(Arc::new(Var { ty: 0 }), Some(Box::new(body))));
        Term::Lambda(outermost, Some(Box::new(inner)))
    }
    with_a_small_stack(|| {
        let mismatch = deep(Options::new(), lambdas);
        assert_eq!(mismatch.lhs().steps().len(), DEPTH + 1);
    });
}

/// What differs at a level is reported at that level, whatever lies below.
#[test]
fn a_mismatch_half_way_down() {
    with_a_small_stack(|| {
        let make = |value: i64| {
            let below = (0..DEPTH / 2).fold(int(0), |below, _| Expr::Add(Box::new(below), Box::new(int(0))));
            let middle = Expr::Add(Box::new(below), Box::new(int(value)));
            (0..DEPTH / 2).fold(middle, |below, _| Expr::Add(Box::new(below), Box::new(int(0))))
        };
        let mismatch = deep(Options::new(), make);
        assert_eq!(mismatch.lhs().steps().len(), DEPTH / 2 + 2);
    });
}
