//! Mirrors, which describe types of other crates, and fields described by mirrors.

use darling::error::Accumulator;
use proc_macro2::Span;
use quote::{ToTokens, quote_spanned};
use syn::{
    DeriveInput, Fields, GenericArgument, GenericParam, Generics, Ident, Lifetime, PathArguments, Token, Type,
    TypePath,
    punctuated::Punctuated,
    spanned::Spanned,
    visit::Visit,
    visit_mut::{self, VisitMut},
};

use super::{Around, partial_without_remote, via, without_defaults};
use crate::{
    attributes::{FieldAttributes, TypeAttributes, VariantAttributes},
    codes::Code,
    model::{Access, Field, Part, Remote, Roles, Style, Variant},
};

/// The type of another crate that the declaration describes.
pub(super) fn remote(input: &DeriveInput, attributes: &TypeAttributes, errors: &mut Accumulator) -> Option<Remote> {
    let Some(given) = &attributes.remote else {
        if let Some(dots) = &attributes.partial {
            errors.push(partial_without_remote("..", "fields", "", dots.span()));
        }
        return None;
    };
    let words =
        [("custom", &attributes.custom), ("rewrite", &attributes.rewrite), ("dismantle", &attributes.dismantle)];
    for (name, word) in words {
        let Some(word) = word else { continue };
        errors.push(match name {
            "custom" => Code::CustomRemote.at(
                word.span(),
                "`CustomStructural` cannot be implemented for another crate's type: use `with`, and list what is compared in a \
                 function",
            ),
            _ => {
                let message = format!("values of another crate's type can only be read: remove `{name}`");
                Code::ChangedRemote.at(word.span(), message)
            }
        });
    }
    let written = given.0.clone();
    let generics = mentioned(&input.generics, &Type::Path(written.clone()));
    let (span, (_, arguments, _)) = (written.span(), generics.split_for_impl());
    let ty = syn::parse_quote_spanned!(span=> __Remote #arguments);
    Some(Remote { written, generics, ty })
}

/// The parameters that `ty` mentions, without bounds.
fn mentioned(generics: &Generics, ty: &Type) -> Generics {
    struct Search(Vec<String>);
    impl<'ast> Visit<'ast> for Search {
        fn visit_ident(&mut self, ident: &'ast Ident) {
            self.0.push(ident.to_string());
        }
        fn visit_lifetime(&mut self, lifetime: &'ast Lifetime) {
            self.0.push(lifetime.to_string());
        }
    }
    let mut search = Search(Vec::new());
    search.visit_type(ty);
    let mut generics = without_defaults(generics);
    generics.where_clause = None;
    let is_mentioned = |parameter: &GenericParam| match parameter {
        GenericParam::Lifetime(parameter) => search.0.contains(&parameter.lifetime.to_string()),
        GenericParam::Type(parameter) => search.0.contains(&parameter.ident.to_string()),
        GenericParam::Const(parameter) => search.0.contains(&parameter.ident.to_string()),
    };
    generics.params = generics.params.into_iter().filter(is_mentioned).collect();
    for parameter in &mut generics.params {
        match parameter {
            GenericParam::Lifetime(parameter) => parameter.bounds.clear(),
            GenericParam::Type(parameter) => parameter.bounds.clear(),
            GenericParam::Const(_) => {}
        }
    }
    generics
}

/// Refuses `..` and `rest` on variants of a declaration that is no mirror.
pub(super) fn check_variant(attributes: &VariantAttributes, describes: bool, errors: &mut Accumulator) {
    if describes {
        return;
    }
    let spans = [("rest", attributes.rest.as_ref().map(|rest| rest.span()))];
    let spans = spans.into_iter().chain([("..", attributes.partial.as_ref().map(|dots| dots.span()))]);
    for (name, span) in spans.filter_map(|(name, span)| Some((name, span?))) {
        errors.push(partial_without_remote(name, "parts", " above the enum", span));
    }
}

/// The variant for all undeclared ones, whose function projects the whole value.
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
        let message = "only the function describes the values of a `rest` variant: remove this option";
        errors.push(Code::RestWithOption.at(other, message));
    }
    if !matches!(variant.fields, Fields::Unit) {
        let message = "a `rest` variant has no fields, since its function takes the whole value: remove them";
        errors.push(Code::RestWithFields.at(&variant.fields, message));
    }
    let whole = Type::Path(remote.ty.clone());
    let via = via::via(around, 0, &whole, rest.0.clone(), None);
    let ty = via::projected(&via, &whole);
    let member = syn::Member::Unnamed(syn::Index::from(0));
    let (roles, part) = (Roles::default(), Part::Compared);
    let field = Field {
        member,
        ty,
        declared: whole.clone(),
        written: whole,
        via: Some(via),
        is_described: false,
        is_id: false,
        access: Access::Whole,
        roles,
        part,
        condition: None,
    };
    Some(Variant {
        ident: variant.ident.clone(),
        kind: around.kind,
        is_scope: false,
        is_rest: true,
        is_partial: false,
        style: Style::Tuple,
        fields: vec![field],
        order: vec![0],
        operands: None,
    })
}

