//! The command `sexpr`; everything it does is in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    sexpr_examples::command::main()
}
