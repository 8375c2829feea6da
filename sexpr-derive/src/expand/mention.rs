//! Mentions of a field's type.
//!
//! The compiler merges equal errors at equal places. So that a type that lacks an implementation gives one error,
//! whatever mentions it asks for the same trait and takes the place of the type in the declaration.

use std::borrow::Cow;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::{
    AngleBracketedGenericArguments, GenericArgument, Lifetime, Type, TypeParamBound, TypeTraitObject,
    spanned::Spanned,
    visit::Visit,
    visit_mut::{self, VisitMut},
};

/// What a field's type is asked to be.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum As {
    /// A `Field`.
    Field,
    /// A `KeyValue`.
    Key,
    /// `NameField`.
    NameField,
    /// A `Map`.
    Map,
    /// A `Sequence`.
    Sequence,
    /// `Eq` and `Hash`.
    Opaque,
    /// `Rewritable`.
    Rewritable,
    /// `NameField`, and rewritable.
    RewritableNames,
    /// A `Map`, and rewritable.
    RewritableMap,
    /// `Clone`.
    Kept,
    /// `Dismantle`.
    Dismantle,
}

/// `__seq::Of<Type>`: the type itself, asked to be fit for its part.
pub(super) fn of(ty: &Type, part: As) -> TokenStream {
    let ty = with_lifetimes_of_objects(ty);
    let (first, last) = ends(&ty);
    let open = match part {
        As::Field => quote_spanned!(first=> __seq::Of<),
        As::Key => quote_spanned!(first=> __seq::KeyOf<),
        As::NameField => quote_spanned!(first=> __seq::NamesOf<),
        As::Map => quote_spanned!(first=> __seq::MapOf<),
        As::Sequence => quote_spanned!(first=> __seq::SequenceOf<),
        As::Opaque => quote_spanned!(first=> __seq::OpaqueOf<),
        As::Rewritable => quote_spanned!(first=> __seq::RewritableOf<),
        As::RewritableNames => quote_spanned!(first=> __seq::RewritableNamesOf<),
        As::RewritableMap => quote_spanned!(first=> __seq::RewritableMapOf<),
        As::Kept => quote_spanned!(first=> __seq::KeptOf<),
        As::Dismantle => quote_spanned!(first=> __seq::DismantleOf<),
    };
    let close = quote_spanned!(last=> >);
    quote!(#open #ty #close)
}

/// The type with `+ 'static` on each `dyn Trait` that has no lifetime and gets this one. In function bodies, the compiler
/// would leave it out of the message, which then is another one.
fn with_lifetimes_of_objects(ty: &Type) -> Cow<'_, Type> {
    struct Write;
    impl VisitMut for Write {
        fn visit_angle_bracketed_generic_arguments_mut(&mut self, arguments: &mut AngleBracketedGenericArguments) {
            visit_mut::visit_angle_bracketed_generic_arguments_mut(self, arguments);
            // With a lifetime, it may be that one: in `Ref<'a, dyn Trait>` it is.
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
    // Most types have no objects, and need no copy.
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

/// The places of a type's first and last token.
pub(crate) fn ends(ty: &Type) -> (Span, Span) {
    let mut spans = ty.to_token_stream().into_iter().map(|token| token.span());
    let first = spans.next().unwrap_or_else(Span::call_site);
    (first, spans.last().unwrap_or(first))
}
