//! The validated description of a type, from which all code is generated.

use proc_macro2::Span;
use syn::{Generics, Ident, Member, Path, TypePath, WherePredicate, ext::IdentExt};

/// A type that derives `StructuralEq`.
pub(crate) struct Input {
    pub(crate) ident: Ident,
    /// As declared, without the parameters' defaults.
    pub(crate) generics: Generics,
    /// The path of `sexpr_core`.
    pub(crate) core: Path,
    /// The predicates that replace inferred bounds.
    pub(crate) bound: Option<Vec<WherePredicate>>,
    pub(crate) shape: Shape,
    pub(crate) traversal: Traversal,
    /// The type's name in fingerprints and behind trait objects, instead of its path.
    pub(crate) type_key: Option<String>,
    /// Whether values have a meaning in this process only.
    pub(crate) is_process_local: bool,
    /// Whether values can be rewritten.
    pub(crate) is_rewritable: bool,
    /// Whether values can be dropped iteratively.
    pub(crate) is_dismantled: bool,
    /// The type of another crate that this type describes.
    pub(crate) remote: Option<Remote>,
}

/// The type of another crate that a declaration is a mirror of.
pub(crate) struct Remote {
    /// The path as written. Only an alias mentions it, so that a mistake in it is one error.
    pub(crate) written: TypePath,
    /// The parameters of the mirror that the alias needs.
    pub(crate) generics: Generics,
    /// The alias with its arguments.
    pub(crate) ty: TypePath,
}

/// The declaration of a type.
pub(crate) enum Shape {
    /// A struct, represented as a variant of the same name.
    Struct(Variant),
    Enum {
        kind: Kind,
        variants: Vec<Variant>,
    },
}

/// The way to list a node's parts.
pub(crate) enum Traversal {
    Fields,
    /// A function.
    With(Path),
    /// An implementation of `CustomStructural`.
    Custom(Span),
}

pub(crate) struct Variant {
    pub(crate) ident: Ident,
    pub(crate) kind: Kind,
    /// Whether bindings end with the node.
    pub(crate) is_scope: bool,
    /// Whether it represents all undeclared variants.
    pub(crate) is_rest: bool,
    /// Whether undeclared fields are ignored.
    pub(crate) is_partial: bool,
    pub(crate) style: Style,
    /// In the order of declaration.
    pub(crate) fields: Vec<Field>,
    /// The positions of the listed fields, in the order of comparison.
    pub(crate) order: Vec<usize>,
    /// Unordered fields.
    pub(crate) operands: Option<Operands>,
}

/// Unordered fields.
pub(crate) struct Operands {
    /// Their positions, in the order of declaration.
    pub(crate) positions: Vec<usize>,
    pub(crate) condition: Option<Condition>,
}

/// A function that decides, for each node, whether its operands or elements are unordered.
#[derive(Clone)]
pub(crate) struct Condition {
    pub(crate) function: Path,
    /// Whether the user promises that elements reach no dag node and no id.
    pub(crate) assumes_tree: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Style {
    Named,
    Tuple,
    Unit,
}

pub(crate) struct Field {
    pub(crate) member: Member,
    /// The type that is compared: an `As` of the declared type if the field is projected or described.
    pub(crate) ty: syn::Type,
    /// The declared type; or the type of the whole value, if a function projects that.
    pub(crate) declared: syn::Type,
    /// The type as written in the declaration.
    pub(crate) written: syn::Type,
    /// The function that projects the field.
    pub(crate) via: Option<Via>,
    /// Whether a mirror describes the field.
    pub(crate) is_described: bool,
    /// Whether the field has the role `id`.
    pub(crate) is_id: bool,
    pub(crate) access: Access,
    pub(crate) roles: Roles,
    pub(crate) part: Part,
    /// The condition under which its elements are unordered; `None`: always.
    pub(crate) condition: Option<Condition>,
}

/// The way to access a field.
pub(crate) enum Access {
    /// By its name or index.
    Member,
    /// By projecting the whole value.
    Whole,
    /// By a function of the whole value that returns a reference.
    Getter(Path),
}

/// A function that projects a field, and the generated type that represents it.
pub(crate) struct Via {
    pub(crate) function: Path,
    pub(crate) ident: Ident,
    /// The description of the type to which it returns a reference.
    pub(crate) described: Option<syn::Type>,
    /// The parameters that the generated type needs.
    pub(crate) generics: Generics,
}

/// The way in which a field is compared.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    /// Listed, and compared structurally.
    Compared,
    /// Listed, and compared as a map in its own order.
    Ordered,
    /// Listed, and compared as unordered elements.
    Unordered,
    /// Listed, and compared as one of several unordered fields.
    Operand,
    /// Listed, and compared by its own `Eq`.
    Opaque,
    /// Listed: the names of variables.
    NameField,
    /// Listed: all nodes of an arena.
    WholeArena,
    /// The node's identity; not listed.
    Key,
    /// Not compared: the field is ignored or a singleton's, or a function or implementation lists the node's parts.
    None,
}

