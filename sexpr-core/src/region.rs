//! The region in force: whether variables met here may be bound.

use crate::table::Def;

/// The region in force at an occurrence: `none`, `pattern` or `simple`.
///
/// It lasts for everything below the field that opened it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Region(Inner);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Inner {
    None,
    Pattern,
    Simple,
}

impl Region {
    /// Nothing binds here.
    pub const NONE: Region = Region(Inner::None);
    /// The region of the root under `map_free_vars`.
    pub(crate) const FREE_VARIABLES: Region = Region(Inner::Pattern);

    /// The region below a field that opens `def`. A `pattern` region propagates: in it, a `simple` field acts as
    /// `pattern`.
    #[inline(always)]
    pub(crate) fn enter(self, def: Def) -> Region {
        match def {
            Def::Inherit => self,
            Def::None => Region::NONE,
            Def::Pattern => Region(Inner::Pattern),
            Def::Simple if self.0 == Inner::Pattern => self,
            Def::Simple => Region(Inner::Simple),
        }
    }

    /// The region in which a variable's own fields are compared.
    #[inline(always)]
    pub(crate) fn inside_variable(self) -> Region {
        if self.0 == Inner::Simple { Region::NONE } else { self }
    }

    /// Whether an unbound variable met here is bound.
    #[inline(always)]
    pub(crate) fn binds(self) -> bool {
        self.0 != Inner::None
    }
}
