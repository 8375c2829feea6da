//! Random graphs that are well formed by the way they are made.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use sexpr_examples::wave::Graph;
use sexpr_examples::wave::graph::{
    Attribute, Attributes, Binary, Call, Formula, Guard, Instruction, Node, Op, Reduction, Region, Size, Space,
    TensorType, Term, Type, Unary,
};
use sexpr_examples::wave::index::{Index, IndexExpr, IndexSequence, Symbol};

/// Choices, from one number.
pub(crate) struct Choices {
    state: u64,
}

impl Choices {
    pub(crate) fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// One of so many, after Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014.
    pub(crate) fn among(&mut self, many: usize) -> usize {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.state ^ (self.state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % many as u64) as usize
    }

    fn one<'c, T>(&mut self, of: &'c [T]) -> &'c T {
        &of[self.among(of.len())]
    }

    fn is(&mut self, one_in: usize) -> bool {
        self.among(one_in) == 0
    }
}

/// A graph of about so many nodes.
pub(crate) fn random_graph(seed: u64, size: usize) -> Graph {
    made_by(Maker { choices: Choices::new(seed), made: 0, placeholders_say_more: false }, size)
}

/// The same, where placeholders may say more than the nodes that they stand for.
pub(crate) fn telling_random_graph(seed: u64, size: usize) -> Graph {
    made_by(Maker { choices: Choices::new(seed), made: 0, placeholders_say_more: true }, size)
}

fn made_by(mut maker: Maker, size: usize) -> Graph {
    let mut scope = Scope::default();
    let mut nodes = Vec::new();
    for _ in 0..1 + maker.choices.among(3) {
        let op = Op::Placeholder { ty: Some(maker.ty(Space::Global).into()), lifted: None };
        let node = maker.node(op);
        scope.memories.push(node.clone());
        nodes.push(node);
    }
    maker.region(&mut nodes, scope, size, 0, &mut |_, _| Vec::new());
    Graph { name: "random".to_owned(), body: Region { nodes } }
}

/// What may be used at some place.
#[derive(Clone, Default)]
struct Scope {
    memories: Vec<Arc<Node>>,
    values: Vec<Arc<Node>>,
}

struct Maker {
    choices: Choices,
    made: usize,
    placeholders_say_more: bool,
}

/// What is known of a value's type, also through placeholders that stand for it.
fn known_type(node: &Arc<Node>) -> Option<Type> {
    match (node.ty(), &node.op) {
        (None, Op::Placeholder { lifted: Some(outer), .. }) => known_type(outer),
        (ty, _) => ty,
    }
}

const DIMS: [&str; 4] = ["M", "N", "K", "B"];

impl Maker {
    fn node(&mut self, op: Op) -> Arc<Node> {
        self.made += 1;
        let attributes = self.attributes(&op);
        Node::with(format!("n{}", self.made), op, attributes)
    }

    fn dim(&mut self) -> Symbol {
        Symbol::new(*self.choices.one(&DIMS))
    }

    fn ty(&mut self, space: Space) -> TensorType {
        let shape = (0..1 + self.choices.among(2)).map(|_| IndexExpr::symbol(self.dim())).collect();
        TensorType { space, shape, dtype: (*self.choices.one(&["f16", "f32"])).to_owned() }
    }

    fn expr(&mut self) -> IndexExpr {
        let exprs =
            ["$T0", "$WG0 * 64 + $T1", "$T0 // 16", "4 * ($T0 mod 16)", "min($T0, M - 1)", "M ceildiv 4", "$K0 + 1"];
        self.choices.one(&exprs).parse().expect("an expression")
    }

