//! What each relation finds out, with symbolic and unknown dimensions, and what it refuses.

use sexpr_examples::relay::Library;

use crate::{inferred, type_of_f};

/// What is said of an expression over tensors `%x` and `%y` of `float32`.
fn outcome(x: &str, y: &str, expr: &str) -> String {
    inferred(&format!(
        "def @f<n : ShapeVar, m : ShapeVar, s : Shape>(%x: Tensor[{x}, float32], %y: Tensor[{y}, float32]) {{ {expr} }}"
    ))
}

/// The result of such an expression.
fn gives(x: &str, y: &str, expr: &str) -> String {
    let found = outcome(x, y, expr);
    let (_, result) = found.rsplit_once(") -> ").unwrap_or_else(|| panic!("{expr}: {found}"));
    result.trim_end().to_owned()
}

macro_rules! table {
    ($($x:literal, $y:literal, $expr:literal => $result:literal;)*) => {
        $(assert_eq!(gives($x, $y, $expr), concat!("Tensor[", $result, ", float32]"), "{}", $expr);)*
    };
}

macro_rules! refused {
    ($($x:literal, $y:literal, $expr:literal => $reason:literal;)*) => {
        $({
            let reason = outcome($x, $y, $expr);
            assert!(reason.contains($reason), "{}: {reason}", $expr);
        })*
    };
}

#[test]
fn broadcast() {
    table! {
        "(2, 3)", "(2, 3)", "%x + %y" => "(2, 3)";
        "(2, 3)", "(3)", "%x * %y" => "(2, 3)";
        "(3)", "(2, 3)", "%x - %y" => "(2, 3)";
        "(n + 1)", "(1 + n)", "%x + %y" => "(n + 1)";
        "(?, 3)", "(1, 3)", "%x + %y" => "(?, 3)";
        "(?, 3)", "(5, 3)", "%x + %y" => "(5, 3)";
        "s", "()", "%x + %y" => "s";
        "s", "s", "%x + %y" => "s";
    }
    refused! {
        "(2)", "(3)", "%x + %y" => "`2` and `3` cannot be broadcast together";
        "(n)", "(m)", "%x + %y" => "`n` and `m` cannot be broadcast together";
        "s", "(2)", "%x + %y" => "the shape `s` may have any number of dimensions";
        "(2)", "(2)", "%x + 1" => "the base type";
        "(2)", "(2)", "(%x, %y) + %x" => "must be a tensor, found `(Tensor";
    }
}

#[test]
fn comparisons_give_truth_values() {
    assert_eq!(gives("(2, 1)", "(3)", "%x < %y"), "Tensor[(2, 3), bool]");
    assert_eq!(gives("()", "()", "%x == %y"), "bool");
}

#[test]
fn flatten_and_reshape() {
    table! {
        "(2, 3, 4)", "()", "flatten(%x)" => "(2, 12)";
        "(n, m, 4)", "()", "nn.batch_flatten(%x)" => "(n, m * 4)";
        "(?, 2)", "()", "flatten(%x)" => "(?, 2)";
        "(2, 3)", "()", "reshape(%x, newshape=[3, 2])" => "(3, 2)";
        "(2, 3, 4)", "()", "reshape(%x, newshape=[0, -1])" => "(2, 12)";
        "(n, 6)", "()", "reshape(%x, newshape=[-1, 2])" => "(n * 3, 2)";
        "(n, 6)", "()", "reshape(%x, newshape=[0, 2, 3])" => "(n, 2, 3)";
        "(?, 6)", "()", "reshape(%x, newshape=[-1, 2])" => "(?, 2)";
    }
    refused! {
        "()", "()", "flatten(%x)" => "a scalar has no first dimension";
        "(2, 3)", "()", "reshape(%x, newshape=[4])" => "a tensor of shape `(2, 3)` does not have the elements for `(4)`";
        "(2, 3)", "()", "reshape(%x, newshape=[-1, 4])" => "is not divisible by";
        "(2, 3)", "()", "reshape(%x, newshape=[-1, -1])" => "only once";
        "(2, 3)", "()", "reshape(%x, newshape=[2, 3, 0])" => "keeps dimension 2";
        "(2, 3)", "()", "reshape(%x)" => "the attribute `newshape=[…]` is missing";
        "(2, 3)", "()", "reshape(%x, newshap=[6])" => "unknown attribute `newshap`";
    }
}

