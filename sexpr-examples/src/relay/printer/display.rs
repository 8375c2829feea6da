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

/// Displays parts of modules as the printer prints them.
macro_rules! displayed {
    ($($part:ty: |$printer:ident, $this:ident| $print:expr;)*) => {$(
        impl fmt::Display for $part {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let $this = self;
                line(f, |$printer| $print)
            }
        }
    )*};
}

displayed! {
    Type: |printer, ty| printer.ty(ty, Follower::Other);
    FunctionType: |printer, function| printer.function_type(function);
    TypeRelation: |printer, relation| printer.relation(relation);
    Shape: |printer, shape| printer.shape(shape);
    BaseType: |printer, base| printer.base_type(base);
    Dim: |printer, dim| printer.dim(dim, Level::Whole);
    TypeArgument: |printer, argument| printer.type_argument(argument, Follower::Other);
    Constant: |printer, constant| printer.constant(constant);
    // A call of a constructor without arguments is written without brackets.
    Expr: |printer, expr| {
        printer.plan = Rc::new(Plan::of(expr));
        printer.whole_expr(expr);
    };
    Pattern: |printer, pattern| printer.pattern(pattern, &mut Before::new());
}
