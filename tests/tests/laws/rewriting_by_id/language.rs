//! A language with variables of all kinds, whose nodes are behind ids.

use std::{collections::BTreeMap, sync::Arc};

use sexpr_core::{
    StructuralEq,
    arena::{FromIndex, Id},
};

/// A type of ids for a type of nodes.
macro_rules! id {
    ($id:ident => $node:ty) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub(crate) struct $id(pub(crate) usize);

        impl Id for $id {
            type Node = $node;
            fn index(&self) -> u64 {
                self.0 as u64
            }
        }
        impl FromIndex for $id {
            fn from_index(index: usize) -> Self {
                $id(index)
            }
        }
        sexpr_core::id!($id);
        sexpr_core::rewritable!(id $id);
    };
}

id!(NamedId => Named);
id!(PlainId => Plain);
id!(MixedId => Mixed);
id!(NodeId => Node);

/// A variable that is known by its name.
#[derive(StructuralEq, Clone, Debug, PartialEq)]
#[seq(kind = "var", rewrite)]
pub(crate) struct Named {
    #[seq(key)]
    pub(crate) name: String,
    pub(crate) ty: Option<NodeId>,
}

/// A variable that is known by its id.
#[derive(StructuralEq, Clone, Debug, PartialEq)]
#[seq(kind = "var", rewrite)]
pub(crate) struct Plain {
    #[seq(ignore)]
    pub(crate) tag: usize,
    pub(crate) ty: Option<NodeId>,
}

/// Variables among nodes that are none.
#[derive(StructuralEq, Clone, Debug, PartialEq)]
#[seq(rewrite)]
pub(crate) enum Mixed {
    #[seq(kind = "var")]
    Variable {
        #[seq(ignore)]
        tag: usize,
        ty: Option<NodeId>,
    },
    Pattern(Vec<NodeId>),
}

/// A node behind an `Arc`.
#[derive(StructuralEq, Clone, Debug, PartialEq)]
#[seq(rewrite)]
pub(crate) struct Pointee(pub(crate) Vec<NodeId>);

#[derive(StructuralEq, Clone, Debug, PartialEq)]
#[seq(rewrite)]
pub(crate) enum Node {
    Number(usize),
    List(Vec<NodeId>),
    #[seq(kind = "dag")]
    Shared(Vec<NodeId>),
    Pointed(Arc<Pointee>),
    #[seq(scope)]
    Scope(Vec<NodeId>),
    #[seq(scope(predeclare = 0))]
    Block(Vec<NodeId>),

    Name(#[seq(var)] String),
    DeclareName(#[seq(var, def)] String),
    #[seq(scope)]
    LambdaName(#[seq(var, def)] String, NodeId),

    Use(NamedId),
    Declare(#[seq(def)] NamedId),
    #[seq(scope)]
    Lambda(#[seq(def)] NamedId, NodeId),
    Table(BTreeMap<NamedId, NodeId>),

    UsePlain(PlainId),
    DeclarePlain(#[seq(def)] PlainId),
    #[seq(scope)]
    LambdaPlain(#[seq(def)] PlainId, NodeId),
    TablePlain(BTreeMap<PlainId, NodeId>),

    UseMixed(MixedId),
    DeclareMixed(#[seq(def)] MixedId),
    #[seq(scope)]
    LambdaMixed(#[seq(def)] MixedId, NodeId),
}

#[derive(StructuralEq, Clone, Debug, PartialEq)]
#[seq(rewrite)]
pub(crate) struct Body {
    #[seq(arena(NamedId))]
    pub(crate) named: Vec<Named>,
    #[seq(arena(PlainId))]
    pub(crate) plain: Vec<Plain>,
    #[seq(arena(MixedId))]
    pub(crate) mixed: Vec<Mixed>,
    #[seq(arena(NodeId))]
    pub(crate) nodes: Vec<Node>,
    pub(crate) root: NodeId,
}
