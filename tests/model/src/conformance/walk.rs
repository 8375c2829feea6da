//! What the library's walks meet in a mirror, in the words of the model.

use std::{cell::RefCell, collections::HashMap};

use sexpr_core::{
    reflect::NodeRef,
    report::Step,
    walk::{At, Binding, Keeps, Next, Walk},
};

use super::{Mirror, NodeSpec};
use crate::model::{How, Met, Occurrence, Options};

/// Where such a walk is.
type Here<'w> = At<'w, Keeps<true, true>>;

/// Walks over a node of a graph in a mirror, [in every way](How::ALL). If `held`, all pointers to nodes are among
/// several, and there is a callback for leaves as well; neither is to make a difference.
pub fn walks<M: Mirror>(nodes: &[NodeSpec], root: usize, options: Options, held: bool) -> [Vec<Met>; How::ALL.len()] {
    let built = M::build(nodes);
    let places = built.iter().map(M::address_of).zip(0..).collect();
    let start = built[root].clone();
    let _table = held.then_some(built);
    How::ALL.map(|how| {
        let predeclares = nodes.iter().any(|node| matches!(node, NodeSpec::Block { .. }));
        let log = RefCell::new(Log { predeclares, ..Log::new(how, &places) });
        let mut walk = Walk::new().with_bindings().with_paths().options(options.of_the_library());
        if how.distinct {
            walk = walk.distinct();
        }
        if held {
            walk = walk.on(|_: &i64, _| ());
        }
        walk.on_any(|node, at| log.borrow_mut().begin::<M>(node, at))
            .after_any(|node, at| log.borrow_mut().end::<M>(node, at))
            .run(&start);
        log.into_inner().met
    })
}

struct Log<'g> {
    how: How,
    /// Which node of the graph lies where.
    places: &'g HashMap<usize, usize>,
    /// Whether variables may be met in another order than they are bound in.
    predeclares: bool,
    bindings: Vec<Binding>,
    /// Of the nodes around, which ones stand for nodes of the graph.
    around: Vec<bool>,
    visited: usize,
    met: Vec<Met>,
}

impl Log<'_> {
    fn new(how: How, places: &HashMap<usize, usize>) -> Log<'_> {
        Log { how, places, predeclares: false, bindings: vec![], around: vec![], visited: 0, met: vec![] }
    }

    fn begin<M: Mirror>(&mut self, node: NodeRef<'_>, at: &Here<'_>) -> Next {
        self.around.truncate(at.depth());
        let only_holds = M::only_holds(node);
        let met = self.met::<M>(node, at, false);
        self.around.push(!only_holds);
        if only_holds {
            return Next::Inside;
        }
        self.met.push(met);
        self.visited += 1;
        if self.how.skips_after(self.visited - 1) { Next::Skip } else { Next::Inside }
    }

    fn end<M: Mirror>(&mut self, node: NodeRef<'_>, at: &Here<'_>) {
        self.around.truncate(at.depth());
        if !M::only_holds(node) {
            let met = self.met::<M>(node, at, true);
            self.met.push(met);
        }
    }

    fn met<M: Mirror>(&mut self, node: NodeRef<'_>, at: &Here<'_>, is_end: bool) -> Met {
        let index = M::address(node).and_then(|address| self.places.get(&address).copied());
        Met {
            is_end,
            name: name(node),
            index,
            path: at.path().steps().iter().map(step).collect(),
            depth: self.around.iter().filter(|counts| **counts).count(),
            region: at.region(),
            occurrence: at.occurrence().map(|occurrence| self.occurrence(occurrence)),
            met_before: at.met_before(),
        }
    }

    /// The occurrence, with bindings numbered in the order in which they are met.
    fn occurrence(&mut self, occurrence: sexpr_core::walk::Occurrence) -> Occurrence {
        let Some(binding) = occurrence.binding() else { return Occurrence::Free };
        let known = self.bindings.iter().position(|known| *known == binding);
        let number = 1 + known.unwrap_or_else(|| {
            let is_later = self.bindings.iter().all(|earlier| *earlier < binding);
            assert!(self.predeclares || is_later, "later bindings are greater");
            self.bindings.push(binding);
            self.bindings.len() - 1
        });
        if occurrence.is_binding() { Occurrence::Binds(number) } else { Occurrence::Bound(number) }
    }
}

/// What the model calls a node: by its text, if it is a name, and else by its type. Nothing for a name behind a
/// pointer, whose text a walk does not tell.
fn name(node: NodeRef<'_>) -> String {
    if let Some(text) = node.downcast::<String>() {
        return text.clone();
    }
    let name = match node.type_info().name() {
        "Box" | "Arc" => "",
        "OpenTree" | "OpenDag" | "OpenVar" | "OpenNode" => "Open",
        "CustomByTrait" => "Custom",
        name => node.variant().map_or(name, |variant| variant.name()),
    };
    name.into()
}

/// A step as the model writes it: without the variant.
pub fn step(step: &Step) -> String {
    match step {
        Step::Field { name, .. } => format!(".{name}"),
        Step::Key(key) => key.as_str().map_or("[…]".into(), |text| format!("[{text:?}]")),
        other => sexpr_test_support::check::step(other),
    }
}
