//! How deep a program's text may nest, so that reading, printing and dropping a program need little stack; and how
//! large what is inferred may become.

/// Brackets within brackets and blocks within blocks, together.
pub const NEST_LIMIT: usize = 200;

/// Operations whose operands are operations, and types that mention variables with types that do.
pub const DEPTH_LIMIT: usize = 1000;

/// Nodes that the type of one call is made of.
pub const TYPE_LIMIT: usize = 2_000;
