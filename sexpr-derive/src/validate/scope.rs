//! What may be a lexical scope.

use darling::{Error, error::Accumulator};

use crate::{
    attributes::{Given, Word},
    model::{Kind, Variant},
};

/// A struct or a variant that is said to be a scope can be one.
pub(super) fn check(given: &Given<Word>, kind: Kind, errors: &mut Accumulator) {
    if let Some(scope) = given
        && let Some(reason) = refused(kind)
    {
        errors.push(Error::custom(reason).with_span(&scope.span()));
    }
}

/// If an enum is said to be a scope, every variant of it can be one.
pub(super) fn check_enum(given: &Given<Word>, kind: Kind, variants: &[Variant], errors: &mut Accumulator) {
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
