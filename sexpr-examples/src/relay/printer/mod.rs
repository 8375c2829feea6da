//! From nodes to text.
//!
//! Names are those of the nodes, with a number appended where two would have one name in one definition. Brackets
//! stand only where they are needed.

mod attribute;
mod constant;
mod display;
mod expr;
mod module;
mod names;
pub(super) mod operators;
mod types;

use std::collections::{HashMap, HashSet};
use std::fmt::{self, Write};
use std::rc::Rc;

use self::names::Names;
use super::graph::Plan;
use super::ir::{LocalVar, Module, TypeParam};
use super::token::{is_local, is_type_name};

/// Deeper lines are indented no further, so that a text is not longer than its module by more than a factor.
const DEEPEST: usize = 20;

/// The module's text in standard form: algebraic data types, then definitions; a line for each binding and each arm.
///
/// Reading it gives an equal module, if
///
/// - the names of definitions, types, constructors, relations and operators are names, and no two of these share one,
/// - `Cons` and `Nil` are not used as names unless the module defines them,
/// - numbers are values of their types, and scalars are written as these: `Literal::Float` for floats,
/// - incomplete types are numbered in the order of the definition, each used once, and are no whole annotations,
/// - what is shared is used more than once, in one definition,
/// - type arguments are what the text says: `float32` and `()` are types, `_` is an incomplete type,
/// - a constructor without arguments is called, and what has type arguments is known by its name.
///
/// ```
/// use sexpr_core::structural_equal;
/// use sexpr_examples::relay;
///
/// let text = "def @double(%x: Tensor[(2), float32]) { let %y = (%x) * 2f; %0 = tanh((%y)); (%0, %0) }";
/// let module = relay::parse("double.rly", text)?;
/// let printed = relay::print(&module);
/// assert_eq!(
///     printed,
///     "\
/// #[version = \"0.0.5\"]
///
/// def @double(%x: Tensor[(2), float32]) {
///   let %y = %x * 2f;
///   %0 = tanh(%y);
///   (%0, %0)
/// }
/// "
/// );
/// assert!(structural_equal(&relay::parse("printed.rly", &printed)?, &module));
/// # Ok::<(), relay::ParseError>(())
/// ```
pub fn print(module: &Module) -> String {
    let mut printer =
        Printer::new(Layout::Lines(0), module.types.keys().map(|handle| handle.name.to_string()).collect());
    let constructors = module.types.values().flat_map(|data| data.constructors.iter().flatten());
    let arities = constructors.map(|constructor| (constructor.name.clone(), constructor.args.len()));
    printer.constructors = Some(arities.collect());
    printer.module(module);
    printer.out
}

/// Where lines are broken.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Layout {
    /// Nowhere.
    Line,
    /// After each binding and each arm, with so many levels of indentation.
    Lines(usize),
}

struct Printer<'e> {
    out: String,
    layout: Layout,
    locals: Names<LocalVar>,
    params: Names<TypeParam>,
    /// Where graph variables are bound.
    plan: Rc<Plan<'e>>,
    /// What they are called.
    graph_names: HashMap<usize, String>,
    /// What no type parameter may be called.
    reserved: Rc<HashSet<String>>,
    /// The algebraic data types that were mentioned.
    mentioned: HashSet<String>,
    /// How many arguments each constructor has, where that is known.
    constructors: Option<HashMap<String, usize>>,
}

impl<'e> Printer<'e> {
    fn new(layout: Layout, reserved: HashSet<String>) -> Self {
        let reserved = Rc::new(reserved);
        Self {
            out: String::new(),
            layout,
            locals: Names::new(is_local, Rc::default()),
            params: Names::new(is_type_name, Rc::clone(&reserved)),
            plan: Rc::default(),
            graph_names: HashMap::new(),
            reserved,
            mentioned: HashSet::new(),
            constructors: None,
        }
    }

    /// Begins a definition, where all names are free again.
    fn forget_names(&mut self) {
        self.locals = Names::new(is_local, Rc::default());
        self.params = Names::new(is_type_name, Rc::clone(&self.reserved));
    }

    fn text(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn display(&mut self, value: impl fmt::Display) {
        // Writing to a string does not fail.
        let _ = write!(self.out, "{value}");
    }

    /// Ends a line, or sets a blank where lines are not broken.
    fn line_break(&mut self) {
        match self.layout {
            Layout::Line => self.text(" "),
            Layout::Lines(level) => {
                self.text("\n");
                self.out.extend(std::iter::repeat_n("  ", level.min(DEEPEST)));
            }
        }
    }

    /// What stands between two brackets, in lines of its own.
    fn indented(&mut self, print: impl FnOnce(&mut Self)) {
        let outer = self.layout;
        if let Layout::Lines(level) = outer {
            self.layout = Layout::Lines(level + 1);
        }
        self.line_break();
        print(self);
        self.layout = outer;
        self.line_break();
    }

    /// Items with commas between them.
    fn list<T>(&mut self, items: impl IntoIterator<Item = T>, mut print: impl FnMut(&mut Self, T)) {
        for (index, item) in items.into_iter().enumerate() {
            self.text(if index == 0 { "" } else { ", " });
            print(self, item);
        }
    }

    /// Items in round brackets; a single one with a comma, which makes it a tuple.
    fn tuple<T>(&mut self, items: &[T], print: impl FnMut(&mut Self, &T)) {
        self.text("(");
        self.list(items, print);
        self.text(if items.len() == 1 { ",)" } else { ")" });
    }

    /// The sizes of a shape in round brackets.
    fn sizes<T>(&mut self, sizes: &[T], print: impl FnMut(&mut Self, &T)) {
        self.text("(");
        self.list(sizes, print);
        self.text(")");
    }
}