/// The declared roles. Those to which later messages point have their places.
#[derive(Clone, Default)]
pub(crate) struct Roles {
    pub(crate) ignore: bool,
    pub(crate) def: Option<(Def, Span)>,
    /// The namespace, empty if there is none.
    pub(crate) var: Option<String>,
    pub(crate) payload: bool,
    pub(crate) key: bool,
    /// Whether the field is the node's name in reports.
    pub(crate) name: bool,
    pub(crate) opaque: bool,
    pub(crate) ordered: bool,
    pub(crate) unordered: bool,
    pub(crate) arena: Option<Arena>,
    /// The place of `predeclare`, if the enclosing scope predeclares the bindings below the field.
    pub(crate) predeclared: Option<Span>,
}

/// The use of the arena in a field.
#[derive(Clone)]
pub(crate) struct Arena {
    /// The type of its ids, if written.
    pub(crate) id: Option<syn::Type>,
    /// Whether all its nodes count.
    pub(crate) is_whole: bool,
}

impl Roles {
    /// Whether a role changes the comparison of a compared field: it opens a region, or lets an option skip the field.
    pub(crate) fn change_comparison(&self) -> bool {
        self.payload || self.def.is_some() || self.predeclared.is_some()
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Tree,
    ConstTree,
    Dag,
    Var,
    Singleton,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Def {
    Pattern,
    Simple,
    None,
}

impl Input {
    pub(crate) fn kind(&self) -> Kind {
        match &self.shape {
            Shape::Struct(variant) => variant.kind,
            Shape::Enum { kind, .. } => *kind,
        }
    }

    pub(crate) fn variants(&self) -> &[Variant] {
        match &self.shape {
            Shape::Struct(variant) => std::slice::from_ref(variant),
            Shape::Enum { variants, .. } => variants,
        }
    }

    /// Every field of every variant, in the order of declaration.
    pub(crate) fn fields(&self) -> impl Iterator<Item = (&Variant, &Field)> {
        self.variants().iter().flat_map(|variant| variant.fields.iter().map(move |field| (variant, field)))
    }

    /// The types of the `wanted` fields, deduplicated.
    pub(crate) fn types(&self, wanted: impl Fn(&Field) -> bool) -> Vec<&syn::Type> {
        let mut types = Vec::new();
        for (_, field) in self.fields().filter(|(_, field)| wanted(field)) {
            if !types.contains(&&field.ty) {
                types.push(&field.ty);
            }
        }
        types
    }

    /// The namespaces of fields that hold names, deduplicated, without the empty one.
    pub(crate) fn namespaces(&self) -> Vec<&str> {
        let mut namespaces = Vec::new();
        for namespace in self.fields().filter_map(|(_, field)| field.namespace()) {
            if !namespace.is_empty() && !namespaces.contains(&namespace) {
                namespaces.push(namespace);
            }
        }
        namespaces
    }

    pub(crate) fn has_names(&self) -> bool {
        self.fields().any(|(_, field)| field.part == Part::NameField)
    }

    pub(crate) fn has_scope(&self) -> bool {
        self.variants().iter().any(|variant| variant.is_scope)
    }

    /// Whether any field is an arena.
    pub(crate) fn has_arenas(&self) -> bool {
        self.fields().any(|(_, field)| field.roles.arena.is_some())
    }

    pub(crate) fn has_whole_arenas(&self) -> bool {
        self.fields().any(|(_, field)| field.part == Part::WholeArena)
    }

    pub(crate) fn is_enum(&self) -> bool {
        matches!(self.shape, Shape::Enum { .. })
    }

    /// Whether the fields are listed one by one.
    pub(crate) fn lists_fields(&self) -> bool {
        matches!(self.traversal, Traversal::Fields)
    }
}

impl Variant {
    /// Whether variables bind in one of its fields.
    pub(crate) fn binds(&self) -> bool {
        self.fields.iter().any(|field| field.roles.def.is_some_and(|(def, _)| def.binds()))
    }

    pub(crate) fn key(&self) -> Option<&Field> {
        self.fields.iter().find(|field| field.part == Part::Key)
    }

    /// The field that names its nodes in reports.
    pub(crate) fn name(&self) -> Option<&Field> {
        self.fields.iter().find(|field| field.roles.name)
    }

    /// Whether its nodes are identified by address.
    pub(crate) fn is_known_by_address(&self) -> bool {
        self.kind.has_identity() && self.key().is_none()
    }

    /// Whether its nodes are identified by key.
    pub(crate) fn is_keyed(&self) -> bool {
        self.kind.has_identity() && self.key().is_some()
    }

    /// The listed fields with their positions, in the order of comparison.
    pub(crate) fn listed(&self) -> impl DoubleEndedIterator<Item = (usize, &Field)> {
        self.order.iter().map(|&position| (position, &self.fields[position]))
    }
}

impl Field {
    /// Whether the field is compared at its declared type.
    pub(crate) fn is_as_declared(&self) -> bool {
        self.via.is_none() && !self.is_described
    }

    /// Whether its content is compared structurally.
    pub(crate) fn is_compared(&self) -> bool {
        matches!(self.part, Part::Compared | Part::Ordered | Part::Unordered | Part::Operand)
    }

    /// Whether a check must ensure that its elements may be in any order. Those of a `const-tree` always may.
    pub(crate) fn needs_reorderable(&self, variant: &Variant) -> bool {
        matches!(self.part, Part::Unordered | Part::Operand) && variant.kind != Kind::ConstTree
    }

    /// Whether the user promises that its unordered elements reach no dag node and no id.
    pub(crate) fn assumes_tree(&self) -> bool {
        self.condition.as_ref().is_some_and(|condition| condition.assumes_tree)
    }

    /// Whether the field is one of the node's listed parts.
    pub(crate) fn is_listed(&self) -> bool {
        self.is_compared() || matches!(self.part, Part::Opaque | Part::NameField | Part::WholeArena)
    }

    /// The namespace of a field that holds names; empty for the default.
    pub(crate) fn namespace(&self) -> Option<&str> {
        self.roles.var.as_deref().filter(|_| self.part == Part::NameField)
    }

    /// The displayed name: without `r#`, or the index of an unnamed field.
    pub(crate) fn name(&self) -> String {
        member_name(&self.member)
    }
}

pub(crate) fn member_name(member: &Member) -> String {
    match member {
        Member::Named(ident) => ident.unraw().to_string(),
        Member::Unnamed(index) => index.index.to_string(),
    }
}

impl Kind {
    /// The names in attributes, in the order of [`Kind`].
    pub(crate) const NAMES: [&str; 5] = ["tree", "const-tree", "dag", "var", "singleton"];

    pub(crate) fn from_name(name: &str) -> Option<Kind> {
        [Kind::Tree, Kind::ConstTree, Kind::Dag, Kind::Var, Kind::Singleton]
            .into_iter()
            .find(|kind| kind.name() == name)
    }

    pub(crate) fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    /// Whether nodes are compared by content only.
    pub(crate) fn is_tree(self) -> bool {
        matches!(self, Kind::Tree | Kind::ConstTree)
    }

    /// Whether nodes have an identity.
    pub(crate) fn has_identity(self) -> bool {
        !self.is_tree()
    }
}

impl Def {
    pub(crate) const NAMES: [&str; 3] = ["pattern", "simple", "none"];

    pub(crate) fn from_name(name: &str) -> Option<Def> {
        [Def::Pattern, Def::Simple, Def::None].into_iter().find(|def| Self::NAMES[*def as usize] == name)
    }

    /// Whether variables can bind in the region that it opens.
    pub(crate) fn binds(self) -> bool {
        self != Def::None
    }
}
