//! Outlines of functions, in which everything is numbered in one way, and from which functions are allocated in many.

use std::{fmt::Write as _, rc::Rc};

use cranelift_entity::{EntityList, PrimaryMap};
use proptest::prelude::*;

use super::ir::{Block, BlockData, Function, Graph, Inst, InstData, Op, Type, Value, ValueData};

/// A function, whose first block is the entry.
#[derive(Clone, Debug)]
pub struct Outline {
    pub blocks: Vec<BlockOutline>,
}

/// A block. Its values are numbered on from its parameters to its instructions' results.
#[derive(Clone, Debug)]
pub struct BlockOutline {
    /// The block that all ways to this one lead through.
    pub dominator: usize,
    pub is_cold: bool,
    pub parameters: Vec<Type>,
    pub lines: Vec<Line>,
    pub end: End,
}

/// A value: the number of its block, and its own there.
pub type Operand = (usize, usize);

/// A line, with the types of its results.
#[derive(Clone, Debug)]
pub struct Line {
    pub kind: LineKind,
    pub results: Vec<Type>,
}

#[derive(Clone, Debug)]
pub enum LineKind {
    Const(i64),
    Unary(Op, Operand),
    Binary(Op, [Operand; 2]),
    Call(String, Vec<Operand>),
}

#[derive(Clone, Debug)]
pub enum End {
    Jump(usize, Vec<Operand>),
    Branch(Operand, [(usize, Vec<Operand>); 2]),
    Return(Vec<Operand>),
}

impl LineKind {
    fn operands_mut(&mut self) -> Vec<&mut Operand> {
        match self {
            LineKind::Const(_) => vec![],
            LineKind::Unary(_, arg) => vec![arg],
            LineKind::Binary(_, args) => args.iter_mut().collect(),
            LineKind::Call(_, args) => args.iter_mut().collect(),
        }
    }
}

impl End {
    fn operands_mut(&mut self) -> Vec<&mut Operand> {
        match self {
            End::Jump(_, args) | End::Return(args) => args.iter_mut().collect(),
            End::Branch(condition, ways) => {
                std::iter::once(condition).chain(ways.iter_mut().flat_map(|(_, args)| args)).collect()
            }
        }
    }

    fn targets_mut(&mut self) -> Vec<&mut usize> {
        match self {
            End::Jump(to, _) => vec![to],
            End::Branch(_, ways) => ways.iter_mut().map(|(to, _)| to).collect(),
            End::Return(_) => vec![],
        }
    }
}

impl BlockOutline {
    fn types(&self) -> impl Iterator<Item = Type> {
        self.parameters.iter().copied().chain(self.lines.iter().flat_map(|line| line.results.iter().copied()))
    }
}

/// Numbers, each of which seems to be chance.
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }

    fn shuffled<T>(&mut self, items: impl Iterator<Item = T>) -> Vec<T> {
        let mut items: Vec<T> = items.collect();
        for at in (1..items.len()).rev() {
            items.swap(at, self.below(at + 1));
        }
        items
    }
}

