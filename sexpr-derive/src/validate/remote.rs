//! Declarations that describe types of other crates, and fields that such declarations describe.

use darling::{Error, error::Accumulator};
use proc_macro2::Span;
use quote::{ToTokens, quote_spanned};
use syn::{
    Fields, GenericArgument, PathArguments, Token, Type, TypePath,
    punctuated::Punctuated,
    spanned::Spanned,
    visit_mut::{self, VisitMut},
};

use super::{Around, via};
use crate::{
    attributes::{FieldAttributes, TypeAttributes, VariantAttributes},
    model::{Access, Field, Part, Remote, Roles, Style, Variant},
};

/// The type of another crate that a declaration describes.
pub(super) fn remote(attributes: &TypeAttributes, errors: &mut Accumulator) -> Option<Remote> {
    let Some(given) = &attributes.remote else {
        if let Some(dots) = &attributes.partial {
            let message = "every field of a type of one's own is declared: remove `..`, or name the type that this one \
                           describes by `remote = \"...\"`";
            errors.push(Error::custom(message).with_span(&dots.span()));
        }
        return None;
    };
    let words =
        [("custom", &attributes.custom), ("rewrite", &attributes.rewrite), ("dismantle", &attributes.dismantle)];
    for (name, word) in words {
        let Some(word) = word else { continue };
        let message = match name {
            "custom" => {
                "`CustomStructural` cannot be implemented for a type of another crate: let a function list what is \
                         compared, by `with`"
                    .to_owned()
            }
            _ => format!("values of another crate's type are only read: remove `{name}`"),
        };
        errors.push(Error::custom(message).with_span(&word.span()));
    }
    let ty = given.0.clone();
    let mut path = ty.path.clone();
    path.segments.iter_mut().for_each(|segment| segment.arguments = PathArguments::None);
    Some(Remote { ty, path })
}

/// What stands on variants of a declaration that describes no other type.
pub(super) fn check_variant(attributes: &VariantAttributes, describes: bool, errors: &mut Accumulator) {
    if describes {
        return;
    }
    let spans = [("rest", attributes.rest.as_ref().map(|rest| rest.span()))];
    let spans = spans.into_iter().chain([("..", attributes.partial.as_ref().map(|dots| dots.span()))]);
    for (name, span) in spans.filter_map(|(name, span)| Some((name, span?))) {
        let message = format!(
            "`{name}` is for what a declaration leaves out of another type: remove it, or name that type by \
             `remote = \"...\"` above the enum"
        );
        errors.push(Error::custom(message).with_span(&span));
    }
}

/// The variant that stands for those that are not declared, projected to a leaf.
pub(super) fn rest(
    attributes: &VariantAttributes,
    variant: &syn::Variant,
    around: &Around,
    remote: &Remote,
    errors: &mut Accumulator,
) -> Option<Variant> {
    let rest = attributes.rest.as_ref()?;
    if let Some(other) =
        [attributes.scope.as_ref().map(|word| word.span()), attributes.order.as_ref().map(|it| it.span())]
            .into_iter()
            .chain([attributes.kind.as_ref().map(|it| it.span()), attributes.partial.as_ref().map(|it| it.span())])
            .flatten()
            .next()
    {
        let message =
            "of variants that are not declared nothing is known but what the function makes of them: remove this";
        errors.push(Error::custom(message).with_span(&other));
    }
    if !matches!(variant.fields, Fields::Unit) {
        let message = "of variants that are not declared nothing is known but what the function makes of them: declare this \
                       one without fields";
        errors.push(Error::custom(message).with_span(&variant.fields));
    }
    let whole = Type::Path(remote.ty.clone());
    let via = via::via(around, 0, &whole, rest.0.clone(), None);
    let ty = via::projected(&via, &whole);
    let member = syn::Member::Unnamed(syn::Index::from(0));
    let (roles, part) = (Roles::default(), Part::Compared);
    let field =
        Field { member, ty, declared: whole, via: Some(via), is_described: false, access: Access::Whole, roles, part };
    Some(Variant {
        ident: variant.ident.clone(),
        kind: around.kind,
        is_scope: false,
        is_rest: true,
        is_partial: false,
        style: Style::Tuple,
        fields: vec![field],
        order: vec![0],
    })
}

/// That no variant follows the one that stands for all others.
pub(super) fn check_rest(variants: &[Variant], errors: &mut Accumulator) {
    for (rest, next) in variants.iter().zip(variants.iter().skip(1)).filter(|(rest, _)| rest.is_rest) {
        let message = format!(
            "`{}` stands for all variants that are not declared, so it is the last one: move `{}` before it",
            rest.ident, next.ident
        );
        errors.push(Error::custom(message).with_span(&next.ident));
    }
}

