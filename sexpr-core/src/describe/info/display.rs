//! `Display` for tables: the annotated declarations that they describe.

use core::fmt;

use crate::describe::info::{Kind, Roles, Shape, Style, TypeInfo, VariantInfo};

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
        match field.ty() {
            Some(ty) => write!(f, "{}", ty.full_name())?,
            None => f.write_str("_")?,
        }
        let roles = Roles { predeclared: false, ..field.roles };
        if roles != Roles::NONE {
            write!(f, " [{roles}]")?;
        }
    }
    f.write_str(close)
}

/// The kind, unless it is that of the type around, and whether it is a scope: in brackets, if there is anything.
fn write_options(variant: &VariantInfo, around: Option<Kind>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let mut before = " (";
    if around != Some(variant.kind) {
        write!(f, "{before}{}", variant.kind)?;
        before = ", ";
    }
    if variant.scope {
        write!(f, "{before}scope")?;
        before = "(";
        for field in variant.fields.iter().filter(|field| field.roles.is_predeclared()) {
            write!(f, "{before}predeclare = {}", field.name)?;
            before = ", ";
        }
        f.write_str(if before == ", " { ")" } else { "" })?;
    } else if before == " (" {
        return Ok(());
    }
    f.write_str(")")
}

impl fmt::Display for TypeInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.shape {
            Shape::Struct(variant) => {
                write!(f, "struct {}", self.name)?;
                write_options(variant, None, f)?;
                write_fields(variant, f)
            }
            Shape::Enum(variants) => {
                writeln!(f, "enum {} ({}) {{", self.name, self.kind)?;
                for variant in variants {
                    write!(f, "    {}", variant.name)?;
                    write_options(variant, Some(self.kind), f)?;
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
