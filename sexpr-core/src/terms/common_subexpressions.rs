//! `common_subexpressions`: classes of subterms that are equal where they are.

use alloc::vec::Vec;
use core::{any::TypeId, fmt, iter::FusedIterator, ops::Range};

use crate::{
    describe::{options::Options, structural::StructuralEq},
    engine::{path::Path, trail::Trail},
    reflect::{
        NodeRef,
        node_ref::assert_known_node,
        summary::{
            FoundNode, SummedUp,
            classes::{AlphaClasses, Sought},
        },
    },
};

/// All classes of subterms of a value that are equal where they stand, as [`CommonSubexpressions`] finds them by
/// default.
///
/// ```
/// use sexpr_core::{StructuralEq, terms::common_subexpressions};
///
/// #[derive(StructuralEq)]
/// enum Expr { Int(i64), Neg { operand: Box<Expr> }, Add(Box<Expr>, Box<Expr>) }
/// use Expr::*;
///
/// let neg = || Box::new(Neg { operand: Box::new(Int(1)) });
/// let term = Add(neg(), Box::new(Add(Box::new(Int(2)), neg())));
/// let common = common_subexpressions(&term);
/// let paths = common.iter().map(|class| class.iter().map(|member| member.path().to_string()).collect::<Vec<_>>());
/// assert_eq!(paths.collect::<Vec<_>>(), [
///     [".Add.0", ".Add.1.Add.1"],
///     [".Add.0.Neg.operand", ".Add.1.Add.1.Neg.operand"],
/// ]);
/// ```
///
/// Costs and fails as [`CommonSubexpressions::run`] does.
pub fn common_subexpressions<T: StructuralEq + ?Sized>(root: &T) -> SubtermClasses<'_> {
    CommonSubexpressions::new().run(root)
}

/// Finds the subterms of a value that are equal where they stand: each variable in them refers to the same binding, or
/// is the same free variable, or is bound in them at the same place.
///
/// Two `x + 1` under different binders of `x` are not equal in this sense; `λy. x + y` and `λz. x + z` under one `x`
/// are.
///
/// **Which subterms.** Nodes of the kinds `tree` and `const-tree`, wherever they stand (behind pointers, in containers,
/// held by value), two or more in a class. A node that is reached in several ways is one member, with the first of the
/// paths in the order of comparison, and stands for what its variables refer to there, and its ids lead to.
///
/// An id is a pointer to what the arena in force gives for it: nodes in arenas are subterms like others, and members of a
/// class may have different ids, in one arena or in several. An id adds no step to a path.
///
/// Elements that have no order are compared in any: `a + b` and `b + a` are in one class. There is an exception: something
/// shared whose variables are shadowed differently at the places where it is met may be put in another order at each, and is
/// then in no class with what is equal. Left out are
///
/// - nodes that bind around them: a statement that binds for those after it, and what is in the region of a `def` field
///   and binds. What a `def` field binds in no scope lasts, so a `Lambda` that is not marked `#[seq(scope)]` binds
///   around it;
/// - nodes of kind `dag`, `var` and `singleton`: each is equal only to itself. In the others they are compared by
///   identity;
/// - what holds something of which it cannot be told beforehand to what it is equal: a node with
///   [`CustomStructural`](crate::custom::CustomStructural); an `opaque` field without
///   [`StableBytes`](crate::containers::StableBytes); a free variable with variables in its fields; a free variable
///   that is known by its key, unless its fields are leaves; a variable that its own fields mention; a dag node that
///   binds around it; a map with keys that are terms and have other options or one hash; a node that leads to a
///   cycle of ids;
/// - what mentions variables, once a node that leads to a cycle is met again and binds around it, and something is shadowed there,
///   or the scope was left in which it was met: variables that are bound later count again;
/// - of two uses of a free variable behind a pointer, one that is met where other arenas are in force, if its fields may hold
///   ids;
/// - of two maps with variables as keys, one whose entries come in another order, since these variables were bound or
///   met in another order;
/// - of two uses of a bound variable that is known by its key, one whose fields are other leaves than the other's;
/// - keys of maps.
///
/// What a bound variable's own fields bind counts as the variable that it is: `λ(x: Tensor[n]). x` is not found to be
/// `λ(x: Tensor[m]). x`, for two variables `n` and `m`.
///
/// They are found as in Maziarz, Ellis, Lawrence, Fitzgibbon and Peyton Jones, "Hashing Modulo Alpha-Equivalence" (PLDI
/// 2021), but with numbers in place of hashes: what hashes find is compared by what it is made of. So no collision
/// makes a class.
///
/// ```
/// use std::sync::Arc;
/// use sexpr_core::{StructuralEq, terms::CommonSubexpressions};
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
/// let common = CommonSubexpressions::new().of::<Expr>().at_least(3).run(&*term);
/// let class = common.iter().next().unwrap();
/// let paths: Vec<String> = class.iter().map(|member| member.path().to_string()).collect();
/// assert_eq!(paths, [".Lambda.body.Add.0", ".Lambda.body.Add.1"]);
/// assert_eq!(common.len(), 1, "`x + y` and `x + z` are not equal");
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct CommonSubexpressions {
    options: Options,
    ty: Option<TypeId>,
    at_least: u64,
}

