//! Two terms, each met at several places: under binders and in dag nodes, where they are equal or not.

use super::{Draw, Mutation, Recipe, Variation};
use crate::conformance::NodeSpec;

/// How to make two terms, and what is put around them at each place.
#[derive(Clone, Debug)]
pub struct Places {
    /// The term on the left, of a few nodes.
    pub recipe: Recipe,
    /// What the one on the right has of its own.
    pub variation: Variation,
    /// What is changed on the right.
    pub mutations: Vec<Mutation>,
    /// What is put around both at each place.
    pub places: Vec<Vec<Wrapper>>,
}

/// What is put around a term.
#[derive(Clone, Copy, Debug)]
pub struct Wrapper {
    /// Which sort of node.
    pub sort: u8,
    /// Which variable it binds or mentions on the left.
    pub variable: u8,
    /// Which variable it is on the right; that of the left, renamed, if nothing.
    pub other: Option<u8>,
}

impl Wrapper {
    /// The wrapper that the next bytes say.
    pub fn draw(draw: &mut Draw<'_>) -> Wrapper {
        let (sort, variable) = (draw.byte(), draw.byte());
        Wrapper { sort, variable, other: (draw.below(4) == 3).then(|| draw.byte()) }
    }
}

impl Places {
    /// What the rest of the bytes says.
    pub fn draw(draw: &mut Draw<'_>) -> Places {
        let places = draw.some(4, |draw| (0..draw.below(4)).map(|_| Wrapper::draw(draw)).collect());
        let (variation, mutations) = (Variation::draw(draw), Mutation::draw_some(draw));
        Places { recipe: Recipe::draw(draw, 6), variation, mutations, places }
    }

    /// The graph and its two roots.
    pub fn pair(&self) -> (Vec<NodeSpec>, usize, usize) {
        let mut nodes = self.recipe.graph();
        let original = nodes.len();
        let copies = self.variation.copy(&mut nodes, original);
        let own: Vec<usize> = copies.iter().copied().filter(|copy| *copy >= original).collect();
        for mutation in self.mutations.iter().filter(|_| !own.is_empty()) {
            mutation.apply(&mut nodes, &own);
        }
        let variables = (0..original).filter(|index| nodes[*index].is_variable()).collect();
        let parts = [original - 1, copies[original - 1]];
        // One dag node a side, which may be met at several places.
        let dags = parts.map(|value| push(&mut nodes, NodeSpec::Dag { value }));
        let mut builder = Builder { nodes, variables, copies, dags };
        let roots = self.places.iter().map(|wrappers| {
            let at = |sides, wrapper: &Wrapper| builder.wrap(*wrapper, sides);
            wrappers.iter().fold(parts, at)
        });
        let (left, right) = roots.map(|[left, right]| (left, right)).unzip();
        let mut nodes = builder.nodes;
        let [lhs, rhs] = [left, right].map(|items| push(&mut nodes, NodeSpec::Tuple { items }));
        (nodes, lhs, rhs)
    }
}

fn push(nodes: &mut Vec<NodeSpec>, spec: NodeSpec) -> usize {
    nodes.push(spec);
    nodes.len() - 1
}

struct Builder {
    nodes: Vec<NodeSpec>,
    variables: Vec<usize>,
    /// What stands for the variables on the right.
    copies: Vec<usize>,
    dags: [usize; 2],
}

impl Builder {
    fn wrap(&mut self, wrapper: Wrapper, inside: [usize; 2]) -> [usize; 2] {
        let variable = |which: u8| self.variables[usize::from(which) % self.variables.len()];
        let left = variable(wrapper.variable);
        let right = wrapper.other.map_or(self.copies[left], variable);
        let mut side = 0;
        [(inside[0], left), (inside[1], right)].map(|(body, var)| {
            side += 1;
            self.wrap_one(wrapper.sort, var, body, side - 1)
        })
    }

    fn wrap_one(&mut self, sort: u8, var: usize, body: usize, side: usize) -> usize {
        let spec = match sort % 16 {
            0..=3 => NodeSpec::NLam { params: vec![var], body },
            4 => NodeSpec::NLam { params: vec![], body },
            5 => NodeSpec::NLet { value: body, var, body: var },
            6 => NodeSpec::NLet { value: var, var, body },
            7 => NodeSpec::NRec { vars: vec![var], values: vec![body], body },
            8 => NodeSpec::Lambda { params: vec![var], body, span: String::new() },
            9 => NodeSpec::Let { value: body, var, body },
            10 => NodeSpec::Tuple { items: vec![var, body] },
            11 => NodeSpec::Tuple { items: vec![body, self.dags[side], var] },
            12 => NodeSpec::Tuple { items: vec![self.dags[side], body] },
            13 => NodeSpec::Dag { value: body },
            14 => {
                // In a parameter's own fields.
                let param = NodeSpec::Var { name: "param".into(), ty: 0, dep: Some(body) };
                let param = push(&mut self.nodes, param);
                NodeSpec::NLam { params: vec![param], body: param }
            }
            _ => NodeSpec::Subst { entries: vec![(var, body)] },
        };
        push(&mut self.nodes, spec)
    }
}
