//! The operators of real models: what their relations find out, and what they refuse.

use crate::{inferred, type_of_f};

/// The result of an expression over `%x`, `%y` of `float32`, `%i` of `int32` and `%c` of `bool`.
fn outcome(shapes: [&str; 4], expr: &str) -> String {
    let [x, y, i, c] = shapes;
    inferred(&format!(
        "def @f<n : ShapeVar>(%x: Tensor[{x}, float32], %y: Tensor[{y}, float32], %i: Tensor[{i}, int32], %c: Tensor[{c}, bool]) {{ {expr} }}"
    ))
}

macro_rules! results {
    ($($shapes:expr, $expr:expr => $result:expr;)*) => {
        $(
            let found = outcome($shapes, $expr);
            let result = found.rsplit_once(") -> ").map_or(&*found, |(_, result)| result.trim_end());
            assert_eq!(result, $result, "{}", $expr);
        )*
    };
}

macro_rules! refused {
    ($($shapes:expr, $expr:expr => $reason:expr;)*) => {
        $(
            let found = outcome($shapes, $expr);
            assert!(found.contains($reason), "{}: {found}", $expr);
        )*
    };
}

const NONE: &str = "()";

/// Shapes of `%x`, and of others.
const fn x(shape: &str) -> [&str; 4] {
    [shape, NONE, NONE, NONE]
}
const fn xy<'s>(x: &'s str, y: &'s str) -> [&'s str; 4] {
    [x, y, NONE, NONE]
}
const fn xi<'s>(x: &'s str, i: &'s str) -> [&'s str; 4] {
    [x, NONE, i, NONE]
}

#[test]
fn normalizations() {
    results! {
        xy("(1, 64, 7, 7)", "(64)"), "nn.batch_norm(%x, %y, %y, %y, %y)" =>
            "(Tensor[(1, 64, 7, 7), float32], Tensor[(64), float32], Tensor[(64), float32])";
        xy("(1, 7, 7, n)", "(n)"), "nn.batch_norm(%x, %y, %y, %y, %y, axis=3, epsilon=2e-05f, center=True, scale=True).0" =>
            "Tensor[(1, 7, 7, n), float32]";
        xy("(n, 128, 768)", "(768)"), "nn.layer_norm(%x, %y, %y, axis=-1)" => "Tensor[(n, 128, 768), float32]";
        xy("(1, 8, 4)", "(8)"), "nn.instance_norm(%x, %y, %y)" => "Tensor[(1, 8, 4), float32]";
        xy("(1, 8, 4)", "(8)"), "nn.group_norm(%x, %y, %y, num_groups=2)" => "Tensor[(1, 8, 4), float32]";
        xy("(1, 8, 4)", "(8)"), "nn.prelu(%x, %y)" => "Tensor[(1, 8, 4), float32]";
        x("(1, 8, 4)"), "nn.l2_normalize(%x, eps=1e-10f, axis=[1])" => "Tensor[(1, 8, 4), float32]";
        x("(1, 8, 4, 4)"), "nn.lrn(%x, size=5)" => "Tensor[(1, 8, 4, 4), float32]";
    }
    refused! {
        xy("(1, 64, 7, 7)", "(32)"), "nn.batch_norm(%x, %y, %y, %y, %y)" => "`BatchNorm(";
        xy("(1, 64)", "(64)"), "nn.layer_norm(%x, %y, %y, axis=2)" => "there is no axis 2";
    }
    let weights = "def @f(%x: Tensor[(1, 4, 2), float32], %a, %b, %c, %d) { nn.batch_norm(%x, %a, %b, %c, %d).0 }";
    assert!(type_of_f(weights).contains("Tensor[(1, 4, 2), float32], Tensor[(4), float32]"), "{}", type_of_f(weights));
}

