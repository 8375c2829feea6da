//! `Subterms`: which subterms of a value are equal where they stand, and a fingerprint of each.

use alloc::{rc::Rc, vec::Vec};
use core::{any::TypeId, fmt};

use crate::{
    api::fingerprint::Fingerprint,
    describe::{options::Options, structural::StructuralEq},
    engine::{path::Path, trail::Trail},
    reflect::{
        NodeRef,
        node_ref::assert_known_node,
        summary::{
            FoundNode, SummedUp,
            classes::{self, AlphaClasses},
            subterms::{self, FoundSubterm, Sought, SubtermSearch},
        },
    },
};

/// A selection of the subterms of a value, by type and size: [`common`](Self::common) finds those that are equal where they
/// stand, and [`fingerprints`](Self::fingerprints) computes a fingerprint of each.
///
/// ```
/// use sexpr_core::{StructuralEq, terms::Subterms};
///
/// #[derive(StructuralEq)]
/// enum Expr { Int(i64), Neg(Box<Expr>), Add(Box<Expr>, Box<Expr>) }
/// use Expr::*;
///
/// let neg = || Box::new(Neg(Box::new(Int(1))));
/// let term = Add(neg(), neg());
/// let all = Subterms::new();
/// assert_eq!(all.fingerprints(&term).len(), 5);
/// assert_eq!(all.common(&term).len(), 2);
/// assert_eq!(all.of::<Expr>().at_least(2).common(&term).len(), 1);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Subterms {
    sought: Sought,
}

impl Subterms {
    /// Subterms of all types and sizes.
    pub fn new() -> Self {
        Subterms::default()
    }