#[test]
fn concatenate() {
    table! {
        "(2, 3)", "(4, 3)", "concatenate((%x, %y))" => "(6, 3)";
        "(2, 3)", "(2, 5)", "concatenate((%x, %y), axis=-1)" => "(2, 8)";
        "(n, 3)", "(m, 3)", "concatenate((%x, %y))" => "(m + n, 3)";
        "(?, 3)", "(2, 3)", "concatenate((%x, %y))" => "(?, 3)";
        "(2, ?)", "(2, 3)", "concatenate((%x, %y))" => "(4, 3)";
    }
    refused! {
        "(2, 3)", "(4, 4)", "concatenate((%x, %y))" => "the dimension `3` is not `4`";
        "(2, 3)", "(4)", "concatenate((%x, %y))" => "2 and 1 dimensions";
        "(2)", "(2)", "concatenate((%x, %y), axis=1)" => "there is no axis 1 among 1 dimension(s)";
        "(2)", "(2)", "concatenate(())" => "at least one tensor";
        "(2)", "(2)", "concatenate(%x)" => "must be a tuple of tensors";
    }
}

#[test]
fn products_of_matrices() {
    table! {
        "(2, 3)", "(3, 4)", "matmul(%x, %y)" => "(2, 4)";
        "(7, 1, 2, 3)", "(5, 3, 4)", "matmul(%x, %y)" => "(7, 5, 2, 4)";
        "(3, 2)", "(3, 4)", "matmul(%x, %y, transpose_a=True)" => "(2, 4)";
        "(n, m)", "(m, n)", "matmul(%x, %y)" => "(n, n)";
        "(7, 2, 3)", "(7, 4, 3)", "nn.batch_matmul(%x, %y)" => "(7, 2, 4)";
        "(2, 3)", "(4, 3)", "nn.dense(%x, %y)" => "(2, 4)";
        "(2, ?)", "(4, 3)", "nn.dense(%x, %y)" => "(2, 4)";
        "(2, 3)", "(3, ?)", "nn.matmul(%x, %y, units=4)" => "(2, 4)";
    }
    refused! {
        "(2, 3)", "(4, 5)", "matmul(%x, %y)" => "the dimension `3` is not `4`";
        "(2, 3)", "(3, 4)", "nn.matmul(%x, %y, units=5)" => "the dimension `4` is not `5`";
        "(7, 2, 3)", "(7, 4, 3)", "nn.batch_matmul(%x, %y, units=4)" => "unknown attribute `units`";
        "(3)", "(3, 4)", "matmul(%x, %y)" => "a matrix must have at least two dimensions";
        "(2, 3)", "(4, 5)", "nn.dense(%x, %y)" => "the dimension `3` is not `5`";
        "(2, 3)", "(4, 3)", "nn.dense(%x, %y, units=5)" => "argument 2 would be `Tensor[(5, 3), float32]`";
    }
}

#[test]
fn reductions() {
    table! {
        "(2, 3, 4)", "()", "mean(%x, axis=1)" => "(2, 4)";
        "(2, 3, 4)", "()", "max(%x, axis=[0, -1])" => "(3)";
        "(2, 3, 4)", "()", "min(%x, axis=[1], keepdims=True)" => "(2, 1, 4)";
        "(2, 3, 4)", "()", "prod(%x, axis=[1], exclude=True)" => "(3)";
        "(2, 3)", "()", "sum(%x, keepdims=True)" => "(1, 1)";
        "(n, ?)", "()", "sum(%x, axis=0)" => "(?)";
    }
    assert_eq!(gives("(2, 3, 4)", "()", "sum(%x)"), "float32");
    assert_eq!(gives("(2, 3)", "()", "argmax(%x, axis=1)"), "Tensor[(2), int32]");
    assert_eq!(gives("(2, 3)", "(2, 3)", "all(%x < %y)"), "bool");
    refused! {
        "(2, 3)", "()", "sum(%x, axis=2)" => "there is no axis 2 among 2 dimension(s)";
        "(2, 3)", "()", "sum(%x, axis=[1, -1])" => "`axis` names a dimension twice";
        "(2, 3)", "()", "sum(%x, axis=\"1\")" => "must be a list of integers";
        "(2, 3)", "()", "all(%x)" => "must be truth values";
    }
}