/// Checks that no variant follows the `rest` variant.
pub(super) fn check_rest(variants: &[Variant], errors: &mut Accumulator) {
    for (rest, next) in variants.iter().zip(variants.iter().skip(1)).filter(|(rest, _)| rest.is_rest) {
        let message =
            format!("the `rest` variant `{}` must be the last one: move `{}` before it", rest.ident, next.ident);
        errors.push(Code::RestNotLast.at(&next.ident, message));
    }
}

/// Checks a field with a `getter`.
pub(super) fn check_getter(attributes: &FieldAttributes, around: &Around, errors: &mut Accumulator) {
    let Some(getter) = &attributes.getter else { return };
    let message = if around.remote.is_none() {
        "`getter` reads a field of another crate's type: write `via` to project this field, or name that type by \
         `remote = \"...\"`"
    } else if around.is_enum {
        "fields of variants are public: remove `getter`, or write `via` to project the field"
    } else if attributes.via.is_some() {
        "a field is read by one function: keep either `getter` or `via`, and let it do both"
    } else if attributes.opaque.is_some() {
        "an opaque field is compared by its own `Eq`, not by a function's result: keep either `opaque` or `getter`"
    } else {
        return;
    };
    errors.push(Code::UnfitGetter.at(getter.span(), message));
}

/// The compared type of a described field: an `As` of its description and its declared type.
pub(super) fn seen(described: &Type, declared: &Type, at: Span) -> Type {
    let described = completed(described, declared);
    let (open, comma, close) = (quote_spanned!(at=> __seq::As<), quote_spanned!(at=> ,), quote_spanned!(at=> >));
    syn::parse_quote!(#open #described #comma #declared #close)
}

/// The description of ids whose node has this type.
pub(super) fn of_id(node: &Type) -> Type {
    let span = node.span();
    let (open, close) = (quote_spanned!(span=> __seq::IdTo<), quote_spanned!(span=> >));
    syn::parse_quote!(#open #node #close)
}

/// The description with `Same` for each `_`, and for each part that the two types have in common.
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

/// Containers that may hold mirrors, by the last segment of their paths.
const CONTAINERS: [&str; 15] = [
    "Vec",
    "VecDeque",
    "LinkedList",
    "SmallVec",
    "Box",
    "Arc",
    "Rc",
    "Option",
    "Result",
    "HashMap",
    "BTreeMap",
    "IndexMap",
    "HashSet",
    "BTreeSet",
    "IndexSet",
];

fn complete_arguments(described: &mut TypePath, declared: &TypePath) {
    // A mirror and its described type have different names. So an equal name means a container, or an alias of one.
    let is_same = without_arguments(described) == without_arguments(declared);
    let (Some(described), Some(declared)) = (described.path.segments.last_mut(), declared.path.segments.last()) else {
        return;
    };
    let (PathArguments::AngleBracketed(ones), PathArguments::AngleBracketed(others)) =
        (&mut described.arguments, &declared.arguments)
    else {
        return;
    };
    // The arguments of a mirror are its own: they describe nothing.
    let is_container = CONTAINERS.iter().any(|name| described.ident == name);
    if is_same || is_container && described.ident == declared.ident {
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

/// The text of a type without its arguments.
fn without_arguments(ty: &TypePath) -> String {
    let mut ty = ty.clone();
    if let Some(last) = ty.path.segments.last_mut() {
        last.arguments = PathArguments::None;
    }
    ty.to_token_stream().to_string()
}

/// Replaces each `_` that is a type by `Same`.
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
