//! Keeps build results in files, named by fingerprints. All processes compute the same fingerprint for a function.
//!
//! ```sh
//! cargo run -p sexpr-core --example build_cache
//! ```

use std::{env, error::Error, fs, path::Path, process};

use sexpr_core::{StructuralEq, structural_fingerprint};

/// A function. The `type_key` enters the fingerprint: change it whenever the meaning of the types changes, so that old
/// files are no longer found.
#[derive(StructuralEq)]
#[seq(scope, type_key = "calc::Function/1")]
struct Function {
    #[seq(ignore)]
    name: String,
    #[seq(var, def)]
    params: Vec<String>,
    body: Expr,
}

#[derive(StructuralEq)]
enum Expr {
    Var(#[seq(var)] String),
    Int(i64),
    Add(Box<Expr>, Box<Expr>),
}

/// `fn name(param) { param + value }`
fn add(name: &str, param: &str, value: i64) -> Function {
    let body = Expr::Add(Box::new(Expr::Var(param.into())), Box::new(Expr::Int(value)));
    Function { name: name.into(), params: vec![param.into()], body }
}

fn compile(expr: &Expr) -> String {
    match expr {
        Expr::Var(_) => "load 0".into(),
        Expr::Int(value) => format!("push {value}"),
        Expr::Add(left, right) => format!("{}\n{}\nadd", compile(left), compile(right)),
    }
}

/// The code of a function, and whether the cache had it.
fn build(function: &Function, cache: &Path) -> Result<(String, bool), Box<dyn Error>> {
    // Fails if a part of the function is known by its address only, such as a free variable without a name.
    let file = cache.join(structural_fingerprint(function)?.to_string());
    if let Ok(code) = fs::read_to_string(&file) {
        return Ok((code, true));
    }
    let code = compile(&function.body);
    fs::write(file, &code)?;
    Ok((code, false))
}

fn main() -> Result<(), Box<dyn Error>> {
    let cache = env::temp_dir().join(format!("sexpr-build-cache-{}", process::id()));
    fs::create_dir_all(&cache)?;
    let mut found = Vec::new();
    for function in [add("inc", "x", 1), add("successor", "n", 1), add("add_two", "x", 2)] {
        let (code, is_found) = build(&function, &cache)?;
        println!("{:<10} {}: {}", function.name, if is_found { "found" } else { "built" }, code.replace('\n', "; "));
        found.push(is_found);
    }
    fs::remove_dir_all(&cache)?;
    assert_eq!(found, [false, true, false], "`successor` is `inc` by another name");
    // Fingerprints do not depend on the process, so these could be from two runs.
    assert_eq!(structural_fingerprint(&add("f", "x", 1))?, structural_fingerprint(&add("g", "y", 1))?);
    Ok(())
}
