//! One enum for all node types, whose variants have kinds of their own.

#![allow(dead_code, reason = "some fields are there to be left out of comparisons")]

mod build;
mod custom;
mod open;

use std::{
    collections::{BTreeMap, BTreeSet, HashSet, LinkedList, VecDeque},
    hash::{Hash, Hasher},
    mem::discriminant,
    sync::Arc,
};

use indexmap::{IndexMap, IndexSet};
use sexpr_core::{__private::KeyReader, StructuralEq, StructuralKey, containers::MapKey, reflect::NodeRef};

use self::{
    custom::{Checked, Custom, Virtual},
    open::Object,
};
use super::{address, addresses, build_in_order, caseless::Caseless};
use crate::conformance::{Mirror, NodeSpec};
use sexpr_test_support::hashes::Words;

/// A variable.
#[derive(StructuralEq)]
#[seq(kind = "var")]
pub struct Var {
    #[seq(ignore)]
    name: String,
    ty: i64,
    dep: Option<Arc<Term>>,
}

/// A variable that is known by its name, held inline.
#[derive(Clone, StructuralEq)]
#[seq(kind = "var")]
pub struct NVar {
    #[seq(key)]
    name: String,
    dep: Option<Arc<Term>>,
}

/// A variable whose fields bind and are left out.
#[derive(StructuralEq)]
#[seq(kind = "var")]
pub struct Param {
    #[seq(payload)]
    initial: i64,
    #[seq(def)]
    pattern: Option<Arc<Term>>,
    #[seq(def = "none")]
    fixed: Option<Arc<Term>>,
}

/// A variable of any type.
#[derive(Clone, StructuralEq)]
#[allow(missing_docs, reason = "each holds the type of its name")]
pub enum Variable {
    Var(Arc<Var>),
    NVar(NVar),
    Param(Arc<Param>),
}

impl PartialEq for Variable {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Variable::Var(left), Variable::Var(right)) => Arc::ptr_eq(left, right),
            (Variable::NVar(left), Variable::NVar(right)) => left.name == right.name,
            (Variable::Param(left), Variable::Param(right)) => Arc::ptr_eq(left, right),
            _ => false,
        }
    }
}

impl Eq for Variable {}

impl Hash for Variable {
    fn hash<H: Hasher>(&self, state: &mut H) {
        discriminant(self).hash(state);
        match self {
            Variable::Var(variable) => Arc::as_ptr(variable).hash(state),
            Variable::NVar(variable) => variable.name.hash(state),
            Variable::Param(variable) => Arc::as_ptr(variable).hash(state),
        }
    }
}

impl MapKey for Variable {
    type Terms = ();

    fn read(key: &Self, reader: &mut KeyReader) {
        match key {
            Variable::Var(variable) => MapKey::read(variable, reader),
            Variable::NVar(variable) => MapKey::read(variable, reader),
            Variable::Param(variable) => MapKey::read(variable, reader),
        }
    }
}

