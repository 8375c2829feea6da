//! Parts of modules in one line.

use std::collections::HashSet;
use std::fmt;
use std::rc::Rc;

use super::names::Before;
use super::types::Follower;
use super::{Layout, Printer};
use crate::relay::graph::Plan;
use crate::relay::ir::{
    BaseType, Constant, Dim, Expr, FunctionType, Module, Pattern, Shape, Type, TypeArgument, TypeRelation,
};
use crate::relay::syntax::Level;

/// What is printed in one line. What nothing binds keeps its name, and so do algebraic data types: these are known
/// when it was printed once.
fn line<'e>(f: &mut fmt::Formatter<'_>, print: impl Fn(&mut Printer<'e>)) -> fmt::Result {
    let mut first = Printer::new(Layout::Line, HashSet::new());
    print(&mut first);
    let mut printer = Printer::new(Layout::Line, first.mentioned);
    printer.locals.prefer(first.locals.into_free());
    printer.params.prefer(first.params.into_free());
    print(&mut printer);
    f.write_str(&printer.out)
}

impl fmt::Display for Module {
    /// The module's text, as [`print()`](crate::relay::print()) gives it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&super::print(self))
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        line(f, |printer| printer.ty(self, Follower::Other))
    }
}

impl fmt::Display for FunctionType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        line(f, |printer| printer.function_type(self))
    }
}

impl fmt::Display for TypeRelation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        line(f, |printer| printer.relation(self))
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        line(f, |printer| printer.shape(self))
    }
}

impl fmt::Display for BaseType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        line(f, |printer| printer.base_type(self))
    }
}

impl fmt::Display for Dim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        line(f, |printer| printer.dim(self, Level::Whole))
    }
}

impl fmt::Display for TypeArgument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        line(f, |printer| printer.type_argument(self, Follower::Other))
    }
}

impl fmt::Display for Constant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        line(f, |printer| printer.constant(self))
    }
}

impl fmt::Display for Expr {
    /// The expression in one line. A call of a constructor without arguments is written without brackets.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        line(f, |printer| {
            printer.plan = Rc::new(Plan::of(self));
            printer.whole_expr(self);
        })
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        line(f, |printer| printer.pattern(self, &mut Before::new()))
    }
}