#[test]
fn transpose() {
    table! {
        "(2, 3, n)", "()", "transpose(%x)" => "(n, 3, 2)";
        "(2, 3, 4)", "()", "transpose(%x, axes=[0, 2, 1])" => "(2, 4, 3)";
        "(2, 3, 4)", "()", "transpose(%x, axes=[-1, 0, 1])" => "(4, 2, 3)";
    }
    refused! {
        "(2, 3)", "()", "transpose(%x, axes=[0])" => "must name each of the 2 dimension(s) once";
        "(2, 3)", "()", "transpose(%x, axes=[0, 0])" => "must name each of the 2 dimension(s) once";
        "(2, 3)", "()", "transpose(%x, axes=[0, 2])" => "there is no axis 2";
    }
}

#[test]
fn convolutions() {
    table! {
        "(1, 3, 32, 32)", "(8, 3, 5, 5)", "nn.conv2d(%x, %y)" => "(1, 8, 28, 28)";
        "(1, 3, 32, 32)", "(8, 3, 3, 3)", "nn.conv2d(%x, %y, padding=1)" => "(1, 8, 32, 32)";
        "(1, 3, 32, 30)", "(8, 3, 3, 3)", "nn.conv2d(%x, %y, strides=[2, 2], padding=[1, 1])" => "(1, 8, 16, 15)";
        "(1, 3, 8, 8)", "(8, 3, 3, 3)", "nn.conv2d(%x, %y, padding=[0, 1, 2, 3])" => "(1, 8, 8, 10)";
        "(1, 3, 8, 8)", "(8, 3, 3, 3)", "nn.conv2d(%x, %y, dilation=2)" => "(1, 8, 4, 4)";
        "(1, 4, 8, 8)", "(8, 2, 1, 1)", "nn.conv2d(%x, %y, groups=2)" => "(1, 8, 8, 8)";
        "(1, 8, 9, 3)", "(5, 5, 3, 6)", "nn.conv2d(%x, %y, data_layout=\"NHWC\", kernel_layout=\"HWIO\")" => "(1, 4, 5, 6)";
        "(n, 3, m, 8)", "(8, 3, 3, 3)", "nn.conv2d(%x, %y, padding=1)" => "(n, 8, m, 8)";
        "(?, 3, ?, 8)", "(8, 3, 3, 3)", "nn.conv2d(%x, %y)" => "(?, 8, ?, 6)";
        "(1, 3, 7, 8)", "()", "nn.max_pool2d(%x, pool_size=2, strides=2)" => "(1, 3, 3, 4)";
        "(1, 3, 7, 8)", "()", "nn.max_pool2d(%x, pool_size=2, strides=2, ceil_mode=True)" => "(1, 3, 4, 4)";
        "(1, 3, 7, 8)", "()", "nn.avg_pool2d(%x, pool_size=2, out_layout=\"NHWC\")" => "(1, 6, 7, 3)";
        "(1, 3, 8, 8)", "()", "nn.global_avg_pool2d(%x)" => "(1, 3, 1, 1)";
    }
    refused! {
        "(1, 3, 32, 32)", "(8, 4, 5, 5)", "nn.conv2d(%x, %y)" => "the images have `3` channels, but the kernels take `4`";
        "(1, 3, 4, 4)", "(8, 3, 5, 5)", "nn.conv2d(%x, %y)" => "the window of 5 is larger than the padded image of 4";
        "(3, 4, 4)", "(8, 3, 5, 5)", "nn.conv2d(%x, %y)" => "the images must have four dimensions, found 3";
        "(1, 3, 8, 8)", "(8, 3, 5, 5)", "nn.conv2d(%x, %y, strides=0)" => "`strides` must be 1 or more, found 0";
        "(1, 3, 8, 8)", "(8, 3, 5, 5)", "nn.conv2d(%x, %y, data_layout=\"NCWW\")" => "must be a permutation of `NCHW`";
        "(1, 4, 8, 8)", "(7, 2, 3, 3)", "nn.conv2d(%x, %y, groups=2)" => "7 kernels are not divisible into 2 groups";
        "(1, 3, 8, 8)", "()", "nn.max_pool2d(%x, count_include_pad=True)" => "unknown attribute `count_include_pad`";
        "(1, 3, 8, 8)", "(8, 3, 5, 5)", "nn.conv2d(%x, %y, kernel_size=3)" => "the dimension `5` is not `3`";
    }
}

