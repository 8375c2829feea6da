//! Random programs: descriptions, from which bodies are made.

use std::{collections::BTreeMap, sync::Arc};

use sexpr_test_support::random::Random;

use super::language::{Body, Mixed, MixedId, Named, NamedId, Node, NodeId, Plain, PlainId, Pointee};

/// What nodes mention, beside nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Family {
    Named,
    Plain,
    Mixed,
    Pointee,
    Name,
}

/// Which variant of [`Node`] a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd)]
pub(crate) enum Shape {
    Number,
    List,
    Scope,
    Block,
    Shared,
    Pointed,
    Use,
    Declare,
    Lambda,
    Table,
    UsePlain,
    DeclarePlain,
    LambdaPlain,
    TablePlain,
    UseMixed,
    DeclareMixed,
    LambdaMixed,
    Name,
    DeclareName,
    LambdaName,
}
use Shape::*;

const SHAPES: [Shape; 20] = [
    Number,
    List,
    Scope,
    Block,
    Shared,
    Pointed,
    Use,
    Declare,
    Lambda,
    Table,
    UsePlain,
    DeclarePlain,
    LambdaPlain,
    TablePlain,
    UseMixed,
    DeclareMixed,
    LambdaMixed,
    Name,
    DeclareName,
    LambdaName,
];

impl Shape {
    /// What a node of this shape mentions, beside nodes.
    pub(crate) fn family(self) -> Option<Family> {
        match self {
            Number | List | Scope | Block | Shared => None,
            Name | DeclareName | LambdaName => Some(Family::Name),
            Use | Declare | Lambda | Table => Some(Family::Named),
            UsePlain | DeclarePlain | LambdaPlain | TablePlain => Some(Family::Plain),
            UseMixed | DeclareMixed | LambdaMixed => Some(Family::Mixed),
            Pointed => Some(Family::Pointee),
        }
    }

    pub(crate) fn is_lambda(self) -> bool {
        matches!(self, Lambda | LambdaPlain | LambdaMixed | LambdaName)
    }

    pub(crate) fn is_declaration(self) -> bool {
        matches!(self, Declare | DeclarePlain | DeclareMixed | DeclareName)
    }

    fn is_table(self) -> bool {
        matches!(self, Table | TablePlain)
    }

