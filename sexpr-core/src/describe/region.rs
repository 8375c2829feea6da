//! `Region`: whether a variable met in a place is bound, and in which scope.

use crate::describe::info::Def;

/// The region in force at an occurrence: `none`, `pattern` or `simple`.
///
/// It lasts for everything below the field that opened it. It knows the scope in which that field stands, and whether a
/// variable's fields lie between the field and the occurrence.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Region(
    /// The state in the lowest two bits; above them the scope's level: how many scopes are around the field. No more
    /// than [`BITS`](Region::BITS) are used.
    u64,
);

/// How many scopes are around something.
///
/// A scope takes some sixty bytes while it is around, with the node that has it. So there are never as many as
/// [`Region::BITS`] do not tell apart: these would take petabytes.
pub(crate) type Level = u64;

const NONE: u64 = 0;
const PATTERN: u64 = 1;
/// A `pattern` region, inside a variable's fields.
const INSIDE_VARIABLE: u64 = 2;
const SIMPLE: u64 = 3;
const STATE: u64 = 3;

impl Region {
    /// Nothing binds here.
    pub const NONE: Region = Region(NONE);
    /// The region of the root under `map_free_vars`.
    pub(crate) const FREE_VARIABLES: Region = Region(PATTERN);
    /// How many of the lowest bits are used.
    pub(crate) const BITS: u32 = 48;

    /// The region below a field that opens `def`, where `depth` scopes are around it. A `pattern` region propagates:
    /// in it, a `simple` field acts as `pattern`.
    #[inline(always)]
    pub(crate) fn enter(self, def: Def, depth: Level) -> Region {
        match def {
            Def::Inherit => self,
            Def::None => Region(NONE),
            Def::Simple if matches!(self.0 & STATE, NONE | SIMPLE) => Region(SIMPLE | depth << 2),
            Def::Pattern | Def::Simple => Region(PATTERN | depth << 2),
        }
    }

    /// The region in which a variable's own fields are compared.
    #[inline(always)]
    pub(crate) fn inside_variable(self) -> Region {
        match self.0 & STATE {
            NONE | SIMPLE => Region::NONE,
            _ => Region(self.0 & !STATE | INSIDE_VARIABLE),
        }
    }

    /// Whether a variable that is bound to nothing is bound where it is met here.
    #[inline(always)]
    pub(crate) fn binds(self) -> bool {
        self.0 & STATE != NONE
    }

    /// The level of the scope in which variables met here are bound; 0 for the whole comparison.
    #[inline(always)]
    pub(crate) fn level(self) -> Level {
        self.bits() >> 2
    }

    /// The region by its name.
    pub(crate) fn def(self) -> Def {
        match self.0 & STATE {
            NONE => Def::None,
            SIMPLE => Def::Simple,
            _ => Def::Pattern,
        }
    }

    /// Whether a variable met here binds anew, whatever it is bound to: directly in the region of a field that stands
    /// in a scope.
    #[inline(always)]
    pub(crate) fn is_binding_occurrence(self) -> bool {
        self.bits() > STATE && matches!(self.0 & STATE, PATTERN | SIMPLE)
    }

    /// What tells it from all others.
    #[inline(always)]
    pub(crate) fn bits(self) -> u64 {
        self.0
    }

    /// The region with these bits.
    #[inline(always)]
    pub(crate) fn from_bits(bits: u64) -> Region {
        Region(bits)
    }

    /// What stands for all regions in which comparing again finds the same, where `depth` scopes are around: this one
    /// alone, where variables bind anew. Elsewhere they are looked up first, and one that was met has a correspondence;
    /// but what a `simple` field opens depends on whether it stands in a `pattern` region, and whether a variable binds
    /// anew in it, on whether it stands in a scope.
    pub(crate) fn class(self, depth: Level) -> Region {
        match self.0 & STATE {
            _ if self.is_binding_occurrence() => Region(self.bits()),
            NONE | SIMPLE => Region(NONE | depth.min(1) << 2),
            _ => Region(INSIDE_VARIABLE | depth.min(1) << 2),
        }
    }
}

impl core::fmt::Debug for Region {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(match self.0 & STATE {
            NONE => "Region::None",
            SIMPLE => "Region::Simple",
            _ => "Region::Pattern",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Level, Region};
    use crate::describe::info::Def;

    #[test]
    fn there_may_be_more_scopes_than_32_bits_count() {
        let deep: Level = 1 << 45;
        for def in [Def::Pattern, Def::Simple] {
            let at = Region::NONE.enter(def, deep);
            assert_eq!((at.level(), at.def()), (deep, def));
            assert!(at.is_binding_occurrence() && at.binds());
            assert_eq!(at.inside_variable().binds(), def == Def::Pattern);
            assert!(at.bits() < 1 << Region::BITS);
            assert_eq!(Region::from_bits(at.bits()), at);
        }
    }
}
