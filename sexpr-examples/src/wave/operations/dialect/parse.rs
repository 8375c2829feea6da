//! From texts to functions.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use serde_json::{Map, Value as Json};

use super::cursor::{Cursor, DialectError, Result};
use super::forms::NODE;
use super::types;
use super::value::{new_key, read, read_indices};
use crate::text::elided;
use crate::wave::check::NEST_LIMIT;
use crate::wave::graph::{Attribute, Instruction, Type, is_integer_type};
use crate::wave::index::Index;
use crate::wave::json::number::{inexact, is_inexact};
use crate::wave::json::{Places, attribute_of};
use crate::wave::operations::{
    Block, Defined, Function, NodeNames, Operation, OperationAttributes, OperationKind, Value,
};

/// Reads a function. Whether it is well formed, [`verify`](crate::wave::verify) says.
///
/// # Errors
///
/// The text is not of this syntax, or uses values that it does not define before.
pub fn parse(text: &str) -> std::result::Result<Function, DialectError> {
    parse_with_places(text).map(|(function, _)| function)
}

/// Reads a function, and says where its values are defined.
///
/// # Errors
///
/// The same as of [`parse`].
pub fn parse_with_places(text: &str) -> std::result::Result<(Function, Places), DialectError> {
    let mut parser = Parser {
        cursor: Cursor::new(text),
        values: HashMap::new(),
        constants: HashMap::new(),
        defined: Vec::new(),
        starts: HashMap::new(),
        names: NodeNames::default(),
        depth: 0,
    };
    let function = parser.function()?;
    if !parser.cursor.is_end() {
        return parser.cursor.expected("the end, since the function is read");
    }
    let to_end_of_line = |start: usize| start..text[start..].find('\n').map_or(text.len(), |length| start + length);
    let ranges = parser.starts.into_iter().map(|(name, start)| (name, to_end_of_line(start))).collect();
    Ok((function, Places::new(text, ranges)))
}

pub(super) struct Parser<'t> {
    pub(super) cursor: Cursor<'t>,
    /// Those that are visible, by name.
    pub(super) values: HashMap<String, Arc<Value>>,
    /// The numbers of constants, with what they are constants of.
    pub(super) constants: HashMap<String, (f64, String)>,
    /// The names of both, in the order in which they are defined.
    pub(super) defined: Vec<String>,
    /// Where values are defined, and operations without one, by the names of the graph's nodes; of those of one name, the first
    /// one.
    pub(super) starts: HashMap<String, usize>,
    names: NodeNames,
    pub(super) depth: usize,
}

/// What is in the braces of an operation.
#[derive(Default)]
pub(super) struct Braces {
    pub(super) fields: Map<String, Json>,
    pub(super) index: Vec<Index>,
    pub(super) attributes: OperationAttributes,
}

/// The beginning of an operation, before its results are known.
pub(super) struct Head {
    pub(super) kind: OperationKind,
    pub(super) braces: Braces,
    pub(super) regions: Vec<Block>,
    /// The values whose types are repeated.
    pub(super) operands: Vec<Arc<Value>>,
    pub(super) register: Option<(f64, String)>,
}

