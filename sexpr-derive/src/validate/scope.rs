//! What may be a lexical scope.

use darling::{Error, error::Accumulator};

use syn::spanned::Spanned;

use super::Around;
use crate::{
    attributes::{Given, Scope},
    model::{Field, Kind, Part, Traversal, Variant, member_name},
    suggest::instead,
};

/// A struct or a variant that is said to be a scope can be one.
pub(super) fn check(given: &Given<Scope>, kind: Kind, errors: &mut Accumulator) {
    if let Some(scope) = given
        && let Some(reason) = refused(kind)
    {
        errors.push(Error::custom(reason).with_span(&scope.span()));
    }
}

/// If an enum is said to be a scope, every variant of it can be one.
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
    errors.push(Error::custom(message).with_span(&scope.span()));
}

/// The type of an enum names no field: its variants each have their own.
pub(super) fn check_fields_of_enum(given: &Given<Scope>, errors: &mut Accumulator) {
    if let Some(field) = given.as_ref().and_then(|scope| scope.0.first()) {
        let message =
            "the variants of an enum each have their own fields: write `scope(predeclare = ...)` on the variant";
        errors.push(Error::custom(message).with_span(&field.span()));
    }
}

/// Marks the fields that a scope predeclares.
pub(super) fn predeclare(given: &Given<Scope>, fields: &mut [Field], around: &Around, errors: &mut Accumulator) {
    let Some(scope) = given.as_ref().filter(|_| refused(around.kind).is_none()) else { return };
    for member in &scope.0 {
        let name = member_name(member);
        let names: Vec<String> = fields.iter().map(Field::name).collect();
        let Some(field) = fields.iter_mut().find(|field| field.name() == name) else {
            let known: Vec<&str> = names.iter().map(String::as_str).collect();
            let message = match known.is_empty() {
                true => format!("no field is called `{name}`: there are none"),
                false => format!("no field is called `{name}`, {}", instead(&name, &known)),
            };
            errors.push(Error::custom(message).with_span(&member.span()));
            continue;
        };
        let problem = match field.roles.predeclared {
            Some(_) => Some(format!("`{name}` is predeclared twice: remove one")),
            None => nothing_binds(field, around).map(|reason| {
                format!("`predeclare = {name}` does nothing here: {reason}; remove it, or name the field that declares")
            }),
        };
        match problem {
            Some(message) => errors.push(Error::custom(message).with_span(&member.span())),
            None => field.roles.predeclared = Some(member.span()),
        }
    }
}

/// Why nothing binds below a field that could be predeclared.
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
        Part::None if field.roles.ignore => Some("an ignored field is not looked at"),
        Part::None => Some("what an arena holds is compared where ids lead to it"),
    }
}

/// Why nothing of a kind is a scope.
fn refused(kind: Kind) -> Option<&'static str> {
    match kind {
        Kind::Tree | Kind::Dag => None,
        Kind::ConstTree => Some(
            "a `const-tree` reaches no variable, so nothing is bound in it: remove `scope`, or make it `kind = \"tree\"`",
        ),
        Kind::Var => Some("a `var` is what is bound in a scope: write `scope` on the node whose `def` field binds it"),
        Kind::Singleton => Some("`scope` does nothing here: the fields of a singleton are never looked at; remove it"),
    }
}
