//! Virtual fields, and the parts of nodes with a comparison of their own, pushed onto the lister's stack.

use alloc::{string::ToString, vec::Vec};

use crate::{
    describe::{
        custom::{
            CustomStructural, EqualParts, EqualValues, Handed, HashParts, HashValue, OwnedLeaf, VirtualField,
            VirtualSlice, VirtualValue,
        },
        leaf::Encoder,
        region::Region,
    },
    engine::trail::Mark,
    reflect::{
        lister::{Leaves, ListedPart, Lister},
        report::reason::{Obstacle, Reason},
    },
};

impl<'a> Lister<'a> {
    /// Lists the virtual fields of two nodes.
    pub(crate) fn virtual_fields(&mut self, left: &[VirtualField<'a>], right: &[VirtualField<'a>], at: Region) -> bool {
        if self.writes() {
            self.text.word(left.len() as u64);
            self.text.end_field();
        }
        let same = left.iter().zip(right).take_while(|(l, r)| l.name == r.name && l.def == r.def);
        let common = same.count();
        for (l, r) in left.iter().zip(right).take(common) {
            if !self.virtual_field(l, r, at.enter(l.def, self.depth)) {
                return false;
            }
        }
        if left.len().max(right.len()) == common {
            return true;
        }
        let [lhs, rhs] = [left, right].map(|fields| fields.get(common).map(|field| field.name.to_string()));
        self.differs_at(Mark::TRANSPARENT, Reason::VirtualFields { lhs, rhs })
    }

    fn virtual_field(&mut self, l: &VirtualField<'a>, r: &VirtualField<'a>, at: Region) -> bool {
        if self.passes(at) {
            return true;
        }
        if self.writes() {
            self.write_field(l);
        }
        let mark = self.mark_of(&l.name);
        if self.config.obstacles && l.value.info().is_named_by_compiler() {
            self.obstructed_at(mark, Obstacle::TypeName);
            return true;
        }
        match (&l.value, &r.value) {
            (VirtualValue::Leaf(l), VirtualValue::Leaf(r)) if l.same_type(r) => self.owned_leaves(mark, l, r),
            (VirtualValue::Part(one), VirtualValue::Part(other)) if one.ty() == other.ty() => {
                one.pair(other).is_none_or(|pair| self.push_more(mark, pair.lists.at(at)))
            }
            (VirtualValue::Slice(one), VirtualValue::Slice(other)) if one.ty == other.ty => {
                let elements: Vec<_> = one.pairs(other).map(|pair| pair.lists.at(at)).collect();
                let [lhs, rhs] = [one, other].map(VirtualSlice::length);
                self.mark = mark;
                self.call(move |lister| {
                    for (index, element) in elements.into_iter().enumerate() {
                        lister.push_more(Mark::index(index), element);
                    }
                    lister.missing_element(lhs, rhs);
                })
            }
            (l, r) => self.differs_at(mark, Reason::Types { lhs: l.info(), rhs: r.info() }),
        }
    }

    fn mark_of(&mut self, name: &str) -> Mark {
        if self.config.no_paths { Mark::TRANSPARENT } else { self.trail.virtual_field(name) }
    }

    /// Writes the description of a field: its name, its region and its type.
    fn write_field(&mut self, field: &VirtualField<'a>) {
        let info = field.value.info();
        self.text.bytes(field.name.as_bytes());
        self.text.word(field.def as u64);
        match self.config.numbers_types {
            true => self.text.ty(field.value.ty()),
            false => {
                self.is_process_local |= info.is_named_by_compiler();
                self.text.bytes(info.type_key().to_string().as_bytes());
            }
        }
        self.text.end_field();
        if let VirtualValue::Slice(slice) = &field.value {
            self.text.number(slice.length());
        }
    }

    fn owned_leaves(&mut self, mark: Mark, left: &OwnedLeaf, right: &OwnedLeaf) -> bool {
        if left.is_process_local() {
            self.is_process_local = true;
            self.obstructed_at(mark, Obstacle::ProcessLocal);
        }
        if self.config.leaves == Leaves::Shown {
            return self.push_at(mark, ListedPart::Leaf(left.text()));
        }
        if self.writes() {
            left.encode(&mut self.text);
            self.text.end_leaf();
        }
        if !self.compares() || left.same(right) {
            return true;
        }
        self.differs_at(mark, Reason::Leaves { lhs: left.text(), rhs: right.text() })
    }

    /// Lists the parts that a user-defined comparison compares, and a difference if its verdict is that there is one.
    pub(super) fn compare_custom<T: CustomStructural>(&mut self, left: &'a T, right: &'a T, at: Region) -> bool {
        self.push_at(Mark::TRANSPARENT, ListedPart::Custom);
        let mut parts = EqualParts::default();
        let verdict = left.s_equal(right, &mut parts);
        for part in &parts.parts {
            let mark = self.mark_of(&part.name);
            let goes_on = match &part.value {
                EqualValues::Leaves(left, right) => self.owned_leaves(mark, left, right),
                EqualValues::Parts(pair) => self.push_more(mark, pair.lists.at(at.enter(part.def, self.depth))),
            };
            if !goes_on {
                return false;
            }
        }
        verdict || self.differs_at(Mark::TRANSPARENT, Reason::Custom)
    }

    /// Lists the parts that a user-defined hash hashes.
    pub(super) fn custom_parts<T: CustomStructural>(&mut self, node: &'a T, at: Region) -> bool {
        let mut parts = if self.config.no_paths { HashParts::default() } else { HashParts::naming() };
        node.s_hash(&mut parts);
        for Handed { name, def, value } in &parts.parts {
            match value {
                HashValue::Part(part) => {
                    let mark = self.mark_of(name);
                    self.push_more(mark, part.lists.at(at.enter(*def, self.depth)));
                }
                HashValue::Leaf(leaf) if self.writes() => _ = self.owned_leaves(Mark::TRANSPARENT, leaf, leaf),
                HashValue::Leaf(_) => {}
            }
        }
        true
    }
}
