//! What can be wrong with a program that was read or built.

use crate::text::{self, MistakeKind};

/// Something that makes a program ill-formed. It displays as one line with file, line and column.
pub type Problem = text::Problem<ProblemKind>;

/// A problem of a program that was read from a text, as a [`miette::Diagnostic`] with an excerpt.
pub type Reported = text::ParseError<ProblemKind>;

/// What is wrong with a program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ProblemKind {
    /// A function's name is not the one under which the program has it.
    #[error("the function `{name}` is known as `{known_as}`")]
    OtherName {
        /// The name of its `GlobalVar`.
        known_as: String,
        /// Its own name.
        name: String,
    },
    /// Two functions have one name.
    #[error("there are two functions `{0}`")]
    DuplicateFunction(String),
    /// Something has a name that a text cannot say.
    #[error("`{name}` cannot be the name of {what}")]
    Name {
        /// What has it.
        what: &'static str,
        /// The name.
        name: String,
    },
    /// An operation has the name of a function.
    #[error("the operation `{0}` has the name of a function")]
    OperationName(String),
    /// The branches of an `if` yield values of different types.
    #[error("the branches of the `if` yield {first} and {second}")]
    Branches {
        /// The type of the value in the first branch.
        first: String,
        /// The type of the value in the second one.
        second: String,
    },
    /// A function calls itself, perhaps through others.
    #[error("the function `{0}` calls itself")]
    Recursive(String),
    /// A variable is used that nothing binds, or only something that comes later.
    #[error("`{0}` is not bound here")]
    Unbound(String),
    /// A variable is used that nothing binds, and another one of its name is bound in a block that has ended.
    #[error("`{0}` is not bound here: what a block assigns ends with the block")]
    AssignedInBlock(String),
    /// A variable is used after the block that binds it.
    #[error("`{0}` is bound in a block that has ended")]
    Ended(String),
    /// A carried value is used after its loop.
    #[error("`{0}` is carried by a loop that has ended")]
    EndedLoop(String),
    /// A variable is bound where it is bound already.
    #[error("`{0}` is bound twice")]
    BoundTwice(String),
    /// A constant is none of its type's values.
    #[error("`{value}` is not a value of type {ty}")]
    Constant {
        /// The constant.
        value: String,
        /// Its type.
        ty: String,
    },
    /// An operand is of a wrong kind.
    #[error("`{operator}` takes {takes}, found {found}")]
    Operand {
        /// The operator.
        operator: &'static str,
        /// What it takes.
        takes: &'static str,
        /// The operand's type.
        found: String,
    },
    /// Two operands have different types.
    #[error("the operands of `{operator}` have different types: {left} and {right}")]
    Operands {
        /// The operator.
        operator: &'static str,
        /// The left operand's type.
        left: String,
        /// The right operand's type.
        right: String,
    },
    /// A value or variable does not agree with the place where it stands.
    #[error("{what} must be {expected}, found {found}")]
    Type {
        /// What the value is there.
        what: &'static str,
        /// The type that the place has.
        expected: String,
        /// The value's type, or the value.
        found: String,
    },
    /// Something must be an integer.
    #[error("{what} must be an integer, found {found}")]
    Integer {
        /// What it is.
        what: &'static str,
        /// Its type.
        found: String,
    },
    /// The program has no such function.
    #[error("the program has no function `{0}`")]
    NoFunction(String),
    /// A call gives a function too few arguments, or too many.
    #[error("`{function}` takes {params} argument(s), found {args}")]
    Arguments {
        /// The function.
        function: String,
        /// How many parameters it has.
        params: usize,
        /// How many arguments it is given.
        args: usize,
    },
    /// A call gives attributes to a function of the program.
    #[error("`{0}` is a function of the program and takes no attributes")]
    Attributes(String),
    /// A tuple has no such element, or a value is no tuple.
    #[error("{tuple} has no element {index}")]
    Element {
        /// The tuple's type.
        tuple: String,
        /// The element.
        index: u32,
    },
    /// Values are yielded to something that takes more or fewer.
    #[error("{taker} takes {takes} value(s), but this yields {yields}")]
    YieldCount {
        /// What takes the values.
        taker: &'static str,
        /// How many it takes.
        takes: usize,
        /// How many there are.
        yields: usize,
    },
    /// A block does not yield, and something takes values from it.
    #[error("{taker} takes {takes} value(s), but nothing is yielded")]
    NoYield {
        /// What takes the values.
        taker: &'static str,
        /// How many it takes.
        takes: usize,
    },
    /// A statement follows the yield that ends its block.
    #[error("this follows the yield that ends the block")]
    AfterYield,
    /// An `if` has results and no `else`.
    #[error("this `if` has results but no `else`")]
    NoElse,
    /// A loop does not have as many final values as it carries.
    #[error("the loop carries {carried} value(s), but {finals} are named after it")]
    Finals {
        /// How many values it carries.
        carried: usize,
        /// How many final values it has.
        finals: usize,
    },
}

