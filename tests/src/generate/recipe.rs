//! Random graphs.

use super::Draw;
use crate::conformance::NodeSpec;

/// How to make a graph. Every recipe makes one, and shorter ones make smaller ones.
#[derive(Clone, Debug)]
pub struct Recipe {
    /// Which node types there are.
    pub style: Style,
    /// The variables that the graph begins with: at least one.
    pub variables: Vec<Ingredient>,
    /// The other nodes.
    pub nodes: Vec<Ingredient>,
}

/// How to make a node: which sort, and what it refers to, modulo what there is.
#[derive(Clone, Copy, Debug)]
pub struct Ingredient {
    /// Which sort of node.
    pub sort: u8,
    /// How many children, which leaf, which name: below 3.
    pub number: u8,
    /// What it refers to.
    pub references: [u8; 3],
}

/// Which node types a graph is made of.
#[derive(Clone, Copy, Debug)]
pub enum Style {
    /// None with a scope, and variables that are objects.
    Sticky,
    /// Mostly scopes, and variables that are objects.
    Objects,
    /// Mostly scopes, and variables that are known by their names.
    Names,
    /// All.
    Mixed,
}

/// Some strings, of which one is long.
const STRINGS: [&str; 3] = ["a", "b", "a string that is longer than what is held inline anywhere"];

/// The names of variables that are known by them. Graphs begin with the first three.
pub const NAMES: [&str; 6] = ["p", "q", "r", "s", "t", "u"];

#[derive(Clone, Copy)]
enum Sort {
    Int,
    Float,
    Str,
    Meta,
    Op,
    Add,
    Tuple,
    Lambda,
    Let,
    Dag,
    Attrs,
    Subst,
    Maybe,
    Custom,
    Variable,
    NLam,
    NLet,
    NRec,
}

impl Style {
    /// The sorts of nodes, as often as they are to be met.
    fn sorts(self) -> &'static [Sort] {
        use Sort::*;
        match self {
            Style::Sticky => &[
                Int, Float, Str, Meta, Op, Add, Add, Add, Add, Tuple, Tuple, Lambda, Lambda, Lambda, Let, Let, Dag,
                Dag, Dag, Attrs, Subst, Subst, Maybe, Custom,
            ],
            Style::Objects | Style::Names => &[
                Int, Add, Add, Add, Tuple, Tuple, NLam, NLam, NLam, NLam, NLet, NLet, NRec, Dag, Dag, Subst, Variable,
                Maybe,
            ],
            Style::Mixed => &[
                Int, Float, Str, Meta, Op, Add, Add, Add, Tuple, Tuple, Lambda, Lambda, Let, Dag, Dag, Dag, Attrs,
                Subst, Subst, Maybe, Custom, Variable, Variable, NLam, NLam, NLam, NLam, NLet, NLet, NRec, NRec,
            ],
        }
    }
}

impl Ingredient {
    /// The ingredient that the next bytes say.
    pub fn draw(draw: &mut Draw<'_>) -> Ingredient {
        let number = draw.below(3) as u8;
        Ingredient { sort: draw.byte(), number, references: std::array::from_fn(|_| draw.byte()) }
    }
}

impl Style {
    /// The style that the next byte says.
    pub fn draw(draw: &mut Draw<'_>) -> Style {
        match draw.below(8) {
            0..3 => Style::Mixed,
            3..5 => Style::Names,
            5..7 => Style::Objects,
            _ => Style::Sticky,
        }
    }
}

impl Recipe {
    /// The recipe that the rest of the bytes says, with so many nodes at most.
    pub fn draw(draw: &mut Draw<'_>, most: usize) -> Recipe {
        let style = Style::draw(draw);
        let variables = draw.some(4, Ingredient::draw);
        Recipe { style, variables, nodes: draw.until_the_end(most, Ingredient::draw) }
    }

    /// The graph; its root is the last node: a tuple of all that nothing else refers to.
    pub fn graph(&self) -> Vec<NodeSpec> {
        let mut graph = Graph { style: self.style, nodes: vec![], variables: vec![], sizes: vec![] };
        for ingredient in &self.variables {
            let dep = (ingredient.sort % 4 == 0 && !graph.nodes.is_empty())
                .then(|| usize::from(ingredient.references[0]) % graph.nodes.len());
            graph.add_variable(ingredient, dep);
        }
        for ingredient in &self.nodes {
            graph.add(ingredient);
        }
        let mut nodes = graph.nodes;
        let referred: Vec<usize> =
            nodes.iter().map(NodeSpec::references).flat_map(|(any, variables)| [any, variables].concat()).collect();
        let items = (0..nodes.len()).filter(|index| !referred.contains(index)).collect();
        nodes.push(NodeSpec::Tuple { items });
        nodes
    }

    /// The graph inside a lambda that binds all its variables.
    pub fn closed_graph(&self) -> Vec<NodeSpec> {
        let mut nodes = self.graph();
        let params = (0..nodes.len()).filter(|index| nodes[*index].is_variable()).collect();
        nodes.push(NodeSpec::Lambda { params, body: nodes.len() - 1, span: String::new() });
        nodes
    }
}

/// A graph that is being made.
struct Graph {
    style: Style,
    nodes: Vec<NodeSpec>,
    variables: Vec<usize>,
    /// How many nodes each has below it, those of several parents counted as often.
    sizes: Vec<usize>,
}

/// How large the root may be, about.
const LIMIT: usize = 400;

