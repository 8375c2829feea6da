//! The hashes of nodes in a value, each hashed by itself.
//!
//! A hash needs the type of a node, but the reflective lane has only addresses. So this visitor traverses the value
//! once more. It is compiled only in programs that ask for such hashes.

use alloc::vec::Vec;

use crate::{
    describe::{
        containers::{Map, MapOrder, OwningPointer, Sequence, SharedPointer},
        custom::{CustomStructural, HashParts, HashValue, VirtualFields, VirtualPart, VirtualValue},
        identity::Identity,
        options::Options,
        region::Region,
        structural::{Field, StructuralEq},
        visitor::{Operation, Visitor},
    },
    engine::{
        frame::Frame,
        place::{Owned, Place, Pointee, Referred},
    },
    ops::hash::{Hash, HashBuffers, items::Digested},
    tables::index::Table,
};

/// The 128-bit hashes of nodes, by place. `None` for a node that was not met yet, or whose hash is process-local.
type Hashes = Table<Identity, Option<u128>>;

/// The visitor that finds the hashes.
pub(crate) struct NodeHashes<'a> {
    options: Options,
    waiting: Vec<Frame<'a, Self>>,
    met: Table<Identity, ()>,
    hashes: Hashes,
    buffers: HashBuffers<Digested>,
}

impl<'a> NodeHashes<'a> {
    /// The hashes of the nodes in these places.
    pub(crate) fn run<T>(root: &'a T, places: impl Iterator<Item = Identity>, options: Options) -> Hashes
    where
        T: StructuralEq + ?Sized,
    {
        let (waiting, met, buffers) = (Vec::new(), Table::default(), HashBuffers::default());
        let hashes = places.map(|place| (place, None)).collect();
        let mut visit = NodeHashes { options, waiting, met, hashes, buffers };
        visit.meet(root, true);
        while let Some(frame) = visit.waiting.pop() {
            frame.run(&mut visit);
        }
        visit.hashes
    }

    fn meet<T: StructuralEq + ?Sized>(&mut self, node: &'a T, is_unique: bool) -> bool {
        let place = Identity::address(node);
        if !is_unique && self.met.insert(place, ()).is_some() {
            return true;
        }
        if T::NODE
            && let Some(hash @ None) = self.hashes.get_mut(&place)
        {
            let hashed = Hash::run(node, self.options, &mut self.buffers);
            *hash = (!hashed.is_process_local).then_some(hashed.value);
        }
        T::content(node, node, Region::NONE, self)
    }

    /// Puts off a visit of a pointer's pointee.
    fn put_off<P: Place<Holder: 'a, Node: 'a> + 'a>(&mut self, holder: &'a P::Holder) -> bool {
        let meet = |visit: &mut Self, holder: &'a P::Holder, _| visit.meet(P::node(holder), P::is_unique(holder));
        self.waiting.push(Frame::on(holder, meet, Region::NONE));
        true
    }

    pub(crate) fn held<T: Field>(&mut self, value: &'a T, at: Region) -> bool {
        T::held(value, value, at, self)
    }

    pub(crate) fn content<T: StructuralEq>(&mut self, node: &'a T, at: Region) -> bool {
        T::content(node, node, at, self)
    }

    fn put_off_values<T: Field + 'a>(&mut self, values: impl Iterator<Item = &'a T>) -> bool {
        if !const { T::INFO.is_leaf() } {
            self.waiting.extend(values.map(|value| Frame::on(value, Self::held, Region::NONE)));
        }
        true
    }
}

impl Operation for NodeHashes<'_> {
    fn options(&self) -> Options {
        self.options
    }
}

impl<'a> Visitor<'a> for NodeHashes<'a> {
    const MEETS_INLINE: bool = true;

    fn owning<P: OwningPointer>(&mut self, pointer: &'a P, _: &'a P, _: Region) -> bool {
        self.put_off::<Owned<P>>(pointer)
    }

    fn shared<P: SharedPointer>(&mut self, pointer: &'a P, _: &'a P, _: Region) -> bool {
        self.put_off::<Pointee<P>>(pointer)
    }

    fn referred<T: StructuralEq>(&mut self, node: &'a T, _: &'a T, _: Region) -> bool {
        self.put_off::<Referred<T>>(node)
    }

    fn sequence<S: Sequence + ?Sized>(&mut self, sequence: &'a S, _: &'a S, _: Region) -> bool {
        self.put_off_values(sequence.items())
    }

    fn entries<M: Map>(&mut self, map: &'a M, _: &'a M, _: Region, _: MapOrder) -> bool {
        self.put_off_values(map.entries().map(|(_, value)| value))
    }

    fn node<T: Field>(&mut self, node: &'a T, _: &'a T, _: Region) -> bool {
        self.meet(node, true)
    }

    fn inline<T: StructuralEq + ?Sized>(&mut self, value: &'a T, _: &'a T, _: Region) -> bool {
        self.meet(value, true)
    }

    fn open(&mut self, node: VirtualPart<'a>, _: VirtualPart<'a>, at: Region) -> bool {
        node.single().of_nodes.at(at).run(self)
    }

    fn listed<T: ?Sized>(&mut self, node: &'a T, _: &'a T, list: fn(&'a T, &mut VirtualFields<'a>), _: Region) -> bool {
        for field in VirtualFields::of(node, list) {
            match field.value {
                VirtualValue::Part(part) => self.waiting.push(part.single().of_nodes),
                VirtualValue::Slice(slice) => {
                    self.waiting.extend(slice.elements.iter().map(|part| part.single().of_nodes));
                }
                VirtualValue::Leaf(_) => {}
            }
        }
        true
    }

    fn custom<T: CustomStructural>(&mut self, node: &'a T, _: &'a T, _: Region) -> bool {
        let mut parts = HashParts::default();
        node.s_hash(&mut parts);
        self.waiting.extend(parts.parts.iter().filter_map(|part| match &part.value {
            HashValue::Part(part) => Some(part.of_nodes),
            HashValue::Leaf(_) => None,
        }));
        true
    }
}
