//! Ids and arenas: an id means the node that the arena in force gives for it.

mod columns;
mod consulted;
mod corners;
mod cyclic;
mod foreign;
mod hints;
mod in_turn;
mod indices;
mod keys;
mod modules;
mod reference;
mod rows;
mod shadowed;
mod without_scopes;

use proptest::test_runner::Config;

/// So many cases; `PROPTEST_CASES` in the environment asks for more.
fn config(cases: u32) -> Config {
    let asked = Config::default();
    Config { cases: if cfg!(miri) { 8 } else { cases.max(asked.cases) }, ..asked }
}
