//! The constant tables that the derive emits: `TypeInfo`, `FieldInfo`, `Kind`, `Roles` and `Def`.
//!
//! A table is data only; `rules` gives it meaning. Tables name other types' tables through functions, since constants
//! that name each other directly would form a cycle. So the tables of recursive and generic types are constants too:
//! there is no registration at start-up, no lock and no lazy cell.

mod display;

use alloc::{format, string::String, vec::Vec};
use core::{any::TypeId, fmt};

/// How a node is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// By its fields. Sharing is invisible.
    Tree,
    /// Like [`Tree`](Kind::Tree), except that a pointer equals itself without a comparison.
    ConstTree,
    /// By its fields and its identity: sharing is part of the content.
    Dag,
    /// By the variable of the other side that corresponds to it.
    Var,
    /// By its identity alone.
    Singleton,
}

impl Kind {
    /// Whether nodes are compared by their fields alone, regardless of sharing.
    #[inline(always)]
    pub(crate) const fn is_tree(self) -> bool {
        matches!(self, Kind::Tree | Kind::ConstTree)
    }

    /// Whether the fields of nodes are ever visited.
    #[inline(always)]
    pub(crate) const fn has_content(self) -> bool {
        !matches!(self, Kind::Singleton)
    }

    /// The kind as an attribute spells it.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Tree => "tree",
            Kind::ConstTree => "const-tree",
            Kind::Dag => "dag",
            Kind::Var => "var",
            Kind::Singleton => "singleton",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The region that a field opens for everything below it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Def {
    /// No region: the region in force continues.
    #[default]
    Inherit,
    /// Nothing binds.
    None,
    /// Variables bind, and unbound variables in their fields bind, too.
    Pattern,
    /// Variables bind; variables in their fields are uses.
    Simple,
}

/// The roles of a field.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Roles {
    def: Def,
    ignore: bool,
    payload: bool,
    key: bool,
    name: bool,
    opaque: bool,
    ordered: bool,
    unordered: bool,
    arena: bool,
    predeclared: bool,
    var: Option<&'static str>,
}

impl Roles {
    /// No role: compared in the region in force.
    pub const NONE: Roles = Roles {
        def: Def::Inherit,
        ignore: false,
        payload: false,
        key: false,
        name: false,
        opaque: false,
        ordered: false,
        unordered: false,
        arena: false,
        predeclared: false,
        var: None,
    };

    /// Adds a `def`: the region that the field opens.
    #[inline]
    pub const fn with_def(self, def: Def) -> Roles {
        Roles { def, ..self }
    }
    /// Adds `var`: the field holds variables that are known by their values, in a namespace.
    #[inline]
    pub const fn with_var(self, namespace: &'static str) -> Roles {
        Roles { var: Some(namespace), ..self }
    }
    /// Adds those of the roles `key` and `predeclared` that `other` has.
    const fn with_those_of(self, other: Roles) -> Roles {
        Roles { key: self.key || other.key, predeclared: self.predeclared || other.predeclared, ..self }
    }

    /// The region that the field opens.
    #[inline]
    pub const fn def(self) -> Def {
        self.def
    }
    /// The namespace of the variables in a field marked `var`; empty if the attribute names none. `None` for other fields.
    #[inline]
    pub const fn var(self) -> Option<&'static str> {
        self.var
    }
}

/// The roles without a value: for each, a function that adds the role, and a function that tests for it.
macro_rules! flags {
    ($($role:ident: $with:ident, $also:literal; $is:ident, $whether:literal;)*) => {
        impl Roles {$(
            #[doc = $also]
            #[inline]
            pub const fn $with(self) -> Roles {
                Roles { $role: true, ..self }
            }
            #[doc = $whether]
            #[inline]
            pub const fn $is(self) -> bool {
                self.$role
            }
        )*}
    };
}

