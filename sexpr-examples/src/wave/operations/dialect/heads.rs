//! Operations up to their results: each has its own syntax.

use std::sync::Arc;

use serde_json::{Map, Value as Json};

use super::cursor::Result;
use super::forms::{fields, row};
use super::parse::{Braces, Head, Parser};
use super::types::symbol;
use super::value::read;
use crate::text::elided;
use crate::wave::graph::{Instruction, Reduction, of_function};
use crate::wave::index::Condition;
use crate::wave::json::message;
use crate::wave::operations::{Block, OperationAttributes, OperationGuard, OperationKind, Value};
use crate::wave::reference::{Formed, Source};

impl Parser<'_> {
    pub(super) fn head(&mut self) -> Result<Head> {
        self.cursor.skip();
        let at = self.cursor.at();
        if self.cursor.is("\"") {
            return self.call();
        }
        let word = self.cursor.word("an operation, such as `wave.read`")?;
        if word == "return" {
            return self.yields();
        }
        let Some(name) = word.strip_prefix("wave.") else {
            let message = format!("`{}` is no operation; those of the dialect begin with `wave.`", elided(word));
            return self.cursor.mistake(at, message);
        };
        match name {
            "yield" => self.yields(),
            "iterate" => self.iterate(),
            "conditional" => self.conditional(),
            "register" => self.register(),
            name => self.instruction(at, name),
        }
    }

    fn yields(&mut self) -> Result<Head> {
        let operands = self.values()?;
        let braces = self.braces(&[])?;
        Ok(Head {
            kind: OperationKind::Yield { values: operands.clone() },
            braces,
            regions: Vec::new(),
            operands,
            register: None,
        })
    }

    fn iterate(&mut self) -> Result<Head> {
        self.cursor.take("@")?;
        let axis = symbol(&mut self.cursor)?;
        let init = self.values_after("iter_args")?;
        let captures = self.values_after("captures")?;
        let (braces, region) = self.attributes_and_region()?;
        let operands = init.clone();
        let kind = OperationKind::Iterate { axis, init, captures };
        Ok(Head { kind, braces, regions: vec![region], operands, register: None })
    }

    fn conditional(&mut self) -> Result<Head> {
        let guard = if self.cursor.takes("[") {
            let (start, text) = self.cursor.within('[', ']')?;
            match text.parse::<Condition>() {
                Ok(condition) => OperationGuard::Symbols(condition),
                Err(error) => return self.cursor.mistake(start, format!("this is no condition: {error}")),
            }
        } else {
            OperationGuard::Value(self.value()?)
        };
        let captures = self.values_after("captures")?;
        let (braces, region) = self.attributes_and_region()?;
        let kind = OperationKind::Conditional { guard, captures };
        Ok(Head { kind, braces, regions: vec![region], operands: Vec::new(), register: None })
    }

    fn attributes_and_region(&mut self) -> Result<(Braces, Block)> {
        let braces = if self.cursor.takes_word("attributes") { self.braces(&[])? } else { Braces::default() };
        Ok((braces, self.region()?))
    }

    /// The type is known when the results are.
    fn register(&mut self) -> Result<Head> {
        self.cursor.skip();
        let at = self.cursor.at();
        let name = self.value_name()?;
        let Some(constant) = self.constants.get(&name).cloned() else {
            let message =
                format!("expected a constant, such as `%{} = arith.constant 0.0 : f32` before", elided(&name));
            return self.cursor.mistake(at, message);
        };
        let braces = self.braces(&[])?;
        let kind = OperationKind::Yield { values: Vec::new() };
        Ok(Head { kind, braces, regions: Vec::new(), operands: Vec::new(), register: Some(constant) })
    }

    fn instruction(&mut self, at: usize, word: &str) -> Result<Head> {
        let (name, function) = match of_function(word) {
            Some(name) => (name, Some(word)),
            None => (word, None),
        };
        let is_known = function.is_some() || !["unary", "binary", "reduce"].contains(&word);
        let Some(form) = row(name).filter(|_| is_known) else {
            let name = elided(word);
            let message = format!("`wave.{name}` is not known; write `\"wave.{name}\"(…)`, the form of any operation");
            return self.cursor.mistake(at, message);
        };
        let operands = self.values()?;
        let braces = self.braces(&fields(form))?;
        let is_reduction = braces.fields.contains_key("dim") && Reduction::named(word).is_some();
        let name = if name == "binary" && is_reduction { "reduce" } else { name };
        let mut written = Written { word, operands: operands.iter(), fields: braces.fields.clone() };
        written.fields.extend(function.map(|function| ("function".to_owned(), Json::from(function))));
        let instruction = match Instruction::read(name, &mut written).and_then(|read| written.end(read)) {
            Ok(instruction) => instruction,
            Err(message) => return self.cursor.mistake(at, message),
        };
        let kind = OperationKind::Do(instruction);
        Ok(Head { kind, braces, regions: Vec::new(), operands, register: None })
    }

    /// An operation in the generic form, which is not in the list of instructions.
    fn call(&mut self) -> Result<Head> {
        let at = self.cursor.at();
        let name = self.cursor.string()?;
        let Some(name) = name.strip_prefix("wave.").map(str::to_owned) else {
            return self.cursor.mistake(at, "expected an operation of the dialect: `\"wave.…\"`");
        };
        if row(&name).is_some()
            || of_function(&name).is_some()
            || ["iterate", "conditional", "yield", "register"].contains(&name.as_str())
        {
            return self.cursor.mistake(at, format!("`wave.{name}` is known; write it without quotes"));
        }
        self.cursor.take("(")?;
        let operands = self.values()?;
        self.cursor.take(")")?;
        let mut fields = OperationAttributes::new();
        if self.cursor.takes("<") {
            let at = self.cursor.at();
            let Json::Object(read) = read(&mut self.cursor, 0)? else {
                return self.cursor.mistake(at, "expected fields: `<{name = value}>`");
            };
            for (field, value) in read {
                fields.insert(field, self.attribute(at, &value)?);
            }
            self.cursor.take(">")?;
        }
        let braces = self.braces(&[])?;
        let (mut regions, mut captures) = (Vec::new(), Vec::new());
        if self.cursor.takes("(") {
            while !self.cursor.takes(")") {
                if !regions.is_empty() {
                    self.cursor.take(",")?;
                }
                captures.push(self.values_after("captures")?);
                regions.push(self.region()?);
            }
        }
        let kind = OperationKind::Call { name, operands: operands.clone(), fields, captures };
        Ok(Head { kind, braces, regions, operands, register: None })
    }
}