    fn start(&mut self, by_cases: bool) -> IndexExpr {
        if !by_cases || self.choices.is(3) {
            return self.expr();
        }
        let (one, other) = (self.expr(), self.expr());
        let cases = [
            format!("Piecewise(({one}, ~$MMA_ACC), ({other}, $MMA_ACC))"),
            format!("Piecewise(({one}, $MMA_LHS), ({other}, $MMA_RHS), ({one}, $MMA_ACC))"),
            format!("Piecewise(({one}, $MMA_LHS), ({other}, $MMA_ACC))"),
            format!("Piecewise(({one}, $MMA_LHS | $MMA_RHS), ({other}, True), (17, $MMA_ACC))"),
        ];
        self.choices.one(&cases).parse().expect("an expression")
    }

    fn index(&mut self, by_cases: bool) -> Index {
        let mut index = Index::new();
        for _ in 0..1 + self.choices.among(3) {
            let start = self.start(by_cases);
            let size = IndexExpr::int(1 + self.choices.among(4) as i64);
            index.insert(self.dim(), IndexSequence { start, size, stride: IndexExpr::int(1) });
        }
        index
    }

    fn attributes(&mut self, op: &Op) -> Attributes {
        let mut attributes = Attributes::new();
        if self.choices.is(2) {
            let is_product = matches!(op, Op::Do(Instruction::Mma { .. }));
            attributes.set("index", Attribute::Index(self.index(is_product)));
        }
        if self.choices.is(3) {
            let size = Size { value: IndexExpr::int(16) };
            attributes.set("vector_shapes", Attribute::Sizes(BTreeMap::from([(self.dim(), size)])));
        }
        if self.choices.is(4) {
            attributes.set("reduction_dim", Attribute::Text(self.dim().to_string()));
        }
        let is_known = match op {
            Op::Do(Instruction::Allocate { .. } | Instruction::Cast { .. } | Instruction::Bitcast { .. }) => true,
            _ => op.says_its_type() || !op.has_value(),
        };
        if !is_known && self.choices.is(4) {
            let ty = self.ty(Space::Register);
            let ty = if self.choices.is(3) { Type::Scalar(ty.dtype) } else { ty.into() };
            attributes.set("type", Attribute::Type(ty));
        }
        if self.choices.is(3) {
            attributes.set("location", Attribute::Text(format!("kernel.py:{}", self.choices.among(99))));
        }
        attributes
    }

    fn value(&mut self, scope: &Scope) -> Arc<Node> {
        self.choices.one(&scope.values).clone()
    }

    /// Fills a region, and ends it with what is given.
    fn region(
        &mut self,
        nodes: &mut Vec<Arc<Node>>,
        mut scope: Scope,
        size: usize,
        depth: usize,
        outputs: &mut dyn FnMut(&mut Self, &Scope) -> Vec<Arc<Node>>,
    ) {
        if scope.values.is_empty() {
            let op = Op::Do(Instruction::Register { ty: self.ty(Space::Register), value: 0.0 });
            let node = self.node(op);
            scope.values.push(node.clone());
            nodes.push(node);
        }
        for _ in 0..size {
            match self.choices.among(16) {
                0 if depth < 3 => self.looped(nodes, &mut scope, size / 2, depth),
                1 if depth < 3 => self.conditional(nodes, &mut scope, size / 2, depth),
                2 | 3 => self.call(nodes, &mut scope, if depth < 3 { size / 2 } else { 0 }, depth),
                _ => {
                    let instruction = self.instruction(&scope);
                    let (makes_memory, has_value) =
                        (matches!(instruction, Instruction::Allocate { .. }), instruction.has_value());
                    let node = self.node(Op::Do(instruction));
                    nodes.push(node.clone());
                    match (makes_memory, has_value) {
                        (true, _) => scope.memories.push(node),
                        (false, true) => scope.values.push(node),
                        _ => {}
                    }
                }
            }
        }
        let values = outputs(self, &scope);
        let end = self.node(Op::Output { values });
        nodes.push(end);
    }

