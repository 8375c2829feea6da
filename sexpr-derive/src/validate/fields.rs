//! The roles of fields: which may be combined, and how the field is compared.

use darling::{Error, error::Accumulator, util::SpannedValue};
use proc_macro2::Span;
use syn::{Fields, GenericArgument, Index, Member, PathArguments, Type, spanned::Spanned};

use super::{Around, remote, via};
use crate::{
    attributes::{FieldAttributes, Function},
    codes::Code,
    model::{Access, Field, Kind, Part, Roles, Traversal},
};

/// The fields of a struct or a variant.
pub(super) fn fields(declared: &Fields, around: &Around, errors: &mut Accumulator) -> Vec<Field> {
    let (mut key, mut name) = (None, None);
    let mut arenas = Vec::new();
    let mut fields = Vec::new();
    for (position, field) in (0..).zip(declared) {
        let attributes = FieldAttributes::read(&field.attrs, errors);
        let given = Given::list(&attributes);
        let problem = contradiction(&given, around)
            .or_else(|| second_key(&given, &mut key))
            .or_else(|| second_name(&given, &mut name))
            .or_else(|| second_arena(&attributes, &field.ty, &mut arenas))
            .or_else(|| arena_for_any_ids(&attributes, &field.ty));
        errors.extend(problem);

        let member = match &field.ident {
            Some(ident) => Member::Named(ident.clone()),
            None => Member::Unnamed(Index::from(position)),
        };
        let roles = roles(&attributes);
        let part = part(&roles, around);
        remote::check_getter(&attributes, around, errors);
        fields.push(seen(&attributes, member, &field.ty, around, position, roles, part));
    }
    fields
}

/// The field with the type that is compared, and the way to access it.
fn seen(
    attributes: &FieldAttributes,
    member: Member,
    declared: &Type,
    around: &Around,
    position: usize,
    roles: Roles,
    part: Part,
) -> Field {
    let written = declared.clone();
    let of_id = attributes.id.as_ref().map(|id| remote::of_id(&id.0));
    let described = of_id.or_else(|| attributes.described.as_ref().map(|described| described.0.clone()));
    let (is_described, is_id) = (described.is_some(), attributes.id.is_some());
    let function = |function: &SpannedValue<Function>| function.0.clone();
    let (via, getter) = (attributes.via.as_ref().map(function), attributes.getter.as_ref().map(function));
    let (declared, access, projecting) = match (via, getter, around.remote) {
        // A getter that returns a slice counts as a projection: no field has a slice as its type.
        (None, Some(getter), _) if is_described && !matches!(described, Some(Type::Slice(_))) => {
            (declared.clone(), Access::Getter(getter), None)
        }
        (None, Some(getter), Some(remote)) => (Type::Path(remote.ty.clone()), Access::Whole, Some(getter)),
        (via, _, _) => (declared.clone(), Access::Member, via),
    };
    let result = described.clone().map(remote::without_placeholders);
    let via = projecting.map(|function| via::via(around, position, &declared, function, result));
    let ty = match (&via, &described) {
        (Some(via), _) => via::projected(via, &declared),
        (None, Some(described)) => remote::seen(described, &declared, described.span()),
        (None, None) => declared.clone(),
    };
    let condition = attributes.unordered.as_ref().and_then(|elements| elements.0.clone());
    Field { member, ty, declared, written, via, is_described, is_id, access, roles, part, condition }
}

/// A role of the field, and its place.
struct Given {
    name: &'static str,
    span: Span,
}