/// An instruction as it is written: operands in order, and fields in braces.
struct Written<'w> {
    word: &'w str,
    operands: std::slice::Iter<'w, Arc<Value>>,
    fields: Map<String, Json>,
}

impl Written<'_> {
    /// The instruction, if nothing is left over.
    fn end<T>(self, instruction: Option<T>) -> std::result::Result<T, String> {
        let word = self.word;
        match (self.operands.len(), self.fields.keys().next(), instruction) {
            (0, None, Some(instruction)) => Ok(instruction),
            (0, Some(field), _) => Err(format!("`wave.{word}` has no field `{}`", elided(field))),
            (more, ..) => Err(format!("`wave.{word}` has {more} operand(s) too many")),
        }
    }
}

impl Source<Arc<Value>> for Written<'_> {
    type Error = String;

    fn operand(&mut self, field: &'static str) -> std::result::Result<Arc<Value>, String> {
        let missing = || format!("`wave.{}` has too few operands; `{field}` is missing", self.word);
        self.operands.next().cloned().ok_or_else(missing)
    }

    fn optional(&mut self, _: &'static str) -> std::result::Result<Option<Arc<Value>>, String> {
        Ok(self.operands.next().cloned())
    }

    fn operands(&mut self, _: &'static str) -> std::result::Result<Vec<Arc<Value>>, String> {
        Ok(self.operands.by_ref().cloned().collect())
    }

    fn value<T: Formed>(&mut self, field: &'static str) -> std::result::Result<T, String> {
        let Some(value) = self.fields.remove(field) else {
            return T::unset().ok_or_else(|| format!("`wave.{}`: missing field `{field}`", self.word));
        };
        T::read(value).map_err(|error| format!("`wave.{}`: its field `{field}`: {}", self.word, message(&error)))
    }
}
