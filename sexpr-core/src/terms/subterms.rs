//! `Subterms`: the equal subterms of a value, and fingerprints of its subterms.

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

/// A selection of the subterms of a value, by type and size. [`common`](Self::common) finds subterms that are equal in
/// place, and [`fingerprints`](Self::fingerprints) computes a fingerprint of each.
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

    /// Subterms of at least this many nodes: see [`Subterm::size`].
    pub fn at_least(mut self, nodes: u64) -> Self {
        self.sought.at_least = nodes;
        self
    }

    /// Sets the options. `skip_payload` skips payload. `map_free_vars` makes [`fingerprints`](Self::fingerprints)
    /// compare the free variables of a subterm up to renaming, and has no effect on [`common`](Self::common).
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

    /// The classes of subterms that are equal in place: corresponding variables refer to the same binding, are the same
    /// free variable, or are bound at the same place in both subterms. Each class has two members or more. Classes are
    /// ordered by their first members, so a term comes before its parts.
    ///
    /// Two `x + 1` under different binders of `x` are not equal in this sense; `λy. x + y` and `λz. x + z` under one
    /// `x` are equal.
    ///
    /// **Which subterms.** Nodes of the kinds `tree` and `const-tree`, behind pointers, in containers, or held by
    /// value. A node with several paths is one member, with the first path in the order of comparison. Its variables
    /// and ids have the meaning that they have there.
    ///
    /// An id counts as a pointer to its node in the arena in force. Nodes in arenas are subterms like others. The
    /// members of a class may have different ids, and may be in different arenas. An id adds no step to a path.
    ///
    /// Unordered elements are compared in any order: `a + b` and `b + a` are in one class. There is an exception. If
    /// the variables of a shared node are shadowed differently at its occurrences, its elements may be sorted
    /// differently at each occurrence. Then the node is in no class with its equals.
    ///
    /// The following are left out:
    ///
    /// - nodes that bind variables for the parts around them: a statement that binds for the statements after it, and a
    ///   binding node in the region of a `def` field. A binding of a `def` field outside of all scopes lasts, so a
    ///   `Lambda` that is not marked `#[seq(scope)]` binds for the parts after it;
    /// - nodes of the kinds `dag`, `var` and `singleton`: each is equal only to itself. Inside other nodes, they are
    ///   compared by identity;
    /// - nodes that hold a part whose equals cannot be determined in advance:
    ///   - a node with [`CustomStructural`](crate::custom::CustomStructural);
    ///   - an `opaque` field without [`StableBytes`](crate::containers::StableBytes);
    ///   - a free variable with variables in its fields;
    ///   - a free variable that is known by its key, unless its fields are leaves;
    ///   - a variable that is mentioned in its own fields;
    ///   - a dag node that binds for the parts around it;
    ///   - a map whose keys are terms with other options;
    ///   - a map with two such keys of equal hash whose values have equal shapes;
    ///   - a node that leads to a cycle of ids;
    /// - nodes that mention variables, after a certain event: a node that leads to a cycle and binds for the parts
    ///   around it is met again, while a variable is shadowed or after the scope of its first occurrence. Variables
    ///   that are bound later are not affected;
    /// - nodes with a use of a free variable behind a pointer, if the fields of the variable may hold ids and the
    ///   variable was first met where other arenas are in force;
    /// - one of two maps whose keys are variables, if the entries are in different orders because the variables were
    ///   bound or met in different orders;
    /// - one of two uses of a bound variable that is known by its key, if the leaves in the fields differ;
    /// - keys of maps.
    ///
    /// A variable that is bound in the fields of a bound variable is compared by identity: for two variables `n` and
    /// `m`, `λ(x: Tensor[n]). x` and `λ(x: Tensor[m]). x` are in different classes.
    ///
    /// **Cost.** Takes a bounded amount of native stack, whatever the depth. Takes time proportional to the number of
    /// distinct nodes and edges, times the logarithm of the number of variables, and about as much memory as the value,
    /// leaves included. Some cases cost more:
    ///
    /// - The variables of a node's children are visited one by one, except in the child with the most variables. So n
    ///   nodes that hold the same two terms of m variables take time n · m.
    /// - A shared node that binds for the parts around it is visited at each occurrence.
    /// - If a shared node is met again while a variable is shadowed, or after a scope to which its variables referred,
    ///   the variables in it are looked up.
    /// - A shared node that bound an unknown variable (a size `n` in the type of a parameter) is visited again when
    ///   that variable is known.
    /// - A node behind a pointer that may hold ids is visited once per environment of arenas.
    ///
    /// The algorithm is that of Maziarz, Ellis, Lawrence, Fitzgibbon and Peyton Jones, "Hashing Modulo
    /// Alpha-Equivalence" (PLDI 2021), with numbers for distinct terms in place of hashes. So different terms cannot
    /// collide.
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

    /// The subterms in preorder, each with a fingerprint of the node as a term of its own. A variable that is bound
    /// outside of the node counts as free in it.
    ///
    /// Two subterms have equal fingerprints exactly if their [`structural_fingerprint`](crate::structural_fingerprint)s
    /// are equal, except for collisions, with a probability of about 2⁻¹²⁸. This holds across values and processes. But
    /// the fingerprints themselves differ from those of [`structural_fingerprint`](crate::structural_fingerprint), in
    /// which a variable that is bound further out would change all hashes around it. Fingerprints of different
    /// selections agree if the options do: [`fingerprint_of_root`](Self::fingerprint_of_root) returns the same
    /// fingerprint as an equal subterm of a larger value has. They are as stable as those of
    /// [`structural_fingerprint`](crate::structural_fingerprint).
    ///
    /// **Which subterms.** Nodes of the kinds `tree`, `const-tree` and `dag`, however they are held, except nodes
    /// behind ids and in keys of maps. A node with several paths is listed once, with the first path in the order of
    /// comparison.
    ///
    /// **No fingerprint.** A node has no fingerprint if [`structural_fingerprint`](crate::structural_fingerprint) fails
    /// for it. The error of that function tells the reason: for instance, a free variable or a singleton in the node is
    /// known by its address. A free variable that is known by its name contributes the name.
    ///
    /// **Cost.** Takes a bounded amount of native stack, whatever the depth. For a value of n nodes, takes time
    /// proportional to n log n, and about as much memory as the value, plus a few hundred bytes for each occurrence of
    /// a variable. A shared node is visited once. At each of its parents, the variables in it are visited, unless it is
    /// the child with the most occurrences. Nodes in the region of a `def` field are visited twice.
    ///
    /// Some subterms are hashed directly, in the same way as by
    /// [`structural_fingerprint`](crate::structural_fingerprint), each in time proportional to its size. So n nodes
    /// around such a subterm take time n² in the worst case. A subterm is hashed directly if it holds a dag node, an
    /// id, an unordered part, a [custom](crate::custom::CustomStructural) node, a map or a set whose keys are variables
    /// or terms, a scope that predeclares, a scope in the region of a `def` field, a variable in whose fields variables
    /// occur, or a variable with a key and fields other than leaves. Of these subterms, only the selected ones are
    /// hashed. If shared trees bind variables for the parts around them, the time may be exponential. An example is a
    /// tower of nodes, each of which holds the next node twice, with a binder at the bottom: the time is exponential in
    /// its height.
    ///
    /// The algorithm is that of Maziarz, Ellis, Lawrence, Fitzgibbon and Peyton Jones, "Hashing Modulo
    /// Alpha-Equivalence" (PLDI 2021), with sums of XXH3-128 hashes in place of an exclusive or of 64 bits.
    /// Blaauwbroek, Olšák and Geuvers, "Hashing Modulo Context-Sensitive α-Equivalence" (PLDI 2024), relates subterms
    /// within their contexts. That relation is coarser than [`common`](Self::common): it also relates subterms of two
    /// binders that are related.
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

    /// The fingerprint of a whole value that is a node, possibly behind pointers or in `Some`. An equal subterm of any
    /// other value has the same fingerprint. `None` if the value is not a node, is not selected, or has no fingerprint.
    /// Costs as much as [`fingerprints`](Self::fingerprints).
    ///
    /// ```
    /// use sexpr_core::{StructuralEq, terms::Subterms};
    ///
    /// #[derive(StructuralEq)]
    /// enum Expr { Int(i64), Neg(Box<Expr>) }
    ///
    /// let negated = Expr::Neg(Box::new(Expr::Int(1)));
    /// let all = Subterms::new().fingerprints(&negated);
    /// assert_eq!(Subterms::new().fingerprint_of_root(&Expr::Int(1)), all[1].1);
    /// ```
    pub fn fingerprint_of_root<T: StructuralEq + ?Sized>(self, root: &T) -> Option<Fingerprint> {
        let (first, fingerprint) = self.fingerprints(root).into_iter().next()?;
        fingerprint.filter(|_| first.path == 0)
    }
}

