//! The results of reports: `Mismatch` and `Diff` tell where and why two values differ; `Obstacle` tells why a value has
//! no fingerprint.

use alloc::{
    boxed::Box,
    string::{String, ToString},
    vec::Vec,
};
use core::fmt;

use crate::{describe::info::TypeInfo, engine::path::Path, reflect::report::hints::Hint};

/// The first place, in the order of comparison, where two values differ.
///
/// Returned by [`first_structural_mismatch`](crate::first_structural_mismatch). `Display` writes a line for each side,
/// for the reason, and for each hint. Implements `Error`, so that tests can return it by `?`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    found: Box<Found>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Found {
    places: Places,
    reason: Reason,
    hints: [Option<Hint>; 2],
}

/// A place on both sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Places {
    pub(crate) paths: [Path; 2],
    pub(crate) ids: Option<[u64; 2]>,
}

impl fmt::Display for Places {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, (side, path)) in ["left:  ", "right: "].into_iter().zip(&self.paths).enumerate() {
            write!(f, "{side}{path}")?;
            if let Some(ids) = self.ids {
                write!(f, " (id {})", ids[number])?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

impl Mismatch {
    pub(crate) fn new(places: Places, reason: Reason, hints: [Option<Hint>; 2]) -> Mismatch {
        Mismatch { found: Box::new(Found { places, reason, hints }) }
    }

    /// The place on the left.
    pub fn lhs(&self) -> &Path {
        &self.found.places.paths[0]
    }

    /// The place on the right.
    pub fn rhs(&self) -> &Path {
        &self.found.places.paths[1]
    }

    /// The number of the id that led to the place on each side, if the places are in an arena. If several ids were
    /// followed, the last one counts. Paths go through ids without a step.
    ///
    /// ```
    /// use sexpr_core::{StructuralEq, arena::{Id, InArena}, first_structural_mismatch};
    ///
    /// #[derive(Clone, Copy)]
    /// struct ExprId(u32);
    ///
    /// impl Id for ExprId {
    ///     type Node = Expr;
    ///     fn index(&self) -> u64 {
    ///         self.0.into()
    ///     }
    /// }
    /// sexpr_core::id!(ExprId);
    ///
    /// #[derive(StructuralEq)]
    /// enum Expr { Number(i64), Neg(ExprId) }
    ///
    /// let one = vec![Expr::Number(1), Expr::Neg(ExprId(0))];
    /// let other = vec![Expr::Neg(ExprId(1)), Expr::Number(2)];
    /// let [one, other] = [InArena::new(&one, ExprId(1)), InArena::new(&other, ExprId(0))];
    /// let mismatch = first_structural_mismatch(&one, &other).unwrap();
    /// assert_eq!(mismatch.ids(), Some([0, 1]));
    /// assert!(mismatch.to_string().starts_with("left:  <root> (id 0)\nright: <root> (id 1)\n"));
    /// ```
    pub fn ids(&self) -> Option<[u64; 2]> {
        self.found.places.ids
    }

    /// The reason why the values at these places differ.
    pub fn reason(&self) -> &Reason {
        &self.found.reason
    }

    /// Hints why the left and the right variable may be free, if the mismatch is about free variables.
    ///
    /// ```
    /// use sexpr_core::{StructuralEq, first_structural_mismatch, report::Hint};
    ///
    /// #[derive(StructuralEq)]
    /// enum Expr {
    ///     Var(#[seq(var)] &'static str),
    ///     // `def` is missing.
    ///     Lambda(#[seq(var)] &'static str, Box<Expr>),
    /// }
    ///
    /// let identity = |name| Expr::Lambda(name, Box::new(Expr::Var(name)));
    /// let pair = |name| (Expr::Var(name), identity(name));
    /// let mismatch = first_structural_mismatch(&pair("x"), &pair("y")).unwrap();
    /// assert!(matches!(mismatch.hints(), [Some(Hint::NeverBound { .. }), Some(Hint::NeverBound { .. })]));
    /// ```
    pub fn hints(&self) -> [Option<&Hint>; 2] {
        self.found.hints.each_ref().map(Option::as_ref)
    }
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.found.places, self.reason())?;
        match self.hints() {
            [Some(one), Some(other)] if one == other => write!(f, "\nhint (both): {one}"),
            hints => hints.into_iter().zip(["left", "right"]).try_for_each(|(hint, side)| match hint {
                Some(hint) => write!(f, "\nhint ({side}): {hint}"),
                None => Ok(()),
            }),
        }
    }
}

