//! Reports on variables that are known by their values.

use core::marker::PhantomData;

use crate::{
    describe::{
        info::Kind,
        keys::{KeyReader, KeyValue},
        names::{NameField, Namespace},
        region::Region,
        visitor::Visitor,
    },
    engine::frame::Step,
    ops::mismatch::{Report, obstacle::Obstacle},
    rules::relation::Meeting,
};

/// The step on two values that hold names.
pub(super) struct ListNames<T, N>(PhantomData<(T, N)>);

impl<'a, T: NameField + 'a, N: Namespace> Step<'a, Report<'a>> for ListNames<T, N> {
    type Place = T;

    fn run(report: &mut Report<'a>, left: &'a T, right: &'a T, at: Region) -> bool {
        report.content_of(T::INFO);
        T::names::<N, _>(left, right, at, report)
    }
}

impl<'a> Report<'a> {
    /// Compares two names.
    pub(super) fn visit_name<T: KeyValue, N: Namespace>(&mut self, left: &'a T, right: &'a T, at: Region) -> bool {
        let relation = &mut self.relation;
        let (one, other) = (relation.keys.identify_name::<T, N>(left), relation.keys.identify_name::<T, N>(right));
        if self.sketching.is_some() {
            self.sketch_variable(one, at);
            return true;
        }
        if self.scan.is_some() {
            return self.scan_variable(one, at);
        }
        let relation = &mut self.relation;
        let difference = match relation.meet(Kind::Var, one, other, at, true) {
            Meeting::Equal => return true,
            Meeting::Different(difference) => difference,
            // A name has no fields.
            _ => match relation.relate(Kind::Var, one, other, at) {
                Ok(Some(_)) if !at.binds() && !self.known_everywhere(one) => {
                    return self.obstructs(Obstacle::ProcessLocal);
                }
                Ok(made) => {
                    self.watch(Kind::Var, [one, other], made, at);
                    return true;
                }
                Err(difference) => difference,
            },
        };
        self.differ(difference, [one, other], at, [left, right].map(|name| Some(KeyReader::text_of_value(name))))
    }
}