/// What is wrong with a field that a function reads.
pub(super) fn check_getter(attributes: &FieldAttributes, around: &Around, errors: &mut Accumulator) {
    let Some(getter) = &attributes.getter else { return };
    let message = if around.remote.is_none() {
        "`getter` is for fields of another crate's type: write `via` to have a function project this field, or name the type \
         that this one describes by `remote = \"...\"`"
    } else if around.is_enum {
        "the fields of variants can be read without a function: remove `getter`, or write `via` to project the field"
    } else if attributes.via.is_some() {
        "a field is read by one function: keep either `getter` or `via`, and let it do both"
    } else {
        return;
    };
    errors.push(Error::custom(message).with_span(&getter.span()));
}

/// The type as which a described field is compared.
pub(super) fn seen(described: &Type, declared: &Type, at: Span) -> Type {
    let described = completed(described, declared);
    let (open, comma, close) = (quote_spanned!(at=> __seq::As<), quote_spanned!(at=> ,), quote_spanned!(at=> >));
    syn::parse_quote!(#open #described #comma #declared #close)
}

/// What describes the ids of a node's type.
pub(super) fn of_id(node: &Type) -> Type {
    let span = node.span();
    let (open, close) = (quote_spanned!(span=> __seq::IdTo<), quote_spanned!(span=> >));
    syn::parse_quote!(#open #node #close)
}

/// The description with `Same` for what is described by itself: `_`, and the parts that are written in both types alike.
fn completed(described: &Type, declared: &Type) -> Type {
    let mut described = described.clone();
    complete(&mut described, declared);
    without_placeholders(described)
}

/// The description with `Same` for `_`.
pub(super) fn without_placeholders(mut described: Type) -> Type {
    WithoutPlaceholders.visit_type_mut(&mut described);
    described
}

fn complete(described: &mut Type, declared: &Type) {
    if described.to_token_stream().to_string() == declared.to_token_stream().to_string() {
        let span = described.span();
        *described = syn::parse_quote_spanned!(span=> __seq::Same);
        return;
    }
    match (described, declared) {
        (Type::Path(described), Type::Path(declared)) => complete_arguments(described, declared),
        (Type::Reference(described), Type::Reference(declared)) => {
            if described.lifetime.is_none() {
                described.lifetime = declared.lifetime.clone();
            }
            complete(&mut described.elem, &declared.elem);
        }
        (Type::Slice(described), Type::Slice(declared)) => complete(&mut described.elem, &declared.elem),
        (Type::Array(described), Type::Array(declared)) => complete(&mut described.elem, &declared.elem),
        (Type::Paren(described), declared) => complete(&mut described.elem, declared),
        (described, Type::Paren(declared)) => complete(described, &declared.elem),
        (described, Type::Group(declared)) => complete(described, &declared.elem),
        (Type::Tuple(described), Type::Tuple(declared)) => {
            described.elems.iter_mut().zip(&declared.elems).for_each(|(one, other)| complete(one, other));
        }
        _ => {}
    }
}

fn complete_arguments(described: &mut TypePath, declared: &TypePath) {
    let (Some(described), Some(declared)) = (described.path.segments.last_mut(), declared.path.segments.last()) else {
        return;
    };
    let (PathArguments::AngleBracketed(ones), PathArguments::AngleBracketed(others)) =
        (&mut described.arguments, &declared.arguments)
    else {
        return;
    };
    if described.ident == declared.ident {
        let types = |arguments: &Punctuated<GenericArgument, Token![,]>| {
            arguments
                .iter()
                .filter_map(|argument| match argument {
                    GenericArgument::Type(ty) => Some(ty.clone()),
                    _ => None,
                })
                .collect::<Vec<_>>()
        };
        let mut others = types(&others.args).into_iter();
        for one in &mut ones.args {
            if let (GenericArgument::Type(one), Some(other)) = (one, others.next()) {
                complete(one, &other);
            }
        }
    }
}

/// `Same` for each `_` that stands for a type.
struct WithoutPlaceholders;

impl VisitMut for WithoutPlaceholders {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        if let Type::Infer(infer) = ty {
            let span = infer.span();
            *ty = syn::parse_quote_spanned!(span=> __seq::Same);
        } else {
            visit_mut::visit_type_mut(self, ty);
        }
    }
}
