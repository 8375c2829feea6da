//! The texts of types: a full name, a key that is different for every type, and the annotated declaration that a
//! table describes.

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};
use core::fmt;

use crate::describe::info::{FieldInfo, Kind, Origin, Roles, Shape, Style, Text, TypeInfo, TypeRef, VariantInfo};

impl TypeInfo {
    /// The name of the type with the names of its arguments, for display: `Vec<Arc<Var>>`.
    ///
    /// ```
    /// use sexpr_core::StructuralEq;
    ///
    /// assert_eq!(<Vec<Option<(u8, &str)>>>::type_info().full_name().to_string(), "Vec<Option<(u8, &str)>>");
    /// ```
    pub fn full_name(&self) -> impl fmt::Display + use<'_> {
        Name { of: self, qualified: false }
    }

    /// A name that identifies the type in every process: the path to its declaration, or the key in
    /// `#[seq(type_key = "…")]`, with the keys of its type arguments.
    ///
    /// The key is part of every fingerprint, and of the hash of a value whose type is not known statically. Moving or
    /// renaming a type changes its key, unless an attribute sets the key. Two types with one name in one module,
    /// declared in different functions, need the attribute. A type argument that is not compared, such as a marker in a
    /// `PhantomData`, is identified by its [`type_name`](core::any::type_name), which may differ between compilers. So
    /// such an argument is an [obstacle](crate::report::Obstacle::TypeName) to a fingerprint.
    ///
    /// ```
    /// use sexpr_core::StructuralEq;
    ///
    /// #[derive(StructuralEq)]
    /// #[seq(type_key = "ir::Block")]
    /// struct Block<T> { items: Vec<T> }
    ///
    /// assert_eq!(<Block<Option<u8>>>::type_info().type_key().to_string(), "ir::Block<Option<u8>>");
    /// ```
    pub fn type_key(&self) -> impl fmt::Display + use<'_> {
        Name { of: self, qualified: true }
    }

    /// The key of the type behind all pointers. The key is part of the fingerprint of a root, so the fingerprint is the
    /// same through every pointer to the root. `None` if the type is identified only by a name that the compiler made.
    pub(crate) fn root_key(&self) -> Option<impl fmt::Display + use<'_>> {
        let mut root = self;
        while let Shape::Pointer(to) = root.shape {
            root = to();
        }
        (!root.is_named_by_compiler()).then(|| root.type_key())
    }

    /// Whether the key contains a name that the compiler made.
    pub(crate) fn is_named_by_compiler(&self) -> bool {
        self.named_types().flatten().any(TypeInfo::is_named_by_compiler)
            || self.texts.iter().any(|text| matches!(text, Text::Type(_)))
    }

    /// The types in the type's name; `None` for the type of a field that is not compared.
    fn named_types(&self) -> impl Iterator<Item = Option<&'static TypeInfo>> + use<> {
        let (arguments, parts, fields): (&'static [TypeRef], [Option<TypeRef>; 2], &'static [FieldInfo]) =
            match self.shape {
                Shape::Leaf | Shape::Open | Shape::Id(_) | Shape::Struct(_) | Shape::Enum(_) => {
                    (self.arguments, [None; 2], &[])
                }
                Shape::Pointer(to) | Shape::Sequence(to) | Shape::Set(to) => (&[], [Some(to), None], &[]),
                Shape::Map(key, value) => (&[], [Some(key), Some(value)], &[]),
                Shape::Tuple(fields) => (&[], [None; 2], fields),
            };
        let types = arguments.iter().copied().chain(parts.into_iter().flatten());
        types.map(|ty| Some(ty())).chain(fields.iter().map(FieldInfo::ty))
    }
}

/// A type's name with those of its arguments.
struct Name<'i> {
    of: &'i TypeInfo,
    /// Whether to add the path or key that distinguishes types with one name.
    qualified: bool,
}

