//! Expressions and patterns.

use super::names::Before;
use super::operators::{Signed, level, signed, takes_sign};
use super::types::Follower;
use super::{Layout, Printer};
use crate::relay::ir::{Attributes, Binding, Clause, Expr, ExprKind, LocalVar, Pattern, PatternKind, TypeArgument};
use crate::relay::syntax::Level;
use crate::relay::token::WILDCARD;

/// What follows an expression.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    /// `<`, which would begin type arguments behind a name.
    Less,
    /// `(`, which would be taken by a constructor without arguments.
    Arguments,
    Other,
}

impl Printer {
    /// An expression that stands alone.
    pub(super) fn whole_expr(&mut self, expr: &Expr) {
        self.parts(expr, Next::Other);
    }

    /// `{ … }`, in lines of its own.
    pub(super) fn block(&mut self, body: &Expr) {
        self.text("{");
        self.indented(|this| this.whole_expr(body));
        self.text("}");
    }

    /// An expression between brackets or commas. Bindings in it get lines of their own.
    fn item(&mut self, expr: &Expr) {
        match (&expr.kind, self.layout) {
            (ExprKind::Let { .. }, Layout::Lines(_)) => self.indented(|this| this.whole_expr(expr)),
            (ExprKind::Let { .. }, Layout::Line) => self.bracketed(expr),
            _ => self.whole_expr(expr),
        }
    }

    /// What a variable is bound to.
    fn value(&mut self, expr: &Expr) {
        match (&expr.kind, self.layout) {
            (ExprKind::Let { .. }, Layout::Lines(level)) => {
                self.layout = Layout::Lines(level + 1);
                self.line_break();
                self.whole_expr(expr);
                self.layout = Layout::Lines(level);
            }
            _ => {
                self.text(" ");
                self.item(expr);
            }
        }
    }

    fn bracketed(&mut self, expr: &Expr) {
        self.text("(");
        match (&expr.kind, self.layout) {
            (ExprKind::Let { .. }, Layout::Lines(_)) => self.indented(|this| this.whole_expr(expr)),
            _ => self.whole_expr(expr),
        }
        self.text(")");
    }

    /// An expression, in brackets unless it holds together so tightly.
    fn operand(&mut self, expr: &Expr, least: Level, next: Next) {
        if let Some(name) = self.bare_constructor(expr).filter(|_| next != Next::Other) {
            self.text(name);
            self.text("()");
        } else if level(expr) < least || next == Next::Less && is_name(expr) {
            self.bracketed(expr);
        } else {
            self.parts(expr, next);
        }
    }

