//! From a text to a graph.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

use super::attribute::{self, Expressions};
use super::fields::{self, Fields, Wrong};
use super::tree::{self, Json};
use super::{JsonError, Position};
use crate::text::elided;
use crate::wave::check::NEST_LIMIT;
use crate::wave::graph::{Attribute, Attributes, Call, Graph, Guard, Instruction, Node, Op, Region, TYPE};
use crate::wave::reference::{CALL, Form, Formed, GRAPH, NODE, Row, Source, operations};

/// Reads a graph.
///
/// # Errors
///
/// The text is no JSON, or no graph, or uses names that it does not give before.
pub fn read(text: &str) -> Result<Graph, JsonError> {
    read_with_places(text).map(|(graph, _)| graph)
}

/// Where the nodes of a graph, or the values of a function, are written, by name.
#[derive(Clone, Debug, Default)]
pub struct Places {
    text: String,
    /// The bytes of each.
    ranges: HashMap<String, Range<usize>>,
}

impl Places {
    pub(in crate::wave) fn new(text: &str, ranges: HashMap<String, Range<usize>>) -> Self {
        Self { text: text.to_owned(), ranges }
    }

    /// Where the node or value of this name is written.
    pub fn of(&self, node: &str) -> Option<Position> {
        self.range_of(node).map(|range| Position::of(&self.text, range.start))
    }

    /// The range of a part of a node, found by its JSON keys, and `true`; if the part is missing, the range of the object that
    /// lacks it, and `false`. `None` if there is no such node, or its first key is missing.
    pub(crate) fn part_of(&self, node: &str, keys: &[String]) -> Option<(Range<usize>, bool)> {
        let range = self.range_of(node)?;
        let json = tree::parse(self.text.get(range.clone())?).ok()?;
        let (found, is_there) = json.part(keys)?;
        Some((range.start + found.start..range.start + found.end, is_there))
    }

    /// The bytes of the node of this name, or of a value's definition up to the end of its line.
    pub(crate) fn range_of(&self, node: &str) -> Option<Range<usize>> {
        self.ranges.get(node).cloned()
    }
}

/// Reads a graph, and says where its nodes are written.
///
/// # Errors
///
/// The same as of [`read`].
pub fn read_with_places(text: &str) -> Result<(Graph, Places), JsonError> {
    let (graph, mut amiss) = read_to_check(text);
    if amiss.is_empty() { graph } else { Err(amiss.swap_remove(0)) }
}

/// Reads a graph, and lists what is wrong with its names: nodes that are used and not listed before, and nodes of one name.
/// If anything is, something else stands for these nodes, and the graph is not the one that is meant.
pub(crate) fn read_to_check(text: &str) -> (Result<(Graph, Places), JsonError>, Vec<JsonError>) {
    let tree = match tree::parse(text) {
        Ok(tree) => tree,
        Err(error) => return (Err(error), Vec::new()),
    };
    let mut reader = Reader {
        text,
        nodes: HashMap::new(),
        ranges: HashMap::new(),
        names: HashSet::new(),
        expressions: Expressions::default(),
        amiss: Vec::new(),
        row: GRAPH.name,
        depth: 0,
    };
    let graph = reader.graph(tree);
    (graph.map(|graph| (graph, Places::new(text, reader.ranges))), reader.amiss)
}

struct Reader<'t> {
    text: &'t str,
    /// Those that are visible.
    nodes: HashMap<String, Arc<Node>>,
    ranges: HashMap<String, Range<usize>>,
    names: HashSet<String>,
    expressions: Expressions,
    /// What is wrong with names.
    amiss: Vec<JsonError>,
    /// The section of the reference that describes what is being read.
    row: &'static str,
    /// The number of regions around.
    depth: usize,
}