impl fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut types = self.of.named_types().peekable();
        // Some types have a syntax of their own instead of a name.
        let (open, separator, close) = match (self.of.name, self.of.shape) {
            (_, Shape::Tuple([_])) => ("(", "", ",)"),
            (_, Shape::Tuple(_)) => ("(", ", ", ")"),
            ("&", _) => ("&", "", ""),
            ("slice", _) => ("[", "", "]"),
            ("array", _) => ("[", "; ", "]"),
            (name, shape) => {
                if let Shape::Open = shape {
                    f.write_str("dyn ")?;
                }
                match self.of.origin {
                    Origin::Path(module) if self.qualified => write!(f, "{module}::{name}")?,
                    Origin::Key(key) if self.qualified => f.write_str(key)?,
                    _ => f.write_str(name)?,
                }
                if types.peek().is_none() && self.of.texts.is_empty() { ("", "", "") } else { ("<", ", ", ">") }
            }
        };
        f.write_str(open)?;
        let mut before = "";
        for ty in types {
            f.write_str(before)?;
            write_type(ty, self.qualified, f)?;
            before = separator;
        }
        for text in self.of.texts {
            f.write_str(before)?;
            match text {
                Text::Type(name) if self.qualified => f.write_str(name())?,
                Text::Type(_) => f.write_str("_")?,
                Text::Constant(constant) => constant(f)?,
            }
            before = separator;
        }
        f.write_str(close)
    }
}

fn write_type(ty: Option<&TypeInfo>, qualified: bool, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match ty {
        Some(of) => fmt::Display::fmt(&Name { of, qualified }, f),
        None => f.write_str("_"),
    }
}

/// Types are equal if their keys are equal.
impl PartialEq for TypeInfo {
    fn eq(&self, other: &TypeInfo) -> bool {
        core::ptr::eq(self, other) || self.type_key().to_string() == other.type_key().to_string()
    }
}

impl Eq for TypeInfo {}

fn write_fields(variant: &VariantInfo, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let (open, close) = match variant.style {
        Style::Unit => return Ok(()),
        Style::Named => (" { ", " }"),
        Style::Tuple => ("(", ")"),
    };
    f.write_str(open)?;
    for (i, field) in variant.fields.iter().enumerate() {
        f.write_str(if i == 0 { "" } else { ", " })?;
        if variant.style == Style::Named {
            write!(f, "{}: ", field.name)?;
        }
        write_type(field.ty(), false, f)?;
        let roles = Roles { predeclared: false, ..field.roles };
        if roles != Roles::NONE {
            write!(f, " [{roles}]")?;
        }
    }
    f.write_str(close)
}

/// The options of a variant, in brackets: its kind, if different from the type's; and `scope`, with the predeclared
/// fields. Empty without options.
fn options(variant: &VariantInfo, kind_of_type: Option<Kind>) -> String {
    let mut options = Vec::new();
    if kind_of_type != Some(variant.kind) {
        options.push(variant.kind.to_string());
    }
    if variant.scope {
        let predeclared = variant.fields.iter().filter(|field| field.roles.is_predeclared());
        let predeclared: Vec<_> = predeclared.map(|field| format!("predeclare = {}", field.name)).collect();
        options.push(if predeclared.is_empty() {
            "scope".into()
        } else {
            format!("scope({})", predeclared.join(", "))
        });
    }
    if options.is_empty() { String::new() } else { format!(" ({})", options.join(", ")) }
}

impl fmt::Display for TypeInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.shape {
            Shape::Struct(variant) => {
                write!(f, "struct {}{}", self.name, options(variant, None))?;
                write_fields(variant, f)
            }
            Shape::Enum(variants) => {
                writeln!(f, "enum {} ({}) {{", self.name, self.kind)?;
                for variant in variants {
                    write!(f, "    {}{}", variant.name, options(variant, Some(self.kind)))?;
                    write_fields(variant, f)?;
                    f.write_str(",\n")?;
                }
                f.write_str("}")
            }
            _ => self.full_name().fmt(f),
        }
    }
}

impl fmt::Debug for TypeInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
