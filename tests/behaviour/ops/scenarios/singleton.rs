//! `"singleton"`: pointer equality is the only valid comparison.

use std::sync::Arc;

use sexpr_core::StructuralEq;
use sexpr_test_support::check::{assert_reason, differ_at, equal};

#[derive(StructuralEq)]
#[seq(kind = "singleton")]
#[allow(dead_code, reason = "a singleton's fields are never compared")]
pub(super) struct Op {
    pub(super) name: &'static str,
}

#[test]
fn op_conv_vs_op_conv_is_equal() {
    let conv = Arc::new(Op { name: "nn.conv2d" });
    equal(&conv, &conv.clone());
}

#[test]
fn op_conv_vs_op_relu_is_not_equal() {
    let (conv, relu) = (Arc::new(Op { name: "nn.conv2d" }), Arc::new(Op { name: "nn.relu" }));
    assert_reason(&differ_at("", &conv, &relu), &["singleton"]);
}

#[test]
fn no_content_comparison_is_ever_performed() {
    let (conv, again) = (Arc::new(Op { name: "nn.conv2d" }), Arc::new(Op { name: "nn.conv2d" }));
    differ_at("", &conv, &again);
}
