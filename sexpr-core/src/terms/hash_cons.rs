//! `hash_cons`: hash-consing, which makes equal subterms share one allocation.

use alloc::{boxed::Box, rc::Rc, vec::Vec};
use core::{
    any::{Any, TypeId},
    fmt,
    hash::Hash,
};

use crate::{
    describe::{identity::Identity, options::Options, structural::StructuralEq},
    reflect::{
        NodeRef,
        node_ref::assert_known_node,
        summary::{
            SummedUp,
            classes::{AlphaClasses, Sought},
        },
    },
    rewrite::{
        parts::Part,
        rewritable::Rewritable,
        rewriting::{
            pointers::{NewPointer, PointerCallbacks},
            visit_pointers,
        },
    },
    tables::index::Table,
    terms::rename::{TermError, refuse_ids},
};

/// Makes equal subterms of a value share one allocation. Of all pointers (`Arc`, `Rc`) to equal nodes, the first one
/// stays, and clones of it replace the others. The result is structurally equal to the value.
///
/// Subterms are nodes of the kinds `tree` and `const-tree` behind shared pointers of one type. Two subterms are equal
/// if they differ only in the variables that they bind themselves, and hold the same dag nodes, by identity. Variables
/// may refer to different bindings at different places: two `x + 1` with one `x` are merged even under two binders of
/// `x`. Fields that are not compared, such as source locations and the names of variables, may differ between equal
/// nodes. The fields of the first node stay, and those of the others are lost, unless [`HashCons::distinguish_by`]
/// tells the nodes apart. A node that is held by value or in a `Box` is not merged, but nodes inside it may be.
///
/// Unordered elements are compared in any order: `a + b` and `b + a` are merged, in the order of the first.
///
/// **What stays as it is.** A shared object stays one object, including dag nodes and variables. The exception is a
/// variable or dag node that a dropped duplicate binds: its counterpart in the remaining term replaces it. If other
/// owners hold a dag node or a variable in which a pointer changes, the node is copied, and the copy replaces it at all
/// occurrences. Fields that are not compared still hold the original. The following are not changed or merged:
///
/// - a variable with a free occurrence, and all nodes in it;
/// - a dag node in a key;
/// - a term that, at one of its places in the result, binds variables for the parts around it;
/// - a node whose equals cannot be determined, which [`Subterms::common`] leaves out, too;
/// - values behind a pointer to names.
///
/// Takes a bounded amount of native stack, whatever the depth, and the time and memory of [`Subterms::common`] and a
/// [`Rewrite`](crate::rewrite::Rewrite). Some terms bind variables for the parts around them at some of their places,
/// but not at others, and stay unmerged. Dropping duplicates may remove the places where such a term binds. So both
/// steps are repeated as long as the number of these terms decreases. For nested patterns, there are at most as many
/// repetitions as levels. Each dropped pointee is dropped by itself, as its types drop it, so a long chain of boxes
/// recurses. To prevent this recursion, keep a clone of the root, and give it to
/// [`drop_iteratively`](crate::terms::drop_iteratively) afterwards.
///
/// [`Subterms::common`]: crate::terms::Subterms::common
///
/// ```
/// use std::sync::Arc;
/// use sexpr_core::{StructuralEq, assert_structural_equal, terms::hash_cons};
///
/// #[derive(StructuralEq)]
/// #[seq(rewrite)]
/// enum Expr { Int(i64), Neg(Arc<Expr>), Add(Arc<Expr>, Arc<Expr>) }
/// use Expr::*;
///
/// let neg = || Arc::new(Neg(Arc::new(Int(1))));
/// let term = || Arc::new(Add(neg(), Arc::new(Add(Arc::new(Int(1)), neg()))));
/// let shared = hash_cons(term())?;
/// assert_structural_equal!(&shared, &term());
///
/// let Add(left, right) = &*shared else { panic!() };
/// let (Neg(one), Add(other, neg)) = (&**left, &**right) else { panic!() };
/// assert!(Arc::ptr_eq(left, neg) && Arc::ptr_eq(one, other));
/// # Ok::<(), sexpr_core::terms::TermError>(())
/// ```
///
/// # Errors
///
/// [`HoldsIds`](TermError::HoldsIds), if the value holds ids or has an arena.
pub fn hash_cons<T: Rewritable>(root: T) -> Result<T, TermError> {
    HashCons::new().run(root)
}

