//! Mentions of a field's type in generated code.
//!
//! The compiler merges errors with equal text and place. Every mention of a field's type requires the same trait, and
//! has the span of the type in the declaration. So a missing implementation causes one error.

use std::borrow::Cow;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{
    AngleBracketedGenericArguments, GenericArgument, Lifetime, ParenthesizedGenericArguments, Type, TypeParamBound,
    TypeTraitObject,
    spanned::Spanned,
    visit::Visit,
    visit_mut::{self, VisitMut},
};

use super::bounds::is_generic;
use crate::model::{Field, Input, Part};

/// The trait that a mention requires of a field's type.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum As {
    /// A `Field`.
    Field,
    /// A `KeyValue`.
    Key,
    /// `NameField`.
    NameField,
    /// A `Map`, if it is fit to be compared.
    Map(Fit),
    /// A `Sequence`, if it is fit to be compared.
    Sequence(Fit),
    /// `Eq` and `Hash`.
    Opaque,
    /// `Rewritable`.
    Rewritable,
    /// `RewritableNames`.
    RewritableNames,
    /// `Clone`.
    Kept,
    /// `Dismantle`.
    Dismantle,
}

/// How a mention checks that a type is a `Field` before it requires another trait, so that there is no second error.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Fit {
    /// By a constant.
    Asked,
    /// By the bounds of its parameters: no constant can name the type.
    ByBounds,
}

impl Fit {
    pub(super) fn of(field: &Field, input: &Input) -> Fit {
        let has_lifetimes = input.generics.lifetimes().next().is_some();
        if has_lifetimes || is_generic(&field.ty, input) { Fit::ByBounds } else { Fit::Asked }
    }
}

