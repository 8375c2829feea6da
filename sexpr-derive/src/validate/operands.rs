//! The fields of a node among which there is no order.

use darling::{Error, error::Accumulator};
use quote::ToTokens;
use syn::spanned::Spanned;

use super::Around;
use crate::{
    attributes::{Given, Operands as GivenOperands},
    model::{Field, Kind, Operands, Part, Traversal, member_name},
    suggest::instead,
};

/// The fields that are given, which are marked as operands.
pub(super) fn operands(
    given: &Given<GivenOperands>,
    fields: &mut [Field],
    around: &Around,
    errors: &mut Accumulator,
) -> Option<Operands> {
    let given = given.as_ref()?;
    let positions = errors.handle(positions(given, fields, around))?;
    for position in &positions {
        fields[*position].part = Part::Operand;
        fields[*position].roles.unordered = true;
    }
    Some(Operands { positions, condition: given.condition.clone() })
}

fn positions(
    given: &darling::util::SpannedValue<GivenOperands>,
    fields: &[Field],
    around: &Around,
) -> darling::Result<Vec<usize>> {
    let refuse = |message: String, at: proc_macro2::Span| Err(Error::custom(message).with_span(&at));
    let idle = match (around.kind, around.traversal) {
        (Kind::Singleton, _) => Some("the fields of a singleton are never looked at"),
        (_, Traversal::Fields) => None,
        _ => Some("the fields are not listed one by one"),
    };
    if let Some(reason) = idle {
        return refuse(format!("`unordered` does nothing here: {reason}; remove it"), given.span());
    }
    let names: Vec<String> = fields.iter().map(Field::name).collect();
    let mut positions: Vec<usize> = Vec::new();
    for member in &given.fields {
        let name = member_name(member);
        let Some(position) = names.iter().position(|known| *known == name) else {
            let known: Vec<&str> = names.iter().map(String::as_str).collect();
            return refuse(format!("no field is called `{name}`, {}", instead(&name, &known)), member.span());
        };
        let field = &fields[position];
        if positions.contains(&position) {
            return refuse(format!("`{name}` is listed twice in `unordered`: remove one"), member.span());
        }
        let is_plain = field.part == Part::Compared && !field.roles.change_comparison() && field.is_as_declared();
        if !is_plain {
            let message = format!("`{name}` has a role of its own: fields in `unordered(...)` have none");
            return refuse(message, member.span());
        }
        let text = |field: &Field| field.ty.to_token_stream().to_string();
        if let Some(first) = positions.first()
            && text(&fields[*first]) != text(field)
        {
            let message = format!(
                "`{name}` is of another type than `{}`, so they cannot change places: fields in `unordered(...)` have one \
                 type",
                names[*first]
            );
            return refuse(message, member.span());
        }
        positions.push(position);
    }
    if positions.len() < 2 {
        let message = "`unordered(...)` wants two fields at least; elements of one field have no order if that is marked \
                       `#[seq(unordered)]`";
        return refuse(message.to_owned(), given.span());
    }
    positions.sort_unstable();
    Ok(positions)
}
