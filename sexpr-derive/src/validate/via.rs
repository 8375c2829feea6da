//! Fields that a function projects.

use quote::{format_ident, quote_spanned};
use syn::{GenericParam, Generics, Ident, Lifetime, Path, Type, WherePredicate, visit::Visit};

use super::{Around, without_defaults};
use crate::{expand::ends, model::Via};

/// The function that projects the field at a position.
pub(super) fn via(around: &Around, position: usize, declared: &Type, function: Path, described: Option<Type>) -> Via {
    let ident = format_ident!("__Via{}_{}", around.variant, position);
    Via { function, ident, described, generics: needed(&around.input.generics, declared) }
}

/// The type that represents a projected field in the comparison.
pub(super) fn projected(via: &Via, declared: &Type) -> Type {
    let (first, last) = ends(declared);
    let (ident, (_, arguments, _)) = (&via.ident, via.generics.split_for_impl());
    let open = quote_spanned!(first=> __seq::As<__seq::Via<#ident #arguments>,);
    let close = quote_spanned!(last=> >);
    syn::parse_quote!(#open #declared #close)
}

/// The parameters needed to name a field's type: all if it depends on a type or constant parameter, otherwise its
/// lifetimes.
fn needed(generics: &Generics, ty: &Type) -> Generics {
    struct Search<'g> {
        generics: &'g Generics,
        depends: bool,
        borrows: bool,
    }
    impl<'ast> Visit<'ast> for Search<'_> {
        fn visit_ident(&mut self, ident: &'ast Ident) {
            self.depends |= self.generics.params.iter().any(|parameter| match parameter {
                GenericParam::Type(parameter) => parameter.ident == *ident,
                GenericParam::Const(parameter) => parameter.ident == *ident,
                GenericParam::Lifetime(_) => false,
            });
        }
        fn visit_lifetime(&mut self, lifetime: &'ast Lifetime) {
            self.borrows |= self.generics.lifetimes().any(|parameter| parameter.lifetime == *lifetime);
        }
        fn visit_macro(&mut self, _: &'ast syn::Macro) {
            self.depends = true;
        }
    }
    let mut search = Search { generics, depends: false, borrows: false };
    search.visit_type(ty);
    let mut needed = without_defaults(generics);
    if !search.depends {
        let is_lifetime = |parameter: &GenericParam| matches!(parameter, GenericParam::Lifetime(_));
        needed.params =
            needed.params.into_iter().filter(|parameter| search.borrows && is_lifetime(parameter)).collect();
        if let Some(clause) = &mut needed.where_clause {
            let predicates = std::mem::take(&mut clause.predicates).into_iter();
            let of_lifetimes = predicates.filter(|predicate| matches!(predicate, WherePredicate::Lifetime(_)));
            clause.predicates = of_lifetimes.filter(|_| search.borrows).collect();
        }
    }
    needed
}
