//! The relations and operators that modules may use.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use super::rule::Rule;
use super::{
    Question, TypeRelation, Undecided, broadcast, concatenate, convolution, creation, elementwise, indexing, layout,
    matmul, normalization, reduce, reshape, slicing, transpose, vision,
};
use crate::relay::ir::{
    Attributes, BaseType, DataType, FunctionType, Kind, Type, TypeParam, TypeRelation as Constraint,
};

/// The relations and operators that modules may use, by name.
#[derive(Clone, Default)]
pub struct Library {
    relations: BTreeMap<String, Arc<dyn TypeRelation>>,
    /// For each name, those of other numbers of arguments.
    operators: BTreeMap<String, Vec<Operator>>,
}

/// An operator: a function whose types a relation decides, `fn<t1, …>(t1, …) -> t where Relation`.
#[derive(Clone, Debug)]
pub struct Operator {
    ty: Arc<FunctionType>,
}

impl Library {
    /// Those that every module may use.
    pub fn standard() -> Self {
        let mut library = Self::default();
        let modules = [
            broadcast::rules,
            convolution::rules,
            creation::rules,
            elementwise::rules,
            indexing::rules,
            matmul::rules,
            normalization::rules,
            reduce::rules,
            reshape::rules,
            slicing::rules,
            vision::rules,
        ];
        for rule in modules.into_iter().flat_map(|rules| rules()).chain(others()) {
            library.add_relation(Arc::new(rule));
        }
        for (name, ty) in references() {
            library.add(name, Operator { ty: Arc::new(ty) });
        }
        for (relation, arguments, names) in OPERATORS {
            for name in names.split(' ') {
                library.add_operator(name, *arguments, relation);
            }
        }
        library
    }

    /// Adds a relation, in place of one of the same name.
    pub fn add_relation(&mut self, relation: Arc<dyn TypeRelation>) {
        self.relations.insert(relation.name().to_owned(), relation);
    }

    /// Adds an operator of so many arguments, in place of one of the same name and as many.
    pub fn add_operator(&mut self, name: &str, arguments: usize, relation: &str) {
        self.add(name, Operator::new(arguments, relation));
    }

    /// Adds an operator of so many arguments, and these attributes. The function is asked about the types of the
    /// arguments and, last, the result; see [`Question`].
    ///
    /// ```
    /// use sexpr_examples::relay::{self, Library};
    ///
    /// // Two rows for each one of the argument.
    /// let mut library = Library::standard();
    /// library.define("my.double_rows", 1, &[], |question| {
    ///     let tensor = question.tensor(0)?;
    ///     let mut dims = question.dims(&tensor.shape)?;
    ///     dims[0] = question.compute(relay::ir::DimOp::Add, &dims[0], &dims[0])?;
    ///     question.gives(dims, &tensor.dtype)
    /// });
    /// let module = relay::parse("double.rly", "def @f(%x: Tensor[(3, 4), int8]) { my.double_rows(%x) }")?;
    /// let inferred = relay::infer_with(&module, &library)?;
    /// assert_eq!(inferred.to_string(), "@f : fn (Tensor[(3, 4), int8]) -> Tensor[(6, 4), int8]\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn define(
        &mut self,
        name: &str,
        arguments: usize,
        attributes: &'static [&'static str],
        relate: impl Fn(&mut Question<'_>) -> Result<(), Undecided> + Send + Sync + 'static,
    ) {
        self.add_relation(Arc::new(Rule::reading(name, arguments + 1, attributes, relate)));
        self.add_operator(name, arguments, name);
    }

    fn add(&mut self, name: &str, operator: Operator) {
        let known = self.operators.entry(name.to_owned()).or_default();
        known.retain(|known| known.ty.args.len() != operator.ty.args.len());
        known.push(operator);
    }

    /// The relation of a name.
    pub fn relation(&self, name: &str) -> Option<&Arc<dyn TypeRelation>> {
        self.relations.get(name)
    }

    /// The operator of a name; of several, the first one.
    pub fn operator(&self, name: &str) -> Option<&Operator> {
        self.operators.get(name)?.first()
    }

    /// The operator of a name that takes so many arguments; if none does, the first one.
    pub fn operator_taking(&self, name: &str, arguments: usize) -> Option<&Operator> {
        let known = self.operators.get(name)?;
        known.iter().find(|known| known.ty.args.len() == arguments).or(known.first())
    }

    /// All operators of a name, which take other numbers of arguments.
    pub fn operators_of(&self, name: &str) -> &[Operator] {
        self.operators.get(name).map_or(&[], Vec::as_slice)
    }

    /// The names of all operators.
    pub fn operators(&self) -> impl Iterator<Item = &str> {
        self.operators.keys().map(String::as_str)
    }
}

