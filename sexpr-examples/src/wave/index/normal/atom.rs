//! What normal forms are made of.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::table::Table;
use super::text::Worded;
use crate::algebra::{Monomial, Polynomial};
use crate::wave::index::limits::HEAVIEST;
use crate::wave::index::operators::Level;
use crate::wave::index::symbol::Symbol;

/// An expression in normal form.
pub(in crate::wave::index) type Form = Polynomial<Atom>;

/// A part of a normal form that is neither a sum nor a product. It is known by its text, which says all about it.
#[derive(Clone)]
pub(in crate::wave::index) struct Atom(Arc<Inner>);

struct Inner {
    worded: Worded,
    kind: Kind,
}

/// What rules have to know about an atom.
pub(super) enum Kind {
    Symbol(Symbol),
    /// One divided by the other, rounded down.
    Quotient(Form, Form),
    Minimum(BTreeSet<Form>),
    /// Without any axis: what has no value.
    Cases(Table<Option<Form>>),
    /// What nothing is known of.
    Other,
}

impl Atom {
    pub(super) fn new(kind: Kind, worded: Worded) -> Self {
        Self(Arc::new(Inner { worded, kind }))
    }

    pub(super) fn kind(&self) -> &Kind {
        &self.0.kind
    }

    pub(super) fn worded(&self) -> &Worded {
        &self.0.worded
    }
}

impl fmt::Debug for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.worded.text)
    }
}

impl PartialEq for Atom {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Atom {}

impl PartialOrd for Atom {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Atom {
    fn cmp(&self, other: &Self) -> Ordering {
        if Arc::ptr_eq(&self.0, &other.0) { Ordering::Equal } else { self.0.worded.text.cmp(&other.0.worded.text) }
    }
}

impl Hash for Atom {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.worded.text.hash(state);
    }
}

pub(in crate::wave::index) fn symbol(symbol: Symbol) -> Form {
    let worded = Worded { text: symbol.to_string(), level: Level::Primary, parts: 1 };
    Form::atom(Atom::new(Kind::Symbol(symbol), worded))
}

/// What equals nothing but what is written alike. No other atom has two pairs of brackets.
pub(in crate::wave::index) fn verbatim(written: String) -> Form {
    Form::atom(Atom::new(Kind::Other, Worded { text: format!("(({written}))"), level: Level::Primary, parts: 1 }))
}

pub(in crate::wave::index) fn zero() -> Form {
    constant(0)
}

pub(super) fn constant(value: i128) -> Form {
    Form::constant(value)
}

/// What has no value.
pub(super) fn undefined() -> Form {
    let worded = Worded { text: "Piecewise()".to_owned(), level: Level::Primary, parts: 1 };
    Form::atom(Atom::new(Kind::Cases(Table::constant(None)), worded))
}

/// The result of an operation that has no value if one of its operands has none.
pub(super) fn strict(operands: &[&Form], result: impl FnOnce() -> Option<Form>) -> Option<Form> {
    if operands.iter().any(|operand| is_undefined(operand)) { Some(undefined()) } else { result() }
}

pub(super) fn product(left: &Form, right: &Form) -> Option<Form> {
    // What is multiplied out has that many terms, if none are alike.
    if left.length().checked_mul(right.length())? > HEAVIEST { None } else { left.multiply(right) }
}

/// The atom, if there is nothing else.
pub(super) fn lone_atom(form: &Form) -> Option<&Atom> {
    let mut terms = form.terms();
    match (terms.next(), terms.next()) {
        (Some((monomial, 1)), None) => lone_factor(monomial),
        _ => None,
    }
}

/// The atom that is not multiplied by others.
pub(super) fn lone_factor(monomial: &Monomial<Atom>) -> Option<&Atom> {
    let mut factors = monomial.iter();
    match (factors.next(), factors.next()) {
        (Some((atom, 1)), None) => Some(atom),
        _ => None,
    }
}

pub(in crate::wave::index) fn as_symbol(form: &Form) -> Option<&Symbol> {
    match lone_atom(form)?.kind() {
        Kind::Symbol(symbol) => Some(symbol),
        _ => None,
    }
}

/// The table, if there is nothing else.
pub(super) fn as_cases(form: &Form) -> Option<&Table<Option<Form>>> {
    match lone_atom(form)?.kind() {
        Kind::Cases(table) => Some(table),
        _ => None,
    }
}

pub(in crate::wave::index) fn is_undefined(form: &Form) -> bool {
    as_cases(form).is_some_and(|table| table.axes().is_empty())
}

/// The number that is added to other terms.
pub(super) fn constant_term(form: &Form) -> i128 {
    // The monomial without atoms comes first.
    form.terms().next().filter(|(monomial, _)| monomial.is_empty()).map_or(0, |(_, value)| value)
}

/// The terms but for the number.
pub(super) fn other_terms(form: &Form) -> impl Iterator<Item = (&Monomial<Atom>, i128)> {
    form.terms().filter(|(monomial, _)| !monomial.is_empty())
}

/// The form with other coefficients.
pub(super) fn map_coefficients(form: &Form, map: impl Fn(i128) -> i128) -> Option<Form> {
    Form::from_terms(form.terms().map(|(monomial, coefficient)| (monomial.clone(), map(coefficient))))
}

/// The greatest common divisor; 0 of nothing.
pub(super) fn common_divisor(numbers: impl IntoIterator<Item = i128>) -> Option<i128> {
    let mut common = 0_u128;
    for number in numbers {
        let mut other = number.unsigned_abs();
        while other != 0 {
            (common, other) = (other, common % other);
        }
    }
    common.try_into().ok()
}

/// How many numbers, atoms and signs it is made of.
pub(super) fn parts(form: &Form) -> usize {
    let of_factor = |(atom, power): (&Atom, &u32)| atom.worded().parts.saturating_mul(*power as usize);
    let of_term = |(monomial, coefficient): (&Monomial<Atom>, i128)| {
        let number = usize::from(monomial.is_empty() || coefficient.unsigned_abs() != 1);
        monomial.iter().map(of_factor).fold(number, usize::saturating_add)
    };
    form.terms().map(of_term).fold(0, usize::saturating_add).max(1)
}

/// Whether it is small enough to be worked with, and can be written.
pub(in crate::wave::index) fn is_light(form: &Form) -> bool {
    parts(form) <= HEAVIEST && form.terms().all(|(_, coefficient)| i64::try_from(coefficient).is_ok())
}

/// An atom made of light forms, if it is light itself.
pub(super) fn light_atom(kind: Kind, worded: impl FnOnce() -> Worded, of: &[&Form]) -> Option<Form> {
    let total = of.iter().map(|form| parts(form)).fold(1, usize::saturating_add);
    if total > HEAVIEST || !of.iter().all(|form| is_light(form)) {
        return None;
    }
    Some(Form::atom(Atom::new(kind, worded())))
}

/// The monomial that all terms of these can be divided by.
pub(super) fn common_monomial(forms: &[&Form]) -> Monomial<Atom> {
    let mut monomials = forms.iter().flat_map(|form| form.terms()).map(|(monomial, _)| monomial);
    let Some(first) = monomials.next() else { return BTreeMap::new() };
    let shared = |common: Monomial<Atom>, other: &Monomial<Atom>| {
        let least = |(atom, power): (Atom, u32)| Some((atom.clone(), power.min(*other.get(&atom)?)));
        common.into_iter().filter_map(least).collect()
    };
    monomials.fold(first.clone(), shared)
}
