//! A validator for as much of JSON Schema as the command's schemas need. It refuses a schema that has anything else.

use serde_json::Value;

/// Checks a value against a schema; says where the value does not fit, and why.
pub(crate) fn validate(schema: &Value, value: &Value) -> Result<(), String> {
    Validator { root: schema }.check(schema, value, "$")
}

struct Validator<'s> {
    root: &'s Value,
}

impl Validator<'_> {
    fn check(&self, schema: &Value, value: &Value, at: &str) -> Result<(), String> {
        if let Value::Bool(allows) = schema {
            return if *allows { Ok(()) } else { Err(format!("{at}: the schema does not have this")) };
        }
        let keywords = schema.as_object().ok_or_else(|| format!("{at}: the schema is no object"))?;
        for (keyword, rule) in keywords {
            let fits = match keyword.as_str() {
                "$schema" | "title" | "description" | "default" | "$defs" => true,
                "$ref" => {
                    let pointer = rule.as_str().and_then(|name| name.strip_prefix('#')).expect("a reference");
                    let target = self.root.pointer(pointer).unwrap_or_else(|| panic!("no definition {pointer}"));
                    self.check(target, value, at)?;
                    true
                }
                "const" => value == rule,
                "enum" => rule.as_array().expect("a list").contains(value),
                "minItems" | "minProperties" => {
                    length(value).is_none_or(|length| length >= rule.as_u64().expect("a number"))
                }
                "maxItems" | "maxProperties" => {
                    length(value).is_none_or(|length| length <= rule.as_u64().expect("a number"))
                }
                "type" => match rule {
                    Value::Array(types) => types.iter().any(|name| has_type(value, name)),
                    name => has_type(value, name),
                },
                "minimum" => value.as_i64().is_none_or(|number| number >= rule.as_i64().expect("a number")),
                "anyOf" => rule.as_array().expect("a list").iter().any(|rule| self.check(rule, value, at).is_ok()),
                "required" => {
                    let mut names = rule.as_array().expect("a list").iter().filter_map(Value::as_str);
                    value.as_object().is_none_or(|object| names.all(|name| object.contains_key(name)))
                }
                "items" => {
                    for (index, item) in value.as_array().into_iter().flatten().enumerate() {
                        self.check(rule, item, &format!("{at}[{index}]"))?;
                    }
                    true
                }
                "prefixItems" => {
                    let rules = rule.as_array().expect("a list");
                    for (index, (item, rule)) in value.as_array().into_iter().flatten().zip(rules).enumerate() {
                        self.check(rule, item, &format!("{at}[{index}]"))?;
                    }
                    true
                }
                "properties" => {
                    for (name, member) in value.as_object().into_iter().flatten() {
                        rule.get(name).map_or(Ok(()), |rule| self.check(rule, member, &format!("{at}.{name}")))?;
                    }
                    true
                }
                "additionalProperties" => {
                    let is_other = |name: &str| schema.get("properties").is_none_or(|known| known.get(name).is_none());
                    for (name, member) in value.as_object().into_iter().flatten().filter(|(name, _)| is_other(name)) {
                        self.check(rule, member, &format!("{at}.{name}"))?;
                    }
                    true
                }
                other => panic!("{at}: the validator does not know `{other}`"),
            };
            if !fits {
                return Err(format!("{at}: {value} does not fit {keyword}: {rule}"));
            }
        }
        Ok(())
    }
}

/// How many items or members there are.
fn length(value: &Value) -> Option<u64> {
    let length = value.as_array().map(Vec::len).or_else(|| value.as_object().map(serde_json::Map::len));
    length.and_then(|length| u64::try_from(length).ok())
}

fn has_type(value: &Value, name: &Value) -> bool {
    match name.as_str().expect("a type") {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("the validator does not know the type `{other}`"),
    }
}
