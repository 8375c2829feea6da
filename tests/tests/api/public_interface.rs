//! The public interface of `sexpr-core`, with all features, as a list that is kept: what changes it is seen.
//!
//! If a change is meant, accept it, and read what it is:
//!
//! ```text
//! INSTA_UPDATE=always cargo test -p sexpr-tests --test api
//! git diff tests/tests/api/snapshots
//! ```
//!
//! A line that is gone, or is another, breaks users; a new one mostly does not.

use std::{
    env,
    path::{Path, PathBuf},
    process::Command,
};

/// Where rustdoc writes, apart from what other builds have made: with other settings, these would make all anew.
fn target() -> PathBuf {
    let executable = env::current_exe().expect("it has a path");
    // The test lies in a folder of dependencies, in that of a profile, in that of the target.
    executable.ancestors().nth(3).expect("it lies in the target's folder").join("public-interface")
}

/// Lets rustdoc of the pinned toolchain write what the interface is, for which it has to believe that it is unstable.
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
