//! Correspondences and pairs of dag nodes whose making is awaited, and where it took place.

use crate::{
    describe::info::Kind,
    engine::path::Path,
    reflect::report::{Failure, reason::Reason},
    rules::{pairs::Ordinal, relation::Difference},
    tables::index::Table,
};

/// What is awaited, and where it was made last.
pub(super) type Watched = Table<Awaited, Option<Made>>;

/// A correspondence, or a pair of dag nodes.
pub(super) type Awaited = (Kind, Ordinal);

/// Where a correspondence was made, or a pair of dag nodes.
#[derive(Clone)]
pub(super) struct Made {
    pub(super) left: Path,
    pub(super) right: Path,
    /// Whether a variable was bound there. Otherwise a free one was met.
    pub(super) binds: bool,
}

/// A table of these correspondences, none of them made yet.
pub(super) fn watch(awaited: impl IntoIterator<Item = Awaited>) -> Watched {
    awaited.into_iter().map(|one| (one, None)).collect()
}

impl Failure {
    /// The correspondences of each side whose places are to be told.
    pub(super) fn asks(&self) -> [Option<Awaited>; 2] {
        match self {
            Failure::Difference(Difference::BoundElsewhere(one, other), _) => {
                [*one, *other].map(|ordinal| Some((Kind::Var, ordinal?)))
            }
            Failure::Difference(Difference::Sharing(one, other), _) => {
                [*one, *other].map(|ordinal| Some((Kind::Dag, ordinal?)))
            }
            _ => [None, None],
        }
    }

    /// Why values differ, with where their correspondences were made.
    pub(super) fn reason(self, watched: &Watched) -> Option<Reason> {
        let made = self.asks().map(|asked| watched.get(&asked?)?.clone());
        Some(match self {
            Failure::Reason(reason) => reason,
            // A cycle is told with its types.
            Failure::Obstacle(_) | Failure::Difference(Difference::Cycle(_), _) => return None,
            Failure::Difference(Difference::Shadowed, _) => Reason::Shadowed,
            Failure::Difference(Difference::Singletons, [lhs, rhs]) => Reason::Singletons { lhs, rhs },
            Failure::Difference(Difference::Free | Difference::BoundElsewhere(..), names) => {
                // That a free variable was met before binds it to nothing.
                match made.map(|made| made.filter(|made| made.binds)) {
                    [None, None] => {
                        let [lhs, rhs] = names;
                        Reason::FreeVariables { lhs, rhs }
                    }
                    [lhs, rhs] => {
                        let binders = [lhs.as_ref().map(|made| &made.left), rhs.as_ref().map(|made| &made.right)];
                        let binders = binders.map(Option::<&Path>::cloned);
                        let (lhs, rhs) = (lhs.map(|made| made.right), rhs.map(|made| made.left));
                        Reason::BoundElsewhere { lhs, rhs, binders, names }
                    }
                }
            }
            Failure::Difference(Difference::Sharing(..), _) => {
                let [lhs, rhs] = made;
                Reason::Sharing { lhs: lhs.map(|made| made.left), rhs: rhs.map(|made| made.right) }
            }
        })
    }
}
