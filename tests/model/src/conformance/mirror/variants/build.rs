//! From the description of a node to the node.

use std::sync::Arc;

use sexpr_core::StructuralKey;

use super::{
    NDag, NOp, NRec, NVar, Param, Term, Var, Variable,
    custom::{Checked, Custom, Virtual},
    open::{OpenNode, OpenTree},
};
use crate::conformance::{
    NodeSpec, OpenKind,
    mirror::{caseless::Caseless, term},
};

/// Builds a node, given those built so far.
pub(super) fn build(built: &[Arc<Term>], spec: &NodeSpec) -> Term {
    let node = |index: &usize| Arc::clone(&built[*index]);
    let variable = |index: &usize| match &*built[*index] {
        Term::Variable(variable) => Variable::clone(variable),
        _ => unreachable!("the reader checked that this is a variable"),
    };
    let nodes = |indices: &[usize]| indices.iter().map(node).collect::<Vec<_>>();
    let variables = |indices: &[usize]| indices.iter().map(variable).collect::<Vec<_>>();
    match spec {
        NodeSpec::Var { name, ty, dep } => {
            let variable = Var { name: name.clone(), ty: *ty, dep: dep.as_ref().map(node) };
            Term::Variable(Variable::Var(Arc::new(variable)))
        }
        NodeSpec::Int { value } => Term::Int { value: *value },
        NodeSpec::Float { value } => Term::Float { value: *value },
        NodeSpec::Str { value } => Term::Str { value: value.clone() },
        NodeSpec::Add { lhs, rhs, span } => Term::Add { lhs: node(lhs), rhs: node(rhs), span: span.clone() },
        NodeSpec::Tuple { items } => Term::Tuple { items: nodes(items) },
        NodeSpec::Lambda { params, body, span } => {
            Term::Lambda { params: variables(params), body: node(body), span: span.clone() }
        }
        NodeSpec::Let { value, var, body } => Term::Let { var: variable(var), value: node(value), body: node(body) },
        NodeSpec::Dag { value } => Term::Dag { value: node(value) },
        NodeSpec::Meta { tag, dims } => Term::Meta { tag: tag.clone(), dims: dims.clone() },
        NodeSpec::Op { name } => Term::Op { name: name.clone() },
        NodeSpec::Attrs { entries } => {
            Term::Attrs { entries: entries.iter().map(|(key, value)| (key.clone(), node(value))).collect() }
        }
        NodeSpec::Subst { entries } => {
            Term::Subst { entries: entries.iter().map(|(key, value)| (variable(key), node(value))).collect() }
        }
        NodeSpec::Maybe { value } => Term::Maybe { value: value.as_ref().map(node) },
        NodeSpec::Custom { params, body, note } => {
            Term::Custom(Custom { params: variables(params), body: node(body), note: note.clone() })
        }
        NodeSpec::NVar { name, dep } => {
            Term::Variable(Variable::NVar(NVar { name: name.clone(), dep: dep.as_ref().map(node) }))
        }
        NodeSpec::NLam { params, body } => Term::NLam { params: variables(params), body: node(body) },
        NodeSpec::NLet { value, var, body } => Term::NLet { var: variable(var), value: node(value), body: node(body) },
        NodeSpec::NRec { vars, values, body } => {
            Term::NRec(NRec { vars: variables(vars), values: nodes(values), body: node(body) })
        }
        NodeSpec::Block { body, items } => Term::Block { items: nodes(items), body: node(body) },
        NodeSpec::Match { pattern, body } => Term::Match { pattern: node(pattern), body: node(body) },
        NodeSpec::Simple { pattern, body } => Term::Simple { pattern: node(pattern), body: node(body) },
        NodeSpec::Bind { pattern, body } => Term::Bind { pattern: node(pattern), body: node(body) },
        NodeSpec::Fixed { value } => Term::Fixed { value: Box::new(node(value)) },
        NodeSpec::Param { initial, pattern, fixed } => {
            let [pattern, fixed] = [pattern, fixed].map(|part| part.as_ref().map(node));
            Term::Variable(Variable::Param(Arc::new(Param { initial: *initial, pattern, fixed })))
        }
        NodeSpec::DLam { params, body } => Term::DLam { params: variables(params).into(), body: node(body) },
        NodeSpec::NDag { name, value } => Term::NDag(NDag { name: name.clone(), value: node(value) }),
        NodeSpec::NOp { name, note } => Term::NOp(NOp { name: name.clone(), note: note.clone() }),
        NodeSpec::Names { names, body } => Term::Names { names: names.iter().cloned().collect(), body: node(body) },
        NodeSpec::Declare { names, labels, body } => Term::Declare {
            names: names.as_slice().into(),
            labels: labels.iter().map(|label| label.as_str().into()).collect(),
            body: node(body),
        },
        NodeSpec::Name { name } => Term::Name { name: name.clone() },
        NodeSpec::Goto { labels } => Term::Goto { labels: labels.iter().cloned().collect() },
        NodeSpec::NameSet { names } => Term::NameSet { names: names.iter().cloned().collect() },
        NodeSpec::Pairs { entries } => {
            Term::Pairs { entries: entries.iter().map(|(key, value)| (key.clone(), node(value))).collect() }
        }
        NodeSpec::Registry { entries } => {
            let key = |name: &String| NOp { name: name.clone(), note: String::new() };
            Term::Registry { entries: entries.iter().map(|(name, value)| (key(name), node(value))).collect() }
        }
        NodeSpec::Memo { entries } => {
            let key = |number: &i64| StructuralKey::new(term(*number));
            Term::Memo { entries: entries.iter().map(|(number, value)| (key(number), node(value))).collect() }
        }
        NodeSpec::Ordered { entries } => {
            Term::Ordered { entries: entries.iter().map(|(key, value)| (key.clone(), node(value))).collect() }
        }
        NodeSpec::OrderedSubst { entries } => {
            Term::OrderedSubst { entries: entries.iter().map(|(key, value)| (variable(key), node(value))).collect() }
        }
        NodeSpec::Sets { texts, variables } => {
            Term::Sets { texts: texts.iter().cloned().collect(), variables: variables.iter().map(variable).collect() }
        }
        NodeSpec::Virtual { title, extra, fixed, simple, pattern, plain } => Term::Virtual(Virtual {
            title: title.clone(),
            extra: extra.as_ref().map(node),
            fixed: node(fixed),
            simple: node(simple),
            pattern: node(pattern),
            plain: node(plain),
        }),
        NodeSpec::Checked { number, value } => Term::Checked(Checked { number: *number, value: node(value) }),
        NodeSpec::Shapes { pair, result, nested, array, boxed } => Term::Shapes {
            pair: (pair.0, node(&pair.1)),
            result: result.as_ref().map(node).map_err(String::clone),
            nested: nested.first().map(|inner| inner.as_ref().map(node)),
            array: array.each_ref().map(node),
            boxed: Box::new(Box::new(node(boxed))),
        },
        NodeSpec::Open { kind, value } => Term::Open(match kind {
            OpenKind::Tree => Arc::new(OpenTree { value: node(value) }),
            OpenKind::Dag => Arc::new(OpenNode::Dag { value: node(value) }),
            OpenKind::Var => Arc::new(OpenNode::Var { value: node(value) }),
        }),
        NodeSpec::Boxed { dag: false, value } => Term::Boxed { object: Box::new(OpenTree { value: node(value) }) },
        NodeSpec::Boxed { dag: true, value } => Term::Boxed { object: Box::new(OpenNode::Dag { value: node(value) }) },
        NodeSpec::Tensor { shape, data, name, blob, note } => Term::Tensor {
            shape: shape.clone(),
            data: data.clone(),
            name: Caseless(name.clone()),
            blob: Caseless(blob.clone()),
            note: note.clone(),
        },
    }
}
