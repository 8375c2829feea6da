//! The expansion of every shape of input.