impl Outline {
    /// The function, with its entities allocated in an order that depends on the seed, and others between, which nothing
    /// refers to. The first seed allocates them in order, and no others.
    pub fn function(&self, seed: u64) -> Function {
        let mut chance = Chance(seed);
        let order =
            |chance: &mut Chance, count| if seed == 0 { (0..count).collect() } else { chance.shuffled(0..count) };
        let (mut graph, mut values) = (Graph::default(), PrimaryMap::new());
        let mut blocks = vec![Block::from_u32(0); self.blocks.len()];
        for number in order(&mut chance, self.blocks.len()) {
            if seed != 0 && chance.below(3) == 0 {
                graph.blocks.push(BlockData { is_cold: true });
            }
            blocks[number] = graph.blocks.push(BlockData { is_cold: self.blocks[number].is_cold });
        }
        let mut numbered: Vec<_> =
            self.blocks.iter().map(|block| vec![Value::from_u32(0); block.types().count()]).collect();
        let places = self.blocks.iter().enumerate();
        let places: Vec<_> = places.flat_map(|(at, block)| block.types().enumerate().map(move |it| (at, it))).collect();
        for at in order(&mut chance, places.len()) {
            if seed != 0 && chance.below(3) == 0 {
                values.push(ValueData { ty: Type::F64 });
            }
            let (block, (number, ty)) = places[at];
            numbered[block][number] = values.push(ValueData { ty });
        }
        let value = |(block, number): &Operand| numbered[*block][*number];
        for number in order(&mut chance, self.blocks.len()) {
            let outline = &self.blocks[number];
            let mut defined = numbered[number].iter().copied();
            let parameters: Vec<_> = defined.by_ref().take(outline.parameters.len()).collect();
            graph.parameters[blocks[number]] = EntityList::from_slice(&parameters, &mut graph.pool);
            let mut layout: Vec<Option<Inst>> = vec![None; outline.lines.len() + 1];
            let results: Vec<Vec<Value>> =
                outline.lines.iter().map(|line| defined.by_ref().take(line.results.len()).collect()).collect();
            for at in order(&mut chance, outline.lines.len() + 1) {
                if seed != 0 && chance.below(3) == 0 {
                    graph.insts.push(InstData::Const { value: 99 });
                }
                let mut list = |args: &[Operand]| EntityList::from_iter(args.iter().map(value), &mut graph.pool);
                let data = match outline.lines.get(at).map(|line| &line.kind) {
                    Some(LineKind::Const(value)) => InstData::Const { value: *value },
                    Some(LineKind::Unary(op, arg)) => InstData::Unary { op: *op, arg: value(arg) },
                    Some(LineKind::Binary(op, args)) => {
                        InstData::Binary { op: *op, args: [0, 1].map(|at| value(&args[at])) }
                    }
                    Some(LineKind::Call(callee, args)) => InstData::Call { callee: callee.clone(), args: list(args) },
                    None => match &outline.end {
                        End::Jump(to, args) => InstData::Jump { to: blocks[*to], args: list(args) },
                        End::Branch(condition, [then, otherwise]) => InstData::Branch {
                            condition: value(condition),
                            then: blocks[then.0],
                            otherwise: blocks[otherwise.0],
                            args: [list(&then.1), list(&otherwise.1)],
                        },
                        End::Return(args) => InstData::Return { args: list(args) },
                    },
                };
                let inst = graph.insts.push(data);
                let results = results.get(at).map_or(&[][..], Vec::as_slice);
                graph.results[inst] = EntityList::from_slice(results, &mut graph.pool);
                layout[at] = Some(inst);
            }
            graph.layout[blocks[number]] = layout.into_iter().flatten().collect();
        }
        let graph = Rc::new(graph);
        Function { name: "f".to_owned(), values, blocks: Rc::clone(&graph), insts: graph, entry: blocks[0] }
    }

    /// What is reached, with blocks and values numbered as they are met: equal for equal functions, and for no others.
    pub fn canonical(&self) -> String {
        let mut text = Text { outline: self, text: String::new(), blocks: Vec::new(), values: Vec::new() };
        text.block(0);
        text.text
    }

    /// The values that can be used at a place of a block: those of the blocks that dominate it, and its own before that.
    pub fn visible(&self, block: usize, line: usize) -> Vec<Operand> {
        let outline = &self.blocks[block];
        let before: usize = outline.lines[..line].iter().map(|line| line.results.len()).sum();
        let mut visible: Vec<Operand> = (0..outline.parameters.len() + before).map(|number| (block, number)).collect();
        let mut at = block;
        while at != 0 {
            at = self.blocks[at].dominator;
            visible.extend((0..self.blocks[at].types().count()).map(|number| (at, number)));
        }
        visible
    }

    /// The blocks that one may jump to from a block.
    fn targets(&self, block: usize) -> Vec<usize> {
        let mut around = vec![block];
        while around.last() != Some(&0) {
            around.push(self.blocks[around[around.len() - 1]].dominator);
        }
        (1..self.blocks.len()).filter(|to| around.contains(&self.blocks[*to].dominator)).collect()
    }

    /// All outlines that differ from this one in one place.
    pub fn changes(&self) -> Vec<Outline> {
        let mut changes = Vec::new();
        let mut change = |apply: &dyn Fn(&mut Outline)| {
            let mut other = self.clone();
            apply(&mut other);
            changes.push(other);
        };
        for (block, outline) in self.blocks.iter().enumerate() {
            change(&|it| it.blocks[block].is_cold ^= true);
            for number in 0..outline.parameters.len() {
                change(&|it| it.blocks[block].parameters[number] = Type::F64);
            }
            for (line, content) in outline.lines.iter().enumerate() {
                change(&|it| it.blocks[block].lines[line].kind = LineKind::Const(77));
                change(&|it| it.blocks[block].lines[line].kind = LineKind::Call("other".to_owned(), vec![]));
                for number in 0..content.results.len() {
                    change(&|it| it.blocks[block].lines[line].results[number] = Type::F64);
                }
                for at in 0..content.kind.clone().operands_mut().len() {
                    for value in self.visible(block, line) {
                        change(&|it| *it.blocks[block].lines[line].kind.operands_mut()[at] = value);
                    }
                }
                let op = |op| match op {
                    Op::Add => Op::Sub,
                    _ => Op::Add,
                };
                change(&|it| match &mut it.blocks[block].lines[line].kind {
                    LineKind::Const(value) => *value += 1,
                    LineKind::Unary(old, _) | LineKind::Binary(old, _) => *old = op(*old),
                    LineKind::Call(_, args) => args.clear(),
                });
            }
            for at in 0..outline.end.clone().operands_mut().len() {
                for value in self.visible(block, outline.lines.len()) {
                    change(&|it| *it.blocks[block].end.operands_mut()[at] = value);
                }
            }
            for at in 0..outline.end.clone().targets_mut().len() {
                for to in self.targets(block) {
                    change(&|it| *it.blocks[block].end.targets_mut()[at] = to);
                }
            }
            change(&|it| it.blocks[block].end = End::Return(vec![]));
        }
        changes
    }
}