impl Reader<'_> {
    fn graph(&mut self, tree: Json) -> Result<Graph, JsonError> {
        let parts = Fields::of_row(tree, "a graph", &GRAPH).and_then(|mut fields| {
            let name = fields.optional("name").map(|name| fields::text(name, "the graph's name")).transpose()?;
            Ok((name.unwrap_or_default(), fields::list(fields.required("nodes")?, "the graph's nodes")?))
        });
        let (name, nodes) = parts.map_err(|wrong| self.form(wrong))?;
        Ok(Graph { name, body: self.region(nodes)? })
    }

    fn region(&mut self, nodes: Vec<Json>) -> Result<Region, JsonError> {
        let mut region = Region { nodes: Vec::with_capacity(nodes.len()) };
        let outcome = nodes.into_iter().try_for_each(|json| {
            region.nodes.push(self.node(json)?);
            Ok(())
        });
        // What is in a region is not seen around it.
        for node in &region.nodes {
            self.nodes.remove(&node.name);
        }
        outcome.map(|()| region)
    }

    fn node(&mut self, json: Json) -> Result<Arc<Node>, JsonError> {
        self.row = NODE.name;
        let range = json.place.clone();
        let Head { name, op: (kind, body), ty, attributes } = Head::of(json).map_err(|wrong| self.form(wrong))?;
        if !self.names.insert(name.clone()) {
            let position = self.position(range.start);
            self.amiss.push(JsonError::Twice { position, node: name.clone(), row: self.row });
        }
        let row = operations().find(|row| row.name == kind).unwrap_or(&CALL);
        let mut attributes = self.attributes(&name, attributes)?;
        if let Some(ty) = ty {
            attributes.set(TYPE, Attribute::Type(self.ty(&name, ty, row)?));
        }
        self.row = row.name;
        let op = self.operation(&name, kind, body, row)?;
        let node = Node::with(name.clone(), op, attributes);
        self.ranges.insert(name.clone(), range);
        self.nodes.insert(name, node.clone());
        Ok(node)
    }

    fn position(&self, at: usize) -> Position {
        Position::of(self.text, at)
    }

    fn form(&self, (message, place): Wrong) -> JsonError {
        JsonError::Form { position: self.position(place.start), message, row: self.row }
    }

    fn wrong(&self, node: &str, (message, place): Wrong) -> JsonError {
        JsonError::Node { position: self.position(place.start), node: node.to_owned(), message, row: self.row }
    }

    fn attributes(&mut self, node: &str, attributes: Option<Json>) -> Result<Attributes, JsonError> {
        let mut read = Attributes::new();
        let Some(attributes) = attributes else { return Ok(read) };
        self.row = Form::Attribute.name();
        let fields = Fields::of(attributes, "attributes").map_err(|wrong| self.wrong(node, wrong))?;
        for (name, value) in fields.into_all() {
            let place = value.place.clone();
            let value = value.into_value();
            let attribute = value.and_then(|value| attribute::read_one(&name, &value, &mut self.expressions));
            read.set(name, attribute.map_err(|message| self.wrong(node, (message, place)))?);
        }
        Ok(read)
    }

    /// The type of a node, unless that is a field of its operation.
    fn ty(&mut self, node: &str, ty: Json, operation: &Row) -> Result<crate::wave::graph::Type, JsonError> {
        if operation.names().contains(&TYPE) {
            self.row = NODE.name;
            let message = "its type is a field of its operation; write it there".to_owned();
            return Err(self.wrong(node, (message, ty.place)));
        }
        self.row = Form::Type.name();
        fields::value(ty).map_err(|wrong| self.wrong(node, wrong))
    }

    fn operation(&mut self, node: &str, name: String, body: Json, row: &Row) -> Result<Op, JsonError> {
        let fields = Fields::of_row(body, "the fields of the operation", row).map_err(|(message, place)| {
            let is_known = row.name == name;
            let message = if is_known { message } else { format!("`{}` {}: {message}", elided(&name), guess(&name)) };
            self.wrong(node, (message, place))
        })?;
        let mut operation = Operation { reader: self, node, fields };
        match Instruction::read(&name, &mut operation)? {
            Some(instruction) => Ok(Op::Do(instruction)),
            None => operation.structure(name),
        }
    }

    /// The node of this name, or something in its place if it is not listed before.
    fn get(&mut self, user: &str, json: Json) -> Result<Arc<Node>, JsonError> {
        let position = self.position(json.place.start);
        let used = fields::text(json, "a node's name").map_err(|wrong| self.wrong(user, wrong))?;
        if let Some(node) = self.nodes.get(&used) {
            return Ok(node.clone());
        }
        self.amiss.push(JsonError::NotListed { position, user: user.to_owned(), used: used.clone(), row: self.row });
        Ok(Node::with(used, Op::Placeholder { ty: None, lifted: None }, Attributes::new()))
    }

    fn inside(&mut self, node: &str, nodes: Json) -> Result<Region, JsonError> {
        if self.depth == NEST_LIMIT {
            let message = format!("its region is within {NEST_LIMIT} others; nest fewer");
            return Err(self.wrong(node, (message, nodes.place)));
        }
        let nodes = fields::list(nodes, "the nodes of a region").map_err(|wrong| self.wrong(node, wrong))?;
        let row = self.row;
        self.depth += 1;
        let region = self.region(nodes);
        self.depth -= 1;
        if region.is_ok() {
            self.row = row;
        }
        region
    }
}

/// An operation that is being read.
struct Operation<'r, 't> {
    reader: &'r mut Reader<'t>,
    node: &'r str,
    fields: Fields,
}

impl Source<Arc<Node>> for Operation<'_, '_> {
    type Error = JsonError;

    fn operand(&mut self, field: &'static str) -> Result<Arc<Node>, JsonError> {
        let operand = self.fields.required(field).map_err(|wrong| self.wrong(wrong))?;
        self.reader.get(self.node, operand)
    }

    fn optional(&mut self, field: &'static str) -> Result<Option<Arc<Node>>, JsonError> {
        self.fields.optional(field).map(|operand| self.reader.get(self.node, operand)).transpose()
    }

    fn operands(&mut self, field: &'static str) -> Result<Vec<Arc<Node>>, JsonError> {
        self.list(field)?.into_iter().map(|operand| self.reader.get(self.node, operand)).collect()
    }

    fn value<T: Formed>(&mut self, field: &'static str) -> Result<T, JsonError> {
        self.fields.value(field).map_err(|wrong| self.wrong(wrong))
    }
}

