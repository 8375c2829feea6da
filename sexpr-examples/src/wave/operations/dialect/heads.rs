//! Operations up to their results: each has its own syntax.

use serde_json::{Map, Value as Json};

use super::cursor::Result;
use super::forms::{Form, form};
use super::parse::{Braces, Head, Parser};
use super::types::symbol;
use super::value::read;
use crate::text::elided;
use crate::wave::graph::{Binary, Instruction, Reduction, Unary};
use crate::wave::index::Condition;
use crate::wave::json::message;
use crate::wave::operations::{Block, OperationAttributes, OperationGuard, OperationKind};

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
        let (name, function) = if Unary::named(word).is_some() {
            ("unary", Some(word))
        } else if Binary::named(word).is_some() {
            ("binary", Some(word))
        } else if Reduction::named(word).is_some() {
            ("reduce", Some(word))
        } else {
            (word, None)
        };
        let is_known = function.is_some() || !["unary", "binary", "reduce"].contains(&word);
        let Some(Form { operands: mut places, fields }) = form(name).filter(|_| is_known) else {
            let name = elided(word);
            let message = format!("`wave.{name}` is not known; write `\"wave.{name}\"(…)`, the form of any operation");
            return self.cursor.mistake(at, message);
        };
        let operands = self.values()?;
        let braces = self.braces(fields)?;
        let mut name = name;
        if name == "binary" && braces.fields.contains_key("dim") && Reduction::named(word).is_some() {
            name = "reduce";
            places = form(name).map_or(places, |reduction| reduction.operands);
        }
        let mut all = braces.fields.clone();
        all.extend(function.map(|function| ("function".to_owned(), Json::from(function))));
        let mut left = 0..operands.len();
        for place in places {
            let field = place.trim_end_matches(['*', '?']).to_owned();
            if place.ends_with('*') {
                all.insert(field, left.by_ref().map(Json::from).collect());
            } else if let Some(number) = left.next() {
                all.insert(field, number.into());
            } else if !place.ends_with('?') {
                return self.cursor.mistake(at, format!("`wave.{word}` has too few operands; `{field}` is missing"));
            }
        }
        if !left.is_empty() {
            let most = places.len();
            return self.cursor.mistake(at, format!("`wave.{word}` has {} operands, and takes {most}", operands.len()));
        }
        let json = Json::Object(Map::from_iter([(name.to_owned(), Json::Object(all))]));
        let instruction: Instruction<usize> = match serde_json::from_value(json) {
            Ok(instruction) => instruction,
            Err(error) => return self.cursor.mistake(at, format!("`wave.{word}`: {}", message(&error))),
        };
        let kind = OperationKind::Do(instruction.map(|number| operands[*number].clone()));
        Ok(Head { kind, braces, regions: Vec::new(), operands, register: None })
    }

    /// An operation in the generic form, which is not in the list of instructions.
    fn call(&mut self) -> Result<Head> {
        let at = self.cursor.at();
        let name = self.cursor.string()?;
        let Some(name) = name.strip_prefix("wave.").map(str::to_owned) else {
            return self.cursor.mistake(at, "expected an operation of the dialect: `\"wave.…\"`");
        };
        if form(&name).is_some() || ["iterate", "conditional", "yield", "register"].contains(&name.as_str()) {
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