impl Given {
    fn list(attributes: &FieldAttributes) -> Vec<Given> {
        let FieldAttributes {
            ignore,
            name,
            def,
            var,
            payload,
            key,
            opaque,
            ordered,
            unordered,
            arena,
            via,
            described,
            id,
            getter,
        } = attributes;
        let words = [
            ("ignore", ignore),
            ("name", name),
            ("key", key),
            ("opaque", opaque),
            ("payload", payload),
            ("ordered", ordered),
        ];
        let words = words.into_iter().filter_map(|(name, word)| Some(Given { name, span: word.as_ref()?.span() }));
        let unordered = unordered.as_ref().map(|unordered| Given { name: "unordered", span: unordered.span() });
        let def = def.as_ref().map(|def| Given { name: "def", span: def.span() });
        let var = var.as_ref().map(|var| Given { name: "var", span: var.span() });
        let arena = arena.as_ref().map(|arena| Given {
            name: if arena.is_whole { "arena = \"whole\"" } else { "arena" },
            span: arena.span(),
        });
        let via = via.as_ref().map(|via| Given { name: "via", span: via.span() });
        let described = described.as_ref().map(|described| Given { name: "as", span: described.span() });
        let id = id.as_ref().map(|id| Given { name: "id", span: id.span() });
        let getter = getter.as_ref().map(|getter| Given { name: "getter", span: getter.span() });
        words
            .chain(unordered)
            .chain(def)
            .chain(var)
            .chain(arena)
            .chain(via)
            .chain(described)
            .chain(id)
            .chain(getter)
            .collect()
    }
}