#[test]
fn slices() {
    let pair = "(Tensor[(2, 3), float32], Tensor[(2, 3), float32])";
    results! {
        x("(2, 6)"), "split(%x, indices_or_sections=2, axis=1)" => pair;
        x("(2, 6)"), "split(%x, indices_or_sections=[3], axis=1)" => pair;
        x("(2, n)"), "split(%x, indices_or_sections=[2], axis=1).1" => "Tensor[(2, n - 2), float32]";
        x("(4, 10)"), "strided_slice(%x, begin=[0, 2], end=[4, 10], strides=[1, 2])" => "Tensor[(4, 4), float32]";
        x("(4, 10)"), "strided_slice(%x, begin=[1], end=[-1], axes=[1])" => "Tensor[(4, 8), float32]";
        x("(4, 10)"), "strided_slice(%x, begin=[3, 9], end=[-5, -11], strides=[-1, -1])" => "Tensor[(4, 10), float32]";
        x("(4, 10)"), "strided_slice(%x, begin=[1, 2], end=[2, -1], slice_mode=\"size\")" => "Tensor[(2, 8), float32]";
        x("(4, ?)"), "strided_slice(%x, begin=[0, 1], end=[2, 5])" => "Tensor[(2, ?), float32]";
        x("(4, n)"), "strided_slice(%x, begin=[0], end=[2], axes=[0])" => "Tensor[(2, n), float32]";
        xy("(4, 10)", "(2, 5)"), "slice_like(%x, %y, axes=[1])" => "Tensor[(4, 5), float32]";
        x("(2, 3)"), "stack((%x, %x, %x), axis=-1)" => "Tensor[(2, 3, 3), float32]";
        x("(1, 8)"), "nn.pad(%x, 0f, pad_width=[[0, 0], [1, 2]])" => "Tensor[(1, 11), float32]";
        x("(1, n)"), "nn.pad(%x, pad_width=[[0, 0], [1, -1]], pad_mode=\"edge\")" => "Tensor[(1, n), float32]";
        x("(2, 3)"), "tile(%x, reps=[2, 1, 2])" => "Tensor[(2, 2, 6), float32]";
        x("(2, 3)"), "repeat(%x, repeats=2, axis=1)" => "Tensor[(2, 6), float32]";
        x("(2, 3)"), "reverse(%x, axis=1)" => "Tensor[(2, 3), float32]";
    }
    refused! {
        x("(2, 5)"), "split(%x, indices_or_sections=2, axis=1)" => "is not divisible by";
        x("(2, 5)"), "split(%x, indices_or_sections=[6], axis=1)" => "Split(";
        x("(2, 5)"), "strided_slice(%x, begin=[0], end=[1], strides=[0])" => "`strides` must not contain 0";
        x("(2, 5)"), "strided_slice(%x, begin=[0, 0, 0], end=[1, 1, 1])" => "there is no axis 2";
        x("(2, 5)"), "strided_slice(%x, end=[1])" => "the attribute `begin=[…]` is missing";
        xy("(2, 5)", "(5, 2)"), "stack((%x, %y))" => "the dimension `2` is not `5`";
        x("(2, 5)"), "nn.pad(%x, pad_width=[[1, 1]])" => "`pad_width` has 1 pair(s), but the tensor has 2 dimension(s)";
        x("(2, 5)"), "nn.pad(%x, pad_width=[1, 1])" => "must be a list of pairs of integers";
    }
}

