//! What instructions look like: their operands and fields, by the names that JSON has for them.

/// How an instruction is written.
pub(super) struct Form {
    /// The fields that hold its operands, in order. One that ends with `*` holds any number, and one with `?` may be
    /// left out; these are the last ones.
    pub(super) operands: &'static [&'static str],
    /// Its other fields.
    pub(super) fields: &'static [&'static str],
}

/// The form of an instruction.
pub(super) fn form(name: &str) -> Option<Form> {
    let (operands, fields): (&[&str], &[&str]) = match name {
        "allocate" => (&[], &["shape", "dtype", "space"]),
        "read" => (&["memory"], &["elements_per_thread", "mapping"]),
        "write" => (&["value", "memory"], &["elements_per_thread", "mapping"]),
        "mma" => (&["lhs", "rhs", "acc"], &["kind"]),
        "scaled_mma" => (&["lhs", "lhs_scale", "rhs", "rhs_scale", "acc"], &["kind"]),
        "reduce" => (&["source", "init?"], &["dim"]),
        "unary" => (&["arg"], &[]),
        // A dimension tells reductions from functions of two elements that have their names.
        "binary" => (&["lhs", "rhs"], &["dim"]),
        "cast" | "bitcast" => (&["arg"], &["dtype"]),
        "apply_expr" => (&["args*"], &["expr"]),
        "reshape" => (&["args*"], &["target"]),
        "broadcast" | "permute" => (&["arg"], &["shape"]),
        "select" => (&["cond", "if_true", "if_false"], &[]),
        "gather_to_lds" => {
            (&["src", "dst"], &["src_index", "dst_index", "dtype", "elements_per_thread", "src_mapping", "dst_mapping"])
        }
        "shared_memory_barrier" => (&[], &["wait_async_ops"]),
        "shared_memory_barrier_signal" => (&[], &["barrier_id", "wait_async_ops"]),
        "shared_memory_barrier_wait" => (&[], &["barrier_id"]),
        _ => return None,
    };
    Some(Form { operands, fields })
}

/// What stands before the name of an attribute that is called like a field.
pub(super) const NODE: &str = "node.";
