//! Normal forms: polynomials over [atoms](Atom), and conditions as [tables](Table) of truth values.
//!
//! What each rule promises is this. Where an expression has a value, so has its normal form, and it is the same;
//! whatever those parts of it are taken for that have none, such as a quotient by 0 in a branch that is not taken.
//!
//! Functions give nothing where the result would be too large. The caller then keeps what was written
//! ([`verbatim`]).

mod atom;
mod cases;
mod comparison;
mod minimum;
mod quotient;
mod table;
mod text;

pub(super) use atom::{Form, as_symbol, is_light, is_undefined, symbol, verbatim, zero};
pub(super) use cases::piecewise;
pub(super) use comparison::{Truth, and, comparison, is_light_truth, not, or, verbatim_truth};
pub(super) use text::{form_text as text, truth_text};

use self::atom::{constant, product, strict};
use super::operators::{Arithmetic, Extremum};

/// `-operand`
pub(super) fn negated(operand: &Form) -> Option<Form> {
    strict(&[operand], || operand.multiply(&constant(-1)))
}

/// What is computed from two.
pub(super) fn arithmetic(op: Arithmetic, left: &Form, right: &Form) -> Option<Form> {
    strict(&[left, right], || match op {
        Arithmetic::Add => left.add(right),
        Arithmetic::Subtract => left.subtract(right),
        Arithmetic::Multiply => product(left, right),
        Arithmetic::FloorDivide => quotient::quotient(left, right),
        Arithmetic::Modulo => left.subtract(&product(right, &quotient::quotient(left, right)?)?),
        Arithmetic::CeilDivide => negated(&quotient::quotient(&negated(left)?, right)?),
    })
}

/// The least or the greatest.
pub(super) fn extremum(which: Extremum, arguments: &[&Form]) -> Option<Form> {
    strict(arguments, || match which {
        Extremum::Minimum => minimum::minimum(arguments),
        Extremum::Maximum => {
            let negative: Vec<Form> = arguments.iter().map(|argument| negated(argument)).collect::<Option<_>>()?;
            negated(&minimum::minimum(&negative.iter().collect::<Vec<_>>())?)
        }
    })
}