/// The first error in a field's roles.
fn contradiction(given: &[Given], around: &Around) -> Option<Error> {
    let find = |name: &str| given.iter().find(|role| role.name == name);
    let beside = |name: &str, others: &[&str]| {
        let other = given.iter().find(|role| role.name != name && (others.is_empty() || others.contains(&role.name)));
        find(name).and(other)
    };
    let serves_key = |role: &Given| ["via", "as", "getter"].contains(&role.name) && find("key").is_some();
    let error = |code: Code, role: &Given, message: String| Some(code.at(role.span, message));

    let beside_name =
        ["def", "var", "key", "ordered", "unordered", "arena", "arena = \"whole\"", "via", "as", "id", "getter"]
            .as_slice();
    if let Some(other) = beside("name", beside_name) {
        let message = format!(
            "`name` shows the field in reports and does not compare it as nodes: keep either `name` or `{}`",
            other.name
        );
        return error(Code::NameBesideRole, other, message);
    }
    let ignored = given.iter().find(|role| !["ignore", "name"].contains(&role.name));
    if let Some(other) = find("ignore").and(ignored) {
        return error(
            Code::IgnoreBesideRole,
            other,
            format!("an ignored field is not compared: keep either `ignore` or `{}`", other.name),
        );
    }
    if let Some(other) = beside("key", &["def", "var", "payload", "opaque", "ordered", "arena", "arena = \"whole\""]) {
        let message = format!("a key has no other role: keep either `key` or `{}`", other.name);
        return error(Code::KeyBesideRole, other, message);
    }
    if let Some(other) =
        beside("unordered", &["ignore", "def", "key", "opaque", "ordered", "var", "via", "as", "id", "getter"])
            .or_else(|| given.iter().find(|role| role.name.starts_with("arena") && find("unordered").is_some()))
    {
        let message = match other.name {
            "def" => "parts that bind are compared in order: keep either `unordered` or `def`".to_owned(),
            "ordered" => {
                "entries of a map are unordered unless it is `ordered`, and `unordered` is for sequences: keep one of them"
                    .to_owned()
            }
            other => format!("`unordered` is for a sequence whose elements are compared: keep either `unordered` or `{other}`"),
        };
        return error(Code::UnorderedBesideRole, other, message);
    }
    if let Some(other) = beside("opaque", &["def", "var", "ordered"]) {
        let message = format!(
            "an opaque field is compared by its own `Eq`, which sees neither variables nor entries: keep either \
             `opaque` or `{}`",
            other.name
        );
        return error(Code::OpaqueBesideRole, other, message);
    }
    let arena_roles = ["ignore", "def", "var", "payload", "opaque", "ordered", "via"];
    if let Some(other) = beside("arena", &arena_roles) {
        let message = format!(
            "nodes in an arena are compared where ids lead to them: keep either `arena` or `{}`, or write \
             `arena = \"whole\"` if all its nodes count",
            other.name
        );
        return error(Code::ArenaBesideRole, other, message);
    }
    if let Some(other) = beside("arena = \"whole\"", &["var", "opaque", "ordered", "via"]) {
        return error(
            Code::WholeArenaBesideRole,
            other,
            format!("an arena holds nodes: keep either `arena` or `{}`", other.name),
        );
    }
    if let Some(arena) = given.iter().find(|role| role.name.starts_with("arena"))
        && around.kind == Kind::ConstTree
    {
        let message = "a `const-tree` holds no ids, so `arena` has no effect: make it `kind = \"tree\"`, or remove \
                       `arena`";
        return error(Code::ArenaOfConstTree, arena, message.to_owned());
    }
    if let Some(other) = beside("id", &["as", "via", "var", "key", "ordered", "getter"]) {
        return error(
            Code::IdBesideRole,
            other,
            format!("an id is a pointer to a node: keep either `id` or `{}`", other.name),
        );
    }
    if let Some(other) = beside("as", &["opaque"]).or_else(|| beside("id", &["opaque"])) {
        let kept = if find("as").is_some() { "as" } else { "id" };
        return error(
            Code::OpaqueDescription,
            other,
            format!("an opaque field is compared by its own `Eq`: keep either `opaque` or `{kept}`"),
        );
    }
    if let Some(other) = beside("via", &["opaque", "ordered"]) {
        let message = if other.name == "opaque" {
            "an opaque field is compared by its own `Eq`, not by a function's result: keep either `opaque` or \
             `via`"
        } else {
            "the result of a `via` function is not a map: remove `ordered`, or return a sequence of the entries"
        };
        return error(Code::ViaBesideRole, other, message.to_owned());
    }
    if let Some(other) = beside("var", &["ordered"]) {
        let message = "a name is a leaf or a container of leaves, without entries: keep either `var` or \
                       `ordered`";
        return error(Code::OrderedName, other, message.to_owned());
    }
    if around.kind == Kind::Singleton
        && let Some(role) = given.iter().find(|role| !["key", "name"].contains(&role.name) && !serves_key(role))
    {
        let message = format!("`{}` has no effect: the fields of a singleton are not compared; remove it", role.name);
        return error(Code::RoleInSingleton, role, message);
    }
    if let Some(key) = find("key")
        && !around.kind.has_identity()
    {
        let message = format!(
            "a `{}` has no identity, so `key` has no effect: remove `key`, or make it a `var`, `dag` or `singleton` \
             with `kind = \"...\"`",
            around.kind.name()
        );
        return error(Code::KeyWithoutIdentity, key, message);
    }
    if let Some(name) = find("name")
        && !around.kind.has_identity()
    {
        let message = format!(
            "`name` is what reports call a node of kind `var`, `dag` or `singleton`, and this is a `{}`: remove it, or write \
             `var` if the field is the name of a variable",
            around.kind.name()
        );
        return error(Code::NameWithoutIdentity, name, message);
    }
    if let Some(var) = find("var")
        && around.kind == Kind::ConstTree
    {
        let message = "a `const-tree` cannot contain variables, but `var` declares one: make it `kind = \"tree\"`, or \
                       remove `var` where no name is renamed";
        return error(Code::NameInConstTree, var, message.to_owned());
    }
    let lister = match around.traversal {
        Traversal::Fields => return None,
        Traversal::With(_) => "the function given by `with` lists what is compared",
        Traversal::Custom(_) => "the implementation of `CustomStructural` decides what is compared",
    };
    let idle =
        given.iter().find(|role| !["key", "ignore", "name", "arena"].contains(&role.name) && !serves_key(role))?;
    let instead = match idle.name {
        "var" => "remove it, and hand over a value of a type that derives `StructuralEq` and has such a field",
        _ => "remove it, and say so there",
    };
    error(Code::RoleBesideList, idle, format!("`{}` has no effect: {lister}; {instead}", idle.name))
}