    /// Subterms of this type only.
    pub fn of<T: StructuralEq + 'static>(mut self) -> Self {
        const { assert_known_node::<T>() };
        self.sought.ty = Some(TypeId::of::<T>());
        self
    }

    /// Subterms of so many nodes, at least: see [`Subterm::size`].
    pub fn at_least(mut self, nodes: u64) -> Self {
        self.sought.at_least = nodes;
        self
    }

    /// Compares under these options: `skip_payload` leaves payload out; `map_free_vars` compares the free variables of a
    /// subterm up to renaming in [`fingerprints`](Self::fingerprints), and does nothing in [`common`](Self::common).
    ///
    /// ```
    /// use std::sync::Arc;
    /// use sexpr_core::{Options, StructuralEq, terms::Subterms};
    ///
    /// #[derive(StructuralEq)]
    /// #[seq(kind = "var")]
    /// struct Var { bits: u32 }
    /// #[derive(StructuralEq)]
    /// struct Add(Arc<Var>, Arc<Var>);
    ///
    /// let [x, y] = [(); 2].map(|()| Arc::new(Var { bits: 8 }));
    /// let terms = [Add(x.clone(), x.clone()), Add(y.clone(), y.clone()), Add(x, y)];
    /// let of = |subterms: Subterms| -> Vec<_> {
    ///     subterms.fingerprints(&terms).into_iter().map(|(_, fingerprint)| fingerprint).collect()
    /// };
    /// assert_eq!(of(Subterms::new()), [None; 3]);
    /// let mapped = of(Subterms::new().options(Options::new().map_free_vars(true)));
    /// assert_eq!(mapped[0], mapped[1]);
    /// assert_ne!(mapped[0], mapped[2]);
    /// ```
    pub fn options(mut self, options: Options) -> Self {
        self.sought.options = options;
        self
    }

    /// The classes of subterms that are equal where they stand: each variable in them refers to the same binding, or is the
    /// same free variable, or is bound in them at the same place. Each class has two members or more. Classes are ordered by
    /// their first members, so larger terms come before their parts.
    ///
    /// Two `x + 1` under different binders of `x` are not equal in this sense; `λy. x + y` and `λz. x + z` under one `x`
    /// are.
    ///
    /// **Which subterms.** Nodes of the kinds `tree` and `const-tree`, wherever they stand (behind pointers, in containers,
    /// held by value). A node that is reached in several ways is one member, with the first of its paths in the order of
    /// comparison; its variables and ids have their meaning at that place.
    ///
    /// An id is a pointer to the node that it has in the arena in force. Nodes in arenas are subterms like others, and the
    /// members of a class may have different ids, in one arena or in several. An id adds no step to a path.
    ///
    /// Elements without an order are compared in any: `a + b` and `b + a` are in one class. There is an exception. A shared
    /// node whose variables are shadowed differently at its occurrences may be put in another order at each, and is then in no
    /// class with its equals. Left out are
    ///
    /// - nodes that bind around them: a statement that binds for those after it, and a node in the region of a `def` field
    ///   that binds. A binding of a `def` field outside of all scopes lasts, so a `Lambda` that is not marked `#[seq(scope)]`
    ///   binds around it;
    /// - nodes of kind `dag`, `var` and `singleton`: each is equal only to itself. In other nodes they are compared by
    ///   identity;
    /// - nodes that hold a part whose equals cannot be told beforehand: a node with
    ///   [`CustomStructural`](crate::custom::CustomStructural); an `opaque` field without
    ///   [`StableBytes`](crate::containers::StableBytes); a free variable with variables in its fields; a free variable
    ///   that is known by its key, unless its fields are leaves; a variable that its own fields mention; a dag node that
    ///   binds around it; a map whose keys are terms with other options, or two of one hash with values of one shape; a node
    ///   that leads to a cycle of ids;
    /// - nodes that mention variables, once a node that leads to a cycle is met again and binds around it, and a variable is
    ///   shadowed there or the scope of the first meeting was left. Variables that are bound later count again;
    /// - of two uses of a free variable behind a pointer, the one that is met where other arenas are in force, if its fields
    ///   may hold ids;
    /// - of two maps with variables as keys, the one whose entries come in another order, since these variables were bound or
    ///   met in another order;
    /// - of two uses of a bound variable that is known by its key, the one whose fields are other leaves than the other's;
    /// - keys of maps.
    ///
    /// A variable that the fields of a bound variable bind is compared by identity: `λ(x: Tensor[n]). x` is not found to be
    /// `λ(x: Tensor[m]). x`, for two variables `n` and `m`.
    ///
    /// **Cost.** Takes a bounded amount of native stack, whatever the depth. Takes time and memory for each distinct node and
    /// each edge once, times the logarithm of the number of variables, and about as much memory as the value, leaves included.
    /// Some things cost more. In all children of a node but the one with the most variables, the variables are visited one by
    /// one, so n nodes that hold the same two terms of m variables take n times m. A shared node that binds around it is
    /// visited at each occurrence. Where a shared node is met again while a variable is shadowed, or after a scope that its
    /// variables referred to, the variables in it are looked up. A shared node that bound an unknown variable (a size `n`, in
    /// the type of a parameter) is visited anew when that variable is known. A node behind a pointer that may hold ids is
    /// visited in each environment of arenas in which it is met.
    ///
    /// The algorithm is that of Maziarz, Ellis, Lawrence, Fitzgibbon and Peyton Jones, "Hashing Modulo Alpha-Equivalence" (PLDI
    /// 2021), with numbers for distinct terms in place of hashes. So no collision makes a class.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use sexpr_core::{StructuralEq, terms::Subterms};
    ///
    /// #[derive(StructuralEq)]
    /// #[seq(kind = "var")]
    /// struct Var { #[seq(ignore)] name: String }
    ///
    /// #[derive(StructuralEq)]
    /// enum Expr {
    ///     Use(Arc<Var>),
    ///     Add(Box<Expr>, Box<Expr>),
    ///     #[seq(scope)]
    ///     Lambda { #[seq(def)] param: Arc<Var>, body: Box<Expr> },
    /// }
    /// use Expr::*;
    ///
    /// let [x, y, z] = ["x", "y", "z"].map(|name| Arc::new(Var { name: name.into() }));
    /// let add = |one: &Arc<Var>, other: &Arc<Var>| Box::new(Add(Box::new(Use(one.clone())), Box::new(Use(other.clone()))));
    /// let lambda = |param: &Arc<Var>, body| Box::new(Lambda { param: param.clone(), body });
    ///
    /// // `λx. (λy. x + y) + (λz. x + z)`
    /// let term = lambda(&x, Box::new(Add(lambda(&y, add(&x, &y)), lambda(&z, add(&x, &z)))));
    /// let common = Subterms::new().of::<Expr>().at_least(3).common(&*term);
    /// let paths: Vec<String> = common[0].iter().map(|member| member.path().to_string()).collect();
    /// assert_eq!(paths, [".Lambda.body.Add.0", ".Lambda.body.Add.1"]);
    /// assert_eq!(common.len(), 1, "`x + y` and `x + z` are not equal");
    /// ```
    pub fn common<T: StructuralEq + ?Sized>(self, root: &T) -> Vec<Vec<Subterm<'_>>> {
        let Sought { options, ty, at_least } = self.sought;
        let sought = classes::Sought::SubtermsInPlace { ty, at_least };
        let SummedUp { mut found, paths, .. } = AlphaClasses::new(sought, options.map_free_vars(false), None).run(root);
        let paths = Rc::new(paths);
        found.sort_unstable_by_key(|found| (found.term, found.order));
        let equal = found.chunk_by(|one, other| one.term == other.term).filter(|class| class.len() > 1);
        let subterm = |&FoundNode { node, size, order, last, path, .. }: &_| {
            let paths = Rc::clone(&paths);
            Subterm { node, size, order, last, path, paths }
        };
        let mut classes: Vec<Vec<_>> = equal.map(|class| class.iter().map(subterm).collect()).collect();
        classes.sort_unstable_by_key(|class| class[0].order);
        classes
    }

    /// The subterms, each with a fingerprint of the node as a term of its own, without its context: a variable that is bound
    /// further out is free in it. They come in the order in which they are met, each before those in it.
    ///
    /// Two subterms, of one value or of several, in one process or in several, have equal fingerprints exactly where
    /// [`structural_fingerprint`](crate::structural_fingerprint) is equal for them, but for accidents of about one in 2¹²⁸.
    /// The numbers differ from those of [`structural_fingerprint`](crate::structural_fingerprint), in which a variable that is
    /// bound further out would change all hashes around it. All selections of one set of options share these numbers:
    /// [`fingerprint_of_root`](Self::fingerprint_of_root) is the one that an equal subterm of a larger value has. They are as
    /// stable as fingerprints.
    ///
    /// **Which subterms.** Nodes of the kinds `tree`, `const-tree` and `dag`, wherever they stand, except nodes behind ids and in
    /// keys of maps. A node that is reached in several ways is listed once, with the first of its paths in the order of
    /// comparison.
    ///
    /// **No fingerprint.** A node has none where [`structural_fingerprint`](crate::structural_fingerprint) fails, and that error
    /// tells the reason: for instance, a free variable or a singleton in it is known by its address. A variable that is known by
    /// its name counts by the name.
    ///
    /// **Cost.** Takes a bounded amount of native stack, whatever the depth. For a value of n nodes, takes time in proportion to
    /// n log n, and about as much memory as the value, with a few hundred bytes for each occurrence of a variable. A shared node
    /// is visited once; each node around it visits the variables in it, as those of all children but the one with the most
    /// occurrences. Nodes in the region of a `def` field are visited twice.
    ///
    /// Some subterms are hashed directly, as by [`structural_fingerprint`](crate::structural_fingerprint), each in time
    /// proportional to its size, so n nodes around such a part take n² in the worst case. These are subterms that hold a dag
    /// node, an id, an unordered part, a [custom](crate::custom::CustomStructural) node, a map or a set whose keys are variables
    /// or terms, a scope that predeclares, a scope in the region of a `def` field, a variable in whose fields variables occur, or
    /// a variable with a key and fields other than leaves. Of these, only those that the selection includes are hashed. Where
    /// shared trees bind variables around themselves, as in a tower of nodes each of which has the next twice, with a binder at
    /// the bottom, the time is exponential in its height.
    ///
    /// The algorithm is that of Maziarz, Ellis, Lawrence, Fitzgibbon and Peyton Jones, "Hashing Modulo Alpha-Equivalence"
    /// (PLDI 2021), with sums of XXH3-128 in place of an exclusive or of 64 bits. Blaauwbroek, Olšák and Geuvers, "Hashing
    /// Modulo Context-Sensitive α-Equivalence" (PLDI 2024), relates subterms within their contexts. That relation is coarser than
    /// [`common`](Self::common): it also relates subterms of two binders that are related.
    ///
    /// ```
    /// use std::collections::HashMap;
    /// use sexpr_core::{Options, StructuralEq, terms::Subterms};
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
    /// let subterms = Subterms::new().at_least(3).options(Options::new().map_free_vars(true));
    /// let mut clones = HashMap::<_, Vec<String>>::new();
    /// for (name, file) in ["one", "other"].iter().zip(&files) {
    ///     for (subterm, fingerprint) in subterms.fingerprints(file) {
    ///         let Some(fingerprint) = fingerprint else { continue };
    ///         clones.entry(fingerprint).or_default().push(format!("{name}: {}", subterm.path()));
    ///     }
    /// }
    /// assert!(clones.values().any(|places| *places == ["one: <root>", "other: .Mul.1"]));
    /// ```
    pub fn fingerprints<T: StructuralEq + ?Sized>(self, root: &T) -> Vec<(Subterm<'_>, Option<Fingerprint>)> {
        let subterms::Subterms { found, paths } = SubtermSearch::new(self.sought).run(root);
        let paths = Rc::new(paths);
        let subterm = |FoundSubterm { node, size, order, last, path, fingerprint }| {
            let paths = Rc::clone(&paths);
            (Subterm { node, size, order, last, path, paths }, fingerprint.map(Fingerprint::from_u128))
        };
        found.into_iter().map(subterm).collect()
    }

    /// The fingerprint of a value as a whole, if it is a node, behind pointers or in `Some` as well: equal to that of an
    /// equal subterm of any other value. `None` if the value is not a node, is not selected, or has no fingerprint. Costs as
    /// much as [`fingerprints`](Self::fingerprints).
    ///
    /// ```
    /// use sexpr_core::{StructuralEq, terms::Subterms};
    ///
    /// #[derive(StructuralEq)]
    /// enum Expr { Int(i64), Neg(Box<Expr>) }
    ///
    /// let all = Subterms::new().fingerprints(&Expr::Neg(Box::new(Expr::Int(1))));
    /// assert_eq!(Subterms::new().fingerprint_of_root(&Expr::Int(1)), all[1].1);
    /// ```
    pub fn fingerprint_of_root<T: StructuralEq + ?Sized>(self, root: &T) -> Option<Fingerprint> {
        let (first, fingerprint) = self.fingerprints(root).into_iter().next()?;
        fingerprint.filter(|_| first.path == 0)
    }
}