/// [`hash_cons`], with labels that keep equal nodes apart.
///
/// Of equal nodes, the first one stays, with its source location and all other fields with the role `ignore`. The
/// fields of the others are lost. To keep them, require equal nodes to agree in a label as well.
///
/// ```
/// use std::sync::Arc;
/// use sexpr_core::{StructuralEq, terms::{HashCons, hash_cons}};
///
/// #[derive(StructuralEq)]
/// #[seq(rewrite)]
/// struct Call { function: String, #[seq(ignore)] file: u32, #[seq(ignore)] line: u32 }
///
/// let call = |file, line| Arc::new(Call { function: "f".into(), file, line });
/// let calls = || vec![call(1, 10), call(1, 20), call(2, 10)];
///
/// let shared = hash_cons(calls())?;
/// assert!(Arc::ptr_eq(&shared[0], &shared[1]) && Arc::ptr_eq(&shared[0], &shared[2]));
/// assert_eq!(shared[2].file, 1);
///
/// let shared = HashCons::new().distinguish_by(|call: &Call| call.file).run(calls())?;
/// assert!(Arc::ptr_eq(&shared[0], &shared[1]) && !Arc::ptr_eq(&shared[0], &shared[2]));
/// assert_eq!(shared[2].file, 2);
/// # Ok::<(), sexpr_core::terms::TermError>(())
/// ```
#[derive(Default)]
pub struct HashCons<'c> {
    labels: LabelsByType<'c>,
}

impl<'c> HashCons<'c> {
    /// Hash-consing without labels: all equal nodes are merged.
    pub fn new() -> Self {
        HashCons::default()
    }

    /// Merges nodes of type `T` only if they also have equal labels. Terms that contain nodes with different labels are
    /// not merged either. So a node is only ever replaced by one with the same label.
    ///
    /// `label` is called once or a few times for each node of kind `tree` or `const-tree`, however the node is held.
    /// With several functions for one type, nodes have to agree in all labels.
    pub fn distinguish_by<T, L>(mut self, mut label: impl FnMut(&T) -> L + 'c) -> Self
    where
        T: StructuralEq + 'static,
        L: Hash + Eq + 'c,
    {
        const { assert_known_node::<T>() };
        let mut numbers: Table<L, usize> = Table::default();
        let of_type = self.labels.by_type.entry(TypeId::of::<T>()).or_default();
        of_type.push(Box::new(move |node| {
            let label = label(node.downcast::<T>()?);
            let next = numbers.len();
            Some(*numbers.entry(label).or_insert(next))
        }));
        self
    }

    /// Makes equal subterms share one allocation: see [`hash_cons`].
    ///
    /// # Errors
    ///
    /// [`HoldsIds`](TermError::HoldsIds), if the value holds ids or has an arena.
    pub fn run<T: Rewritable>(mut self, mut root: T) -> Result<T, TermError> {
        refuse_ids(&root)?;
        let mut before = usize::MAX;
        loop {
            let (merging, left_out) = pointees(&root, &mut self.labels);
            let Some(mut merging) = merging else { return Ok(root) };
            // If the number of nodes that were left out did not decrease, another round would leave out the same ones.
            let is_last = left_out == 0 || left_out >= before;
            before = left_out;
            visit_pointers(Part::Owned(&mut root), &mut merging);
            if is_last {
                return Ok(root);
            }
        }
    }
}

impl fmt::Debug for HashCons<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HashCons").field("types_with_labels", &self.labels.by_type.len()).finish()
    }
}

/// A function that returns the number of a node's label.
type Label<'c> = Box<dyn FnMut(NodeRef<'_>) -> Option<usize> + 'c>;

#[derive(Default)]
struct LabelsByType<'c> {
    by_type: Table<TypeId, Vec<Label<'c>>>,
    /// A number for each list of label numbers of one node.
    together: Table<Vec<Option<usize>>, usize>,
}

impl LabelsByType<'_> {
    fn label(&mut self, node: NodeRef<'_>) -> Option<usize> {
        if self.by_type.is_empty() {
            return None;
        }
        let labels = self.by_type.get_mut(&node.ty())?;
        let numbers = labels.iter_mut().map(|label| label(node)).collect();
        let next = self.together.len();
        Some(*self.together.entry(numbers).or_insert(next))
    }
}

