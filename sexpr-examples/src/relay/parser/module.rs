//! Modules and what they define.

use std::collections::HashMap;
use std::sync::Arc;

use winnow::Parser;
use winnow::combinator::{delimited, opt, preceded};

use super::expr::steps;
use super::function::{function, type_params, variable};
use super::graph;
use super::names::{CONS, Form, LIST, NIL};
use super::relation::relations;
use super::types::ty;
use super::{Input, Outcome, name, span_since};
use crate::relay::error::ErrorKind;
use crate::relay::ir::{
    Attributes, Constructor, Function, FunctionType, GlobalTypeVar, GlobalVar, Kind, LocalVar, Location, Module,
    Relation, Type, TypeData, TypeParam,
};
use crate::relay::token::{CONSTANT, FREE_VAR, GLOBAL, HEADER, TokenKind, VERSION, is_builtin_type};
use crate::text::{SyntaxError, Unique, list, mistake, token, word};

/// The names that a module defines.
struct Defined<'s> {
    definitions: Unique<'s>,
    types: Unique<'s>,
    constructors: Unique<'s>,
    relations: Unique<'s>,
    /// The number of the next expression without a definition.
    expressions: usize,
}

/// What an expression without a definition is called. Others have a number appended: `main_1`.
const MAIN: &str = "main";
/// What begins a type relation.
const RELATION: &str = "relation";

pub(super) fn module(input: &mut Input<'_, '_>) -> Outcome<Module> {
    header(input)?;
    let mut module = Module::default();
    if input.context.names.uses_list {
        let (handle, data) = default_list();
        module.types.insert(handle, data);
    }
    let mut defined = Defined {
        definitions: Unique::new("definition"),
        types: Unique::new("type"),
        constructors: Unique::new("constructor"),
        relations: Unique::new("relation"),
        expressions: 0,
    };
    loop {
        input.context.holes = 0;
        match input.next() {
            TokenKind::Keyword("def") => definition(input, &mut module, &mut defined)?,
            TokenKind::End => return Ok(module),
            TokenKind::Metadata(text) => {
                module.metadata = Some((*text).to_owned());
                input.take();
            }
            TokenKind::Name("extern") if matches!(input.peek(1), TokenKind::Name("type")) => {
                input.take();
                extern_type(input, &mut module, &mut defined)?;
            }
            TokenKind::Name(RELATION) if matches!(input.peek(1), TokenKind::Name(_)) => {
                relation(input, &mut module, &mut defined)?;
            }
            word => match Form::of(word) {
                Some(form) => type_data(input, form, &mut module, &mut defined)?,
                None => {
                    input.misses("a type");
                    input.misses("a definition");
                    main(input, &mut module, &mut defined)?;
                }
            },
        }
    }
}

/// `#[version = "0.0.5"]`
fn header(input: &mut Input<'_, '_>) -> Outcome<()> {
    if !input.is(0, HEADER) {
        return Ok(());
    }
    let version = token("`version`", |token| (token.kind == TokenKind::Name(VERSION)).then_some(()));
    let text = token("a string", |token| matches!(token.kind, TokenKind::String(_)).then_some(()));
    delimited(word(HEADER), (version, word("="), text), word("]")).void().parse_next(input)
}

/// `"def" GLOBAL function`
fn definition<'s>(input: &mut Input<'_, 's>, module: &mut Module, defined: &mut Defined<'s>) -> Outcome<()> {
    let start = input.start();
    input.take();
    let (name, place) = token(GLOBAL, |token| match token.kind {
        TokenKind::Global(name) => Some((name, token.place.clone())),
        _ => None,
    })
    .parse_next(input)?;
    defined.definitions.add(name, place)?;
    let read = function(input, start)?;
    let function = graph::resolve(input, read.node, start)?;
    module.definitions.insert(GlobalVar::new(name), function);
    Ok(())
}

/// The free variables of an expression without a definition.
pub(super) struct FreeVars<'s> {
    vars: Vec<Arc<LocalVar>>,
    unique: Unique<'s>,
    /// Those that it does not declare.
    undeclared: HashMap<&'s str, Arc<LocalVar>>,
}

/// The free variable that is used here: an expression without a definition need not declare any, or declares all.
pub(super) fn undeclared<'s>(input: &mut Input<'_, 's>, name: &'s str) -> Option<Arc<LocalVar>> {
    let span = input.context.location.at(input.here());
    let free = input.context.free.as_mut()?;
    if let Some(known) = free.undeclared.get(name) {
        return Some(known.clone());
    }
    if free.vars.len() > free.undeclared.len() {
        return None;
    }
    let var = Arc::new(LocalVar { name: name.into(), annotation: None, span });
    free.vars.push(var.clone());
    free.undeclared.insert(name, var.clone());
    Some(var)
}

/// `"free_var" LOCAL [ ":" type ] [ ";" ]`, if it is here and may be.
pub(super) fn free_var(input: &mut Input<'_, '_>) -> Outcome<bool> {
    if !matches!(input.next(), TokenKind::Name(FREE_VAR)) || !matches!(input.peek(1), TokenKind::Local(_)) {
        return Ok(false);
    }
    let Some(mut free) = input.context.free.take() else { return Ok(false) };
    input.take();
    if let TokenKind::Local(name) = input.next()
        && free.undeclared.contains_key(name)
    {
        let again = SyntaxError::Duplicate { what: "variable", name: (*name).to_owned() };
        return Err(mistake(again, input.here()));
    }
    free.vars.push(variable(input, &mut free.unique)?);
    input.takes(";");
    input.context.free = Some(free);
    Ok(true)
}

