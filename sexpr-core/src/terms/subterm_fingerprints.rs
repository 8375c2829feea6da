//! `subterm_fingerprints`: the nodes of a value, each with a fingerprint of it as a term of its own.

use core::{any::TypeId, fmt, iter::FusedIterator};

use crate::{
    api::fingerprint::Fingerprint,
    describe::{options::Options, structural::StructuralEq},
    engine::path::Path,
    reflect::{
        NodeRef,
        node_ref::assert_known_node,
        summary::subterms::{FoundSubterm, Sought, SubtermSearch, Subterms},
    },
};

/// The nodes of a value, each with a fingerprint of it as a term of its own, as [`SubtermFingerprints`] finds them by
/// default.
///
/// ```
/// use sexpr_core::{StructuralEq, terms::subterm_fingerprints};
///
/// #[derive(StructuralEq)]
/// enum Expr {
///     Var(#[seq(var)] String),
///     Add(Box<Expr>, Box<Expr>),
///     #[seq(scope)]
///     Lambda(#[seq(var, def)] String, Box<Expr>),
/// }
/// use Expr::*;
///
/// let var = |name: &str| Box::new(Var(name.into()));
/// let lambda = |name: &str| Box::new(Lambda(name.into(), Box::new(Add(var(name), var("z")))));
/// let term = Add(lambda("x"), lambda("y"));
/// let subterms = subterm_fingerprints(&term);
/// let of = |path: &str| subterms.iter().find(|subterm| subterm.path().to_string() == path).unwrap().fingerprint();
///
/// // `λx. x + z` is `λy. y + z`, but `x + z` by itself is not `y + z`.
/// assert_eq!(of(".Add.0"), of(".Add.1"));
/// assert_ne!(of(".Add.0.Lambda.1"), of(".Add.1.Lambda.1"));
/// ```
///
/// Costs and fails as [`SubtermFingerprints::run`] does.
pub fn subterm_fingerprints<T: StructuralEq + ?Sized>(root: &T) -> FingerprintedSubterms<'_> {
    SubtermFingerprints::new().run(root)
}

/// Finds the nodes of a value, each with a fingerprint of it as a term of its own: what is around it is not looked at. So
/// a variable that is bound further out is free in it.
///
/// Two subterms, of one value or of several, in one process or in several, have equal fingerprints exactly where
/// [`structural_fingerprint`](crate::structural_fingerprint) is equal for them, but for accidents of about one in 2¹²⁸.
/// The numbers are others: with [`structural_fingerprint`](crate::structural_fingerprint), a variable that is bound
/// further out would change all hashes around it. They have a family of their own, which all options and all ways to run
/// this share: [`of_root`](Self::of_root) is what the same subterm has inside a larger value. They are stable as far as
/// fingerprints are.
///
/// **Which subterms.** Nodes of the kinds `tree`, `const-tree` and `dag`, wherever they stand, but for what is behind ids,
/// and what is in keys of maps. One that is reached in several ways is found once, with the first of the paths in the order
/// of comparison.
///
/// **What has none.** A node has no fingerprint where [`structural_fingerprint`](crate::structural_fingerprint) fails: if a
/// free variable or a singleton occurs in it that is known by its address, for instance. Variables that are known by
/// their names count as what they are; with [`map_free_vars`](Self::map_free_vars), free variables count up to renaming,
/// and need no names.
///
/// The algorithm is that of Maziarz, Ellis, Lawrence, Fitzgibbon and Peyton Jones, "Hashing Modulo Alpha-Equivalence"
/// (PLDI 2021), with sums of XXH3-128 in place of an exclusive or of 64 bits. Blaauwbroek, Olšák and Geuvers, "Hashing
/// Modulo Context-Sensitive α-Equivalence" (PLDI 2024), relates subterms within their contexts. That relation is coarser than
/// [`common_subexpressions`](crate::terms::common_subexpressions): it also relates subterms of two binders that are related.
///
/// ```
/// use std::collections::HashMap;
/// use sexpr_core::{StructuralEq, terms::SubtermFingerprints};
///
/// #[derive(StructuralEq)]
/// enum Expr {
///     Var(#[seq(var)] String),
///     Mul(Box<Expr>, Box<Expr>),
/// }
/// use Expr::*;
///
/// // Clones across two files, whatever their variables are called.
/// let var = |name: &str| Box::new(Var(name.into()));
/// let files = [Mul(var("x"), var("x")), Mul(var("z"), Box::new(Mul(var("y"), var("y"))))];
/// let options = SubtermFingerprints::new().map_free_vars(true).at_least(3);
/// let mut clones = HashMap::<_, Vec<String>>::new();
/// for (name, file) in ["one", "other"].iter().zip(&files) {
///     for subterm in options.run(file).iter() {
///         let Some(fingerprint) = subterm.fingerprint() else { continue };
///         clones.entry(fingerprint).or_default().push(format!("{name}: {}", subterm.path()));
///     }
/// }
/// assert!(clones.values().any(|places| *places == ["one: <root>", "other: .Mul.1"]));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct SubtermFingerprints {
    sought: Sought,
}

