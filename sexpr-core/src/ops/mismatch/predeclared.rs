//! Reports on scopes that predeclare.
//!
//! A variable is bound where its scope is entered, and shown where it is declared. That is found by reading the scope once
//! more, for the variables in question alone.

use alloc::vec::Vec;

use crate::{
    describe::{
        containers::Sharing, identity::Identity, info::Kind, region::Region, structural::StructuralEq, visitor::Visitor,
    },
    engine::path::Path,
    ops::mismatch::{
        Report,
        hints::{Scan, Sought},
        watched::{Made, Watched},
    },
    reflect::declarations::DeclarationSearch,
};

impl<'a> Report<'a> {
    /// Has the variables correspond that two scopes predeclare.
    pub(super) fn predeclare<T: StructuralEq + ?Sized>(&mut self, left: &'a T, right: &'a T, at: Region) {
        let Report { relation, slots, options, .. } = self;
        let depth = relation.depth();
        let mut side = 0;
        let declarations = [left, right].map(|scope| {
            let mut lent = relation.variables().lend(side);
            let found = DeclarationSearch::of(scope, at, depth, *options, &mut relation.keys, slots, &mut lent);
            relation.variables().give_back(lent);
            side += 1;
            found
        });
        let mut made = Vec::new();
        relation.predeclare(declarations.each_ref().map(Vec::as_slice), |variables, ordinal| {
            made.push((variables, ordinal));
        });
        if self.differing.is_none() && !self.watched.is_watching() {
            return;
        }
        for (variables, ordinal) in made {
            for side in self.note_times(variables) {
                let place = self.declared_at([left, right][side], side, variables[side], at);
                self.note_bound_at(side, place);
            }
            if self.watched.wants(Kind::Var, ordinal) {
                let [left, right] = [0, 1].map(|on| self.declared_at([left, right][on], on, variables[on], at));
                self.watched.note(Kind::Var, ordinal, Made { left, right, binds: true });
            }
        }
    }

    /// Where a scope first declares a variable on a side; the scope itself, if an id leads there.
    fn declared_at<T: StructuralEq + ?Sized>(
        &mut self,
        scope: &T,
        side: usize,
        variable: Identity,
        at: Region,
    ) -> Path {
        let (left, right) = self.trail.paths();
        let around = if side == 0 { left } else { right };
        if !self.may_search() {
            return around;
        }
        let mut reading = Report::new(self.options, Watched::default());
        reading.relation.keys = core::mem::take(&mut self.relation.keys);
        reading.relation.variables().track();
        reading.scan = Some(Scan::new(variable, Sought::Declaration));
        reading.next_failure(|reading| {
            reading.content_of(T::INFO);
            // Whatever scopes are around declares nothing in this one.
            reading.scan_node(scope, Sharing::Unique, at.past_boundary())
        });
        self.relation.keys = core::mem::take(&mut reading.relation.keys);
        match reading.scan.and_then(Scan::into_bound) {
            Some(inner) => around.followed_by(&inner),
            None => around,
        }
    }
}