flags! {
    ignore:
        with_ignore, "Adds `ignore`: the field is never visited.";
        is_ignore, "Whether the field is never visited.";
    payload:
        with_payload, "Adds `payload`: the field is skipped under `skip_payload`.";
        is_payload, "Whether the field is skipped under `skip_payload`.";
    key:
        with_key, "Adds `key`: the field is the node's identity.";
        is_key, "Whether the field is the node's identity.";
    name:
        with_name, "Adds `name`: the field names the node in reports.";
        is_name, "Whether the field names the node in reports.";
    opaque:
        with_opaque, "Adds `opaque`: the field is compared by its own `Eq` and `Hash`.";
        is_opaque, "Whether the field is compared by its own `Eq` and `Hash`.";
    ordered:
        with_ordered, "Adds `ordered`: the field is a map that is compared in the container's order.";
        is_ordered, "Whether the field is a map that is compared in the container's order.";
    unordered:
        with_unordered, "Adds `unordered`: the field is a sequence whose elements have no order.";
        is_unordered, "Whether the field is a sequence whose elements have no order.";
    arena:
        with_arena, "Adds `arena`: the field is an arena, which is put in force.";
        is_arena, "Whether the field is an arena.";
    predeclared:
        with_predeclared, "Adds `predeclared`: the scope with the field binds the variables declared below the field on entry.";
        is_predeclared, "Whether the scope with the field binds the variables declared below the field on entry.";
}

impl fmt::Display for Roles {
    /// Writes the roles like the attribute; writes nothing without roles. Omits `predeclared`, which the attribute of
    /// the scope has.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let def = match self.def {
            Def::Inherit => "",
            Def::None => "def = \"none\"",
            Def::Pattern => "def",
            Def::Simple => "def = \"simple\"",
        };
        let roles = [
            (!def.is_empty(), def),
            (self.var == Some(""), "var"),
            (self.ignore, "ignore"),
            (self.payload, "payload"),
            (self.key, "key"),
            (self.name, "name"),
            (self.opaque, "opaque"),
            (self.ordered, "ordered"),
            (self.unordered, "unordered"),
            (self.arena, "arena"),
        ];
        let namespace = self.var.filter(|namespace| !namespace.is_empty());
        let var = namespace.map(|namespace| format!("var = {namespace:?}"));
        let roles = roles.into_iter().filter(|(given, _)| *given).map(|(_, role)| String::from(role));
        f.write_str(&var.into_iter().chain(roles).collect::<Vec<_>>().join(", "))
    }
}

/// A reference to another type's table: a function, since the tables of recursive types name each other.
pub(crate) type TypeRef = fn() -> &'static TypeInfo;

/// A field: its name (its index, in a tuple), its roles, and its type if the field is compared.
#[derive(Clone, Copy)]
pub struct FieldInfo {
    name: &'static str,
    roles: Roles,
    ty: Option<TypeRef>,
}

impl FieldInfo {
    /// A field whose type has a table.
    #[doc(hidden)]
    pub const fn new(name: &'static str, roles: Roles, ty: TypeRef) -> FieldInfo {
        FieldInfo { name, roles, ty: Some(ty) }
    }
    /// A field that is ignored or opaque.
    #[doc(hidden)]
    pub const fn untyped(name: &'static str, roles: Roles) -> FieldInfo {
        FieldInfo { name, roles, ty: None }
    }
    /// The field's name; its index for an unnamed one.
    pub const fn name(&self) -> &'static str {
        self.name
    }
    /// The field's roles.
    pub const fn roles(&self) -> Roles {
        self.roles
    }
    /// The table of the field's type; `None` for an ignored or opaque field.
    pub fn ty(&self) -> Option<&'static TypeInfo> {
        self.ty.map(|ty| ty())
    }
}

/// How fields are written.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Style {
    /// `{ name: Type }`
    Named,
    /// `(Type)`
    Tuple,
    /// No fields.
    Unit,
}

/// A variant of an enum. A struct has one variant, with the name of the struct.
#[derive(Clone, Copy)]
pub struct VariantInfo {
    name: &'static str,
    kind: Kind,
    scope: bool,
    style: Style,
    fields: &'static [FieldInfo],
}