#[test]
fn indices() {
    results! {
        xi("(1000, 64)", "(8, 16)"), "take(%x, %i, axis=0)" => "Tensor[(8, 16, 64), float32]";
        xi("(4, 1000)", "(4, 3)"), "take(%x, %i, axis=1, batch_dims=1)" => "Tensor[(4, 3), float32]";
        xi("(4, 5)", "(3)"), "take(%x, %i)" => "Tensor[(3), float32]";
        xi("(4, 5)", "()"), "take(%x, %i, axis=-1, mode=\"fast\")" => "Tensor[(4), float32]";
        xi("(4, 5)", "(4, 9)"), "gather(%x, %i, axis=1)" => "Tensor[(4, 9), float32]";
        xi("(4, 5, 6)", "(2, n)"), "gather_nd(%x, %i)" => "Tensor[(n, 6), float32]";
        ["(4, 1)", "(5)", NONE, "(4, 5)"], "where(%c, %x, %y)" => "Tensor[(4, 5), float32]";
        x("(4, n)"), "argsort(%x, axis=1)" => "Tensor[(4, n), int32]";
        x("(4, 9)"), "topk(%x, k=3, axis=1)" => "(Tensor[(4, 3), float32], Tensor[(4, 3), int32])";
        x("(4, 9)"), "topk(%x, k=3, ret_type=\"indices\", dtype=\"int64\")" => "Tensor[(4, 3), int64]";
        x("(4, 9)"), "topk(%x, k=-1, ret_type=\"values\")" => "Tensor[(4, 9), float32]";
        xi(NONE, "(2, n)"), "one_hot(%i, 1f, 0f, depth=10, axis=-1, dtype=\"float32\")" =>
            "Tensor[(2, n, 10), float32]";
        xi(NONE, "(2, n)"), "one_hot(%i, 1, 0, depth=10, axis=0, dtype=\"int8\")" => "Tensor[(10, 2, n), int8]";
    }
    refused! {
        xy("(4)", "(2)"), "take(%x, %y)" => "indices must be integers, found `float32`";
        xi("(4, 5)", "(3, 9)"), "gather(%x, %i, axis=1)" => "the dimension `4` is not `3`";
        xi("(4, 5)", "(3, 9)"), "gather_nd(%x, %i)" => "the data have 2 dimension(s), too few for 3 indices";
        ["(4)", "(5)", NONE, "(4)"], "where(%c, %x, %y)" => "cannot be broadcast together";
        x("(4, 9)"), "topk(%x, ret_type=\"all\")" => "must be one of `both`, `values`, `indices`";
        xi(NONE, "(2)"), "one_hot(%i, 1, 0)" => "the attribute `depth=…` is missing";
    }
}

#[test]
fn filled_tensors() {
    results! {
        x(NONE), "zeros(shape=[2, 3], dtype=\"int8\")" => "Tensor[(2, 3), int8]";
        x(NONE), "ones(shape=[], dtype=\"float32\")" => "float32";
        x(NONE), "full(1f, shape=[2], dtype=\"float16\")" => "Tensor[(2), float16]";
        x(NONE), "full(1f, shape=[2])" => "Tensor[(2), float32]";
        x("(2, n)"), "full_like(%x, 1f)" => "Tensor[(2, n), float32]";
        x("(3, 1)"), "broadcast_to(%x, shape=[2, 3, 4])" => "Tensor[(2, 3, 4), float32]";
        xy("(3, 1)", "(2, 3, n)"), "broadcast_to_like(%x, %y)" => "Tensor[(2, 3, n), float32]";
        xy("(3, 1)", "(3, 7)"), "collapse_sum_like(%y, %x)" => "Tensor[(3, 1), float32]";
        x(NONE), "arange(0, 10, 1, start=0, stop=10, step=1, dtype=\"int32\")" => "Tensor[(10), int32]";
        x("(2, n)"), "shape_of(%x, dtype=\"int64\")" => "Tensor[(2), int64]";
    }
    refused! {
        x("(3, 2)"), "broadcast_to(%x, shape=[2, 3, 4])" => "cannot be broadcast together";
        x("(3, 4)"), "broadcast_to(%x, shape=[4])" => "BroadcastTo(";
        x("(3)"), "full(%x, shape=[2])" => "must be a scalar";
        x(NONE), "zeros(dtype=\"int8\")" => "the attribute `shape=[…]` is missing";
    }
}

