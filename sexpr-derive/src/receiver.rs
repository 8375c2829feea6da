//! Replaces `Self` in a type's own declaration.

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use syn::{
    DeriveInput, ExprPath, Ident, Item, Path, QSelf, Type, TypePath,
    visit_mut::{self, VisitMut},
};

/// Replaces `Self` by the type's name in fields and bounds: generated code repeats these where `Self` is another type,
/// or undefined.
pub(crate) fn replace_self(mut input: DeriveInput) -> DeriveInput {
    let (_, arguments, _) = input.generics.split_for_impl();
    let mut receiver = Receiver { ident: input.ident.clone(), arguments: arguments.into_token_stream() };
    receiver.visit_generics_mut(&mut input.generics);
    receiver.visit_data_mut(&mut input.data);
    input
}

struct Receiver {
    ident: Ident,
    arguments: TokenStream,
}

impl Receiver {
    /// `Name<T>`, at the place of a `Self`.
    fn name(&self, span: Span) -> TypePath {
        let mut ident = self.ident.clone();
        ident.set_span(span);
        let arguments = &self.arguments;
        syn::parse_quote_spanned!(span=> #ident #arguments)
    }

    /// `Self::Item` becomes `<Name<T>>::Item`.
    fn qualify(&self, qself: &mut Option<QSelf>, path: &mut Path) {
        if qself.is_some() || path.segments.len() < 2 || path.segments[0].ident != "Self" {
            return;
        }
        let span = path.segments[0].ident.span();
        let receiver = self.name(span);
        let rest = path.segments.iter().skip(1);
        let qualified: TypePath = syn::parse_quote_spanned!(span=> <#receiver> #(::#rest)*);
        (*qself, *path) = (qualified.qself, qualified.path);
    }
}

impl VisitMut for Receiver {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        match ty {
            Type::Path(path) if path.qself.is_none() && path.path.is_ident("Self") => {
                let span = path.path.segments[0].ident.span();
                *ty = Type::Path(self.name(span));
            }
            _ => visit_mut::visit_type_mut(self, ty),
        }
    }

    fn visit_type_path_mut(&mut self, path: &mut TypePath) {
        self.qualify(&mut path.qself, &mut path.path);
        visit_mut::visit_type_path_mut(self, path);
    }

    fn visit_expr_path_mut(&mut self, path: &mut ExprPath) {
        self.qualify(&mut path.qself, &mut path.path);
        visit_mut::visit_expr_path_mut(self, path);
    }

    // The length of an array may contain items, in which `Self` means another type.
    fn visit_item_mut(&mut self, _: &mut Item) {}
}
