//! `Obstacle`: why a value has no fingerprint.

use core::fmt;

/// What is not the same in another process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Obstacle {
    /// A free variable that is known by its address.
    FreeVariable,
    /// A singleton that is known by its address.
    Singleton,
    /// An opaque field whose type has no stable form.
    Opaque,
    /// A value, or a key, that means something in this process only.
    ProcessLocal,
    /// An id means nothing in the arena in force, or there is none.
    Dangling,
    /// A node is inside itself, through ids. See [`Reason::Cycle`](crate::Reason::Cycle).
    Cycle,
    /// A map's key is a term by its structure, and it cannot be told what it equals. See
    /// [`Reason::OpenKey`](crate::Reason::OpenKey).
    OpenKey,
    /// The type of the value, or of a node behind a trait object, has an argument that no table describes. Only the
    /// compiler's name for it tells it from others, and another compiler may write that otherwise.
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
                "an opaque field's type has no form that is the same everywhere, or it is a type parameter: implement \
                 `StableBytes` for it, hold a concrete type, or compare what `#[seq(via = path)]` makes of it"
            }
            Obstacle::ProcessLocal => {
                "a value means something in this process only: use what it stands for instead, such as a symbol's text"
            }
            Obstacle::Dangling => {
                "an id is dangling: no arena is in force that has it; mark the arena's field `#[seq(arena)]`, or use \
                 `InArena` for a root"
            }
            Obstacle::Cycle => {
                "a node is inside itself: declare its type, or another type on the cycle, `#[seq(kind = \"dag\")]`, \
                 without a key"
            }
            Obstacle::OpenKey => {
                "a map has a `StructuralKey` that nothing matches. If its type can reach a variable or a dag node, use \
                 `ByIdentity` for variables, or a key whose type is closed; else implement `StableBytes` for its opaque \
                 types"
            }
            Obstacle::TypeName => {
                "a type has an argument that is known by the compiler's name for it alone: derive `StructuralEq` for the \
                 argument, and ask for it with `#[seq(bound = \"T: StructuralEq\")]` on the type"
            }
        })
    }
}

impl core::error::Error for Obstacle {}
