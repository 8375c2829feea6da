//! Variables behind ids that their own fields mention: what holds one is on no cycle for that.

use sexpr_core::{
    StructuralEq,
    arena::Id,
    walk::{Occurrence, Walk},
};

macro_rules! id {
    ($id:ident => $node:ty) => {
        #[derive(Clone, Copy, Debug)]
        struct $id(usize);

        impl Id for $id {
            type Node = $node;
            fn index(&self) -> u64 {
                self.0 as u64
            }
        }
        sexpr_core::id!($id);
    };
}

id!(VarId => Variable);
id!(NodeId => Node);

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

/// `<T: Ord<T>>`, whose parameter is known by its name.
mod keyed {
    use std::sync::Arc;

    use sexpr_core::terms::free_variables;

    use super::*;

    id!(ParameterId => Parameter);
    id!(TypeId => Type);

    #[derive(StructuralEq, Debug)]
    #[seq(kind = "var")]
    struct Parameter {
        #[seq(key)]
        name: &'static str,
        bound: TypeId,
    }

    #[derive(StructuralEq, Debug)]
    enum Type {
        Unit,
        Parameter(ParameterId),
        Ord(TypeId),
        #[seq(scope)]
        Generic(#[seq(def)] ParameterId, TypeId),
        Shared(Arc<Parameter>),
        #[seq(scope)]
        GenericShared(#[seq(def = "simple")] Arc<Parameter>, TypeId),
    }

    #[derive(StructuralEq, Debug)]
    struct Types {
        #[seq(arena(ParameterId))]
        parameters: Vec<Parameter>,
        #[seq(arena(TypeId))]
        types: Vec<Type>,
        root: TypeId,
    }

    #[test]
    fn a_variable_of_its_own_type_is_bound_there() {
        use Type::{Generic, Ord, Unit};

        for outer in ["T", "U"] {
            let parameters =
                vec![Parameter { name: outer, bound: TypeId(0) }, Parameter { name: "T", bound: TypeId(2) }];
            let generic = |parameter, inside| Generic(ParameterId(parameter), TypeId(inside));
            let types = vec![Unit, Type::Parameter(ParameterId(1)), Ord(TypeId(1)), generic(1, 2), generic(0, 3)];
            let types = Types { parameters, types, root: TypeId(4) };
            assert!(free_variables::<Parameter, _>(&types).is_empty());
            let mut met = Vec::new();
            let walk = Walk::new().with_bindings().on(|parameter: &Parameter, at| {
                if parameter.bound.0 == 2 {
                    met.extend(at.occurrence().map(|occurrence| occurrence.binding()));
                }
            });
            walk.run(&types);
            assert_eq!(met, vec![met[0]; 3], "the outer one is another variable");
        }
    }

    #[test]
    fn so_is_one_that_a_pointer_leads_to() {
        let parameter = Arc::new(Parameter { name: "T", bound: TypeId(0) });
        let types =
            vec![Type::Ord(TypeId(1)), Type::Shared(parameter.clone()), Type::GenericShared(parameter, TypeId(0))];
        let types = Types { parameters: Vec::new(), types, root: TypeId(2) };
        assert!(free_variables::<Parameter, _>(&types).is_empty());
    }
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
