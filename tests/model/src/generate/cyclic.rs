//! Random graphs whose nodes refer to each other by ids, so that they may have cycles.

use super::{Draw, Ingredient, Mutation, Recipe, Style, Variation};
use crate::{
    conformance::NodeSpec,
    model::{self, Options},
};

/// Three nodes of a graph with cycles: that of one, and those of two variations of it.
#[derive(Clone, Debug)]
pub struct Cyclic {
    /// The graph, in any order.
    pub nodes: Vec<NodeSpec>,
    /// The nodes.
    pub roots: [usize; 3],
    /// The options.
    pub options: Options,
}

/// A change of where a reference leads: to any node.
#[derive(Clone, Copy, Debug)]
pub struct Redirection {
    /// Which node refers.
    pub at: u8,
    /// Which of its references.
    pub which: u8,
    /// To which node it leads.
    pub to: u8,
}

/// A graph that differs from another one, or not.
struct Altered {
    variation: Variation,
    mutations: Vec<Mutation>,
    redirections: Vec<Redirection>,
}

impl Redirection {
    fn draw(draw: &mut Draw<'_>) -> Redirection {
        Redirection { at: draw.byte(), which: draw.byte(), to: draw.byte() }
    }

    /// Changes a reference between two of these nodes. Most lead to dag nodes, through which cycles must pass.
    fn apply(self, nodes: &mut [NodeSpec], among: &[usize]) {
        let [at, mut to] = [self.at, self.to].map(|number| among[usize::from(number) % among.len()]);
        let dags = among.iter().filter(|node| matches!(nodes[**node], NodeSpec::Dag { .. }));
        if self.which < 224
            && let Some(dag) = dags.cycle().nth(usize::from(self.to) % among.len())
        {
            to = *dag;
        }
        let count = nodes[at].references().0.len();
        let mut left = usize::from(self.which).checked_rem(count);
        nodes[at].each_reference(&mut |reference, any_node| {
            if any_node && left == Some(0) {
                *reference = to;
            }
            left = if any_node { left.and_then(|left| left.checked_sub(1)) } else { left };
        });
    }
}

impl Altered {
    fn draw(draw: &mut Draw<'_>) -> Altered {
        let count = draw.below(4) / 2;
        Altered {
            variation: Variation::draw(draw),
            mutations: Mutation::draw_some(draw),
            redirections: (0..count).map(|_| Redirection::draw(draw)).collect(),
        }
    }
}

impl Cyclic {
    /// The graphs that these bytes say.
    pub fn from_bytes(bytes: &[u8]) -> Cyclic {
        let draw = &mut Draw::new(bytes);
        let options = Options { map_free_vars: draw.flag(), skip_payload: draw.below(4) == 3 };
        let which = draw.byte();
        let copies = [Altered::draw(draw), Altered::draw(draw)];
        let is_dense = draw.flag();
        let redirections = draw.some(if is_dense { 30 } else { 8 }, Redirection::draw);
        let variables = draw.some(4, Ingredient::draw);
        let style = if is_dense { Style::IdsOfNames } else { Style::Ids };
        let most = 3 + draw.below(if let Style::Ids = style { 10 } else { 5 });
        let recipe = Recipe { style, variables, nodes: draw.until_the_end(most, Ingredient::draw) };
        Cyclic::new(&recipe, &redirections, copies, which, options)
    }

    fn new(recipe: &Recipe, redirections: &[Redirection], copies: [Altered; 2], which: u8, options: Options) -> Cyclic {
        let mut nodes = recipe.graph();
        let original = nodes.len();
        // Copies are made of children before parents, so cycles come later, the same in all.
        let tables = copies.each_ref().map(|copy| copy.variation.copy(&mut nodes, original));
        let all: [Vec<usize>; 3] = [(0..original).collect(), tables[0].clone(), tables[1].clone()];
        for table in &all {
            redirections.iter().for_each(|redirection| redirection.apply(&mut nodes, table));
        }
        let on_cycles = model::on_cycles(&nodes);
        let mut possible: Vec<usize> = (0..original).filter(|index| on_cycles[*index]).collect();
        possible.push(original - 1);
        let root = possible[usize::from(which) % possible.len()];
        let roots = all.each_ref().map(|table| table[root]);
        for (copy, table) in copies.iter().zip(&tables) {
            let own: Vec<usize> = table.iter().copied().filter(|index| *index >= original).collect();
            if !own.is_empty() {
                copy.mutations.iter().for_each(|mutation| mutation.apply(&mut nodes, &own));
                copy.redirections.iter().for_each(|redirection| redirection.apply(&mut nodes, &own));
            }
        }
        agree_on_names(&mut nodes);
        bind_no_variable_in_itself(&mut nodes);
        Cyclic { nodes, roots, options }
    }
}

/// Two nodes of one name have to have the same content: gives each dag node that is known by its name one of its own, and
/// takes the fields of variables away that are.
fn agree_on_names(nodes: &mut [NodeSpec]) {
    for (index, spec) in nodes.iter_mut().enumerate() {
        match spec {
            NodeSpec::NDag { name, .. } => *name = format!("dag {index}"),
            NodeSpec::NVar { dep, .. } => *dep = None,
            _ => {}
        }
    }
}

/// Takes away what variables on cycles bind in their own fields where that is a variable on a cycle: of one that binds
/// itself there, each binding occurrence would have another one in it, without end.
fn bind_no_variable_in_itself(nodes: &mut [NodeSpec]) {
    let on_cycles = model::on_cycles(nodes);
    let is_one: Vec<bool> = nodes.iter().zip(on_cycles).map(|(spec, is_on)| is_on && spec.is_variable()).collect();
    for (spec, _) in nodes.iter_mut().zip(&is_one).filter(|(_, is_one)| **is_one) {
        if let NodeSpec::Param { pattern, .. } = spec {
            *pattern = pattern.filter(|bound| !is_one[*bound]);
        }
    }
}
