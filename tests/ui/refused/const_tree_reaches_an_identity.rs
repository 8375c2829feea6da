//! Whatever has an identity, however it is reached.

use std::sync::Arc;

use sexpr_core::{StructuralEq, arena::Id, custom::{DynStructural, VirtualFields}, reflect::Def};

#[derive(StructuralEq)]
#[seq(kind = "var")]
struct Var {
    ty: u32,
}

#[derive(StructuralEq)]
#[seq(kind = "dag")]
struct Dag {
    size: u32,
}

#[derive(StructuralEq)]
enum Type {
    Int,
    Tensor(Vec<Arc<Dim>>),
}

#[derive(StructuralEq)]
enum Dim {
    Of(Arc<Type>),
    Var(Arc<Var>),
}

trait Op: DynStructural {}
sexpr_core::open!(Op);

#[derive(StructuralEq)]
#[seq(with = list)]
struct Listed {
    size: u32,
}

fn list<'n>(listed: &'n Listed, fields: &mut VirtualFields<'n>) {
    fields.field("size", Def::Inherit, &listed.size);
}

#[derive(Clone, Copy)]
struct TypeId(u32);

impl Id for TypeId {
    type Node = Type;
    fn index(&self) -> u64 {
        self.0.into()
    }
}
sexpr_core::id!(TypeId);

#[derive(StructuralEq)]
#[seq(kind = "const-tree")]
struct OfVariable {
    size: Option<Arc<Var>>,
}

#[derive(StructuralEq)]
#[seq(kind = "const-tree")]
struct OfVariableFarAway {
    ty: Type,
    next: Option<Arc<OfVariableFarAway>>,
}

#[derive(StructuralEq)]
#[seq(kind = "const-tree")]
struct OfDagNode(u64, Arc<Dag>);

#[derive(StructuralEq)]
#[seq(kind = "const-tree")]
struct OfTraitObject {
    op: Option<Arc<dyn Op>>,
}

#[derive(StructuralEq)]
#[seq(kind = "const-tree")]
struct OfListed(Listed);

#[derive(StructuralEq)]
#[seq(kind = "const-tree")]
struct OfId {
    root: TypeId,
}

#[derive(StructuralEq)]
enum Expr {
    Var(Arc<Var>),
    #[seq(kind = "const-tree")]
    Constant(u64, Arc<Expr>),
}

#[derive(StructuralEq)]
struct Shape(Vec<u32>);

struct Foreign(Shape);

fn shape(foreign: &Foreign) -> &Shape {
    &foreign.0
}

/// Nobody knows what a function reaches on its way to a type without variables.
#[derive(StructuralEq)]
#[seq(kind = "const-tree")]
struct Via {
    #[seq(via = shape)]
    shape: Foreign,
}

mod ast {
    use super::*;

    #[derive(StructuralEq)]
    pub(crate) struct Namesake {
        pub(crate) var: Arc<Var>,
    }
}

#[derive(StructuralEq)]
#[seq(kind = "const-tree")]
struct Namesake {
    inner: Vec<ast::Namesake>,
}

fn main() {}