#[test]
fn dense_layers_and_convolutions_find_out_what_their_weights_are() {
    let dense = "def @f(%x: Tensor[(2, 3), float32], %w) { nn.dense(%x, %w, units=4) }";
    assert_eq!(type_of_f(dense), "fn (Tensor[(2, 3), float32], Tensor[(4, 3), float32]) -> Tensor[(2, 4), float32]");
    let text = "def @f(%x: Tensor[(1, 3, 8, 8), float32], %w) { nn.conv2d(%x, %w, channels=4, kernel_size=[3, 3]) }";
    assert!(type_of_f(text).starts_with("fn (Tensor[(1, 3, 8, 8), float32], Tensor[(4, 3, 3, 3), float32])"));
    let partly = text.replace("%w)", "%w: Tensor[(_, _, 3, _), _])");
    assert_eq!(type_of_f(&partly), type_of_f(text));
}

#[test]
fn other_operators() {
    table! {
        "(2, 3)", "(3)", "nn.bias_add(%x, %y)" => "(2, 3)";
        "(2, 3)", "()", "expand_dims(%x, axis=1, num_newaxis=2)" => "(2, 1, 1, 3)";
        "(2, 1, 3)", "()", "squeeze(%x)" => "(2, 3)";
        "(2, 1, n)", "()", "squeeze(%x, axis=1)" => "(2, n)";
        "(2, n)", "()", "clip(%x, a_min=0, a_max=6.5)" => "(2, n)";
        "s", "()", "nn.leaky_relu(%x, alpha=0.1)" => "s";
        "(2, n)", "()", "nn.dropout(%x, rate=0.5).0" => "(2, n)";
    }
    assert_eq!(gives("(2)", "()", "cast(%x, dtype=\"int8\")"), "Tensor[(2), int8]");
    refused! {
        "(2, 3)", "(2)", "nn.bias_add(%x, %y)" => "argument 2 would be";
        "(2, n)", "()", "squeeze(%x)" => "`n` may be 1 or not";
        "(2, ?)", "()", "squeeze(%x)" => "`?` may be 1 or not";
        "(2, 3)", "()", "nn.softmax(%x, axis=2)" => "there is no axis 2 among 2 dimension(s)";
        "(2, 3)", "()", "tanh(%x, axis=1)" => "unknown attribute `axis`; it takes none";
        "(2, 3)", "()", "tanh((%x, %x))" => "must be a tensor, found `(Tensor";
        "(2, 3)", "()", "logical_not(%x)" => "must be truth values";
        "(2, 3)", "(2, 3)", "nn.batch_matmul(%x, %y)" => "a batch of matrices must have three dimensions";
        "(2, 3)", "()", "squeeze(%x, axis=0)" => "the dimension `2` is not `1`";
        "(2, 3)", "()", "cast(%x, dtype=\"int7\")" => "`int7` is not a data type";
    }
}

