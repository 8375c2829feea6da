//! What random graphs are made from, so that it shrinks.

use proptest::{collection::vec, prelude::*};
use sexpr_model::{
    generate::{IDENTITY, Ingredient, Mutation, Places, Recipe, Renaming, Style, Variation, Wrapper},
    model::Options,
};

fn ingredient() -> impl Strategy<Value = Ingredient> {
    (any::<u8>(), 0_u8..3, any::<[u8; 3]>()).prop_map(|(sort, number, references)| Ingredient {
        sort,
        number,
        references,
    })
}

pub(crate) fn recipe() -> impl Strategy<Value = Recipe> {
    recipe_of(prop_oneof![vec(ingredient(), 1..16), vec(ingredient(), 10..40)])
}

/// A recipe of a few nodes.
fn small_recipe() -> impl Strategy<Value = Recipe> {
    recipe_of(vec(ingredient(), 1..6))
}

fn recipe_of(nodes: impl Strategy<Value = Vec<Ingredient>>) -> impl Strategy<Value = Recipe> {
    let style = prop_oneof![
        2 => Just(Style::Sticky),
        2 => Just(Style::Objects),
        2 => Just(Style::Names),
        3 => Just(Style::Patterns),
        4 => Just(Style::Mixed),
    ];
    (style, vec(ingredient(), 1..5), nodes).prop_map(|(style, variables, nodes)| Recipe { style, variables, nodes })
}

pub(crate) fn variation() -> impl Strategy<Value = Variation> {
    let names = prop_oneof![
        2 => Just(IDENTITY),
        2 => Just(IDENTITY).prop_shuffle(),
        1 => any::<[u8; 6]>().prop_map(|names| names.map(|name| name % 6)),
    ];
    (vec(any::<bool>(), 1..6), names, vec(any::<bool>(), 1..8), any::<bool>(), any::<bool>()).prop_map(
        |(keep_variables, names, unshare, share, turn_maps)| Variation {
            keep_variables,
            names,
            unshare,
            share,
            turn_maps,
        },
    )
}

pub(crate) fn mutations() -> impl Strategy<Value = Vec<Mutation>> {
    vec((any::<u8>(), any::<u8>()).prop_map(|(at, to)| Mutation { at, to }), 0..3)
}

pub(crate) fn renaming() -> impl Strategy<Value = Renaming> {
    (any::<bool>(), vec(any::<u8>(), 1..24)).prop_map(|(careless, decisions)| Renaming { careless, decisions })
}

pub(crate) fn places() -> impl Strategy<Value = Places> {
    let other = prop_oneof![3 => Just(None), 1 => any::<u8>().prop_map(Some)];
    let wrapper = (any::<u8>(), any::<u8>(), other);
    let wrapper = wrapper.prop_map(|(sort, variable, other)| Wrapper { sort, variable, other });
    (small_recipe(), variation(), mutations(), vec(vec(wrapper, 0..4), 2..5))
        .prop_map(|(recipe, variation, mutations, places)| Places { recipe, variation, mutations, places })
}

pub(crate) fn options() -> impl Strategy<Value = Options> {
    let skip_payload = prop_oneof![3 => Just(false), 1 => Just(true)];
    (any::<bool>(), skip_payload).prop_map(|(map_free_vars, skip_payload)| Options { map_free_vars, skip_payload })
}