impl Operation<'_, '_> {
    fn wrong(&self, wrong: Wrong) -> JsonError {
        self.reader.wrong(self.node, wrong)
    }

    /// A list; of a field that is left out, an empty one.
    fn list(&mut self, field: &'static str) -> Result<Vec<Json>, JsonError> {
        let Some(json) = self.fields.optional(field) else { return Ok(Vec::new()) };
        fields::list(json, &format!("its field `{field}`")).map_err(|wrong| self.wrong(wrong))
    }

    /// An operation that is no instruction.
    fn structure(mut self, name: String) -> Result<Op, JsonError> {
        Ok(match name.as_str() {
            "placeholder" => Op::Placeholder { ty: self.value("type")?, lifted: self.optional("lifted")? },
            "iter_arg" => Op::IterArg { ty: self.value("type")? },
            "get_result" => Op::GetResult { value: self.operand("value")?, index: self.value("index")? },
            "output" => Op::Output { values: self.operands("values")? },
            "iterate" => Op::Iterate {
                axis: self.value("axis")?,
                init: self.operands("init")?,
                implicit_captures: self.captures()?,
                body: self.body()?,
            },
            "conditional" => {
                Op::Conditional { guard: self.guard()?, implicit_captures: self.captures()?, body: self.body()? }
            }
            _ => Op::Call(self.call(name)?),
        })
    }

    /// An operation that has no row of its own.
    fn call(mut self, name: String) -> Result<Call, JsonError> {
        let operands = self.operands("operands")?;
        let results =
            self.fields.optional("results").map_or(Ok(1), fields::value).map_err(|wrong| self.wrong(wrong))?;
        let own = match self.fields.optional("fields") {
            Some(own) => Fields::of(own, "its fields").map_err(|wrong| self.wrong(wrong))?.into_all(),
            None => Vec::new(),
        };
        let mut fields = BTreeMap::new();
        for (field, value) in own {
            let place = value.place.clone();
            let value = value.into_value();
            let attribute = value.and_then(|value| attribute::read_field(&field, &value, &mut self.reader.expressions));
            fields.insert(field, attribute.map_err(|message| self.wrong((message, place)))?);
        }
        let regions = self.list("regions")?.into_iter().map(|region| self.reader.inside(self.node, region));
        let regions = regions.collect::<Result<_, _>>()?;
        Ok(Call { name, operands, fields, regions, results })
    }

    fn body(&mut self) -> Result<Region, JsonError> {
        let body = self.fields.required("body").map_err(|wrong| self.wrong(wrong))?;
        self.reader.inside(self.node, body)
    }

    /// The nodes of a list of captures, which may be out of date: names that there are not are left out.
    fn captures(&mut self) -> Result<Vec<Arc<Node>>, JsonError> {
        let mut found = Vec::new();
        for name in self.list("implicit_captures")? {
            let name = fields::text(name, "a node's name").map_err(|wrong| self.wrong(wrong))?;
            found.extend(self.reader.nodes.get(&name).cloned());
        }
        Ok(found)
    }

    /// What decides whether a region is done: `{"value": "x"}` or `{"symbols": "$T0 < 8"}`.
    fn guard(&mut self) -> Result<Guard, JsonError> {
        let guard = self.fields.required("guard").and_then(|guard| Fields::of(guard, "what decides"));
        let fields = guard.map_err(|wrong| self.wrong(wrong))?;
        let place = fields.place();
        match fields.only() {
            Some((name, used)) if name == "value" => Ok(Guard::Value(self.reader.get(self.node, used)?)),
            Some((name, condition)) if name == "symbols" => {
                Ok(Guard::Symbols(fields::value(condition).map_err(|wrong| self.wrong(wrong))?))
            }
            _ => {
                let message = "expected one field in `guard`: `value`, a node's name, or `symbols`, a condition";
                Err(self.wrong((message.to_owned(), place)))
            }
        }
    }
}

/// The parts of a node, before what they mean is known.
struct Head {
    name: String,
    op: (String, Json),
    ty: Option<Json>,
    attributes: Option<Json>,
}

impl Head {
    fn of(json: Json) -> Result<Self, Wrong> {
        let mut fields = Fields::of_row(json, "a node", &NODE)?;
        let name = fields.required("name").and_then(|name| fields::text(name, "the node's name"))?;
        let op = Fields::of(fields.required("op")?, "the node's operation")?;
        let (ty, attributes) = (fields.optional("type"), fields.optional("attributes"));
        let place = op.place();
        let op = op.only().ok_or_else(|| {
            let node = elided(&name);
            let message = "`op` has one field: the operation's name, with what belongs to it";
            (format!("the node `{node}`: {message}"), place)
        })?;
        Ok(Self { name, op, ty, attributes })
    }
}

/// What a name may have been meant to be.
fn guess(name: &str) -> String {
    let known = operations().map(|row| row.name);
    let near = known.map(|known| (strsim::damerau_levenshtein(known, &elided(name)), known)).min();
    match near {
        Some((distance, known)) if distance <= 2 => format!("is not known (is `{known}` meant?)"),
        _ => "is not known".to_owned(),
    }
}
