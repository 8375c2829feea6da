//! Whether a program is well formed.
//!
//! | place | rule |
//! |---|---|
//! | program | A function is known by its own name, and no two have one name. Functions, operations and attributes have names that a text can say, and no operation has the name of a function. No function calls itself, through others either. |
//! | variable | It is bound once in its function, and used only after that, in the block that binds it or in one within. A carried value is not used after its loop. The parameter list binds what the types in it mention. |
//! | constant | It is one of its type's values: an integer, 0 or 1 for `Bool`, or a floating-point number. |
//! | `+ - * / // % ** min max`, `-`, `abs` | Operands are numbers, the same type on both sides. |
//! | `& \| ^ ~` | Operands are integers or truth values, the same type on both sides. |
//! | `<< >>` | Operands are integers, the same type on both sides. |
//! | `== !=` | Operands have the same type. |
//! | `< <= > >=` | Operands are numbers, the same type on both sides. |
//! | `and or xor not` | Operands are `Bool`. |
//! | operation | Its type is what its operands make it: `Bool` of comparisons and of logic, else its (left) operand's type. |
//! | call of a function | The program has the function; there are as many arguments as parameters, each agrees with its parameter, and there are no attributes. The call's type is that of the results. |
//! | call of an operation | Everything goes: nothing is known of it. |
//! | tuple element | The tuple has it, and its type is the element's. |
//! | type | An extent is an integer. |
//! | assignment | The value agrees with the variable. |
//! | `if` | The condition is `Bool`. Each branch yields as many values as there are `return_vars`, and they agree. So do the values of the two branches, of which no number adapts to the other's type. Where there are any, there is an `else`. |
//! | loop | The counter is an integer, and so are start, stop and step. There are as many `iter_args`, values that are yielded, and `return_vars`. Initial and yielded values agree with the carried ones, and these with the final ones. |
//! | function | It yields as many values as it has results, and they agree. |
//! | block | Nothing follows the yield, and a yield of no values may be left out. That an `OpStmts` has nothing but assignments is a matter of its Rust type. |
//!
//! Two types **agree** if they are equal or if one is unknown; tuples, element by element. An expression that is made
//! of numbers alone, without types of their own, agrees with every type of such numbers that has them all: `1` agrees
//! with `Int8`, `UInt16` and `Int64`, `200 + 1` with `UInt8` but not with `Int8`, and `2.0 ** 0.5` with `FP16`. The same
//! goes for two operands of "the same type". A number whose type is written, `pi.const(1, pi.Int8)`, has that type only.

mod agree;
mod expr;
mod names;
mod problem;
mod scope;
mod stmt;
mod types;

pub use problem::{Problem, ProblemKind, Reported};

use self::scope::Scope;
use super::ir::{Program, Span};

/// Everything that makes a program ill-formed, in the order of its places in the text.
///
/// ```
/// use sexpr_examples::pypto;
///
/// let text = "def f(x: pi.Int64) -> pi.Bool:\n    y = x + z\n    return x\n";
/// let program = pypto::parse("f.py", text)?;
/// let problems: Vec<_> = pypto::check(&program).iter().map(ToString::to_string).collect();
/// assert_eq!(problems, [
///     "f.py:2:13: `z` is not bound here",
///     "f.py:3:12: the result must be Bool, found Int64",
/// ]);
/// # Ok::<(), pypto::ParseError>(())
/// ```
pub fn check(program: &Program) -> Vec<Problem> {
    let mut checker = Checker { program, scope: Scope::default(), around: &program.span, problems: Vec::new() };
    checker.names();
    for function in program.functions.values() {
        checker.function(function);
    }
    let mut problems = checker.problems;
    problems.sort_by_key(|problem| (problem.span().begin_line, problem.span().begin_column));
    problems.dedup_by(|later, earlier| !later.span().is_unknown() && later == earlier);
    problems
}

/// What is known on the way through a program.
struct Checker<'p> {
    program: &'p Program,
    /// The variables of the function that is being checked.
    scope: Scope<'p>,
    /// The statement, or function, that is being checked.
    around: &'p Span,
    problems: Vec<Problem>,
}

impl<'p> Checker<'p> {
    /// Reports something. What was inferred has no place of its own, and is told of the statement around it.
    fn report(&mut self, kind: ProblemKind, span: &Span) {
        self.problems.push(Problem::new(kind, self.place(span)));
    }

    /// Reports something, and another place that it is about.
    fn report_with(&mut self, kind: ProblemKind, span: &Span, also: &Span, label: &'static str) {
        self.problems.push(Problem::new(kind, self.place(span)).with(also.clone(), label));
    }

    fn place(&self, span: &Span) -> Span {
        if span.is_unknown() { self.around.clone() } else { span.clone() }
    }

    /// From here on, a statement or function is being checked. Returns what was before.
    fn enter(&mut self, span: &'p Span) -> &'p Span {
        let inner = if span.is_unknown() { self.around } else { span };
        std::mem::replace(&mut self.around, inner)
    }
}