#[test]
fn shapes() {
    results! {
        x("(2, 3, 4)"), "reshape(%x, newshape=[0, -2])" => "Tensor[(2, 3, 4), float32]";
        x("(2, 3, 4)"), "reshape(%x, newshape=[-3, 4])" => "Tensor[(6, 4), float32]";
        x("(2, 3, n)"), "reshape(%x, newshape=[-3, -2])" => "Tensor[(6, n), float32]";
        x("(8, 3)"), "reshape(%x, newshape=[-4, 2, -1, 3])" => "Tensor[(2, 4, 3), float32]";
        x("(n, 6)"), "reshape(%x, newshape=[0, -4, 2, 3])" => "Tensor[(n, 2, 3), float32]";
        x("(2, 8, 4)"), "reshape(%x, newshape=[-2, 1, 1])" => "Tensor[(2, 8, 4, 1, 1), float32]";
        xy("(6)", "(2, 3)"), "reshape_like(%x, %y)" => "Tensor[(2, 3), float32]";
        x("(1, 16, 4, 4)"), "layout_transform(%x, src_layout=\"NCHW\", dst_layout=\"NCHW8c\")" =>
            "Tensor[(1, 2, 4, 4, 8), float32]";
        x("(1, 2, 4, 5, 8)"), "layout_transform(%x, src_layout=\"NCHW8c\", dst_layout=\"NHWC\")" =>
            "Tensor[(1, 4, 5, 16), float32]";
    }
    refused! {
        x("(8, 3)"), "reshape(%x, newshape=[-4, 3, -1, 3])" => "is not divisible by";
        x("(8, 3)"), "reshape(%x, newshape=[-4, 2])" => "must be followed by two numbers";
        x("(8)"), "reshape(%x, newshape=[-3])" => "`-3` in `newshape` keeps dimension 1, but there are only 1";
        x("(1, 9, 4, 4)"), "layout_transform(%x, src_layout=\"NCHW\", dst_layout=\"NCHW8c\")" => "is not divisible by";
        x("(1, 9)"), "layout_transform(%x, src_layout=\"NQ\", dst_layout=\"NC\")" => "is not a layout";
    }
}

#[test]
fn reductions() {
    results! {
        xy("(2, 3)", "(2, 1)"), "variance(%x, %y, axis=[1], keepdims=True)" => "Tensor[(2, 1), float32]";
        x("(2, 3)"), "variance(%x, axis=[1])" => "Tensor[(2), float32]";
        x("(2, 3)"), "cumsum(%x, axis=1, dtype=\"int32\")" => "Tensor[(2, 3), int32]";
        x("(2, n)"), "isnan(%x)" => "Tensor[(2, n), bool]";
    }
}

#[test]
fn convolutions() {
    results! {
        xy("(1, 4, 8, 8)", "(4, 6, 3, 3)"), "nn.conv2d_transpose(%x, %y, channels=6, kernel_size=[3, 3], strides=[2, 2], padding=[1, 1, 1, 1], output_padding=[1, 1])" =>
            "Tensor[(1, 6, 16, 16), float32]";
        xy("(1, 2, 8, 8, 8)", "(4, 2, 3, 3, 8, 8)"), "nn.contrib_conv2d_NCHWc(%x, %y, padding=[1, 1], channels=32, kernel_size=[3, 3], data_layout=\"NCHW8c\", \
         kernel_layout=\"OIHW8i8o\", out_layout=\"NCHW8c\")" => "Tensor[(1, 4, 8, 8, 8), float32]";
        xy("(1, 8, 8, 32)", "(3, 3, 32, 1)"), "nn.conv2d(%x, %y, groups=32, padding=[1, 1], data_layout=\"NHWC\", kernel_layout=\"HWOI\")" =>
            "Tensor[(1, 8, 8, 32), float32]";
        xy("(1, 3, 10)", "(8, 3, 3)"), "nn.conv1d(%x, %y, padding=[2, 0])" => "Tensor[(1, 8, 10), float32]";
        xy("(1, 3, 4, 5, 6)", "(8, 3, 3, 3, 3)"), "nn.conv3d(%x, %y)" => "Tensor[(1, 8, 2, 3, 4), float32]";
        x("(1, 8, 7, 7)"), "nn.adaptive_avg_pool2d(%x, output_size=[1, 1])" => "Tensor[(1, 8, 1, 1), float32]";
        x("(1, 2, 7, 7, 8)"), "nn.max_pool2d(%x, pool_size=[3, 3], strides=[2, 2], padding=[1, 1], layout=\"NCHW8c\")" =>
            "Tensor[(1, 2, 4, 4, 8), float32]";
        x("(1, 8, 9)"), "nn.max_pool1d(%x, pool_size=3, strides=3)" => "Tensor[(1, 8, 3), float32]";
    }
    refused! {
        xy("(1, 4, 8, 8)", "(5, 6, 3, 3)"), "nn.conv2d_transpose(%x, %y)" =>
            "the images have `4` channels, but the kernels take `5`";
        xy("(1, 2, 8, 8, 4)", "(4, 2, 3, 3)"), "nn.conv2d(%x, %y, data_layout=\"NCHW8c\")" =>
            "the dimension `4` is not `8`";
    }
    let int8 = "def @f(%x: Tensor[(1, 3, 8, 8), uint8], %w: Tensor[(8, 3, 1, 1), int8]) { nn.conv2d(%x, %w, out_dtype=\"int32\") }";
    assert!(type_of_f(int8).ends_with("-> Tensor[(1, 8, 8, 8), int32]"));
}