impl VariantInfo {
    #[doc(hidden)]
    pub const fn new(name: &'static str, kind: Kind, style: Style, fields: &'static [FieldInfo]) -> VariantInfo {
        VariantInfo { name, kind, scope: false, style, fields }
    }
    #[doc(hidden)]
    pub const fn with_scope(self) -> VariantInfo {
        VariantInfo { scope: true, ..self }
    }
    /// The variant's name.
    pub const fn name(&self) -> &'static str {
        self.name
    }
    /// The variant's kind, which is the kind of the type unless the variant overrides it.
    pub const fn kind(&self) -> Kind {
        self.kind
    }
    /// Whether the variant is a lexical scope.
    pub const fn is_scope(&self) -> bool {
        self.scope
    }
    /// The variant's fields, in the order of declaration.
    pub const fn fields(&self) -> &'static [FieldInfo] {
        self.fields
    }
    /// Whether the variant is a scope that predeclares a field.
    pub(crate) const fn predeclares(&self) -> bool {
        self.roles_of_fields().predeclared
    }
    /// Those of the roles `key` and `predeclared` that some field has.
    const fn roles_of_fields(&self) -> Roles {
        let (mut roles, mut index) = (Roles::NONE, 0);
        while index < self.fields.len() {
            roles = roles.with_those_of(self.fields[index].roles);
            index += 1;
        }
        roles
    }
    /// Whether the variant has exactly one field, which is unnamed. This field adds no step to a path.
    pub const fn is_newtype(&self) -> bool {
        matches!(self.style, Style::Tuple) && self.fields.len() == 1
    }
}