#[test]
fn the_value_of_every_attribute_is_checked() {
    let library = Library::standard();
    let of_all = library.operators().flat_map(|name| library.operators_of(name).iter().map(move |known| (name, known)));
    for (operator, known) in of_all {
        let ty = known.ty();
        // What is done with references asks for no relation.
        let Some(constraint) = ty.constraints.first() else { continue };
        let relation = library.relation(&constraint.name).expect("operators ask for relations that there are");
        let (args, needed): (&str, &[&str]) = match relation.name() {
            "BatchNorm" => ("%x, %v, %v, %v, %v", &[]),
            "LayerNorm" | "InstanceNorm" | "GroupNorm" => ("%x, %v, %v", &[]),
            "PRelu" => ("%x, %v", &[]),
            "Init" => ("", &["shape=[2]"]),
            "Full" => ("1", &["shape=[2]"]),
            "FullLike" => ("%x, 1f", &[]),
            "BroadcastTo" => ("%x", &["shape=[4, 4, 4, 4]"]),
            "ArangeConst" => ("1, 2, 3", &[]),
            "OneHot" => ("%i, 1, 0", &["depth=3"]),
            "Take" | "GatherND" => ("%x, %i", &[]),
            "Gather" => ("%x, %j", &["axis=0"]),
            "Where" => ("%x < %x, %x, %x", &[]),
            "Split" => ("%x", &["indices_or_sections=2"]),
            "Stack" => ("(%x, %x)", &[]),
            "StridedSlice" => ("%x", &["begin=[0]", "end=[1]"]),
            "Pad" => ("%x, 0f", &["pad_width=[[0, 0], [0, 0], [1, 1], [1, 1]]"]),
            "PadZero" => ("%x", &["pad_width=[[0, 0], [0, 0], [1, 1], [1, 1]]"]),
            "Tile" => ("%x", &["reps=[2]"]),
            "Repeat" => ("%x", &["repeats=2"]),
            "LayoutTransform" => ("%x", &["src_layout=\"NCHW\"", "dst_layout=\"NHWC\""]),
            "Resize2D" => ("%x", &["size=[8, 8]"]),
            "DepthToSpace" | "SpaceToDepth" => ("%x", &["block_size=2"]),
            "RoiAlign" | "RoiPool" => ("%x, Constant(1, (3, 5), float32)", &["pooled_size=[2, 2]"]),
            "GetValidCounts" => ("%t, 1f", &[]),
            "NonMaxSuppression" => ("%t, %i, %i, 1, 1f", &[]),
            "MultiboxTransformLoc" => ("%t, %m, %t", &[]),
            "Variance" => ("%x, %x", &[]),
            "Conv1D" | "Conv1DTranspose" => ("%t, %t", &[]),
            "Conv3D" => ("Constant(1, (4, 4, 4, 4, 4), float32), Constant(1, (4, 4, 4, 4, 4), float32)", &[]),
            "MaxPool1D" => ("%t", &[]),
            "Concatenate" => ("(%x, %x)", &[]),
            "Cast" => ("%x", &["dtype=\"int8\""]),
            "Reshape" => ("%x", &["newshape=[-1]"]),
            "ExpandDims" => ("%x", &["axis=0"]),
            "Squeeze" => ("%x", &["axis=[]"]),
            "BiasAdd" => ("%x, %v", &[]),
            "Dense" => ("%x, %m", &[]),
            "ReduceBool" | "Negation" => ("%x < %x", &[]),
            "BatchMatMul" => ("%t, %t", &[]),
            _ if ty.args.len() == 2 => ("%x, %x", &[]),
            _ => ("%x", &[]),
        };
        let call = |attributes: &[&str]| {
            let mut arguments = [&[args], attributes].concat();
            arguments.retain(|part| !part.is_empty());
            let text = format!(
                "def @f(%x: Tensor[(4, 4, 4, 4), float32], %t: Tensor[(4, 4, 4), float32],
                    %m: Tensor[(4, 4), float32], %v: Tensor[(4), float32], %i: Tensor[(4), int32],
                    %j: Tensor[(4, 4, 4, 4), int32]) {{
                  {operator}({}) }}",
                arguments.join(", ")
            );
            inferred(&text)
        };
        assert!(call(needed).starts_with("@f : fn"), "{operator}: {}", call(needed));
        for attribute in relation.attributes() {
            let wrong = format!("{attribute}=\"?!\"");
            let is_other = |needed: &&str| !needed.starts_with(&format!("{attribute}="));
            let attributes: Vec<&str> = needed.iter().copied().filter(is_other).chain([wrong.as_str()]).collect();
            let outcome = call(&attributes);
            assert!(outcome.contains(&format!("`{attribute}")), "{operator} takes {wrong}: {outcome}");
        }
    }
}

