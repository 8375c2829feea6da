//! The arguments of a generic type in its table.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::{Type, TypeParamBound, WherePredicate};

use super::bounds::{Need, added};
use crate::model::Input;

/// A function for the table of each type argument; and a text for each argument without a table: a constant, or a type
/// whose bounds do not guarantee a table.
///
/// Bounds of the declaration do not count: the user may have another trait called `Field`.
pub(super) fn arguments(input: &Input) -> (Vec<TokenStream>, Vec<TokenStream>) {
    let added = added(input);
    let (mut tables, mut texts) = (Vec::new(), Vec::new());
    for parameter in input.generics.type_params() {
        let ident = &parameter.ident;
        let traits = traits(ident, &added);
        let is_any = |needs: &[Need]| needs.iter().any(|need| traits.iter().any(|name| *name == need.name()));
        if is_any(&[Need::Field, Need::Closed, Need::MapKey, Need::KeyValue, Need::NameField]) {
            tables.push(quote!(<#ident as __seq::Field>::TABLE));
        } else if is_any(&[Need::StructuralEq, Need::PointeeKey]) {
            tables.push(quote!(|| <#ident as __seq::StructuralEq>::INFO));
        } else {
            texts.push(quote!(__seq::Text::Type(__seq::type_name::<#ident>)));
        }
    }
    for parameter in input.generics.const_params() {
        let ident = &parameter.ident;
        texts.push(quote!(__seq::Text::Constant(|__f| __seq::Debug::fmt(&#ident, __f))));
    }
    (tables, texts)
}

/// The names of the traits that predicates require of a type parameter.
fn traits<'p>(parameter: &Ident, predicates: &'p [WherePredicate]) -> Vec<&'p Ident> {
    let of_parameter = predicates.iter().filter_map(|predicate| match predicate {
        WherePredicate::Type(predicate) => match &predicate.bounded_ty {
            Type::Path(path) if path.qself.is_none() && path.path.is_ident(parameter) => Some(&predicate.bounds),
            _ => None,
        },
        _ => None,
    });
    let traits = of_parameter.flatten().filter_map(|bound| match bound {
        TypeParamBound::Trait(bound) => Some(&bound.path.segments.last()?.ident),
        _ => None,
    });
    traits.collect()
}
