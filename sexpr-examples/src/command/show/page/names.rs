//! What the page calls both files.

use std::fmt;

use super::{Compared, Side};
use crate::language::Difference;

/// The names of both files, in full and as the page shows them: without folders, as far as they can be told apart so.
#[derive(Clone, Copy)]
pub(super) struct Names<'n> {
    full: [&'n str; 2],
    shown: [&'n str; 2],
}

impl<'n> Names<'n> {
    pub(super) fn of(compared: &'n Compared) -> Self {
        Self::new([compared.left.name(), compared.right.name()])
    }

    pub(super) fn new(full: [&'n str; 2]) -> Self {
        let end_of = |name: &'n str, folders: usize| {
            name.rmatch_indices(['/', '\\']).nth(folders).map_or(name, |(at, _)| &name[at + 1..])
        };
        let mut folders = 0;
        while full[0] != full[1] && end_of(full[0], folders) == end_of(full[1], folders) {
            folders += 1;
        }
        Self { full, shown: full.map(|name| end_of(name, folders)) }
    }

    pub(super) fn shown(&self, side: Side) -> &'n str {
        self.shown[usize::from(side == Side::Right)]
    }

    /// What a difference's kind does not say.
    pub(super) fn message(&self, difference: &Difference) -> String {
        let message = difference.message.strip_prefix(difference.kind.name()).unwrap_or(&difference.message);
        let message = message.trim_start_matches(", ").to_owned();
        self.full
            .iter()
            .zip(self.shown)
            .fold(message, |message, (full, shown)| message.replace(&format!("{full}:"), &format!("{shown}:")))
    }
}

impl fmt::Display for Names<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [left, right] = self.shown;
        write!(f, "{left} → {right}")
    }
}