#[test]
fn reductions_over_no_axes_are_over_all() {
    table! {
        "(2, 3)", "()", "sum(%x, axis=[], keepdims=True)" => "(1, 1)";
        "(2, 3)", "()", "sum(%x, axis=[0], exclude=True)" => "(2)";
    }
    assert_eq!(gives("(2, 3)", "()", "sum(%x, axis=[])"), "float32");
    refused! { "(2, 3)", "()", "sum(%x, axis=[], exclude=True)" => "`exclude` needs `axis`"; }
}

#[test]
fn slices_of_a_size_begin_anywhere() {
    table! {
        "(10)", "()", "strided_slice(%x, begin=[-2], end=[2], slice_mode=\"size\")" => "(2)";
        "(10)", "()", "strided_slice(%x, begin=[-3], end=[1], slice_mode=\"size\")" => "(1)";
        "(10)", "()", "strided_slice(%x, begin=[-3], end=[-1], slice_mode=\"size\")" => "(3)";
        "(10)", "()", "strided_slice(%x, begin=[4], end=[3], slice_mode=\"size\")" => "(3)";
        "(10)", "()", "strided_slice(%x, begin=[8], end=[3], slice_mode=\"size\")" => "(2)";
        "(10, 4)", "()", "strided_slice(%x, begin=[1], end=[3], axes=[1])" => "(10, 2)";
        "(10, 4)", "()", "strided_slice(%x, begin=[1, 2], end=[3, 9], axes=[1, 0])" => "(7, 2)";
    }
    refused! {
        "(10, 4)", "()", "strided_slice(%x, begin=[1, 0], end=[3], axes=[1])" => "one number for each of the 1 `axes`";
        "(10, 4)", "()", "strided_slice(%x, begin=[1], end=[3, 5], axes=[1])" => "one number for each of the 1 `axes`";
        "(10, 4)", "()", "strided_slice(%x, begin=[1], end=[3], axes=[0, 1])" => "one number for each of the 2 `axes`";
        "(10, 4)", "()", "strided_slice(%x, begin=[1, 1], end=[3, 3], axes=[1, -1])" => "names a dimension twice";
    }
}

#[test]
fn a_slice_is_not_longer_than_what_it_is_of() {
    table! {
        "(10, 4)", "(5, 2)", "slice_like(%x, %y)" => "(5, 2)";
        "(10, 4)", "(20, 2)", "slice_like(%x, %y, axes=[1])" => "(10, 2)";
        "(?, 4)", "(20, 2)", "slice_like(%x, %y)" => "(20, 2)";
    }
    refused! {
        "(10, 4)", "(5, 6)", "slice_like(%x, %y)" => "axis 1 of argument 1 has 4 elements, argument 2 has 6";
    }
}

#[test]
fn batches_are_counted_from_the_last_index() {
    let f = |batch: &str| {
        type_of_f(&format!(
            "def @f(%x: Tensor[(2, 3, 5), int8], %i: Tensor[(2, 3, 7), int32]) {{
              take(%x, %i, axis=2, batch_dims={batch}) }}"
        ))
    };
    assert!(f("2").ends_with("-> Tensor[(2, 3, 7), int8]"));
    assert_eq!(f("-1"), f("2"));
    assert!(f("1").ends_with("-> Tensor[(2, 3, 3, 7), int8]"));
    assert_eq!(f("-2"), f("1"));
    assert_eq!(f("-3"), f("0"));
}

