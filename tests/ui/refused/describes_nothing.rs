//! A type that describes no pointer, no container, no ids and no arena, and a type of no ids.

use std::collections::BTreeMap;

use sexpr_core::{
    arena::{Arena, Id},
    mirror::{DescribeArena, DescribeId, DescribeMap, DescribeOwningPointer, DescribeSequence, DescribeSharedPointer},
};

struct Mirror;

fn pointer<D: DescribeOwningPointer<Box<u8>>>() {}
fn shared_pointer<D: DescribeSharedPointer<Box<u8>>>() {}
fn sequence<D: DescribeSequence<Vec<u8>>>() {}
fn map<D: DescribeMap<BTreeMap<u8, u8>>>() {}
fn ids<D: DescribeId<u32>>() {}
fn arena<D: DescribeArena<Vec<u8>, u32>>() {}
fn nodes<I: Id>(_: &impl Arena<I>) {}

fn main() {
    pointer::<Mirror>();
    shared_pointer::<Mirror>();
    sequence::<Mirror>();
    map::<Mirror>();
    ids::<Mirror>();
    arena::<Mirror>();
    nodes::<u32>(&[1_u8]);
}