impl core::error::Error for Mismatch {}

/// All differences of two values, in the order of comparison. Returned by [`structural_diff`](crate::structural_diff).
///
/// `Display` writes the differences one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diff {
    edits: Vec<Edit>,
    is_complete: bool,
}

impl Diff {
    pub(crate) fn new(edits: Vec<Edit>, is_complete: bool) -> Diff {
        Diff { edits, is_complete }
    }

    /// The edits that turn the left value into the right one.
    pub fn edits(&self) -> &[Edit] {
        &self.edits
    }

    /// Whether there are no edits, which means that the values are [`structural_equal`](crate::structural_equal).
    pub fn is_empty(&self) -> bool {
        self.edits.is_empty()
    }

    /// Whether the values were compared to the end. If their edits would take too much memory, the comparison stops,
    /// and the parts after the last edit were not compared.
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }
}

impl fmt::Display for Diff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, edit) in self.edits.iter().enumerate() {
            if index > 0 {
                writeln!(f)?;
            }
            write!(f, "{edit}")?;
        }
        if !self.is_complete {
            write!(f, "\nwhat comes after this was not compared: the values differ too much")?;
        }
        Ok(())
    }
}

/// A difference of two values: its place, and the change there.
///
/// `Display` writes a line for each side and one for the change, as [`Mismatch`](crate::Mismatch) does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    places: Box<Places>,
    kind: EditKind,
}

/// The change at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EditKind {
    /// The right value replaces the left one. They differ for this reason.
    Replaced(Reason),
    /// An element of a sequence on the left has no counterpart on the right.
    #[non_exhaustive]
    Removed {
        /// The number of its parts: variants of enums, leaves, variables and lengths. Shared parts count each time.
        size: usize,
    },
    /// An element of a sequence on the right has no counterpart on the left.
    #[non_exhaustive]
    Inserted {
        /// The number of its parts: variants of enums, leaves, variables and lengths. Shared parts count each time.
        size: usize,
    },
    /// An element of a sequence is at another place on the right. If the element moved within one sequence, it may have
    /// changed as well, and further edits show the changes. If it moved between sequences, its hash is the same: the
    /// element is equal, except for the bindings of variables that are bound around it.
    Moved,
}

impl Edit {
    pub(crate) fn new(places: Places, kind: EditKind) -> Edit {
        Edit { places: Box::new(places), kind }
    }

    /// The move of an element that is removed from one sequence and inserted into another.
    pub(super) fn moved(removed: Edit, inserted: Edit) -> Edit {
        let paths = [removed.lhs().clone(), inserted.rhs().clone()];
        Edit::new(Places { paths, ids: None }, EditKind::Moved)
    }

    /// The place on the left. For an inserted element, the place where it is missing.
    pub fn lhs(&self) -> &Path {
        &self.places.paths[0]
    }

    /// The place on the right. For a removed element, the place where it is missing.
    pub fn rhs(&self) -> &Path {
        &self.places.paths[1]
    }

    /// The numbers of the ids that led to the places: see [`Mismatch::ids`](crate::Mismatch::ids).
    pub fn ids(&self) -> Option<[u64; 2]> {
        self.places.ids
    }

    /// The change.
    pub fn kind(&self) -> &EditKind {
        &self.kind
    }
}

impl fmt::Display for Edit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.places, self.kind())
    }
}

impl fmt::Display for EditKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EditKind::Replaced(reason) => write!(f, "{reason}"),
            EditKind::Removed { size } => write_with_size(f, "removed", *size),
            EditKind::Inserted { size } => write_with_size(f, "inserted", *size),
            EditKind::Moved => f.write_str("moved"),
        }
    }
}

