//! The forms of values: what fields hold.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{Formed, UNSET};
use crate::wave::graph::{Binary, Formula, Reduction, Size, Space, TensorType, Type, Unary};
use crate::wave::index::{Condition, Index, IndexExpr, Symbol};
use crate::wave::json::number;
use crate::wave::mapping::IndexMapping;

/// The forms, each with its name, its description, an example, and its JSON Schema.
macro_rules! forms {
    ($($(#[doc = $doc:literal])+ $variant:ident = $name:literal, $example:literal, $schema:expr;)*) => {
        /// What the values of a field look like.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Form { $($(#[doc = $doc])+ $variant,)* }

        impl Form {
            /// Every form.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// The name of its section.
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),* }
            }

            /// What it is.
            pub fn about(self) -> &'static str {
                match self { $(Self::$variant => concat!($($doc),+).trim_ascii()),* }
            }

            /// A value of this form.
            pub fn example(self) -> &'static str {
                match self { $(Self::$variant => $example),* }
            }

            pub(super) fn schema(self) -> Value {
                match self { $(Self::$variant => $schema),* }
            }
        }
    };
}

/// A reference to the definition of a form in the schema.
pub(super) fn reference(form: Form) -> Value {
    json!({"$ref": format!("#/$defs/{}", form.name())})
}

fn list(form: Form) -> Value {
    json!({"type": "array", "items": reference(form)})
}

fn one_of(names: impl Iterator<Item = &'static str>) -> Value {
    json!({"enum": names.collect::<Vec<_>>()})
}

fn text() -> Value {
    json!({"type": "string"})
}

