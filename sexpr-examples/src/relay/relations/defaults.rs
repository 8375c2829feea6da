//! What operators take for attributes that a call leaves out.
//!
//! A call that says what it would be anyway is the same as one that does not: `nn.softmax(%x, axis=-1)` is
//! `nn.softmax(%x)`. These are the values of the original. Of an operator that is not listed, every attribute counts.

use crate::relay::ir::Attribute;

/// A value that need not be written.
#[derive(Clone, Copy, Debug)]
enum Value {
    None,
    Int(i64),
    Float(f64),
    Bool(bool),
    Text(&'static str),
    Ints(&'static [i64]),
}

use Value::{Bool, Float, Int, Ints, None as Nothing, Text};

type Defaults = &'static [(&'static str, Value)];

const REDUCE: Defaults = &[("axis", Nothing), ("keepdims", Bool(false)), ("exclude", Bool(false))];
const NORM: Defaults = &[("epsilon", Float(1e-5)), ("center", Bool(true)), ("scale", Bool(true))];
const CONV: Defaults = &[
    ("groups", Int(1)),
    ("channels", Nothing),
    ("kernel_size", Nothing),
    ("out_layout", Text("")),
    ("out_dtype", Text("")),
];
const CONV1D: Defaults =
    &[("strides", Ints(&[1])), ("padding", Ints(&[0])), ("dilation", Ints(&[1])), ("data_layout", Text("NCW"))];
const CONV2D: Defaults = &[
    ("strides", Ints(&[1, 1])),
    ("padding", Ints(&[0, 0])),
    ("dilation", Ints(&[1, 1])),
    ("data_layout", Text("NCHW")),
];
const CONV3D: Defaults = &[
    ("strides", Ints(&[1, 1, 1])),
    ("padding", Ints(&[0, 0, 0])),
    ("dilation", Ints(&[1, 1, 1])),
    ("data_layout", Text("NCDHW")),
];
const POOL2D: Defaults = &[
    ("strides", Ints(&[1, 1])),
    ("padding", Ints(&[0, 0])),
    ("dilation", Ints(&[1, 1])),
    ("layout", Text("NCHW")),
    ("out_layout", Text("")),
    ("ceil_mode", Bool(false)),
];
const IMAGE: Defaults = &[("layout", Text("NCHW")), ("out_layout", Text(""))];

