//! The rule for variables: what an occurrence does where it is met, and after its fields.
//!
//! Written once for two values in step, for the hash, and for walks, rewritings and classes: they differ in what a
//! variable is bound to (a correspondence, a number, a binding), and so in what a look-up returns.
//!
//! **What a scope predeclares is bound when the scope is entered** (`stacks` keeps which bindings these are). Where such a
//! binding occurrence stands, it does what any other does, except that it binds nothing: its fields are looked at, and
//! then it has to be what was declared. Which occurrences these are is decided by where they stand
//! ([`Region::is_predeclared`]), since beyond a boundary a variable that was declared may be bound once more.

use crate::describe::{identity::Identity, region::Region};

/// What an occurrence does where it is met.
pub(crate) enum Lookup<Known> {
    /// The variable is bound to this, which decides; its fields are not looked at.
    Decided(Known),
    /// Its fields are looked at first, in this region; then [`after_fields`] says what it does.
    LookInside(Region),
}

/// What an occurrence of a variable does that is met in a region, where `look_up` says what the variable is bound to.
#[inline(always)]
pub(crate) fn meet<Known>(at: Region, look_up: impl FnOnce() -> Option<Known>) -> Lookup<Known> {
    // A binding occurrence binds anew, whatever the variable is bound to.
    let known = if at.is_binding_occurrence() { None } else { look_up() };
    known.map_or_else(|| Lookup::LookInside(at.inside_variable()), Lookup::Decided)
}

/// What an occurrence does after its fields.
pub(crate) enum AfterFields<Known> {
    /// It binds the variable, in the scope of the region.
    Binds,
    /// Its own fields mention the variable, and bound it: that decides.
    Decided(Known),
    /// Nothing binds it: it is free, and from then on corresponds to itself.
    Free,
}

impl<Known> AfterFields<Known> {
    /// Whether two variables of which this is known differ because they are free: two free ones are equal only if they
    /// are the same one.
    #[inline(always)]
    pub(crate) fn are_different_free(&self, left: Identity, right: Identity) -> bool {
        matches!(self, AfterFields::Free) && left != right
    }
}

/// Where what an occurrence refers to is looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// Among what variables are bound to at present.
    Present,
    /// Among what the scope around has predeclared.
    Predeclared,
}

/// What an occurrence does after its fields, where `look_up` says what the variable is bound to by then.
///
/// Its own fields can mention a variable that is known by its key, or that an id leads to.
#[inline(always)]
pub(crate) fn after_fields<Known>(at: Region, look_up: impl FnOnce(Source) -> Option<Known>) -> AfterFields<Known> {
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

/// What the key of a map does that is a variable, where `look_up` says what the variable is bound to: matching keys is a
/// use, wherever the map stands, and a free variable that matched itself is recorded for good. Its fields are
/// not looked at.
#[inline(always)]
pub(crate) fn match_key<Known>(look_up: impl FnOnce() -> Option<Known>) -> (AfterFields<Known>, Region) {
    (after_fields(Region::NONE, |_| look_up()), Region::NONE)
}
