//! `Options`: how values are compared and hashed.

use core::fmt;

use crate::describe::{info::Roles, region::Region};

/// How values are compared and hashed. Values that are equal under some options have the same hash under these options.
///
/// ```
/// use std::sync::Arc;
/// use sexpr_core::{Options, StructuralEq, structural_equal};
///
/// #[derive(StructuralEq)]
/// #[seq(kind = "var")]
/// struct Var;
///
/// let (x, y) = (Arc::new(Var), Arc::new(Var));
/// assert!(!structural_equal(&x, &y));
/// assert!(Options::new().map_free_vars(true).equal(&x, &y));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Options {
    map_free_vars: bool,
    skip_payload: bool,
}

impl Options {
    /// The options that [`structural_equal`](crate::structural_equal) uses: free variables equal only themselves, and
    /// payloads count.
    pub const fn new() -> Options {
        Options { map_free_vars: false, skip_payload: false }
    }

    /// Whether free variables are compared up to renaming, like bound ones. If so, the root is in a `pattern` region.
    pub const fn map_free_vars(self, map: bool) -> Options {
        Options { map_free_vars: map, ..self }
    }

    /// Whether fields marked `#[seq(payload)]` are skipped.
    pub const fn skip_payload(self, skip: bool) -> Options {
        Options { skip_payload: skip, ..self }
    }

    /// A number that identifies the options in a hash.
    pub(crate) fn word(self) -> u64 {
        u64::from(self.map_free_vars) | u64::from(self.skip_payload) << 1
    }

    /// The region of the root.
    pub(crate) fn root_region(self) -> Region {
        if self.map_free_vars { Region::FREE_VARIABLES } else { Region::NONE }
    }

    /// Whether free variables are compared up to renaming.
    pub(crate) fn maps_free_vars(self) -> bool {
        self.map_free_vars
    }

    /// Whether a field with these roles is skipped.
    #[inline(always)]
    pub(crate) fn skips(self, roles: Roles) -> bool {
        roles.is_payload() && self.skip_payload
    }
}

impl fmt::Display for Options {
    /// Writes the options that differ from the default.
    ///
    /// ```
    /// use sexpr_core::Options;
    ///
    /// assert_eq!(Options::new().skip_payload(true).to_string(), "skip_payload");
    /// assert_eq!(Options::new().to_string(), "default");
    /// ```
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match (self.map_free_vars, self.skip_payload) {
            (false, false) => "default",
            (true, false) => "map_free_vars",
            (false, true) => "skip_payload",
            (true, true) => "map_free_vars, skip_payload",
        })
    }
}