impl CommonSubexpressions {
    /// Subterms of all types and sizes.
    pub fn new() -> Self {
        CommonSubexpressions::default()
    }

    /// Subterms of this type only.
    ///
    /// ```
    /// use sexpr_core::{StructuralEq, terms::CommonSubexpressions};
    ///
    /// #[derive(StructuralEq)]
    /// struct Point(i64, i64);
    /// #[derive(StructuralEq)]
    /// struct Line(Point, Point);
    ///
    /// let lines = [1, 1].map(|at| Line(Point(0, 0), Point(at, at)));
    /// assert_eq!(CommonSubexpressions::new().run(&lines).len(), 3);
    /// let common = CommonSubexpressions::new().of::<Point>().run(&lines);
    /// assert_eq!(common.iter().map(|class| class.len()).collect::<Vec<_>>(), [2, 2]);
    /// ```
    pub fn of<T: StructuralEq + 'static>(self) -> Self {
        const { assert_known_node::<T>() };
        CommonSubexpressions { ty: Some(TypeId::of::<T>()), ..self }
    }

    /// Subterms of so many nodes, at least: see [`SubtermClass::size`].
    ///
    /// ```
    /// use sexpr_core::{StructuralEq, terms::CommonSubexpressions};
    ///
    /// #[derive(StructuralEq)]
    /// enum Expr { Int(i64), Neg(Box<Expr>) }
    ///
    /// let terms = [1, 1].map(|value| Expr::Neg(Box::new(Expr::Int(value))));
    /// assert_eq!(CommonSubexpressions::new().run(&terms).len(), 2);
    /// assert_eq!(CommonSubexpressions::new().at_least(2).run(&terms).len(), 1);
    /// ```
    pub fn at_least(self, nodes: u64) -> Self {
        CommonSubexpressions { at_least: nodes, ..self }
    }

    /// Whether fields marked `#[seq(payload)]` are left out.
    ///
    /// ```
    /// use sexpr_core::{StructuralEq, terms::CommonSubexpressions};
    ///
    /// #[derive(StructuralEq)]
    /// struct Tensor { shape: Vec<u64>, #[seq(payload)] data: Vec<i64> }
    ///
    /// let tensors = [1, 2].map(|value| Tensor { shape: vec![1], data: vec![value] });
    /// assert!(CommonSubexpressions::new().run(&tensors).is_empty());
    /// assert_eq!(CommonSubexpressions::new().skip_payload(true).run(&tensors).len(), 1);
    /// ```
    pub fn skip_payload(self, skip: bool) -> Self {
        CommonSubexpressions { options: self.options.skip_payload(skip), ..self }
    }

    /// Finds the classes.
    ///
    /// Takes a bounded amount of native stack, whatever the depth. Takes time and memory for each distinct node and each
    /// edge once, times the logarithm of the number of variables, and about as much memory as the value takes, leaves included.
    /// Some things cost more: of a node, all children but the one with the most variables are gone through, variable by
    /// variable, so n nodes that hold the same two terms of m variables take n times m; a node that is shared and binds
    /// around it is looked at each time that it is met; where a shared node is met again while something is shadowed,
    /// or when what its variables referred to is left, the variables that occur in it are looked up; and if one was
    /// bound in it because it was not known (a size `n`, in the type of a parameter) and is known now, it is looked at
    /// anew. What is behind a pointer and may hold ids is looked at in each environment of arenas in which it is met.
    ///
    /// It does not fail. What cannot be told for certain is left out: what holds `custom` nodes, opaque values without
    /// [`StableBytes`](crate::containers::StableBytes), free variables with a key and fields, or maps by structural
    /// keys that were made under other options, or of which two have one hash and values of one shape.
    pub fn run<T: StructuralEq + ?Sized>(self, root: &T) -> SubtermClasses<'_> {
        let sought = Sought::SubtermsInPlace { ty: self.ty, at_least: self.at_least };
        let SummedUp { found, paths, .. } = AlphaClasses::new(sought, self.options, None).run(root);
        let (found, classes) = classes(found);
        SubtermClasses { found, paths, classes }
    }
}

