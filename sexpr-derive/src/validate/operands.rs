//! Unordered fields of a node.

use darling::error::Accumulator;
use quote::ToTokens;
use syn::spanned::Spanned;

use super::{Around, listed_twice, unknown_field};
use crate::{
    attributes::{Given, Operands as GivenOperands},
    codes::Code,
    model::{Field, Kind, Operands, Part, Traversal, member_name},
};

/// The operands that `unordered(...)` names. Marks their fields.
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
        fields[*position].condition = given.condition.clone();
    }
    Some(Operands { positions, condition: given.condition.clone() })
}

fn positions(
    given: &darling::util::SpannedValue<GivenOperands>,
    fields: &[Field],
    around: &Around,
) -> darling::Result<Vec<usize>> {
    let idle = match (around.kind, around.traversal) {
        (Kind::Singleton, _) => Some("the fields of a singleton are not compared"),
        (_, Traversal::Fields) => None,
        _ => Some("the fields are not listed one by one"),
    };
    if let Some(reason) = idle {
        return Err(Code::IdleOperands.at(given.span(), format!("`unordered` has no effect: {reason}; remove it")));
    }
    let names: Vec<String> = fields.iter().map(Field::name).collect();
    let mut positions: Vec<usize> = Vec::new();
    for member in &given.fields {
        let name = member_name(member);
        let Some(position) = names.iter().position(|known| *known == name) else {
            return Err(unknown_field(&name, &names, member.span()));
        };
        let field = &fields[position];
        if positions.contains(&position) {
            return Err(listed_twice(&name, "unordered", member.span()));
        }
        let is_plain = field.part == Part::Compared && !field.roles.change_comparison() && field.is_as_declared();
        if !is_plain {
            let message = format!("`{name}` has a role: fields in `unordered(...)` cannot have one");
            return Err(Code::OperandWithRole.at(member.span(), message));
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
            return Err(Code::OperandsOfTwoTypes.at(member.span(), message));
        }
        positions.push(position);
    }
    if positions.len() < 2 {
        let message = "`unordered(...)` wants two fields at least; elements of one field have no order if that is marked \
                       `#[seq(unordered)]`";
        return Err(Code::SingleOperand.at(given.span(), message));
    }
    positions.sort_unstable();
    Ok(positions)
}
