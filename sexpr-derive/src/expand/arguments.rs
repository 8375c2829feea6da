//! What stands for a type's parameters, as far as it has tables.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::{Type, TypeParam, TypeParamBound, WherePredicate};

use super::bounds::{Need, added};
use crate::model::Input;

/// The table of each type parameter's argument, as a function. Where no bound promises one, it says nothing.
///
/// The bounds of the declaration itself do not count: a trait of the user's may be called `Field`, too.
pub(super) fn tables(input: &Input) -> Vec<TokenStream> {
    let added = added(input);
    let table = |parameter: &TypeParam| {
        let ident = &parameter.ident;
        let traits = traits(ident, &added);
        let is_any = |needs: &[Need]| needs.iter().any(|need| traits.iter().any(|name| *name == need.name()));
        if is_any(&[Need::Field, Need::Closed, Need::MapKey, Need::KeyValue, Need::Names]) {
            quote!(<#ident as __seq::Field>::TABLE)
        } else if is_any(&[Need::StructuralEq, Need::PointeeKey]) {
            quote!(|| <#ident as __seq::StructuralEq>::INFO)
        } else {
            quote!(__seq::unknown_table)
        }
    };
    input.generics.type_params().map(table).collect()
}

/// The names of the traits that predicates ask of a type parameter.
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
