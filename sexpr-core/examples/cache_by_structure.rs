//! Compiles each function once, by a cache whose keys are terms. Names of bound variables and addresses do not matter
//! to a lookup.
//!
//! ```sh
//! cargo run -p sexpr-core --example cache_by_structure
//! ```

use std::{collections::HashMap, sync::Arc};

use sexpr_core::{StructuralEq, StructuralKey};

/// A variable: uses and binder share one node.
#[derive(StructuralEq)]
#[seq(kind = "var")]
struct Var {
    #[seq(ignore)]
    name: String,
}

#[derive(StructuralEq)]
enum Expr {
    Int(i64),
    Use(Arc<Var>),
    Mul(Arc<Expr>, Arc<Expr>),
    Lambda {
        #[seq(def)]
        param: Arc<Var>,
        body: Arc<Expr>,
    },
}

/// `|name| name * factor`
fn multiply(name: &str, factor: i64) -> Arc<Expr> {
    let param = Arc::new(Var { name: name.into() });
    let body = Arc::new(Expr::Mul(Arc::new(Expr::Use(param.clone())), Arc::new(Expr::Int(factor))));
    Arc::new(Expr::Lambda { param, body })
}

fn print(expr: &Expr) -> String {
    match expr {
        Expr::Int(value) => value.to_string(),
        Expr::Use(var) => var.name.clone(),
        Expr::Mul(left, right) => format!("{} * {}", print(left), print(right)),
        Expr::Lambda { param, body } => format!("|{}| {}", param.name, print(body)),
    }
}

/// Compiled functions by structure.
#[derive(Default)]
struct Compiler {
    compiled: HashMap<StructuralKey<Arc<Expr>>, usize>,
}

impl Compiler {
    /// The number of the machine code for a function, and whether it is new.
    fn compile(&mut self, function: Arc<Expr>) -> (usize, bool) {
        let next = self.compiled.len();
        // Computes the hash once; the map reads it as often as it needs to.
        let code = *self.compiled.entry(StructuralKey::new(function)).or_insert(next);
        (code, code == next)
    }
}

fn main() {
    let mut compiler = Compiler::default();
    let mut results = Vec::new();
    for function in [multiply("x", 2), multiply("y", 2), multiply("x", 3), multiply("z", 3)] {
        let (code, is_new) = compiler.compile(function.clone());
        println!("{:<9}  code {code}, {}", print(&function), if is_new { "compiled" } else { "found" });
        results.push((code, is_new));
    }
    assert_eq!(results, [(0, true), (0, false), (1, true), (1, false)]);
}