/// Sorts what was found by classes, and drops what is equal to nothing else. Gives where each class lies, in the order
/// of their first members.
fn classes(mut found: Vec<FoundNode<'_>>) -> (Vec<FoundNode<'_>>, Vec<Range<usize>>) {
    found.sort_unstable_by_key(|found| (found.term, found.order));
    let (mut members, mut classes) = (Vec::new(), Vec::new());
    for class in found.chunk_by(|one, other| one.term == other.term).filter(|class| class.len() > 1) {
        classes.push(members.len()..members.len() + class.len());
        members.extend_from_slice(class);
    }
    classes.sort_unstable_by_key(|class| members[class.start].order);
    (members, classes)
}

/// Classes of subterms that are equal where they stand, in the order in which their first members are met: those of
/// larger terms before those of what is in them.
pub struct SubtermClasses<'a> {
    /// By classes.
    found: Vec<FoundNode<'a>>,
    paths: Trail<'a>,
    classes: Vec<Range<usize>>,
}

impl<'a> SubtermClasses<'a> {
    /// How many classes there are.
    pub fn len(&self) -> usize {
        self.classes.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.classes.is_empty()
    }

    /// The classes.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = SubtermClass<'_, 'a>> + DoubleEndedIterator + FusedIterator {
        self.classes.iter().map(|class| SubtermClass { members: &self.found[class.clone()], paths: &self.paths })
    }
}

impl fmt::Debug for SubtermClasses<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// Subterms that are equal where they stand: two or more, in the order in which they are met.
#[derive(Clone, Copy)]
pub struct SubtermClass<'c, 'a> {
    members: &'c [FoundNode<'a>],
    paths: &'c Trail<'a>,
}

#[expect(clippy::len_without_is_empty, reason = "no class is empty")]
impl<'c, 'a> SubtermClass<'c, 'a> {
    /// How many members there are: two at least.
    pub fn len(self) -> usize {
        self.members.len()
    }

    /// How many nodes each member has, itself and its variables included; nodes that are shared in it count as often as
    /// they occur, up to the largest number.
    pub fn size(self) -> u64 {
        self.members[0].size
    }

    /// The members.
    pub fn iter(self) -> impl ExactSizeIterator<Item = Subterm<'c, 'a>> + DoubleEndedIterator + FusedIterator {
        self.members.iter().map(move |found| Subterm { found, paths: self.paths })
    }

    /// The members, if they are of this type.
    ///
    /// ```
    /// use sexpr_core::{StructuralEq, terms::common_subexpressions};
    ///
    /// #[derive(StructuralEq)]
    /// struct Point { x: i64, y: i64 }
    ///
    /// let points = [1, 2, 1].map(|x| Point { x, y: 0 });
    /// let common = common_subexpressions(&points);
    /// let class = common.iter().next().unwrap();
    /// assert!(class.nodes::<Point>().all(|point| point.x == 1));
    /// assert_eq!(class.nodes::<Point>().count(), 2);
    /// ```
    pub fn nodes<T: 'static>(self) -> impl DoubleEndedIterator<Item = &'a T> + use<'c, 'a, T> {
        self.members.iter().filter_map(|found| found.node.downcast())
    }
}

impl fmt::Debug for SubtermClass<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// A member of a class.
#[derive(Clone, Copy)]
pub struct Subterm<'c, 'a> {
    found: &'c FoundNode<'a>,
    paths: &'c Trail<'a>,
}

impl<'a> Subterm<'_, 'a> {
    /// The node.
    pub fn node(self) -> NodeRef<'a> {
        self.found.node
    }

    /// The way from the root to the node: the first in the order of comparison, if there are several. Takes as long as
    /// it is long.
    pub fn path(self) -> Path {
        self.paths.path_between(0, self.found.path)
    }
}

impl fmt::Debug for Subterm<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Subterm").field("node", &self.node()).field("path", &self.path()).finish()
    }
}