/// The nodes behind shared pointers, by their classes; `None` if each class has one node. Also returns the number of
/// excluded nodes: nodes with an occurrence that binds variables for the parts around it, and another occurrence that
/// may not.
fn pointees<T: Rewritable>(root: &T, labels: &mut LabelsByType<'_>) -> (Option<Merging>, usize) {
    let mut label = |node: NodeRef<'_>| labels.label(node);
    let summaries = AlphaClasses::new(Sought::Pointees, Options::new(), Some(&mut label));
    let SummedUp { found, left_out, free, has_free_with_fields, .. } = summaries.run(root);
    let mut firsts = Table::default();
    let classes: Vec<usize> =
        found.iter().enumerate().map(|(number, node)| *firsts.entry(node.term).or_insert(number)).collect();
    if firsts.len() == found.len() {
        return (None, left_out);
    }
    let classes = found.iter().zip(classes).filter_map(|(node, class)| Some((node.address?, class))).collect();
    let fixed = if has_free_with_fields { with_contents(root, free) } else { free };
    (Some(Merging { classes, fixed, kept: Table::default(), done: Table::default() }), left_out)
}

/// The callbacks that merge the nodes of each class.
///
/// The replacement of a pointer depends only on its pointee. So each pointee is rewritten once, and shared nodes stay
/// shared, including variables and dag nodes.
struct Merging {
    /// The classes of nodes, by address.
    classes: Table<Identity, usize>,
    /// Nodes that are never replaced: free variables, and the nodes in them.
    fixed: Table<Identity, ()>,
    /// The pointer that stays, and its pointee, for each class and each type of pointer.
    kept: Table<(usize, TypeId), (Rc<dyn Any>, Identity)>,
    /// The replacements of pointers to visited nodes; `None` for pointers that stay.
    done: Table<(Identity, TypeId), Option<Rc<dyn Any>>>,
}

impl PointerCallbacks for Merging {
    fn before(&mut self, node: Identity, pointer: TypeId, _: bool) -> Option<Option<&dyn Any>> {
        if self.fixed.contains_key(&node) {
            return Some(None);
        }
        Some(self.done.get(&(node, pointer))?.as_deref())
    }

    fn after(&mut self, node: Identity, ty: TypeId, new: NewPointer) -> Option<&dyn Any> {
        let NewPointer { pointer, target, is_copy } = new;
        let replacement = is_copy.then(|| pointer.clone());
        let replacement = match self.classes.get(&node) {
            None => replacement,
            Some(class) => match self.kept.entry((*class, ty)).or_insert((pointer, target)) {
                (kept, kept_target) if *kept_target != target => Some(kept.clone()),
                _ => replacement,
            },
        };
        self.done.entry((node, ty)).insert(replacement).into_mut().as_deref()
    }
}

/// A set of variables, extended by the nodes behind shared pointers in them.
fn with_contents<T: Rewritable>(root: &T, variables: Table<Identity, ()>) -> Table<Identity, ()> {
    let mut search = ContentSearch { inside: Table::default(), outside: Table::default(), variables, around: 0 };
    visit_pointers(Part::Read(root), &mut search);
    search.inside.extend(search.variables);
    search.inside
}

/// Collects the nodes behind shared pointers in some variables. Visits each node at most twice: once outside these
/// variables and once inside.
struct ContentSearch {
    variables: Table<Identity, ()>,
    inside: Table<Identity, ()>,
    outside: Table<Identity, ()>,
    /// The number of enclosing variables.
    around: usize,
}

impl PointerCallbacks for ContentSearch {
    fn before(&mut self, node: Identity, _: TypeId, is_bare: bool) -> Option<Option<&dyn Any>> {
        let is_variable = self.variables.contains_key(&node);
        let met = if self.around > 0 || is_variable { &mut self.inside } else { &mut self.outside };
        if is_bare || met.insert(node, ()).is_some() {
            return Some(None);
        }
        self.around += usize::from(is_variable);
        None
    }

    fn after(&mut self, node: Identity, _: TypeId, _: NewPointer) -> Option<&dyn Any> {
        self.around -= usize::from(self.variables.contains_key(&node));
        None
    }
}
