//! The rules for unordered parts, for the hash of one value.
//!
//! Each element counts as it would if it were the first one: a free variable that is met in a part counts by its fields
//! and its identity at each occurrence, and nothing is recorded of it. When the outermost part is left, it is recorded;
//! from then on it counts by its identity alone, since which of its occurrences came first is not known.
//!
//! Where free variables may correspond to others (`map_free_vars`), each element is a scope, in which they are numbered.
//! After the part, nothing is known of them but that they were met.

use crate::{
    describe::region::Region,
    rules::{
        items::Items,
        numbering::{Numbering, Tag, tag},
        var_pairs::in_parts::Event,
    },
};

impl<I: Items> Numbering<I> {
    /// Leaves the innermost unordered part, and records the free variables that were met, if there is none around it.
    pub(crate) fn leave_part(&mut self) {
        for variable in self.variables.leave_part() {
            if self.variables.top(0, variable).is_none() {
                let value = if self.variables.map_free_vars() {
                    I::of([tag(Tag::MetInPart)])
                } else {
                    let key = self.key(variable);
                    I::of([tag(Tag::FreeKey), key])
                };
                self.variables.count_next_as_free();
                self.variables.bind([variable], Region::NONE, value);
            }
        }
    }

    /// Leaves the outermost unordered part, and forgets which variables were met.
    pub(crate) fn leave_part_in_context(&mut self) {
        self.variables.leave_part();
    }

    /// Does what happened to the variables of one side of a comparison. `made` counts the correspondences that were made
    /// for good.
    pub(crate) fn repeat(&mut self, side: usize, event: Event<2>, made: &mut u64) {
        match event {
            Event::EnterScope => _ = self.variables.enter(),
            Event::LeaveScope => self.variables.leave(),
            Event::Bind(variables, 0) => {
                *made += 1;
                let value = I::of([tag(Tag::Around), I::Value::from(*made)]);
                self.variables.bind([variables[side]], Region::NONE, value);
            }
            Event::Bind(variables, level) => {
                self.variables.bind([variables[side]], Region::in_scope(level), I::Value::default());
            }
        }
    }

    /// Begins as the numbering of one side of a comparison.
    pub(crate) fn begin_in_context(&mut self, maps_free_vars: bool) {
        self.variables.track();
        self.variables.follow_parts(maps_free_vars);
    }

    /// Whether what a variable contributes in this place may be remembered: nothing is recorded of it.
    pub(crate) fn remembers_variables(&self) -> bool {
        self.variables.are_in_part() && !self.is_anonymous
    }
}