    /// How many nodes it has at least, and at most.
    fn children(self) -> (usize, usize) {
        match self {
            List | Scope | Block | Shared => (0, 3),
            Table | TablePlain => (0, 2),
            _ if self.is_lambda() => (1, 1),
            _ => (0, 0),
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct NodeSpec {
    pub(crate) shape: Shape,
    /// Which one of its family it mentions, or which number it is.
    pub(crate) which: usize,
    pub(crate) children: Vec<usize>,
}

/// A variable with the node that is its type, a pattern or a pointee.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Part {
    /// The name of a variable with a key. In `mixed`, 0 for a variable and 1 for a pattern.
    pub(crate) sort: usize,
    pub(crate) children: Vec<usize>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Program {
    pub(crate) named: Vec<Part>,
    pub(crate) plain: Vec<Part>,
    pub(crate) mixed: Vec<Part>,
    pub(crate) pointees: Vec<Part>,
    pub(crate) nodes: Vec<NodeSpec>,
    pub(crate) root: usize,
}

const NAMES: [&str; 2] = ["x", "y"];

impl Program {
    /// A program of two nodes or more. In one of four, no node leads back to itself.
    pub(crate) fn random(random: &mut Random, most_nodes: usize) -> Program {
        let count = 2 + random.below(most_nodes - 1);
        let is_acyclic = random.once_in(4);
        let typed = !random.once_in(3);
        // Few shapes at once meet in more ways.
        let shapes: Vec<Shape> = match random.once_in(8) {
            true => SHAPES.to_vec(),
            false => (0..2 + random.below(4)).map(|_| SHAPES[random.below(SHAPES.len())]).chain([List]).collect(),
        };
        let ids = |random: &mut Random, most: usize| -> Vec<usize> {
            (0..random.below(most + 1)).map(|_| random.below(count)).collect()
        };
        let ty = |random: &mut Random| if typed { ids(random, 1) } else { vec![] };
        let some = |random: &mut Random| 1 + random.below(3);

        let mut named: Vec<Part> =
            (0..some(random)).map(|_| Part { sort: random.below(2), children: ty(random) }).collect();
        // Nodes of one key are one variable, and have the same fields.
        for index in 0..named.len() {
            let first = named.iter().position(|other| other.sort == named[index].sort).unwrap_or(index);
            named[index].children = named[first].children.clone();
        }
        let plain = (0..some(random)).map(|_| Part { sort: 0, children: ty(random) }).collect();
        let mixed = (0..some(random)).map(|_| match random.once_in(3) {
            true => Part { sort: 1, children: ids(random, 2) },
            false => Part { sort: 0, children: ty(random) },
        });
        let mixed = mixed.collect();
        let pointees = (0..some(random)).map(|_| Part { sort: 0, children: ids(random, 2) }).collect();

        let mut program = Program { named, plain, mixed, pointees, nodes: vec![], root: 0 };
        for index in 0..count {
            let shape = shapes[random.below(shapes.len())];
            let (least, most) = shape.children();
            let end = if is_acyclic { index } else { count };
            let shape = if end < least { Number } else { shape };
            let mut length = || least + random.below(most - least + 1);
            let length = if end == 0 { 0 } else { length().max(length()) };
            let children = (0..length).map(|_| random.below(end)).collect();
            let which = random.below(program.count_of(shape));
            program.nodes.push(NodeSpec { shape, which, children });
        }
        let leads_to = |node: &usize| program.reached(&[*node], None).into_iter().filter(|reached| *reached).count();
        program.root = (0..count).max_by_key(leads_to).unwrap_or(0);
        if is_acyclic {
            program.cut_parts();
        }
        program
    }

    /// How many there are of what a node of this shape mentions.
    fn count_of(&self, shape: Shape) -> usize {
        match shape.family() {
            Some(Family::Name) => NAMES.len(),
            Some(family) => self.parts(family).len(),
            None => 3,
        }
    }

    /// All of a family.
    pub(crate) fn parts(&self, family: Family) -> &[Part] {
        match family {
            Family::Name => &[],
            Family::Named => &self.named,
            Family::Plain => &self.plain,
            Family::Mixed => &self.mixed,
            Family::Pointee => &self.pointees,
        }
    }

    /// Whether a node that is reached leads back to itself.
    pub(crate) fn is_cyclic(&self) -> bool {
        let reached = self.reached(&[self.root], None);
        (0..self.nodes.len()).any(|node| reached[node] && self.reached(&self.below(node), None)[node])
    }

    /// Whether there are dag nodes.
    pub(crate) fn shares(&self) -> bool {
        self.nodes.iter().any(|node| node.shape == Shared)
    }

    /// Removes what variables, patterns and pointees lead to, until no node leads back to itself.
    fn cut_parts(&mut self) {
        for family in 0..self.families().len() {
            if self.is_cyclic() {
                self.families()[family].iter_mut().for_each(|part| part.children.clear());
            }
        }
    }

    /// All families but names.
    pub(crate) fn families(&mut self) -> [&mut Vec<Part>; 4] {
        [&mut self.named, &mut self.plain, &mut self.mixed, &mut self.pointees]
    }

    /// What a node mentions of its family: several if it is a table.
    pub(crate) fn mentioned(&self, node: usize) -> Vec<usize> {
        let NodeSpec { shape, which, .. } = &self.nodes[node];
        if shape.is_table() { self.entries(node).into_keys().collect() } else { vec![*which] }
    }

    /// The entries of a table, whose variables are distinct.
    fn entries(&self, node: usize) -> BTreeMap<usize, usize> {
        let NodeSpec { shape, which, children } = &self.nodes[node];
        let mut entries = BTreeMap::new();
        for (step, child) in children.iter().enumerate() {
            let variable = (which + step) % self.count_of(*shape);
            let is_same = |other: &usize| shape.family().is_some_and(|family| self.is_same(family, *other, variable));
            if !entries.keys().any(is_same) {
                entries.insert(variable, *child);
            }
        }
        entries
    }

    /// Whether two of a family are the same variable.
    pub(crate) fn is_same(&self, family: Family, one: usize, other: usize) -> bool {
        match family {
            Family::Named => self.named[one].sort == self.named[other].sort,
            _ => one == other,
        }
    }

    /// The nodes that a node leads to, through its variable as well.
    pub(crate) fn below(&self, node: usize) -> Vec<usize> {
        let NodeSpec { shape, children, .. } = &self.nodes[node];
        let parts = shape.family().map_or(&[][..], |family| self.parts(family));
        let mentioned = self.mentioned(node);
        let of_parts = mentioned.iter().filter_map(|which| parts.get(*which)).flat_map(|part| &part.children);
        children.iter().chain(of_parts).copied().collect()
    }

    /// Whether each node is reached from some, without going through one.
    pub(crate) fn reached(&self, from: &[usize], without: Option<usize>) -> Vec<bool> {
        let mut reached = vec![false; self.nodes.len()];
        let mut pending = from.to_vec();
        while let Some(node) = pending.pop() {
            if Some(node) != without && !std::mem::replace(&mut reached[node], true) {
                pending.extend(self.below(node));
            }
        }
        reached
    }

    /// Removes one of a family. What mentioned it mentions the next one.
    pub(crate) fn remove_part(&mut self, family: Family, which: usize) {
        for node in self.nodes.iter_mut().filter(|node| node.shape.family() == Some(family)) {
            node.which -= usize::from(node.which > which);
        }
        self.families().into_iter().nth(family as usize).map(|parts| parts.remove(which));
    }

    /// Whether all that nodes mention exists, and nodes of one key have the same fields.
    pub(crate) fn is_valid(&self) -> bool {
        let parts = [&self.named, &self.plain, &self.mixed, &self.pointees];
        let ids =
            self.nodes.iter().map(|node| &node.children).chain(parts.into_iter().flatten().map(|part| &part.children));
        let has_its_own = |NodeSpec { shape, which, children }: &NodeSpec| {
            let (least, most) = shape.children();
            (least..=most).contains(&children.len()) && *which < self.count_of(*shape)
        };
        self.root < self.nodes.len()
            && ids.flatten().all(|id| *id < self.nodes.len())
            && self.nodes.iter().all(has_its_own)
            && self
                .named
                .iter()
                .all(|one| self.named.iter().all(|other| one.sort != other.sort || one.children == other.children))
    }

    pub(crate) fn body(&self) -> Body {
        let ids = |indices: &[usize]| -> Vec<NodeId> { indices.iter().copied().map(NodeId).collect() };
        let ty = |part: &Part| part.children.first().copied().map(NodeId);
        let pointees: Vec<_> = self.pointees.iter().map(|part| Arc::new(Pointee(ids(&part.children)))).collect();
        let node = |index: usize| {
            let NodeSpec { shape, which, children } = &self.nodes[index];
            let (which, body) = (*which, || NodeId(children[0]));
            let name = || NAMES[which].to_owned();
            match shape {
                Number => Node::Number(which),
                List => Node::List(ids(children)),
                Scope => Node::Scope(ids(children)),
                Block => Node::Block(ids(children)),
                Shared => Node::Shared(ids(children)),
                Pointed => Node::Pointed(pointees[which].clone()),
                Name => Node::Name(name()),
                DeclareName => Node::DeclareName(name()),
                LambdaName => Node::LambdaName(name(), body()),
                Use => Node::Use(NamedId(which)),
                Declare => Node::Declare(NamedId(which)),
                Lambda => Node::Lambda(NamedId(which), body()),
                Table => Node::Table(
                    self.entries(index).into_iter().map(|(key, value)| (NamedId(key), NodeId(value))).collect(),
                ),
                UsePlain => Node::UsePlain(PlainId(which)),
                DeclarePlain => Node::DeclarePlain(PlainId(which)),
                LambdaPlain => Node::LambdaPlain(PlainId(which), body()),
                TablePlain => Node::TablePlain(
                    self.entries(index).into_iter().map(|(key, value)| (PlainId(key), NodeId(value))).collect(),
                ),
                UseMixed => Node::UseMixed(MixedId(which)),
                DeclareMixed => Node::DeclareMixed(MixedId(which)),
                LambdaMixed => Node::LambdaMixed(MixedId(which), body()),
            }
        };
        let mixed = |(tag, part): (usize, &Part)| match part.sort {
            0 => Mixed::Variable { tag, ty: ty(part) },
            _ => Mixed::Pattern(ids(&part.children)),
        };
        Body {
            named: self.named.iter().map(|part| Named { name: NAMES[part.sort].to_owned(), ty: ty(part) }).collect(),
            plain: self.plain.iter().enumerate().map(|(tag, part)| Plain { tag, ty: ty(part) }).collect(),
            mixed: self.mixed.iter().enumerate().map(mixed).collect(),
            nodes: (0..self.nodes.len()).map(node).collect(),
            root: NodeId(self.root),
        }
    }

    /// The body in Rust.
    pub(crate) fn rust(&self) -> String {
        let Body { named, plain, mixed, nodes, root } = self.body();
        let vectors = |debug: String| {
            let with_names =
                NAMES.iter().fold(debug, |text, name| text.replace(&format!("{name:?}"), &format!("{name:?}.into()")));
            with_names.replace('[', "vec![")
        };
        let table = |keys: &str, index: usize| {
            let entries = self.entries(index).into_iter();
            let entries: Vec<_> = entries.map(|(key, value)| format!("({keys}({key}), NodeId({value}))")).collect();
            format!("{:?}(BTreeMap::from([{}]))", self.nodes[index].shape, entries.join(", "))
        };
        let node = |(index, node): (usize, &Node)| match node {
            Node::Pointed(_) => format!("Pointed(pointees[{}].clone())", self.nodes[index].which),
            Node::Table(_) => table("NamedId", index),
            Node::TablePlain(_) => table("PlainId", index),
            other => vectors(format!("{other:?}")),
        };
        let pointees: Vec<_> =
            self.pointees.iter().map(|part| Pointee(part.children.iter().copied().map(NodeId).collect())).collect();
        let nodes: Vec<_> = nodes.iter().enumerate().map(node).map(|node| format!("\n        {node},")).collect();
        format!(
            "let pointees = {}.map(Arc::new);\n\
             Body {{\n    named: {},\n    plain: {},\n    mixed: {},\n    nodes: vec![{}\n    ],\n    root: {root:?},\n}}",
            format!("{pointees:?}").replace("Pointee([", "Pointee(vec!["),
            vectors(format!("{named:?}")),
            vectors(format!("{plain:?}")),
            vectors(format!("{mixed:?}"))
                .replace("Variable {", "Mixed::Variable {")
                .replace("Pattern(", "Mixed::Pattern("),
            nodes.concat(),
        )
    }
}
