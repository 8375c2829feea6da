//! The validated description of a type, from which everything is written.

use proc_macro2::Span;
use syn::{Generics, Ident, Member, Path, TypePath, WherePredicate, ext::IdentExt};

/// A type that derives `StructuralEq`.
pub(crate) struct Input {
    pub(crate) ident: Ident,
    /// As declared, without the parameters' defaults.
    pub(crate) generics: Generics,
    /// Where `sexpr_core` is found.
    pub(crate) core: Path,
    /// What stands in place of inferred bounds.
    pub(crate) bound: Option<Vec<WherePredicate>>,
    pub(crate) shape: Shape,
    pub(crate) traversal: Traversal,
    /// What the type is called in what outlives the process, instead of its path.
    pub(crate) type_key: Option<String>,
    /// Whether values mean something in this process only.
    pub(crate) is_process_local: bool,
    /// Whether values can be rewritten.
    pub(crate) is_rewritable: bool,
    /// Whether values can be dropped piece by piece.
    pub(crate) is_dismantled: bool,
    /// The type of another crate that this one describes.
    pub(crate) remote: Option<Remote>,
}

/// The type of another crate that a declaration is a mirror of.
pub(crate) struct Remote {
    /// As written. It is mentioned once, by an alias, so that a mistake in it is one error.
    pub(crate) written: TypePath,
    /// Those of the mirror's parameters that are arguments of the alias.
    pub(crate) generics: Generics,
    /// The alias with its arguments.
    pub(crate) ty: TypePath,
}

/// What a type is declared as.
pub(crate) enum Shape {
    /// A struct, seen as a variant of the same name.
    Struct(Variant),
    Enum {
        kind: Kind,
        variants: Vec<Variant>,
    },
}

/// What lists a node's parts.
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
    /// Whether what is bound in it is forgotten where it ends.
    pub(crate) is_scope: bool,
    /// Whether it stands for the variants that are not declared.
    pub(crate) is_rest: bool,
    /// Whether fields that are not declared are ignored.
    pub(crate) is_partial: bool,
    pub(crate) style: Style,
    /// In the order of declaration.
    pub(crate) fields: Vec<Field>,
    /// The positions of the listed fields, in the order of comparison.
    pub(crate) order: Vec<usize>,
    /// Fields among which there is no order.
    pub(crate) operands: Option<Operands>,
}

/// Fields among which there is no order.
pub(crate) struct Operands {
    /// Their positions, in the order of declaration.
    pub(crate) positions: Vec<usize>,
    pub(crate) condition: Option<Condition>,
}

/// Says of a node whether there is no order among its operands or elements.
#[derive(Clone)]
pub(crate) struct Condition {
    pub(crate) function: Path,
    /// Whether it answers for it that elements reach no dag node and no id.
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
    /// The type as which the field is compared: an `As` of the declared one, if that is projected or described.
    pub(crate) ty: syn::Type,
    /// As declared; that of the whole value, if a function reads the field from it.
    pub(crate) declared: syn::Type,
    /// As declared, in any case.
    pub(crate) written: syn::Type,
    /// The function that the field is projected by.
    pub(crate) via: Option<Via>,
    /// Whether a type describes the field's.
    pub(crate) is_described: bool,
    /// Whether it is a number that is an id.
    pub(crate) is_id: bool,
    pub(crate) access: Access,
    pub(crate) roles: Roles,
    pub(crate) part: Part,
    /// When its elements have no order, or when it may change places with others; `None`: always.
    pub(crate) condition: Option<Condition>,
}

/// Where a field is found.
pub(crate) enum Access {
    /// Where it is declared.
    Member,
    /// Nowhere: it is made of the whole value.
    Whole,
    /// Where a function of the whole value says.
    Getter(Path),
}

/// A function that a field is projected by, and the type that stands for it.
pub(crate) struct Via {
    pub(crate) function: Path,
    pub(crate) ident: Ident,
    /// What describes the type that it returns a reference to.
    pub(crate) described: Option<syn::Type>,
    /// The parameters that it needs, for a declared type that depends on some.
    pub(crate) generics: Generics,
}

/// The part that a field takes in the comparison.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    /// Listed, and compared structurally.
    Compared,
    /// Listed, and compared as a map in its own order.
    Ordered,
    /// Listed, and compared as elements that have no order.
    Unordered,
    /// Listed, and compared as one of several fields that have no order.
    Operand,
    /// Listed, and compared by its own `Eq`.
    Opaque,
    /// Listed: the names of variables.
    NameField,
    /// Listed: all nodes of an arena.
    WholeArena,
    /// The node's identity; not listed.
    Key,
    /// None: the field is ignored, or is a singleton's, or something else lists the node's parts.
    None,
}

