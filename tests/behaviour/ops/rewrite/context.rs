//! What a rewriting keeps for its callbacks makes no difference to what they are called with, and to what comes out.

use std::{collections::BTreeMap, fmt::Debug, sync::Arc};

use proptest::{collection::vec, prelude::*};
use sexpr_core::{
    StructuralEq,
    rewrite::{Rewritable, Rewrite},
    walk::{At, Keeps},
};

/// What a step of a recipe adds, of what was made before: the numbers choose.
type Ingredient = (u8, u8, u8);

/// What callbacks are called with and what comes out, in a rewriting that keeps so much.
fn run<C, T, R>(
    rewrite: Rewrite<'_, std::convert::Infallible, C>,
    root: &Arc<R>,
    replaces: &dyn Fn(&T, usize) -> Option<T>,
) -> Vec<String>
where
    T: Rewritable + Debug,
    R: Rewritable + Debug,
{
    let calls = std::cell::RefCell::new(Vec::new());
    let call = |moment: &'static str| {
        let calls = &calls;
        move |part: &T, _: &At<'_, C>| {
            let mut calls = calls.borrow_mut();
            calls.push(format!("{moment} {part:?}"));
            if moment == "after" { replaces(part, calls.len()) } else { None }
        }
    };
    let result = rewrite.on(call("before")).after(call("after")).run(root.clone());
    let mut seen = calls.take();
    seen.push(format!("{result:?}"));
    seen.push(shape(&result));
    seen
}

/// Which pointers are the same: each node's number among those met, by its text.
fn shape<R: Rewritable + Debug>(root: &Arc<R>) -> String {
    let mut numbers = BTreeMap::new();
    let mut shape = String::new();
    let mut note = |address: usize| {
        let next = numbers.len();
        shape += &format!("{} ", numbers.entry(address).or_insert(next));
    };
    sexpr_core::walk::Walk::new()
        .on_any(|node, _| {
            if let Some(node) = node.downcast::<R>() {
                note(std::ptr::from_ref(node).addr());
            }
        })
        .run(root);
    shape
}

/// Compares what rewritings do that keep more and less. Parts are replaced where the number of calls says so, and where
/// nothing is replaced.
fn agree<T: Rewritable + Debug, R: Rewritable + Debug>(root: &Arc<R>, other: impl Fn(&T) -> T) {
    let sometimes = |part: &T, calls: usize| calls.is_multiple_of(3).then(|| other(part));
    for is_asked in [false, true] {
        let replaces = &|part: &T, calls: usize| if is_asked { sometimes(part, calls) } else { None };
        let nothing = run(Rewrite::new(), root, replaces);
        assert_eq!(nothing, run(Rewrite::new().with_paths(), root, replaces));
        assert_eq!(nothing, run(Rewrite::new().with_bindings(), root, replaces));
        assert_eq!(
            nothing,
            run::<Keeps<true, true>, T, R>(Rewrite::new().with_bindings().with_paths(), root, replaces)
        );
    }
}

/// The same language, with lambdas as scopes or not.
macro_rules! language {
    ($language:ident, $(#[$scope:meta])?) => {
        mod $language {
            use super::*;

            #[derive(StructuralEq, Debug)]
            #[seq(rewrite)]
            enum Type {
                Int,
                Array(Arc<Type>, i64),
                /// Mentions a variable.
                Of(Arc<Size>),
            }

            #[derive(StructuralEq, Debug)]
            #[seq(kind = "var", rewrite)]
            struct Size {
                #[seq(ignore)]
                name: i64,
            }

            #[derive(StructuralEq, Debug)]
            #[seq(kind = "var", rewrite)]
            struct Var {
                #[seq(ignore)]
                name: i64,
                ty: Arc<Type>,
            }

            #[derive(StructuralEq, Debug, Clone)]
            #[seq(rewrite)]
            enum Term {
                Int(i64),
                Use(Arc<Var>),
                Add(Arc<Term>, Arc<Term>),
                Table(BTreeMap<i64, Arc<Term>>),
                $(#[$scope])?
                Lambda {
                    #[seq(def)]
                    param: Arc<Var>,
                    body: Arc<Term>,
                },
                /// Binds for what comes after it.
                Bind(#[seq(def)] Arc<Var>),
                Cast(Box<Term>, Arc<Type>),
            }

            fn made(recipe: &[Ingredient]) -> Arc<Term> {
                let sizes: Vec<_> = (0..2).map(|name| Arc::new(Size { name })).collect();
                let types = [
                    Arc::new(Type::Int),
                    Arc::new(Type::Array(Arc::new(Type::Int), 3)),
                    Arc::new(Type::Of(sizes[0].clone())),
                    Arc::new(Type::Array(Arc::new(Type::Of(sizes[1].clone())), 5)),
                ];
                let ty = |at: u8| types[usize::from(at) % types.len()].clone();
                let vars: Vec<_> = (0..3).map(|name| Arc::new(Var { name, ty: ty(name as u8 + 1) })).collect();
                let mut terms = vec![Arc::new(Term::Int(0))];
                for &(kind, one, other) in recipe {
                    let term = |at: u8| terms[terms.len() - 1 - usize::from(at) % terms.len()].clone();
                    let var = |at: u8| vars[usize::from(at) % vars.len()].clone();
                    terms.push(Arc::new(match kind % 7 {
                        0 => Term::Int(one.into()),
                        1 => Term::Use(var(one)),
                        2 => Term::Add(term(one), term(other)),
                        3 => Term::Table([(one.into(), term(one)), (other.into(), term(other))].into()),
                        4 => Term::Lambda { param: var(one), body: term(other) },
                        5 => Term::Bind(var(one)),
                        _ => Term::Cast(Box::new(Term::clone(&term(one))), ty(other)),
                    }));
                }
                terms.pop().unwrap()
            }

            proptest! {
                #[test]
                fn callbacks_are_called_with_the_same(recipe in vec(any::<Ingredient>(), 1..9)) {
                    let root = made(&recipe);
                    agree(&root, |_: &Term| Term::Int(77));
                    agree(&root, |_: &Arc<Term>| Arc::new(Term::Int(77)));
                    agree(&root, |_: &Type| Type::Array(Arc::new(Type::Int), 77));
                    agree(&root, |_: &Arc<Type>| Arc::new(Type::Int));
                    agree(&root, |var: &Var| Var { name: var.name + 10, ty: var.ty.clone() });
                    agree(&root, |var: &Arc<Var>| Arc::new(Var { name: var.name + 10, ty: var.ty.clone() }));
                    agree(&root, |size: &Size| Size { name: size.name + 10 });
                    agree(&root, |value: &i64| value + 100);
                }
            }
        }
    };
}

language!(scoped, #[seq(scope)]);
language!(unscoped,);
