//! From graphs to lists of operations, and back.
//!
//! | graph | operations |
//! |---|---|
//! | a placeholder | an argument |
//! | a placeholder that stands for an outer node | a capture, with an argument of the region |
//! | an outer node that a region uses directly | the value, used directly |
//! | a loop's argument | an argument of its region |
//! | `get_result` | a result of the loop or conditional |
//! | `output` | `wave.yield` |
//! | the index of a matrix product, by cases | four index entries |
//! | any other node | an operation |

mod to_graph;
mod to_operations;

pub use self::to_graph::{GraphError, to_graph};
pub use self::to_operations::{OperationsError, to_operations};