impl SubtermFingerprints {
    /// Subterms of all types and sizes.
    pub fn new() -> Self {
        SubtermFingerprints::default()
    }

    /// Subterms of this type only.
    ///
    /// ```
    /// use sexpr_core::{StructuralEq, terms::SubtermFingerprints};
    ///
    /// #[derive(StructuralEq)]
    /// struct Point(i64, i64);
    /// #[derive(StructuralEq)]
    /// struct Line(Point, Point);
    ///
    /// let line = Line(Point(0, 0), Point(1, 1));
    /// assert_eq!(SubtermFingerprints::new().run(&line).len(), 3);
    /// assert_eq!(SubtermFingerprints::new().of::<Point>().run(&line).len(), 2);
    /// ```
    pub fn of<T: StructuralEq + 'static>(self) -> Self {
        const { assert_known_node::<T>() };
        SubtermFingerprints { sought: Sought { ty: Some(TypeId::of::<T>()), ..self.sought } }
    }

    /// Subterms of so many nodes, at least: see [`FingerprintedSubterm::size`].
    ///
    /// ```
    /// use sexpr_core::{StructuralEq, terms::SubtermFingerprints};
    ///
    /// #[derive(StructuralEq)]
    /// enum Expr { Int(i64), Neg(Box<Expr>) }
    ///
    /// let term = Expr::Neg(Box::new(Expr::Int(1)));
    /// assert_eq!(SubtermFingerprints::new().at_least(2).run(&term).len(), 1);
    /// ```
    pub fn at_least(self, nodes: u64) -> Self {
        SubtermFingerprints { sought: Sought { at_least: nodes, ..self.sought } }
    }

    /// Whether free variables of a subterm are compared up to renaming, like those of a root under
    /// [`Options::map_free_vars`]. A subterm has a fingerprint unless a plain one, under these options, is an error.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use sexpr_core::{StructuralEq, terms::SubtermFingerprints};
    ///
    /// #[derive(StructuralEq)]
    /// #[seq(kind = "var")]
    /// struct Var { bits: u32 }
    /// #[derive(StructuralEq)]
    /// struct Add(Arc<Var>, Arc<Var>);
    ///
    /// let [x, y] = [(); 2].map(|()| Arc::new(Var { bits: 8 }));
    /// let terms = [Add(x.clone(), x.clone()), Add(y.clone(), y.clone()), Add(x, y)];
    /// let of = |options: SubtermFingerprints| {
    ///     options.run(&terms).iter().map(|subterm| subterm.fingerprint()).collect::<Vec<_>>()
    /// };
    /// assert_eq!(of(SubtermFingerprints::new()), [None; 3]);
    /// let mapped = of(SubtermFingerprints::new().map_free_vars(true));
    /// assert_eq!(mapped[0], mapped[1]);
    /// assert_ne!(mapped[0], mapped[2]);
    /// ```
    pub fn map_free_vars(self, map: bool) -> Self {
        self.with_options(self.sought.options.map_free_vars(map))
    }

    /// Whether fields marked `#[seq(payload)]` are left out.
    ///
    /// ```
    /// use sexpr_core::{StructuralEq, terms::SubtermFingerprints};
    ///
    /// #[derive(StructuralEq)]
    /// struct Tensor { shape: Vec<u64>, #[seq(payload)] data: Vec<i64> }
    ///
    /// let of = |value| {
    ///     let tensor = Tensor { shape: vec![1], data: vec![value] };
    ///     SubtermFingerprints::new().skip_payload(true).of_root(&tensor)
    /// };
    /// assert_eq!(of(1), of(2));
    /// ```
    pub fn skip_payload(self, skip: bool) -> Self {
        self.with_options(self.sought.options.skip_payload(skip))
    }

    fn with_options(self, options: Options) -> Self {
        SubtermFingerprints { sought: Sought { options, ..self.sought } }
    }

    /// Finds the subterms, in the order in which they are met: each before those in it.
    ///
    /// Takes a bounded amount of native stack, whatever the depth. Of a value with n nodes, takes time in proportion to
    /// n log n, and about as much memory as the value, with a few hundred bytes for each occurrence of a variable. A node
    /// that is shared is visited once; each node around goes through the variables that occur in it, as it does with all
    /// children but the one with the most occurrences. What is in the region of a `def` field is visited twice.
    ///
    /// Some subterms are hashed directly, as [`structural_fingerprint`](crate::structural_fingerprint) does. These are
    /// the ones that hold a dag node, an id, an unordered part, a [custom](crate::custom::CustomStructural) node, a map
    /// or a set whose keys are variables or terms, a scope that predeclares, a scope in the region of a `def` field, or a
    /// variable in whose fields variables occur; or one with a key, whose fields are more than leaves. Each of them takes
    /// time in proportion to its size: so n nodes around such a part take n² in the worst case. With
    /// [`at_least`](Self::at_least) and [`of`](Self::of), only those that are asked for. And where shared trees bind
    /// variables around themselves, as in a tower of nodes each of which has the next twice, with a binder at the bottom, the
    /// time is exponential in its height.
    pub fn run<T: StructuralEq + ?Sized>(self, root: &T) -> FingerprintedSubterms<'_> {
        FingerprintedSubterms { subterms: SubtermSearch::new(self.sought).run(root) }
    }

    /// The fingerprint of a value as a whole, if it is a node, behind pointers or in `Some` as well: equal to that of an
    /// equal subterm of any other value. `None` if the value is not a node, was filtered out, or has no fingerprint. Takes
    /// what [`run`](Self::run) takes.
    ///
    /// ```
    /// use sexpr_core::{StructuralEq, terms::{SubtermFingerprints, subterm_fingerprints}};
    ///
    /// #[derive(StructuralEq)]
    /// enum Expr { Int(i64), Neg(Box<Expr>) }
    ///
    /// let term = Expr::Neg(Box::new(Expr::Int(1)));
    /// let inner = subterm_fingerprints(&term).iter().nth(1).unwrap().fingerprint();
    /// assert_eq!(SubtermFingerprints::new().of_root(&Expr::Int(1)), inner);
    /// ```
    pub fn of_root<T: StructuralEq + ?Sized>(self, root: &T) -> Option<Fingerprint> {
        let subterms = self.run(root);
        let first = subterms.iter().next()?;
        if first.found.path == 0 { first.fingerprint() } else { None }
    }
}