/// An expression, as the function of its free variables.
fn main<'s>(input: &mut Input<'_, 's>, module: &mut Module, defined: &mut Defined<'s>) -> Outcome<()> {
    let (start, place, mark) = (input.start(), input.here(), input.context.locals.mark());
    input.context.free =
        Some(FreeVars { vars: Vec::new(), unique: Unique::new("variable"), undeclared: HashMap::new() });
    let body = *steps(input)?.node;
    let params = input.context.free.take().map(|free| free.vars).unwrap_or_default();
    input.context.locals.leave(mark);
    let name = if defined.expressions == 0 {
        defined.definitions.add(MAIN, place)?;
        MAIN.to_owned()
    } else {
        while input.context.names.definitions.contains(format!("{MAIN}_{}", defined.expressions).as_str()) {
            defined.expressions += 1;
        }
        format!("{MAIN}_{}", defined.expressions)
    };
    defined.expressions += 1;
    let span = span_since(input, start);
    let attributes = Attributes::new();
    let function = Function { type_params: Vec::new(), params, attributes, result: None, body, span };
    let function = graph::resolve(input, function, start)?;
    module.definitions.insert(GlobalVar::new(name), function);
    Ok(())
}

/// `"relation" NAME [ tparams ] "(" types ")" [ "where" relations ] [ ";" ]`
fn relation<'s>(input: &mut Input<'_, 's>, module: &mut Module, defined: &mut Defined<'s>) -> Outcome<()> {
    let start = input.start();
    input.take();
    let (name, place) = name(input, "a relation's name")?;
    defined.relations.add(name, place)?;
    let mark = input.context.params.mark();
    let type_params = type_params(input)?;
    let mut args: Vec<Type> = list("(", ty, ")").parse_next(input)?;
    let Some(result) = args.pop() else {
        return Err(mistake(ErrorKind::EmptyRelation(name.to_owned()), input.place_since(start)));
    };
    let constraints = if input.takes("where") { relations(input, &args, &result)? } else { Vec::new() };
    input.context.params.leave(mark);
    let span = span_since(input, start);
    input.takes(";");
    let ty = Arc::new(FunctionType { type_params, args, result, constraints });
    module.relations.insert(input.context.known.name(name), Relation { ty, span });
    Ok(())
}

/// The one type that a module need not define: `data List<a> { Nil : () -> List   Cons : (a, List[a]) -> List }`.
fn default_list() -> (GlobalTypeVar, TypeData) {
    let (handle, param) = (GlobalTypeVar::new(LIST), TypeParam::new("a", Kind::Type));
    let item = Type::Param(param.clone());
    let list = Type::call(handle.clone(), vec![item.clone()]);
    let constructor = |name: &str, args| Constructor { name: name.to_owned(), args, span: Location::unknown() };
    let constructors = vec![constructor(NIL, Vec::new()), constructor(CONS, vec![item, list])];
    let data = TypeData { params: vec![param], constructors: Some(constructors), span: Location::unknown() };
    (handle, data)
}

/// `"extern" "type" NAME [ tparams ] [ ";" ]`: a type whose constructors are unknown.
fn extern_type<'s>(input: &mut Input<'_, 's>, module: &mut Module, defined: &mut Defined<'s>) -> Outcome<()> {
    let start = input.start();
    input.take();
    let name = type_name(input, defined)?;
    let mark = input.context.params.mark();
    let params = type_params(input)?;
    input.context.params.leave(mark);
    input.takes(";");
    let data = TypeData { params, constructors: None, span: span_since(input, start) };
    module.types.insert(GlobalTypeVar::new(name), data);
    Ok(())
}

/// The name of a type that is defined here.
fn type_name<'s>(input: &mut Input<'_, 's>, defined: &mut Defined<'s>) -> Outcome<&'s str> {
    let (name, place) = name(input, "a type's name")?;
    if is_builtin_type(name) {
        return Err(mistake(SyntaxError::Reserved(name.to_owned()), place));
    }
    defined.types.add(name, place)?;
    Ok(name)
}

fn type_data<'s>(input: &mut Input<'_, 's>, form: Form, module: &mut Module, defined: &mut Defined<'s>) -> Outcome<()> {
    let start = input.start();
    input.take();
    let name = type_name(input, defined)?;
    let mark = input.context.params.mark();
    let params = type_params(input)?;
    word("{").parse_next(input)?;
    let mut constructors = Vec::new();
    while !input.takes("}") {
        let start = input.start();
        let (constructor, place) = super::name(input, "a constructor")?;
        if constructor == CONSTANT {
            return Err(mistake(SyntaxError::Reserved(constructor.to_owned()), place));
        }
        defined.constructors.add(constructor, place)?;
        let args = constructor_types(input, form, name)?;
        let span = span_since(input, start);
        constructors.push(Constructor { name: constructor.to_owned(), args, span });
        if !input.takes(",") && form == Form::Type {
            word("}").parse_next(input)?;
            break;
        }
    }
    input.context.params.leave(mark);
    let data = TypeData { params, constructors: Some(constructors), span: span_since(input, start) };
    module.types.insert(GlobalTypeVar::new(name), data);
    Ok(())
}

/// What stands behind a constructor's name: its arguments' types.
fn constructor_types(input: &mut Input<'_, '_>, form: Form, name: &str) -> Outcome<Vec<Type>> {
    if form == Form::Type {
        return Ok(opt(list("(", ty, ")")).parse_next(input)?.unwrap_or_default());
    }
    let args = preceded(word(":"), list("(", ty, ")")).parse_next(input)?;
    word("->").parse_next(input)?;
    let (found, place) = super::name(input, "the type's name")?;
    if found != name {
        let kind = ErrorKind::Result { expected: name.to_owned(), found: found.to_owned() };
        return Err(mistake(kind, place));
    }
    opt(list("[", ty, "]")).parse_next(input)?;
    Ok(args)
}