/// Writes the change of an element, and the number of its parts, if known.
fn write_with_size(f: &mut fmt::Formatter<'_>, change: &str, size: usize) -> fmt::Result {
    match size {
        0 => f.write_str(change),
        1 => write!(f, "{change}, 1 part"),
        _ => write!(f, "{change}, {size} parts"),
    }
}

/// The reason why two values differ.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// Leaves of different values. An opaque leaf that is not `Debug` is shown as `_`.
    #[non_exhaustive]
    Leaves {
        /// The left value.
        lhs: String,
        /// The right value.
        rhs: String,
    },
    /// Different variants of an enum.
    #[non_exhaustive]
    Variants {
        /// The left variant.
        lhs: &'static str,
        /// The right variant.
        rhs: &'static str,
    },
    /// Different lengths. Either one sequence is a prefix of the other, or one unordered part has all elements of the
    /// other and more.
    #[non_exhaustive]
    Lengths {
        /// The left length.
        lhs: usize,
        /// The right length.
        rhs: usize,
    },
    /// An element of an unordered part has no partner: no element of the other side is equal to it. The paths lead to
    /// this element and to the most similar element.
    NoPartner,
    /// The order of the operands counts in one node but not in the other.
    #[non_exhaustive]
    Commuting {
        /// Whether the left operands are unordered.
        lhs: bool,
        /// Whether the right operands are unordered.
        rhs: bool,
    },
    /// A map or set lacks a key that the other has.
    MissingKey,
    /// Maps that are compared in the containers' order have different keys at one place.
    Keys,
    /// A key is a `StructuralKey` that matches no key, since its equals cannot be determined. Either its type is not
    /// closed, or only the `Eq` of an opaque type distinguishes the key from another key of the map, and the values of
    /// the two keys can reach a variable or a dag node.
    OpenKey,
    /// Two variables of which at least one already corresponds to another variable.
    #[non_exhaustive]
    BoundElsewhere {
        /// The first occurrence, on the right, of the variable that corresponds to the left one, if any.
        lhs: Option<Path>,
        /// The first occurrence, on the left, of the variable that corresponds to the right one, if any.
        rhs: Option<Path>,
        /// The binding site of each variable on its own side; `None` if the variable is free.
        binders: [Option<Path>; 2],
        /// The names: keys, or the contents of fields marked `name`.
        names: [Option<String>; 2],
    },
    /// Two different free variables, with their names, if known.
    #[non_exhaustive]
    FreeVariables {
        /// The left key, or the content of a field marked `name`.
        lhs: Option<String>,
        /// The right key, or the content of a field marked `name`.
        rhs: Option<String>,
    },
    /// Dag nodes that do not correspond: at least one was met before, with another counterpart.
    #[non_exhaustive]
    Sharing {
        /// The path to the first occurrence of the left node, if it was met before.
        lhs: Option<Path>,
        /// The path to the first occurrence of the right node, if it was met before.
        rhs: Option<Path>,
    },
    /// Two different singletons, with their keys, if any.
    #[non_exhaustive]
    Singletons {
        /// The left key.
        lhs: Option<String>,
        /// The right key.
        rhs: Option<String>,
    },
    /// Values of different types, behind trait objects or in virtual fields.
    #[non_exhaustive]
    Types {
        /// The left type.
        lhs: &'static TypeInfo,
        /// The right type.
        rhs: &'static TypeInfo,
    },
    /// Ids of which at least one is dangling, which means that no arena in force has it. Two dangling ids are equal if
    /// their numbers are equal.
    #[non_exhaustive]
    Dangling {
        /// The number of the left id, if it is dangling.
        lhs: Option<u64>,
        /// The number of the right id, if it is dangling.
        rhs: Option<u64>,
    },
    /// A node contains itself, through ids, and no node ends the cycle: no `dag` node without a key, and no variable
    /// behind an id without a key. Such a node is not equal to any node, not even to itself.
    #[non_exhaustive]
    Cycle {
        /// The type of the left node, if the node contains itself.
        lhs: Option<&'static TypeInfo>,
        /// The type of the right node, if the node contains itself.
        rhs: Option<&'static TypeInfo>,
    },
    /// Nodes that contain themselves, through ids. Where they are met again, a variable that they use has another
    /// binding, and the two bindings do not correspond.
    Shadowed,
    /// Nodes with different virtual fields, with the names of the first fields that differ, if any.
    #[non_exhaustive]
    VirtualFields {
        /// The left field.
        lhs: Option<String>,
        /// The right field.
        rhs: Option<String>,
    },
    /// The verdict of the node's own `s_equal`.
    Custom,
}

