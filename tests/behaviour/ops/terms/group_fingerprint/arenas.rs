//! Definitions in arenas.

use sexpr_core::{StructuralEq, arena::InArena, terms::group_fingerprint};

use super::Name;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct ExprId(u32);

impl sexpr_core::arena::Id for ExprId {
    type Node = Expr;
    fn index(&self) -> u64 {
        self.0.into()
    }
}
sexpr_core::id!(ExprId);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct VarId(u32);

impl sexpr_core::arena::Id for VarId {
    type Node = Var;
    fn index(&self) -> u64 {
        self.0.into()
    }
}
sexpr_core::id!(VarId);

#[derive(StructuralEq, Clone, Debug)]
#[seq(kind = "var")]
struct Var {
    bits: u32,
}

#[derive(StructuralEq, Clone, Debug)]
enum Expr {
    Int(i64),
    Use(Name),
    Load(VarId),
    Add(ExprId, ExprId),
}

fn named(name: &str) -> Expr {
    Expr::Use(Name(name.into()))
}

fn add(left: u32, right: u32) -> Expr {
    Expr::Add(ExprId(left), ExprId(right))
}

#[test]
fn where_definitions_are_in_an_arena_makes_no_difference() {
    let of = |arena: &Vec<Expr>, members: [(&str, u32); 2]| {
        let member = |(name, id): (&str, u32)| (Name(name.into()), InArena::new(arena, ExprId(id)));
        group_fingerprint(&members.map(member)).expect("names are closed").fingerprint()
    };
    // `f = f + g` and `g = 1 + f`: here `f` is one node, and there it is two.
    let one = vec![named("f"), named("g"), Expr::Int(1), add(0, 1), add(2, 0)];
    let other = vec![add(2, 1), named("b"), named("a"), Expr::Int(8), Expr::Int(1), add(4, 6), named("a")];
    let expected = of(&one, [("f", 3), ("g", 4)]);
    assert_eq!(expected, of(&one, [("g", 4), ("f", 3)]));
    assert_eq!(expected, of(&other, [("b", 5), ("a", 0)]));
    assert_ne!(expected, of(&one, [("f", 4), ("g", 3)]));
    assert_ne!(expected, of(&one, [("f", 3), ("g", 2)]));
}

#[test]
fn variables_that_are_nodes_in_an_arena_bind_members() {
    let of = |loaded: [u32; 2]| {
        let (variables, expressions) = (vec![Var { bits: 1 }, Var { bits: 1 }], loaded.map(|id| Expr::Load(VarId(id))));
        let expressions = expressions.to_vec();
        let member = |number| {
            let definition = InArena::new(&expressions, ExprId(number));
            let definition = InArena::<_, _, VarId>::holding(&variables, definition);
            (InArena::new(&variables, VarId(number)), definition)
        };
        let group = group_fingerprint(&[0, 1].map(member)).expect("all variables are bound");
        assert_eq!(group.members()[0] == group.members()[1], loaded[0] != loaded[1]);
        group.fingerprint()
    };
    // Each loads the other, itself, or both the first one.
    assert_ne!(of([1, 0]), of([0, 1]));
    assert_eq!(of([0, 0]), of([1, 1]));
    assert_ne!(of([0, 0]), of([1, 0]));
    assert_ne!(of([0, 0]), of([0, 1]));
}
