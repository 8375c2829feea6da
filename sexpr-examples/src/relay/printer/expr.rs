//! Expressions and patterns.

use std::rc::Rc;

use super::names::Before;
use super::operators::{Signed, level, signed, takes_sign};
use super::types::Follower;
use super::{Layout, Printer};
use crate::relay::graph::Bound;
use crate::relay::ir::{Binding, Call, Clause, Expr, ExprKind, If, LocalVar, Match, Pattern, PatternKind};
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

impl Printer<'_> {
    /// A block: an expression that stands alone, with what graph variables are bound to in it.
    pub(super) fn whole_expr(&mut self, block: &Expr) {
        let plan = Rc::clone(&self.plan);
        let mut bound = plan.bound_in(block).iter().peekable();
        let is_let = plan.name_of(block).is_none();
        let (bindings, body) = match &block.kind {
            ExprKind::Let(node) if is_let => (&*node.bindings, &node.body),
            _ => (&[][..], block),
        };
        let mut before = Before::new();
        for (index, binding) in bindings.iter().enumerate() {
            while let Some(bound) = bound.next_if(|bound| bound.before <= index) {
                self.graph_binding(*bound);
            }
            self.binding(binding, &mut before);
        }
        bound.for_each(|bound| self.graph_binding(*bound));
        self.parts(body, Next::Other);
        self.locals.leave(before);
    }

    /// `%0 = e;`
    fn graph_binding(&mut self, bound: Bound<'_>) {
        let name = self.graph_name(bound.expr.graph_var());
        self.display(format_args!("%{name} ="));
        self.value(bound.value());
        self.text(";");
        self.line_break();
        if let Some(address) = self.plan.name_of(bound.expr) {
            self.graph_names.insert(address, name);
        }
    }

    /// A name for a graph variable: its own, or the next number.
    fn graph_name(&mut self, var: Option<&str>) -> String {
        let is_number = |name: &str| name.bytes().all(|byte| byte.is_ascii_digit());
        match var {
            Some(var) if !is_number(var) || self.locals.is_free(var) => self.locals.fresh(var),
            _ => self.locals.next_number(),
        }
    }

    /// What an expression is called that a graph variable stands for.
    fn name_of(&self, expr: &Expr) -> Option<&str> {
        self.graph_names.get(&self.plan.name_of(expr)?).map(String::as_str)
    }

    /// Whether an expression is written with bindings before it.
    fn has_bindings(&self, expr: &Expr) -> bool {
        self.is_let(expr) || !self.plan.bound_in(expr).is_empty()
    }

    fn is_let(&self, expr: &Expr) -> bool {
        matches!(expr.kind, ExprKind::Let(_)) && self.name_of(expr).is_none()
    }

    /// `{ … }`, in lines of its own.
    pub(super) fn block(&mut self, body: &Expr) {
        self.text("{");
        self.indented(|this| this.whole_expr(body));
        self.text("}");
    }

    /// An expression between brackets or commas. Bindings in it get lines of their own.
    fn item(&mut self, expr: &Expr) {
        match self.layout {
            Layout::Lines(_) if self.is_let(expr) => self.indented(|this| this.whole_expr(expr)),
            Layout::Line if self.is_let(expr) => self.bracketed(expr),
            _ => self.parts(expr, Next::Other),
        }
    }

    /// What a variable is bound to.
    fn value(&mut self, expr: &Expr) {
        match self.layout {
            Layout::Lines(level) if self.is_let(expr) => {
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
        match self.layout {
            Layout::Lines(_) if self.is_let(expr) => self.indented(|this| this.whole_expr(expr)),
            _ if self.is_let(expr) => self.whole_expr(expr),
            _ => self.parts(expr, Next::Other),
        }
        self.text(")");
    }

    /// An expression, in brackets unless it holds together so tightly.
    fn operand(&mut self, expr: &Expr, least: Level, next: Next) {
        if self.name_of(expr).is_some() {
            self.parts(expr, next);
        } else if let Some(name) = self.bare_constructor(expr).filter(|_| next != Next::Other) {
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
        let ExprKind::Call(call) = &expr.kind else { return None };
        let Call { function, type_args, args, attributes, .. } = &**call;
        let ExprKind::Constructor(name) = &function.kind else { return None };
        let is_known = self.constructors.as_ref().is_none_or(|known| known.get(&**name) == Some(&0));
        (is_known && type_args.is_empty() && args.is_empty() && attributes.is_empty()).then_some(name)
    }

    fn parts(&mut self, expr: &Expr, next: Next) {
        if let Some(name) = self.name_of(expr) {
            let name = format!("%{name}");
            return self.text(&name);
        }
        match &expr.kind {
            ExprKind::Local(var) => {
                let name = self.locals.of(var, &var.name);
                self.display(format_args!("%{name}"));
            }
            ExprKind::Global(global) => self.display(global),
            ExprKind::Constructor(name) | ExprKind::Operator(name) => self.text(name),
            ExprKind::Constant(constant) => self.constant(constant),
            ExprKind::Meta(meta) => self.display(format_args!("meta[{}][{}]", meta.key, meta.index)),
            ExprKind::Tuple(members) => self.tuple(members, Self::item),
            ExprKind::Project(project) => {
                self.operand(&project.tuple, Level::Primary, Next::Other);
                self.display(format_args!(".{}", project.index));
            }
            ExprKind::Call(call) => match signed(expr) {
                Some(signed) => self.signed(&signed, next),
                None => match self.bare_constructor(expr) {
                    Some(name) => self.text(name),
                    None => self.call(call),
                },
            },
            ExprKind::Function(function) => {
                self.text(if function.type_params.is_empty() { "fn " } else { "fn" });
                self.function(function);
            }
            ExprKind::Let(_) => self.whole_expr(expr),
            ExprKind::Shared(shared) => self.parts(&shared.0, next),
            ExprKind::If(node) => {
                let If { condition, then, otherwise } = &**node;
                self.text("if (");
                self.item(condition);
                self.text(") ");
                self.block(then);
                self.text(" else ");
                self.block(otherwise);
            }
            ExprKind::Match(node) => {
                let Match { scrutinee, clauses, is_complete } = &**node;
                self.text(if *is_complete { "match " } else { "match? " });
                match &scrutinee.kind {
                    ExprKind::Tuple(members) if !members.is_empty() && self.name_of(scrutinee).is_none() => {
                        self.tuple(members, Self::item)
                    }
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

    fn call(&mut self, call: &Call) {
        let Call { function, type_args, args, attributes, .. } = call;
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

    /// `let %x = e;`
    fn binding(&mut self, binding: &Binding, before: &mut Before<LocalVar>) {
        self.text("let ");
        // A number is what graph variables are called.
        let name = &binding.var.name;
        let is_number = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit());
        let wish = if is_number { format!("v{name}") } else { name.to_string() };
        self.binder_as(&binding.var, &wish, before, Follower::Other);
        self.text(" =");
        self.value(&binding.value);
        self.text(";");
        self.line_break();
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
                if this.has_bindings(&clause.body) {
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
