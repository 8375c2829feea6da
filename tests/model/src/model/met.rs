//! What there is to say of a walk.

/// How a walk is taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct How {
    /// Whether each node is visited once.
    pub distinct: bool,
    /// Every so many nodes, what is in one is left out.
    pub skips: Option<usize>,
}

impl How {
    /// Every occurrence of a node and each node once, with all that is in them and with some left out.
    pub const ALL: [How; 4] = [
        How { distinct: false, skips: None },
        How { distinct: false, skips: Some(5) },
        How { distinct: true, skips: None },
        How { distinct: true, skips: Some(4) },
    ];

    /// Whether what is in a node is left out, which is the one after so many.
    pub fn skips_after(self, nodes: usize) -> bool {
        self.skips.is_some_and(|every| nodes % every == every - 1)
    }
}

/// A node that is met, before what is in it, and again after that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Met {
    /// Whether all was met that is in it.
    pub is_end: bool,
    /// Its type, or the text of a name.
    pub name: String,
    /// Which node of the graph it is, if it is one.
    pub index: Option<usize>,
    /// The steps from the root, each as [`step`](crate::conformance::walk::step) writes it; `[…]` for a key that is no string.
    pub path: Vec<String>,
    /// How many nodes are around it.
    pub depth: usize,
    /// The region in force.
    pub region: sexpr_core::reflect::Def,
    /// What it is, if it is a variable.
    pub occurrence: Option<Occurrence>,
    /// Whether it was met before, or a node around it.
    pub met_before: bool,
}

/// What an occurrence of a variable is. Bindings are numbered in the order in which they are met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "as in the library")]
pub enum Occurrence {
    Binds(usize),
    Bound(usize),
    Free,
}
