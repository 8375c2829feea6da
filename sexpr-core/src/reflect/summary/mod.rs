//! Summaries of subterms: a walk sums up each node at its end, from the summaries of its children.
//!
//! The algorithm is that of Maziarz, Ellis, Lawrence, Fitzgibbon and Peyton Jones, "Hashing Modulo Alpha-Equivalence"
//! (PLDI 2021). A summary has two parts: a *shape*, in which variables are left out, and the *uses*, a map from
//! variables to the *places* in the shape where they occur. A scope removes the variables that it binds from the map,
//! and adds their places to the shape. So the summary of a lambda does not depend on the names of its parameters, and
//! no term is renamed. For example, the shape of `x + y` is `_ + _`, with the uses `x ↦ left` and `y ↦ right`. The
//! shape of `λx. x + y` is `λ_. _ + _` with the places of `x`, the parameter and the left operand; its uses are `y ↦
//! right`.
//!
//! Comparing terms with de Bruijn indices would be simpler. But the indices in a subterm depend on the enclosing
//! binders, so each subterm would have to be hashed again at each place. A summary does not depend on the enclosing
//! binders. To make the map of a node, the maps of its children are merged: the entries of the smaller maps are
//! inserted into the largest map. So a node takes time only for the variables of its smaller children.
//!
//! Summaries are made of numbers or of digests:
//!
//! - `classes` finds the equal nodes of one value. Shapes, places and maps are interned (`terms`), and uses are keyed
//!   by the bindings to which variables refer (`variables`);
//! - `subterms` fingerprints nodes, each as a term of its own, with `digests`.
//!
//! The two share the walk in this module. Classes have to be exact, and depend on the bindings in force. Fingerprints
//! have to be the same in every process, and do not depend on the context of a node.

pub(crate) mod classes;
mod digests;
pub(crate) mod subterms;
mod terms;
mod variables;

use alloc::vec::Vec;

use crate::{
    describe::{identity::Identity, options::Options},
    engine::trail::Trail,
    reflect::{
        NodeRef,
        lister::{Leaves, Lister, ListerConfig},
        reading::{Read, Reading},
    },
    tables::index::Table,
};

/// The context of a place.
#[derive(Clone, Copy, Default)]
struct Context {
    /// Whether the nodes in this context were found before, or are found on another walk.
    is_known: bool,
    /// Whether the place is in a key of a map, where no nodes are found.
    in_key: bool,
}

/// A part of a value that is being summed up, with the state of the operation for it.
struct NodeInProgress<State> {
    state: State,
    context: Context,
    /// The number of the part, in the order in which parts are met.
    order: usize,
    /// The number of the path to it, zero at the root.
    path: usize,
    /// The length of the trail to it.
    trail: usize,
    /// The number of parts that were pending when the part began.
    waiting: usize,
    is_scope: bool,
    first_of_text: usize,
    first_child: usize,
    /// The number of its children that were met.
    met: usize,
    size: u64,
    /// Whether the part may differ from another part with the same summary.
    is_excluded: bool,
    /// Whether the part holds a process-local value.
    is_process_local: bool,
}

/// An event on a walk.
enum Next<'a, W> {
    Part(Read<'a>),
    /// The end of the innermost part.
    End(NodeInProgress<W>),
}

/// A walk that sums up parts.
struct SummaryWalk<'a, W, Child> {
    reading: Reading<'a>,
    /// The enclosing parts, the innermost last.
    open: Vec<NodeInProgress<W>>,
    /// The children of the enclosing parts that were already summed up.
    children: Vec<Child>,
    context: Context,
    begun: usize,
}

impl<'a, W, Child> SummaryWalk<'a, W, Child> {
    fn new(options: Options, config: ListerConfig) -> Self {
        SummaryWalk {
            reading: Reading::new(options, ListerConfig { leaves: Leaves::Written, ..config }),
            open: Vec::new(),
            children: Vec::new(),
            context: Context::default(),
            begun: 0,
        }
    }

    /// Begins a part.
    fn begin(&mut self, state: W) -> &mut NodeInProgress<W> {
        self.begun += 1;
        let open = NodeInProgress {
            state,
            context: self.context,
            order: self.begun,
            path: self.reading.lister.trail.number(),
            trail: self.reading.lister.trail.length(),
            waiting: self.reading.lister.begin(),
            is_scope: false,
            first_of_text: self.reading.lister.text.length(),
            first_child: self.children.len(),
            met: 0,
            size: 0,
            is_excluded: false,
            is_process_local: false,
        };
        self.open.push(open);
        self.innermost()
    }

    /// The innermost enclosing part.
    fn innermost(&mut self) -> &mut NodeInProgress<W> {
        match self.open.last_mut() {
            Some(open) => open,
            None => unreachable!("the whole value encloses all its parts"),
        }
    }

    /// Excludes all enclosing parts.
    fn exclude(&mut self) {
        self.innermost().is_excluded = true;
    }

    /// The next part in the innermost enclosing one, or its end. `None` at the end of the value.
    #[inline(always)]
    fn next(&mut self) -> Option<Next<'a, W>> {
        loop {
            let open = self.open.last_mut()?;
            self.context = open.context;
            let next = self.reading.lister.next_above(open.waiting);
            let Lister { is_irregular, is_indescribable, is_process_local, .. } = &mut self.reading.lister;
            // Summaries cannot describe an opaque value without a stable form: only its own `Eq` can compare it.
            let is_opaque = core::mem::take(is_indescribable);
            open.is_excluded |= core::mem::take(is_irregular) | is_opaque;
            open.is_process_local |= core::mem::take(is_process_local) | is_opaque;
            let Some(part) = next else { return self.open.pop().map(Next::End) };
            if let Some(read) = self.reading.follow(part) {
                return Some(Next::Part(read));
            }
        }
    }
}

/// A value whose nodes were summed up.
pub(crate) struct SummedUp<'a> {
    /// The nodes that are sought, in the order in which they end.
    pub(crate) found: Vec<FoundNode<'a>>,
    /// The number of pointees that are not in `found` because one occurrence binds variables outside of itself, while
    /// another occurrence may not.
    pub(crate) left_out: usize,
    /// The paths to the nodes.
    pub(crate) paths: Trail<'a>,
    /// The variables with a free occurrence.
    pub(crate) free: Table<Identity, ()>,
    /// Whether any of the free variables has fields other than leaves.
    pub(crate) has_free_with_fields: bool,
}

/// A node that was summed up.
#[derive(Clone, Copy)]
pub(crate) struct FoundNode<'a> {
    pub(crate) node: NodeRef<'a>,
    /// The address of the node, if pointees are sought.
    pub(crate) address: Option<Identity>,
    /// The class: the same for equal terms.
    pub(crate) term: (usize, usize),
    /// The number of nodes in the node, including itself. A shared node counts at each occurrence.
    pub(crate) size: u64,
    /// The position of the node in the order in which nodes are met.
    pub(crate) order: usize,
    /// The position, in the same order, of the last part inside the node; its own position if nothing is inside.
    pub(crate) last: usize,
    pub(crate) path: usize,
}
