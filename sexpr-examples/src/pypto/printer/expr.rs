//! Expressions, in a loop with a stack of its own: they may be deep.

use super::Printer;
use super::names::sanitized;
use crate::pypto::ir::{AttrValue, Call, ConstFloat, ConstInt, DataType, Expr, ExprView, Precedence, UnaryOp};
use crate::pypto::parser::MODULE;

/// What is still to be printed.
enum Task<'p> {
    /// An expression, in brackets unless it holds together so tightly.
    Expr(&'p Expr, Precedence),
    Text(&'static str),
    /// The end of a call: its attributes.
    Attributes(&'p Call),
    /// The name of an attribute, with its value.
    Attribute(&'p str, &'p AttrValue),
    Value(&'p AttrValue),
    Index(u32),
}

impl Printer {
    /// An expression, in brackets unless it holds together so tightly.
    pub(super) fn expr(&mut self, expr: &Expr, least: Precedence) {
        let mut tasks = vec![Task::Expr(expr, least)];
        while let Some(task) = tasks.pop() {
            match task {
                Task::Text(text) => self.text(text),
                Task::Index(index) => self.display(format_args!("[{index}]")),
                Task::Attributes(call) => attributes(call, &mut tasks),
                Task::Attribute(name, value) => {
                    self.text(&sanitized(name));
                    self.text("=");
                    tasks.push(Task::Value(value));
                }
                Task::Value(value) => self.attribute(value, &mut tasks),
                Task::Expr(expr, least) if precedence(expr) < least => {
                    self.text("(");
                    tasks.push(Task::Text(")"));
                    self.parts(expr, &mut tasks);
                }
                Task::Expr(expr, _) => self.parts(expr, &mut tasks),
            }
        }
    }

    /// Prints an expression up to its first operand, and leaves the rest as tasks.
    fn parts<'p>(&mut self, expr: &'p Expr, tasks: &mut Vec<Task<'p>>) {
        match expr.view() {
            ExprView::Var(var) => self.variable(expr, &var.name),
            ExprView::IterArg(arg) => self.variable(expr, &arg.name),
            ExprView::ConstInt(node) => match int_form(node) {
                Form::Word(word) => self.text(word),
                Form::Literal => self.display(node.value),
                Form::Typed(dtype) => self.typed(dtype, |this| this.display(node.value)),
            },
            ExprView::ConstFloat(node) => match float_form(node) {
                Form::Typed(dtype) => self.typed(dtype, |this| this.float(node.value)),
                Form::Word(_) | Form::Literal => self.float(node.value),
            },
            ExprView::Binary(op, node) if op.precedence() == Precedence::Primary => {
                self.text(op.symbol());
                self.text("(");
                tasks.extend([
                    Task::Text(")"),
                    Task::Expr(&node.right, Precedence::Or),
                    Task::Text(", "),
                    Task::Expr(&node.left, Precedence::Or),
                ]);
            }
            ExprView::Binary(op, node) => {
                let (left, right) = op.operand_precedences();
                tasks.extend([
                    Task::Expr(&node.right, right),
                    Task::Text(" "),
                    Task::Text(op.symbol()),
                    Task::Text(" "),
                    Task::Expr(&node.left, left),
                ]);
            }
            ExprView::Unary(op, node) => {
                self.text(op.symbol());
                let least = match op {
                    UnaryOp::Abs => {
                        self.text("(");
                        tasks.push(Task::Text(")"));
                        Precedence::Or
                    }
                    UnaryOp::Not => {
                        self.text(" ");
                        op.precedence()
                    }
                    // `-5` is a constant, `-(5)` an operation.
                    UnaryOp::Neg if is_unsigned_literal(&node.operand) => {
                        self.text("(");
                        tasks.push(Task::Text(")"));
                        Precedence::Or
                    }
                    UnaryOp::Neg | UnaryOp::BitNot => op.precedence(),
                };
                tasks.push(Task::Expr(&node.operand, least));
            }
            ExprView::Call(node) => {
                let name = self.callees.callee(&node.op).into_owned();
                self.text(&name);
                self.text("(");
                tasks.push(Task::Attributes(node));
                for (i, arg) in node.args.iter().enumerate().rev() {
                    tasks.push(Task::Expr(arg, Precedence::Or));
                    if i > 0 {
                        tasks.push(Task::Text(", "));
                    }
                }
            }
            ExprView::TupleGetItem(node) => {
                tasks.push(Task::Index(node.index));
                tasks.push(Task::Expr(&node.tuple, Precedence::Primary));
            }
        }
    }

    fn variable(&mut self, variable: &Expr, wish: &str) {
        let name = variable.variable().and_then(|variable| self.names.known(variable));
        let name = name.unwrap_or(wish).to_owned();
        self.text(&name);
    }

    /// A constant with its type.
    fn typed(&mut self, dtype: DataType, value: impl FnOnce(&mut Self)) {
        self.text(MODULE);
        self.text(".const(");
        value(self);
        self.text(", ");
        self.dtype(dtype);
        self.text(")");
    }

    fn float(&mut self, value: f64) {
        if value.is_nan() {
            self.text(MODULE);
            self.text(".nan");
        } else if value.is_infinite() {
            self.text(if value < 0.0 { "-" } else { "" });
            self.text(MODULE);
            self.text(".inf");
        } else {
            self.display(format_args!("{value:?}"));
        }
    }

    /// Prints an attribute's value up to its first part, and leaves the rest as tasks.
    fn attribute<'p>(&mut self, value: &'p AttrValue, tasks: &mut Vec<Task<'p>>) {
        match value {
            AttrValue::Int(value) => self.display(value),
            AttrValue::Float(value) => self.float(*value),
            AttrValue::Bool(value) => self.text(if *value { "True" } else { "False" }),
            AttrValue::Str(value) => self.string(value),
            AttrValue::DataType(dtype) => self.dtype(*dtype),
            AttrValue::Expr(expr) => match constant(expr) {
                // A literal would be no expression.
                Some(dtype) => self.typed(dtype, |this| match expr.view() {
                    ExprView::ConstInt(node) => this.display(node.value),
                    ExprView::ConstFloat(node) => this.float(node.value),
                    _ => {}
                }),
                None => tasks.push(Task::Expr(expr, Precedence::Or)),
            },
            AttrValue::List(values) => {
                self.text("[");
                tasks.push(Task::Text("]"));
                for (i, value) in values.iter().enumerate().rev() {
                    tasks.push(Task::Value(value));
                    if i > 0 {
                        tasks.push(Task::Text(", "));
                    }
                }
            }
        }
    }

    fn string(&mut self, value: &str) {
        self.text("\"");
        for c in value.chars() {
            match c {
                '"' => self.text("\\\""),
                '\\' => self.text("\\\\"),
                '\n' => self.text("\\n"),
                '\r' => self.text("\\r"),
                '\t' => self.text("\\t"),
                c if c.is_ascii_control() => self.display(format_args!("\\x{:02x}", u32::from(c))),
                c => self.out.push(c),
            }
        }
        self.text("\"");
    }
}

/// Leaves a call's attributes, and what ends the call, as tasks.
fn attributes<'p>(call: &'p Call, tasks: &mut Vec<Task<'p>>) {
    tasks.push(Task::Text(")"));
    for (i, (name, value)) in call.attributes.iter().enumerate().rev() {
        tasks.push(Task::Attribute(name, value));
        if i > 0 || !call.args.is_empty() {
            tasks.push(Task::Text(", "));
        }
    }
}