/// `__seq::Of<Type>`: the type itself, with the bound that its role requires.
pub(super) fn of(ty: &Type, part: As) -> TokenStream {
    let ty = with_lifetimes_of_objects(ty);
    let (first, last) = ends(&ty);
    let open = match part {
        As::Field => quote_spanned!(first=> __seq::Of<),
        As::Key => quote_spanned!(first=> __seq::KeyOf<),
        As::NameField => quote_spanned!(first=> __seq::NamesOf<),
        As::Map(_) => quote_spanned!(first=> __seq::MapOf<),
        As::Sequence(_) => quote_spanned!(first=> __seq::SequenceOf<),
        As::Opaque => quote_spanned!(first=> __seq::OpaqueOf<),
        As::Rewritable => quote_spanned!(first=> __RewritableOf<),
        As::RewritableNames => quote_spanned!(first=> __RewritableNamesOf<),
        As::Kept => quote_spanned!(first=> __seq::KeptOf<),
        As::Dismantle => quote_spanned!(first=> __DismantleOf<),
    };
    let fit = match part {
        As::Map(fit) | As::Sequence(fit) => Some(fit),
        _ => None,
    };
    let fit = fit.map(|fit| match fit {
        Fit::Asked => {
            let fit = generic(quote!(fit), &ty, As::Field);
            quote!(, { #fit() })
        }
        Fit::ByBounds => quote!(, true),
    });
    let close = quote_spanned!(last=> >);
    quote!(#open #ty #fit #close)
}

/// The aliases for types of fields that are rewritten or dismantled. An alias requires more of a field only if all
/// fields can be compared. Otherwise evaluating an argument of the alias fails, and the compiler reports nothing
/// further about the alias. It evaluates the argument once per alias, not once per mention.
pub(super) fn aliases(input: &Input) -> TokenStream {
    let are_fit = are_fit(input);
    let alias = |is_used: bool, name: &str| {
        let (alias, of) = (format_ident!("__{name}"), format_ident!("{name}"));
        is_used.then(|| quote!(#[allow(dead_code)] type #alias<__T> = __seq::#of<__T, { #are_fit }>;))
    };
    let has = |wanted: fn(&Field) -> bool| input.fields().any(|(_, field)| wanted(field));
    let has_names = has(|field| field.part == Part::NameField);
    let aliases = [
        alias(input.is_rewritable && has(Field::is_compared), "RewritableOf"),
        alias(input.is_rewritable && has_names, "RewritableNamesOf"),
        alias(input.is_dismantled && has(Field::is_compared), "DismantleOf"),
    ];
    aliases.into_iter().flatten().collect()
}

/// A constant expression that is true if all compared fields can be compared. It omits types that no constant can name.
fn are_fit(input: &Input) -> TokenStream {
    let mut asked: Vec<(&Type, As)> = Vec::new();
    for (_, field) in input.fields().filter(|(_, field)| Fit::of(field, input) == Fit::Asked) {
        let part = match field.part {
            Part::Compared | Part::Operand => As::Field,
            Part::Ordered => As::Map(Fit::Asked),
            Part::Unordered => As::Sequence(Fit::Asked),
            Part::NameField => As::NameField,
            Part::Opaque | Part::Key | Part::WholeArena | Part::None => continue,
        };
        if !asked.contains(&(&field.ty, part)) {
            asked.push((&field.ty, part));
        }
    }
    let fit = asked.into_iter().map(|(ty, part)| generic(quote!(fit), ty, part));
    quote!(true #(&& #fit())*)
}

/// The type with `+ 'static` on each `dyn Trait` whose lifetime defaults to it. In function bodies, the compiler would
/// leave it out of the message, which would make a second, different error.
fn with_lifetimes_of_objects(ty: &Type) -> Cow<'_, Type> {
    struct Write;
    impl VisitMut for Write {
        fn visit_angle_bracketed_generic_arguments_mut(&mut self, arguments: &mut AngleBracketedGenericArguments) {
            visit_mut::visit_angle_bracketed_generic_arguments_mut(self, arguments);
            // The default may be this lifetime, as in `Ref<'a, dyn Trait>`.
            if arguments.args.iter().any(|argument| matches!(argument, GenericArgument::Lifetime(_))) {
                return;
            }
            for argument in &mut arguments.args {
                if let GenericArgument::Type(Type::TraitObject(object)) = argument
                    && !object.bounds.iter().any(|bound| matches!(bound, TypeParamBound::Lifetime(_)))
                {
                    let span = object.bounds.last().map_or_else(Span::call_site, Spanned::span);
                    object.bounds.push(TypeParamBound::Lifetime(Lifetime::new("'static", span)));
                }
            }
        }
    }
    // Most types have no trait objects, and need no copy.
    if !has_object(ty) {
        return Cow::Borrowed(ty);
    }
    let mut ty = ty.clone();
    Write.visit_type_mut(&mut ty);
    Cow::Owned(ty)
}

fn has_object(ty: &Type) -> bool {
    struct Search(bool);
    impl<'ast> Visit<'ast> for Search {
        fn visit_type_trait_object(&mut self, _: &'ast TypeTraitObject) {
            self.0 = true;
        }
    }
    let mut search = Search(false);
    search.visit_type(ty);
    search.0
}

/// Whether a type contains a `dyn Fn(…)`. In function bodies, the compiler considers the result of a call, and words
/// its message differently. So bounds on such a type are checked in function bodies only.
pub(super) fn has_callable(ty: &Type) -> bool {
    struct Search(bool);
    impl<'ast> Visit<'ast> for Search {
        fn visit_parenthesized_generic_arguments(&mut self, _: &'ast ParenthesizedGenericArguments) {
            self.0 = true;
        }
    }
    let mut search = Search(false);
    search.visit_type(ty);
    search.0
}

/// `<__seq::Of<Type> as __seq::Trait>::ITEM`.
pub(super) fn item(ty: &Type, part: As, of_trait: &str, item: &str) -> TokenStream {
    let (first, last) = ends(ty);
    let (of_trait, item) = (Ident::new(of_trait, last), Ident::new(item, last));
    let open = quote_spanned!(first=> <);
    let close = quote_spanned!(last=> as __seq::#of_trait>::#item);
    let ty = of(ty, part);
    quote!(#open #ty #close)
}

/// `<__seq::Of<Type> as __seq::Field>::ITEM`.
pub(super) fn field_item(ty: &Type, name: &str) -> TokenStream {
    item(ty, As::Field, "Field", name)
}

/// `__seq::path::<__seq::Of<Type>>`.
pub(super) fn generic(path: TokenStream, ty: &Type, part: As) -> TokenStream {
    generic_with(path, ty, part, &TokenStream::new())
}

/// `__seq::path::<__seq::Of<Type> rest>`.
pub(super) fn generic_with(path: TokenStream, ty: &Type, part: As, rest: &TokenStream) -> TokenStream {
    let (first, last) = ends(ty);
    let path = path.into_iter().map(|mut token| {
        token.set_span(first);
        token
    });
    let open = quote_spanned!(first=> __seq::#(#path)*::<);
    let close = quote_spanned!(last=> >);
    let ty = of(ty, part);
    quote!(#open #ty #rest #close)
}

/// The spans of a type's first and last token.
pub(crate) fn ends(ty: &Type) -> (Span, Span) {
    let mut spans = ty.to_token_stream().into_iter().map(|token| token.span());
    let first = spans.next().unwrap_or_else(Span::call_site);
    (first, spans.last().unwrap_or(first))
}