    fn instruction(&mut self, scope: &Scope) -> Instruction<Arc<Node>> {
        let memory = self.choices.one(&scope.memories).clone();
        let elements = self.choices.is(2).then(|| IndexExpr::int(4));
        match self.choices.among(19) {
            0 => Instruction::Allocate { shape: vec![self.expr()], dtype: "f16".to_owned(), space: Space::Shared },
            1 => Instruction::Register { ty: self.ty(Space::Register), value: self.choices.among(3) as f64 },
            2 => Instruction::Read { memory, elements_per_thread: elements, mapping: None },
            3 | 4 => {
                let value = self.value(scope);
                Instruction::Write { value, memory, elements_per_thread: elements, mapping: None }
            }
            5 => Instruction::Mma {
                lhs: self.value(scope),
                rhs: self.value(scope),
                acc: self.value(scope),
                kind: self.choices.is(2).then(|| "F32_16x16x16_F16".to_owned()),
            },
            6 => Instruction::Reduce {
                function: *self.choices.one(&[Reduction::Sum, Reduction::Max, Reduction::Min]),
                source: self.value(scope),
                init: self.choices.is(2).then(|| self.value(scope)),
                dim: self.dim(),
            },
            7 => Instruction::Unary {
                function: *self.choices.one(&[Unary::Neg, Unary::Exp2, Unary::Sqrt]),
                arg: self.value(scope),
            },
            8 => Instruction::Binary {
                function: *self.choices.one(&[Binary::Add, Binary::Sub, Binary::Mul]),
                lhs: self.value(scope),
                rhs: self.value(scope),
            },
            11 => Instruction::ScaledMma {
                lhs: self.value(scope),
                lhs_scale: self.value(scope),
                rhs: self.value(scope),
                rhs_scale: self.value(scope),
                acc: self.value(scope),
                kind: None,
            },
            12 => Instruction::Reshape {
                args: (0..1 + self.choices.among(2)).map(|_| self.value(scope)).collect(),
                target: BTreeMap::from([(self.dim(), Size { value: self.expr() })]),
            },
            13 => Instruction::Broadcast { arg: self.value(scope), shape: vec![self.expr()] },
            14 => {
                let arg = self.value(scope);
                let shape = match known_type(&arg).as_ref().and_then(Type::as_tensor) {
                    Some(tensor) => tensor.shape.iter().rev().cloned().collect(),
                    None => vec![IndexExpr::symbol("M"), IndexExpr::symbol("N")],
                };
                Instruction::Permute { arg, shape }
            }
            15 => {
                let (cond, if_true, if_false) = (self.value(scope), self.value(scope), self.value(scope));
                match known_type(&cond) {
                    None => Instruction::Select { cond, if_true, if_false },
                    Some(_) => Instruction::Bitcast { arg: cond, dtype: "f16".to_owned() },
                }
            }
            16 => {
                let is_shared = |node: &&Arc<Node>| matches!(node.op, Op::Do(Instruction::Allocate { .. }));
                match scope.memories.iter().find(is_shared).cloned() {
                    Some(dst) => Instruction::GatherToLds {
                        src: memory,
                        dst,
                        src_index: self.index(false),
                        dst_index: Index::new(),
                        dtype: "f16".to_owned(),
                        elements_per_thread: elements,
                        src_mapping: None,
                        dst_mapping: None,
                    },
                    None => Instruction::SharedMemoryBarrierWait { barrier_id: 2 },
                }
            }
            17 => match self.choices.among(3) {
                0 => Instruction::SharedMemoryBarrier { wait_async_ops: self.choices.is(2) },
                1 => Instruction::SharedMemoryBarrierSignal { barrier_id: 1, wait_async_ops: self.choices.is(2) },
                _ => Instruction::SharedMemoryBarrierWait { barrier_id: 1 },
            },
            9 => Instruction::Cast { arg: self.value(scope), dtype: "f16".to_owned() },
            _ => Instruction::ApplyExpr { args: vec![self.value(scope)], expr: Formula { expr: self.formula() } },
        }
    }

    fn formula(&mut self) -> Term {
        match self.choices.among(3) {
            0 => "min(x0, M - 1)".parse().expect("an expression"),
            1 => "x0 < M".parse().expect("a relation"),
            _ => Term::Tuple(vec![Term::Expr(self.expr()), "x0 != M".parse().expect("a relation")]),
        }
    }