/// How a constant is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// `True` and `False` are integers of type `Bool`.
    Word(&'static str),
    /// As a number, whose type goes without saying.
    Literal,
    /// With its type.
    Typed(DataType),
}

fn int_form(node: &ConstInt) -> Form {
    match (node.r#type.scalar_dtype(), node.value) {
        (Some(DataType::Bool), 0) => Form::Word("False"),
        (Some(DataType::Bool), 1) => Form::Word("True"),
        (Some(DataType::Int64) | None, _) => Form::Literal,
        (Some(dtype), _) => Form::Typed(dtype),
    }
}

fn float_form(node: &ConstFloat) -> Form {
    match node.r#type.scalar_dtype() {
        Some(DataType::FP32) | None => Form::Literal,
        Some(dtype) => Form::Typed(dtype),
    }
}

/// The data type of a constant.
fn constant(expr: &Expr) -> Option<DataType> {
    match expr {
        Expr::ConstInt(_) | Expr::ConstFloat(_) => expr.ty().scalar_dtype(),
        _ => None,
    }
}

/// How tightly an expression's text holds together.
pub(crate) fn precedence(expr: &Expr) -> Precedence {
    match expr.view() {
        ExprView::Binary(op, _) => op.precedence(),
        ExprView::Unary(op, _) => op.precedence(),
        ExprView::ConstInt(node) if node.value < 0 && int_form(node) == Form::Literal => Precedence::Unary,
        ExprView::ConstFloat(node) if is_negative(node.value) && float_form(node) == Form::Literal => Precedence::Unary,
        _ => Precedence::Primary,
    }
}

/// Whether the text is a number without a sign.
fn is_unsigned_literal(expr: &Expr) -> bool {
    match expr.view() {
        ExprView::ConstInt(node) => node.value >= 0 && int_form(node) == Form::Literal,
        ExprView::ConstFloat(node) => !is_negative(node.value) && float_form(node) == Form::Literal,
        _ => false,
    }
}

fn is_negative(value: f64) -> bool {
    value.is_sign_negative() && !value.is_nan()
}
