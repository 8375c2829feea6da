//! The node types of the cases.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

/// An object. A reference is the index of the object referred to.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(tag = "type", deny_unknown_fields)]
#[allow(missing_docs, reason = "the fields are those of the mirrored types")]
pub enum NodeSpec {
    /// A variable.
    Var { name: String, ty: i64, dep: Option<usize> },
    /// An integer.
    Int { value: i64 },
    /// A float, written as text: `nan`, `-0.0`.
    Float {
        #[serde(deserialize_with = "float_from_text", serialize_with = "float_as_text")]
        value: f64,
    },
    /// A string.
    Str { value: String },
    /// A tree node with an ignored field.
    Add { lhs: usize, rhs: usize, span: String },
    /// A tree node with a sequence.
    Tuple { items: Vec<usize> },
    /// Binds variables in a `pattern` region.
    Lambda { params: Vec<usize>, body: usize, span: String },
    /// Binds a variable in a `simple` region.
    Let { value: usize, var: usize, body: usize },
    /// A dag node.
    Dag { value: usize },
    /// A const-tree.
    Meta { tag: String, dims: Vec<i64> },
    /// A singleton.
    Op { name: String },
    /// A map from strings.
    Attrs { entries: Vec<(String, usize)> },
    /// A map from variables.
    Subst { entries: Vec<(usize, usize)> },
    /// A tree node with an optional child.
    Maybe { value: Option<usize> },
    /// Custom traversal: `params` in a `pattern` region, then `body`; never `note`.
    Custom { params: Vec<usize>, body: usize, note: String },
    /// A variable that is known by its name.
    NVar { name: String, dep: Option<usize> },
    /// A scope that binds variables for its body.
    NLam { params: Vec<usize>, body: usize },
    /// A scope that binds a variable for its body.
    NLet { value: usize, var: usize, body: usize },
    /// A scope that binds variables for its values and its body.
    NRec { vars: Vec<usize>, values: Vec<usize>, body: usize },
    /// A scope that predeclares what its items bind, for its body as well.
    Block { body: usize, items: Vec<usize> },
    /// A scope with a `pattern` region in which anything may stand.
    Match { pattern: usize, body: usize },
    /// The same, with a `simple` region.
    Simple { pattern: usize, body: usize },
    /// A `pattern` region in which anything may stand, and no scope.
    Bind { pattern: usize, body: usize },
    /// A region `none`.
    Fixed { value: usize },
    /// A variable with a payload, a `pattern` region and a region `none`.
    Param { initial: i64, pattern: Option<usize>, fixed: Option<usize> },
    /// A dag node that is a scope.
    DLam { params: Vec<usize>, body: usize },
    /// A dag node that is known by its name.
    NDag { name: String, value: usize },
    /// A singleton that is known by its name.
    NOp { name: String, note: String },
    /// A scope that binds names for its body.
    Names { names: Vec<String>, body: usize },
    /// Binds names in a `pattern` region, and names of another namespace in a `simple` one.
    Declare { names: Vec<String>, labels: Vec<String>, body: usize },
    /// A name.
    Name { name: String },
    /// Names of the other namespace.
    Goto { labels: Vec<String> },
    /// A set of names.
    NameSet { names: Vec<String> },
    /// A map from pairs of leaves.
    Pairs { entries: Vec<((i64, String), usize)> },
    /// A map from nodes that are known by their names.
    Registry { entries: Vec<(String, usize)> },
    /// A map from terms by their structure, which are numbered.
    Memo { entries: Vec<(i64, usize)> },
    /// A map from strings whose order counts.
    Ordered { entries: Vec<(String, usize)> },
    /// A map from variables whose order counts.
    OrderedSubst { entries: Vec<(usize, usize)> },
    /// A set of strings, and one of variables.
    Sets { texts: Vec<String>, variables: Vec<usize> },
    /// Custom traversal through a list with every region, a leaf that is made for it, and a field that may be missing.
    Virtual { title: String, extra: Option<usize>, fixed: usize, simple: usize, pattern: usize, plain: usize },
    /// Custom traversal with a verdict of its own: on whether the number is even.
    Checked { number: i64, value: usize },
    /// Containers that may be told apart by their variants, lengths and elements. The nested option is none or one
    /// option.
    Shapes {
        pair: (i64, usize),
        result: Result<usize, String>,
        nested: Vec<Option<usize>>,
        array: [usize; 2],
        boxed: usize,
    },
    /// A node behind a shared trait object.
    Open { kind: OpenKind, value: usize },
    /// A node behind a trait object of its own.
    Boxed { dag: bool, value: usize },
    /// Leaves that are payload, `opaque`, both, or ignored. Those that are opaque are compared without regard to case.
    Tensor { shape: Vec<i64>, data: Vec<i64>, name: String, blob: String, note: String },
}

/// The kind of a node behind a trait object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[allow(missing_docs, reason = "each is the kind of its name")]
pub enum OpenKind {
    Tree,
    Dag,
    Var,
}

/// Where a name is looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Namespace {
    /// That of [`NodeSpec::NVar`].
    Nodes,
    /// That of names.
    Names,
    /// That of labels.
    Labels,
}

fn float_from_text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    let text = String::deserialize(deserializer)?;
    text.parse().map_err(|_| D::Error::custom(format!("`{text}` is not a float")))
}