#[test]
fn windows_that_round_up_may_reach_beyond_the_image() {
    table! {
        "(1, 3, 1, 1)", "()", "nn.max_pool2d(%x, pool_size=[2, 2], strides=[2, 2], ceil_mode=True)" => "(1, 3, 1, 1)";
        "(1, 3, 5, 4)", "()", "nn.max_pool2d(%x, pool_size=[2, 2], strides=[2, 2], ceil_mode=True)" => "(1, 3, 3, 2)";
    }
    refused! {
        "(1, 3, 1, 1)", "()", "nn.max_pool2d(%x, pool_size=[2, 2], strides=[2, 2])" => "larger than the padded image of 1";
        "(1, 3, 1, 1)", "()", "nn.max_pool2d(%x, pool_size=[4, 4], strides=[2, 2], ceil_mode=True)" => "larger than";
    }
}

#[test]
fn ranges_of_literals_have_a_known_length() {
    table! {
        "()", "()", "arange(0f, 10f, 3f)" => "(4)";
        "()", "()", "arange(10, 0, -3)" => "(4)";
        "()", "()", "%0 = 5f; arange(0f, %0, 1f)" => "(5)";
        "()", "()", "arange(0f, Constant(5, (1,), float32), 1f)" => "(5)";
        "()", "()", "arange(%x, 10f, 1f)" => "(?)";
        "()", "()", "arange(%x, %x, %x, start=0, stop=10, step=2)" => "(5)";
    }
    refused! {
        "()", "()", "arange(0f, 10f, 0f)" => "`step` must not be 0";
        "()", "()", "arange(10f, 0f, 1f)" => "there are no steps of 1 from 10 to 0";
    }
}

#[test]
fn what_a_reshape_keeps_is_not_counted() {
    table! {
        "(?, 3, 4)", "()", "reshape(%x, newshape=[0, -1])" => "(?, 12)";
        "(n, 3, 4)", "()", "reshape(%x, newshape=[0, -1])" => "(n, 12)";
        "(0, 3, 4)", "()", "reshape(%x, newshape=[0, -1])" => "(0, 12)";
        "(3, ?, 4)", "()", "reshape(%x, newshape=[-1, 0, 2])" => "(6, ?, 2)";
        "(?, 3, 4)", "()", "reshape(%x, newshape=[-1, -3])" => "(?, 12)";
        "(3, ?, 4)", "()", "reshape(%x, newshape=[-1, -2])" => "(3, ?, 4)";
        "(?, 6, 4)", "()", "reshape(%x, newshape=[0, -4, 2, 3, -1])" => "(?, 2, 3, 4)";
    }
    refused! {
        "(?, 3, 4)", "()", "reshape(%x, newshape=[0, 5])" => "does not have the elements for `(?, 5)`";
        "(?, 3, 4)", "()", "reshape(%x, newshape=[0, 5, -1])" => "`12` is not divisible by `5`";
        "(2)", "()", "reshape(%x, newshape=[-5])" => "must be -4 or more";
    }
}

#[test]
fn sections_are_limited() {
    let split = |count: u32| format!("split(%x, indices_or_sections={count})");
    assert!(gives("(2000)", "()", &split(1000)).contains("Tensor[(2), float32], Tensor[(2), float32]"));
    assert!(outcome("(2000)", "()", &split(2000)).contains("must be a list, or between 1 and 1000"));
    // Each of so many indices would make a type of so many dimensions.
    let (dims, indices) = (vec!["1"; 20_000].join(", "), vec!["1"; 20_000].join(", "));
    let text = format!("split(%x, indices_or_sections=[{indices}])");
    assert!(outcome(&format!("({dims})"), "()", &text).contains("too many indices"));
}

/// Lists of axes are looked through once: with a square of their length, this would take minutes.
#[test]
fn long_lists_of_axes() {
    let count = 200_000;
    let dims = vec!["1"; count].join(", ");
    let axes = (0..count).rev().map(|axis| axis.to_string()).collect::<Vec<_>>().join(", ");
    for expr in [
        format!("sum(%x, axis=[{axes}])"),
        format!("squeeze(%x, axis=[{axes}])"),
        format!("squeeze(transpose(%x, axes=[{axes}]))"),
    ] {
        let text = format!("def @f(%x: Tensor[({dims}), float32]) -> float32 {{ {expr} }}");
        assert!(inferred(&text).contains("-> float32") || inferred(&text).contains("too large"), "{}", &expr[..20]);
    }
}
