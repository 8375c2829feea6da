//! `Region`: whether an occurrence binds its variable, and in which scope.

use crate::describe::info::{Def, Kind, Roles};

/// The region in force at an occurrence: `none`, `pattern` or `simple`.
///
/// A region is in force for everything below the field that opened it. The region records the level of the scope that
/// contains the field; whether the occurrence is inside a variable's fields; and whether the scope has predeclared the
/// variables that bind here.
///
/// | the occurrence is | the variable is bound | the variable is not bound |
/// |---|---|---|
/// | in `none` | looked up | free |
/// | in `pattern` or `simple`, in a scope: a *binding occurrence* | shadowed until the scope is left | bound until then |
/// | in `pattern` or `simple`, outside all scopes | looked up | bound for the rest of the operation |
/// | in the fields of a variable, below `pattern` | looked up | bound for as long as a variable in the `pattern` region |
/// | in the fields of a variable, below `simple` | looked up | free |
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Region(
    /// From the lowest bit on: two bits for the state; one bit for `PREDECLARED`; one bit for `IN_ELEMENT`; and the
    /// scope's level, which is the number of scopes around the field. At most [`BITS`](Region::BITS) bits are used.
    u64,
);

/// A number of nested scopes.
///
/// An open scope and its node take some sixty bytes. So a region always fits in [`Region::BITS`] bits: the scopes that
/// a larger level counts would take a petabyte.
pub(crate) type Level = u64;

const NONE: u64 = 0;
const PATTERN: u64 = 1;
/// A `pattern` region, inside a variable's fields.
const INSIDE_VARIABLE: u64 = 2;
const SIMPLE: u64 = 3;
const STATE: u64 = 3;
/// The scope has predeclared the binding occurrences here.
const PREDECLARED: u64 = 4;
/// The region is that of an element of an unordered part, and no inner field has opened another region. (The element is
/// a scope itself.)
const IN_ELEMENT: u64 = 8;
/// The number of bits below the level.
const BELOW_LEVEL: u32 = 4;

impl Region {
    /// The region in force inside a node of this kind.
    pub(crate) fn inside(self, kind: Kind, is_scope: bool) -> Region {
        match kind {
            Kind::Var => self.inside_variable(),
            Kind::Dag => self.past_boundary(),
            _ if is_scope => self.past_boundary(),
            _ => self,
        }
    }

    /// The region in which nothing binds.
    pub const NONE: Region = Region(NONE);
    /// The region of the root under `map_free_vars`. A `pattern` field outside all scopes has the same region: in both,
    /// bindings last for the rest of the operation.
    pub(crate) const FREE_VARIABLES: Region = Region(PATTERN);
    /// The number of bits in use. All higher bits are zero.
    pub(crate) const BITS: u32 = 48;

    /// The region of a `pattern` field in the scope of this level.
    pub(crate) fn in_scope(level: Level) -> Region {
        Region::NONE.enter(Def::Pattern, level)
    }

    /// Whether this is the region of the root under `map_free_vars`, or of the fields of a variable in that region.
    /// False for a `simple` region outside all scopes.
    pub(crate) fn binds_for_good(self) -> bool {
        let here = self.past_boundary();
        here == Region::FREE_VARIABLES || here == Region::FREE_VARIABLES.inside_variable()
    }

    /// The region of an element of an unordered part under `map_free_vars`. The element is the scope of this level, and
    /// unbound variables are bound in it.
    pub(crate) fn in_element(level: Level) -> Region {
        Region(Region::in_scope(level).inside_variable().0 | IN_ELEMENT)
    }

    /// Whether this is the region of an element of an unordered part under `map_free_vars`.
    pub(crate) fn is_in_element(self) -> bool {
        self.0 & IN_ELEMENT != 0
    }

    /// The region below a field with this `def`, inside `depth` scopes. A `pattern` region propagates: in it, a
    /// `simple` field acts as `pattern`.
    #[inline(always)]
    pub(crate) fn enter(self, def: Def, depth: Level) -> Region {
        let predeclared = self.0 & PREDECLARED;
        match def {
            Def::Inherit => self,
            Def::None => Region(NONE | predeclared),
            Def::Simple if matches!(self.0 & STATE, NONE | SIMPLE) => {
                Region(SIMPLE | predeclared | depth << BELOW_LEVEL)
            }
            Def::Pattern | Def::Simple => Region(PATTERN | predeclared | depth << BELOW_LEVEL),
        }
    }

    /// The region below a field with these roles.
    #[inline(always)]
    pub(crate) fn enter_field(self, roles: Roles, depth: Level) -> Region {
        let below = self.enter(roles.def(), depth);
        if roles.is_predeclared() { below.predeclared() } else { below }
    }

    /// This region below a field that the enclosing scope predeclares: the scope bound the binding occurrences on entry.
    #[inline(always)]
    fn predeclared(self) -> Region {
        Region(self.0 | PREDECLARED)
    }

    /// This region inside a scope, a dag node or a map. Predeclaration ends there, and also [inside
    /// a variable](Self::inside_variable).
    #[inline(always)]
    pub(crate) fn past_boundary(self) -> Region {
        Region(self.0 & !PREDECLARED)
    }

