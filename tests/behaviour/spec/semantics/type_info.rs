//! `TypeInfo`: what a type says of itself.

use std::{
    collections::{BTreeMap, HashSet},
    sync::Arc,
};

use sexpr_core::{
    StructuralEq,
    reflect::{Def, Kind, Shape},
};

#[derive(StructuralEq)]
#[seq(kind = "var")]
#[allow(dead_code, reason = "the type is what is looked at")]
struct Var {
    #[seq(ignore)]
    name: String,
    ty: Option<Arc<Expr>>,
}

#[derive(StructuralEq)]
#[allow(dead_code, reason = "the type is what is looked at")]
enum Expr {
    Use(Arc<Var>),
    Lambda {
        #[seq(def)]
        params: Vec<Arc<Var>>,
        body: Arc<Expr>,
    },
    #[seq(order(value, var, body))]
    Let {
        #[seq(def = "simple")]
        var: Arc<Var>,
        #[seq(def = "none")]
        value: Arc<Expr>,
        body: Arc<Expr>,
    },
    #[seq(kind = "dag")]
    Shared(Arc<Expr>, #[seq(payload, opaque)] u64),
    Table {
        #[seq(ordered)]
        rows: BTreeMap<String, Arc<Expr>>,
        names: HashSet<&'static str>,
    },
    Unit,
}

#[derive(StructuralEq)]
#[seq(kind = "singleton")]
#[allow(dead_code, reason = "the type is what is looked at")]
struct Op(#[seq(key)] &'static str);

#[test]
fn names_kinds_and_shapes() {
    let var = Var::type_info();
    assert_eq!((var.name(), var.kind()), ("Var", Kind::Var));
    let Shape::Struct(fields) = var.shape() else { panic!() };
    assert_eq!(fields.name(), "Var");
    assert_eq!(fields.fields().iter().map(|field| field.name()).collect::<Vec<_>>(), ["name", "ty"]);

    let expr = Expr::type_info();
    assert_eq!((expr.name(), expr.kind()), ("Expr", Kind::Tree));
    let Shape::Enum(variants) = expr.shape() else { panic!() };
    let names: Vec<_> = variants.iter().map(|variant| variant.name()).collect();
    assert_eq!(names, ["Use", "Lambda", "Let", "Shared", "Table", "Unit"]);
    assert_eq!(variants[3].kind(), Kind::Dag);
    assert!(variants[5].fields().is_empty());
    assert!(variants[0].is_newtype() && !variants[3].is_newtype());
}

#[test]
fn roles() {
    let roles = |variant, field: usize| Expr::type_info().variant(variant).unwrap().fields()[field].roles();
    assert_eq!(roles(1, 0).def(), Def::Pattern);
    assert_eq!(roles(1, 1).def(), Def::Inherit);
    assert_eq!((roles(2, 0).def(), roles(2, 1).def()), (Def::Simple, Def::None));
    assert!(roles(3, 1).is_payload() && roles(3, 1).is_opaque());
    assert!(roles(4, 0).is_ordered() && !roles(4, 1).is_ordered());
    let var = Var::type_info().variant(0).unwrap().fields();
    assert!(var[0].roles().is_ignore() && !var[1].roles().is_ignore());
    let op = Op::type_info().variant(0).unwrap().fields();
    assert!(op[0].roles().is_key());
    assert_eq!(Op::type_info().kind(), Kind::Singleton);
}

#[test]
fn display_reads_like_the_annotated_declaration() {
    insta::assert_snapshot!(Expr::type_info(), @r#"
    enum Expr (tree) {
        Use(Arc<Var>),
        Lambda { params: Vec<Arc<Var>> [def], body: Arc<Expr> },
        Let { var: Arc<Var> [def = "simple"], value: Arc<Expr> [def = "none"], body: Arc<Expr> },
        Shared (dag)(Arc<Expr>, _ [payload, opaque]),
        Table { rows: BTreeMap<String, Arc<Expr>> [ordered], names: HashSet<&str> },
        Unit,
    }
    "#);
    insta::assert_snapshot!(Var::type_info(), @"struct Var (var) { name: _ [ignore], ty: Option<Arc<Expr>> }");
    insta::assert_snapshot!(Op::type_info(), @"struct Op (singleton)(&str [key])");
    let nested = <BTreeMap<String, Vec<(Arc<Expr>, Option<u8>)>>>::type_info();
    insta::assert_snapshot!(nested, @"BTreeMap<String, Vec<(Arc<Expr>, Option<u8>)>>");
}
