//! A struct for each node type, behind the pointer that the module above chooses.

#![allow(dead_code, reason = "some fields are there to be left out of comparisons")]

use sexpr_core::{ByIdentity, StructuralEq, StructuralKey, reflect::NodeRef};

use super::{CUSTOM_BY_TRAIT, P, pointer};
use crate::conformance::{
    Mirror, NodeSpec, OpenKind,
    mirror::{address, addresses, build_in_order, caseless::Caseless, term},
};

#[path = "binders.rs"]
#[allow(clippy::duplicate_mod, reason = "the same types behind another pointer")]
mod binders;
#[path = "custom.rs"]
#[allow(clippy::duplicate_mod, reason = "the same types behind another pointer")]
mod custom;
#[path = "holders.rs"]
#[allow(clippy::duplicate_mod, reason = "the same types behind another pointer")]
mod holders;
#[path = "maps.rs"]
#[allow(clippy::duplicate_mod, reason = "the same types behind another pointer")]
mod maps;

use binders::{Bind, Block, DLam, Declare, Fixed, Goto, Match, Name, NameSet, Names, Simple};
use custom::{Checked, Custom, CustomByTrait, Virtual};
use holders::{Boxed, NDag, Object, OpenDag, OpenTree, OpenVar, Shapes, Tensor};
use maps::{Attrs, Memo, NOp, Ordered, OrderedSubst, Pairs, Registry, Sets, Subst};

/// A variable. The second variant is that of scopes, known by its name.
#[derive(StructuralEq)]
#[seq(kind = "var")]
#[allow(missing_docs, reason = "the variants are node types of the cases")]
pub enum Variable {
    Var {
        #[seq(ignore)]
        name: String,
        ty: i64,
        dep: Option<Node>,
    },
    NVar {
        #[seq(key)]
        name: String,
        dep: Option<Node>,
    },
    Param {
        #[seq(payload)]
        initial: i64,
        #[seq(def)]
        pattern: Option<Node>,
        #[seq(def = "none")]
        fixed: Option<Node>,
    },
}

/// An integer.
#[derive(StructuralEq)]
pub struct Int {
    value: i64,
}

/// A float.
#[derive(StructuralEq)]
pub struct Float {
    value: f64,
}

/// A string.
#[derive(StructuralEq)]
pub struct Str {
    value: String,
}

/// A tree node.
#[derive(StructuralEq)]
pub struct Add {
    lhs: Node,
    rhs: Node,
    #[seq(ignore)]
    span: String,
}

/// A sequence.
#[derive(StructuralEq)]
pub struct Tuple {
    items: Vec<Node>,
}

/// Binds in a `pattern` region.
#[derive(StructuralEq)]
pub struct Lambda {
    #[seq(def)]
    params: Vec<P<Variable>>,
    body: Node,
    #[seq(ignore)]
    span: String,
}

/// Binds in a `simple` region.
#[derive(StructuralEq)]
pub struct Let {
    value: Node,
    #[seq(def = "simple")]
    var: P<Variable>,
    body: Node,
}

/// Binds in a scope of its own.
#[derive(StructuralEq)]
#[seq(scope)]
pub struct NLam {
    #[seq(def)]
    params: Vec<P<Variable>>,
    body: Node,
}

/// Binds in a scope of its own, after its value.
#[derive(StructuralEq)]
#[seq(scope)]
pub struct NLet {
    value: Node,
    #[seq(def)]
    var: P<Variable>,
    body: Node,
}

/// Binds in a scope of its own, before its values.
#[derive(StructuralEq)]
#[seq(scope)]
pub struct NRec {
    #[seq(def)]
    vars: Vec<P<Variable>>,
    values: Vec<Node>,
    body: Node,
}

/// A node whose sharing counts.
#[derive(StructuralEq)]
#[seq(kind = "dag")]
pub struct Dag {
    value: Node,
}

/// A closed value.
#[derive(StructuralEq)]
#[seq(kind = "const-tree")]
pub struct Meta {
    tag: String,
    dims: Vec<i64>,
}

/// Equal to itself alone.
#[derive(StructuralEq)]
#[seq(kind = "singleton")]
pub struct Op {
    name: String,
}

