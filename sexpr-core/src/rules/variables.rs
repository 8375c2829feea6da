//! The rule for variables: the effect of an occurrence before and after its fields.
//!
//! The rule is written once for all operations: comparisons of two values, the hash, walks, rewritings and alpha
//! classes. Operations differ only in the result of a look-up, which is a correspondence, a number or a binding.
//!
//! **A predeclared variable is bound when its scope is entered** (`stacks` keeps these bindings). The declaration is
//! like any other binding occurrence, except that it binds nothing: its fields are compared, and then it has to agree
//! with the predeclared binding. The region determines which occurrences are such declarations
//! ([`Region::is_predeclared`]), since beyond a boundary a predeclared variable may be bound once more.

use crate::describe::{identity::Identity, region::Region};

/// The effect of an occurrence before its fields are visited.
pub(crate) enum Lookup<Bound> {
    /// The variable is bound to this, which decides. Its fields are skipped.
    Decided(Bound),
    /// Its fields come first, in this region; then [`after_fields`] decides.
    LookInside(Region),
}

/// The effect of an occurrence of a variable in a region, before its fields. `look_up` finds the variable's binding.
#[inline(always)]
pub(crate) fn meet<Bound>(at: Region, look_up: impl FnOnce() -> Option<Bound>) -> Lookup<Bound> {
    // A binding occurrence binds the variable, whether or not the variable is bound already.
    let known = if at.is_binding_occurrence() { None } else { look_up() };
    known.map_or_else(|| Lookup::LookInside(at.inside_variable()), Lookup::Decided)
}

/// The effect of an occurrence after its fields.
pub(crate) enum AfterFields<Bound> {
    /// The occurrence binds the variable, in the scope of the region.
    Binds,
    /// This binding decides: the variable is predeclared, or an occurrence in its own fields bound it.
    Decided(Bound),
    /// The variable is free, and corresponds to itself from then on.
    Free,
}

impl<Bound> AfterFields<Bound> {
    /// Whether two variables differ because they are free: two free variables are equal only if they are identical.
    #[inline(always)]
    pub(crate) fn are_different_free(&self, left: Identity, right: Identity) -> bool {
        matches!(self, AfterFields::Free) && left != right
    }
}

/// The place where a binding is looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// Among the present bindings.
    Present,
    /// Among the predeclared bindings of the enclosing scope.
    Predeclared,
}

/// The effect of an occurrence after its fields. `look_up` finds the variable's binding at that time.
///
/// A variable with a key, or behind an id, can occur in its own fields.
#[inline(always)]
pub(crate) fn after_fields<Bound>(at: Region, look_up: impl FnOnce(Source) -> Option<Bound>) -> AfterFields<Bound> {
    let known = match at.is_binding_occurrence() {
        true if at.is_predeclared() => look_up(Source::Predeclared),
        true => None,
        false => look_up(Source::Present),
    };
    match known {
        Some(known) => AfterFields::Decided(known),
        None if at.binds() => AfterFields::Binds,
        None => AfterFields::Free,
    }
}

/// The rule for a variable that is the key of a map. `look_up` finds the variable's binding. Matching a key uses the
/// variable, in any region. A free variable that matched itself is recorded permanently. Its fields are skipped.
#[inline(always)]
pub(crate) fn match_key<Bound>(look_up: impl FnOnce() -> Option<Bound>) -> (AfterFields<Bound>, Region) {
    (after_fields(Region::NONE, |_| look_up()), Region::NONE)
}
