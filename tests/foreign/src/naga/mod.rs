//! Shaders, in naga's representation: a module of arenas, in which functions have arenas of their own.

pub mod by_hand;
pub mod ir;
pub mod shaders;