    /// Whether binding occurrences are predeclared here.
    #[inline(always)]
    pub(crate) fn is_predeclared(self) -> bool {
        self.0 & PREDECLARED != 0
    }

    /// The region in which a variable's own fields are compared.
    #[inline(always)]
    pub(crate) fn inside_variable(self) -> Region {
        match self.0 & STATE {
            NONE | SIMPLE => Region::NONE,
            _ => Region(self.past_boundary().0 & !STATE | INSIDE_VARIABLE),
        }
    }

    /// Whether an occurrence of an unbound variable binds the variable here.
    #[inline(always)]
    pub(crate) fn binds(self) -> bool {
        self.0 & STATE != NONE
    }

    /// The level of the scope in which occurrences here bind; 0 for the whole operation.
    #[inline(always)]
    pub(crate) fn level(self) -> Level {
        self.bits() >> BELOW_LEVEL
    }

    /// The region's name.
    pub(crate) fn def(self) -> Def {
        match self.0 & STATE {
            NONE => Def::None,
            SIMPLE => Def::Simple,
            _ => Def::Pattern,
        }
    }

    /// Whether every occurrence here binds its variable anew: directly in the region of a `def` field in a scope.
    /// Predeclared variables were bound anew on entry to the scope.
    #[inline(always)]
    pub(crate) fn is_binding_occurrence(self) -> bool {
        self.level() > 0 && matches!(self.0 & STATE, PATTERN | SIMPLE)
    }

    /// A number that identifies the region.
    #[inline(always)]
    pub(crate) fn bits(self) -> u64 {
        self.0
    }

    /// The region with these bits.
    #[inline(always)]
    pub(crate) fn from_bits(bits: u64) -> Region {
        Region(bits)
    }

    /// The representative of all regions in which the comparison of two nodes has the same result, inside `depth` scopes.
    ///
    /// A region of binding occurrences represents itself alone. In all other regions, variables are looked up first,
    /// and a variable that occurred before has a correspondence. There, the result depends on three facts: whether a
    /// `simple` field is in a `pattern` region; whether occurrences in a field bind anew (as in scopes) and are
    /// predeclared; and whether unordered parts are compared in order.
    pub(crate) fn class(self, depth: Level) -> Region {
        let predeclared = self.0 & PREDECLARED;
        match self.0 & STATE {
            _ if self.is_binding_occurrence() => Region(self.bits()),
            NONE => Region(NONE | predeclared | depth.min(1) << BELOW_LEVEL),
            // Here, and inside a variable that a scope binds, unordered parts are compared in order.
            SIMPLE => Region(NONE | predeclared | (2 + depth.min(1)) << BELOW_LEVEL),
            _ if self.level() > 0 && !self.is_in_element() => Region(INSIDE_VARIABLE | predeclared | 2 << BELOW_LEVEL),
            _ => Region(INSIDE_VARIABLE | predeclared | depth.min(1) << BELOW_LEVEL),
        }
    }
}

impl core::fmt::Debug for Region {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Region::{:?}", self.def())
    }
}

#[cfg(test)]
mod tests {
    use super::{Level, Region};
    use crate::describe::info::Def;

    #[test]
    fn there_may_be_more_scopes_than_32_bits_count() {
        let deep: Level = 1 << 43;
        for def in [Def::Pattern, Def::Simple] {
            let at = Region::NONE.enter(def, deep);
            assert_eq!((at.level(), at.def()), (deep, def));
            assert!(at.is_binding_occurrence() && at.binds());
            assert_eq!(at.inside_variable().binds(), def == Def::Pattern);
            assert!(at.bits() < 1 << Region::BITS);
            assert_eq!(Region::from_bits(at.bits()), at);
        }
    }

    #[test]
    fn what_is_predeclared_ends_at_boundaries() {
        let below = Region::NONE.predeclared();
        assert!(below.is_predeclared() && !below.is_binding_occurrence());
        let binder = below.enter(Def::Pattern, 1);
        assert!(binder.is_predeclared() && binder.is_binding_occurrence());
        assert!(binder.enter(Def::None, 1).is_predeclared());
        for past in [binder.past_boundary(), binder.inside_variable()] {
            assert!(!past.is_predeclared() && past.level() == 1 && past.binds());
        }
        assert!(binder.past_boundary().is_binding_occurrence());
        assert_ne!(below.class(1), below.past_boundary().class(1));
    }

    #[test]
    fn what_is_found_where_elements_stand_in_order_is_not_used_where_they_do_not() {
        let in_order = Region::in_scope(1).inside_variable();
        let in_any_order = [Region::FREE_VARIABLES, Region::FREE_VARIABLES.inside_variable(), Region::in_element(1)];
        for region in in_any_order {
            assert_ne!(region.class(1), in_order.class(1));
            assert!(region.inside_variable().class(1) == region.class(1));
        }
        assert!(!Region::in_element(1).enter(Def::Pattern, 2).inside_variable().is_in_element());
    }
}
