//! Functions of blocks with parameters, as cranelift keeps them, by its tables of entities.

#![allow(missing_docs, reason = "the names are those that compilers have for these things")]

pub mod ir;
pub mod outline;
