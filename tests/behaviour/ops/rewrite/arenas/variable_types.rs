//! Variables in arenas whose types lead back to them, with keys and without.

use std::sync::Arc;

use sexpr_core::{Options, StructuralEq, arena::Id, rewrite::Rewrite, terms::rename_bound};

use super::FromIndex;

/// A language whose variables are known by this.
macro_rules! language {
    ($module:ident, $attribute:ident) => {
        mod $module {
            use super::*;

            id!(VarId => Variable);
            id!(NodeId => Node);

            #[derive(StructuralEq, Clone, Debug, PartialEq)]
            #[seq(kind = "var", rewrite)]
            struct Variable {
                #[seq($attribute)]
                name: String,
                ty: Option<NodeId>,
            }

            #[derive(StructuralEq, Clone, Debug, PartialEq)]
            #[seq(rewrite)]
            enum Node {
                Unit,
                Use(VarId),
                Call(Vec<NodeId>),
                #[seq(scope)]
                Lambda(#[seq(def)] VarId, NodeId),
                Declare(#[seq(def)] VarId),
                #[seq(scope(predeclare = 0))]
                Block(Vec<NodeId>),
                Shared(Arc<Declaration>),
            }

            #[derive(StructuralEq, Clone, Debug, PartialEq)]
            #[seq(rewrite)]
            struct Declaration {
                #[seq(def)]
                variable: VarId,
                next: NodeId,
            }

            use Node::{Block, Call, Declare, Lambda, Shared, Unit, Use};

            #[derive(StructuralEq, Clone, Debug, PartialEq)]
            #[seq(rewrite)]
            struct Body {
                #[seq(arena(VarId))]
                variables: Vec<Variable>,
                #[seq(arena(NodeId))]
                nodes: Vec<Node>,
                root: NodeId,
            }

            fn body(variables: &[(&str, Option<usize>)], nodes: Vec<Node>, root: usize) -> Body {
                let variable =
                    |(name, ty): &(&str, Option<usize>)| Variable { name: name.to_string(), ty: ty.map(NodeId) };
                Body { variables: variables.iter().map(variable).collect(), nodes, root: NodeId(root) }
            }

            fn call(nodes: &[usize]) -> Node {
                Call(nodes.iter().copied().map(NodeId).collect())
            }

            fn lambda(variable: usize, body: usize) -> Node {
                Lambda(VarId(variable), NodeId(body))
            }

            fn use_of(variable: usize) -> Node {
                Use(VarId(variable))
            }

            /// Rewrites it so that it stays equal: nothing, everything by itself, and what is bound by other variables.
            #[track_caller]
            fn assert_stays_equal(before: &Body) {
                // Free variables without keys are the same in one arena alone.
                let options = [Options::new(), Options::new().map_free_vars(true)];
                let options = options.into_iter().filter(|options| options.equal(before, &before.clone()));
                for options in options {
                    let rewrite = || Rewrite::new().options(options).with_bindings();
                    let same = rewrite().after(|_: &Node, _| None::<Node>).run(before.clone());
                    assert!(options.equal(before, &same), "nothing: {before:?}\n{same:?}");
                    let same = rewrite().after(|node: &Node, _| Some(node.clone())).run(before.clone());
                    assert!(options.equal(before, &same), "nodes: {before:?}\n{same:?}");
                    let same = rewrite().after(|var: &Variable, _| Some(var.clone())).run(before.clone());
                    assert!(options.equal(before, &same), "variables: {before:?}\n{same:?}");
                    let same = rewrite().on(|id: &VarId, _| Some(*id)).on(|id: &NodeId, _| Some(*id));
                    let same = same.run(before.clone());
                    assert!(options.equal(before, &same), "ids: {before:?}\n{same:?}");
                }
                let fresh =
                    |var: &Variable, attempt| Variable { name: format!("{}{attempt}", var.name), ..var.clone() };
                let renamed = rename_bound(before.clone(), fresh).expect("names are found");
                assert!(Options::new().map_free_vars(true).equal(before, &renamed), "renamed: {before:?}\n{renamed:?}");
            }

            #[test]
            fn what_a_type_leads_to_is_one_node_inside_and_outside() {
                let nodes = vec![use_of(0), call(&[0]), call(&[0, 1]), Unit, lambda(0, 3), lambda(0, 1), call(&[4, 5])];
                assert_stays_equal(&body(&[("x", Some(2))], nodes.clone(), 6));
                assert_stays_equal(&body(&[("x", Some(1))], nodes, 6));
            }

            #[test]
            fn a_variable_of_its_own_type_is_bound_before_its_type_is_met() {
                let nodes = vec![use_of(1), lambda(1, 0), lambda(0, 1), use_of(0), call(&[2, 3])];
                for root in [1, 2, 4] {
                    assert_stays_equal(&body(&[("x", None), ("x", Some(0))], nodes.clone(), root));
                    assert_stays_equal(&body(&[("x", Some(0)), ("y", Some(3))], nodes.clone(), root));
                }
            }

            #[test]
            fn variables_in_the_types_of_each_other_stay_so() {
                // `<A: F<B>, B: F<A>>`, whose types are met in the body, too.
                let nodes = vec![use_of(0), use_of(1), call(&[0]), call(&[1]), call(&[2, 3, 0, 1])];
                for order in [[0, 1], [1, 0]] {
                    let [outer, inner] = order;
                    let nodes = [nodes.clone(), vec![lambda(inner, 4), lambda(outer, 5), call(&[6, 6]), call(&[6, 4])]];
                    for root in [6, 7, 8] {
                        assert_stays_equal(&body(&[("A", Some(3)), ("B", Some(2))], nodes.concat(), root));
                    }
                }
            }

            #[test]
            fn what_is_bound_twice_may_be_of_its_own_type() {
                let nodes = vec![use_of(0), lambda(0, 0), call(&[0, 1]), lambda(0, 2), call(&[3, 0])];
                for (root, ty) in [(1, 0), (3, 0), (4, 0), (3, 1), (4, 1), (3, 2), (4, 2)] {
                    assert_stays_equal(&body(&[("x", Some(ty))], nodes.clone(), root));
                }
            }

            #[test]
            fn a_cycle_that_is_met_free_and_bound_is_one() {
                let nodes = vec![use_of(0), call(&[0, 2]), lambda(0, 1), call(&[2, 1])];
                let before = body(&[("x", None)], nodes, 3);
                let same = Rewrite::new().on(|id: &VarId, _| Some(*id)).on(|id: &NodeId, _| Some(*id));
                let same = same.run(before.clone());
                assert!(Options::new().map_free_vars(true).equal(&before, &same), "{before:?}\n{same:?}");
            }

            #[test]
            fn a_block_in_the_type_of_a_declaration_may_share_declarations_with_the_one_around() {
                let declare = || Declare(VarId(1));
                let block = |nodes: [usize; 3]| Block(nodes.map(NodeId).to_vec());
                let inner = Block(vec![NodeId(1)]);
                let nodes = vec![use_of(1), declare(), inner, Declare(VarId(0)), block([0, 3, 1]), block([0, 1, 3])];
                for root in [4, 5] {
                    assert_stays_equal(&body(&[("a", Some(2)), ("b", None)], nodes.clone(), root));
                }
            }

            #[test]
            fn what_is_free_before_it_is_bound_is_renamed_where_it_is_bound() {
                // The types of both variables are a cycle.
                let nodes = vec![use_of(0), use_of(1), lambda(0, 0), call(&[0, 2])];
                let before = body(&[("x", Some(1)), ("y", Some(0))], nodes, 3);
                let fresh =
                    |var: &Variable, attempt| Variable { name: format!("{}{attempt}", var.name), ..var.clone() };
                let after = rename_bound(before, fresh).expect("names are found");
                let Call(parts) = &after.nodes[after.root.0] else { panic!("it stays a call: {after:?}") };
                let Lambda(bound, inside) = &after.nodes[parts[1].0] else { panic!("it stays a lambda: {after:?}") };
                assert_eq!(after.nodes[inside.0], Use(*bound));
            }

            #[test]
            fn a_shared_tree_on_a_cycle_that_binds_around_itself_is_one() {
                let shared = Arc::new(Declaration { variable: VarId(0), next: NodeId(0) });
                let shared = || Shared(shared.clone());
                let nodes = vec![shared(), shared(), use_of(0), call(&[0]), call(&[1, 0, 2]), call(&[0, 1, 2, 3])];
                for root in [3, 4, 5] {
                    assert_stays_equal(&body(&[("x", None)], nodes.clone(), root));
                }
            }
        }
    };
}

language!(with_keys, key);
language!(without_keys, ignore);

mod variants {
    //! An enum, one of whose variants is a variable.

    use super::*;

    id!(At => Item);

    #[derive(StructuralEq, Clone, Debug, PartialEq)]
    #[seq(rewrite)]
    enum Item {
        #[seq(kind = "var")]
        Variable(#[seq(ignore)] u32),
        Number(u32),
        List(Vec<At>),
    }
    use Item::{List, Number, Variable};

    #[derive(StructuralEq, Clone, Debug, PartialEq)]
    #[seq(rewrite)]
    struct Module {
        #[seq(arena(At))]
        items: Vec<Item>,
        root: At,
    }

    fn module(items: [Item; 2]) -> Module {
        let [one, other] = items;
        Module { items: vec![one, other, List([0, 0, 1, 0, 1].map(At).to_vec())], root: At(2) }
    }

    #[test]
    fn what_replaces_a_variable_or_becomes_one_is_not_rewritten_again() {
        let swap = |item: &Item| match item {
            Variable(number) => Some(Number(number + 1)),
            Number(number) => Some(Variable(number + 1)),
            List(_) => None,
        };
        let expected = module([Number(6), Variable(8)]);
        let before = module([Variable(5), Number(7)]);
        assert_eq!(Rewrite::new().after(|item: &Item, _| swap(item)).run(before.clone()), expected);
        assert_eq!(Rewrite::new().with_bindings().after(|item: &Item, _| swap(item)).run(before), expected);
    }
}
