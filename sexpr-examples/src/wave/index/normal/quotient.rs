//! Quotients, rounded down.

use super::atom::{
    Atom, Form, Kind, common_divisor, common_monomial, constant, constant_term, light_atom, lone_factor,
    map_coefficients, other_terms, product, zero,
};
use super::{negated, text};

/// `numerator // divisor`
pub(super) fn quotient(numerator: &Form, divisor: &Form) -> Option<Form> {
    match divisor.as_constant() {
        Some(0) => atom(numerator, divisor),
        Some(by @ ..0) => by_number(&negated(numerator)?, by.checked_neg()?),
        Some(by) => by_number(numerator, by),
        None => by_form(numerator, divisor),
    }
}

/// What nothing more is known of.
fn atom(numerator: &Form, divisor: &Form) -> Option<Form> {
    let kind = Kind::Quotient(numerator.clone(), divisor.clone());
    light_atom(kind, || text::quotient(numerator, divisor), &[numerator, divisor])
}

/// By a positive number.
fn by_number(numerator: &Form, by: i128) -> Option<Form> {
    let whole = map_coefficients(numerator, |coefficient| coefficient.div_euclid(by))?;
    let rest = map_coefficients(numerator, |coefficient| coefficient.rem_euclid(by))?;
    if rest.as_constant().is_some() {
        return Some(whole);
    }
    // (c * x + n) // (c * d) is (x + n // c) // d.
    let common = common_divisor(other_terms(&rest).map(|(_, coefficient)| coefficient).chain([by]))?;
    let rest = map_coefficients(&rest, |coefficient| coefficient.div_euclid(common))?;
    let by = by / common;
    whole.add(&fraction(&rest, by)?)
}

/// `numerator // by`, where coefficients lie between 0 and `by`, and the number does or is 0.
///
/// With 1 of each monomial in `ones`, it is also `ones - mirrored // by`. Which of the two is taken is a matter of the
/// coefficients, so that `n // c` and `-n // c` are made of the same quotient.
fn fraction(numerator: &Form, by: i128) -> Option<Form> {
    let ones = Form::from_terms(other_terms(numerator).map(|(monomial, _)| (monomial.clone(), 1)))?;
    let mirrored = mirrored(numerator, by)?;
    let coefficients = |form: &Form| {
        let others: Vec<i128> = other_terms(form).map(|(_, coefficient)| coefficient).collect();
        (others, constant_term(form))
    };
    if let Some(nested) = Nested::find(numerator) {
        nested.flattened(numerator, by)
    } else if let Some(nested) = Nested::find(&mirrored) {
        ones.subtract(&nested.flattened(&mirrored, by)?)
    } else if coefficients(&mirrored) < coefficients(numerator) {
        ones.subtract(&atom(&mirrored, &constant(by))?)
    } else {
        atom(numerator, &constant(by))
    }
}

/// The numerator on the right of `n // c = -((-n + c - 1) // c)`, with `c` of each monomial added.
fn mirrored(numerator: &Form, by: i128) -> Option<Form> {
    let number = constant(by - 1 - constant_term(numerator));
    Form::from_terms(other_terms(numerator).map(|(monomial, coefficient)| (monomial.clone(), by - coefficient)))?
        .add(&number)
}

/// A quotient that is added in a numerator.
struct Nested<'f> {
    quotient: &'f Atom,
    numerator: &'f Form,
    divisor: &'f Form,
}

impl<'f> Nested<'f> {
    /// The first one.
    fn find(form: &'f Form) -> Option<Self> {
        form.terms().find_map(|(monomial, coefficient)| {
            let quotient = lone_factor(monomial).filter(|_| coefficient == 1)?;
            match quotient.kind() {
                Kind::Quotient(numerator, divisor) if divisor.as_constant() != Some(0) => {
                    Some(Self { quotient, numerator, divisor })
                }
                _ => None,
            }
        })
    }

    /// The quotient of the whole by a positive number: `(x + n // d) // c` is `(x * d + n) // (d * c)`.
    fn flattened(&self, whole: &Form, by: i128) -> Option<Form> {
        let others = whole.subtract(&Form::atom(self.quotient.clone()))?;
        let numerator = product(&others, self.divisor)?.add(self.numerator)?;
        quotient(&numerator, &product(self.divisor, &constant(by))?)
    }
}

/// By something that is no number.
fn by_form(numerator: &Form, divisor: &Form) -> Option<Form> {
    let (first, by) = other_terms(divisor).next()?;
    if by < 0 {
        return by_form(&negated(numerator)?, &negated(divisor)?);
    }
    let whole = if divisor.length() == 1 {
        let first = Form::from_terms([(first.clone(), 1)])?;
        let quotients = numerator.terms().filter_map(|(monomial, coefficient)| {
            let monomial = Form::from_terms([(monomial.clone(), 1)])?.divide(&first)?;
            monomial.multiply(&constant(coefficient.div_euclid(by)))
        });
        quotients.into_iter().try_fold(zero(), |sum, quotient| sum.add(&quotient))?
    } else {
        let known = numerator.terms().find(|(monomial, _)| *monomial == first);
        constant(known.map_or(0, |(_, coefficient)| coefficient.div_euclid(by)))
    };
    let rest = numerator.subtract(&product(&whole, divisor)?)?;
    if rest.as_constant() == Some(0) {
        return Some(whole);
    }
    let forms = [&rest, divisor];
    let number = common_divisor(forms.iter().flat_map(|form| form.terms()).map(|(_, coefficient)| coefficient))?;
    let common = Form::from_terms([(common_monomial(&forms), number)])?;
    let fraction = if common.as_constant() == Some(1) {
        atom(&rest, divisor)?
    } else {
        quotient(&rest.divide(&common)?, &divisor.divide(&common)?)?
    };
    whole.add(&fraction)
}
