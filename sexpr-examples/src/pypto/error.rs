//! What can be wrong with a program's text: each mistake with its message and a way out.

use super::ir::{TileShapeError, UnaryOp};
use super::limits::{DEPTH_LIMIT, TYPE_LIMIT};
use crate::text::{self, MistakeKind, SyntaxError};

/// A program's text cannot be read; see [`text::ParseError`].
pub type ParseError = text::ParseError<ErrorKind>;

/// A mistake and its place, not yet tied to a source.
pub(crate) type Mistake = text::Mistake<ErrorKind>;

/// What is wrong with a text.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A mistake that every language knows.
    #[error(transparent)]
    Syntax(#[from] SyntaxError),
    /// A line is indented more than the one before, which opens no block.
    #[error("unexpected indentation")]
    Indentation,
    /// A line is indented less than the one before, but like none before that.
    #[error("the indentation of this line matches no enclosing block")]
    Dedentation,
    /// How far a line is indented depends on how wide a tab is.
    #[error("tabs and spaces are mixed: the indentation depends on the width of a tab")]
    Tabs,
    /// Operators in a row, or types that mention variables whose types mention variables.
    #[error("this expression is more than {DEPTH_LIMIT} operations deep")]
    Depth,
    /// A function's results have types that grow from call to call.
    #[error("the type of this call has more than {TYPE_LIMIT} nodes")]
    TypeSize,
    /// `a < b < c`.
    #[error("comparisons cannot be chained")]
    Chain,
    /// `-not x`, `a == not b`.
    #[error("`{}` needs brackets here", .0.symbol())]
    Prefix(UnaryOp),
    /// Something is looked up in a module that is not imported.
    #[error("`{found}` is not imported: the module is called `{module}` here")]
    Module {
        /// What is written.
        found: String,
        /// What should be.
        module: String,
    },
    /// The module has no such type.
    #[error("`{module}.{found}` is not a type")]
    Type {
        /// The module's name.
        module: String,
        /// What is written.
        found: String,
        /// What may be meant.
        similar: Option<&'static str>,
    },
    /// The module has no such data type.
    #[error("`{module}.{found}` is not a data type")]
    DataType {
        /// The module's name.
        module: String,
        /// What is written.
        found: String,
        /// What may be meant.
        similar: Option<&'static str>,
    },
    /// A tile with many dimensions.
    #[error("{}", TileShapeError(*.0))]
    Tile(usize),
    /// A function's signature mentions a call of the function itself, perhaps through others.
    #[error("the signature of `{0}` depends on itself")]
    Circular(String),
    /// A built-in function is called with the wrong arguments.
    #[error("`{name}` takes {takes}")]
    Arguments {
        /// The function.
        name: &'static str,
        /// What it takes.
        takes: &'static str,
    },
    /// `f(a=1, b)`.
    #[error("an argument follows an attribute")]
    Positional,
    /// A loop has more carried names than initial values, or fewer.
    #[error("the loop names {names} carried value(s) but has {values} initial value(s)")]
    InitValues {
        /// How many names there are.
        names: usize,
        /// How many values.
        values: usize,
    },
    /// A yield with names where nothing takes values.
    #[error("this yield cannot name its values")]
    YieldNames,
    /// The branches of an `if` name their values differently.
    #[error("the yields of this `if` use different names: `{first}` and `{second}`")]
    BranchNames {
        /// The names in one place.
        first: String,
        /// The names in the other.
        second: String,
    },
    /// A yield in a loop does not name as many values as the loop carries.
    #[error("the loop carries {carried} value(s), but this yield names {named}")]
    LoopNames {
        /// How many the loop carries.
        carried: usize,
        /// How many are named.
        named: usize,
    },
    /// A yield in a loop names a carried value at the place of another.
    #[error("this yield names `{name}` where the loop carries `{carried}`")]
    LoopOrder {
        /// The name.
        name: String,
        /// What the loop carries at this place.
        carried: String,
    },
    /// A yield does not name as many values as it has.
    #[error("this yield has {values} value(s) but {names} name(s)")]
    YieldCount {
        /// How many names it has.
        names: usize,
        /// How many values it has.
        values: usize,
    },
    /// A yield is annotated with a type that its value does not have.
    #[error("this yield gives `{name}` the type {found}, but it has the type {expected}")]
    YieldType {
        /// The name.
        name: Box<str>,
        /// The type that is written.
        found: Box<str>,
        /// The type that the value has.
        expected: Box<str>,
    },
    /// The name of a loop's value is used after the loop.
    #[error("`{name}` is a value of a loop that has ended")]
    Ended {
        /// The name.
        name: Box<str>,
        /// What the loop carries the value as.
        carried: Box<str>,
        /// The name of the final value.
        result: Option<Box<str>>,
    },
    /// A name is assigned that is bound already.
    #[error("`{name}` is bound at line {line} already, and in SSA form a name is assigned once")]
    Again {
        /// The name.
        name: Box<str>,
        /// Where it is bound.
        line: u32,
        /// What to write instead.
        remedy: Remedy,
    },
    /// A name is used after a block that binds it anew.
    #[error("`{name}` may mean two values here: line {line}, in a block that has ended, binds it anew")]
    Rebound {
        /// The name.
        name: Box<str>,
        /// Where the block binds it.
        line: u32,
    },
    /// The values of an `if` are named as something is that is bound already.
    #[error("this `return` names the values of the `if`, and `{0}` is bound already")]
    ReturnOfIf(String),
    /// Several names are assigned something that is not a loop's values.
    #[error("only the final values of a loop can be assigned to several names at once")]
    Finals,
}

