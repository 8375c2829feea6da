//! Modules from decisions, built from nodes and not from a text. Everything is made in the order of the text, since
//! incomplete types are numbered in it.

mod expr;
mod types;

use std::sync::Arc;

use sexpr_examples::relay::ir::{
    Attribute, Attributes, Constructor, Expr, Function, GlobalTypeVar, GlobalVar, Kind, LocalVar, Location, Module,
    Name, Relation, Type, TypeData, TypeParam,
};

/// Few names, some of which are none, so that they get in one another's way.
const LOCALS: [&str; 8] = ["x", "y", "x_1", "", "let", "a.b", "0", "a b"];
const PARAMS: [&str; 8] = ["A", "s", "A_1", "T", "float32", "", "Tensor", "where"];
const TYPES: [&str; 3] = ["T", "List", "type"];
const DEFINITIONS: [&str; 3] = ["f", "main.x", "def"];
const ATTRIBUTES: [&str; 3] = ["axis", "a.b", "_x"];
const RELATIONS: [&str; 2] = ["R", "my.rows"];
const TEXTS: [&str; 4] = ["", "a\"b\\c'", "é\n\r\t\u{1}\u{7f}\u{85}\0", "// no comment"];

/// Decisions; with none left, each is the simplest.
pub(crate) struct Generator {
    decisions: Vec<u8>,
    /// What is visible.
    locals: Vec<Arc<LocalVar>>,
    params: Vec<Arc<TypeParam>>,
    /// Each constructor, and whether it has arguments.
    constructors: Vec<(String, bool)>,
    /// What several places share, with how many variables and type parameters there were.
    shared: Vec<(Expr, usize, usize)>,
    holes: u32,
}

impl Generator {
    pub(crate) fn new(decisions: Vec<u8>) -> Self {
        Self {
            decisions,
            locals: Vec::new(),
            params: Vec::new(),
            constructors: Vec::new(),
            shared: Vec::new(),
            holes: 0,
        }
    }

    pub(crate) fn module(&mut self) -> Module {
        let mut module = Module::default();
        for name in &TYPES[..self.choose(4)] {
            self.holes = 0;
            let data = self.type_data();
            module.types.insert(GlobalTypeVar::new(*name), data);
        }
        for name in &RELATIONS[..self.choose(3)] {
            self.holes = 0;
            let (ty, span) = (Arc::new(self.function_type(2)), Location::unknown());
            module.relations.insert(Name::from(*name), Relation { ty, span });
        }
        for name in &DEFINITIONS[..=self.choose(3)] {
            self.holes = 0;
            self.shared.clear();
            let function = self.function(3);
            module.definitions.insert(GlobalVar::new(*name), function);
        }
        module
    }

    fn choose(&mut self, count: usize) -> usize {
        self.decisions.pop().map_or(0, |byte| usize::from(byte) % count)
    }

    fn one_of<T: Clone>(&mut self, choices: &[T]) -> T {
        choices[self.choose(choices.len())].clone()
    }

    fn decide(&mut self) -> bool {
        self.choose(2) == 1
    }

    fn some<T>(&mut self, most: usize, make: impl Fn(&mut Self) -> T) -> Vec<T> {
        (0..self.choose(most + 1)).map(|_| make(self)).collect()
    }

    fn type_data(&mut self) -> TypeData {
        let outer = self.params.len();
        let params = self.type_params();
        let is_extern = self.choose(4) == 3;
        let constructors = (!is_extern).then(|| self.some(3, Self::constructor));
        self.params.truncate(outer);
        TypeData { params, constructors, span: Location::unknown() }
    }

    fn constructor(&mut self) -> Constructor {
        let name = format!("C{}", self.constructors.len());
        let args = self.some(2, |this| this.ty(2));
        self.constructors.push((name.clone(), !args.is_empty()));
        Constructor { name, args, span: Location::unknown() }
    }

    fn function(&mut self, depth: usize) -> Function {
        let (params_before, locals_before) = (self.params.len(), self.locals.len());
        let type_params = self.type_params();
        let params = self.some(3, Self::local);
        self.locals.extend(params.iter().cloned());
        let attributes = self.attributes();
        let result = self.written_type();
        let body = self.expr(depth);
        self.leave(locals_before, params_before);
        Function { type_params, params, attributes, result, body, span: Location::unknown() }
    }

    /// Type parameters, bound until the caller drops them.
    fn type_params(&mut self) -> Vec<Arc<TypeParam>> {
        let params = self.some(2, |this| {
            let kind = if this.decide() { this.one_of(&Kind::ALL) } else { Kind::Type };
            TypeParam::new(this.one_of(&PARAMS), kind)
        });
        self.params.extend(params.iter().cloned());
        params
    }

    fn local(&mut self) -> Arc<LocalVar> {
        let name = self.one_of(&LOCALS);
        let annotation = self.written_type();
        LocalVar::new(name, annotation)
    }

    /// A type that a text says: `_` alone is none.
    fn written_type(&mut self) -> Option<Type> {
        let holes = self.holes;
        let ty = if self.decide() { Some(self.ty(2)) } else { None };
        if !matches!(ty, Some(Type::Incomplete(_))) {
            return ty;
        }
        self.holes = holes;
        None
    }

    fn attributes(&mut self) -> Attributes {
        let names = &ATTRIBUTES[..self.choose(8).saturating_sub(4)];
        names.iter().map(|name| ((*name).to_owned(), self.attribute(2))).collect()
    }

    fn attribute(&mut self, depth: usize) -> Attribute {
        match self.choose(if depth == 0 { 5 } else { 6 }) {
            0 => Attribute::None,
            1 => Attribute::Int(self.one_of(&[0, -1, i64::MAX, i64::MIN])),
            2 => Attribute::Float(self.float()),
            3 => Attribute::Bool(self.decide()),
            4 => Attribute::Text(self.one_of(&TEXTS).to_owned()),
            _ => Attribute::List(self.some(3, |this| this.attribute(depth - 1))),
        }
    }

    fn float(&mut self) -> f64 {
        self.one_of(&[0.0, -0.0, 1.0, -1.5, 1e-5, 1e30, 0.1, f64::INFINITY, f64::NEG_INFINITY, f64::NAN])
    }
}