/// Writes an attribute of both sides, of which at least one is present.
fn either(
    f: &mut fmt::Formatter<'_>,
    lhs: &Option<impl fmt::Display>,
    rhs: &Option<impl fmt::Display>,
    has: &str,
    has_not: &str,
) -> fmt::Result {
    match (lhs, rhs) {
        (Some(lhs), Some(rhs)) => write!(f, "the left one {has} `{lhs}`, the right one {has} `{rhs}`"),
        (Some(lhs), None) => write!(f, "the left one {has} `{lhs}`, the right one {has_not}"),
        (None, Some(rhs)) => write!(f, "the left one {has_not}, the right one {has} `{rhs}`"),
        (None, None) => f.write_str("both are absent"),
    }
}

/// Writes the binding site of a variable.
fn bound(f: &mut fmt::Formatter<'_>, side: &str, name: &Option<String>, binder: &Option<Path>) -> fmt::Result {
    match name {
        Some(name) => write!(f, "the {side} one, {name}, is ")?,
        None => write!(f, "the {side} one is ")?,
    }
    match binder {
        Some(binder) => write!(f, "bound at `{binder}`"),
        None => f.write_str("free"),
    }
}

/// Writes the keys of two nodes, if both have one.
fn names(f: &mut fmt::Formatter<'_>, lhs: &Option<String>, rhs: &Option<String>) -> fmt::Result {
    match (lhs, rhs) {
        (Some(lhs), Some(rhs)) => write!(f, ": {lhs} and {rhs}"),
        _ => Ok(()),
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Leaves { lhs, rhs } => write!(f, "{lhs} differs from {rhs}"),
            Reason::Variants { lhs, rhs } => write!(f, "variant `{lhs}` differs from variant `{rhs}`"),
            Reason::Lengths { lhs, rhs } => write!(f, "length {lhs} differs from length {rhs}"),
            Reason::NoPartner => f.write_str("no element on the other side is equal to this one"),
            Reason::Commuting { lhs, .. } => {
                let (commutes, does_not) = if *lhs { ("left", "right") } else { ("right", "left") };
                write!(f, "the order of the operands counts on the {does_not}, and does not on the {commutes}")
            }
            Reason::MissingKey => f.write_str("one side lacks the key"),
            Reason::Keys => f.write_str("the keys at this place differ"),
            Reason::OpenKey => f.write_str(
                "no key matches this `StructuralKey`: its type can reach a variable or a dag node, or only the `Eq` of an \
                 opaque type distinguishes it from another key of the map",
            ),
            Reason::BoundElsewhere { binders, names, .. } => {
                f.write_str("the variables are bound differently: ")?;
                bound(f, "left", &names[0], &binders[0])?;
                f.write_str(", ")?;
                bound(f, "right", &names[1], &binders[1])
            }
            Reason::FreeVariables { lhs, rhs } => {
                f.write_str("two free variables that are not the same")?;
                names(f, lhs, rhs)
            }
            Reason::Sharing { lhs, rhs } => {
                f.write_str("the nodes are shared differently: ")?;
                either(f, lhs, rhs, "was met at", "is met for the first time")
            }
            Reason::Singletons { lhs, rhs } => {
                f.write_str("two distinct singletons")?;
                names(f, lhs, rhs)
            }
            Reason::Types { lhs, rhs } => {
                let (one, other) = (lhs.full_name().to_string(), rhs.full_name().to_string());
                if one == other {
                    return write!(f, "type `{}` differs from type `{}`", lhs.type_key(), rhs.type_key());
                }
                write!(f, "type `{one}` differs from type `{other}`")
            }
            Reason::Dangling { lhs: Some(lhs), rhs: Some(rhs) } => {
                write!(f, "dangling ids, which no arena in force has: {lhs} and {rhs}")
            }
            Reason::Dangling { lhs, rhs } => {
                let (side, id) = if lhs.is_some() { ("left", lhs) } else { ("right", rhs) };
                write!(f, "the {side} id is dangling: no arena in force has {}", id.unwrap_or_default())
            }
            Reason::Cycle { lhs, rhs } => {
                let side = match (lhs, rhs) {
                    (Some(_), Some(_)) => "both sides",
                    (Some(_), None) => "the left side",
                    (None, _) => "the right side",
                };
                let name = lhs.or(*rhs).map(TypeInfo::name).unwrap_or_default();
                write!(
                    f,
                    "a `{name}` is inside itself on {side}: declare `{name}`, or another type on the cycle, \
                     `#[seq(kind = \"dag\")]`, without a key"
                )
            }
            Reason::Shadowed => f.write_str(
                "the nodes are met again inside themselves, where a variable that they use is bound differently, and not \
                 alike on both sides",
            ),
            Reason::VirtualFields { lhs, rhs } => {
                f.write_str("the nodes list different fields: ")?;
                either(f, lhs, rhs, "has", "has none here")
            }
            Reason::Custom => f.write_str("the node's own comparison says that they differ"),
        }
    }
}