/// What to write where a name is assigned again.
#[derive(Clone, Debug, PartialEq)]
pub enum Remedy {
    /// Another name.
    OtherName,
    /// A yield at the end of each branch of the `if`.
    YieldFromBranches {
        /// What the text calls the module.
        module: Box<str>,
    },
    /// A loop that carries the value; its text, if that can be told.
    Carry(Option<Box<str>>),
}

impl Remedy {
    fn text(&self, name: &str) -> String {
        match self {
            Self::OtherName => format!("give the new value another name, such as `{name}_2`"),
            Self::YieldFromBranches { module } => format!(
                "make it a result of the `if`: end one branch with `{name}_out = {module}.yield(…)`, the other with \
                 `{name}_out = {module}.yield({name})` or with its own new value, and use `{name}_out` after the `if`"
            ),
            Self::Carry(None) => format!(
                "carry it through the loop: name it among the carried values, add `{name}` to `init_values`, yield the new value \
                 at the end of the loop, and name the final value after the loop"
            ),
            Self::Carry(Some(text)) => format!("carry it through the loop:\n{text}"),
        }
    }
}

impl MistakeKind for ErrorKind {
    fn help(&self) -> Option<String> {
        let help = match self {
            Self::Syntax(error) => return syntax_help(error),
            Self::Indentation => "give the line the indentation of the one before",
            Self::Dedentation => "give the line the indentation of the block that it belongs to",
            Self::Tabs => "indent with spaces only",
            Self::TypeSize => "call fewer functions in the types of results, or give them variables as arguments",
            Self::Depth => "assign part of it to a name, and go on with that",
            Self::Chain => "write `a < b and b < c`, or put brackets around the first comparison",
            Self::Prefix(_) => "put brackets around it and its operand",
            Self::Module { module, .. } => {
                return Some(format!(
                    "write `{module}.…`, or import the module under the other name: `import pypto.ir as NAME`; \
                     an operation is called: `tensor.exp(x)`"
                ));
            }
            Self::Type { module, similar, .. } => return Some(type_help(module, *similar)),
            Self::DataType { module, similar: Some(similar), .. } => return Some(type_help(module, Some(similar))),
            Self::DataType { module, .. } => {
                return Some(format!("data types are `{module}.Bool`, `{module}.Int64`, `{module}.FP32` and the like"));
            }
            Self::Tile(_) => "a tensor may have more",
            Self::Circular(_) => "remove the call from the shape",
            Self::Arguments { .. } => "add or remove arguments; the built-in functions have no attributes",
            Self::Positional => "put the attributes, `name=value`, after all arguments",
            Self::InitValues { .. } => "write as many: `for i, (a, b) in range(n, init_values=[x, y]):`",
            Self::YieldNames => {
                "names belong to a yield in a branch of an `if`, or in a loop with `init_values`; elsewhere write `yield a, b`"
            }
            Self::BranchNames { .. } => "use the same names in the same order in both branches",
            Self::LoopNames { .. } => {
                "name each carried value once: `a, b = pi.yield(x, y)`, and after the loop `c, d = a, b`"
            }
            Self::LoopOrder { .. } => "name the carried values in the order of the loop's head",
            Self::YieldCount { .. } => "name each value once: `a, b = pi.yield(x, y)`",
            Self::YieldType { .. } => {
                "annotate all yields of an `if` with one type, and those of a loop with that of the initial value"
            }
            Self::Ended { carried, result: None, .. } => {
                return Some(format!(
                    "name the final value right after the loop, `{carried}_out = {carried}`, and write `{carried}_out` here"
                ));
            }
            Self::Ended { result: Some(result), .. } => {
                return Some(format!("the final value is called `{result}`: write that"));
            }
            Self::Again { name, remedy, .. } => return Some(remedy.text(name)),
            Self::Rebound { .. } => {
                "if the value from before the block is meant, give the one in the block another name; else hand that on, as a \
                 result of the `if` or a carried value of the loop"
            }
            Self::ReturnOfIf(name) => {
                return Some(format!(
                    "name them anew, `return {name}_2`; the `return` of the function is another line after it"
                ));
            }
            Self::Finals => {
                "right after a loop that carries `a, b`, write `c, d = a, b`; elsewhere assign one name a line"
            }
        };
        Some(help.to_owned())
    }

