//! `Part`: a part of a value that is rewritten, owned or only read.

/// A part of a value that is being rewritten: of what nobody else holds, or of what is shared, and so only read.
///
/// What the derive writes for [`Rewritable`](crate::rewrite::Rewritable) takes it apart and hands its parts on, each
/// once.
#[derive(Debug)]
pub enum Part<'a, T: ?Sized> {
    /// May be replaced where it is.
    Owned(&'a mut T),
    /// Is only read: what replaces it is put into a copy of what is around.
    Read(&'a T),
}

impl<'a, T: ?Sized> Part<'a, T> {
    /// The part, to look at.
    pub fn get(&self) -> &T {
        match self {
            Part::Owned(value) => value,
            Part::Read(value) => value,
        }
    }

    /// A part of this one.
    pub fn project<U: ?Sized>(self, of_owned: fn(&mut T) -> &mut U, of_read: fn(&T) -> &U) -> Part<'a, U> {
        match self {
            Part::Owned(value) => Part::Owned(of_owned(value)),
            Part::Read(value) => Part::Read(of_read(value)),
        }
    }
}