impl Parser<'_> {
    fn function(&mut self) -> Result<Function> {
        self.cursor.take("func.func")?;
        self.cursor.take("@")?;
        let name = self.cursor.name("the function's name")?;
        self.cursor.take("(")?;
        let arguments = self.arguments()?;
        self.cursor.take("{")?;
        let body = Block { arguments, operations: self.operations()? };
        Ok(Function { name, body })
    }

    /// Arguments up to the closing bracket.
    fn arguments(&mut self) -> Result<Vec<Defined>> {
        let mut arguments = Vec::new();
        while !self.cursor.takes(")") {
            if !arguments.is_empty() {
                self.cursor.take(",")?;
            }
            self.cursor.skip();
            let at = self.cursor.at();
            let name = self.value_name()?;
            let (ty, attributes) =
                if self.cursor.takes(":") { self.known()? } else { (None, OperationAttributes::new()) };
            arguments.push(Defined { value: self.define(at, name, ty)?, attributes });
        }
        Ok(arguments)
    }

    /// What is known of a value where it is defined.
    fn known(&mut self) -> Result<(Option<Type>, OperationAttributes)> {
        let ty = types::read_maybe(&mut self.cursor)?;
        let braces = self.braces(&[])?;
        if braces.index.is_empty() {
            return Ok((ty, braces.attributes));
        }
        let at = self.cursor.at();
        self.cursor.mistake(at, "a value has no index entries; its operation has")
    }

    pub(super) fn value_name(&mut self) -> Result<String> {
        self.cursor.take("%")?;
        self.cursor.word("a value's name").map(str::to_owned)
    }

    fn define(&mut self, at: usize, name: String, ty: Option<Type>) -> Result<Arc<Value>> {
        if self.values.contains_key(&name) || self.constants.contains_key(&name) {
            return self.cursor.mistake(at, format!("`%{}` is defined before; choose another name", elided(&name)));
        }
        let value = Value::new(name.clone(), ty);
        self.defined.push(name.clone());
        self.starts.entry(name.clone()).or_insert(at);
        self.values.insert(name, value.clone());
        Ok(value)
    }

    pub(super) fn value(&mut self) -> Result<Arc<Value>> {
        self.cursor.skip();
        let at = self.cursor.at();
        let name = self.value_name()?;
        match self.values.get(&name) {
            Some(value) => Ok(value.clone()),
            None => self.cursor.mistake(at, format!("nothing before defines `%{}`", elided(&name))),
        }
    }

    /// Values between commas, if there is one.
    pub(super) fn values(&mut self) -> Result<Vec<Arc<Value>>> {
        let mut values = Vec::new();
        if self.cursor.is("%") {
            values.push(self.value()?);
            while self.cursor.takes(",") {
                values.push(self.value()?);
            }
        }
        Ok(values)
    }

    /// Values in brackets after a word, if that is there.
    pub(super) fn values_after(&mut self, word: &str) -> Result<Vec<Arc<Value>>> {
        if !self.cursor.takes_word(word) {
            return Ok(Vec::new());
        }
        self.cursor.take("(")?;
        let values = self.values()?;
        self.cursor.take(")")?;
        Ok(values)
    }

    /// Operations up to the closing brace. What they define is not seen after it.
    fn operations(&mut self) -> Result<Vec<Operation>> {
        let mut operations = Vec::new();
        while !self.cursor.takes("}") {
            operations.extend(self.operation()?);
        }
        Ok(operations)
    }

    /// An operation; nothing, for a constant.
    fn operation(&mut self) -> Result<Option<Operation>> {
        self.cursor.skip();
        let start = self.cursor.at();
        let mut results = Vec::new();
        while self.cursor.is("%") {
            let at = self.cursor.at();
            results.push((at, self.value_name()?));
            if !self.cursor.takes(",") {
                break;
            }
        }
        if !results.is_empty() {
            self.cursor.take("=")?;
        }
        if self.cursor.takes_word("arith.constant") {
            self.constant(results)?;
            return Ok(None);
        }
        let mut head = self.head()?;
        let defined = self.results(&mut head, results)?;
        let Braces { index, attributes, .. } = head.braces;
        let operation = Operation { kind: head.kind, index, attributes, regions: head.regions, results: defined };
        if !operation.is_called_like_its_result() {
            self.starts.entry(self.names.next(&operation.kind)).or_insert(start);
        }
        Ok(Some(operation))
    }

    fn constant(&mut self, results: Vec<(usize, String)>) -> Result<()> {
        self.cursor.skip();
        let at = self.cursor.at();
        let text = self.cursor.number()?;
        let value = match text.strip_prefix("0x") {
            Some(bits) => u64::from_str_radix(bits, 16).ok().filter(|_| bits.len() == 16).map(f64::from_bits),
            None => text.parse::<f64>().ok().filter(|value| value.is_finite()),
        };
        if is_inexact(text) {
            return self.cursor.mistake(at, inexact(text));
        }
        let Some(value) = value else {
            let message = "expected a number, or its 64 bits as `0x` and 16 hexadecimal digits";
            return self.cursor.mistake(at, message);
        };
        self.cursor.take(":")?;
        let Some(Type::Scalar(dtype)) = types::read_maybe(&mut self.cursor)? else {
            return self.cursor.mistake(at, "a constant is of a single element's type, such as f32");
        };
        if text.starts_with("0x") && is_integer_type(&dtype) {
            return self.cursor.mistake(at, "the bits of a floating-point number are no integer; write its digits");
        }
        let [(at, name)] = results.as_slice() else {
            return self.cursor.mistake(at, "a constant has one result");
        };
        if self.values.contains_key(name) || self.constants.contains_key(name) {
            return self.cursor.mistake(*at, format!("`%{}` is defined before; choose another name", elided(name)));
        }
        self.defined.push(name.clone());
        self.constants.insert(name.clone(), (value, dtype));
        Ok(())
    }

    pub(super) fn region(&mut self) -> Result<Block> {
        self.cursor.take("{")?;
        let at = self.cursor.at();
        if self.depth == NEST_LIMIT {
            return self.cursor.mistake(at, format!("this region is within {NEST_LIMIT} others; nest fewer"));
        }
        self.depth += 1;
        let around = self.defined.len();
        let arguments = if self.cursor.takes("^") {
            self.cursor.word("a block's name, such as bb0")?;
            self.cursor.take("(")?;
            let arguments = self.arguments()?;
            self.cursor.take(":")?;
            arguments
        } else {
            Vec::new()
        };
        let operations = self.operations()?;
        // What is in a region is not seen around it.
        for name in self.defined.drain(around..) {
            self.values.remove(&name);
            self.constants.remove(&name);
        }
        self.depth -= 1;
        Ok(Block { arguments, operations })
    }

    pub(super) fn attribute(&self, at: usize, value: &Json) -> Result<Attribute> {
        attribute_of(value).or_else(|message| self.cursor.mistake(at, message))
    }

    /// What is in braces, if they are here. These are the names of the operation's fields.
    pub(super) fn braces(&mut self, fields: &[&str]) -> Result<Braces> {
        let mut braces = Braces::default();
        if !self.cursor.takes("{") {
            return Ok(braces);
        }
        let mut known: HashSet<String> = HashSet::new();
        while !self.cursor.takes("}") {
            if !known.is_empty() {
                self.cursor.take(",")?;
            }
            let name = new_key(&mut self.cursor, |name| known.contains(name))?;
            known.insert(name.clone());
            self.cursor.take("=")?;
            self.cursor.skip();
            let at = self.cursor.at();
            if name == "index" {
                braces.index = read_indices(&mut self.cursor)?;
                continue;
            }
            let value = read(&mut self.cursor, 0)?;
            if fields.contains(&name.as_str()) {
                braces.fields.insert(name, value);
            } else {
                let own = name.strip_prefix(NODE).unwrap_or(&name).to_owned();
                let attribute = self.attribute(at, &value)?;
                if braces.attributes.insert(own, attribute).is_some() {
                    return self.cursor.mistake(at, "an attribute of this name is there already; remove one of them");
                }
            }
        }
        Ok(braces)
    }

    /// Reads the types, and defines the results.
    fn results(&mut self, head: &mut Head, names: Vec<(usize, String)>) -> Result<Vec<Defined>> {
        self.cursor.skip();
        let at = self.cursor.at();
        let has_types = self.cursor.takes(":");
        if let Some((value, dtype)) = head.register.take() {
            let ty = if has_types { types::read_maybe(&mut self.cursor)? } else { None };
            let Some(Type::Tensor(tensor)) = ty else {
                return self.cursor.mistake(at, "expected the type of the registers: `: !wave.tensor<[@M] of f32>`");
            };
            if tensor.dtype != dtype {
                let (found, dtype) = (elided(&tensor.dtype), elided(&dtype));
                return self.cursor.mistake(at, format!("the constant is {dtype}, and the registers hold {found}"));
            }
            let ty = Some(tensor.clone().into());
            head.kind = OperationKind::Do(Instruction::Register { ty: tensor, value });
            return names.into_iter().map(|(at, name)| Ok(Defined::new(self.define(at, name, ty.clone())?))).collect();
        }
        if !has_types {
            return names.into_iter().map(|(at, name)| Ok(Defined::new(self.define(at, name, None)?))).collect();
        }
        self.cursor.take("(")?;
        let mut places = head.operands.iter();
        let mut count = 0;
        while !self.cursor.takes(")") {
            if count > 0 {
                self.cursor.take(",")?;
            }
            count += 1;
            self.cursor.skip();
            let at = self.cursor.at();
            let ty = types::read_maybe(&mut self.cursor)?;
            let known = places.next().map(|value| &value.ty);
            if known != Some(&ty) {
                let expected = known.map_or("no more operands".to_owned(), |ty| types::maybe(ty.as_ref()));
                return self
                    .cursor
                    .mistake(at, format!("expected {}, the type of the operand", crate::text::shortened(expected)));
            }
        }
        self.cursor.take("->")?;
        self.cursor.take("(")?;
        let mut defined = Vec::new();
        let mut names = names.into_iter();
        while !self.cursor.takes(")") {
            if !defined.is_empty() {
                self.cursor.take(",")?;
            }
            let (ty, attributes) = self.known()?;
            let Some((at, name)) = names.next() else {
                return self.cursor.mistake(at, "there are more types than results");
            };
            defined.push(Defined { value: self.define(at, name, ty)?, attributes });
        }
        if names.next().is_some() {
            return self.cursor.mistake(at, "there are fewer types than results; write `_` for one that is not known");
        }
        Ok(defined)
    }
}