    /// The constructor that is called without brackets, since it has no arguments.
    fn bare_constructor<'e>(&self, expr: &'e Expr) -> Option<&'e str> {
        let ExprKind::Call { function, type_args, args, attributes } = &expr.kind else { return None };
        let ExprKind::Constructor(name) = &function.kind else { return None };
        let is_known = self.constructors.as_ref().is_none_or(|known| known.get(name) == Some(&0));
        (is_known && type_args.is_empty() && args.is_empty() && attributes.is_empty()).then_some(name)
    }

    fn parts(&mut self, expr: &Expr, next: Next) {
        match &expr.kind {
            ExprKind::Local(var) => {
                let name = self.locals.of(var, &var.name);
                self.display(format_args!("%{name}"));
            }
            ExprKind::Global(global) => self.display(global),
            ExprKind::Constructor(name) | ExprKind::Operator(name) => self.text(name),
            ExprKind::Constant(constant) => self.constant(constant),
            ExprKind::Tuple(members) => self.tuple(members, Self::item),
            ExprKind::Project { tuple, index } => {
                self.operand(tuple, Level::Primary, Next::Other);
                self.display(format_args!(".{index}"));
            }
            ExprKind::Call { function, type_args, args, attributes } => match signed(expr) {
                Some(signed) => self.signed(&signed, next),
                None => match self.bare_constructor(expr) {
                    Some(name) => self.text(name),
                    None => self.call(function, type_args, args, attributes),
                },
            },
            ExprKind::Function(function) => {
                self.text(if function.type_params.is_empty() { "fn " } else { "fn" });
                self.function(function);
            }
            ExprKind::Let { bindings, body } => self.bindings(bindings, body),
            ExprKind::If { condition, then, otherwise } => {
                self.text("if (");
                self.item(condition);
                self.text(") ");
                self.block(then);
                self.text(" else ");
                self.block(otherwise);
            }
            ExprKind::Match { scrutinee, clauses, is_complete } => {
                self.text(if *is_complete { "match " } else { "match? " });
                match &scrutinee.kind {
                    ExprKind::Tuple(members) if !members.is_empty() => self.tuple(members, Self::item),
                    _ => {
                        self.text("(");
                        self.item(scrutinee);
                        self.text(")");
                    }
                }
                self.clauses(clauses);
            }
        }
    }

    fn signed(&mut self, signed: &Signed<'_>, next: Next) {
        match signed {
            Signed::Binary(sign, left, right) => {
                let after_left = if sign.sign == "<" { Next::Less } else { Next::Other };
                self.operand(left, sign.level, after_left);
                self.display(format_args!(" {} ", sign.sign));
                self.operand(right, sign.level.tighter(), next);
            }
            Signed::Negative(operand) => {
                self.text("-");
                if takes_sign(operand) { self.bracketed(operand) } else { self.operand(operand, Level::Negation, next) }
            }
        }
    }

    fn call(&mut self, function: &Expr, type_args: &[TypeArgument], args: &[Expr], attributes: &Attributes) {
        self.operand(function, Level::Primary, Next::Arguments);
        if !type_args.is_empty() {
            self.text("<");
            self.type_arguments(type_args);
            self.text(">");
        }
        self.text("(");
        self.list(args, Self::item);
        self.attributes(attributes, if args.is_empty() { "" } else { ", " });
        self.text(")");
    }

    fn bindings(&mut self, bindings: &[Binding], body: &Expr) {
        let mut before = Before::new();
        for binding in bindings {
            self.text("let ");
            self.binder(&binding.var, &mut before, Follower::Other);
            self.text(" =");
            self.value(&binding.value);
            self.text(";");
            self.line_break();
        }
        self.whole_expr(body);
        self.locals.leave(before);
    }

    fn clauses(&mut self, clauses: &[Clause]) {
        if clauses.is_empty() {
            return self.text(" {}");
        }
        self.text(" {");
        self.indented(|this| {
            for (index, clause) in clauses.iter().enumerate() {
                if index > 0 {
                    this.line_break();
                }
                let mut before = Before::new();
                this.pattern(&clause.pattern, &mut before);
                this.text(" => ");
                if matches!(clause.body.kind, ExprKind::Let { .. }) {
                    this.block(&clause.body);
                } else {
                    this.whole_expr(&clause.body);
                }
                this.text(",");
                this.locals.leave(before);
            }
        });
        self.text("}");
    }

    pub(super) fn pattern(&mut self, pattern: &Pattern, before: &mut Before<LocalVar>) {
        match &pattern.kind {
            PatternKind::Wildcard => self.text(WILDCARD),
            PatternKind::Var(var) => self.binder(var, before, Follower::Other),
            PatternKind::Constructor { name, args } => {
                self.text(name);
                if !args.is_empty() {
                    self.text("(");
                    self.patterns(args, before);
                    self.text(")");
                }
            }
            PatternKind::Tuple(members) => {
                self.text("(");
                self.patterns(members, before);
                self.text(if members.len() == 1 { ",)" } else { ")" });
            }
        }
    }

    fn patterns(&mut self, patterns: &[Pattern], before: &mut Before<LocalVar>) {
        for (index, pattern) in patterns.iter().enumerate() {
            self.text(if index == 0 { "" } else { ", " });
            let begins_with_name = |next: &Pattern| matches!(next.kind, PatternKind::Constructor { .. });
            match (&pattern.kind, patterns.get(index + 1)) {
                (PatternKind::Var(var), Some(next)) if begins_with_name(next) => {
                    self.binder(var, before, Follower::Name);
                }
                _ => self.pattern(pattern, before),
            }
        }
    }
}

/// Whether an expression is a name without a `%`.
fn is_name(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Global(_) | ExprKind::Constructor(_) | ExprKind::Operator(_))
}
