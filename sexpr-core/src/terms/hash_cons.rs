//! `hash_cons`: equal subterms behind shared pointers become one.

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

/// Has equal subterms of a value share one allocation: of all pointers (`Arc`, `Rc`) to nodes that are equal, the one that is
/// met first stays, and the others become clones of it. The result is equal to what was given.
///
/// Subterms are nodes of the kinds `tree` and `const-tree` behind shared pointers of one type. They are equal if they
/// differ in nothing but the variables that are bound in them, and hold the same dag nodes, by identity. Where the
/// variables of a node refer to something else at each of its places, that does not matter: two `x + 1` with one `x`
/// become one also under two binders. Fields that are not compared may differ between equal nodes (where they stand in
/// a source file, what their variables are called): those of the first one stay, and the others' are lost, unless
/// [`HashCons::distinguish_by`] tells such nodes apart. What is held by value or in a `Box` is
/// not shared, though what is in it may come to be.
///
/// Elements that have no order are compared in any: `a + b` and `b + a` become one, in the order of the first.
///
/// **What stays as it is.** Everything that is compared and was one object is one afterwards, dag nodes and variables
/// included, except for what a term binds that is given up: there stands what the other one binds. A dag node or a
/// variable that others hold as well, and in which something comes to be shared, is copied, and the copy takes its
/// place wherever it stands; fields that are not compared go on to hold what they held. A variable that is free
/// somewhere stays with everything in it, and so does a dag node as a key. Terms that bind something around them at one
/// of the places where they stand in the result stay apart, and so does what
/// [`Subterms::common`] leaves out for not knowing to what it is equal, and
/// what is behind a pointer to names.
///
/// Takes a bounded amount of native stack, whatever the depth, and the time and memory of [`Subterms::common`],
/// then of a rewriting. Both are done once more as long as fewer terms stay apart than before that also stand where they do not
/// bind, since what is given up may be where they do: for patterns within patterns, at most as often as they are
/// nested. Of what is given up, what is behind each shared pointer is dropped by itself, as its types
/// drop it: a long chain of boxes recurses. To prevent that, keep a clone of the root, and give it to
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
/// Of equal nodes, the first one stays, with its source location and whatever else has the role `ignore`. Where that
/// must not be lost, say in what nodes have to agree beyond being equal.
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
    /// Equal nodes are never told apart.
    pub fn new() -> Self {
        HashCons::default()
    }

    /// Has nodes of type `T` become one only if they agree in this label as well. What holds nodes that stay apart
    /// stays apart, too, so that no node is lost but for one with its label.
    ///
    /// Called once or a few times for each node of kind `tree` and `const-tree`, wherever it stands. With several
    /// functions for one type, nodes have to agree in what all of them answer.
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

    /// Has equal subterms share one allocation: see [`hash_cons`].
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
            // If as many were left out as before, they would be left out again.
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

/// Returns the number of a node's label.
type Label<'c> = Box<dyn FnMut(NodeRef<'_>) -> Option<usize> + 'c>;

#[derive(Default)]
struct LabelsByType<'c> {
    by_type: Table<TypeId, Vec<Label<'c>>>,
    /// The numbers of all labels of one node.
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

/// The nodes behind shared pointers, by classes, unless each class has one node. Also returns how many were left out because
/// they bind something around them at one place, and may occur where they do not.
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

/// Makes nodes of one class one.
///
/// The replacement of a pointer depends only on its pointee. So each pointee is rewritten once, and what was shared stays
/// shared, variables and dag nodes included.
struct Merging {
    /// The classes of nodes, by address.
    classes: Table<Identity, usize>,
    /// Nodes that stay the same objects: free variables, and the nodes in them.
    fixed: Table<Identity, ()>,
    /// The pointer that stays of each class, for each type of pointers, and its pointee.
    kept: Table<(usize, TypeId), (Rc<dyn Any>, Identity)>,
    /// The replacements of pointers to nodes that were visited; none for pointers that stay.
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

/// The nodes behind shared pointers in some variables, and these variables.
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
    /// The number of variables around.
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
