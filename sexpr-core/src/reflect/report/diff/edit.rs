//! `Diff` and `Edit`: what differs between two values.

use alloc::{boxed::Box, vec::Vec};
use core::{fmt, slice};

use crate::{
    engine::path::Path,
    reflect::report::reason::{Places, Reason},
};

/// All differences of two values, in the order of comparison: made by [`structural_diff`](crate::structural_diff).
///
/// `Display` writes them one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diff {
    edits: Vec<Edit>,
    is_complete: bool,
}

impl Diff {
    pub(crate) fn new(edits: Vec<Edit>, is_complete: bool) -> Diff {
        Diff { edits, is_complete }
    }

    /// The edits that make the right value of the left one.
    pub fn edits(&self) -> &[Edit] {
        &self.edits
    }

    /// Whether there are none: the values are [`structural_equal`](crate::structural_equal).
    pub fn is_empty(&self) -> bool {
        self.edits.is_empty()
    }

    /// Whether the values were compared to the end. Where they have so little in common that their edits would take up too
    /// much memory, the comparison stops, and what comes after the last edit was not compared.
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// The edits.
    pub fn iter(&self) -> slice::Iter<'_, Edit> {
        self.edits.iter()
    }
}

impl<'d> IntoIterator for &'d Diff {
    type Item = &'d Edit;
    type IntoIter = slice::Iter<'d, Edit>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Display for Diff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, edit) in self.edits.iter().enumerate() {
            if index > 0 {
                writeln!(f)?;
            }
            write!(f, "{edit}")?;
        }
        if !self.is_complete {
            write!(f, "\nwhat comes after this was not compared: the values differ too much")?;
        }
        Ok(())
    }
}

/// A difference of two values: where it is, and what changed there.
///
/// `Display` writes a line for each side and one for the change, as [`Mismatch`](crate::Mismatch) does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    inner: Box<(Places, EditKind)>,
}

/// What changed at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EditKind {
    /// The right value is there instead of the left one, which differs for this reason.
    Replaced(Reason),
    /// An element of a sequence on the left has no counterpart on the right.
    #[non_exhaustive]
    Removed {
        /// How many parts it has: variants of enums, leaves, variables and lengths; what is shared, each time.
        size: usize,
    },
    /// An element of a sequence on the right has no counterpart on the left.
    #[non_exhaustive]
    Inserted {
        /// How many parts it has: variants of enums, leaves, variables and lengths; what is shared, each time.
        size: usize,
    },
    /// An element of a sequence stands elsewhere. Where it stands in the same sequence and changed as well, further edits
    /// say how. In another sequence, it is equal, as far as its hash tells, but for what variables refer to that are bound
    /// around it.
    Moved,
}

impl Edit {
    pub(crate) fn new(places: Places, kind: EditKind) -> Edit {
        Edit { inner: Box::new((places, kind)) }
    }

    /// The move of an element that is removed from one sequence and inserted into another.
    pub(super) fn moved(removed: Edit, inserted: Edit) -> Edit {
        let paths = [removed.lhs().clone(), inserted.rhs().clone()];
        Edit::new(Places { paths, ids: None }, EditKind::Moved)
    }

    /// The place on the left; of an element that was inserted, where it would stand.
    pub fn lhs(&self) -> &Path {
        &self.inner.0.paths[0]
    }

    /// The place on the right; of an element that was removed, where it would stand.
    pub fn rhs(&self) -> &Path {
        &self.inner.0.paths[1]
    }

    /// The numbers of the ids that led to the places: see [`Mismatch::ids`](crate::Mismatch::ids).
    pub fn ids(&self) -> Option<[u64; 2]> {
        self.inner.0.ids
    }

    /// What changed.
    pub fn kind(&self) -> &EditKind {
        &self.inner.1
    }
}

impl fmt::Display for Edit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.inner.0, self.kind())
    }
}

impl fmt::Display for EditKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EditKind::Replaced(reason) => write!(f, "{reason}"),
            EditKind::Removed { size } => write_with_size(f, "removed", *size),
            EditKind::Inserted { size } => write_with_size(f, "inserted", *size),
            EditKind::Moved => f.write_str("moved"),
        }
    }
}

/// Writes what happened to an element, and the number of its parts, if that is known.
fn write_with_size(f: &mut fmt::Formatter<'_>, change: &str, size: usize) -> fmt::Result {
    match size {
        0 => f.write_str(change),
        1 => write!(f, "{change}, 1 part"),
        _ => write!(f, "{change}, {size} parts"),
    }
}
