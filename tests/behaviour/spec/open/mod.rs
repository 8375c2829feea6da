//! Open worlds: what stands behind trait objects of one's own.

#![allow(clippy::arc_with_non_send_sync, reason = "the tests are about pointers, not about threads")]
#![allow(clippy::borrowed_box, reason = "where a box stands matters here")]

mod kinds;
mod places;
mod pointers;
mod types;

use sexpr_core::{StructuralEq, custom::DynStructural};

/// The open world of these tests.
trait Op: DynStructural {}
sexpr_core::open!(Op);

#[derive(Clone, StructuralEq)]
struct Load {
    address: i64,
}
impl Op for Load {}

#[derive(Clone, StructuralEq)]
struct Store {
    address: i64,
}
impl Op for Store {}
