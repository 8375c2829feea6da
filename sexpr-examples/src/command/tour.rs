//! The guided tour: what the library does, on small programs.

use std::sync::Arc;

use miette::Report;
use sexpr_core::{Options, StructuralEq, first_structural_mismatch, structural_equal, structural_hash};

use super::show::Screen;
use crate::language::{Lambda, Language, Pypto, Session};
use crate::text::Source;

/// The programs that the tour compares, so that it needs no files.
const SUM: (&str, &str) = ("sum.py", include_str!("../../programs/sum.py"));
const RENAMED: (&str, &str) = ("sum_renamed.py", include_str!("../../programs/sum_renamed.py"));
const LAYOUT: (&str, &str) = ("sum_layout.py", include_str!("../../programs/sum_layout.py"));
const CAPTURED: (&str, &str) = ("sum_captured.py", include_str!("../../programs/sum_captured.py"));
const SHADOW: (&str, &str) = ("shadow.lam", include_str!("../../programs/shadow.lam"));
const NO_SHADOW: (&str, &str) = ("shadow_renamed.lam", include_str!("../../programs/shadow_renamed.lam"));
const OTHER_SHADOW: (&str, &str) = ("shadow_captured.lam", include_str!("../../programs/shadow_captured.lam"));

/// An expression whose sharing does not matter.
#[derive(StructuralEq, Debug)]
enum Tree {
    Int(i64),
    Add(Arc<Tree>, Arc<Tree>),
}

/// An expression whose sharing is part of what it says: one node is one computation.
#[derive(StructuralEq, Debug)]
#[seq(kind = "dag")]
enum Dag {
    Int(i64),
    Add(Arc<Dag>, Arc<Dag>),
}

/// The tour's text.
pub(super) fn tour(screen: Screen) -> Result<String, Report> {
    let mut text = String::new();
    write(&mut text, screen)?;
    Ok(text)
}

fn write(out: &mut String, screen: Screen) -> Result<(), Report> {
    out.push_str(&screen.heading("1. Names of bound variables do not matter"));
    out.push_str("\nsum.py binds n, zero, i, total, square and result:\n\n");
    quote(SUM.1, out);
    out.push_str("\nsum_renamed.py is the same program with other names:\n\n");
    quote(RENAMED.1, out);
    out.push('\n');
    verdict(Pypto::session, SUM, RENAMED, out)?;
    for (name, text) in [SUM, RENAMED] {
        let hash = Pypto::session().hash(&Source::new(name, text), &Options::new())?;
        out.push_str(&format!("  hash of {name:<14}  {hash:016x}\n"));
    }

    out.push('\n');
    out.push_str(&screen.heading("2. Ignored fields do not matter"));
    out.push_str("\nEvery node has a span, marked #[seq(ignore)]. sum_layout.py has comments, other line breaks\n");
    out.push_str("and another indentation, so all of its spans are others:\n\n");
    verdict(Pypto::session, SUM, LAYOUT, out)?;

    out.push('\n');
    out.push_str(&screen.heading("3. Sharing matters where the kind says so"));
    sharing(out);

    out.push('\n');
    out.push_str(&screen.heading("4. The first difference, and why"));
    out.push_str("\nsum_captured.py differs from sum.py in one name, but that name means another variable:\n\n");
    difference(Pypto::session, SUM, CAPTURED, out, screen)?;

    out.push('\n');
    out.push_str(&screen.heading("5. Variables may be plain names"));
    out.push_str("\nIn the language lambda, a variable is a String, marked #[seq(var)]. What it means ends with the\n");
    out.push_str("#[seq(scope)] that binds it. shadow.lam calls three variables x:\n\n");
    quote(SHADOW.1, out);
    out.push_str("\nshadow_renamed.lam is the same program with a name for each:\n\n");
    quote(NO_SHADOW.1, out);
    out.push('\n');
    verdict(Lambda::session, SHADOW, NO_SHADOW, out)?;
    out.push_str("\nshadow_captured.lam looks like that one, but takes one name for another:\n\n");
    difference(Lambda::session, SHADOW, OTHER_SHADOW, out, screen)?;

    out.push_str("\nThese programs and more are in sexpr-examples/programs. Try, in the project's directory:\n\n");
    for line in [
        "cargo run -q --profile tour -p sexpr-examples -- compare sexpr-examples/programs/clamp.py sexpr-examples/programs/clamp_swapped.py",
        "cargo run -q --profile tour -p sexpr-examples -- compare sexpr-examples/programs/parity.lam sexpr-examples/programs/parity_reordered.lam",
        "cargo run -q --profile tour -p sexpr-examples -- hash sexpr-examples/programs/*.py",
        "cargo run -q --profile tour -p sexpr-examples -- print sexpr-examples/programs/sum_layout.py",
        "cargo run -q --profile tour -p sexpr-examples -- help",
    ] {
        out.push_str(&format!("  {line}\n"));
    }
    Ok(())
}

/// The same sum with one shared operand, and with two.
fn sharing(out: &mut String) {
    let leaf = Arc::new(Tree::Int(1));
    let shared = Tree::Add(leaf.clone(), leaf);
    let copied = Tree::Add(Arc::new(Tree::Int(1)), Arc::new(Tree::Int(1)));
    out.push_str("\n1 + 1 with one node for both operands, against 1 + 1 with a node for each:\n\n");
    out.push_str(&format!(
        "  kind = \"tree\"  {}, hashes {}\n",
        word(structural_equal(&shared, &copied)),
        word(structural_hash(&shared) == structural_hash(&copied)),
    ));

    let leaf = Arc::new(Dag::Int(1));
    let shared = Dag::Add(leaf.clone(), leaf);
    let copied = Dag::Add(Arc::new(Dag::Int(1)), Arc::new(Dag::Int(1)));
    out.push_str(&format!(
        "  kind = \"dag\"   {}, hashes {}\n",
        word(structural_equal(&shared, &copied)),
        word(structural_hash(&shared) == structural_hash(&copied)),
    ));
    if let Some(mismatch) = first_structural_mismatch(&shared, &copied) {
        out.push('\n');
        for line in mismatch.to_string().lines() {
            out.push_str(&format!("    {line}\n"));
        }
    }
}

fn verdict(
    session: fn() -> Box<dyn Session>,
    left: (&str, &str),
    right: (&str, &str),
    out: &mut String,
) -> Result<(), Report> {
    let difference =
        session().compare(&Source::new(left.0, left.1), &Source::new(right.0, right.1), &Options::new())?;
    out.push_str(&format!("  {} and {} are {}\n", left.0, right.0, word(difference.is_none())));
    Ok(())
}

/// Where two programs differ first.
fn difference(
    session: fn() -> Box<dyn Session>,
    left: (&str, &str),
    right: (&str, &str),
    out: &mut String,
    screen: Screen,
) -> Result<(), Report> {
    let [left, right] = [left, right].map(|(name, text)| Source::new(name, text));
    if let Some(difference) = session().compare(&left, &right, &Options::new())? {
        out.push_str(&screen.difference(&difference));
    }
    Ok(())
}

fn word(equal: bool) -> &'static str {
    if equal { "equal" } else { "different" }
}

/// A program without what stands before its first line of code, indented.
fn quote(text: &str, out: &mut String) {
    let stands_before =
        |line: &&str| line.is_empty() || ["#", "import ", "--"].iter().any(|start| line.starts_with(start));
    for line in text.lines().skip_while(stands_before) {
        out.push_str("  ");
        out.push_str(line);
        out.push('\n');
    }
}