/// A part of a value that may differ between processes, so that the value has no fingerprint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Obstacle {
    /// A free variable that is known by its address.
    FreeVariable,
    /// A singleton that is known by its address.
    Singleton,
    /// An opaque field whose type has no stable form.
    Opaque,
    /// A value or a key that is meaningful in this process only.
    ProcessLocal,
    /// An id that no arena in force has.
    Dangling,
    /// A node contains itself, through ids. See [`Reason::Cycle`](crate::Reason::Cycle).
    Cycle,
    /// A key that is a `StructuralKey` and matches nothing. See [`Reason::OpenKey`](crate::Reason::OpenKey).
    OpenKey,
    /// The type of the value, or of a node behind a trait object, has a type argument without a table. Only the
    /// compiler's name identifies such an argument, and another compiler may write the name differently.
    TypeName,
}

impl fmt::Display for Obstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Obstacle::FreeVariable => {
                "a variable is free that is known by its address: bind it, or mark one of its fields `#[seq(key)]`"
            }
            Obstacle::Singleton => "a singleton is known by its address: mark one of its fields `#[seq(key)]`",
            Obstacle::Opaque => {
                "the type of an opaque field has no stable form, or is a type parameter: implement `StableBytes` for the \
                 type, use a concrete type, or compare the result of a function by `#[seq(via = path)]`"
            }
            Obstacle::ProcessLocal => {
                "a value is meaningful in this process only: use a stable value instead, such as a symbol's text"
            }
            Obstacle::Dangling => {
                "an id is dangling, as no arena in force has it: mark the arena's field `#[seq(arena)]`, or use `InArena` for \
                 a root"
            }
            Obstacle::Cycle => {
                "a node contains itself: mark its type, or another type on the cycle, `#[seq(kind = \"dag\")]`, without a \
                 key"
            }
            Obstacle::OpenKey => {
                "a map has a `StructuralKey` that no key matches. If the type of the key can reach a variable or a dag node, \
                 use `ByIdentity` for variables, or a key of a closed type; otherwise, implement `StableBytes` for its opaque \
                 types"
            }
            Obstacle::TypeName => {
                "only the compiler's name identifies an argument of a type: derive `StructuralEq` for the argument, and add \
                 the bound `#[seq(bound = \"T: StructuralEq\")]` to the type"
            }
        })
    }
}

impl core::error::Error for Obstacle {}