impl fmt::Debug for Library {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (relations, operators) = (self.relations.keys(), self.operators.keys());
        f.debug_struct("Library")
            .field("relations", &relations.collect::<Vec<_>>())
            .field("operators", &operators.collect::<Vec<_>>())
            .finish()
    }
}

impl Operator {
    fn new(arguments: usize, relation: &str) -> Self {
        let params: Vec<_> = (1..=arguments + 1).map(|index| TypeParam::new(format!("t{index}"), Kind::Type)).collect();
        let types: Vec<Type> = params.iter().map(|param| Type::Param(param.clone())).collect();
        let ty = FunctionType {
            args: types[..arguments].to_vec(),
            result: types[arguments].clone(),
            constraints: vec![Constraint { name: relation.to_owned(), args: types, attributes: Attributes::new() }],
            type_params: params,
        };
        Self { ty: Arc::new(ty) }
    }

    /// Its type.
    pub fn ty(&self) -> &Arc<FunctionType> {
        &self.ty
    }
}

/// Relations that belong to no larger kind.
fn others() -> Vec<Rule> {
    vec![
        Rule::reading("Concatenate", 2, &["axis"], concatenate::concatenate),
        Rule::reading("Transpose", 2, &["axes"], transpose::transpose),
        Rule::new("ElementwiseBool", 2, &[], |question| {
            let shape = question.tensor(0)?.shape.clone();
            question.unify(1, &Type::tensor(shape, BaseType::Data(DataType::BOOL)))
        }),
        Rule::reading("LayoutTransform", 2, &["src_layout", "dst_layout"], layout::layout_transform),
    ]
}

