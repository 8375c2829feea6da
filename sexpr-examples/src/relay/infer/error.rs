//! What can be wrong with the types of a module.

use crate::relay::ir::Kind;
use crate::text::{self, MistakeKind, elided};

/// Something that is wrong with the types of a module. It displays as one line with file, line and column.
pub type TypeProblem = text::Problem<ProblemKind>;

/// A problem of a module that was read from a text, as a [`miette::Diagnostic`] with an excerpt.
pub type Reported = text::ParseError<ProblemKind>;

/// What is wrong with the types of a module.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ProblemKind {
    /// A value has another type than its place.
    #[error("{what} must be `{expected}`, found `{found}`{}", because(reason))]
    Mismatch {
        /// What the value is there.
        what: String,
        /// The type that the place has.
        expected: String,
        /// The value's type.
        found: String,
        /// What makes them differ, where that is only a part.
        reason: Option<String>,
    },
    /// Something is called that is no function.
    #[error("cannot call a value of type `{0}`: it is not a function")]
    NoFunction(String),
    /// A call has too few arguments, or too many.
    #[error("{function} takes {expected} argument(s), found {found}")]
    Arguments {
        /// What is called.
        function: String,
        /// How many it takes.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// A call has too few type arguments, or too many.
    #[error("{function} takes {expected} type argument(s), found {found}")]
    TypeArguments {
        /// What is called.
        function: String,
        /// How many it takes.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// A definition whose types are not all written gives type arguments to itself, or to one that it is used by.
    #[error("{0} is given type arguments before its type is known")]
    OwnTypeArguments(String),
    /// What is given for a type parameter is of another kind.
    #[error("the type parameter `{}` has kind {kind}, but `{}` does not", elided(.param), elided(.found))]
    TypeArgument {
        /// The parameter.
        param: String,
        /// Its kind.
        kind: Kind,
        /// What is given.
        found: String,
    },
    /// Attributes in a call of a constructor, or of an operator that a relation of the module types.
    #[error("{0} takes no attributes")]
    Attributes(String),
    /// There is no such definition.
    #[error("unknown definition `@{}`", elided(.0))]
    UnknownGlobal(String),
    /// There is neither a constructor nor an operator of this name.
    #[error("unknown constructor, definition or operator `{}`", elided(.name))]
    UnknownOperator {
        /// The name.
        name: String,
        /// A name like it.
        like: Option<String>,
    },
    /// There is no such constructor.
    #[error("unknown constructor `{}`", elided(.name))]
    UnknownConstructor {
        /// The name.
        name: String,
        /// A name like it.
        like: Option<String>,
    },
    /// There is no such type.
    #[error("unknown type `{}`", elided(.0))]
    UnknownType(String),
    /// There is no such relation.
    #[error("unknown type relation `{}`", elided(.0))]
    UnknownRelation(String),
    /// A relation of the module requires others, and these require others, without an end.
    #[error("the type relation `{}` requires too many others", elided(.0))]
    EndlessRelation(String),
    /// A relation is about another number of types.
    #[error("the type relation `{}` takes {expected} types, found {found}", elided(.relation))]
    RelationArguments {
        /// The relation.
        relation: String,
        /// How many types it is about.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// Nothing binds a variable.
    #[error("`%{}` is not bound here", elided(.0))]
    UnknownLocal(String),
    /// Nothing binds a type parameter.
    #[error("the type parameter `{}` is not bound here", elided(.0))]
    UnknownTypeParam(String),
    /// A type parameter stands where its kind does not permit it.
    #[error("`{}` has kind {kind} and cannot be used as {place}", elided(.param))]
    Kind {
        /// The parameter.
        param: String,
        /// Its kind.
        kind: Kind,
        /// What it stands for.
        place: &'static str,
        /// The kind that permits that.
        wanted: Kind,
    },
    /// A type is given too few parameters, or too many.
    #[error("the type `{}` takes {expected} type argument(s), found {found}", elided(.name))]
    TypeParameters {
        /// The type.
        name: String,
        /// How many it takes.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// What is not a tuple, or has no such member, is projected.
    #[error("`{ty}` has no member {index}")]
    NoMember {
        /// The type.
        ty: String,
        /// The member.
        index: u32,
    },
    /// A `match` leaves out a case.
    #[error("the case `{}` is missing", short(.0))]
    MissingCase(String),
    /// A `match` has too many cases to be checked.
    #[error("this `match` is too large to be checked for missing cases")]
    TooManyCases,
    /// A constructor's pattern has too few arguments, or too many.
    #[error("the constructor `{}` takes {expected} argument(s), but this pattern has {found}", elided(.name))]
    PatternArguments {
        /// The constructor.
        name: String,
        /// How many it takes.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// A relation does not hold.
    #[error("{by} requires `{}`, which does not hold: {}", short(.relation), short(.reason))]
    Relation {
        /// The relation, with its types as far as they are known.
        relation: String,
        /// What is called.
        by: String,
        /// Why it does not.
        reason: String,
    },
    /// Too little is known for a relation.
    #[error("{by} requires `{}`, but too little is known to tell whether it holds", short(.relation))]
    Undecided {
        /// The relation, with its types as far as they are known.
        relation: String,
        /// What is called.
        by: String,
    },
    /// A member is taken of a tuple of which nothing is known.
    #[error("cannot take member {index}: the type of the tuple is not known")]
    UnknownTuple {
        /// The member.
        index: u32,
    },
    /// Two dimensions must be the same, and are not known to be.
    #[error("the dimensions `{}` and `{}` must be the same", short(.left), short(.right))]
    Equation {
        /// The one.
        left: String,
        /// The other.
        right: String,
    },
    /// Something stays incomplete.
    #[error("cannot infer {}", short(.0))]
    Incomplete(String),
    /// A constant does not fit into its type.
    #[error("`{value}` is not a value of type `{dtype}`")]
    Constant {
        /// The constant.
        value: String,
        /// Its type.
        dtype: String,
    },
    /// What is computed is no dimension: it is negative, divided by 0, or too large.
    #[error("`{}` is not a valid dimension", short(.0))]
    NoDimension(String),
    /// A type parameter would stand for itself where nothing binds it.
    #[error("the type parameter `{}` would escape the function that binds it", elided(.0))]
    Escapes(String),
    /// A type grows beyond what can be handled.
    #[error("this type becomes too large")]
    TooLarge,
}

/// A part of a message; what is in its middle is left out if it is too long, since it may end with the reason.
fn short(text: &str) -> String {
    const BEGIN: usize = 250;
    const END: usize = 150;
    let count = text.chars().count();
    if count <= BEGIN + END {
        return text.to_owned();
    }
    let begin: String = text.chars().take(BEGIN).collect();
    let end: String = text.chars().skip(count - END).collect();
    format!("{begin}…{end}")
}

fn because(reason: &Option<String>) -> String {
    reason.as_ref().map(|reason| format!(": {reason}")).unwrap_or_default()
}

impl MistakeKind for ProblemKind {
    fn help(&self) -> Option<String> {
        let help = match self {
            Self::Kind { param, wanted, .. } => return Some(format!("declare it as `{param} : {wanted}`")),
            Self::UnknownOperator { like: Some(like), .. } | Self::UnknownConstructor { like: Some(like), .. } => {
                return Some(format!("is it `{like}`?"));
            }
            Self::MissingCase(_) => "add it, or write `match?` if it never occurs",
            Self::TooManyCases => "nest `match`es instead of patterns, or write `match?`",
            Self::Incomplete(_) | Self::UnknownTuple { .. } => "write a type, on the variable or the function",
            Self::Undecided { .. } | Self::Equation { .. } => "write the types of what it is about",
            Self::Attributes(_) => "make it a parameter",
            Self::EndlessRelation(_) => "a relation cannot require itself",
            Self::TooLarge => "define an algebraic data type for parts of it",
            Self::NoDimension(_) => "dimensions are 0 or more, and not divided by 0",
            Self::Escapes(_) => "write the types of this definition",
            Self::UnknownTypeParam(name) => return Some(format!("declare it on the function: `fn[{name}](…)`")),
            Self::OwnTypeArguments(_) => "write the types of its parameters and its result",
            Self::TypeArguments { .. } => "give one for each type parameter, or none at all",
            _ => return None,
        };
        Some(help.to_owned())
    }

    fn label(&self) -> String {
        match self {
            Self::Mismatch { expected, found, .. } => {
                format!("expected `{}`, found `{}`", elided(expected), elided(found))
            }
            Self::NoFunction(found) => format!("expected a function, found `{}`", elided(found)),
            Self::Arguments { expected, found, .. }
            | Self::TypeArguments { expected, found, .. }
            | Self::RelationArguments { expected, found, .. }
            | Self::TypeParameters { expected, found, .. }
            | Self::PatternArguments { expected, found, .. } => format!("expected {expected}, found {found}"),
            Self::Kind { kind, wanted, .. } => format!("expected kind {wanted}, found {kind}"),
            _ => String::new(),
        }
    }
}
