//! The codes of the derive's messages. The book's index of errors explains each.

use std::fmt::Display;

use darling::Error;
use syn::spanned::Spanned;

/// The code of a message. Numbers are never reused, even if their message is removed. Numbers from 401 on belong to
/// messages of `sexpr-core`; those of `expand/checks.rs` begin at 501.
#[derive(Clone, Copy)]
pub(crate) enum Code {
    // How attributes are written.
    NoList = 101,
    MalformedList = 102,
    LiteralInList = 103,
    GivenTwice = 104,
    UnknownOption = 105,
    MisplacedOption = 106,
    UnknownKind = 107,
    UnknownRegion = 108,
    ValueOfWord = 109,
    NoString = 110,
    MalformedOrder = 111,
    MalformedOperands = 112,
    MalformedScope = 113,
    NoFunction = 114,
    EmptyNamespace = 115,
    MalformedArena = 116,
    EmptyTypeKey = 117,
    MalformedBound = 118,
    MalformedRemote = 119,
    MalformedDescription = 120,
    MalformedId = 121,
    MalformedCratePath = 122,
    MalformedElements = 123,

    // Options of types and variants.
    WithBesideCustom = 201,
    ListedConstTree = 202,
    ListedSingleton = 203,
    ProcessLocalBesideList = 204,
    ProcessLocalNode = 205,
    RewrittenList = 206,
    RewrittenProjection = 208,
    RewrittenBorrow = 209,
    Packed = 210,
    Union = 211,
    FieldsOfEnum = 212,
    UnknownField = 213,
    ListedTwice = 214,
    IdleOrder = 215,
    IncompleteOrder = 216,
    IdleOperands = 217,
    OperandWithRole = 218,
    OperandsOfTwoTypes = 219,
    SingleOperand = 220,
    ScopeOfKind = 221,
    ScopeOfMixedEnum = 222,
    IdlePredeclare = 223,
    PartialWithoutRemote = 224,
    CustomRemote = 225,
    ChangedRemote = 226,
    RestWithOption = 227,
    RestWithFields = 228,
    RestNotLast = 229,

    // Roles of fields.
    NameBesideRole = 301,
    IgnoreBesideRole = 302,
    KeyBesideRole = 303,
    UnorderedBesideRole = 304,
    OpaqueBesideRole = 305,
    ArenaBesideRole = 306,
    WholeArenaBesideRole = 307,
    ArenaOfConstTree = 308,
    IdBesideRole = 309,
    OpaqueDescription = 310,
    ViaBesideRole = 311,
    OrderedName = 312,
    RoleInSingleton = 313,
    KeyWithoutIdentity = 314,
    NameWithoutIdentity = 315,
    NameInConstTree = 316,
    RoleBesideList = 317,
    SecondKey = 318,
    SecondName = 319,
    SecondArena = 320,
    ArenaForAnyIds = 321,
    UnfitGetter = 322,

    // The contents of types.
    DefOfSet = 501,
    DefOfLeaf = 502,
    DefWithoutVariables = 503,
    DefOfKeys = 504,
    PredeclareWithoutVariables = 505,
    PredeclareOfMap = 506,
    IdsOfAnotherArena = 507,
    OpenConstTree = 508,
    NotReorderable = 509,
    NoAddress = 510,
}

impl Code {
    /// A message that ends with the code.
    pub(crate) fn message(self, text: impl Display) -> String {
        format!("{text} [SEQ{}]", self as u16)
    }

    /// An error whose message ends with the code.
    pub(crate) fn at(self, place: impl Spanned, text: impl Display) -> Error {
        Error::custom(self.message(text)).with_span(&place)
    }
}
