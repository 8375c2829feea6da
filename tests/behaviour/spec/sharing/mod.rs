//! Shared nodes are looked at once, whatever the two sides share, and wherever variables are bound.
//!
//! Each node holds a leaf that counts: see [`counted`]. [`terms`] are written with each kind of variable, in the
//! [`shapes`] of towers.

mod counted;
mod shapes;
mod shortcut;
mod terms;
mod variables;
