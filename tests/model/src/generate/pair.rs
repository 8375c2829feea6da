//! Two nodes of a random graph.

use super::{Draw, Mutation, Places, Recipe, Renaming, Variation};
use crate::{conformance::NodeSpec, model::Options};

/// Two nodes of a graph, and the options under which they are compared.
#[derive(Clone, Debug)]
pub struct Pair {
    /// The graph, children before parents.
    pub nodes: Vec<NodeSpec>,
    /// The left root.
    pub lhs: usize,
    /// The right root.
    pub rhs: usize,
    /// The options.
    pub options: Options,
}

/// How many nodes a recipe has at most, beside variables.
const NODES: usize = 40;

impl Pair {
    /// The pair that these bytes say. All bytes say one, and similar bytes similar pairs.
    pub fn from_bytes(bytes: &[u8]) -> Pair {
        let draw = &mut Draw::new(bytes);
        let options = Options { map_free_vars: draw.flag(), skip_payload: draw.below(4) == 3 };
        match draw.below(8) {
            0..3 => {
                let (variation, mutations) = (Variation::draw(draw), Mutation::draw_some(draw));
                Pair::varied(&Recipe::draw(draw, NODES), &variation, &mutations, options)
            }
            3..5 => {
                let (renaming, mutations) = (Renaming::draw(draw), Mutation::draw_some(draw));
                let recipe = Recipe::draw(draw, NODES);
                Pair::renamed(&recipe, &renaming, &mutations, options)
                    .unwrap_or_else(|| Pair::parts(&recipe, 0, options))
            }
            5..7 => Pair::at_places(&Places::draw(draw), options),
            _ => {
                let which = draw.byte();
                Pair::parts(&Recipe::draw(draw, NODES), which, options)
            }
        }
    }

    /// A graph and a variation of it with mutations.
    pub fn varied(recipe: &Recipe, variation: &Variation, mutations: &[Mutation], options: Options) -> Pair {
        let mut nodes = recipe.graph();
        let original = nodes.len();
        let copies = variation.copy(&mut nodes, original);
        let own: Vec<usize> = copies.iter().copied().filter(|copy| *copy >= original).collect();
        for mutation in mutations.iter().filter(|_| !own.is_empty()) {
            mutation.apply(&mut nodes, &own);
        }
        Pair { nodes, lhs: original - 1, rhs: copies[original - 1], options }
    }

    /// A term and what became of it by renaming and mutations; nothing, if that is too large.
    pub fn renamed(recipe: &Recipe, renaming: &Renaming, mutations: &[Mutation], options: Options) -> Option<Pair> {
        let mut nodes = recipe.graph();
        let original = nodes.len();
        let rhs = renaming.apply(&mut nodes, original - 1, options)?;
        let own: Vec<usize> = (original..nodes.len()).collect();
        for mutation in mutations.iter().filter(|_| !own.is_empty()) {
            mutation.apply(&mut nodes, &own);
        }
        Some(Pair { nodes, lhs: original - 1, rhs, options })
    }

    /// Two terms at several places each.
    pub fn at_places(places: &Places, options: Options) -> Pair {
        let (nodes, lhs, rhs) = places.pair();
        Pair { nodes, lhs, rhs, options }
    }

    /// A node of a graph and its root, which share much.
    pub fn parts(recipe: &Recipe, which: u8, options: Options) -> Pair {
        let nodes = recipe.graph();
        let (lhs, rhs) = (usize::from(which) % nodes.len(), nodes.len() - 1);
        Pair { nodes, lhs, rhs, options }
    }
}
