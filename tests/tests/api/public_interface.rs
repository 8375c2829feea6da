//! A snapshot of the public interface of `sexpr-core`, with all features, so that every change to it is deliberate.
//!
//! To accept a change, and to review it:
//!
//! ```text
//! INSTA_UPDATE=always cargo test -p sexpr-tests --test api
//! git diff tests/tests/api/snapshots
//! ```
//!
//! A removed or changed line breaks users; a new line rarely does.

use std::{
    collections::BTreeSet,
    env,
    path::{Path, PathBuf},
    process::Command,
};

/// A target folder of its own: rustdoc's settings would invalidate the other builds.
fn target() -> PathBuf {
    let executable = env::current_exe().expect("it has a path");
    // The test lies in a folder of dependencies, in that of a profile, in that of the target.
    executable.ancestors().nth(3).expect("it lies in the target's folder").join("public-interface")
}

/// Writes the interface as JSON, by the rustdoc of the pinned toolchain, which has to pass for an unstable one.
fn describe(target: &Path) -> PathBuf {
    let output = Command::new(env!("CARGO"))
        .args(["rustdoc", "--package", "sexpr-core", "--lib", "--all-features", "--locked", "--target-dir"])
        .arg(target)
        .args(["--", "-Z", "unstable-options", "--output-format", "json"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("RUSTC_BOOTSTRAP", "1")
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    target.join("doc/sexpr_core.json")
}

#[test]
fn is_as_it_was() {
    let interface = public_api::Builder::from_rustdoc_json(describe(&target()))
        .omit_blanket_impls(true)
        .omit_auto_trait_impls(true)
        .build()
        .expect("a new toolchain needs a new version of `public-api`, which reads what its rustdoc writes");
    let items: Vec<String> = interface.items().map(ToString::to_string).filter(|item| is_telling(item)).collect();
    insta::assert_snapshot!(items.join("\n"));

    let root: BTreeSet<&str> = items.iter().filter_map(|item| name_at_root(item)).collect();
    assert!(root.len() <= 30, "the root has {} names; move some into a module: {root:?}", root.len());
}

/// The name of a module, type, trait, function or macro that is declared at the root.
fn name_at_root(item: &str) -> Option<&str> {
    let item = item.strip_prefix("#[non_exhaustive] ").unwrap_or(item).strip_prefix("pub ")?;
    let (kind, path) = item.split_once(' ')?;
    let path = path.strip_prefix("sexpr_core::")?;
    let end = path.find(|character: char| !character.is_alphanumeric() && character != '_').unwrap_or(path.len());
    let is_kind = ["enum", "fn", "macro", "mod", "struct", "trait", "type", "use"].contains(&kind);
    (is_kind && !path[end..].starts_with("::")).then_some(&path[..end])
}

/// What the items are with which a type of others implements a trait says the trait: that it does so is enough.
fn is_telling(item: &str) -> bool {
    let parts_of_others = ["pub fn ", "pub const ", "pub type "];
    !parts_of_others.iter().any(|start| item.strip_prefix(start).is_some_and(|path| !path.starts_with("sexpr_core::")))
}

/// What is not published is built by the oldest toolchain that is promised to do, since it is the one that is pinned. Of
/// the two library crates, `tests/rust-version` shows that they build with an older one.
#[test]
fn builds_with_the_oldest_toolchain_that_is_promised() {
    let pinned = include_str!("../../../rust-toolchain.toml");
    let promised = env!("CARGO_PKG_RUST_VERSION");
    assert!(pinned.contains(&format!("channel = \"{promised}.0\"")), "{promised} is promised, and pinned is\n{pinned}");
}
