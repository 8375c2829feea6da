//! Custom traversal: nodes whose parts are listed by functions of their own.

use alloc::{boxed::Box, vec::Vec};

use crate::{
    leaf::{Encoder, Leaf},
    structural::Field,
    table::Def,
};
