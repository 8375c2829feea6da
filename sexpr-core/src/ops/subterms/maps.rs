//! Maps: their keys, if these are leaves or made of leaves, then their values in the order of the keys.

use crate::{
    describe::{
        containers::{Map, MapOrder},
        erased_arena::NoArenas,
        keys::{AsKeys, MapKey},
        leaf::Encoder,
        region::Region,
    },
    engine::{frame::Frame, place::Value},
    ops::subterms::SubtermSearch,
    rules::entries::{Entries, Rank},
};

impl<'a> SubtermSearch<'a> {
    pub(super) fn visit_map<M: Map>(&mut self, map: &'a M, at: Region, order: MapOrder) -> bool {
        let at = at.past_boundary();
        // Keys that are variables or terms are matched by what is around them.
        if !M::Key::IS_CONTENT {
            self.exclude();
            for (key, value) in map.entries() {
                let mark = self.trail.key(key);
                self.put_off(mark, Frame::new::<Value<M::Value>>(value, value, at));
            }
            return true;
        }
        let entries = Entries::read::<AsKeys>(map, order, &mut self.keys, &|_| None, &NoArenas);
        self.text.word(entries.ranked.len() as u64);
        for entry in &entries.ranked {
            self.innermost().is_process_local |= entry.is_process_local;
            match &entry.rank {
                Rank::Content(encoding) => self.text.bytes(encoding),
                _ => self.exclude(),
            }
        }
        for entry in &entries.ranked {
            let mark = self.trail.key(entries.key(entry.index));
            let value = entries.value(entry.index);
            self.put_off(mark, Frame::new::<Value<M::Value>>(value, value, at));
        }
        true
    }
}
