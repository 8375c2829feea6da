//! Scopes of every kind and shape.

use std::{collections::BTreeMap, sync::Arc};

use sexpr_core::{
    StructuralEq, custom::{CustomStructural, EqualParts, HashParts, VirtualFields}, reflect::Def, structural_equal,
};

#[derive(StructuralEq)]
enum Expr {
    Var(#[seq(var)] String),
    #[seq(scope)]
    Lambda {
        #[seq(var, def)]
        param: String,
        body: Box<Expr>,
    },
    #[seq(scope, order(1, 0, 2))]
    Let(#[seq(var, def)] Option<String>, Arc<Expr>, Arc<Expr>),
    #[seq(scope, kind = "dag")]
    Region(#[seq(key)] u32, Vec<Expr>),
    #[seq(scope)]
    Hole,
    Block(Block<Expr>),
}

/// Held inline, in containers and behind pointers.
#[derive(StructuralEq)]
#[seq(scope)]
struct Block<T> {
    statements: Vec<T>,
    inner: Option<Box<Block<T>>>,
    by_name: BTreeMap<String, Arc<Block<T>>>,
}

/// Known by its address.
#[derive(StructuralEq)]
#[seq(kind = "dag", scope)]
struct Region<'ir> {
    #[seq(def, var)]
    arguments: &'ir [String],
    body: &'ir [Arc<Region<'ir>>],
}

/// A scope, known by its key: a map's key.
#[derive(StructuralEq, PartialEq, Eq, PartialOrd, Ord)]
#[seq(scope, kind = "dag")]
struct Function {
    #[seq(key)]
    name: &'static str,
    #[seq(var)]
    calls: Vec<String>,
}

#[derive(StructuralEq)]
#[seq(scope)]
enum Binder {
    Forall(#[seq(var, def)] String, Box<Binder>),
    Lambda(#[seq(var = "values", def)] String, Box<Binder>),
    Use(#[seq(var)] String, BTreeMap<Function, u32>),
}

#[derive(StructuralEq)]
#[seq(scope)]
enum Never {}

#[derive(StructuralEq)]
#[seq(scope, with = listed)]
struct Listed(u32);

fn listed<'n>(node: &'n Listed, fields: &mut VirtualFields<'n>) {
    fields.field("0", Def::Inherit, &node.0);
}

#[derive(StructuralEq)]
#[seq(custom)]
enum Custom {
    #[seq(scope)]
    Scope,
    Other,
}

impl CustomStructural for Custom {
    fn s_equal<'n>(&'n self, _: &'n Self, _: &mut EqualParts<'n>) -> bool {
        true
    }
    fn s_hash<'n>(&'n self, _: &mut HashParts<'n>) {}
}

#[derive(StructuralEq)]
struct All<'ir> {
    region: Arc<Region<'ir>>,
    custom: [Custom; 2],
    listed: (Listed, Listed),
    never: Option<Never>,
    binder: Binder,
}

fn main() {
    let var = |name: &str| Expr::Var(name.into());
    let lambda = |param: &str, body| Expr::Lambda { param: param.into(), body: Box::new(body) };
    let block = |name: &str| Block {
        statements: vec![lambda(name, var(name))],
        inner: Some(Box::new(Block { statements: vec![Expr::Hole], inner: None, by_name: BTreeMap::new() })),
        by_name: BTreeMap::new(),
    };
    let term = |name: &str| {
        Expr::Let(Some(name.into()), Arc::new(Expr::Block(block(name))), Arc::new(Expr::Region(1, vec![var(name)])))
    };
    assert!(structural_equal(&term("x"), &term("y")));
    let shadowed = |outer: &str, inner: &str| lambda(outer, lambda(inner, var(inner)));
    assert!(structural_equal(&shadowed("x", "x"), &shadowed("a", "b")));
    assert!(!structural_equal(&term("x"), &Expr::Hole));

    let arguments = ["a".to_owned()];
    let all = |name: &str| All {
        region: Arc::new(Region { arguments: &arguments, body: &[] }),
        custom: [Custom::Scope, Custom::Other],
        listed: (Listed(1), Listed(2)),
        never: None,
        binder: Binder::Forall(
            name.into(),
            Box::new(Binder::Lambda(
                name.into(),
                Box::new(Binder::Use(name.into(), BTreeMap::from([(Function { name: "f", calls: vec![] }, 1)]))),
            )),
        ),
    };
    assert!(structural_equal(&all("x"), &all("y")));
    assert!(Binder::type_info().variant(0).is_some_and(|variant| variant.is_scope()));
    assert!(Expr::type_info().variant(0).is_some_and(|variant| !variant.is_scope()));
}
