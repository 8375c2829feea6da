//! Ids of correspondences, by which they are known also when they exist no more.
//!
//! An id is the number of a key: a correspondence's variables, and where it was made. No two correspondences that exist
//! at one time have the same key, and a key tells what a correspondence meant also after it was forgotten.

use crate::{describe::identity::Identity, tables::index::Numbered};

/// The number of a [`BindingKey`].
pub(crate) type BindingId = usize;

/// What a correspondence is known by: no two that exist at one time have the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct BindingKey<const SIDES: usize> {
    pub(crate) variables: [Identity; SIDES],
    /// Where it was made, if that was for a scope. For good, variables get one correspondence at most.
    pub(crate) made: Option<Made>,
}

/// Where a correspondence was made for a scope: while no reordering happens, at one place there is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Made {
    /// How many correspondences made for scopes there were.
    pub(crate) bound: usize,
    /// How often one was removed that was not the latest.
    pub(crate) reorderings: u64,
}

/// The keys that were needed.
pub(crate) type BindingIds<const SIDES: usize> = Numbered<BindingKey<SIDES>>;
