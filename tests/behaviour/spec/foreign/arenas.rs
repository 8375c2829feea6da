//! Arenas of other crates, and of mirrored nodes: shared, with columns, and for ids that are numbers.

use std::{marker::PhantomData, num::NonZero, sync::Arc};

use sexpr_core::{
    StructuralEq,
    arena::{Arena, Id},
    custom::VirtualFields,
    mirror::{As, Describe, IdOf, IdTo},
    reflect::Def,
};
use sexpr_test_support::check::{differ, differ_at, equal};

/// Stands for another crate: nothing in it knows of this one.
#[allow(unreachable_pub, reason = "another crate would be public")]
mod foreign {
    use std::marker::PhantomData;

    pub struct Handle<T>(pub usize, pub PhantomData<T>);

    /// Nodes, and the handles that each has in another table.
    pub struct Arena<T> {
        pub nodes: Vec<T>,
        pub operands: Vec<Vec<Handle<T>>>,
    }

    pub enum Expr {
        Number(i64),
        Sum,
    }

    pub struct Function<A> {
        pub expressions: A,
        pub result: Handle<Expr>,
    }
}

/// Stands for the handles and the arenas of nodes that `D` describes.
struct Handle<D>(PhantomData<D>);

type Ids<D, T> = As<Handle<D>, foreign::Handle<T>>;

impl<D: Describe<T> + 'static, T: 'static> Id<Handle<D>> for Ids<D, T> {
    type Node = As<D, T>;
    fn index(&self) -> u64 {
        self.0 as u64
    }
}
sexpr_core::id!(foreign::Handle<T> as Handle<D>, [D: Describe<T> + 'static, T: 'static], columns);

impl<D: Describe<T> + 'static, T: 'static> Arena<Ids<D, T>, Handle<D>> for As<Handle<D>, foreign::Arena<T>> {
    const COLUMNS: Option<for<'a> fn(&'a Self, &Ids<D, T>, &mut VirtualFields<'a>)> = Some(|arena, id, fields| {
        fields.slice("operands", Def::Inherit, As::<Handle<D>, _>::each(&arena.get().operands[id.0]));
    });

    fn node(&self, id: &Ids<D, T>) -> Option<&As<D, T>> {
        self.get().nodes.get(id.0).map(As::new)
    }
    fn nodes(&self) -> impl Iterator<Item = &As<D, T>> {
        self.get().nodes.iter().map(As::new)
    }
}

#[derive(StructuralEq)]
#[seq(remote = "foreign::Expr", kind = "dag")]
enum Expr {
    Number(i64),
    Sum,
}

type Expressions = Arc<foreign::Arena<foreign::Expr>>;

#[derive(StructuralEq)]
#[seq(remote = "foreign::Function<Expressions>")]
struct Function {
    #[seq(arena, as = "Handle<Expr>")]
    expressions: Expressions,
    #[seq(as = "Handle<Expr>")]
    result: foreign::Handle<foreign::Expr>,
}

#[derive(StructuralEq)]
struct Module {
    #[seq(as = "Vec<Function>")]
    functions: Vec<foreign::Function<Expressions>>,
}

fn expressions(nodes: Vec<(foreign::Expr, &[usize])>) -> Expressions {
    let handles = |operands: &[usize]| operands.iter().map(|index| foreign::Handle(*index, PhantomData)).collect();
    let operands = nodes.iter().map(|(_, operands)| handles(operands)).collect();
    Arc::new(foreign::Arena { nodes: nodes.into_iter().map(|(node, _)| node).collect(), operands })
}

fn module<const N: usize>(functions: [(&Expressions, usize); N]) -> Module {
    let function = |(expressions, result): (&Expressions, _)| foreign::Function {
        expressions: Arc::clone(expressions),
        result: foreign::Handle(result, PhantomData),
    };
    Module { functions: functions.map(function).into() }
}

use foreign::Expr::{Number, Sum};

#[test]
fn an_arena_that_is_shared_is_one_arena() {
    let [one, same, other] = [(); 3].map(|()| expressions(vec![(Number(1), &[])]));
    equal(&module([(&one, 0), (&one, 0)]), &module([(&same, 0), (&same, 0)]));
    equal(&module([(&one, 0), (&other, 0)]), &module([(&other, 0), (&one, 0)]));
    differ(&module([(&one, 0), (&one, 0)]), &module([(&same, 0), (&other, 0)]));
}

#[test]
fn columns_of_another_crate_count() {
    let sum = |numbers: [i64; 2], operands: &[usize]| {
        expressions(vec![(Number(numbers[0]), &[]), (Number(numbers[1]), &[]), (Sum, operands)])
    };
    equal(&module([(&sum([1, 2], &[0, 1]), 2)]), &module([(&sum([2, 1], &[1, 0]), 2)]));
    let (one, other) = (sum([1, 2], &[0, 1]), sum([1, 2], &[0, 0]));
    differ_at(".functions[0].result.operands[1]", &module([(&one, 2)]), &module([(&other, 2)]));
}

/// Nodes of another crate, mirrored where they lie side by side, and perhaps shared.
macro_rules! nodes_side_by_side {
    ($($name:ident: $nodes:ty, as $described:literal, $make:expr;)*) => {$(
        mod $name {
            use super::*;

            #[derive(StructuralEq)]
            struct Body {
                #[seq(arena(IdOf<As<Expr, foreign::Expr>, u32>), as = $described)]
                expressions: $nodes,
                #[seq(as = "Vec<IdTo<As<Expr, foreign::Expr>>>")]
                results: Vec<u32>,
            }

            #[test]
            fn numbers_are_ids_of_mirrored_nodes() {
                let make: fn(Vec<foreign::Expr>) -> $nodes = $make;
                let body = |numbers: Vec<i64>, results: &[u32]| Body {
                    expressions: make(numbers.into_iter().map(Number).collect()),
                    results: results.into(),
                };
                equal(&body(vec![1, 2], &[0, 1]), &body(vec![2, 3, 1], &[2, 0]));
                differ_at(".results[1]", &body(vec![1, 2], &[0, 1]), &body(vec![2, 3, 1], &[2, 1]));
            }
        }
    )*};
}

nodes_side_by_side! {
    vector: Vec<foreign::Expr>, as "Vec<Expr>", |nodes| nodes;
    shared_vector: Arc<Vec<foreign::Expr>>, as "Arc<Vec<Expr>>", Arc::new;
}

#[test]
fn numbers_that_are_not_zero_count_from_one() {
    #[derive(StructuralEq)]
    struct Body {
        #[seq(arena(IdOf<String, NonZero<u32>>))]
        names: Vec<String>,
        #[seq(id(String))]
        result: NonZero<u32>,
    }
    let body = |names: &[&str], result| Body {
        names: names.iter().map(|name| (*name).into()).collect(),
        result: NonZero::new(result).expect("it is not zero"),
    };
    equal(&body(&["a"], 1), &body(&["b", "a"], 2));
    differ_at(".result", &body(&["a", "b"], 1), &body(&["a", "b"], 2));
    // The arena has no third node.
    differ_at(".result", &body(&["a", "b"], 2), &body(&["a", "b"], 3));
}