/// Writes a canonical text.
struct Text<'o> {
    outline: &'o Outline,
    text: String,
    blocks: Vec<usize>,
    values: Vec<Operand>,
}

impl Text<'_> {
    fn block(&mut self, number: usize) {
        if let Some(known) = self.blocks.iter().position(|known| *known == number) {
            _ = write!(self.text, "block {known};");
            return;
        }
        self.blocks.push(number);
        let outline = &self.outline.blocks[number];
        _ = write!(self.text, "new block, cold {}, of {:?} {{", outline.is_cold, outline.parameters);
        let mut next = outline.parameters.len();
        self.values.extend((0..next).map(|at| (number, at)));
        for line in &outline.lines {
            let mut kind = line.kind.clone();
            let args = kind.operands_mut().into_iter().map(|arg| self.value(*arg)).collect::<Vec<_>>();
            match &line.kind {
                LineKind::Const(value) => _ = write!(self.text, "{value}"),
                LineKind::Unary(op, _) | LineKind::Binary(op, _) => _ = write!(self.text, "{op:?}"),
                LineKind::Call(callee, _) => _ = write!(self.text, "call {callee}"),
            }
            _ = write!(self.text, "{args:?} gives {:?};", line.results);
            self.values.extend((next..next + line.results.len()).map(|at| (number, at)));
            next += line.results.len();
        }
        let args = outline.end.clone().operands_mut().into_iter().map(|arg| self.value(*arg)).collect::<Vec<_>>();
        let (kind, lengths, targets) = match &outline.end {
            End::Jump(to, _) => ("jump", [0, 0], vec![*to]),
            End::Branch(_, [one, other]) => ("branch", [one.1.len(), other.1.len()], vec![one.0, other.0]),
            End::Return(_) => ("return", [0, 0], vec![]),
        };
        _ = write!(self.text, "{kind} {args:?} {lengths:?}");
        targets.into_iter().for_each(|to| self.block(to));
        self.text.push('}');
    }

    fn value(&self, value: Operand) -> usize {
        self.values.iter().position(|known| *known == value).expect("it is defined on all ways to where it is used")
    }
}

/// Any outline, in which values are used where they are defined.
pub fn outlines() -> impl Strategy<Value = Outline> {
    (2_usize..7, any::<u64>()).prop_map(|(blocks, seed)| random(blocks, seed))
}

fn random(blocks: usize, seed: u64) -> Outline {
    let mut chance = Chance(seed);
    let ty = |chance: &mut Chance| [Type::I32, Type::I64][chance.below(2)];
    let mut outline = Outline { blocks: Vec::new() };
    for number in 0..blocks {
        let parameters = (0..chance.below(3) + usize::from(number == 0)).map(|_| ty(&mut chance)).collect();
        let dominator = chance.below(number.max(1));
        let is_cold = chance.below(4) == 0;
        outline.blocks.push(BlockOutline { dominator, is_cold, parameters, lines: vec![], end: End::Return(vec![]) });
        for _ in 0..chance.below(4) {
            let visible = outline.visible(number, outline.blocks[number].lines.len());
            let any = |chance: &mut Chance| visible[chance.below(visible.len())];
            let (kind, results) = match chance.below(5) {
                0 => (LineKind::Const(chance.below(3) as i64), 1),
                1 => (LineKind::Unary(Op::Negate, any(&mut chance)), 1),
                2 => (LineKind::Call(["g", "h"][chance.below(2)].to_owned(), vec![any(&mut chance)]), chance.below(3)),
                _ => (LineKind::Binary([Op::Add, Op::Less][chance.below(2)], [0; 2].map(|_| any(&mut chance))), 1),
            };
            let results = (0..results).map(|_| ty(&mut chance)).collect();
            outline.blocks[number].lines.push(Line { kind, results });
        }
    }
    for number in 0..blocks {
        let visible = outline.visible(number, outline.blocks[number].lines.len());
        let targets = outline.targets(number);
        let any = |chance: &mut Chance| visible[chance.below(visible.len())];
        let way = |chance: &mut Chance| {
            (targets[chance.below(targets.len())], (0..chance.below(3)).map(|_| any(chance)).collect())
        };
        outline.blocks[number].end = match chance.below(5) {
            0 => End::Return(vec![any(&mut chance)]),
            1 => {
                let (to, args) = way(&mut chance);
                End::Jump(to, args)
            }
            _ => End::Branch(any(&mut chance), [way(&mut chance), way(&mut chance)]),
        };
    }
    outline
}
