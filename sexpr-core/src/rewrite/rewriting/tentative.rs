//! Nodes behind ids that are other ones for no other reason than that they lead to a node that may become another one.
//!
//! Where a node on a cycle is rewritten once more, what is in it mentions it by the id that it will get if it changes, and
//! so do all nodes between. If nothing changes in the end, all of these are as they were, and none is used: the cycle stays
//! one. So what mentions a new id, or something that does, is *tentative* until that node ends.

use alloc::vec::Vec;

/// The number of a node of which it is undecided if it is another one.
pub(super) type Undecided = usize;

/// What was decided of a node that is mentioned by a new id.
#[derive(Clone, Copy)]
enum Decision {
    /// It is being rewritten, as this one of those that are.
    Open(usize),
    /// It got that id.
    Replaced,
    /// It stayed as it was.
    Stayed,
    /// It is other than before if another one is.
    As(Undecided),
}

/// What is tentative of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    /// It stands.
    Certain,
    /// It waits for a node that is being rewritten: this one of those that are, at least.
    Waits(usize),
    /// It is used no more.
    Withdrawn,
}

/// All nodes that were mentioned by new ids.
#[derive(Default)]
pub(super) struct Tentative(Vec<Decision>);

impl Tentative {
    /// A node is mentioned by a new id for the first time: this one of those that are being rewritten.
    pub(super) fn open(&mut self, index: usize) -> Undecided {
        self.0.push(Decision::Open(index));
        self.0.len() - 1
    }

    /// It ended, and is another one.
    pub(super) fn replace(&mut self, undecided: Undecided) {
        self.0[undecided] = Decision::Replaced;
    }

    /// It ended, and stays as it was.
    pub(super) fn withdraw(&mut self, undecided: Undecided) {
        self.0[undecided] = Decision::Stayed;
    }

    /// It ended, and is another one if one around is.
    pub(super) fn follow(&mut self, undecided: Undecided, around: Undecided) {
        self.0[undecided] = Decision::As(around);
    }

    /// What stands of a result that depends on this.
    pub(super) fn standing(&self, undecided: Option<Undecided>) -> Standing {
        let mut next = undecided;
        while let Some(undecided) = next {
            next = match self.0[undecided] {
                Decision::Open(index) => return Standing::Waits(index),
                Decision::Replaced => None,
                Decision::Stayed => return Standing::Withdrawn,
                Decision::As(around) => Some(around),
            };
        }
        Standing::Certain
    }
}