/// A node of a value. All subterms of one result share the paths to them.
#[derive(Clone)]
pub struct Subterm<'a> {
    node: NodeRef<'a>,
    size: u64,
    /// Its position in the order in which nodes are met.
    order: usize,
    /// The position of the last node in it.
    last: usize,
    path: usize,
    paths: Rc<Trail<'a>>,
}

impl<'a> Subterm<'a> {
    /// The node.
    pub fn node(&self) -> NodeRef<'a> {
        self.node
    }

    /// The number of its nodes: itself, and occurrences of variables. Nodes that are shared in it count at each occurrence,
    /// up to the largest number. [`Subterms::fingerprints`] does not count the nodes in the fields of variables.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// The path from the root to the node: the first in the order of comparison, if there are several. Takes time in
    /// proportion to its length.
    pub fn path(&self) -> Path {
        self.paths.path_between(0, self.path)
    }

    /// Whether this is `outer`, or a node in it. Both must come from one result. A node that several others share is in the
    /// first of these only.
    ///
    /// Fingerprints come in preorder, so the subterms inside one of them follow it:
    ///
    /// ```
    /// use sexpr_core::{StructuralEq, terms::Subterms};
    ///
    /// #[derive(StructuralEq)]
    /// enum Expr { Int(i64), Neg(Box<Expr>), Add(Box<Expr>, Box<Expr>) }
    /// use Expr::*;
    ///
    /// let term = Add(Box::new(Neg(Box::new(Int(1)))), Box::new(Int(2)));
    /// let all = Subterms::new().fingerprints(&term);
    /// let inside = |index: usize| all[index + 1..].partition_point(|(inner, _)| inner.is_in(&all[index].0));
    /// assert_eq!([0, 1, 2, 3].map(inside), [3, 1, 0, 0]);
    /// ```
    pub fn is_in(&self, outer: &Self) -> bool {
        Rc::ptr_eq(&self.paths, &outer.paths) && (outer.order..=outer.last).contains(&self.order)
    }

    /// The rest of the [path](Self::path) after that of a subterm which this one [is in](Self::is_in). With the paths from each
    /// subterm to those directly in it, a value is traversed in linear time, whatever its depth.
    ///
    /// ```
    /// use sexpr_core::{StructuralEq, terms::Subterms};
    ///
    /// #[derive(StructuralEq)]
    /// enum Expr { Int(i64), Neg { operand: Box<Expr> } }
    /// use Expr::*;
    ///
    /// let term = Neg { operand: Box::new(Neg { operand: Box::new(Int(1)) }) };
    /// let all: Vec<_> = Subterms::new().fingerprints(&term).into_iter().map(|(subterm, _)| subterm).collect();
    /// assert_eq!(all[2].path().to_string(), ".Neg.operand.Neg.operand");
    /// assert_eq!(all[2].path_within(&all[1]).unwrap().to_string(), ".Neg.operand");
    /// assert!(all[0].path_within(&all[1]).is_none());
    /// ```
    pub fn path_within(&self, outer: &Self) -> Option<Path> {
        self.is_in(outer).then(|| self.paths.path_between(outer.path, self.path))
    }
}

impl fmt::Debug for Subterm<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Subterm").field("node", &self.node).field("path", &self.path()).finish()
    }
}