/// A node of a value, with its size and path. All subterms of one result share one table of paths.
#[derive(Clone)]
pub struct Subterm<'a> {
    node: NodeRef<'a>,
    size: u64,
    /// The position of the node in the order in which nodes are met.
    order: usize,
    /// The position, in the same order, of the last part inside the node; its own position if nothing is inside.
    last: usize,
    path: usize,
    paths: Rc<Trail<'a>>,
}

impl<'a> Subterm<'a> {
    /// The node.
    pub fn node(&self) -> NodeRef<'a> {
        self.node
    }

    /// The number of nodes in the subterm, including the subterm itself and occurrences of variables. A shared node in
    /// the subterm counts at each occurrence. Saturates at `u64::MAX`. [`Subterms::fingerprints`] does not count the
    /// nodes in the fields of variables.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// The path from the root to the node; the first in the order of comparison, if there are several. Takes time
    /// proportional to its length.
    pub fn path(&self) -> Path {
        self.paths.path_between(0, self.path)
    }

    /// Whether this subterm is `outer` or a node inside it. Both must come from one result. A shared node counts as
    /// inside its first parent only.
    ///
    /// [`Subterms::fingerprints`] returns subterms in preorder, so the subterms inside a subterm directly follow it:
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

    /// The part of the [path](Self::path) below `outer`; `None` if this subterm [is not in](Self::is_in) `outer`. Paths
    /// between a subterm and its direct subterms allow a traversal of a value in linear time, whatever its depth.
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
