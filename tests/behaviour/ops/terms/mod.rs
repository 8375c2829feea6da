//! What is asked of terms and done with them: variables, substitution, renaming, counting, copies, and fingerprints of
//! groups of definitions.

mod copy;
mod count;
mod de_bruijn;
mod dismantle;
mod group_fingerprint;
mod predeclared;
mod substitute;
mod variables;
