//! Random graphs.

use super::{Draw, Style, remove_duplicate_keys, style::Sort};
use crate::conformance::{NodeSpec, OpenKind};

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

/// Some strings, of which one is long.
const STRINGS: [&str; 3] = ["a", "b", "a string that is longer than what is held inline anywhere"];

/// The names of variables that are known by them. Graphs begin with the first three.
pub const NAMES: [&str; 6] = ["p", "q", "r", "s", "t", "u"];

impl Ingredient {
    /// The ingredient that the next bytes say.
    pub fn draw(draw: &mut Draw<'_>) -> Ingredient {
        let number = draw.below(3) as u8;
        Ingredient { sort: draw.byte(), number, references: std::array::from_fn(|_| draw.byte()) }
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

    /// The graph inside of what binds all its variables.
    pub fn closed_graph(&self) -> Vec<NodeSpec> {
        let mut nodes = self.graph();
        let body = nodes.len() - 1;
        let is_variable =
            |spec: &NodeSpec| spec.is_variable() || matches!(spec, NodeSpec::Open { kind: OpenKind::Var, .. });
        let variables: Vec<usize> = (0..nodes.len()).filter(|index| is_variable(&nodes[*index])).collect();
        // Names without fields come first: the fields of others mention them where nothing binds.
        let first = nodes.len();
        nodes.extend(NAMES.map(|name| NodeSpec::NVar { name: name.into(), dep: None }));
        let items = (first..nodes.len()).chain(variables).collect();
        nodes.push(NodeSpec::Tuple { items });
        nodes.push(NodeSpec::Bind { pattern: nodes.len() - 1, body });
        let [names, labels] = [(), ()].map(|()| NAMES.map(String::from).to_vec());
        nodes.push(NodeSpec::Declare { names, labels, body: nodes.len() - 1 });
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
            Style::Names | Style::IdsOfNames => true,
            Style::Patterns | Style::Mixed => ingredient.references[1].is_multiple_of(2),
            Style::Ids => !ingredient.references[1].is_multiple_of(4),
        };
        let has_fields = matches!(self.style, Style::Patterns | Style::Mixed | Style::Ids)
            && ingredient.references[2].is_multiple_of(4);
        let spec = if has_fields {
            let [pattern, fixed] = if ingredient.number == 0 { [None, dep] } else { [dep, None] };
            NodeSpec::Param { initial: i64::from(ingredient.number) / 2, pattern, fixed }
        } else if named {
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
            (used, style) if used % 4 == 0 && !matches!(style, Style::Sticky) => variable(at),
            (near, _) => nodes.len() - 1 - near % nodes.len().min(3),
        };
        let count = usize::from(ingredient.number);
        let params = || (0..count).map(variable).collect::<Vec<_>>();
        let text = || STRINGS[count].to_string();
        let name = |at: usize| NAMES[usize::from(ingredient.references[at]) % 3].to_string();
        let leaf = nodes.len() - 1;
        let span = format!("at {}", nodes.len());
        let sorts = style.sorts();
        let mut node = match sorts[usize::from(ingredient.sort) % sorts.len()] {
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
            Sort::Subst => NodeSpec::Subst { entries: (0..count).map(|at| (variable(at), any(2 - at))).collect() },
            Sort::Maybe => NodeSpec::Maybe { value: (count > 0).then(|| any(0)) },
            Sort::Custom => NodeSpec::Custom { params: params(), body: any(2), note: span },
            Sort::NLam => NodeSpec::NLam { params: (0..=count / 2).map(variable).collect(), body: any(2) },
            Sort::NLet => NodeSpec::NLet { value: any(0), var: variable(1), body: any(2) },
            Sort::Block => NodeSpec::Block { body: any(2), items: (0..=count).map(any).collect() },
            Sort::Match => NodeSpec::Match { pattern: any(0), body: any(2) },
            Sort::Simple => NodeSpec::Simple { pattern: any(0), body: any(2) },
            Sort::Bind => NodeSpec::Bind { pattern: any(0), body: any(2) },
            Sort::Fixed => NodeSpec::Fixed { value: any(0) },
            Sort::DLam => NodeSpec::DLam { params: params(), body: any(2) },
            // Mostly, what is called the same is the same.
            Sort::NDag if ingredient.number == 0 => NodeSpec::NDag { name: name(1), value: any(0) },
            Sort::NDag => NodeSpec::NDag { name: format!("dag {}", any(0)), value: any(0) },
            Sort::NOp => NodeSpec::NOp { name: name(1), note: span },
            Sort::Names => NodeSpec::Names { names: (0..=count / 2).map(name).collect(), body: any(2) },
            Sort::Declare => {
                NodeSpec::Declare { names: (0..count).map(name).collect(), labels: vec![name(2)], body: any(2) }
            }
            Sort::Name => NodeSpec::Name { name: name(0) },
            Sort::Goto => NodeSpec::Goto { labels: (0..count).map(name).collect() },
            Sort::NameSet => NodeSpec::NameSet { names: (0..count).map(name).collect() },
            Sort::Pairs => {
                let key = |at: usize| (i64::from(ingredient.references[at] % 2), STRINGS[at].into());
                NodeSpec::Pairs { entries: (0..count).map(|at| (key(at), any(at))).collect() }
            }
            Sort::Registry => NodeSpec::Registry { entries: (0..count).map(|at| (name(at), any(at))).collect() },
            Sort::Memo => {
                // Of these, two have one hash.
                let key = |at: usize| i64::from(ingredient.references[at] % 4);
                NodeSpec::Memo { entries: (0..count).map(|at| (key(at), any(at))).collect() }
            }
            Sort::Ordered => NodeSpec::Ordered { entries: (0..count).map(|at| (name(at), any(2 - at))).collect() },
            Sort::OrderedSubst => {
                NodeSpec::OrderedSubst { entries: (0..count).map(|at| (variable(at), any(2 - at))).collect() }
            }
            Sort::Sets => {
                NodeSpec::Sets { texts: (0..count).map(name).collect(), variables: (0..count).map(variable).collect() }
            }
            Sort::Virtual => NodeSpec::Virtual {
                title: text(),
                extra: (count == 2).then(|| any(0)),
                fixed: if count == 1 { any(0) } else { leaf },
                simple: if count == 0 { any(0) } else { leaf },
                pattern: any(1),
                plain: any(2),
            },
            Sort::Checked => NodeSpec::Checked { number: i64::from(ingredient.references[1] % 4), value: any(0) },
            Sort::Shapes => NodeSpec::Shapes {
                pair: (count as i64, any(0)),
                result: if count == 0 { Err(text()) } else { Ok(any(1)) },
                nested: [vec![], vec![None], vec![Some(any(2))]][usize::from(ingredient.references[2] % 3)].clone(),
                array: [any(1), leaf],
                boxed: leaf,
            },
            Sort::Open => NodeSpec::Open { kind: [OpenKind::Tree, OpenKind::Dag, OpenKind::Var][count], value: any(0) },
            Sort::Boxed => NodeSpec::Boxed { dag: count > 0, value: any(0) },
            Sort::Tensor => NodeSpec::Tensor {
                shape: (0..i64::from(ingredient.number)).collect(),
                data: vec![i64::from(ingredient.references[0] % 3)],
                name: text(),
                blob: text(),
                note: span,
            },
            Sort::NRec => NodeSpec::NRec { vars: params(), values: (0..=count / 2).map(any).collect(), body: any(2) },
        };
        remove_duplicate_keys(nodes, &mut node);
        self.push(node);
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