    /// An operation that is not in the list of instructions.
    fn call(&mut self, nodes: &mut Vec<Arc<Node>>, scope: &mut Scope, size: usize, depth: usize) {
        let mut operands: Vec<Arc<Node>> = (0..self.choices.among(4)).map(|_| self.value(scope)).collect();
        if self.choices.is(3) {
            operands.push(self.choices.one(&scope.memories).clone());
        }
        let mut regions = Vec::new();
        for _ in 0..if size > 0 && self.choices.is(2) { 1 + self.choices.among(2) } else { 0 } {
            let mut body = Vec::new();
            let argument = self.choices.is(2).then(|| self.node(Op::IterArg { ty: None }));
            body.extend(argument.iter().cloned());
            let mut inside = self.lifted(&mut body, scope);
            inside.values.extend(argument);
            let count = self.choices.among(3);
            self.region(&mut body, inside, size, depth + 1, &mut |maker, scope| {
                (0..count).map(|_| maker.value(scope)).collect()
            });
            regions.push(Region { nodes: body });
        }
        let mut fields = BTreeMap::new();
        if self.choices.is(2) {
            fields.insert("dim".to_owned(), Attribute::Text(self.dim().to_string()));
        }
        if self.choices.is(3) {
            fields.insert("bound".to_owned(), Attribute::Expr(self.formula()));
            fields.insert("to".to_owned(), Attribute::Type(self.ty(Space::Register).into()));
        }
        let name = (*self.choices.one(&["topk", "scatter_add", "debug_log"])).to_owned();
        let results = self.choices.among(3);
        let node = self.node(Op::Call(Call { name, operands, fields, regions, results }));
        nodes.push(node.clone());
        match results {
            1 => scope.values.push(node),
            _ => self.results(nodes, scope, &node, [results, 0]),
        }
    }

    /// A list of captures, which nobody has kept.
    fn some_of(&mut self, scope: &Scope) -> Vec<Arc<Node>> {
        let all = scope.values.iter().chain(&scope.memories);
        all.filter(|_| self.choices.is(3)).cloned().collect()
    }

    /// Placeholders for some of what is around a region.
    fn lifted(&mut self, nodes: &mut Vec<Arc<Node>>, scope: &Scope) -> Scope {
        let mut inside = scope.clone();
        for (list, is_memory) in [(&scope.memories, true), (&scope.values, false)] {
            for (place, outer) in list.iter().enumerate() {
                if self.choices.is(3) {
                    self.made += 1;
                    let (mut ty, mut attributes) = (None, Attributes::new());
                    if self.placeholders_say_more {
                        let space = if is_memory { Space::Global } else { Space::Register };
                        ty = self.choices.is(3).then(|| self.ty(space).into());
                        if self.choices.is(3) {
                            attributes.set("iter_idx", Attribute::Int(self.choices.among(2) as i64));
                        }
                    }
                    let op = Op::Placeholder { ty, lifted: Some(outer.clone()) };
                    let node = Node::with(format!("n{}", self.made), op, attributes);
                    nodes.push(node.clone());
                    // Some are used in place of what they stand for, and some beside it.
                    let known = if is_memory { &mut inside.memories } else { &mut inside.values };
                    if self.choices.is(2) { known[place] = node } else { known.push(node) }
                }
            }
        }
        inside
    }