/// Nodes of a value with their fingerprints, in the order in which they are met: each before those in it.
pub struct FingerprintedSubterms<'a> {
    subterms: Subterms<'a>,
}

impl<'a> FingerprintedSubterms<'a> {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.subterms.found.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.subterms.found.is_empty()
    }

    /// The subterms.
    pub fn iter(
        &self,
    ) -> impl ExactSizeIterator<Item = FingerprintedSubterm<'_, 'a>> + DoubleEndedIterator + FusedIterator {
        self.subterms.found.iter().map(|found| FingerprintedSubterm { found, subterms: &self.subterms })
    }
}

impl fmt::Debug for FingerprintedSubterms<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// A node of a value, with a fingerprint of it as a term of its own.
#[derive(Clone, Copy)]
pub struct FingerprintedSubterm<'s, 'a> {
    found: &'s FoundSubterm<'a>,
    subterms: &'s Subterms<'a>,
}

impl<'a> FingerprintedSubterm<'_, 'a> {
    /// The node.
    pub fn node(self) -> NodeRef<'a> {
        self.found.node
    }

    /// Where the node is in memory: the same for one that other values share.
    pub fn address(self) -> usize {
        self.found.address
    }

    /// How many nodes it has, itself and occurrences of variables included, but not the fields of these; nodes that are
    /// shared in it count as often as they occur, up to the largest number.
    pub fn size(self) -> u64 {
        self.found.size
    }

    /// Its fingerprint as a term of its own, if it has one. Otherwise,
    /// [`structural_fingerprint`](crate::structural_fingerprint) of the node returns the reason.
    pub fn fingerprint(self) -> Option<Fingerprint> {
        self.found.fingerprint.map(Fingerprint::from_u128)
    }

    /// The way from the root to the node: the first in the order of comparison, if there are several. Takes as long as
    /// it is long.
    pub fn path(self) -> Path {
        self.subterms.paths.path_between(0, self.found.path)
    }

    /// How many of the subterms that were found are in it, itself left out: they are those that follow it. A node that
    /// several others share is found once, and counts as in the first of these only. In O(log n).
    ///
    /// ```
    /// use sexpr_core::{StructuralEq, terms::subterm_fingerprints};
    ///
    /// #[derive(StructuralEq)]
    /// enum Expr { Int(i64), Neg(Box<Expr>), Add(Box<Expr>, Box<Expr>) }
    /// use Expr::*;
    ///
    /// let term = Add(Box::new(Neg(Box::new(Int(1)))), Box::new(Int(2)));
    /// let inside: Vec<usize> = subterm_fingerprints(&term).iter().map(|subterm| subterm.inside()).collect();
    /// assert_eq!(inside, [3, 1, 0, 0]);
    /// ```
    pub fn inside(self) -> usize {
        self.subterms.inside(self.found)
    }

    /// The rest of the [path](Self::path), behind that of a subterm of the same value that this one is in: with paths from
    /// each subterm to those directly in it, a value is gone through in linear time, whatever its depth. `None` if this one
    /// is not in `outer`; a node that several others share is in the first of these only.
    ///
    /// ```
    /// use sexpr_core::{StructuralEq, terms::subterm_fingerprints};
    ///
    /// #[derive(StructuralEq)]
    /// enum Expr { Int(i64), Neg { operand: Box<Expr> } }
    /// use Expr::*;
    ///
    /// let term = Neg { operand: Box::new(Neg { operand: Box::new(Int(1)) }) };
    /// let subterms = subterm_fingerprints(&term);
    /// let all: Vec<_> = subterms.iter().collect();
    /// assert_eq!(all[2].path().to_string(), ".Neg.operand.Neg.operand");
    /// assert_eq!(all[2].path_within(all[1]).unwrap().to_string(), ".Neg.operand");
    /// assert!(all[0].path_within(all[1]).is_none());
    /// ```
    pub fn path_within(self, outer: Self) -> Option<Path> {
        let is_inside = core::ptr::eq(self.subterms, outer.subterms) && self.found.is_in(outer.found);
        is_inside.then(|| self.subterms.paths.path_between(outer.found.path, self.found.path))
    }
}

impl fmt::Debug for FingerprintedSubterm<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FingerprintedSubterm")
            .field("node", &self.node())
            .field("path", &self.path())
            .field("size", &self.size())
            .field("fingerprint", &self.fingerprint())
            .finish()
    }
}
