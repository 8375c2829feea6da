//! What is asked of terms and done with them: variables, substitution, renaming and counting.

mod copies;
mod count;
mod de_bruijn;
mod dismantle;
mod predeclared;
mod substitute;
mod variables;
