//! The order in which fields are compared.

use darling::{Error, error::Accumulator};
use syn::spanned::Spanned;

use super::{Around, listed_twice, unknown_field};
use crate::{
    attributes::{Given, Order},
    codes::Code,
    model::{Field, Kind, Traversal, member_name},
};

/// The positions of the listed fields in the order of comparison, which is that of `order(...)` or of the declaration.
pub(super) fn order(given: &Given<Order>, fields: &[Field], around: &Around, errors: &mut Accumulator) -> Vec<usize> {
    let declared: Vec<usize> = (0..fields.len()).filter(|&position| fields[position].is_listed()).collect();
    let Some(order) = given else { return declared };

    let idle = if around.kind == Kind::Singleton {
        Some("the fields of a singleton are not compared")
    } else if !matches!(around.traversal, Traversal::Fields) {
        Some("the fields are not listed one by one")
    } else if fields.is_empty() {
        Some("there are no fields")
    } else {
        None
    };
    if let Some(reason) = idle {
        let message = format!("`order` has no effect: {reason}; remove it");
        errors.push(Code::IdleOrder.at(order.span(), message));
        return declared;
    }
    match positions(order, fields) {
        Ok(positions) => positions,
        Err(problem) => {
            errors.push(problem);
            declared
        }
    }
}

fn positions(order: &darling::util::SpannedValue<Order>, fields: &[Field]) -> darling::Result<Vec<usize>> {
    let names: Vec<String> = fields.iter().map(Field::name).collect();
    let mut positions = Vec::new();
    let mut errors = Error::accumulator();
    for member in &order.0 {
        let name = member_name(member);
        match names.iter().position(|known| *known == name) {
            Some(position) if positions.contains(&position) => {
                errors.push(listed_twice(&name, "order", member.span()));
            }
            Some(position) => positions.push(position),
            None => errors.push(unknown_field(&name, &names, member.span())),
        }
    }
    let mut errors = errors.checkpoint()?;
    let is_left_out = |position: &usize| fields[*position].is_listed() && !positions.contains(position);
    let missing: Vec<usize> = (0..fields.len()).filter(is_left_out).collect();
    if let Some(&first) = missing.first() {
        let all: Vec<&str> = positions.iter().chain(&missing).map(|&position| names[position].as_str()).collect();
        let message = format!("`order` leaves out `{}`: write `order({})`", names[first], all.join(", "));
        errors.push(Code::IncompleteOrder.at(order.span(), message));
    }
    positions.retain(|&position| fields[position].is_listed());
    errors.finish_with(positions)
}