fn float_as_text<S: Serializer>(value: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&format_args!("{value:?}"))
}

impl NodeSpec {
    /// Whether this may stand where a variable is needed.
    pub fn is_variable(&self) -> bool {
        matches!(self, NodeSpec::Var { .. } | NodeSpec::NVar { .. } | NodeSpec::Param { .. })
    }

    /// Whether two of these are different nodes, be their content the same.
    pub fn has_address(&self) -> bool {
        match self {
            NodeSpec::Open { kind, .. } => *kind != OpenKind::Tree,
            NodeSpec::Boxed { dag, .. } => *dag,
            NodeSpec::Var { .. } | NodeSpec::Param { .. } | NodeSpec::Dag { .. } | NodeSpec::DLam { .. } => true,
            NodeSpec::Op { .. } => true,
            _ => false,
        }
    }

    /// The objects referred to, those that may be of any type apart from those that must be variables.
    pub fn references(&self) -> (Vec<usize>, Vec<usize>) {
        let (mut any, mut variables) = (vec![], vec![]);
        self.clone()
            .each_reference(&mut |to, of_any_type| if of_any_type { any.push(*to) } else { variables.push(*to) });
        (any, variables)
    }

    /// Calls with each reference, in the order of comparison, and whether it may be to an object of any type: else it
    /// must be to a variable. An entry of a map is its key and its value.
    pub fn each_reference(&mut self, f: &mut dyn FnMut(&mut usize, bool)) {
        use NodeSpec as N;
        match self {
            N::Int { .. } | N::Float { .. } | N::Str { .. } | N::Meta { .. } | N::Op { .. } | N::NOp { .. } => {}
            N::Name { .. } | N::Goto { .. } | N::NameSet { .. } | N::Tensor { .. } => {}
            N::Var { dep, .. } | N::NVar { dep, .. } => dep.iter_mut().for_each(|to| f(to, true)),
            N::Param { pattern, fixed, .. } => pattern.iter_mut().chain(fixed).for_each(|to| f(to, true)),
            N::Maybe { value } => value.iter_mut().for_each(|to| f(to, true)),
            N::Dag { value } | N::NDag { value, .. } | N::Fixed { value } | N::Checked { value, .. } => f(value, true),
            N::Open { value, .. } | N::Boxed { value, .. } => f(value, true),
            N::Names { body, .. } | N::Declare { body, .. } => f(body, true),
            N::Add { lhs, rhs, .. } => {
                f(lhs, true);
                f(rhs, true);
            }
            N::Match { pattern, body } | N::Simple { pattern, body } | N::Bind { pattern, body } => {
                f(pattern, true);
                f(body, true);
            }
            N::Block { body, items } => {
                f(body, true);
                items.iter_mut().for_each(|to| f(to, true));
            }
            N::Tuple { items } => items.iter_mut().for_each(|to| f(to, true)),
            N::Lambda { params, body, .. }
            | N::Custom { params, body, .. }
            | N::NLam { params, body }
            | N::DLam { params, body } => {
                params.iter_mut().for_each(|to| f(to, false));
                f(body, true);
            }
            N::Let { value, var, body } | N::NLet { value, var, body } => {
                f(value, true);
                f(var, false);
                f(body, true);
            }
            N::NRec { vars, values, body } => {
                vars.iter_mut().for_each(|to| f(to, false));
                values.iter_mut().for_each(|to| f(to, true));
                f(body, true);
            }
            N::Attrs { entries } | N::Ordered { entries } | N::Registry { entries } => {
                entries.iter_mut().for_each(|(_, to)| f(to, true));
            }
            N::Pairs { entries } => entries.iter_mut().for_each(|(_, to)| f(to, true)),
            N::Memo { entries } => entries.iter_mut().for_each(|(_, to)| f(to, true)),
            N::Subst { entries } | N::OrderedSubst { entries } => entries.iter_mut().for_each(|(key, to)| {
                f(key, false);
                f(to, true);
            }),
            N::Sets { variables, .. } => variables.iter_mut().for_each(|to| f(to, false)),
            N::Virtual { extra, fixed, simple, pattern, plain, .. } => {
                extra.iter_mut().chain([fixed, simple, pattern, plain]).for_each(|to| f(to, true));
            }
            N::Shapes { pair, result, nested, array, boxed } => {
                f(&mut pair.1, true);
                result.iter_mut().for_each(|to| f(to, true));
                nested.iter_mut().flatten().chain(array).chain([boxed]).for_each(|to| f(to, true));
            }
        }
    }

    /// Calls with each name that is a variable, in the order of comparison.
    pub fn each_name(&mut self, f: &mut dyn FnMut(&mut String, Namespace)) {
        match self {
            NodeSpec::NVar { name, .. } => f(name, Namespace::Nodes),
            NodeSpec::Name { name } => f(name, Namespace::Names),
            NodeSpec::Names { names, .. } | NodeSpec::NameSet { names } => {
                names.iter_mut().for_each(|name| f(name, Namespace::Names));
            }
            NodeSpec::Goto { labels } => labels.iter_mut().for_each(|label| f(label, Namespace::Labels)),
            NodeSpec::Declare { names, labels, .. } => {
                names.iter_mut().for_each(|name| f(name, Namespace::Names));
                labels.iter_mut().for_each(|label| f(label, Namespace::Labels));
            }
            _ => {}
        }
    }
}
