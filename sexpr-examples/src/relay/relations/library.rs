//! The relations and operators that modules may use.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use super::TypeRelation;
use super::broadcast::{Broadcast, BroadcastComp};
use super::concatenate::Concatenate;
use super::conv2d::{Conv2D, GlobalPool2D, Pool2D};
use super::elementwise::{BiasAdd, Cast, Dropout, Elementwise, Identity, Negation, Softmax};
use super::matmul::{BatchMatMul, Dense, MatMul};
use super::reduce::{Reduce, ReduceBool, ReduceToIndex};
use super::reshape::{ExpandDims, Flatten, Reshape, Squeeze};
use super::transpose::Transpose;
use crate::relay::ir::{Attributes, FunctionType, Kind, Type, TypeParam, TypeRelation as Constraint};

/// The relations and operators that modules may use, by name.
#[derive(Clone, Default)]
pub struct Library {
    relations: BTreeMap<String, Arc<dyn TypeRelation>>,
    operators: BTreeMap<String, Operator>,
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
        let relations: [Arc<dyn TypeRelation>; 27] = [
            Arc::new(Identity),
            Arc::new(Elementwise { name: "Elementwise", numbers: &[] }),
            Arc::new(Elementwise { name: "Clip", numbers: &["a_min", "a_max"] }),
            Arc::new(Elementwise { name: "LeakyRelu", numbers: &["alpha"] }),
            Arc::new(Negation),
            Arc::new(Dropout),
            Arc::new(Softmax),
            Arc::new(Broadcast),
            Arc::new(BroadcastComp),
            Arc::new(Flatten),
            Arc::new(Reshape),
            Arc::new(Concatenate),
            Arc::new(MatMul),
            Arc::new(BatchMatMul),
            Arc::new(Dense),
            Arc::new(Reduce),
            Arc::new(ReduceToIndex),
            Arc::new(ReduceBool),
            Arc::new(Transpose),
            Arc::new(Conv2D),
            Arc::new(Pool2D { name: "MaxPool2D", averages: false }),
            Arc::new(Pool2D { name: "AvgPool2D", averages: true }),
            Arc::new(GlobalPool2D),
            Arc::new(ExpandDims),
            Arc::new(Squeeze),
            Arc::new(Cast),
            Arc::new(BiasAdd),
        ];
        for relation in relations {
            library.add_relation(relation);
        }
        for (relation, arguments, names) in OPERATORS {
            for name in *names {
                library.add_operator(name, *arguments, relation);
            }
        }
        library
    }

    /// Adds a relation, in place of one of the same name.
    pub fn add_relation(&mut self, relation: Arc<dyn TypeRelation>) {
        self.relations.insert(relation.name().to_owned(), relation);
    }

    /// Adds an operator of so many arguments, in place of one of the same name.
    pub fn add_operator(&mut self, name: &str, arguments: usize, relation: &str) {
        self.operators.insert(name.to_owned(), Operator::new(arguments, relation));
    }

    /// The relation of a name.
    pub fn relation(&self, name: &str) -> Option<&Arc<dyn TypeRelation>> {
        self.relations.get(name)
    }

    /// The operator of a name.
    pub fn operator(&self, name: &str) -> Option<&Operator> {
        self.operators.get(name)
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

/// For each relation, how many arguments its operators take, and these.
const OPERATORS: &[(&str, usize, &[&str])] = &[
    (
        "Broadcast",
        2,
        &[
            "add",
            "subtract",
            "multiply",
            "divide",
            "floor_divide",
            "mod",
            "floor_mod",
            "power",
            "maximum",
            "minimum",
            "logical_and",
            "logical_or",
            "logical_xor",
            "bitwise_and",
            "bitwise_or",
            "bitwise_xor",
            "left_shift",
            "right_shift",
        ],
    ),
    ("BroadcastComp", 2, &["equal", "not_equal", "less", "less_equal", "greater", "greater_equal"]),
    (
        "Elementwise",
        1,
        &[
            "negative",
            "abs",
            "exp",
            "log",
            "sqrt",
            "rsqrt",
            "sin",
            "cos",
            "tan",
            "tanh",
            "erf",
            "sigmoid",
            "sign",
            "floor",
            "ceil",
            "round",
            "trunc",
            "copy",
            "zeros_like",
            "ones_like",
            "bitwise_not",
            "nn.relu",
        ],
    ),
    ("Negation", 1, &["logical_not"]),
    ("Clip", 1, &["clip"]),
    ("LeakyRelu", 1, &["nn.leaky_relu"]),
    ("Dropout", 1, &["nn.dropout"]),
    ("Softmax", 1, &["nn.softmax", "nn.log_softmax"]),
    ("Flatten", 1, &["flatten", "nn.batch_flatten"]),
    ("Reshape", 1, &["reshape"]),
    ("ExpandDims", 1, &["expand_dims"]),
    ("Squeeze", 1, &["squeeze"]),
    ("Cast", 1, &["cast"]),
    ("Concatenate", 1, &["concatenate"]),
    ("MatMul", 2, &["matmul", "nn.matmul"]),
    ("BatchMatMul", 2, &["nn.batch_matmul"]),
    ("Dense", 2, &["nn.dense"]),
    ("BiasAdd", 2, &["nn.bias_add"]),
    ("Reduce", 1, &["sum", "mean", "max", "min", "prod", "variance", "std"]),
    ("ReduceToIndex", 1, &["argmax", "argmin"]),
    ("ReduceBool", 1, &["all", "any"]),
    ("Transpose", 1, &["transpose"]),
    ("Conv2D", 2, &["nn.conv2d"]),
    ("MaxPool2D", 1, &["nn.max_pool2d"]),
    ("AvgPool2D", 1, &["nn.avg_pool2d"]),
    ("GlobalPool2D", 1, &["nn.global_avg_pool2d", "nn.global_max_pool2d"]),
];