fn second_key(given: &[Given], first: &mut Option<Span>) -> Option<Error> {
    let key = given.iter().find(|role| role.name == "key")?;
    first.replace(key.span)?;
    let message = "a node has one key: put both fields into one, such as a tuple or a struct, and mark that";
    Some(Code::SecondKey.at(key.span, message))
}

fn second_name(given: &[Given], first: &mut Option<Span>) -> Option<Error> {
    let name = given.iter().find(|role| role.name == "name")?;
    first.replace(name.span)?;
    let message = "a node has one name: keep `name` on one of the fields";
    Some(Code::SecondName.at(name.span, message))
}

/// The error for a second arena with ids of the same type, between which an id would not distinguish.
fn second_arena(attributes: &FieldAttributes, ty: &Type, arenas: &mut Vec<(Type, Option<Type>)>) -> Option<Error> {
    let arena = attributes.arena.as_ref()?;
    let this = (ty.clone(), arena.id.clone());
    if arenas.contains(&this) {
        let message = "another arena has the same type, so an id would be ambiguous: give their ids \
                       different types";
        return Some(Code::SecondArena.at(arena.span(), message));
    }
    arenas.push(this);
    None
}

/// The error for a `Vec` as an arena without a type of ids: it is an arena for all ids of its nodes, so the attribute
/// must name the type.
fn arena_for_any_ids(attributes: &FieldAttributes, ty: &Type) -> Option<Error> {
    let arena = attributes.arena.as_ref().filter(|arena| arena.id.is_none())?;
    let Type::Path(path) = ty else { return None };
    let vec = path.path.segments.last().filter(|segment| segment.ident == "Vec")?;
    let node = match &vec.arguments {
        PathArguments::AngleBracketed(arguments) => match arguments.args.first() {
            Some(GenericArgument::Type(Type::Path(node))) => node.path.get_ident(),
            _ => None,
        },
        _ => None,
    };
    let node = node.map_or("Node".to_owned(), ToString::to_string);
    let whole = if arena.is_whole { ", whole" } else { "" };
    let message = format!(
        "a `Vec` is an arena for ids of any type: name theirs, as in `arena({node}Id{whole})`; if ids are `usize`, write \
         `arena(IdOf<{node}, usize>{whole})` here, and `id({node})` on the fields that hold ids"
    );
    Some(Code::ArenaForAnyIds.at(arena.span(), message))
}

fn roles(attributes: &FieldAttributes) -> Roles {
    Roles {
        ignore: attributes.ignore.is_some(),
        def: attributes.def.as_ref().map(|def| (**def, def.span())),
        var: attributes.var.as_ref().map(|namespace| namespace.0.clone()),
        payload: attributes.payload.is_some(),
        key: attributes.key.is_some(),
        name: attributes.name.is_some(),
        opaque: attributes.opaque.is_some(),
        ordered: attributes.ordered.is_some(),
        unordered: attributes.unordered.is_some(),
        arena: attributes.arena.as_deref().cloned(),
        predeclared: None,
    }
}

fn part(roles: &Roles, around: &Around) -> Part {
    if roles.key {
        Part::Key
    } else if roles.ignore || around.kind == Kind::Singleton || !matches!(around.traversal, Traversal::Fields) {
        Part::None
    } else if let Some(arena) = &roles.arena {
        if arena.is_whole { Part::WholeArena } else { Part::None }
    } else if roles.opaque {
        Part::Opaque
    } else if roles.var.is_some() {
        Part::NameField
    } else if roles.ordered {
        Part::Ordered
    } else if roles.unordered {
        Part::Unordered
    } else {
        Part::Compared
    }
}
