//! Maps and sets, by what their keys are.

use std::collections::{BTreeSet, HashMap, HashSet};

use indexmap::IndexMap;
use sexpr_core::{ByIdentity, StructuralEq, StructuralKey};

use super::{super::P, Node, Variable};
use sexpr_test_support::hashes::Words;

/// From strings.
#[derive(StructuralEq)]
pub struct Attrs {
    pub(super) entries: HashMap<String, Node>,
}

/// From variables.
#[derive(StructuralEq)]
pub struct Subst {
    pub(super) entries: HashMap<ByIdentity<P<Variable>>, Node>,
}

/// From pairs of leaves.
#[derive(StructuralEq)]
pub struct Pairs {
    pub(super) entries: HashMap<(i64, String), Node>,
}

/// A singleton that is known by its name.
#[derive(PartialEq, Eq, Hash, StructuralEq)]
#[seq(kind = "singleton")]
pub struct NOp {
    #[seq(key)]
    pub(super) name: String,
    pub(super) note: String,
}

/// From nodes that are known by their names.
#[derive(StructuralEq)]
pub struct Registry {
    pub(super) entries: HashMap<P<NOp>, Node>,
}

/// From terms by their structure.
#[derive(StructuralEq)]
pub struct Memo {
    pub(super) entries: HashMap<StructuralKey<P<Words>>, Node>,
}

/// From strings, in order.
#[derive(StructuralEq)]
pub struct Ordered {
    #[seq(ordered)]
    pub(super) entries: IndexMap<String, Node>,
}

/// From variables, in order.
#[derive(StructuralEq)]
pub struct OrderedSubst {
    #[seq(ordered)]
    pub(super) entries: IndexMap<ByIdentity<P<Variable>>, Node>,
}

/// Of strings, and of variables.
#[derive(StructuralEq)]
pub struct Sets {
    pub(super) texts: BTreeSet<String>,
    pub(super) variables: HashSet<ByIdentity<P<Variable>>>,
}
