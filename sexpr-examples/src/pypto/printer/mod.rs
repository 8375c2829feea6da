//! From nodes to text.
//!
//! Names are those of the variables, with a number appended where two variables would have one name in one scope.
//! Brackets stand only where they are needed. A type is printed only where the parser would not infer it.

mod annotation;
mod callee;
mod expr;
mod free;
mod names;
mod stmt;
mod types;

use std::fmt::{self, Write};

use self::annotation::Used;
use self::callee::Callees;
pub(crate) use self::expr::precedence;
pub(crate) use self::free::FreeNames;
use self::names::Names;
use super::ir::{Function, Precedence, Program, Stmt};
use super::parser::MODULE;
use super::token::is_name;

/// The program's text.
///
/// Reading it gives [`canonical(program)`](super::canonical) again, if each variable belongs to one function and is
/// bound once, and if types are those that the parser infers. What the text cannot carry is left out: spans, types
/// of single expressions, `return_vars` that nothing is yielded for. What a call calls is printed by its name alone, so
/// an operation should not be called like a function of the program, nor like `min`, `max` and `abs`; a name that
/// cannot be written is printed as one that can. [`check`](super::check()) finds such names.
pub fn print(program: &Program) -> String {
    let mut printer = Printer::of(program);
    printer.program(program);
    printer.out
}

/// The text of statements or of an expression, as [`parse_fragment`](super::parse_fragment) reads them.
pub fn print_fragment(program: &Program) -> String {
    let mut printer = Printer::of(program);
    printer.names.enter_function();
    for function in program.functions.values() {
        match &function.body {
            Stmt::Assign(assign) if assign.var.name.is_empty() => {
                printer.expr(&assign.value, Precedence::Or);
                printer.text("\n");
            }
            body => printer.body(body),
        }
    }
    printer.out
}

impl fmt::Display for Program {
    /// The program's text, as [`print()`] gives it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&print(self))
    }
}

struct Printer {
    out: String,
    names: Names,
    callees: Callees,
    used: Used,
    indent: usize,
    /// Whether an `if` comes before whose branches yield values without names: a `return` would name them.
    follows_unnamed: bool,
}

impl Printer {
    fn of(program: &Program) -> Self {
        let used = Used::of(program);
        Self {
            out: String::new(),
            names: Names::new(FreeNames::with(program, &used)),
            callees: Callees::of(program),
            used,
            indent: 0,
            follows_unnamed: false,
        }
    }

    fn program(&mut self, program: &Program) {
        self.text("# pypto.program");
        if is_name(&program.name) {
            self.text(": ");
            self.text(&program.name);
        }
        self.text("\n");
        self.text("import pypto.ir as ");
        self.text(MODULE);
        self.text("\n");
        for (name, function) in &program.functions {
            self.text("\n");
            self.function(&name.name, function);
        }
    }

    fn function(&mut self, name: &str, function: &Function) {
        self.names.enter_function();
        self.text("def ");
        let name = self.callees.function(name).into_owned();
        self.text(&name);
        self.text("(");
        for (i, param) in function.params.iter().enumerate() {
            if i > 0 {
                self.text(", ");
            }
            // The type may introduce variables, which come before the parameter.
            let types = self.in_own_buffer(|this| this.parameter_type(&param.r#type));
            let name = self.names.bind_var(param);
            self.text(&name);
            self.text(": ");
            self.text(&types);
        }
        self.text(")");
        self.returns(&function.return_types);
        self.text(":\n");
        self.indented(|this| this.body(&function.body));
        self.names.leave();
    }

    fn text(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn display(&mut self, value: impl fmt::Display) {
        // Writing to a string does not fail.
        let _ = write!(self.out, "{value}");
    }

    fn line_start(&mut self) {
        for _ in 0..self.indent {
            self.out.push_str("    ");
        }
    }

    fn indented(&mut self, print: impl FnOnce(&mut Self)) {
        self.indent += 1;
        print(self);
        self.indent -= 1;
    }

    /// What is printed, instead of printing it.
    fn in_own_buffer(&mut self, print: impl FnOnce(&mut Self)) -> String {
        let outer = std::mem::take(&mut self.out);
        print(self);
        std::mem::replace(&mut self.out, outer)
    }
}