/// What is done with references. No relation is needed for it.
fn references() -> [(&'static str, FunctionType); 3] {
    let function = |make: fn(Type, Type) -> (Vec<Type>, Type)| {
        let param = TypeParam::new("A", Kind::Type);
        let content = Type::Param(param.clone());
        let (args, result) = make(Type::reference(content.clone()), content);
        FunctionType { type_params: vec![param], args, result, constraints: Vec::new() }
    };
    [
        ("ref", function(|reference, content| (vec![content], reference))),
        ("ref_read", function(|reference, content| (vec![reference], content))),
        ("ref_write", function(|reference, content| (vec![reference, content], Type::tuple(Vec::new())))),
    ]
}

/// For each relation, how many arguments its operators take, and their names.
const OPERATORS: &[(&str, usize, &str)] = &[
    (
        "Broadcast",
        2,
        "add subtract multiply divide floor_divide trunc_divide mod floor_mod trunc_mod power maximum minimum \
         logical_and logical_or logical_xor bitwise_and bitwise_or bitwise_xor left_shift right_shift",
    ),
    ("BroadcastComp", 2, "equal not_equal less less_equal greater greater_equal"),
    (
        "Elementwise",
        1,
        "negative abs exp log sqrt rsqrt sin cos tan asin acos atan sinh cosh asinh acosh atanh tanh log2 log10 \
         erf fast_exp fast_tanh fast_erf annotation.stop_fusion sigmoid sign floor ceil round trunc copy \
         zeros_like ones_like bitwise_not nn.relu",
    ),
    ("Negation", 1, "logical_not"),
    ("Clip", 1, "clip"),
    ("LeakyRelu", 1, "nn.leaky_relu"),
    ("Dropout", 1, "nn.dropout"),
    ("Softmax", 1, "nn.softmax nn.log_softmax nn.fast_softmax"),
    ("Flatten", 1, "flatten nn.batch_flatten"),
    ("Reshape", 1, "reshape"),
    ("ExpandDims", 1, "expand_dims"),
    ("Squeeze", 1, "squeeze"),
    ("Cast", 1, "cast"),
    ("Concatenate", 1, "concatenate"),
    ("MatMul", 2, "matmul nn.matmul"),
    ("BatchMatMul", 2, "nn.batch_matmul"),
    ("Dense", 2, "nn.dense"),
    ("BiasAdd", 2, "nn.bias_add"),
    ("Reduce", 1, "sum mean max min prod variance std logsumexp"),
    ("ReduceToIndex", 1, "argmax argmin"),
    ("ReduceBool", 1, "all any"),
    ("Transpose", 1, "transpose"),
    ("Variance", 2, "variance"),
    ("Scan", 1, "cumsum cumprod"),
    ("ElementwiseBool", 1, "isnan isfinite isinf"),
    ("BatchNorm", 5, "nn.batch_norm"),
    ("LayerNorm", 3, "nn.layer_norm"),
    ("InstanceNorm", 3, "nn.instance_norm"),
    ("GroupNorm", 3, "nn.group_norm"),
    ("PRelu", 2, "nn.prelu"),
    ("L2Normalize", 1, "nn.l2_normalize"),
    ("Lrn", 1, "nn.lrn"),
    ("Init", 0, "zeros ones"),
    ("Full", 1, "full"),
    ("FullLike", 2, "full_like"),
    ("LikeSecond", 2, "broadcast_to_like collapse_sum_like reshape_like"),
    ("BroadcastTo", 1, "broadcast_to"),
    ("ArangeConst", 3, "arange"),
    ("OneHot", 3, "one_hot"),
    ("ShapeOf", 1, "shape_of"),
    ("Take", 2, "take"),
    ("Gather", 2, "gather"),
    ("GatherND", 2, "gather_nd"),
    ("Where", 3, "where"),
    ("ArgSort", 1, "argsort"),
    ("Sort", 1, "sort"),
    ("TopK", 1, "topk"),
    ("Split", 1, "split"),
    ("Stack", 1, "stack"),
    ("StridedSlice", 1, "strided_slice"),
    ("SliceLike", 2, "slice_like"),
    ("Pad", 2, "nn.pad"),
    ("PadZero", 1, "nn.pad"),
    ("Tile", 1, "tile"),
    ("Repeat", 1, "repeat"),
    ("Reverse", 1, "reverse"),
    ("LayoutTransform", 1, "layout_transform"),
    ("UpSampling", 1, "nn.upsampling"),
    ("Resize2D", 1, "image.resize2d"),
    ("DepthToSpace", 1, "nn.depth_to_space"),
    ("SpaceToDepth", 1, "nn.space_to_depth"),
    ("RoiAlign", 2, "vision.roi_align"),
    ("RoiPool", 2, "vision.roi_pool"),
    ("GetValidCounts", 2, "vision.get_valid_counts"),
    ("NonMaxSuppression", 5, "vision.non_max_suppression"),
    ("MultiboxPrior", 1, "vision.multibox_prior"),
    ("MultiboxTransformLoc", 3, "vision.multibox_transform_loc"),
    ("Conv1D", 2, "nn.conv1d"),
    ("Conv2D", 2, "nn.conv2d nn.contrib_conv2d_NCHWc nn.contrib_depthwise_conv2d_NCHWc"),
    ("Conv3D", 2, "nn.conv3d"),
    ("Conv1DTranspose", 2, "nn.conv1d_transpose"),
    ("Conv2DTranspose", 2, "nn.conv2d_transpose"),
    ("MaxPool1D", 1, "nn.max_pool1d"),
    ("AdaptivePool2D", 1, "nn.adaptive_avg_pool2d nn.adaptive_max_pool2d"),
    ("MaxPool2D", 1, "nn.max_pool2d"),
    ("AvgPool2D", 1, "nn.avg_pool2d"),
    ("GlobalPool2D", 1, "nn.global_avg_pool2d nn.global_max_pool2d"),
];
