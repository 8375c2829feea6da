//! What is chosen by conditions.

use super::atom::{Atom, Form, Kind, as_cases, undefined};
use super::comparison::{Truth, is_light_truth, or};
use super::table::{Joint, Table};
use super::text;
use crate::wave::index::limits::HEAVIEST;

/// The value of the first condition that holds.
pub(in crate::wave::index) fn piecewise(branches: &[(&Form, &Truth)]) -> Option<Form> {
    let mut live = Vec::new();
    for (value, condition) in branches {
        match condition.as_constant() {
            Some(false) => {}
            Some(true) => {
                live.push((*value, *condition));
                break;
            }
            None => live.push((*value, *condition)),
        }
    }
    // Cases in cases are looked into.
    let inner: Vec<Option<&Table<Option<Form>>>> = live.iter().map(|(value, _)| as_cases(value)).collect();
    let conditions = live.iter().map(|(_, condition)| condition.axes());
    let values = inner.iter().map(|inner| inner.map_or(&[][..], Table::axes));
    let Some(joint) = Joint::of(&conditions.chain(values).collect::<Vec<_>>()) else { return in_order(&live) };
    let table = joint.table(|cell| {
        let (conditions, values) = cell.split_at(live.len());
        let taken = live.iter().zip(conditions).position(|((_, condition), cell)| condition.cells()[*cell])?;
        match inner[taken] {
            Some(table) => table.cells()[values[taken]].clone(),
            None => Some(live[taken].0.clone()),
        }
    });
    match table.as_constant() {
        Some(Some(value)) => Some(value.clone()),
        Some(None) => Some(undefined()),
        None => {
            let worded = text::cases(&table, HEAVIEST)?;
            Some(Form::atom(Atom::new(Kind::Cases(table), worded)))
        }
    }
}

/// Branches with too many conditions for a table stay as they are, but for neighbours with the same value.
fn in_order(branches: &[(&Form, &Truth)]) -> Option<Form> {
    let mut merged: Vec<(Form, Truth)> = Vec::new();
    for (value, condition) in branches {
        if let Some((last, before)) = merged.last_mut()
            && *last == **value
        {
            let either = or(before, condition);
            // What grows beyond this is not put together any more: it would double with each branch.
            if is_light_truth(&either) {
                *before = either;
                continue;
            }
        }
        merged.push(((*value).clone(), (*condition).clone()));
    }
    match merged.as_slice() {
        [(value, condition)] if condition.as_constant() == Some(&true) => Some(value.clone()),
        _ => Some(Form::atom(Atom::new(Kind::Other, text::choice(&merged, HEAVIEST)?))),
    }
}
