//! Walks: which nodes callbacks get, in which order, and what they learn of each; traversals, and paths.

mod batches;
mod bindings;
mod cycles;
mod depth;
mod nodes;
mod nothing_kept;
mod order;
mod own_mentions;
mod places;
mod sharing;
mod traversals;
mod types;
