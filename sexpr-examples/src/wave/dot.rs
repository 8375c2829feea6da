//! Pictures of graphs, in Graphviz's language.

use std::collections::HashMap;
use std::fmt::Write;
use std::sync::Arc;

use super::graph::{Graph, Node, Op, Region};

/// A graph as a `digraph`: a box for each node, a frame for each region, an arrow from each node to those that use it.
/// Nodes of the name that is marked are red, and say why.
///
/// ```
/// use sexpr_examples::wave;
///
/// let graph = wave::read(r#"{"nodes": [{"name": "end", "op": {"output": {"values": []}}}]}"#)?;
/// assert!(wave::dot(&graph, None).contains(r#"label="end\noutput""#));
/// # Ok::<(), wave::JsonError>(())
/// ```
pub fn dot(graph: &Graph, marked: Option<(&str, &str)>) -> String {
    let mut picture = Picture { out: String::new(), arrows: String::new(), numbers: HashMap::new(), frames: 0, marked };
    let _ = writeln!(picture.out, "digraph {} {{\n  node [shape=box, fontname=monospace];", quoted(&graph.name));
    picture.region(&graph.body, 1);
    let Picture { out, arrows, .. } = picture;
    format!("{out}{arrows}}}\n")
}

struct Picture<'m> {
    out: String,
    /// They come after all nodes, so that each node is in the frame of its own region.
    arrows: String,
    numbers: HashMap<*const Node, usize>,
    frames: usize,
    marked: Option<(&'m str, &'m str)>,
}

impl Picture<'_> {
    fn number(&mut self, node: &Arc<Node>) -> usize {
        let next = self.numbers.len();
        *self.numbers.entry(Arc::as_ptr(node)).or_insert(next)
    }

    fn region(&mut self, region: &Region, depth: usize) {
        let indent = "  ".repeat(depth);
        for node in &region.nodes {
            let number = self.number(node);
            let mut label = format!("{}\n{}", node.name, node.op.name());
            let mut style = String::new();
            if let Some((name, reason)) = self.marked
                && name == node.name
            {
                let _ = write!(label, "\n{reason}");
                style.push_str(", color=red, fontcolor=red, penwidth=2");
            }
            let _ = writeln!(self.out, "{indent}n{number} [label={}{style}];", quoted(&label));
            for (field, used) in node.op.operands() {
                let used = self.number(used);
                let lifted = if field == "lifted" { ", style=dashed" } else { "" };
                let _ = writeln!(self.arrows, "  n{used} -> n{number} [label={}{lifted}];", quoted(field));
            }
            for inside in node.op.regions() {
                let frame = self.frames;
                self.frames += 1;
                let title = match &node.op {
                    Op::Iterate { axis, .. } => format!("{} along {axis}", node.name),
                    _ => node.name.clone(),
                };
                let _ = writeln!(self.out, "{indent}subgraph cluster_{frame} {{\n{indent}  label={};", quoted(&title));
                self.region(inside, depth + 1);
                let _ = writeln!(self.out, "{indent}}}");
            }
        }
    }
}

/// A text in quotes, with its line ends as Graphviz writes them.
fn quoted(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n").replace('\r', "");
    format!("\"{escaped}\"")
}
