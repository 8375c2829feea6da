//! The rule for two nodes inside an unordered part that counts for them there alone.

use crate::{
    describe::{identity::Identity, info::Kind, options::Options, region::Region},
    rules::{pairs::Known, relation::Relation},
};

impl Relation {
    /// The region in which the fields of two variables are compared that correspond already, if they do so as free variables
    /// that were met in the unordered part around. Each element counts as if it were the first, so the fields of such a
    /// variable count at each of its occurrences. Variables that are one node are equal as it is.
    #[inline(always)]
    pub(crate) fn inside_free_in_part(
        &mut self,
        kind: Kind,
        [left, right]: [Identity; 2],
        addresses: [usize; 2],
        options: Options,
        at: Region,
    ) -> Option<Region> {
        if kind != Kind::Var || addresses[0] == addresses[1] || !self.variables.are_in_part() {
            return None;
        }
        if options.maps_free_vars() || at.is_binding_occurrence() {
            return None;
        }
        let Known::Paired(ordinal) = self.variables.look_up(left, right) else { return None };
        if !self.variables.was_made_in_part_around(ordinal) {
            return None;
        }
        self.variables.consult(ordinal);
        Some(at.inside_variable())
    }
}
