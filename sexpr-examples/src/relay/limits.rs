//! How deep a module's text may nest, so that reading, printing and dropping a module need little stack.

/// Brackets within brackets, types within types and patterns within patterns.
pub const NEST_LIMIT: usize = 200;

/// Expressions within expressions, and dimensions within dimensions, with or without brackets: `%x + %x + …` and
/// `%x.0.0…` are deep, too. Bindings in a row are not.
pub const DEPTH_LIMIT: usize = 500;