/// An optional child.
#[derive(StructuralEq)]
pub struct Maybe {
    value: Option<Node>,
}

/// A reference to a node of any type.
#[derive(Clone, StructuralEq)]
#[allow(missing_docs, reason = "each holds the type of its name")]
pub enum Node {
    Variable(P<Variable>),
    Int(P<Int>),
    Float(P<Float>),
    Str(P<Str>),
    Add(P<Add>),
    Tuple(P<Tuple>),
    Lambda(P<Lambda>),
    Let(P<Let>),
    Dag(P<Dag>),
    Meta(P<Meta>),
    Op(P<Op>),
    Attrs(P<Attrs>),
    Subst(P<Subst>),
    Maybe(P<Maybe>),
    Custom(P<Custom>),
    CustomByTrait(P<CustomByTrait>),
    NLam(P<NLam>),
    NLet(P<NLet>),
    NRec(P<NRec>),
    Block(P<Block>),
    Match(P<Match>),
    Simple(P<Simple>),
    Bind(P<Bind>),
    Fixed(P<Fixed>),
    DLam(P<DLam>),
    NDag(P<NDag>),
    NOp(P<NOp>),
    Names(P<Names>),
    Declare(P<Declare>),
    Name(P<Name>),
    Goto(P<Goto>),
    NameSet(P<NameSet>),
    Pairs(P<Pairs>),
    Registry(P<Registry>),
    Memo(P<Memo>),
    Ordered(P<Ordered>),
    OrderedSubst(P<OrderedSubst>),
    Sets(P<Sets>),
    Virtual(P<Virtual>),
    Checked(P<Checked>),
    Shapes(P<Shapes>),
    Open(P<dyn Object>),
    Boxed(P<Boxed>),
    Tensor(P<Tensor>),
}

/// The mirror.
pub struct Nodes;

impl Mirror for Nodes {
    type Node = Node;
    const NAME: &'static str = module_path!();
    const HOLDS_INLINE: bool = false;

    fn build(specs: &[NodeSpec]) -> Vec<Node> {
        build_in_order(specs, build)
    }

    fn only_holds(node: NodeRef<'_>) -> bool {
        node.downcast::<Node>().is_some()
    }

    fn address(node: NodeRef<'_>) -> Option<usize> {
        address_of_any(node)
    }

    fn address_of(node: &Node) -> usize {
        address_of(node)
    }

    fn addresses_by_type(root: &Node) -> Vec<Vec<usize>> {
        addresses_by_type(root)
    }
}

/// Where nodes lie, for each type that a reference may be to.
macro_rules! addresses {
    ($($name:ident)*) => {
        fn address_of_any(node: NodeRef<'_>) -> Option<usize> {
            let object = node.downcast::<OpenTree>().map(address);
            let object = object.or_else(|| node.downcast::<OpenDag>().map(address));
            object
                .or_else(|| node.downcast::<OpenVar>().map(address))
                $(.or_else(|| node.downcast::<$name>().map(address)))*
        }

        fn addresses_by_type(root: &Node) -> Vec<Vec<usize>> {
            let objects = [addresses::<OpenTree>(root), addresses::<OpenDag>(root), addresses::<OpenVar>(root)];
            objects.into_iter().chain([$(addresses::<$name>(root)),*]).collect()
        }

        fn address_of(node: &Node) -> usize {
            match node {
                $(Node::$name(node) => address::<$name>(node),)*
                Node::Open(node) => address::<dyn Object>(&**node),
            }
        }
    };
}

addresses! {
    Variable Int Float Str Add Tuple Lambda Let Dag Meta Op Attrs Subst Maybe Custom CustomByTrait NLam NLet NRec
    Block Match Simple Bind Fixed DLam NDag NOp Names Declare Name Goto NameSet Pairs Registry Memo Ordered OrderedSubst
    Sets Virtual Checked Shapes Boxed Tensor
}

