//! Attributes as lists of options.

use darling::{Error, FromMeta, ast::NestedMeta, error::Accumulator, util::SpannedValue};
use proc_macro2::{Span, TokenStream, TokenTree};
use syn::{Attribute, Meta, MetaList, Path, spanned::Spanned};

use super::{FieldAttributes, Given, TypeAttributes, VariantAttributes};
use crate::{
    codes::Code,
    model::Kind,
    suggest::{instead, one_of, suggest},
};

/// The place of an attribute.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Type,
    Variant,
    Field,
}

impl Place {
    /// The options that are allowed here.
    fn options(self) -> &'static [&'static str] {
        match self {
            Place::Type => TypeAttributes::OPTIONS,
            Place::Variant => VariantAttributes::OPTIONS,
            Place::Field => FieldAttributes::OPTIONS,
        }
    }

    /// The word for an option here.
    fn option(self) -> &'static str {
        if self == Place::Field { "role" } else { "option" }
    }

    fn plural(self) -> &'static str {
        match self {
            Place::Type => "types",
            Place::Variant => "variants",
            Place::Field => "fields",
        }
    }

    /// An example of an attribute.
    fn example(self) -> &'static str {
        if self == Place::Field { "#[seq(ignore)]" } else { "#[seq(kind = \"var\")]" }
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
        let list = match &attribute.meta {
            Meta::List(list) => parse(list, place),
            _ => {
                let message = format!("expected a list of {}s, such as `{}`", place.option(), place.example());
                Err(Code::NoList.at(attribute.path(), message))
            }
        };
        let (metas, dots) = errors.handle(list).unwrap_or_default();
        for meta in metas {
            items.extend(errors.handle(Item::new(meta, place)));
        }
        items.extend(dots.map(Item::dots));
    }
    items
}

/// The list without its element `..`, and the place of that element.
fn without_dots(list: &MetaList) -> (TokenStream, Option<Span>) {
    let (mut rest, mut dots) = (TokenStream::new(), None);
    let mut element = Vec::new();
    let mut end = |element: &mut Vec<TokenTree>, comma: Option<TokenTree>| {
        let is_dot = |token: &TokenTree| matches!(token, TokenTree::Punct(punct) if punct.as_char() == '.');
        match element.as_slice() {
            [first, second] if dots.is_none() && is_dot(first) && is_dot(second) => dots = Some(first.span()),
            _ => rest.extend(element.drain(..).chain(comma)),
        }
        element.clear();
    };
    for token in list.tokens.clone() {
        match token {
            TokenTree::Punct(punct) if punct.as_char() == ',' => end(&mut element, Some(punct.into())),
            token => element.push(token),
        }
    }
    end(&mut element, None);
    (rest, dots)
}

/// The options of a list, and the place of `..`.
fn parse(list: &MetaList, place: Place) -> darling::Result<(Vec<NestedMeta>, Option<Span>)> {
    let (rest, dots) = without_dots(list);
    let list = NestedMeta::parse_meta_list(rest).map(|list| (list, dots));
    list.map_err(|problem| {
        let message = format!(
            "{problem}: {0}s are written `name`, `name = \"value\"` or `name(...)` and separated by commas, as in `{1}`",
            place.option(),
            place.example()
        );
        Code::MalformedList.at(problem.span(), message)
    })
}

impl Item {
    fn new(meta: NestedMeta, place: Place) -> darling::Result<Item> {
        let path = match &meta {
            NestedMeta::Meta(meta) => meta.path(),
            NestedMeta::NameValueInvalidExpr(meta) => &meta.path,
            NestedMeta::Lit(literal) => {
                let message = format!("expected {}, as in `{}`", one_of(place.options()), place.example());
                return Err(Code::LiteralInList.at(literal, message));
            }
        };
        Ok(Item { name: path_name(path), span: path.span(), meta })
    }

    /// `..`, as an option that stands alone.
    fn dots(span: Span) -> Item {
        let word: Meta = syn::parse_quote_spanned!(span=> rest);
        Item { name: "..".to_owned(), span, meta: NestedMeta::Meta(word) }
    }

    /// Reads the option's value, unless it was given before.
    pub(super) fn set<T: FromMeta>(&self, slot: &mut Given<T>, errors: &mut Accumulator) {
        if slot.is_some() {
            let message = format!("`{}` is given twice; keep one of them", self.name);
            errors.push(Code::GivenTwice.at(self.span, message));
        } else {
            let value = errors.handle(T::from_nested_meta(&self.meta));
            *slot = value.map(|value| SpannedValue::new(value, self.span));
        }
    }

    /// The error for an option that `place` does not have.
    pub(super) fn unknown(&self, place: Place) -> Error {
        let name = self.name.as_str();
        let homes = [Place::Type, Place::Variant, Place::Field];
        let (code, message) = if name == "predeclare" {
            let at = if place == Place::Field { " on the type or the variant" } else { "" };
            let message = format!("`predeclare` belongs to a scope: write `scope(predeclare = ...)`{at}");
            (Code::MisplacedOption, message)
        } else if let Some(home) = homes.into_iter().find(|home| home.options().contains(&name)) {
            (Code::MisplacedOption, misplaced(name, home, place))
        } else if place != Place::Field
            && let Some(kind) = suggest(name, &Kind::NAMES)
        {
            (Code::UnknownOption, format!("unknown option `{name}`, did you mean `kind = \"{kind}\"`?"))
        } else {
            let message = format!("unknown {} `{name}`, {}", place.option(), instead(name, place.options()));
            (Code::UnknownOption, message)
        };
        code.at(self.span, message)
    }
}

fn misplaced(name: &str, home: Place, place: Place) -> String {
    let instead = match (home, place) {
        // `var` is also the name of a kind.
        (Place::Field, _) if name == "var" => "did you mean `kind = \"var\"`?",
        (Place::Field, _) => "write it on the fields that it is meant for",
        (_, Place::Field) if ["scope", ".."].contains(&name) => {
            "write it on the type or the variant that has the field"
        }
        (Place::Variant, Place::Type) => "write it on the variant that it is meant for",
        (_, Place::Field) => "write it where the field's type is declared",
        _ => "write it above the enum",
    };
    let article = if home == Place::Field { "a" } else { "an" };
    format!("`{name}` is {article} {} of {}, not of {}: {instead}", home.option(), home.plural(), place.plural())
}

fn path_name(path: &Path) -> String {
    let segments: Vec<_> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    segments.join("::")
}
