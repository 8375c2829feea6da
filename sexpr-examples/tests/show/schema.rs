//! A validator for as much of JSON Schema as the command's schema needs. It refuses a schema that has anything else.

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
        let keywords = schema.as_object().ok_or_else(|| format!("{at}: the schema is no object"))?;
        for (keyword, rule) in keywords {
            let fits = match keyword.as_str() {
                "$schema" | "title" | "description" | "$defs" | "additionalProperties" => true,
                "$ref" => {
                    let pointer = rule.as_str().and_then(|name| name.strip_prefix('#')).expect("a reference");
                    let target = self.root.pointer(pointer).unwrap_or_else(|| panic!("no definition {pointer}"));
                    self.check(target, value, at)?;
                    true
                }
                "const" => value == rule,
                "enum" => rule.as_array().expect("a list").contains(value),
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
                "properties" => {
                    for (name, member) in value.as_object().into_iter().flatten() {
                        match rule.get(name) {
                            Some(rule) => self.check(rule, member, &format!("{at}.{name}"))?,
                            None if schema["additionalProperties"] == false => {
                                return Err(format!("{at}: the schema has no member `{name}`"));
                            }
                            None => {}
                        }
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

fn has_type(value: &Value, name: &Value) -> bool {
    match name.as_str().expect("a type") {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("the validator does not know the type `{other}`"),
    }
}
