//! Checks of lexical scopes.

use darling::error::Accumulator;
use syn::spanned::Spanned;

use super::{Around, listed_twice, unknown_field};
use crate::{
    attributes::{Given, Scope},
    codes::Code,
    model::{Field, Kind, Part, Traversal, Variant, member_name},
};

/// Checks that a struct or variant with `scope` can be a scope.
pub(super) fn check(given: &Given<Scope>, kind: Kind, errors: &mut Accumulator) {
    if let Some(scope) = given
        && let Some(reason) = refused(kind)
    {
        errors.push(Code::ScopeOfKind.at(scope.span(), reason));
    }
}

/// Checks that every variant of an enum with `scope` can be a scope.
pub(super) fn check_enum(given: &Given<Scope>, kind: Kind, variants: &[Variant], errors: &mut Accumulator) {
    let Some(scope) = given else { return };
    let Some(unfit) = variants.iter().find(|variant| refused(variant.kind).is_some()) else { return };
    if variants.iter().all(|variant| variant.kind == kind) {
        return check(given, kind, errors);
    }
    let message = format!(
        "on an enum, `scope` is for every variant, but `{}` is a `{}`: write `scope` on the variants that are scopes",
        unfit.ident,
        unfit.kind.name()
    );
    errors.push(Code::ScopeOfMixedEnum.at(scope.span(), message));
}

/// Marks the fields that a scope predeclares.
pub(super) fn predeclare(given: &Given<Scope>, fields: &mut [Field], around: &Around, errors: &mut Accumulator) {
    let Some(scope) = given.as_ref().filter(|_| refused(around.kind).is_none()) else { return };
    for member in &scope.0 {
        let name = member_name(member);
        let names: Vec<String> = fields.iter().map(Field::name).collect();
        let Some(field) = fields.iter_mut().find(|field| field.name() == name) else {
            errors.push(unknown_field(&name, &names, member.span()));
            continue;
        };
        if field.roles.predeclared.is_some() {
            errors.push(listed_twice(&name, "predeclare", member.span()));
        } else if let Some(reason) = nothing_binds(field, around) {
            let message =
                format!("`predeclare = {name}` has no effect: {reason}; remove it, or name the field that declares");
            errors.push(Code::IdlePredeclare.at(member.span(), message));
        } else {
            field.roles.predeclared = Some(member.span());
        }
    }
}

/// The reason why nothing binds below a field, so that it cannot be predeclared.
fn nothing_binds(field: &Field, around: &Around) -> Option<&'static str> {
    match around.traversal {
        Traversal::Fields => {}
        Traversal::With(_) => return Some("the function given by `with` lists what is compared"),
        Traversal::Custom(_) => return Some("the implementation of `CustomStructural` decides what is compared"),
    }
    match field.part {
        Part::Compared | Part::NameField | Part::WholeArena => None,
        Part::Ordered => Some("what binds below a map is never predeclared"),
        Part::Unordered | Part::Operand => Some("what binds has an order, and the elements of this field have none"),
        Part::Opaque => Some("an opaque field is compared by its own `Eq`, and binds nothing"),
        Part::Key => Some("a key binds nothing"),
        Part::None if field.roles.ignore => Some("an ignored field is not compared"),
        Part::None => Some("what an arena holds is compared where ids lead to it"),
    }
}

/// The reason why a kind cannot be a scope.
fn refused(kind: Kind) -> Option<&'static str> {
    match kind {
        Kind::Tree | Kind::Dag => None,
        Kind::ConstTree => Some(
            "a `const-tree` contains no variable, so nothing is bound in it: remove `scope`, or make it `kind = \"tree\"`",
        ),
        Kind::Var => Some("a `var` is what is bound in a scope: write `scope` on the node whose `def` field binds it"),
        Kind::Singleton => Some("`scope` has no effect: the fields of a singleton are not compared; remove it"),
    }
}