/// What the calls of an operator need not say.
fn defaults(operator: &str) -> &'static [Defaults] {
    match operator {
        "nn.conv1d" => &[CONV, CONV1D, &[("kernel_layout", Text("OIW"))]],
        "nn.conv2d" => &[CONV, CONV2D, &[("kernel_layout", Text("OIHW"))]],
        "nn.conv3d" => &[CONV, CONV3D, &[("kernel_layout", Text("OIDHW"))]],
        "nn.conv1d_transpose" => &[CONV, CONV1D, &[("kernel_layout", Text("IOW")), ("output_padding", Ints(&[0]))]],
        "nn.conv2d_transpose" => &[CONV, CONV2D, &[("kernel_layout", Text("IOHW")), ("output_padding", Ints(&[0, 0]))]],
        "nn.max_pool1d" => &[&[
            ("strides", Ints(&[1])),
            ("padding", Ints(&[0])),
            ("dilation", Ints(&[1])),
            ("layout", Text("NCW")),
            ("out_layout", Text("")),
            ("ceil_mode", Bool(false)),
        ]],
        "nn.max_pool2d" => &[POOL2D],
        "nn.avg_pool2d" => &[POOL2D, &[("count_include_pad", Bool(false))]],
        "nn.global_avg_pool2d" | "nn.global_max_pool2d" => &[IMAGE],
        "nn.adaptive_avg_pool2d" | "nn.adaptive_max_pool2d" => &[IMAGE, &[("output_size", Nothing)]],
        "nn.batch_norm" | "nn.instance_norm" => &[NORM, &[("axis", Int(1))]],
        "nn.layer_norm" => &[NORM, &[("axis", Int(-1))]],
        "nn.group_norm" => &[NORM, &[("axis", Int(1)), ("num_groups", Int(0))]],
        "nn.lrn" => &[&[
            ("size", Int(5)),
            ("axis", Int(1)),
            ("bias", Float(2.0)),
            ("alpha", Float(1e-4)),
            ("beta", Float(0.75)),
        ]],
        "nn.l2_normalize" => &[&[("axis", Nothing)]],
        "nn.prelu" | "nn.bias_add" => &[&[("axis", Int(1))]],
        "nn.dropout" => &[&[("rate", Float(0.5))]],
        "nn.leaky_relu" => &[&[("alpha", Float(0.25))]],
        "nn.softmax" | "nn.log_softmax" | "nn.fast_softmax" => &[&[("axis", Int(-1))]],
        "nn.dense" => &[&[("units", Nothing), ("out_dtype", Text(""))]],
        "nn.matmul" | "matmul" => &[&[
            ("units", Nothing),
            ("out_dtype", Text("")),
            ("transpose_a", Bool(false)),
            ("transpose_b", Bool(false)),
        ]],
        // What a missing `transpose_b` means differs from version to version.
        "nn.batch_matmul" => &[&[("out_dtype", Text("")), ("transpose_a", Bool(false))]],
        "nn.pad" => &[&[("pad_mode", Text("constant")), ("pad_value", Float(0.0))]],
        "nn.upsampling" => &[&[
            ("scale_h", Float(1.0)),
            ("scale_w", Float(1.0)),
            ("layout", Text("NCHW")),
            ("method", Text("nearest_neighbor")),
            ("align_corners", Bool(false)),
        ]],
        "nn.depth_to_space" => &[&[("layout", Text("NCHW")), ("mode", Text("DCR"))]],
        "nn.space_to_depth" => &[&[("layout", Text("NCHW"))]],
        "sum" | "mean" | "max" | "min" | "prod" | "std" | "logsumexp" | "all" | "any" => &[REDUCE],
        "variance" => &[REDUCE, &[("unbiased", Bool(false))]],
        "argmax" | "argmin" => &[REDUCE, &[("select_last_index", Bool(false))]],
        "cumsum" | "cumprod" => &[&[("axis", Nothing), ("dtype", Text("")), ("exclusive", Bool(false))]],
        "transpose" => &[&[("axes", Nothing)]],
        "squeeze" => &[&[("axis", Nothing)]],
        "repeat" => &[&[("axis", Nothing)]],
        "reshape" => &[&[("allowzero", Bool(false))]],
        "expand_dims" => &[&[("num_newaxis", Int(1))]],
        "concatenate" | "stack" | "split" => &[&[("axis", Int(0))]],
        "take" => &[&[("axis", Nothing), ("batch_dims", Int(0)), ("mode", Text("clip"))]],
        "gather_nd" => &[&[("batch_dims", Int(0)), ("index_rank", Nothing)]],
        "strided_slice" => &[&[("slice_mode", Text("end")), ("axes", Nothing)]],
        "slice_like" => &[&[("axes", Nothing)]],
        "one_hot" => &[&[("axis", Int(-1))]],
        "topk" => &[&[
            ("k", Int(1)),
            ("axis", Int(-1)),
            ("ret_type", Text("both")),
            ("is_ascend", Bool(false)),
            ("dtype", Text("int32")),
        ]],
        "argsort" => &[&[("axis", Int(-1)), ("is_ascend", Bool(true)), ("dtype", Text("int32"))]],
        "sort" => &[&[("axis", Int(-1)), ("is_ascend", Bool(true))]],
        _ => &[],
    }
}

/// Whether a call of an operator may leave out an attribute of this value.
pub(in crate::relay) fn is_default(operator: &str, name: &str, value: &Attribute) -> bool {
    let of_this_name = defaults(operator).iter().flat_map(|group| group.iter()).find(|(known, _)| *known == name);
    of_this_name.is_some_and(|(_, default)| match (default, value) {
        (Nothing, Attribute::None) => true,
        (Int(default), Attribute::Int(value)) => default == value,
        (Float(default), Attribute::Float(value)) => default.to_bits() == value.to_bits(),
        // Where a number is wanted, `1` is `1f`.
        (Float(default), Attribute::Int(value)) => default.to_bits() == (*value as f64).to_bits(),
        (Bool(default), Attribute::Bool(value)) => default == value,
        (Text(default), Attribute::Text(value)) => default == value,
        (Ints(default), Attribute::List(values)) => {
            values.len() == default.len()
                && values
                    .iter()
                    .zip(*default)
                    .all(|(value, default)| matches!(value, Attribute::Int(value) if value == default))
        }
        _ => false,
    })
}
