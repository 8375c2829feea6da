//! From a text to a graph.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

use serde_json::{Map, Value};

use super::attribute::{self, Expressions};
use super::fields::{self, Fields, Wrong};
use super::tree::{self, Json};
use super::{JsonError, Position, STRUCTURE};
use crate::text::elided;
use crate::wave::check::NEST_LIMIT;
use crate::wave::graph::{
    Attribute, Attributes, Call, Graph, Guard, INSTRUCTIONS, Instruction, Node, Op, Region, TYPE, Type,
};

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
        amiss: RefCell::default(),
        depth: 0,
    };
    let graph = reader.graph(tree);
    (graph.map(|graph| (graph, Places::new(text, reader.ranges))), reader.amiss.into_inner())
}

struct Reader<'t> {
    text: &'t str,
    /// Those that are visible.
    nodes: HashMap<String, Arc<Node>>,
    ranges: HashMap<String, Range<usize>>,
    names: HashSet<String>,
    expressions: Expressions,
    /// What is wrong with names.
    amiss: RefCell<Vec<JsonError>>,
    /// The number of regions around.
    depth: usize,
}

impl Reader<'_> {
    fn graph(&mut self, tree: Json) -> Result<Graph, JsonError> {
        let mut name = String::new();
        let outer = |reader: &Self, (message, place): Wrong| JsonError::Form {
            position: reader.position(place.start),
            message,
        };
        let mut fields = Fields::of(tree, "a graph").map_err(|wrong| outer(self, wrong))?;
        if let Some(given) = fields.optional("name") {
            name = fields::text(given, "the graph's name").map_err(|wrong| outer(self, wrong))?;
        }
        let nodes = fields.required("nodes").and_then(|nodes| fields::list(nodes, "the graph's nodes"));
        let nodes = nodes.map_err(|wrong| outer(self, wrong))?;
        fields.end(&["name", "nodes"]).map_err(|wrong| outer(self, wrong))?;
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
        let (range, head) = (json.place.clone(), Head::of(json));
        let Head { name, op, ty, attributes } = head.map_err(|(message, place)| {
            let position = self.position(place.start);
            JsonError::Form { position, message }
        })?;
        if !self.names.insert(name.clone()) {
            let twice = JsonError::Twice { position: self.position(range.start), node: name.clone() };
            self.amiss.get_mut().push(twice);
        }
        let (kind, body) = op;
        let is_structure = STRUCTURE.contains(&kind.as_str());
        let says_its_type = ["placeholder", "iter_arg", "register"].contains(&kind.as_str());
        let attributes = self.attributes(&name, attributes, ty, says_its_type)?;
        let op = if is_structure {
            self.structure(&name, &kind, body)?
        } else if INSTRUCTIONS.contains(&kind.as_str()) {
            self.instruction(&name, kind, body)?
        } else {
            self.call(&name, kind, body)?
        };
        let node = Node::with(name.clone(), op, attributes);
        self.ranges.insert(name.clone(), range);
        self.nodes.insert(name, node.clone());
        Ok(node)
    }

    fn position(&self, at: usize) -> Position {
        Position::of(self.text, at)
    }

    fn wrong(&self, node: &str, (message, place): Wrong) -> JsonError {
        JsonError::Node { position: self.position(place.start), node: node.to_owned(), message }
    }

    fn attributes(
        &mut self,
        node: &str,
        attributes: Option<Json>,
        ty: Option<Json>,
        says_its_type: bool,
    ) -> Result<Attributes, JsonError> {
        let mut read = Attributes::new();
        if let Some(attributes) = attributes {
            let fields = Fields::of(attributes, "attributes").map_err(|wrong| self.wrong(node, wrong))?;
            for (name, value) in fields.into_all() {
                let place = value.place.clone();
                let value = value.into_value();
                let attribute = value.and_then(|value| attribute::read_one(&name, &value, &mut self.expressions));
                read.set(name, attribute.map_err(|message| self.wrong(node, (message, place)))?);
            }
        }
        if let Some(ty) = ty {
            if says_its_type {
                let message = "its type is a field of its operation; write it there".to_owned();
                return Err(self.wrong(node, (message, ty.place)));
            }
            let ty: Type = fields::value(ty).map_err(|wrong| self.wrong(node, wrong))?;
            read.set(TYPE, Attribute::Type(ty));
        }
        Ok(read)
    }

    fn instruction(&mut self, node: &str, kind: String, body: Json) -> Result<Op, JsonError> {
        let place = body.place.clone();
        let value = body.into_value().map_err(|message| self.wrong(node, (message, place.clone())))?;
        let instruction: Instruction<String> =
            serde_json::from_value(Value::Object(Map::from_iter([(kind, value)])))
                .map_err(|error| self.wrong(node, (super::message(&error), place.clone())))?;
        Ok(Op::Do(instruction.map(|used| self.get(node, used, &place))))
    }

    /// An operation that is not in the list of instructions.
    fn call(&mut self, node: &str, name: String, body: Json) -> Result<Op, JsonError> {
        let unknown = |(message, place): Wrong| (format!("`{}` {}: {message}", elided(&name), guess(&name)), place);
        let read = CallFields::of(body).map_err(|wrong| self.wrong(node, unknown(wrong)))?;
        let operands = self.all(node, read.operands)?;
        let mut fields = BTreeMap::new();
        for (field, value) in read.fields {
            let place = value.place.clone();
            let value = value.into_value();
            let attribute = value.and_then(|value| attribute::read_field(&field, &value, &mut self.expressions));
            fields.insert(field, attribute.map_err(|message| self.wrong(node, (message, place)))?);
        }
        let mut regions = Vec::with_capacity(read.regions.len());
        for region in read.regions {
            regions.push(self.inside(node, region)?);
        }
        Ok(Op::Call(Call { name, operands, fields, regions, results: read.results }))
    }

    /// The node of this name, or something in its place if it is not listed before.
    fn get(&self, user: &str, used: &str, place: &Range<usize>) -> Arc<Node> {
        if let Some(node) = self.nodes.get(used) {
            return node.clone();
        }
        let position = self.position(place.start);
        let not_listed = JsonError::NotListed { position, user: user.to_owned(), used: used.to_owned() };
        self.amiss.borrow_mut().push(not_listed);
        Node::with(used.to_owned(), Op::Placeholder { ty: None, lifted: None }, Attributes::new())
    }

    fn one(&self, user: &str, json: Json) -> Result<Arc<Node>, JsonError> {
        let place = json.place.clone();
        let used = fields::text(json, "a node's name").map_err(|wrong| self.wrong(user, wrong))?;
        Ok(self.get(user, &used, &place))
    }

    fn all(&self, user: &str, listed: Vec<Json>) -> Result<Vec<Arc<Node>>, JsonError> {
        listed.into_iter().map(|used| self.one(user, used)).collect()
    }

    /// The nodes of a list of captures, which may be out of date: names that there are not are left out.
    fn captures(&self, listed: Vec<Json>) -> Result<Vec<Arc<Node>>, Wrong> {
        let mut found = Vec::new();
        for name in listed {
            found.extend(self.nodes.get(&fields::text(name, "a node's name")?).cloned());
        }
        Ok(found)
    }

    fn inside(&mut self, node: &str, nodes: Json) -> Result<Region, JsonError> {
        if self.depth == NEST_LIMIT {
            let message = format!("its region is within {NEST_LIMIT} others; nest fewer");
            return Err(self.wrong(node, (message, nodes.place)));
        }
        let nodes = fields::list(nodes, "the nodes of a region").map_err(|wrong| self.wrong(node, wrong))?;
        self.depth += 1;
        let region = self.region(nodes);
        self.depth -= 1;
        region
    }

    fn structure(&mut self, node: &str, kind: &str, body: Json) -> Result<Op, JsonError> {
        let mut fields = Fields::of(body, "the fields of the operation").map_err(|wrong| self.wrong(node, wrong))?;
        let is_loop = kind == "iterate";
        if is_loop || kind == "conditional" {
            return self.holder(node, is_loop, fields);
        }
        let known: &[&str] = match kind {
            "placeholder" => &["type", "lifted"],
            "iter_arg" => &["type"],
            "get_result" => &["value", "index"],
            _ => &["values"],
        };
        let ty = match known.contains(&"type").then(|| fields.optional("type")).flatten() {
            Some(ty) => Some(fields::value::<Type>(ty).map_err(|wrong| self.wrong(node, wrong))?),
            None => None,
        };
        let op = match kind {
            "placeholder" => {
                Op::Placeholder { ty, lifted: fields.optional("lifted").map(|used| self.one(node, used)).transpose()? }
            }
            "iter_arg" => Op::IterArg { ty },
            "get_result" => {
                let value = fields.required("value").map_err(|wrong| self.wrong(node, wrong))?;
                let index = fields.required("index").and_then(|index| fields::number(&index, "the result's number"));
                let index = index.map_err(|wrong| self.wrong(node, wrong))?;
                Op::GetResult { value: self.one(node, value)?, index }
            }
            _ => {
                let values = fields.required("values").and_then(|values| fields::list(values, "the values"));
                Op::Output { values: self.all(node, values.map_err(|wrong| self.wrong(node, wrong))?)? }
            }
        };
        fields.end(known).map_err(|wrong| self.wrong(node, wrong))?;
        Ok(op)
    }

    /// A loop or conditional.
    fn holder(&mut self, node: &str, is_loop: bool, mut fields: Fields) -> Result<Op, JsonError> {
        let listed = match fields.optional("implicit_captures") {
            Some(listed) => fields::list(listed, "the list of captures").and_then(|listed| self.captures(listed)),
            None => Ok(Vec::new()),
        };
        let implicit_captures = listed.map_err(|wrong| self.wrong(node, wrong))?;
        let [first, second] = if is_loop { ["axis", "init"] } else { ["guard", ""] };
        let body = fields.required("body").map_err(|wrong| self.wrong(node, wrong))?;
        let head = fields.required(first).map_err(|wrong| self.wrong(node, wrong))?;
        let init = if is_loop {
            let init = fields.required(second).and_then(|init| fields::list(init, "what is carried at first"));
            self.all(node, init.map_err(|wrong| self.wrong(node, wrong))?)?
        } else {
            Vec::new()
        };
        let known: &[&str] = if is_loop {
            &["axis", "init", "body", "implicit_captures"]
        } else {
            &["guard", "body", "implicit_captures"]
        };
        fields.end(known).map_err(|wrong| self.wrong(node, wrong))?;
        if is_loop {
            let axis = fields::value(head).map_err(|wrong| self.wrong(node, wrong))?;
            return Ok(Op::Iterate { axis, init, body: self.inside(node, body)?, implicit_captures });
        }
        let guard = self.guard(node, head)?;
        Ok(Op::Conditional { guard, body: self.inside(node, body)?, implicit_captures })
    }

    /// What decides whether a region is done: `{"value": "x"}` or `{"symbols": "$T0 < 8"}`.
    fn guard(&self, node: &str, json: Json) -> Result<Guard, JsonError> {
        let fields = Fields::of(json, "what decides").map_err(|wrong| self.wrong(node, wrong))?;
        let place = fields.place();
        match fields.only() {
            Some((name, used)) if name == "value" => Ok(Guard::Value(self.one(node, used)?)),
            Some((name, condition)) if name == "symbols" => {
                Ok(Guard::Symbols(fields::value(condition).map_err(|wrong| self.wrong(node, wrong))?))
            }
            _ => {
                let message = "expected one field in `guard`: `value`, a node's name, or `symbols`, a condition";
                Err(self.wrong(node, (message.to_owned(), place)))
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
        let mut fields = Fields::of(json, "a node")?;
        let name = fields.required("name").and_then(|name| fields::text(name, "the node's name"))?;
        let op = Fields::of(fields.required("op")?, "the node's operation")?;
        let (ty, attributes) = (fields.optional("type"), fields.optional("attributes"));
        fields.end(&["name", "op", "type", "attributes"])?;
        let place = op.place();
        let op = op.only().ok_or_else(|| {
            let node = elided(&name);
            let message = "`op` has one field: the operation's name, with what belongs to it";
            (format!("the node `{node}`: {message}"), place)
        })?;
        Ok(Self { name, op, ty, attributes })
    }
}

/// The fields of an operation that is not in the list of instructions.
struct CallFields {
    operands: Vec<Json>,
    fields: Vec<(String, Json)>,
    regions: Vec<Json>,
    results: usize,
}

impl CallFields {
    fn of(body: Json) -> Result<Self, Wrong> {
        let mut fields = Fields::of(body, "its fields")?;
        let list = |json: Option<Json>, what| json.map_or(Ok(Vec::new()), |json| fields::list(json, what));
        let operands = list(fields.optional("operands"), "its operands")?;
        let regions = list(fields.optional("regions"), "its regions")?;
        let results =
            fields.optional("results").map_or(Ok(1), |json| fields::number(&json, "how many results it has"))?;
        let own = match fields.optional("fields") {
            Some(own) => Fields::of(own, "its fields")?.into_all(),
            None => Vec::new(),
        };
        fields.end(&["operands", "fields", "regions", "results"])?;
        Ok(Self { operands, fields: own, regions, results })
    }
}

/// What a name may have been meant to be.
fn guess(name: &str) -> String {
    let known = INSTRUCTIONS.iter().chain(&STRUCTURE);
    let near = known.map(|known| (strsim::damerau_levenshtein(known, &elided(name)), known)).min();
    match near {
        Some((distance, known)) if distance <= 2 => format!("is not known (is `{known}` meant?)"),
        _ => "is not known".to_owned(),
    }
}
