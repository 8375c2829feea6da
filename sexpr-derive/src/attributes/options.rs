//! Attributes as lists of options.

use darling::{Error, FromMeta, ast::NestedMeta, error::Accumulator, util::SpannedValue};
use proc_macro2::Span;
use syn::{Attribute, Meta, Path, spanned::Spanned};

use super::Given;
use crate::{
    model::Kind,
    suggest::{instead, suggest},
};

/// What an attribute stands on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Type,
    Variant,
    Field,
}

impl Place {
    /// The options it may have.
    fn options(self) -> &'static [&'static str] {
        match self {
            Place::Type => &["kind", "order", "with", "custom", "bound", "crate"],
            Place::Variant => &["kind", "order"],
            Place::Field => &["ignore", "def", "payload", "key", "opaque", "ordered"],
        }
    }

    fn option(self) -> &'static str {
        match self {
            Place::Type | Place::Variant => "option",
            Place::Field => "role",
        }
    }

    fn name(self) -> &'static str {
        match self {
            Place::Type => "type",
            Place::Variant => "variant",
            Place::Field => "field",
        }
    }

    /// What a misplaced option is told.
    fn belongs(self) -> &'static str {
        match self {
            Place::Type => "an option of types: write it above the type",
            Place::Variant => "an option of variants: write it on the variant",
            Place::Field => "a role of fields: write it on the field",
        }
    }
}

/// One option of a list: `name`, `name = value` or `name(…)`.
pub(super) struct Item {
    pub(super) name: String,
    span: Span,
    meta: NestedMeta,
}

/// The options in all `#[seq(...)]` attributes among `attributes`.
pub(super) fn read(attributes: &[Attribute], place: Place, errors: &mut Accumulator) -> Vec<Item> {
    let mut items = Vec::new();
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("seq")) {
        let Meta::List(list) = &attribute.meta else {
            let example = place.options()[0];
            let value = if place == Place::Field { "" } else { " = \"var\"" };
            let message = format!("expected a list of {}s, such as `#[seq({example}{value})]`", place.option());
            errors.push(Error::custom(message).with_span(attribute.path()));
            continue;
        };
        let metas = NestedMeta::parse_meta_list(list.tokens.clone()).map_err(Error::from);
        for meta in errors.handle(metas).unwrap_or_default() {
            items.extend(errors.handle(Item::new(meta, place)));
        }
    }
    items
}

impl Item {
    fn new(meta: NestedMeta, place: Place) -> darling::Result<Item> {
        let path = match &meta {
            NestedMeta::Meta(meta) => meta.path(),
            NestedMeta::NameValueInvalidExpr(meta) => &meta.path,
            NestedMeta::Lit(literal) => {
                let message = format!("expected {}", instead("", place.options()).trim_start_matches("expected "));
                return Err(Error::custom(message).with_span(literal));
            }
        };
        Ok(Item { name: path_name(path), span: path.span(), meta })
    }

    /// Reads the option's value, unless it was given before.
    pub(super) fn set<T: FromMeta>(&self, slot: &mut Given<T>, errors: &mut Accumulator) {
        if slot.is_some() {
            let message = format!("`{}` is given twice, keep one of them", self.name);
            errors.push(Error::custom(message).with_span(&self.span));
        } else {
            let value = errors.handle(T::from_nested_meta(&self.meta));
            *slot = value.map(|value| SpannedValue::new(value, self.span));
        }
    }

    /// What to say of an option that `place` does not have.
    pub(super) fn unknown(&self, place: Place) -> Error {
        let name = &self.name;
        let homes = [Place::Type, Place::Variant, Place::Field];
        let message = if let Some(home) = homes.into_iter().find(|home| home.options().contains(&name.as_str())) {
            format!("`{name}` is {}, not a {}'s", home.belongs(), place.name())
        } else if place != Place::Field
            && let Some(kind) = suggest(name, &Kind::NAMES)
        {
            format!("unknown option `{name}`, did you mean `kind = \"{kind}\"`?")
        } else {
            format!("unknown {} `{name}`, {}", place.option(), instead(name, place.options()))
        };
        Error::custom(message).with_span(&self.span)
    }
}

fn path_name(path: &Path) -> String {
    let segments: Vec<_> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    segments.join("::")
}
