//! Types that a `macro_rules!` makes, of fragments and of tokens.

use std::sync::Arc;

use sexpr_core::{StructuralEq, structural_equal};

macro_rules! node {
    ($name:ident, $kind:literal, { $($(#[$meta:meta])* $field:ident: $ty:ty),* }) => {
        #[derive(StructuralEq)]
        #[seq(kind = $kind)]
        struct $name {
            $($(#[$meta])* $field: $ty,)*
        }
    };
}

node!(Var, "var", { #[seq(ignore)] name: &'static str, ty: u32 });
macro_rules! binder {
    ($name:ident, $scope:ident, $namespace:literal, $key:literal) => {
        #[derive(StructuralEq)]
        #[seq($scope, type_key = $key)]
        struct $name(#[seq(var = $namespace, def)] String, #[seq(var = $namespace)] String);
    };
}

binder!(Identity, scope, "values", "macros::Identity");
node!(Lambda, "tree", { #[seq(def)] params: Vec<Arc<Var>>, body: Vec<Arc<Var>> });

macro_rules! expressions {
    ($($variant:ident($($ty:ty),*)),* ; $list:path ; $($option:ident)*) => {
        #[derive(StructuralEq)]
        enum Expr {
            $($variant($($ty),*),)*
        }

        #[derive(StructuralEq)]
        #[seq(with = $list, $($option = "const-tree")*)]
        struct Listed(u32, u32);
    };
}

expressions!(Int(i64), Pair(Box<Expr>, Box<Expr>), Lambda(Lambda); list; );

fn list<'n>(node: &'n Listed, fields: &mut sexpr_core::custom::VirtualFields<'n>) {
    fields.field("first", sexpr_core::reflect::Def::Inherit, &node.0);
}

macro_rules! generic {
    ($name:ident<$parameter:ident: $bound:path>, $ty:ty) => {
        #[derive(StructuralEq)]
        struct $name<$parameter: $bound>($ty);
    };
}

generic!(Cell<T: Clone>, Vec<T>);

fn main() {
    let lambda = |name| {
        let var = Arc::new(Var { name, ty: 1 });
        Expr::Lambda(Lambda { params: vec![var.clone()], body: vec![var] })
    };
    assert!(structural_equal(&lambda("x"), &lambda("y")));
    let named = |name: &str| Identity(name.into(), name.into());
    assert!(structural_equal(&named("x"), &named("y")));
    assert_eq!(Identity::type_info().type_key().to_string(), "macros::Identity");
    let pair = |second| Expr::Pair(Box::new(Expr::Int(1)), Box::new(Expr::Int(second)));
    assert!(!structural_equal(&pair(1), &pair(2)));
    assert!(structural_equal(&Listed(1, 2), &Listed(1, 3)));
    assert!(!structural_equal(&Cell(vec![1]), &Cell(vec![])));
}
