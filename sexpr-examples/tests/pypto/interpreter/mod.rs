//! What programs mean, said once more and plainly, so that passes can be checked.
//!
//! Integers are two's complement at their type's width, and wrap; a value takes the type of the variable that it is
//! bound to. `//` and `%` round down. Division by zero, a shift by the width or more or by a negative amount, an
//! integer's power with a negative exponent, and a range whose step is 0 stop the program.
//!
//! Of all else only this is known: it is a function. So the results of operations on floating-point numbers, on tensors
//! and on values of unknown type are made up from the operands ([`Value::Symbol`]). A call of an operation is an event,
//! and its result is made up from its name, arguments and attributes, and from how many calls there were before, unless
//! the operation is pure. What holds for made-up results holds for all.

mod arithmetic;
mod exec;
mod inputs;
mod value;

use std::collections::HashMap;
use std::sync::Arc;

use sexpr_examples::pypto::ir::{Expr, Function, Program, Type};

pub(crate) use self::inputs::inputs;
pub(crate) use self::value::Value;
use self::value::made_up;

/// How a function ends.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Outcome {
    Results(Vec<Value>),
    Stopped(Stop),
    /// Not within the number of steps.
    Exhausted,
}

/// Why a program stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    DivisionByZero,
    Shift,
    NegativeExponent,
    ZeroStep,
}

/// A call of an operation that is not pure: its name, its attributes, and the arguments.
pub(crate) type Event = (String, String, Vec<Value>);

/// What a call of a function does.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Meaning {
    pub(crate) outcome: Outcome,
    pub(crate) trace: Vec<Event>,
}

/// What is left open by the rules.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules<'r> {
    /// Operations whose calls are no events.
    pub(crate) pure: &'r [&'r str],
    /// Whether `and` and `or` leave out an operand that does not matter.
    pub(crate) lazy: bool,
    /// Whether it is known that made-up results of commutative operators do not depend on the order of operands.
    pub(crate) commutes: bool,
    /// How many expressions and statements may be gone through.
    pub(crate) steps: usize,
}

/// How deep functions may call one another.
const CALLS: usize = 30;

/// Calls a function.
pub(crate) fn run(program: &Program, function: &str, inputs: Vec<Value>, rules: Rules<'_>) -> Meaning {
    let mut machine = Machine { program, rules, steps: rules.steps, depth: 0, trace: Vec::new() };
    let outcome = match machine.function(program.get_function(function).expect("the function is there"), inputs) {
        Ok(results) => Outcome::Results(results),
        Err(Halt::Stopped(stop)) => Outcome::Stopped(stop),
        Err(Halt::Exhausted) => Outcome::Exhausted,
    };
    Meaning { outcome, trace: machine.trace }
}

/// Why a computation does not go on.
enum Halt {
    Stopped(Stop),
    Exhausted,
}

type Step<T> = Result<T, Halt>;

/// What variables are bound to, by the addresses of their nodes.
type Frame = HashMap<usize, Value>;

struct Machine<'p> {
    program: &'p Program,
    rules: Rules<'p>,
    steps: usize,
    depth: usize,
    trace: Vec<Event>,
}

impl Machine<'_> {
    fn tick(&mut self) -> Step<()> {
        self.steps = self.steps.checked_sub(1).ok_or(Halt::Exhausted)?;
        Ok(())
    }

    fn function(&mut self, function: &Function, args: Vec<Value>) -> Step<Vec<Value>> {
        if self.depth == CALLS {
            return Err(Halt::Exhausted);
        }
        self.depth += 1;
        let mut frame = Frame::new();
        for (param, arg) in function.params.iter().zip(args) {
            bind_extents(&param.r#type, &arg, &mut frame);
            let arg = self.converted(arg, &param.r#type, &frame)?;
            frame.insert(Arc::as_ptr(param).addr(), arg);
        }
        let yielded = self.stmt(&function.body, &mut frame)?.unwrap_or_default();
        self.depth -= 1;
        assert_eq!(yielded.len(), function.return_types.len(), "{}", function.name);
        yielded.into_iter().zip(&function.return_types).map(|(value, ty)| self.converted(value, ty, &frame)).collect()
    }
}

/// Shape variables are bound to the extents of the tensor that is given.
fn bind_extents(ty: &Type, value: &Value, frame: &mut Frame) {
    match (ty, value) {
        (Type::Tensor(tensor), Value::Tensor { extents, .. }) => {
            for (extent, value) in tensor.shape.iter().zip(extents) {
                if let Some(address) = address(extent) {
                    frame.entry(address).or_insert_with(|| Value::int64(*value));
                }
            }
        }
        (Type::Tuple(tuple), Value::Tuple(values)) => {
            for (ty, value) in tuple.types.iter().zip(values) {
                bind_extents(ty, value, frame);
            }
        }
        _ => {}
    }
}

/// The address of a variable.
fn address(expr: &Expr) -> Option<usize> {
    match expr {
        Expr::Var(var) => Some(Arc::as_ptr(&var.variable).addr()),
        Expr::IterArg(arg) => Some(Arc::as_ptr(&arg.variable).addr()),
        _ => None,
    }
}
