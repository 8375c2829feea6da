//! `Display` for tables: the annotated declarations that they describe.

use core::fmt;

use crate::describe::info::{Roles, Shape, Style, TypeInfo, VariantInfo};

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
        if field.roles != Roles::NONE {
            write!(f, " [{}]", field.roles)?;
        }
    }
    f.write_str(close)
}

impl fmt::Display for TypeInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.shape {
            Shape::Struct(variant) => {
                write!(f, "struct {} ({}", self.name, self.kind)?;
                f.write_str(if variant.scope { ", scope)" } else { ")" })?;
                write_fields(variant, f)
            }
            Shape::Enum(variants) => {
                writeln!(f, "enum {} ({}) {{", self.name, self.kind)?;
                for variant in variants {
                    write!(f, "    {}", variant.name)?;
                    match (variant.kind != self.kind, variant.scope) {
                        (false, false) => {}
                        (true, false) => write!(f, " ({})", variant.kind)?,
                        (false, true) => f.write_str(" (scope)")?,
                        (true, true) => write!(f, " ({}, scope)", variant.kind)?,
                    }
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
