//! Where an obstacle can be: in each kind of node, and behind each kind of part.

use super::*;

#[test]
fn shared_nodes_the_first_time_they_are_met() {
    #[derive(StructuralEq)]
    struct Node {
        left: Option<Arc<Node>>,
        right: Option<Arc<Node>>,
        global: Option<Arc<Singleton>>,
    }
    let leaf = |global| Arc::new(Node { left: None, right: None, global });
    let node = |left: &Arc<Node>, right: &Arc<Node>| {
        Arc::new(Node { left: Some(left.clone()), right: Some(right.clone()), global: None })
    };
    let (good, bad) = (leaf(None), leaf(Some(singleton())));
    let pair = node(&good, &bad);
    obstructed(&node(&node(&good, &good), &node(&pair, &pair)), ".right.left.right.global", Obstacle::Singleton);
}

#[test]
fn fields_of_variables() {
    #[derive(StructuralEq)]
    #[seq(kind = "var")]
    struct Typed {
        #[seq(key)]
        name: &'static str,
        ty: Option<Symbol>,
    }
    #[derive(StructuralEq)]
    struct Fun(#[seq(def)] Typed, Typed);
    let typed = |ty| Typed { name: "x", ty };
    obstructed(&Fun(typed(Some(Symbol(1))), typed(None)), ".0.ty", Obstacle::ProcessLocal);
    // Those of a later occurrence are not looked at.
    unobstructed(&Fun(typed(None), typed(Some(Symbol(1)))));
}

#[test]
fn trait_objects() {
    trait Op: DynStructural {}
    sexpr_core::open!(Op);
    #[derive(StructuralEq)]
    struct Load {
        symbol: Symbol,
    }
    impl Op for Load {}
    impl Op for Var {}
    impl Op for Singleton {}
    let load = || Load { symbol: Symbol(1) };
    obstructed(&[Box::new(load()) as Box<dyn Op>], "[0].symbol", Obstacle::ProcessLocal);
    obstructed(&[var() as Arc<dyn Op>], "[0]", Obstacle::FreeVariable);
    obstructed(&[&*singleton() as &dyn Op], "[0]", Obstacle::Singleton);
    let root: &dyn Op = &load();
    obstructed(root, ".symbol", Obstacle::ProcessLocal);
}

#[derive(StructuralEq)]
#[seq(with = list)]
struct Listed {
    leaf: Option<Index>,
    part: Option<Symbol>,
}

fn list<'a>(node: &'a Listed, fields: &mut VirtualFields<'a>) {
    if let Some(leaf) = node.leaf {
        fields.leaf("leaf", leaf);
    }
    fields.field("part", Def::Inherit, &node.part);
}

#[test]
fn virtual_fields() {
    obstructed(&[Listed { leaf: None, part: Some(Symbol(1)) }], "[0].part", Obstacle::ProcessLocal);
    obstructed(&[Listed { leaf: Some(Index(1)), part: None }], "[0].leaf", Obstacle::ProcessLocal);
    obstructed(&[Listed { leaf: Some(Index(1)), part: Some(Symbol(1)) }], "[0].leaf", Obstacle::ProcessLocal);
    unobstructed(&[Listed { leaf: None, part: None }]);
}
