//! Exports any value that implements `StructuralEq` to Graphviz. Shared nodes are drawn once, and edges to bound
//! variables are dashed.
//!
//! ```sh
//! cargo run -p sexpr-core --example export_graphviz | dot -Tsvg > term.svg
//! ```

use std::{collections::HashMap, fmt::Write as _, sync::Arc};

use sexpr_core::{
    StructuralEq,
    reflect::{Def, Kind, NodeRef, PartValue, Traversal},
};

/// The label of a node: its variant or type, and its name if it has one.
fn label(node: NodeRef<'_>) -> String {
    let name = node.variant().map_or(node.type_info().name(), |variant| variant.name());
    node.name().map_or_else(|| name.to_string(), |own| format!("{name} {}", own.replace('"', "")))
}

/// The graph of a value, with each shared node once.
fn graph(root: &impl StructuralEq) -> String {
    let mut graph = String::from("digraph {\n");
    let (mut numbers, mut around) = (HashMap::new(), Vec::new());
    let mut traversal = Traversal::new(root);
    while let Some(part) = traversal.next_part() {
        around.truncate(part.depth());
        let next = numbers.len();
        let steps = if part.steps().steps().is_empty() { String::new() } else { part.steps().to_string() };
        let number = match part.value() {
            PartValue::Node(node) => {
                let number = *numbers.entry(node.identity()).or_insert(next);
                if number < next {
                    traversal.leave_out();
                } else {
                    let shape = if node.kind() == Kind::Var { "ellipse" } else { "box" };
                    _ = writeln!(graph, "  n{number} [label=\"{}\", shape={shape}]", label(*node));
                }
                number
            }
            PartValue::Leaf(text) => {
                if let Some(node) = around.last() {
                    _ = writeln!(graph, "  n{node} [xlabel=\"{}\"]", text.replace('"', ""));
                }
                continue;
            }
            _ => continue,
        };
        if let Some(node) = around.last() {
            let binds = part.region() != Def::None && part.node().is_some_and(|node| node.kind() == Kind::Var);
            let style = if binds { "dashed" } else { "solid" };
            _ = writeln!(graph, "  n{node} -> n{number} [label=\"{steps}\", style={style}]");
        }
        around.push(number);
    }
    graph + "}\n"
}

#[derive(StructuralEq)]
#[seq(kind = "var")]
struct Var {
    #[seq(ignore, name)]
    name: String,
}

#[derive(StructuralEq)]
enum Term {
    Use(Arc<Var>),
    Int(i64),
    Add(Arc<Term>, Arc<Term>),
    Lambda {
        #[seq(def)]
        parameter: Arc<Var>,
        body: Arc<Term>,
    },
}

fn lambda() -> Term {
    let x = Arc::new(Var { name: "x".into() });
    let double = |term: Arc<Term>| Arc::new(Term::Add(term.clone(), term));
    let sum = Arc::new(Term::Add(double(Arc::new(Term::Use(x.clone()))), double(Arc::new(Term::Int(2)))));
    Term::Lambda { parameter: x, body: sum }
}

fn main() {
    print!("{}", graph(&lambda()));
}

#[test]
fn what_is_shared_is_drawn_once_and_binders_are_dashed() {
    let graph = graph(&lambda());
    let count = |what: &str| graph.matches(what).count();
    assert_eq!((count("shape="), count("->"), count("dashed")), (7, 9, 1));
    assert!(graph.contains(r#"n0 -> n1 [label=".Lambda.parameter", style=dashed]"#), "{graph}");
}
