//! Comparisons, and what is said by several conditions.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::atom::{Form, common_divisor, constant, constant_term, is_light, is_undefined, other_terms, undefined};
use super::table::{Joint, Partition, Table};
use super::text::truth_parts;
use crate::wave::index::limits::HEAVIEST;
use crate::wave::index::operators::Comparison;

/// A condition in normal form.
pub(in crate::wave::index) type Truth = Table<bool>;

/// What conditions are about: an integer. That of a condition is 1 if it holds, else 0.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in crate::wave::index) enum Subject {
    /// Without a number in the sum, without a common divisor, and with a positive first coefficient.
    Form(Form),
    /// All of these conditions, which are too many for a table.
    All(BTreeSet<Truth>),
    /// What is written so.
    Verbatim(Arc<str>),
}

/// `left < right` and the like.
pub(in crate::wave::index) fn comparison(how: Comparison, left: &Form, right: &Form) -> Option<Truth> {
    if [left, right].into_iter().any(is_undefined) {
        return unknown(how);
    }
    match how {
        Comparison::LessEqual => at_most_zero(&left.subtract(right)?),
        Comparison::Greater => comparison(Comparison::LessEqual, left, right).map(|truth| not(&truth)),
        Comparison::GreaterEqual => comparison(Comparison::LessEqual, right, left),
        Comparison::Less => comparison(Comparison::GreaterEqual, left, right).map(|truth| not(&truth)),
        Comparison::Equal => is_zero(&left.subtract(right)?),
        Comparison::NotEqual => comparison(Comparison::Equal, left, right).map(|truth| not(&truth)),
    }
}

/// A comparison of what has no value.
fn unknown(how: Comparison) -> Option<Truth> {
    let holds = at_most_zero(&undefined())?;
    // It is written as one of these, and is to be read as the same.
    match how {
        Comparison::Less | Comparison::LessEqual | Comparison::Equal => Some(holds),
        Comparison::Greater | Comparison::GreaterEqual | Comparison::NotEqual => Some(not(&holds)),
    }
}

fn at_most_zero(form: &Form) -> Option<Truth> {
    let Some((subject, scale)) = subject(form)? else { return Some(Truth::constant(form.as_constant()? <= 0)) };
    // scale * subject + number <= 0
    let number = constant_term(form);
    if scale > 0 {
        let greatest = number.checked_neg()?.div_euclid(scale);
        by_break(subject, greatest + 1, [true, false])
    } else {
        // The least subject that is at least number / -scale.
        let least = number.checked_neg()?.div_euclid(scale.checked_neg()?).checked_neg()?;
        by_break(subject, least, [false, true])
    }
}

fn is_zero(form: &Form) -> Option<Truth> {
    let Some((subject, scale)) = subject(form)? else { return Some(Truth::constant(form.as_constant()? == 0)) };
    let number = constant_term(form).checked_neg()?;
    if number % scale != 0 {
        return Some(Truth::constant(false));
    }
    let value = number / scale;
    let partition = Partition::new(vec![writable(value)?, writable(value + 1)?], vec![0, 1, 0]);
    Some(Truth::by(subject, partition, vec![false, true]))
}

/// What a form without its number is a multiple of, and which multiple; nothing of a number.
fn subject(form: &Form) -> Option<Option<(Subject, i128)>> {
    let divisor = common_divisor(other_terms(form).map(|(_, coefficient)| coefficient))?;
    let Some((_, first)) = other_terms(form).next() else { return Some(None) };
    let scale = if first < 0 { -divisor } else { divisor };
    let subject = form.subtract(&constant(constant_term(form)))?.divide(&constant(scale))?;
    is_light(&subject).then_some(Some((Subject::Form(subject), scale)))
}

/// A condition on whether a subject is at least a number.
fn by_break(subject: Subject, start: i128, cells: [bool; 2]) -> Option<Truth> {
    Some(Truth::by(subject, Partition::new(vec![writable(start)?], vec![0, 1]), cells.into()))
}

/// A number, if it and those next to it can be written.
fn writable(number: i128) -> Option<i128> {
    (i64::try_from(number - 1).is_ok() && i64::try_from(number + 1).is_ok()).then_some(number)
}

pub(in crate::wave::index) fn not(truth: &Truth) -> Truth {
    truth.map(|holds| !holds)
}

pub(in crate::wave::index) fn and(left: &Truth, right: &Truth) -> Truth {
    if let Some(joint) = Joint::of(&[left.axes(), right.axes()]) {
        return joint.table(|cell| left.cells()[cell[0]] && right.cells()[cell[1]]);
    }
    let all: BTreeSet<Truth> = [left, right].into_iter().flat_map(conjuncts).collect();
    by_truth(Subject::All(all))
}

pub(in crate::wave::index) fn or(left: &Truth, right: &Truth) -> Truth {
    not(&and(&not(left), &not(right)))
}

/// The conditions all of which have to hold.
fn conjuncts(truth: &Truth) -> Vec<Truth> {
    match (truth.axes(), truth.cells()) {
        ([axis], [false, true]) => match axis.subject() {
            Subject::All(conditions) => conditions.iter().cloned().collect(),
            _ => vec![truth.clone()],
        },
        _ => vec![truth.clone()],
    }
}

/// That a condition holds.
fn by_truth(condition: Subject) -> Truth {
    Truth::by(condition, Partition::new(vec![1], vec![0, 1]), vec![false, true])
}

/// What equals nothing but what is written alike.
pub(in crate::wave::index) fn verbatim_truth(written: String) -> Truth {
    by_truth(Subject::Verbatim(written.into()))
}

/// Whether it, and what is not it, is small enough to be worked with.
pub(in crate::wave::index) fn is_light_truth(truth: &Truth) -> bool {
    truth_parts(truth).max(truth_parts(&not(truth))) <= HEAVIEST
}
