//! From nodes to text, in loops with a stack of what is still to be printed: programs may be deep.
//!
//! Brackets stand only where they are needed.

use std::fmt::Write;

use super::ast::{Arm, Expr, Pattern};

/// Deeper lines are indented no further, so that a text is not longer than its program by more than a factor.
const DEEPEST: usize = 20;

/// The program's text in standard form: a line for each binding and each arm, apart from those in arguments.
///
/// Reading it gives an equal program, if names are names: variables begin with a small letter or `_`, constructors
/// with a capital letter.
///
/// ```
/// use sexpr_core::structural_equal;
/// use sexpr_examples::lambda;
///
/// let program = lambda::parse("id.lam", "let id = (\\x. (x)) in ((id id) (id 1))")?;
/// let printed = lambda::print(&program);
/// assert_eq!(printed, "let id = \\x. x in\nid id (id 1)\n");
/// assert!(structural_equal(&lambda::parse("printed.lam", &printed)?, &program));
/// # Ok::<(), lambda::ParseError>(())
/// ```
pub fn print(program: &Expr) -> String {
    let mut text = printed(Task::Expr(program, Place::Whole, Layout::Lines(0)));
    text.push('\n');
    text
}

/// The expression's text in one line.
pub(super) fn line(expr: &Expr) -> String {
    printed(Task::Expr(expr, Place::Whole, Layout::Line))
}

/// The pattern's text.
pub(super) fn pattern(pattern: &Pattern) -> String {
    printed(Task::Pattern(pattern, Place::Whole))
}

/// What may stand at a place without brackets.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Everything.
    Whole,
    /// What can be applied as it is.
    Function,
    /// Only single words.
    Argument,
}

/// Where lines are broken.
#[derive(Clone, Copy)]
enum Layout {
    /// Nowhere.
    Line,
    /// After each binding and each arm, with so many levels of indentation.
    Lines(usize),
}

impl Layout {
    fn deeper(self) -> Self {
        match self {
            Self::Line => Self::Line,
            Self::Lines(level) => Self::Lines((level + 1).min(DEEPEST)),
        }
    }
}

