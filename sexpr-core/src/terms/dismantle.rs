//! `Dismantle` and `drop_iteratively`: dropping deep terms without native recursion.

use alloc::{boxed::Box, vec::Vec};
use core::fmt;

/// A type whose values can be taken apart and dropped piece by piece.
///
/// Derive it, with `#[seq(dismantle)]` beside `#[derive(StructuralEq)]`. The derived implementation hands over all
/// fields that are compared, and arenas whose types implement `Dismantle`. It drops the other fields with the value. A
/// type that implements `Drop` cannot be taken apart; this is a compile-time error. For a leaf of your own,
/// [`rewritable!(leaf …)`](crate::rewritable!) implements this trait.
///
/// For a pointer or container of your own, implement this trait by hand:
///
/// ```
/// use sexpr_core::terms::{Dismantle, Pieces, drop_iteratively};
///
/// /// A sequence that is never empty.
/// struct NonEmpty<T> { first: T, rest: Vec<T> }
///
/// impl<T: Dismantle> Dismantle for NonEmpty<T> {
///     fn dismantle(self, pieces: &mut Pieces) {
///         pieces.piece(self.first);
///         pieces.piece(self.rest);
///     }
/// }
///
/// drop_iteratively(NonEmpty { first: 1, rest: vec![2, 3] });
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be dropped piece by piece [SEQ438]",
    label = "`Dismantle` is not implemented for `{Self}`",
    note = "add `#[seq(dismantle)]` to `{Self}` if it is yours and derives `StructuralEq`",
    note = "for a leaf of your own, invoke `sexpr_core::rewritable!(leaf {Self});`, or, if it is not `Clone`, implement `Dismantle`",
    note = "for a pointer or container of your own, implement `Dismantle`: hand over what it holds"
)]
pub trait Dismantle: Sized + 'static {
    /// Whether values are leaves, so that dropping one takes little native stack.
    #[doc(hidden)]
    const IS_LEAF: bool = false;

    /// Whether a value may hold values of its own type, as nodes do. Such values are queued, and not taken apart
    /// recursively.
    #[doc(hidden)]
    const MAY_NEST: bool = true;

    /// Hands over the parts of the value. A shared pointer hands its pointee over if it is the only owner.
    fn dismantle(self, pieces: &mut Pieces);
}

/// A stack of pieces of values that will be taken apart.
#[derive(Default)]
pub struct Pieces {
    waiting: Vec<Box<dyn Piece>>,
}

trait Piece {
    fn take_apart(self: Box<Self>, pieces: &mut Pieces);
}

impl<T: Dismantle> Piece for T {
    fn take_apart(self: Box<Self>, pieces: &mut Pieces) {
        (*self).dismantle(pieces);
    }
}

impl Pieces {
    /// Takes a boxed piece.
    #[doc(hidden)]
    pub fn boxed<T: Dismantle>(&mut self, piece: Box<T>) {
        if T::MAY_NEST {
            self.waiting.push(piece);
        } else {
            self.piece(*piece);
        }
    }

    /// Takes a piece.
    pub fn piece<T: Dismantle>(&mut self, piece: T) {
        if T::MAY_NEST {
            self.waiting.push(Box::new(piece));
        } else if !T::IS_LEAF {
            // Nested containers recurse only as deep as their types are nested.
            piece.dismantle(self);
        }
    }
}

/// An arena of a value. The arena is handed over if its type can be taken apart; otherwise, it is dropped as a whole.
/// The inherent method takes precedence over the method of the fallback trait.
#[doc(hidden)]
pub struct ArenaPiece<A>(pub A);

impl<A: Dismantle> ArenaPiece<A> {
    pub fn hand_over(self, pieces: &mut Pieces) {
        pieces.piece(self.0);
    }
}

/// Drops arenas that cannot be taken apart.
#[doc(hidden)]
pub trait ArenaPieceFallback: Sized {
    fn hand_over(self, _: &mut Pieces) {}
}

impl<A> ArenaPieceFallback for ArenaPiece<A> {}

impl fmt::Debug for Pieces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pieces").field("waiting", &self.waiting.len()).finish()
    }
}

/// Drops a term without native recursion, whatever its depth. Nodes with other owners stay.
///
/// Takes time linear in the number of dropped nodes, and an allocation for each dropped node that is not in a `Box`.
///
/// ```
/// use sexpr_core::{StructuralEq, terms::drop_iteratively};
///
/// #[derive(StructuralEq)]
/// #[seq(dismantle)]
/// enum List { End, Item(i64, Box<List>) }
///
/// let list = (0..1_000_000).fold(List::End, |rest, item| List::Item(item, Box::new(rest)));
/// drop_iteratively(list);
/// ```
pub fn drop_iteratively<T: Dismantle>(term: T) {
    let mut pieces = Pieces::default();
    term.dismantle(&mut pieces);
    while let Some(piece) = pieces.waiting.pop() {
        piece.take_apart(&mut pieces);
    }
}
