//! What is found of shared nodes holds where the same arenas are consulted: also through arenas of their own.

use std::sync::Arc;

use sexpr_core::{StructuralEq, first_structural_mismatch, structural_equal};
use sexpr_test_support::{
    check::{differ, equal},
    ids,
};

ids! { TypeId => Type; ExprId => Expr; }

#[derive(StructuralEq, Debug)]
struct Type(&'static str);

#[derive(StructuralEq, Debug)]
struct Expr {
    ty: TypeId,
}

/// Makes sharing worth remembering.
#[derive(StructuralEq, Debug)]
struct Argument(u32);

#[derive(StructuralEq, Debug)]
struct Module<F: StructuralEq + 'static> {
    #[seq(arena(TypeId))]
    types: Vec<Type>,
    function: Arc<F>,
}

/// One function in modules whose first types have these names.
fn modules<F: StructuralEq>(function: &Arc<F>, names: &[&'static str]) -> Vec<Module<F>> {
    names.iter().map(|name| Module { types: vec![Type(name)], function: function.clone() }).collect()
}

macro_rules! functions {
    ($name:ident, $kind:literal) => {
        mod $name {
            use super::*;

            #[derive(StructuralEq, Debug)]
            #[seq(kind = $kind)]
            struct Function {
                #[seq(arena(ExprId))]
                expressions: Vec<Expr>,
                result: ExprId,
                arguments: Vec<Arc<Argument>>,
            }

            fn function() -> Arc<Function> {
                Arc::new(Function {
                    expressions: vec![Expr { ty: TypeId(0) }],
                    result: ExprId(0),
                    arguments: (0..10).map(|number| Arc::new(Argument(number))).collect(),
                })
            }

            #[test]
            fn what_expressions_consult_counts_for_their_function() {
                let (one, other) = (function(), function());
                for before in [&["int"] as &[_], &["int", "char"], &["int", "char", "int"]] {
                    let with = |function, last| modules(function, &[before, &[last]].concat());
                    equal(&with(&one, "float"), &with(&other, "float"));
                    differ(&with(&one, "float"), &with(&one, "bool"));
                    differ(&with(&one, "float"), &with(&other, "bool"));
                }
            }
        }
    };
}

functions!(trees, "tree");
functions!(dags, "dag");

/// Arenas that are in force around a node, and once more inside it.
mod put_in_force_again {
    use super::*;

    ids! { NumberId => Argument; }

    #[derive(StructuralEq, Debug)]
    struct Outer {
        #[seq(arena(TypeId))]
        types: Arc<Vec<Type>>,
        #[seq(arena(NumberId))]
        numbers: Arc<Vec<Argument>>,
        between: Between,
    }

    #[derive(StructuralEq, Debug)]
    struct Between {
        #[seq(arena(NumberId))]
        numbers: Vec<Argument>,
        dag: Arc<Dag>,
        number: NumberId,
    }

    #[derive(StructuralEq, Debug)]
    #[seq(kind = "dag")]
    struct Dag {
        ty: TypeId,
        inner: Inner,
    }

    #[derive(StructuralEq, Debug)]
    struct Inner {
        #[seq(arena(TypeId))]
        types: Arc<Vec<Type>>,
        #[seq(arena(NumberId))]
        numbers: Arc<Vec<Argument>>,
        number: NumberId,
    }

    fn root(name: &'static str, is_arena_shared: bool) -> (Outer, Module<Dag>) {
        let arenas = || (Arc::new(vec![Type("int")]), Arc::new(vec![Argument(7)]));
        let (types, numbers) = arenas();
        let inner = if is_arena_shared { (types.clone(), numbers.clone()) } else { arenas() };
        let inner = Inner { types: inner.0, numbers: inner.1, number: NumberId(0) };
        let dag = Arc::new(Dag { ty: TypeId(0), inner });
        let between = Between { numbers: vec![Argument(3)], dag: dag.clone(), number: NumberId(0) };
        (Outer { types, numbers, between }, Module { types: vec![Type(name)], function: dag })
    }

    #[test]
    fn what_is_consulted_before_is_not_taken_for_the_inner_nodes_own() {
        for is_shared in [false, true] {
            equal(&root("int", is_shared), &root("int", !is_shared));
            for is_other_shared in [false, true] {
                differ(&root("int", is_shared), &root("bool", is_other_shared));
            }
        }
    }
}

/// Binders around a shared node that holds ids.
mod among_binders {
    use super::*;

    #[derive(StructuralEq, Debug)]
    struct Function {
        #[seq(arena(TypeId))]
        types: Vec<Type>,
        items: Vec<Item>,
    }

    #[derive(StructuralEq, Debug)]
    enum Item {
        Function(Box<Function>),
        #[seq(scope)]
        Lambda(#[seq(var, def)] &'static str, Box<Item>),
        Shared(Arc<Shared>),
    }

    #[derive(StructuralEq, Debug)]
    struct Shared {
        #[seq(var)]
        variable: &'static str,
        ty: TypeId,
        arguments: Vec<Arc<Argument>>,
    }

    fn shared() -> Arc<Shared> {
        let arguments = (0..20).map(|number| Arc::new(Argument(number))).collect();
        Arc::new(Shared { variable: "x", ty: TypeId(0), arguments })
    }

    fn lambdas(one: &'static str, other: &'static str, shared: &Arc<Shared>) -> Item {
        Item::Lambda(one, Box::new(Item::Lambda(other, Box::new(Item::Shared(shared.clone())))))
    }

    #[test]
    fn sharing_a_tree_is_invisible_also_where_it_is_met_in_several_functions() {
        let function = |is_last_shared: bool| {
            let first = shared();
            let last = if is_last_shared { first.clone() } else { shared() };
            let inner = Function { types: vec![Type("bool")], items: vec![lambdas("x", "y", &first)] };
            let items = vec![
                lambdas("x", "y", &first),
                lambdas("y", "x", &first),
                Item::Function(Box::new(inner)),
                lambdas("x", "y", &last),
            ];
            Function { types: vec![Type("int")], items }
        };
        equal(&function(true), &function(false));
    }
}

/// Cycles that lead to where other arenas are in force.
mod cycles {
    use super::*;

    ids! { LinkId => Link; NumberId => Argument; }

    #[derive(StructuralEq, Debug)]
    struct Link(Arc<Dag>);

    #[derive(StructuralEq, Debug)]
    #[seq(kind = "dag")]
    struct Dag(LinkId);

    #[derive(StructuralEq, Debug)]
    struct Body {
        #[seq(arena(NumberId))]
        numbers: Vec<Argument>,
        dag: Arc<Dag>,
    }

    #[derive(StructuralEq, Debug)]
    struct Graph {
        #[seq(arena(LinkId))]
        links: Vec<Link>,
        body: Option<Body>,
        dag: Option<Arc<Dag>>,
    }

    #[test]
    fn a_loop_of_dag_nodes_differs_from_one_that_is_unrolled_whatever_is_in_force() {
        let graph = |is_unrolled: bool, is_in_body: bool| {
            let inner = Arc::new(Dag(LinkId(0)));
            let first = if is_unrolled { Arc::new(Dag(LinkId(0))) } else { inner.clone() };
            let (body, dag) = match is_in_body {
                true => (Some(Body { numbers: vec![Argument(1)], dag: first }), None),
                false => (None, Some(first)),
            };
            Graph { links: vec![Link(inner)], body, dag }
        };
        for is_in_body in [false, true] {
            equal(&graph(false, is_in_body), &graph(false, is_in_body));
            equal(&graph(true, is_in_body), &graph(true, is_in_body));
            // Their hashes need not differ.
            for (one, other) in [(true, false), (false, true)] {
                let mismatch = first_structural_mismatch(&graph(one, is_in_body), &graph(other, is_in_body));
                assert!(mismatch.is_some());
                assert!(!structural_equal(&graph(one, is_in_body), &graph(other, is_in_body)));
            }
        }
    }
}