    fn label(&self) -> String {
        match self {
            Self::Syntax(error) => error.label(),
            _ => String::new(),
        }
    }
}

fn syntax_help(error: &SyntaxError) -> Option<String> {
    let help = match error {
        SyntaxError::Character(c) => return character_help(*c),
        SyntaxError::Escape(_) => "write `\\\\` for a backslash",
        SyntaxError::Number(_) => {
            "numbers are written like 12, 1_000, 0xff, 0b1, 0o7, 1.5 and 1e-3; a name cannot begin with a digit"
        }
        SyntaxError::Integer(_) => "integers are Int64: from -9223372036854775808 to 9223372036854775807",
        SyntaxError::Float(_) => "numbers reach to about 1.8e308; infinity is written `pi.inf`",
        SyntaxError::Nest(_) => "give inner parts names of their own, or make them functions",
        error => return error.help(),
    };
    Some(help.to_owned())
}

fn character_help(c: char) -> Option<String> {
    let help = match c {
        '!' => "write `not x`, or `a != b`",
        '{' | '}' => "blocks are marked by indentation",
        '@' => "decorators and matrix multiplication are not part of the language",
        '\\' => "put brackets around what goes on in the next line",
        '\u{2018}'..='\u{201f}' => "strings stand in `\"` or `'`",
        '\r' => "end lines with a line feed",
        _ => return None,
    };
    Some(help.to_owned())
}

fn type_help(module: &str, similar: Option<&'static str>) -> String {
    match similar {
        Some(similar) => format!("did you mean `{module}.{similar}`?"),
        None => format!(
            "types are data types such as `{module}.Int64` and `{module}.FP32`, `{module}.Tensor((n,), {module}.FP32)`, \
             `{module}.Tile((n,), {module}.FP32)`, `tuple[…]` and `{module}.Unknown`"
        ),
    }
}