forms! {
    /// The name of an earlier node, in the region or around it.
    Name = "name", r#""a""#, text();
    /// A list of names of nodes.
    Names = "names", r#"["a", "b"]"#, list(Form::Name);
    /// A text.
    Text = "text", r#""f32""#, text();
    /// A truth value.
    Flag = "flag", "true", json!({"type": "boolean"});
    /// An integer of 64 bits.
    Integer = "integer", "-1", json!({"type": "integer"});
    /// An integer from 0.
    Count = "count", "2", json!({"type": "integer", "minimum": 0});
    /// A number, or one of the texts `inf`, `-inf` and `nan`. An integer is at most 2^53; write `.0` after a larger one.
    Number = "number", "0.5", json!({"anyOf": [{"type": "number"}, {"enum": ["inf", "-inf", "nan"]}]});
    /// A symbol: letters, digits, `_` and `$`, no digit first.
    Symbol = "symbol", r#""M""#, text();
    /// An index expression: an integer, or a text.
    Expression = "expression", r#""$WG0 * 16 + $T0 mod 16""#, json!({"type": ["integer", "string"]});
    /// A list of expressions, one for each dimension: a symbol, which names the dimension, or a computed size.
    Shape = "shape", r#"["M", "K * 2"]"#, list(Form::Expression);
    /// A condition on symbols.
    Condition = "condition", r#""$T0 < M""#, text();
    /// An expression, a condition, or a list of these. The registers are called `x0`, `x1` and so on.
    Term = "term", r#"["x0 + 1", "x0 < M"]"#,
        json!({"anyOf": [reference(Form::Expression), reference(Form::Condition), list(Form::Term)]});
    /// A type: an object for a tensor, a text for a single element, a list for several values.
    Type = "type", r#"["i32", {"space": "global", "shape": ["M"], "dtype": "f16"}]"#,
        json!({"anyOf": [reference(Form::Tensor), {"type": "string"}, list(Form::Type)]});
    /// The type of a tensor. Data types are `f16`, `bf16`, `f32`, `f64`, `f8E4M3FN` and the like, `i1` to `i64`, and `index`.
    Tensor = "tensor", r#"{"space": "register", "shape": ["M", "N"], "dtype": "f32"}"#, json!({
        "type": "object",
        "properties": {
            "space": reference(Form::Space),
            "shape": reference(Form::Shape),
            "dtype": text(),
        },
        "required": ["space", "shape", "dtype"],
        "additionalProperties": false,
    });
    /// Where a tensor is: `global`, `shared` or `register`.
    Space = "space", r#""shared""#, json!({"enum": ["global", "shared", "register"]});
    /// A mapping between the dimensions of memory and value. The order of `inputs` and of `outputs` is compared.
    Mapping = "mapping", r#"{"iterators": 2, "inputs": [["M", "i1"], ["N", "i0"]], "outputs": [["N", "i0"], ["M", "i1"]]}"#,
    {
        let entry = json!({
            "type": "array",
            "prefixItems": [reference(Form::Symbol), reference(Form::Expression)],
            "minItems": 2,
            "maxItems": 2,
        });
        let entries = json!({"type": "array", "items": entry});
        json!({
            "type": "object",
            "properties": {"iterators": reference(Form::Count), "inputs": entries, "outputs": entries},
            "required": ["iterators", "inputs", "outputs"],
            "additionalProperties": false,
        })
    };
    /// The accessed part of a tensor: for each dimension start, size and stride.
    Index = "index", r#"{"M": ["$T0 mod 16", 1, 1]}"#, {
        let sequence = json!({
            "type": "array", "items": reference(Form::Expression), "minItems": 3, "maxItems": 3,
        });
        json!({"type": "object", "additionalProperties": sequence})
    };
    /// A number for each dimension.
    Sizes = "sizes", r#"{"M": 16, "N": "M // 2"}"#,
        json!({"type": "object", "additionalProperties": reference(Form::Expression)});
    /// How elements are combined: `sum`, `max`, `min`, `prod` or `mean`.
    Reduction = "reduction-function", r#""sum""#, one_of(Reduction::ALL.iter().map(|function| function.text()));
    /// The name of a function of one element.
    Unary = "unary-function", r#""neg""#, one_of(Unary::ALL.iter().map(|function| function.text()));
    /// The name of a function of two elements.
    Binary = "binary-function", r#""add""#, one_of(Binary::ALL.iter().map(|function| function.text()));
    /// The condition of a region: a node's value, or a condition on symbols.
    Guard = "guard", r#"{"symbols": "$T0 < 8"}"#, json!({
        "type": "object",
        "properties": {"value": reference(Form::Name), "symbols": reference(Form::Condition)},
        "minProperties": 1,
        "maxProperties": 1,
        "additionalProperties": false,
    });
    /// A list of nodes that ends with an `output`. They are not visible outside the region.
    Region = "region", r#"[{"name": "done", "op": {"output": {"values": []}}}]"#,
        json!({"type": "array", "items": {"$ref": "#/$defs/node"}});
    /// A list of regions.
    Regions = "regions", r#"[[{"name": "done", "op": {"output": {"values": []}}}]]"#, list(Form::Region);
    /// An operation: an object with one field, named after the operation.
    Operation = "operation", r#"{"read": {"memory": "a"}}"#, super::schema::operation();
    /// Attributes by name. `location`, `expanded_dims` and `scheduling_parameters` may hold anything; they are not compared.
    Attributes = "attributes", r#"{"reduction_dim": "K", "vector_shapes": {"M": 16}}"#, {
        let any = crate::wave::graph::NOT_SEMANTIC.map(|name| (name.to_owned(), Value::Bool(true)));
        json!({
            "type": "object",
            "properties": serde_json::Map::from_iter(any),
            "additionalProperties": reference(Form::Attribute),
        })
    };
    /// A truth value, number, text or list; an index, if it is called `index` or all its fields are lists; sizes, if it is
    /// any other object. An object may state its form by a single field whose name ends with a colon: `{"expr:": "M * 2"}`
    /// is a term, `{"type:": "f32"}` a type, `{"fields:": {"to": 1}}` holds other attributes, `{"float:": "-inf"}` is a
    /// number, `{"index:": {}}` an index, and `{"sizes:": {}}` sizes. It is not `null`: leave out unset attributes.
    Attribute = "attribute", r#"{"fields:": {"to": 1, "dtype": {"type:": "f32"}, "size": {"expr:": "M * 2"}}}"#,
        json!({"anyOf": [
            {"type": ["boolean", "number", "string"]},
            list(Form::Attribute),
            reference(Form::Index),
            reference(Form::Sizes),
            tagged("expr:", reference(Form::Term)),
            tagged("type:", reference(Form::Type)),
            tagged("fields:", reference(Form::Attributes)),
            tagged("float:", json!({"enum": ["inf", "-inf", "nan"]})),
            tagged("index:", reference(Form::Index)),
            tagged("sizes:", reference(Form::Sizes)),
        ]});
}

/// An object whose only field says by its name what it is.
fn tagged(tag: &str, value: Value) -> Value {
    json!({"type": "object", "properties": {tag: value}, "required": [tag], "additionalProperties": false})
}

/// The forms of types, and the defaults of fields that may be left out.
macro_rules! formed {
    ($($type:ty = $form:ident $(or $default:expr)?;)*) => {
        $(impl Formed for $type {
            const FORM: Form = Form::$form;
            $(const DEFAULT: Option<&'static str> = Some($default);)?
        })*
    };
}

formed! {
    bool = Flag or "false";
    i64 = Integer or "0";
    usize = Count;
    String = Text;
    Symbol = Symbol;
    IndexExpr = Expression;
    Condition = Condition;
    Vec<IndexExpr> = Shape;
    Index = Index or "{}";
    BTreeMap<Symbol, Size> = Sizes;
    IndexMapping = Mapping;
    Box<IndexMapping> = Mapping;
    Formula = Term;
    Space = Space;
    Type = Type;
    TensorType = Tensor;
    Reduction = Reduction;
    Unary = Unary;
    Binary = Binary;
}

impl<T: Formed> Formed for Option<T> {
    const FORM: Form = T::FORM;
    const DEFAULT: Option<&'static str> = Some(UNSET);
}

impl Formed for f64 {
    const FORM: Form = Form::Number;

    fn read(value: Value) -> serde_json::Result<Self> {
        number::deserialize(value)
    }
}