impl MistakeKind for ProblemKind {
    fn help(&self) -> Option<String> {
        let help = match self {
            Self::OtherName { .. } => "give the function the name under which calls find it",
            Self::DuplicateFunction(_) => "rename one of them",
            Self::Name { .. } => {
                "choose a word that Python does not reserve; an operation may have several with dots between them, and none of \
                 the module's names, such as `pi.range`"
            }
            Self::OperationName(_) => "rename the function, or call another operation",
            Self::Branches { .. } => "yield one type in both: a number is given one by `pi.const(0, pi.Int32)`",
            Self::Recursive(_) => "make it a loop: programs of PyPTO do not recurse",
            Self::Unbound(_) => "assign it before, or make it a parameter",
            Self::AssignedInBlock(name) => {
                return Some(format!(
                    "hand it on: end each branch with `{name} = pi.yield(…)`, and `{name}` is a result of the `if`; a loop carries \
                     it: `for i, ({name},) in pi.range(n, init_values=[x]):`"
                ));
            }
            Self::Ended(_) => "hand it on: `y = pi.yield(x)` at the end of each branch gives it a name after the `if`",
            Self::EndedLoop(_) => "name the final values right after the loop: `c, d = a, b`, or one a line",
            Self::BoundTwice(_) => "make a new variable; it may have the same name",
            Self::Constant { .. } => "choose a constant that the type has, or another type",
            Self::Operand { .. } | Self::Integer { .. } => return None,
            Self::Operands { .. } => {
                "operands have the same type; an integer that is written out adapts to other integers, and a number with a \
                 point, such as `1.0`, to floating-point numbers"
            }
            Self::Type { expected, .. } if expected == "Bool" => "compare it, as in `x != 0`",
            Self::Type { .. } => {
                "an integer that is written out adapts to other integer types, and a number with a point, such as `1.0`, to \
                 floating-point types; other values do not"
            }
            Self::NoFunction(_) => "add the function, or call an operation of that name",
            Self::Arguments { .. } => "give one argument for each parameter",
            Self::Attributes(_) => "make it a parameter, or call an operation",
            Self::Element { .. } => "elements count from 0",
            Self::YieldCount { taker: "the function", .. } | Self::NoYield { taker: "the function", .. } => {
                "write a type behind `->` for each value that is returned: `def f(x) -> pi.Int64, pi.Unknown:`"
            }
            Self::YieldCount { taker: "the `if`", takes: 0, .. } => {
                "name the values, `y = pi.yield(x)` at the end of each branch, and use `y` after the `if`; a function returns \
                 at its end only"
            }
            Self::YieldCount { .. } | Self::NoYield { .. } => {
                "yield one value for each result, carried value or name at the end of the block"
            }
            Self::AfterYield => "remove it: a block ends with its `yield` or `return`",
            Self::NoElse => "add an `else` that yields as many values",
            Self::Finals { .. } => "name all of them right after the loop: `c, d = a, b`",
        };
        Some(help.to_owned())
    }

    fn label(&self) -> String {
        match self {
            Self::Operand { takes, found, .. } => format!("expected {takes}, found {found}"),
            Self::Operands { left, right, .. } => format!("left is {left}, right is {right}"),
            Self::Type { expected, found, .. } => format!("expected {expected}, found {found}"),
            Self::Integer { found, .. } => format!("expected an integer, found {found}"),
            Self::Branches { first, second } => format!("expected {first}, found {second}"),
            Self::Arguments { params: takes, args: found, .. } | Self::YieldCount { takes, yields: found, .. } => {
                format!("expected {takes}, found {found}")
            }
            Self::NoYield { takes, .. } => format!("expected {takes} value(s), found none"),
            _ => String::new(),
        }
    }
}