/// The roles as declared, each with its place where a later message points to it.
#[derive(Clone, Default)]
pub(crate) struct Roles {
    pub(crate) ignore: bool,
    pub(crate) def: Option<(Def, Span)>,
    /// The namespace, empty if there is none.
    pub(crate) var: Option<String>,
    pub(crate) payload: bool,
    pub(crate) key: bool,
    /// What nodes are called in reports.
    pub(crate) name: bool,
    pub(crate) opaque: bool,
    pub(crate) ordered: bool,
    pub(crate) unordered: bool,
    pub(crate) arena: Option<Arena>,
    /// The scope around predeclares what binds below the field.
    pub(crate) predeclared: Option<Span>,
}

/// What the arena in a field is for.
#[derive(Clone)]
pub(crate) struct Arena {
    /// The type of its ids, where that is written.
    pub(crate) id: Option<syn::Type>,
    /// Whether all its nodes count.
    pub(crate) is_whole: bool,
}

impl Roles {
    /// Whether a field that is compared opens a region, or is left out under some options.
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

    /// The different types of the fields that are `wanted`.
    pub(crate) fn types(&self, wanted: impl Fn(&Field) -> bool) -> Vec<&syn::Type> {
        let mut types = Vec::new();
        for (_, field) in self.fields().filter(|(_, field)| wanted(field)) {
            if !types.contains(&&field.ty) {
                types.push(&field.ty);
            }
        }
        types
    }

    /// The different namespaces of the fields that hold names, the empty one apart.
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

    /// Whether any arena is put in force.
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
    /// Whether variables bind in the region of one of its fields.
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

    /// Whether its nodes are told apart by their addresses.
    pub(crate) fn is_known_by_address(&self) -> bool {
        self.kind.has_identity() && self.key().is_none()
    }

    /// Whether its nodes are told apart by their keys.
    pub(crate) fn is_keyed(&self) -> bool {
        self.kind.has_identity() && self.key().is_some()
    }

    /// The listed fields with their positions, in the order of comparison.
    pub(crate) fn listed(&self) -> impl DoubleEndedIterator<Item = (usize, &Field)> {
        self.order.iter().map(|&position| (position, &self.fields[position]))
    }
}

impl Field {
    /// Whether it counts as what its declared type says.
    pub(crate) fn is_as_declared(&self) -> bool {
        self.via.is_none() && !self.is_described
    }

    /// Whether the structural comparison goes into it.
    pub(crate) fn is_compared(&self) -> bool {
        matches!(self.part, Part::Compared | Part::Ordered | Part::Unordered | Part::Operand)
    }

    /// Whether its elements must be fit to stand in any order. Those of a `const-tree` are.
    pub(crate) fn needs_reorderable(&self, variant: &Variant) -> bool {
        matches!(self.part, Part::Unordered | Part::Operand) && variant.kind != Kind::ConstTree
    }

    /// Whether a function answers for it that its elements are trees where they have no order.
    pub(crate) fn assumes_tree(&self) -> bool {
        self.condition.as_ref().is_some_and(|condition| condition.assumes_tree)
    }

    /// Whether the node's parts include it.
    pub(crate) fn is_listed(&self) -> bool {
        self.is_compared() || matches!(self.part, Part::Opaque | Part::NameField | Part::WholeArena)
    }

    /// For a field that holds names: their namespace, empty if there is none.
    pub(crate) fn namespace(&self) -> Option<&str> {
        self.roles.var.as_deref().filter(|_| self.part == Part::NameField)
    }

    /// The name to show: without `r#`, and the index of an unnamed field.
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
    /// As an attribute spells them, in the order of [`Kind`].
    pub(crate) const NAMES: [&str; 5] = ["tree", "const-tree", "dag", "var", "singleton"];

    pub(crate) fn from_name(name: &str) -> Option<Kind> {
        [Kind::Tree, Kind::ConstTree, Kind::Dag, Kind::Var, Kind::Singleton]
            .into_iter()
            .find(|kind| kind.name() == name)
    }

    pub(crate) fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    /// Whether a node stands for its content alone.
    pub(crate) fn is_tree(self) -> bool {
        matches!(self, Kind::Tree | Kind::ConstTree)
    }

    /// Whether it matters which node it is.
    pub(crate) fn has_identity(self) -> bool {
        !self.is_tree()
    }
}

impl Def {
    pub(crate) const NAMES: [&str; 3] = ["pattern", "simple", "none"];

    pub(crate) fn from_name(name: &str) -> Option<Def> {
        [Def::Pattern, Def::Simple, Def::None].into_iter().find(|def| Self::NAMES[*def as usize] == name)
    }

    /// Whether variables can bind in the region it opens.
    pub(crate) fn binds(self) -> bool {
        self != Def::None
    }
}
