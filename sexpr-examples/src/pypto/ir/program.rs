//! Functions and programs.

use std::collections::BTreeMap;
use std::sync::Arc;

use sexpr_core::StructuralEq;

use super::{GlobalVar, Stmt, Type, Var};
use crate::pypto::token::is_name;
use crate::text::{Span, elided};

/// A function.
#[derive(StructuralEq, Debug)]
#[seq(rewrite)]
pub struct Function {
    /// What it is called.
    #[seq(ignore)]
    pub name: String,
    /// The parameters. Variables that occur in their types and that nothing has bound are bound here.
    #[seq(def)]
    pub params: Vec<Arc<Var>>,
    /// The results' types.
    pub return_types: Vec<Type>,
    /// What it does.
    pub body: Stmt,
    /// Where it is written.
    #[seq(ignore)]
    pub span: Span,
}

/// A program: functions, which call one another by name.
#[derive(StructuralEq, Clone, Debug)]
#[seq(rewrite)]
pub struct Program {
    /// What it is called; may be empty.
    #[seq(ignore)]
    pub name: String,
    /// The functions, sorted by name.
    pub functions: BTreeMap<GlobalVar, Arc<Function>>,
    /// Where it is written.
    #[seq(ignore)]
    pub span: Span,
}

/// Functions make no program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ProgramError {
    /// Two functions have one name.
    #[error("the program has two functions called `{}`", elided(.0))]
    DuplicateFunction(String),
    /// A function is called like nothing that a text can define: by a reserved word, or by something that is no word.
    #[error("`{}` cannot be the name of a function", elided(.0))]
    FunctionName(String),
}

impl Function {
    /// A new node.
    pub fn new(
        name: impl Into<String>,
        params: Vec<Arc<Var>>,
        return_types: Vec<Type>,
        body: impl Into<Stmt>,
        span: Span,
    ) -> Arc<Self> {
        Arc::new(Self { name: name.into(), params, return_types, body: body.into(), span })
    }

    /// The type of a call: the result's; of several results, a tuple's.
    pub fn call_type(&self) -> Type {
        call_type(&self.return_types)
    }
}

/// The type of a call of a function with these results.
pub(crate) fn call_type(return_types: &[Type]) -> Type {
    match return_types {
        [only] => only.clone(),
        several => Type::tuple(several.to_vec()),
    }
}

impl Program {
    /// A program of these functions, each known by its name.
    ///
    /// ```
    /// use sexpr_examples::pypto::ir::{Function, Program, ProgramError, Span};
    ///
    /// let function = |name: &str| Function::new(name, vec![], vec![], vec![], Span::unknown());
    /// assert!(Program::new([function("f"), function("g")], "", Span::unknown()).is_ok());
    /// let error = Program::new([function("if")], "", Span::unknown()).unwrap_err();
    /// assert_eq!(error, ProgramError::FunctionName("if".to_owned()));
    /// ```
    ///
    /// # Errors
    ///
    /// Two functions have one name, or a function's name is none.
    pub fn new(
        functions: impl IntoIterator<Item = Arc<Function>>,
        name: impl Into<String>,
        span: Span,
    ) -> Result<Self, ProgramError> {
        let mut map = BTreeMap::new();
        for function in functions {
            if !is_name(&function.name) {
                return Err(ProgramError::FunctionName(function.name.clone()));
            }
            let name = GlobalVar::new(function.name.as_str());
            if let Some(other) = map.insert(name, function) {
                return Err(ProgramError::DuplicateFunction(other.name.clone()));
            }
        }
        Ok(Self { name: name.into(), functions: map, span })
    }

    /// The function of that name.
    pub fn get_function(&self, name: &str) -> Option<&Arc<Function>> {
        self.functions.get(&GlobalVar::new(name))
    }

    /// The name under which a call refers to that function.
    pub fn get_global_var(&self, name: &str) -> Option<&GlobalVar> {
        let (key, _) = self.functions.get_key_value(&GlobalVar::new(name))?;
        Some(key)
    }
}