    fn looped(&mut self, nodes: &mut Vec<Arc<Node>>, scope: &mut Scope, size: usize, depth: usize) {
        let values = 1 + self.choices.among(2);
        let memories = usize::from(self.choices.is(3));
        let mut init: Vec<Arc<Node>> = (0..values).map(|_| self.value(scope)).collect();
        init.extend((0..memories).map(|_| self.choices.one(&scope.memories).clone()));
        let mut body = Vec::new();
        let ty: Option<Type> = self.choices.is(3).then(|| self.ty(Space::Register).into());
        let carried: Vec<Arc<Node>> = (0..values).map(|_| self.node(Op::IterArg { ty: ty.clone() })).collect();
        let carried_memory: Vec<Arc<Node>> = (0..memories).map(|_| self.node(Op::IterArg { ty: None })).collect();
        body.extend(carried.iter().chain(&carried_memory).cloned());
        let mut inside = self.lifted(&mut body, scope);
        inside.values.extend(carried);
        inside.memories.extend(carried_memory);
        self.region(&mut body, inside, size, depth + 1, &mut |maker, scope| {
            let mut given: Vec<Arc<Node>> = (0..values).map(|_| maker.value(scope)).collect();
            given.extend((0..memories).map(|_| maker.choices.one(&scope.memories).clone()));
            given
        });
        let (axis, implicit_captures) = (self.dim(), self.some_of(scope));
        let looped = self.node(Op::Iterate { axis, init, body: Region { nodes: body }, implicit_captures });
        nodes.push(looped.clone());
        self.results(nodes, scope, &looped, [values, memories]);
    }

    fn conditional(&mut self, nodes: &mut Vec<Arc<Node>>, scope: &mut Scope, size: usize, depth: usize) {
        let guard = match self.choices.is(2) {
            true => Guard::Value(self.value(scope)),
            false => Guard::Symbols("$T0 < M".parse().expect("a condition")),
        };
        let mut body = Vec::new();
        let inside = self.lifted(&mut body, scope);
        let count = self.choices.among(2);
        self.region(&mut body, inside, size, depth + 1, &mut |maker, scope| {
            (0..count).map(|_| maker.value(scope)).collect()
        });
        let implicit_captures = self.some_of(scope);
        let op = Op::Conditional { guard, body: Region { nodes: body }, implicit_captures };
        let node = self.node(op);
        nodes.push(node.clone());
        self.results(nodes, scope, &node, [count, 0]);
    }

    /// Takes results: so many values, and then so many memories.
    fn results(
        &mut self,
        nodes: &mut Vec<Arc<Node>>,
        scope: &mut Scope,
        of: &Arc<Node>,
        [values, memories]: [usize; 2],
    ) {
        for index in 0..values + memories {
            let known = if index < values { &mut scope.values } else { &mut scope.memories };
            if self.choices.is(4) {
                continue;
            }
            let node = self.node(Op::GetResult { value: of.clone(), index });
            nodes.push(node.clone());
            if self.choices.is(5) {
                // The same result, taken twice.
                self.made += 1;
                let again = Node::with(format!("n{}", self.made), node.op.clone(), node.attributes.clone());
                nodes.push(again.clone());
                known.push(again);
            }
            known.push(node);
        }
    }
}

/// The names of the nodes that count, in order: those that are compared by themselves, and what these use. Placeholders
/// that stand for others are left out.
pub(crate) fn live(graph: &Graph) -> Vec<String> {
    let mut search = Live { seen: HashSet::new(), names: Vec::new(), waiting: Vec::new() };
    search.region(&graph.body);
    while let Some(node) = search.waiting.pop() {
        search.visit(&node);
    }
    search.names
}

struct Live {
    seen: HashSet<*const Node>,
    names: Vec<String>,
    waiting: Vec<Arc<Node>>,
}

impl Live {
    fn region(&mut self, region: &Region) {
        // A placeholder that stands for another node counts where it is used.
        let is_lifted = |node: &&Arc<Node>| matches!(node.op, Op::Placeholder { lifted: Some(_), .. });
        self.waiting.extend(region.roots().filter(|node| !is_lifted(node)).cloned());
    }

    fn visit(&mut self, node: &Arc<Node>) {
        if !self.seen.insert(Arc::as_ptr(node)) {
            return;
        }
        if !matches!(node.op, Op::Placeholder { lifted: Some(_), .. }) {
            self.names.push(node.name.clone());
        }
        self.waiting.extend(node.op.operands().into_iter().map(|(_, used)| used.clone()));
        node.op.regions().iter().for_each(|region| self.region(region));
    }
}