/// What is still to be printed.
enum Task<'p> {
    Expr(&'p Expr, Place, Layout),
    /// A blank and the expression; a `let` begins a line of its own.
    Part(&'p Expr, Layout),
    Pattern(&'p Pattern, Place),
    Text(&'p str),
    Break(Layout),
}

fn printed(task: Task<'_>) -> String {
    let mut printer = Printer { text: String::new(), tasks: vec![task] };
    while let Some(task) = printer.tasks.pop() {
        printer.run(task);
    }
    printer.text
}

struct Printer<'p> {
    text: String,
    /// The next one last.
    tasks: Vec<Task<'p>>,
}

impl<'p> Printer<'p> {
    fn run(&mut self, task: Task<'p>) {
        match task {
            Task::Text(text) => self.text.push_str(text),
            Task::Break(Layout::Line) => self.text.push(' '),
            Task::Break(Layout::Lines(level)) => {
                self.text.push('\n');
                self.text.extend(std::iter::repeat_n("  ", level));
            }
            Task::Part(expr, layout) => match expr {
                Expr::Let { .. } | Expr::LetRec { .. } => {
                    self.next([Task::Break(layout.deeper()), Task::Expr(expr, Place::Whole, layout.deeper())]);
                }
                _ => self.next([Task::Text(" "), Task::Expr(expr, Place::Whole, layout)]),
            },
            Task::Expr(expr, place, layout) => {
                if stands_without_brackets(expr, place) {
                    self.expr(expr, layout);
                } else {
                    self.next([Task::Text("("), Task::Expr(expr, Place::Whole, layout), Task::Text(")")]);
                }
            }
            Task::Pattern(Pattern::Constructor { name, arguments, .. }, place) => {
                let brackets = place == Place::Argument && !arguments.is_empty();
                if brackets {
                    self.tasks.push(Task::Text(")"));
                }
                for argument in arguments.iter().rev() {
                    self.next([Task::Text(" "), Task::Pattern(argument, Place::Argument)]);
                }
                self.text.push_str(if brackets { "(" } else { "" });
                self.text.push_str(name);
            }
            Task::Pattern(Pattern::Wildcard { .. }, _) => self.text.push('_'),
            Task::Pattern(Pattern::Variable { name, .. }, _) => self.text.push_str(name),
            Task::Pattern(Pattern::Integer { value, .. }, _) => self.integer(*value),
            Task::Pattern(Pattern::String { value, .. }, _) => self.string(value),
        }
    }

    /// Prints an expression's first word, and leaves the rest as tasks.
    fn expr(&mut self, expr: &'p Expr, layout: Layout) {
        match expr {
            Expr::Variable { name, .. } | Expr::Constructor { name, .. } => self.text.push_str(name),
            Expr::Integer { value, .. } => self.integer(*value),
            Expr::String { value, .. } => self.string(value),
            Expr::Apply { function, argument, .. } => self.next([
                Task::Expr(function, Place::Function, Layout::Line),
                Task::Text(" "),
                Task::Expr(argument, Place::Argument, Layout::Line),
            ]),
            Expr::Lambda { params, body, .. } => {
                self.text.push('\\');
                self.text.push_str(&params.join(" "));
                self.next([Task::Text("."), Task::Part(body, layout)]);
            }
            Expr::Let { name, value, body, .. } => self.next([
                Task::Text("let "),
                Task::Text(name),
                Task::Text(" ="),
                Task::Part(value, layout),
                Task::Text(" in"),
                Task::Break(layout),
                Task::Expr(body, Place::Whole, layout),
            ]),
            Expr::LetRec { names, values, body, .. } => {
                self.next([Task::Text(" in"), Task::Break(layout), Task::Expr(body, Place::Whole, layout)]);
                for (i, (name, value)) in names.iter().zip(values).enumerate().rev() {
                    self.next([Task::Text(name), Task::Text(" ="), Task::Part(value, layout)]);
                    if i > 0 {
                        self.next([Task::Break(layout), Task::Text("and ")]);
                    }
                }
                self.text.push_str("letrec ");
            }
            Expr::Match { scrutinee, arms, .. } => {
                self.arms(arms, layout);
                self.next([Task::Text("match "), Task::Expr(scrutinee, Place::Whole, Layout::Line), Task::Text(" {")]);
            }
        }
    }

    fn arms(&mut self, arms: &'p [Arm], layout: Layout) {
        if arms.is_empty() {
            return self.tasks.push(Task::Text("}"));
        }
        self.next([Task::Break(layout), Task::Text("}")]);
        for (i, arm) in arms.iter().enumerate().rev() {
            if i + 1 < arms.len() {
                self.tasks.push(Task::Text(";"));
            }
            self.next([
                Task::Break(layout.deeper()),
                Task::Pattern(&arm.pattern, Place::Whole),
                Task::Text(" ->"),
                Task::Part(&arm.body, layout.deeper()),
            ]);
        }
    }

    /// Puts tasks before all others, the first one first.
    fn next<const N: usize>(&mut self, tasks: [Task<'p>; N]) {
        self.tasks.extend(tasks.into_iter().rev());
    }

    fn integer(&mut self, value: i64) {
        // Writing to a string does not fail.
        let _ = write!(self.text, "{value}");
    }

    fn string(&mut self, value: &str) {
        self.text.push('"');
        for c in value.chars() {
            match c {
                '"' => self.text.push_str("\\\""),
                '\\' => self.text.push_str("\\\\"),
                '\n' => self.text.push_str("\\n"),
                '\r' => self.text.push_str("\\r"),
                '\t' => self.text.push_str("\\t"),
                c if c.is_control() => {
                    let _ = write!(self.text, "\\u{{{:x}}}", u32::from(c));
                }
                c => self.text.push(c),
            }
        }
        self.text.push('"');
    }
}

fn stands_without_brackets(expr: &Expr, place: Place) -> bool {
    match expr {
        Expr::Variable { .. } | Expr::Constructor { .. } | Expr::Integer { .. } | Expr::String { .. } => true,
        Expr::Apply { .. } => place != Place::Argument,
        Expr::Lambda { .. } | Expr::Let { .. } | Expr::LetRec { .. } | Expr::Match { .. } => place == Place::Whole,
    }
}