#[test]
fn detection() {
    results! {
        x("(1, 8, 7, 7)"), "nn.upsampling(%x, scale_h=2f, scale_w=2f)" => "Tensor[(1, 8, 14, 14), float32]";
        x("(1, 8, 7, 7)"), "image.resize2d(%x, size=[32, 16], method=\"linear\")" => "Tensor[(1, 8, 32, 16), float32]";
        x("(1, 8, 4, 4)"), "nn.depth_to_space(%x, block_size=2)" => "Tensor[(1, 2, 8, 8), float32]";
        x("(1, 8, 4, 4)"), "nn.space_to_depth(%x, block_size=2)" => "Tensor[(1, 32, 2, 2), float32]";
        xy("(1, 8, 20, 20)", "(n, 5)"), "vision.roi_align(%x, %y, pooled_size=[7, 7], spatial_scale=1f)" =>
            "Tensor[(n, 8, 7, 7), float32]";
        x("(1, 100, 6)"), "vision.get_valid_counts(%x, 0.5f, id_index=0, score_index=1)" =>
            "(Tensor[(1), int32], Tensor[(1, 100, 6), float32], Tensor[(1, 100), int32])";
        xi("(1, 100, 6)", "(1)"), "vision.non_max_suppression(%x, %i, %i, 100, 0.5f, return_indices=False)" =>
            "Tensor[(1, 100, 6), float32]";
        x("(1, 3, 4, 5)"), "vision.multibox_prior(%x, sizes=[0.5f, 0.25f], ratios=[1f, 2f])" =>
            "Tensor[(1, 60, 4), float32]";
    }
}

#[test]
fn products() {
    let dense = "def @f(%x: Tensor[(2, 3), uint8], %w: Tensor[(4, 3), int8]) { nn.dense(%x, %w, out_dtype=\"int32\") }";
    assert!(type_of_f(dense).ends_with("-> Tensor[(2, 4), int32]"), "{}", type_of_f(dense));
    let known = "def @f(%x: Tensor[(2, 3), uint8], %w: Tensor[(4, 3), int8]) { nn.dense(%x, %w, units=4, out_dtype=\"int32\") }";
    assert!(type_of_f(known).ends_with("-> Tensor[(2, 4), int32]"), "{}", type_of_f(known));
    for (attributes, weights) in [("", "(3, 5)"), (", transpose_b=True", "(5, 3)")] {
        let text = format!("def @f(%x: Tensor[(2, 3), float32], %w) {{ nn.matmul(%x, %w, units=5{attributes}) }}");
        let expected = format!("fn (Tensor[(2, 3), float32], Tensor[{weights}, float32]) -> Tensor[(2, 5), float32]");
        assert_eq!(type_of_f(&text), expected);
    }
}