impl Graph {
    fn add_variable(&mut self, ingredient: &Ingredient, dep: Option<usize>) {
        let index = self.nodes.len();
        let named = match self.style {
            Style::Sticky | Style::Objects => false,
            Style::Names => true,
            Style::Mixed => ingredient.references[1].is_multiple_of(2),
        };
        let spec = if named {
            NodeSpec::NVar { name: NAMES[usize::from(ingredient.number)].into(), dep }
        } else {
            NodeSpec::Var { name: format!("v{index}"), ty: i64::from(ingredient.number) / 2, dep }
        };
        if self.push(spec) {
            self.variables.push(index);
        }
    }

    /// Adds a node, unless it is too large.
    fn push(&mut self, spec: NodeSpec) -> bool {
        let (any, variables) = spec.references();
        let size = 1 + any.iter().chain(&variables).map(|below| self.sizes[*below]).sum::<usize>();
        if size < LIMIT {
            self.sizes.push(size);
            self.nodes.push(spec);
        }
        size < LIMIT
    }

    fn add(&mut self, ingredient: &Ingredient) {
        let Graph { style, nodes, variables, .. } = &*self;
        let variable = |at: usize| variables[usize::from(ingredient.references[at]) % variables.len()];
        // Recent nodes mostly, so that much is reached from the root.
        let any = |at: usize| match (usize::from(ingredient.references[at]), style) {
            (far, _) if far % 5 == 0 => far / 5 % nodes.len(),
            (used, Style::Objects | Style::Names | Style::Mixed) if used % 4 == 0 => variable(at),
            (near, _) => nodes.len() - 1 - near % nodes.len().min(3),
        };
        let count = usize::from(ingredient.number);
        let params = || (0..count).map(variable).collect::<Vec<_>>();
        let text = || STRINGS[count].to_string();
        let span = format!("at {}", nodes.len());
        let sorts = style.sorts();
        let node = match sorts[usize::from(ingredient.sort) % sorts.len()] {
            Sort::Variable => {
                let dep = any(0);
                return self.add_variable(ingredient, (count > 0).then_some(dep));
            }
            Sort::Int => NodeSpec::Int { value: i64::from(ingredient.number) },
            Sort::Float => NodeSpec::Float { value: [0.0, -0.0, f64::NAN][count] },
            Sort::Str => NodeSpec::Str { value: text() },
            Sort::Meta => NodeSpec::Meta { tag: text(), dims: (0..i64::from(ingredient.number)).collect() },
            Sort::Op => NodeSpec::Op { name: text() },
            Sort::Add => NodeSpec::Add { lhs: any(0), rhs: any(1), span },
            Sort::Tuple => NodeSpec::Tuple { items: (0..=count).map(any).collect() },
            Sort::Lambda => NodeSpec::Lambda { params: params(), body: any(2), span },
            Sort::Let => NodeSpec::Let { value: any(0), var: variable(1), body: any(2) },
            Sort::Dag => NodeSpec::Dag { value: any(0) },
            Sort::Attrs => NodeSpec::Attrs { entries: (0..count).map(|at| (STRINGS[at].into(), any(at))).collect() },
            Sort::Subst => {
                let mut entries = (0..count).map(|at| (variable(at), any(2 - at))).collect();
                remove_duplicates(nodes, &mut entries);
                NodeSpec::Subst { entries }
            }
            Sort::Maybe => NodeSpec::Maybe { value: (count > 0).then(|| any(0)) },
            Sort::Custom => NodeSpec::Custom { params: params(), body: any(2), note: span },
            Sort::NLam => NodeSpec::NLam { params: (0..=count / 2).map(variable).collect(), body: any(2) },
            Sort::NLet => NodeSpec::NLet { value: any(0), var: variable(1), body: any(2) },
            Sort::NRec => NodeSpec::NRec { vars: params(), values: (0..=count / 2).map(any).collect(), body: any(2) },
        };
        self.push(node);
    }
}

/// Removes entries whose key is that of another entry.
pub fn remove_duplicates(nodes: &[NodeSpec], entries: &mut Vec<(usize, usize)>) {
    let mut kept: Vec<usize> = vec![];
    entries.retain(|(key, _)| {
        let is_new = !kept.iter().any(|other| same_variable(nodes, *key, *other));
        kept.push(*key);
        is_new
    });
}

/// Whether two keys of a map are the same variable, which is the author's error: nothing is said of the verdict.
pub fn has_duplicate_keys(nodes: &[NodeSpec]) -> bool {
    nodes.iter().any(|node| {
        let NodeSpec::Subst { entries } = node else { return false };
        let mut kept = entries.clone();
        remove_duplicates(nodes, &mut kept);
        kept.len() < entries.len()
    })
}

fn same_variable(nodes: &[NodeSpec], one: usize, other: usize) -> bool {
    match (&nodes[one], &nodes[other]) {
        (NodeSpec::NVar { name: one, .. }, NodeSpec::NVar { name: other, .. }) => one == other,
        _ => one == other,
    }
}

/// The nodes that a comparison starting at `root` may look at.
pub fn reached(nodes: &[NodeSpec], root: usize) -> Vec<usize> {
    let mut reached = vec![false; nodes.len()];
    let mut pending = vec![root];
    while let Some(index) = pending.pop() {
        if !std::mem::replace(&mut reached[index], true) {
            let (any, variables) = nodes[index].references();
            pending.extend(any.into_iter().chain(variables));
        }
    }
    (0..nodes.len()).filter(|index| reached[*index]).collect()
}
