//! The least of several.

use std::collections::{BTreeMap, BTreeSet};

use super::atom::{
    Atom, Form, Kind, common_divisor, constant, constant_term, light_atom, lone_factor, product, undefined,
};
use super::text;
use crate::algebra::Monomial;
use crate::wave::index::limits::HEAVIEST;

/// How often minima are looked for in what is left of arguments.
const MOST_ROUNDS: usize = 8;

/// The least of these: what they share, plus a multiple of the least of what is left.
pub(super) fn minimum(arguments: &[&Form]) -> Option<Form> {
    least(arguments.iter().copied(), MOST_ROUNDS)
}

fn least<'f>(arguments: impl Iterator<Item = &'f Form>, rounds: usize) -> Option<Form> {
    let mut numbers: BTreeMap<Form, i128> = BTreeMap::new();
    for argument in arguments {
        for argument in flattened(argument)? {
            let number = constant_term(&argument);
            // Of arguments that differ by a number, the least counts.
            numbers
                .entry(argument.subtract(&constant(number))?)
                .and_modify(|least| *least = number.min(*least))
                .or_insert(number);
        }
        if numbers.len() > HEAVIEST {
            return None;
        }
    }
    let sum = |(terms, number): (Form, i128)| terms.add(&constant(number));
    let arguments: Vec<Form> = numbers.into_iter().map(sum).collect::<Option<_>>()?;
    match arguments.as_slice() {
        [] => return Some(undefined()),
        [only] => return Some(only.clone()),
        _ => {}
    }
    let shared = shared(&arguments)?;
    let rests: Vec<Form> = arguments.iter().map(|argument| argument.subtract(&shared)).collect::<Option<_>>()?;
    let scale = constant(common_divisor(rests.iter().flat_map(|rest| rest.terms().map(|(_, by)| by)))?);
    let rests: BTreeSet<Form> = rests.iter().map(|rest| rest.divide(&scale)).collect::<Option<_>>()?;
    let of_rests = if rests.iter().any(|rest| Nested::find(rest).is_some()) {
        // A minimum that was subtracted is added to the others now.
        least(rests.iter(), rounds.checked_sub(1)?)?
    } else {
        let of: Vec<Form> = rests.iter().cloned().collect();
        light_atom(Kind::Minimum(rests), || text::minimum(&of), &of.iter().collect::<Vec<_>>())?
    };
    shared.add(&product(&scale, &of_rests)?)
}

/// A multiple of a minimum, as the only one that is added.
struct Nested<'f> {
    monomial: &'f Monomial<Atom>,
    by: i128,
    arguments: &'f BTreeSet<Form>,
}

impl<'f> Nested<'f> {
    fn find(form: &'f Form) -> Option<Self> {
        let mut minima = form.terms().filter_map(|(monomial, by)| match lone_factor(monomial)?.kind() {
            Kind::Minimum(arguments) if by > 0 => Some(Self { monomial, by, arguments }),
            _ => None,
        });
        minima.next().filter(|_| minima.next().is_none())
    }
}

/// `a + c` and `b + c`, of which `min(a, b) + c` is the least.
fn flattened(argument: &Form) -> Option<Vec<Form>> {
    let Some(Nested { monomial, by, arguments }) = Nested::find(argument) else { return Some(vec![argument.clone()]) };
    let others = argument.subtract(&Form::from_terms([(monomial.clone(), by)])?)?;
    arguments.iter().map(|inner| others.add(&inner.multiply(&constant(by))?)).collect()
}

/// Of each monomial the least that is in all of them, so that it makes no difference whether something was added to
/// each argument or to the whole.
fn shared(arguments: &[Form]) -> Option<Form> {
    let mut least: BTreeMap<&Monomial<Atom>, (i128, usize)> = BTreeMap::new();
    for argument in arguments {
        for (monomial, by) in argument.terms() {
            let (least, count) = least.entry(monomial).or_insert((by, 0));
            *least = by.min(*least);
            *count += 1;
        }
    }
    Form::from_terms(least.into_iter().map(|(monomial, (by, count))| {
        // Those without the monomial have 0 of it.
        (monomial.clone(), if count < arguments.len() { by.min(0) } else { by })
    }))
}