fn build(built: &[Node], spec: &NodeSpec) -> Node {
    let node = |index: &usize| built[*index].clone();
    let variable = |index: &usize| match &built[*index] {
        Node::Variable(variable) => P::clone(variable),
        _ => unreachable!("the reader checked that this is a variable"),
    };
    let nodes = |indices: &[usize]| indices.iter().map(node).collect::<Vec<_>>();
    let variables = |indices: &[usize]| indices.iter().map(variable).collect::<Vec<_>>();
    match spec {
        NodeSpec::Var { name, ty, dep } => {
            Node::Variable(pointer(Variable::Var { name: name.clone(), ty: *ty, dep: dep.as_ref().map(node) }))
        }
        NodeSpec::Int { value } => Node::Int(pointer(Int { value: *value })),
        NodeSpec::Float { value } => Node::Float(pointer(Float { value: *value })),
        NodeSpec::Str { value } => Node::Str(pointer(Str { value: value.clone() })),
        NodeSpec::Add { lhs, rhs, span } => {
            Node::Add(pointer(Add { lhs: node(lhs), rhs: node(rhs), span: span.clone() }))
        }
        NodeSpec::Tuple { items } => Node::Tuple(pointer(Tuple { items: nodes(items) })),
        NodeSpec::Lambda { params, body, span } => {
            Node::Lambda(pointer(Lambda { params: variables(params), body: node(body), span: span.clone() }))
        }
        NodeSpec::Let { value, var, body } => {
            Node::Let(pointer(Let { value: node(value), var: variable(var), body: node(body) }))
        }
        NodeSpec::Dag { value } => Node::Dag(pointer(Dag { value: node(value) })),
        NodeSpec::Meta { tag, dims } => Node::Meta(pointer(Meta { tag: tag.clone(), dims: dims.clone() })),
        NodeSpec::Op { name } => Node::Op(pointer(Op { name: name.clone() })),
        NodeSpec::Attrs { entries } => {
            let entries = entries.iter().map(|(key, value)| (key.clone(), node(value))).collect();
            Node::Attrs(pointer(Attrs { entries }))
        }
        NodeSpec::Subst { entries } => {
            let entries = entries.iter().map(|(key, value)| (ByIdentity(variable(key)), node(value))).collect();
            Node::Subst(pointer(Subst { entries }))
        }
        NodeSpec::Maybe { value } => Node::Maybe(pointer(Maybe { value: value.as_ref().map(node) })),
        NodeSpec::Custom { params, body, note } if CUSTOM_BY_TRAIT => Node::CustomByTrait(pointer(CustomByTrait {
            params: variables(params),
            body: node(body),
            note: note.clone(),
        })),
        NodeSpec::Custom { params, body, note } => {
            Node::Custom(pointer(Custom { params: variables(params), body: node(body), note: note.clone() }))
        }
        NodeSpec::NVar { name, dep } => {
            Node::Variable(pointer(Variable::NVar { name: name.clone(), dep: dep.as_ref().map(node) }))
        }
        NodeSpec::NLam { params, body } => Node::NLam(pointer(NLam { params: variables(params), body: node(body) })),
        NodeSpec::NLet { value, var, body } => {
            Node::NLet(pointer(NLet { value: node(value), var: variable(var), body: node(body) }))
        }
        NodeSpec::NRec { vars, values, body } => {
            Node::NRec(pointer(NRec { vars: variables(vars), values: nodes(values), body: node(body) }))
        }
        NodeSpec::Block { body, items } => Node::Block(pointer(Block { body: node(body), items: nodes(items) })),
        NodeSpec::Match { pattern, body } => Node::Match(pointer(Match { pattern: node(pattern), body: node(body) })),
        NodeSpec::Simple { pattern, body } => {
            Node::Simple(pointer(Simple { pattern: node(pattern), body: node(body) }))
        }
        NodeSpec::Bind { pattern, body } => Node::Bind(pointer(Bind { pattern: node(pattern), body: node(body) })),
        NodeSpec::Fixed { value } => Node::Fixed(pointer(Fixed { value: node(value) })),
        NodeSpec::Param { initial, pattern, fixed } => Node::Variable(pointer(Variable::Param {
            initial: *initial,
            pattern: pattern.as_ref().map(node),
            fixed: fixed.as_ref().map(node),
        })),
        NodeSpec::DLam { params, body } => Node::DLam(pointer(DLam { params: variables(params), body: node(body) })),
        NodeSpec::NDag { name, value } => Node::NDag(pointer(NDag { name: name.clone(), value: node(value) })),
        NodeSpec::NOp { name, note } => Node::NOp(pointer(NOp { name: name.clone(), note: note.clone() })),
        NodeSpec::Names { names, body } => Node::Names(pointer(Names { names: names.clone(), body: node(body) })),
        NodeSpec::Declare { names, labels, body } => Node::Declare(pointer(Declare {
            names: names.iter().map(|name| name.as_str().into()).collect(),
            labels: labels.clone().into(),
            body: node(body),
        })),
        NodeSpec::Name { name } => Node::Name(pointer(Name { name: name.clone() })),
        NodeSpec::Goto { labels } => Node::Goto(pointer(Goto { labels: labels.clone() })),
        NodeSpec::NameSet { names } => Node::NameSet(pointer(NameSet { names: names.iter().cloned().collect() })),
        NodeSpec::Pairs { entries } => {
            let entries = entries.iter().map(|(key, value)| (key.clone(), node(value))).collect();
            Node::Pairs(pointer(Pairs { entries }))
        }
        NodeSpec::Registry { entries } => {
            let key = |name: &String| pointer(NOp { name: name.clone(), note: String::new() });
            let entries = entries.iter().map(|(name, value)| (key(name), node(value))).collect();
            Node::Registry(pointer(Registry { entries }))
        }
        NodeSpec::Memo { entries } => {
            let key = |number: &i64| StructuralKey::new(pointer(term(*number)));
            let entries = entries.iter().map(|(number, value)| (key(number), node(value))).collect();
            Node::Memo(pointer(Memo { entries }))
        }
        NodeSpec::Ordered { entries } => {
            let entries = entries.iter().map(|(key, value)| (key.clone(), node(value))).collect();
            Node::Ordered(pointer(Ordered { entries }))
        }
        NodeSpec::OrderedSubst { entries } => {
            let entries = entries.iter().map(|(key, value)| (ByIdentity(variable(key)), node(value))).collect();
            Node::OrderedSubst(pointer(OrderedSubst { entries }))
        }
        NodeSpec::Sets { texts, variables } => Node::Sets(pointer(Sets {
            texts: texts.iter().cloned().collect(),
            variables: variables.iter().map(|index| ByIdentity(variable(index))).collect(),
        })),
        NodeSpec::Virtual { title, extra, fixed, simple, pattern, plain } => Node::Virtual(pointer(Virtual {
            title: title.clone(),
            extra: extra.as_ref().map(node),
            fixed: node(fixed),
            simple: node(simple),
            pattern: node(pattern),
            plain: node(plain),
        })),
        NodeSpec::Checked { number, value } => Node::Checked(pointer(Checked { number: *number, value: node(value) })),
        NodeSpec::Shapes { pair, result, nested, array, boxed } => Node::Shapes(pointer(Shapes {
            pair: (pair.0, node(&pair.1)),
            result: result.as_ref().map(node).map_err(String::clone),
            nested: nested.first().map(|inner| inner.as_ref().map(node)),
            array: array.each_ref().map(node),
            boxed: Box::new(Box::new(node(boxed))),
        })),
        NodeSpec::Open { kind: OpenKind::Tree, value } => Node::Open(pointer(OpenTree { value: node(value) })),
        NodeSpec::Open { kind: OpenKind::Dag, value } => Node::Open(pointer(OpenDag { value: node(value) })),
        NodeSpec::Open { kind: OpenKind::Var, value } => Node::Open(pointer(OpenVar { value: node(value) })),
        NodeSpec::Boxed { dag: false, value } => {
            Node::Boxed(pointer(Boxed { object: Box::new(OpenTree { value: node(value) }) }))
        }
        NodeSpec::Boxed { dag: true, value } => {
            Node::Boxed(pointer(Boxed { object: Box::new(OpenDag { value: node(value) }) }))
        }
        NodeSpec::Tensor { shape, data, name, blob, note } => Node::Tensor(pointer(Tensor {
            shape: shape.clone(),
            data: data.clone(),
            name: Caseless(name.clone()),
            blob: Caseless(blob.clone()),
            note: note.clone(),
        })),
    }
}
