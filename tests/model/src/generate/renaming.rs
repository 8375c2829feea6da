//! A term and the same with other variables.

use super::Draw;
use crate::{
    conformance::NodeSpec,
    model::{self, Options},
};

/// How a term is renamed, scope by scope.
#[derive(Clone, Debug)]
pub struct Renaming {
    /// Whether some variables keep their names or get another's, which may capture.
    pub careless: bool,
    /// What is decided, over and over.
    pub decisions: Vec<u8>,
}

impl Renaming {
    /// The renaming that the next bytes say.
    pub fn draw(draw: &mut Draw<'_>) -> Renaming {
        Renaming { careless: draw.flag(), decisions: draw.some_bytes(23) }
    }

    /// The same, without capture.
    pub fn careful(self) -> Renaming {
        Renaming { careless: false, ..self }
    }

    /// Appends the renamed term; nothing, if it is too large.
    pub fn apply(&self, nodes: &mut Vec<NodeSpec>, root: usize, options: Options) -> Option<usize> {
        let mut decisions = self.decisions.iter().cycle();
        let mut decide = |below| decisions.next().map_or(0, |decision| usize::from(*decision) % below);
        model::rename(nodes, root, options, self.careless, &mut decide)
    }
}
