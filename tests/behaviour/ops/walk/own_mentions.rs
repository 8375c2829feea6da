//! Variables behind ids that their own fields mention: what holds one is on no cycle for that.

use sexpr_core::{
    StructuralEq,
    walk::{Occurrence, Walk},
};
use sexpr_test_support::ids;

ids! { VarId => Variable; NodeId => Node; }

#[derive(StructuralEq, Debug)]
#[seq(kind = "var")]
struct Variable {
    twin: Option<VarId>,
}

#[derive(StructuralEq, Debug)]
enum Node {
    Name(VarId),
    #[seq(scope)]
    Lambda {
        #[seq(def)]
        pattern: NodeId,
        body: NodeId,
    },
}

#[derive(StructuralEq, Debug)]
struct Body {
    #[seq(arena(VarId))]
    variables: Vec<Variable>,
    #[seq(arena(NodeId))]
    nodes: Vec<Node>,
    roots: [NodeId; 2],
}

fn occurrences(twin: Option<VarId>) -> Vec<Occurrence> {
    let nodes = vec![Node::Name(VarId(0)), Node::Lambda { pattern: NodeId(0), body: NodeId(2) }, Node::Name(VarId(0))];
    let body = Body { variables: vec![Variable { twin }], nodes, roots: [NodeId(0), NodeId(1)] };
    let mut met = Vec::new();
    Walk::new().with_bindings().on(|_: &Variable, at| met.extend(at.occurrence())).run(&body);
    met
}

#[test]
fn a_node_that_is_met_free_is_visited_again_where_it_binds() {
    for twin in [None, Some(VarId(0))] {
        let met = occurrences(twin);
        assert!(met.contains(&Occurrence::Free), "{twin:?}: {met:?}");
        assert!(met.iter().any(|occurrence| matches!(occurrence, Occurrence::Binds(_))), "{twin:?}: {met:?}");
        assert!(matches!(met.last(), Some(Occurrence::Bound(_))), "{twin:?}: {met:?}");
    }
}
