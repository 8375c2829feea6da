//! A type that describes no pointer, no container, no ids and no arena, and a type of no ids.

use std::collections::BTreeMap;

use sexpr_core::{
    arena::{Arena, Id},
    containers::{OwningPointer, SharedPointer},
    mirror::{As, DescribeMap, DescribeSequence},
};

struct Mirror;

fn pointer<P: OwningPointer>() {}
fn shared_pointer<P: SharedPointer>() {}
fn sequence<D: DescribeSequence<Vec<u8>>>() {}
fn map<D: DescribeMap<BTreeMap<u8, u8>>>() {}
fn ids<I: Id>() {}
fn nodes<I: Id>(_: &impl Arena<I>) {}

fn main() {
    pointer::<As<Mirror, Box<u8>>>();
    shared_pointer::<As<Mirror, Box<u8>>>();
    sequence::<Mirror>();
    map::<Mirror>();
    ids::<As<Mirror, u32>>();
    nodes::<u32>(&[1_u8]);
}