/// A node of any type.
#[derive(StructuralEq)]
#[allow(missing_docs, reason = "the variants are the node types of the cases")]
pub enum Term {
    Variable(Variable),
    Int {
        value: i64,
    },
    Float {
        value: f64,
    },
    Str {
        value: String,
    },
    Add {
        lhs: Arc<Term>,
        rhs: Arc<Term>,
        #[seq(ignore)]
        span: String,
    },
    Tuple {
        items: Vec<Arc<Term>>,
    },
    Lambda {
        #[seq(def)]
        params: Vec<Variable>,
        body: Arc<Term>,
        #[seq(ignore)]
        span: String,
    },
    #[seq(order(value, var, body))]
    Let {
        #[seq(def = "simple")]
        var: Variable,
        value: Arc<Term>,
        body: Arc<Term>,
    },
    #[seq(kind = "dag")]
    Dag {
        value: Arc<Term>,
    },
    #[seq(kind = "const-tree")]
    Meta {
        tag: String,
        dims: Vec<i64>,
    },
    #[seq(kind = "singleton")]
    Op {
        name: String,
    },
    Attrs {
        entries: BTreeMap<String, Arc<Term>>,
    },
    Subst {
        entries: IndexMap<Variable, Arc<Term>>,
    },
    Maybe {
        value: Option<Arc<Term>>,
    },
    Custom(Custom),
    #[seq(scope)]
    NLam {
        #[seq(def)]
        params: Vec<Variable>,
        body: Arc<Term>,
    },
    #[seq(scope, order(value, var, body))]
    NLet {
        #[seq(def)]
        var: Variable,
        value: Arc<Term>,
        body: Arc<Term>,
    },
    NRec(NRec),
    #[seq(scope(predeclare = items), order(body, items))]
    Block {
        items: Vec<Arc<Term>>,
        body: Arc<Term>,
    },
    #[seq(scope)]
    Match {
        #[seq(def)]
        pattern: Arc<Term>,
        body: Arc<Term>,
    },
    #[seq(scope, order(pattern, body))]
    Simple {
        body: Arc<Term>,
        #[seq(def = "simple")]
        pattern: Arc<Term>,
    },
    Bind {
        #[seq(def = "pattern")]
        pattern: Arc<Term>,
        body: Arc<Term>,
    },
    Fixed {
        #[seq(def = "none")]
        value: Box<Arc<Term>>,
    },
    #[seq(kind = "dag", scope)]
    DLam {
        #[seq(def)]
        params: VecDeque<Variable>,
        body: Arc<Term>,
    },
    NDag(NDag),
    NOp(NOp),
    #[seq(scope)]
    Names {
        #[seq(var, def)]
        names: VecDeque<String>,
        body: Arc<Term>,
    },
    Declare {
        #[seq(var, def)]
        names: Arc<[String]>,
        #[seq(var = "label", def = "simple")]
        labels: Vec<Arc<str>>,
        body: Arc<Term>,
    },
    Name {
        #[seq(var)]
        name: String,
    },
    Goto {
        #[seq(var = "label")]
        labels: LinkedList<String>,
    },
    NameSet {
        #[seq(var)]
        names: BTreeSet<String>,
    },
    Pairs {
        entries: BTreeMap<(i64, String), Arc<Term>>,
    },
    Registry {
        entries: IndexMap<NOp, Arc<Term>>,
    },
    Memo {
        entries: IndexMap<StructuralKey<Words>, Arc<Term>>,
    },
    Ordered {
        #[seq(ordered)]
        entries: IndexMap<String, Arc<Term>>,
    },
    OrderedSubst {
        #[seq(ordered)]
        entries: IndexMap<Variable, Arc<Term>>,
    },
    Sets {
        texts: HashSet<String>,
        variables: IndexSet<Variable>,
    },
    Virtual(Virtual),
    Checked(Checked),
    Shapes {
        pair: (i64, Arc<Term>),
        result: Result<Arc<Term>, String>,
        nested: Option<Option<Arc<Term>>>,
        array: [Arc<Term>; 2],
        #[allow(clippy::redundant_allocation, reason = "pointers are what is held")]
        boxed: Box<Box<Arc<Term>>>,
    },
    Open(Arc<dyn Object>),
    Boxed {
        object: Box<dyn Object>,
    },
    Tensor {
        shape: Vec<i64>,
        #[seq(payload)]
        data: Vec<i64>,
        #[seq(opaque)]
        name: Caseless,
        #[seq(payload, opaque)]
        blob: Caseless,
        #[seq(ignore)]
        note: String,
    },
}

/// A dag node that is known by its name, held inline.
#[derive(StructuralEq)]
#[seq(kind = "dag")]
pub struct NDag {
    #[seq(key)]
    name: String,
    value: Arc<Term>,
}

/// A singleton that is known by its name, held inline.
#[derive(PartialEq, Eq, Hash, StructuralEq)]
#[seq(kind = "singleton")]
pub struct NOp {
    #[seq(key)]
    name: String,
    note: String,
}

/// An integer that is known by its structure.
#[derive(StructuralEq)]
pub struct Int {
    value: i64,
}

/// A scope held inline.
#[derive(StructuralEq)]
#[seq(scope)]
pub struct NRec {
    #[seq(def)]
    vars: Vec<Variable>,
    values: Vec<Arc<Term>>,
    body: Arc<Term>,
}

/// The mirror.
pub struct Variants;

impl Mirror for Variants {
    type Node = Arc<Term>;
    const NAME: &'static str = module_path!();
    const HOLDS_INLINE: bool = true;

    fn build(specs: &[NodeSpec]) -> Vec<Arc<Term>> {
        build_in_order(specs, |built, spec| Arc::new(build::build(built, spec)))
    }

    fn only_holds(node: NodeRef<'_>) -> bool {
        let holds = |term: &Term| {
            matches!(
                term,
                Term::Variable(_)
                    | Term::Custom(_)
                    | Term::NRec(_)
                    | Term::NDag(_)
                    | Term::NOp(_)
                    | Term::Virtual(_)
                    | Term::Checked(_)
                    | Term::Open(_)
            )
        };
        node.downcast().is_some_and(holds) || node.downcast::<Variable>().is_some()
    }

    fn address(node: NodeRef<'_>) -> Option<usize> {
        node.downcast::<Term>().map(address)
    }

    fn address_of(node: &Arc<Term>) -> usize {
        address::<Term>(node)
    }

    fn addresses_by_type(root: &Arc<Term>) -> Vec<Vec<usize>> {
        vec![addresses::<Term>(root)]
    }
}