/// The structure of a type.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub enum Shape {
    /// A leaf, with no nodes inside.
    Leaf,
    /// One variant, with the name of the type.
    Struct(&'static VariantInfo),
    /// An enum, with its variants.
    Enum(&'static [VariantInfo]),
    /// A pointer, shared or owning.
    Pointer(TypeRef),
    /// Elements in order.
    Sequence(TypeRef),
    /// Elements in order, each of its own type.
    Tuple(&'static [FieldInfo]),
    /// Entries, each with a key and a value.
    Map(TypeRef, TypeRef),
    /// Keys without values.
    Set(TypeRef),
    /// An id of a node in an arena.
    Id(TypeRef),
    /// A trait object: any type that implements the trait.
    Open,
}

/// An argument of a type that has no table.
#[doc(hidden)]
#[derive(Clone, Copy)]
pub enum Text {
    /// A type, by its name.
    Type(fn() -> &'static str),
    /// A constant.
    Constant(fn(&mut fmt::Formatter<'_>) -> fmt::Result),
}

/// The table of a type.
///
/// `Display` prints it like the annotated declaration that it describes.
///
/// ```
/// use std::sync::Arc;
/// use sexpr_core::StructuralEq;
///
/// #[derive(StructuralEq)]
/// #[seq(kind = "var")]
/// struct Var { #[seq(ignore)] name: String }
///
/// #[derive(StructuralEq)]
/// enum Expr {
///     Use(Arc<Var>),
///     Lambda { #[seq(def)] params: Vec<Arc<Var>>, body: Arc<Expr> },
/// }
///
/// assert_eq!(
///     Expr::type_info().to_string(),
///     "enum Expr (tree) {\n    \
///          Use(Arc<Var>),\n    \
///          Lambda { params: Vec<Arc<Var>> [def], body: Arc<Expr> },\n\
///      }"
/// );
/// ```
#[derive(Clone, Copy)]
pub struct TypeInfo {
    name: &'static str,
    origin: Origin,
    arguments: &'static [TypeRef],
    /// The arguments that have no tables.
    texts: &'static [Text],
    kind: Kind,
    shape: Shape,
    /// Whether the table is known to be complete. Hand-written tables are not trusted: no verdict depends on them.
    is_complete: bool,
}

/// The type of a node that is behind a trait object.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct ConcreteType {
    pub(crate) id: TypeId,
    pub(crate) info: &'static TypeInfo,
}

/// The part of a type's key that distinguishes types with one name.
#[derive(Clone, Copy)]
enum Origin {
    /// Nothing: the type belongs to the standard library, or is described by hand.
    Name,
    /// The module that declares the type.
    Path(&'static str),
    /// The key from the type's declaration.
    Key(&'static str),
}

impl TypeInfo {
    #[doc(hidden)]
    pub const fn new(name: &'static str, kind: Kind, shape: Shape) -> TypeInfo {
        TypeInfo { name, origin: Origin::Name, arguments: &[], texts: &[], kind, shape, is_complete: true }
    }
    /// This table, for a type that is declared in this module.
    #[doc(hidden)]
    pub const fn with_path(self, module: &'static str) -> TypeInfo {
        TypeInfo { origin: Origin::Path(module), ..self }
    }
    /// This table, for a type that has this key.
    pub const fn with_key(self, key: &'static str) -> TypeInfo {
        TypeInfo { origin: Origin::Key(key), ..self }
    }
    /// This table with these type arguments.
    #[doc(hidden)]
    pub const fn with_arguments(self, arguments: &'static [TypeRef]) -> TypeInfo {
        TypeInfo { arguments, ..self }
    }
    /// This table with further arguments, which have no tables.
    #[doc(hidden)]
    pub const fn with_texts(self, texts: &'static [Text]) -> TypeInfo {
        TypeInfo { texts, ..self }
    }
    /// This table, marked as incomplete, since a function lists the values of the type.
    #[doc(hidden)]
    pub const fn incomplete(self) -> TypeInfo {
        TypeInfo { is_complete: false, ..self }
    }
    /// This table, marked as known to be complete.
    #[doc(hidden)]
    pub const fn complete(self) -> TypeInfo {
        TypeInfo { is_complete: true, ..self }
    }
    /// The table of a leaf.
    pub const fn leaf(name: &'static str) -> TypeInfo {
        TypeInfo::new(name, Kind::Tree, Shape::Leaf).incomplete()
    }
    /// The table of a pointer or container.
    pub const fn container(name: &'static str, shape: Shape) -> TypeInfo {
        TypeInfo::new(name, Kind::Tree, shape).incomplete()
    }
    /// The table of one of this crate's pointers or containers.
    pub(crate) const fn known_container(name: &'static str, shape: Shape) -> TypeInfo {
        TypeInfo::new(name, Kind::Tree, shape)
    }
    /// The table of an id.
    #[doc(hidden)]
    pub const fn id(name: &'static str, node: TypeRef) -> TypeInfo {
        TypeInfo::new(name, Kind::Tree, Shape::Id(node))
    }
    /// The table of a trait's objects.
    #[doc(hidden)]
    pub const fn open(name: &'static str) -> TypeInfo {
        TypeInfo::new(name, Kind::Tree, Shape::Open)
    }
    /// The type's name, without its path and arguments.
    pub const fn name(&self) -> &'static str {
        self.name
    }
    /// The type's kind; a variant may override it.
    pub const fn kind(&self) -> Kind {
        self.kind
    }
    /// The type's structure.
    pub const fn shape(&self) -> Shape {
        self.shape
    }
    /// Whether values are leaves.
    pub(crate) const fn is_leaf(&self) -> bool {
        matches!(self.shape, Shape::Leaf)
    }
    /// Whether values may be known by a key.
    pub(crate) const fn has_key(&self) -> bool {
        self.roles_of_fields().key
    }
    /// Whether values are trait objects, whose concrete types differ.
    pub(crate) const fn is_open(&self) -> bool {
        matches!(self.shape, Shape::Open)
    }
    /// Whether values may be scopes.
    pub(crate) const fn may_be_scope(&self) -> bool {
        let (variants, mut index) = (self.variants(), 0);
        while index < variants.len() {
            if variants[index].is_scope() {
                return true;
            }
            index += 1;
        }
        self.is_open()
    }
    /// Whether values may be scopes that predeclare a field.
    pub(crate) const fn may_predeclare(&self) -> bool {
        self.is_open() || self.roles_of_fields().predeclared
    }
    /// Whether values may be variables.
    pub(crate) const fn may_be_variable(&self) -> bool {
        let (variants, mut index) = (self.variants(), 0);
        while index < variants.len() {
            if matches!(variants[index].kind(), Kind::Var) {
                return true;
            }
            index += 1;
        }
        false
    }
    /// Those of the roles `key` and `predeclared` that some field has.
    const fn roles_of_fields(&self) -> Roles {
        let (variants, mut roles, mut index) = (self.variants(), Roles::NONE, 0);
        while index < variants.len() {
            roles = roles.with_those_of(variants[index].roles_of_fields());
            index += 1;
        }
        roles
    }
    /// Whether the table is known to be complete.
    pub(crate) const fn is_complete(&self) -> bool {
        self.is_complete
    }
    /// The variants of an enum, or the only variant of a struct.
    pub(crate) const fn variants(&self) -> &'static [VariantInfo] {
        match self.shape {
            Shape::Struct(variant) => core::slice::from_ref(variant),
            Shape::Enum(variants) => variants,
            _ => &[],
        }
    }
    /// The variant at a position; a struct has one variant.
    pub fn variant(&self, index: u32) -> Option<&'static VariantInfo> {
        self.variants().get(index as usize)
    }
}
