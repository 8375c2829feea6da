//! What is asked of terms and done with them: variables, substitution, renaming, counting, and copies.

mod copy;
mod count;
mod de_bruijn;
mod dismantle;
mod predeclared;
mod substitute;
mod variables;
